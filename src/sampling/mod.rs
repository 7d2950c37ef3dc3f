//! Which values parameters take: plans, distributions, and the hash that random numbers come from. Nothing here knows
//! mechanics.

pub mod distribution;
pub use crate::num::hash;
pub mod plan;
