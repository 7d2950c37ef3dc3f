//! Analyses of every member in place of a run: modes, static equilibria, periodic motions.
//!
//! Each is a folder with what is asked, its mathematics, and the [`Analysis`](crate::ensemble::Analysis) that answers a block of members.

mod continuation;
mod findings;
mod linearised;
pub mod modes;
pub mod periodic;
pub mod statics;
mod without_run;

pub use findings::name_taken;
use findings::study_of_findings;
pub use linearised::Linearisation;
use without_run::without_run;
