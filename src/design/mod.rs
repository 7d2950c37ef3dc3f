//! What studies of a design look for, as data: a goal, bounds and constraints, which [`crate::studies::optimise`] looks for; a
//! failure, whose probability [`crate::studies::reliability`] finds.

mod goal;
mod objective;
mod reliability;

pub use goal::{Design, Goal, Measurements};
pub use objective::{Figure, Objective, Quantity, RandomMembers, Term};
pub use reliability::{FailedMembers, LimitState, Reliability, ReliabilityMethod, SubsetSettings, System};
