//! The CPU backend: blocks of members in SIMD lanes, blocks over all cores.

mod accepted;
mod arithmetic;
mod attempt;
mod backend;
mod block;
mod compiled;
mod executor;
mod extremes;
mod flow;
mod instruction_set;
mod lane_width;
pub mod machine;
pub mod peak;
mod pivoting;
mod recorded;
mod replay;
mod rounded;
mod scalar;
mod slot;
mod switched;
mod ties;
mod transition;

pub(super) use accepted::{AcceptedStep, Extreme, Way, Ways, WithWays, kept_count};
pub use arithmetic::Arithmetic;
pub(super) use attempt::{Attempt, LaneControl};
pub use backend::{Code, CpuBackend, replay};
pub(super) use block::run as run_block;
pub(super) use executor::{Executor, TapeExecutor, Tapes};
pub(super) use flow::{Arrival, Flow, Leg};
pub use instruction_set::InstructionSet;
pub use lane_width::LaneWidth;
pub(super) use machine::{MachineExecutor, Programs};
pub use replay::{AttemptRecord, Iteration, Replay};
pub use rounded::outputs_in_single_precision;
pub(super) use ties::{Attained, Tie};
pub use transition::{Transition, transitions};
