//! Constrained mechanisms in absolute coordinates against reference solutions: errors, orders, independent constraints.

mod balls;
mod benchmarks;
mod bits;
mod drives;
mod loops;
mod orders;
mod projected;
mod rates;
mod rattle;
mod reactions;
mod refined;
mod solves;
mod starts;
mod trees;
