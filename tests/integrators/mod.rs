//! Methods: their orders, invariants and work, beside reference solutions and published figures.

#[path = "../common/mod.rs"]
mod common;

mod bruls;
mod constrained;
mod generalized_alpha;
mod methods;
mod methods_on_benchmarks;
mod order_four;
mod stages;
