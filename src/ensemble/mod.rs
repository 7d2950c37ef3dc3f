//! One mechanism, many members: plan, chunks, backend, outcomes, outputs, work counters.
//!
//! [`run()`] takes a [`Study`], hands its members chunk by chunk to a [`Backend`], and each finished chunk to a sink
//! before the next result can be lost. A member's failure is data, an [`Outcome`]; only a failure of the program or of
//! a device is an error.

pub mod adjoint;
mod analysis;
mod backend;
mod backend_pool;
mod block_partial;
mod chunk;
mod chunk_queue;
mod column_parts;
mod columns;
pub mod cpu;
mod direction;
mod event_record;
mod extrapolation;
mod fault;
mod initial_state;
pub mod iteration;
pub mod lockstep;
mod member_watch;
mod method;
mod next_step;
mod origins;
mod outcome;
mod pivoted_step;
mod points;
pub mod program;
mod progress;
mod reached;
pub(crate) mod recorded_matrix;
mod recording;
mod retry;
mod run;
mod sampling;
pub(crate) mod start;
mod start_columns;
mod step_sequence;
mod study;
mod summaries;
mod survivors;
mod suspicion;
mod sweep;
pub mod time_loop;
mod value_columns;
mod verification;
mod whole;

pub use analysis::{Analysis, Numbered, PerMember, chunk_of, points_of};
pub use backend::{Backend, BackendError};
pub use backend_pool::{BackendPool, Fallback};
pub use block_partial::BlockPartial;
pub use chunk::{Chunk, Members, NewtonWork, Samples};
pub use chunk_queue::{RunError, ThreadError, run_chunks};
pub(crate) use column_parts::FEWEST_SHARED;
#[cfg(feature = "gpu")]
pub(crate) use column_parts::in_parts;
pub use columns::{Column, UnknownColumn};
pub use direction::Direction;
pub use event_record::EventRecord;
pub use fault::{Action, Fault, FaultRecord};
pub use initial_state::{InitialState, InitialStates, Resumed};
pub use member_watch::{MemberCounts, MemberWatch, SlowMember, StopFlag, Stopwatch};
pub use method::{Adaptive, Extrapolation, Method, StepBounds, Steps};
pub use next_step::{AtCorner, NextCorner, NextStep};
pub use origins::Origins;
pub use outcome::Outcome;
pub use points::{PointCell, PointColumn, PointTable};
pub use progress::Progress;
pub use recording::{followed_operations, initial_state_tape, record_function};
pub use run::{run, run_pool, run_rest};
pub use sampling::{Sampling, SamplingError};
pub use start::{ConstraintReport, InitialConditions, StartError};
pub use start_columns::StartColumns;
pub use step_sequence::{AdaptiveLimits, CommonSteps, EqualSteps, StepSequence, StepSequenceError};
pub use study::{Retry, Study, StudyError};
pub use summaries::OutputSummaries;
pub use survivors::Survivors;
pub use sweep::{HistogramRange, Statistics, first_statistics, summarize, summarize_rest};
pub use value_columns::ValueColumns;
pub use verification::{ComponentDifference, OutcomeChange, Verification, VerificationError, chosen_members, verify};
pub use whole::Ensemble;
