//! Constrained mechanisms in absolute coordinates against reference solutions: errors, orders, independent constraints.

mod balls;
mod benchmarks;
mod bits;
#[path = "../common/mod.rs"]
mod common;
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
