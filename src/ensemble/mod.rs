//! One mechanism, many members: plan, chunks, backend, outcomes, outputs, work counters.
//!
//! [`run`] takes a [`Study`], hands its members chunk by chunk to a [`Backend`], and each finished
//! chunk to a sink before the next result can be lost. A member's failure is data, an [`Outcome`]; only
//! a failure of the program or of a device is an error.

mod backend;
mod chunk;
mod chunk_queue;
pub mod cpu;
mod crew;
pub mod distribution;
mod fault;
pub mod hash;
mod outcome;
pub mod plan;
pub mod program;
mod run;
mod schedule;
mod start;
mod study;
mod summaries;
mod suspicion;
mod sweep;
pub mod time_loop;

pub use backend::{Backend, BackendError};
pub use chunk::{Chunk, EventRecord, Members, Samples};
pub use chunk_queue::run_chunks;
pub use crew::{Crew, Rescue};
pub use fault::{Action, Fault, FaultRecord};
pub use outcome::Outcome;
pub use run::{Progress, RunError, run, run_crew};
pub use schedule::{AdaptiveLimits, Pace, ScheduleError, StepSchedule};
pub use start::{Start, Starter};
pub use study::{Adaptive, Method, StepBounds, Steps, Study, StudyError};
pub use summaries::OutputSummaries;
pub use sweep::{BlockPartial, HistogramRange, Statistics, summarize};
