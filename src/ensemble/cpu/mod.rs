//! The CPU backend: blocks of members in SIMD lanes, blocks over all cores.

mod backend;
mod block;
mod executor;
pub mod peak;
mod reduction;
mod slot;

pub use backend::{CpuBackend, InstructionSet, LaneWidth};
pub use executor::Tapes;
