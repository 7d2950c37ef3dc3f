//! One mechanism, many members: plan, chunks, backend, outcomes, outputs, work counters.
//!
//! [`run()`] takes a [`Study`], hands its members chunk by chunk to a [`Backend`], and each finished chunk to a sink
//! before the next result can be lost. A member's failure is data, an [`Outcome`]; only a failure of the program or of
//! a device is an error.

pub mod adjoint;
mod backend;
mod backend_pool;
mod block_partial;
mod chunk;
mod chunk_queue;
mod column_parts;
mod columns;
mod continuation;
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
mod periodic;
mod pivoted_step;
mod points;
pub mod program;
mod progress;
mod recorded_matrix;
mod recording;
mod run;
mod sampling;
mod start;
mod start_columns;
mod statics;
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

pub use backend::{Backend, BackendError};
pub use backend_pool::{BackendPool, Fallback};
pub use block_partial::BlockPartial;
pub use chunk::{Chunk, Members, NewtonWork, Samples};
pub use chunk_queue::{RunError, ThreadError, run_chunks};
pub(crate) use column_parts::{FEWEST_SHARED, in_parts};
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
pub use periodic::{
    Advance, BranchPoint, Continuation, Detects, FieldCorrection, OrbitKind, Period, Periodic, PeriodicOutcome,
    PeriodicResult, Phase,
};
pub use points::{PointCell, PointColumn, PointTable};
pub use progress::Progress;
pub use recording::{followed_operations, initial_state_tape, record_function};
pub use run::{run, run_pool, run_rest};
pub use sampling::{Sampling, SamplingError};
pub use start::{ConstraintReport, InitialConditions, Linearisation, StartError};
pub use start_columns::StartColumns;
pub use statics::{ArcLength, Loading, PathPoint, PointKind, Slopes, StaticPath, Statics};
pub use step_sequence::{AdaptiveLimits, CommonSteps, EqualSteps, StepSequence, StepSequenceError};
pub use study::{Modes, PeriodicMotions, Study, StudyError};
pub use summaries::OutputSummaries;
pub use survivors::Survivors;
pub use sweep::{HistogramRange, Statistics, first_statistics, summarize, summarize_rest};
pub use value_columns::ValueColumns;
pub use verification::{ComponentDifference, OutcomeChange, Verification, VerificationError, chosen_members, verify};
pub use whole::Ensemble;
