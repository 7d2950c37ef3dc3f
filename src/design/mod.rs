//! What a design study looks for, as data: a goal, bounds and constraints. [`crate::studies::optimise`] looks for it.

mod goal;
mod objective;

pub use goal::{Design, Goal, Measurements};
pub use objective::{Figure, Objective, Quantity, RandomMembers, Term};
