//! The CPU backend: groups of members in SIMD lanes, groups over all cores.

mod backend;
mod group;
pub mod peak;
mod reduction;

pub use backend::{CpuBackend, LaneWidth};
