//! One mechanism, many members: plan, chunks, backend, outcomes, outputs, work counters.
//!
//! [`run`] takes a [`Study`], hands its members chunk by chunk to a [`Backend`], and each finished
//! chunk to a sink before the next result can be lost. A member's failure is data, an [`Outcome`]; only
//! a failure of the program or of a device is an error.

mod chunk;
pub mod cpu;
pub mod distribution;
pub mod hash;
mod outcome;
pub mod plan;
pub mod program;
mod run;
mod schedule;
mod start;
mod study;

pub use chunk::{Chunk, EventRecord, Members, Samples};
pub use outcome::Outcome;
pub use run::{Backend, BackendError, Progress, RunError, run};
pub use schedule::{AdaptiveLimits, Pace, ScheduleError, StepSchedule};
pub use start::{Start, Starter};
pub use study::{Adaptive, Method, StepBounds, Steps, Study, StudyError};
