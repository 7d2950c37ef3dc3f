//! Which values parameters take: plans, distributions, dependence between them, and the hash that random numbers come from. Nothing here knows
//! mechanics.

pub mod dependence;
pub mod distribution;
pub use crate::num::hash;
pub mod plan;
pub mod refinement;
pub mod standard;
