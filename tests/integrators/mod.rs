//! Methods: their orders, invariants and work, beside reference solutions and published figures.

mod bruls;
mod constrained;
mod generalized_alpha;
mod methods;
mod methods_on_benchmarks;
mod newton;
mod order_four;
mod stages;
