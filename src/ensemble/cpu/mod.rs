//! The CPU backend: blocks of members in SIMD lanes, blocks over all cores.

mod attempt;
mod backend;
mod block;
mod compiled;
mod executor;
pub mod machine;
pub mod peak;
mod pivoting;
mod replay;
mod rounded;
mod slot;

pub use backend::{Code, CpuBackend, InstructionSet, LaneWidth, replay};
pub use replay::{AttemptRecord, Iteration, Replay};
pub use rounded::outputs_in_single_precision;
