//! Studies of a mechanism: a verb is a folder with what it computes, its record, its tables and its page, and a line of
//! [`VERBS`].
//!
//! [`run()`] makes a study of a request and returns its results, both owned data. Nothing here prints: a [`Listener`] hears of a
//! study while it is made, and its page is made of blocks ([`crate::report::Page`]).

mod analysis;
mod catalog;
mod common;
pub mod converge;
mod failure;
pub mod interpolate;
mod listener;
pub mod member_analysis;
pub mod modes;
pub mod optimise;
pub mod periodic;
mod poses;
pub mod reliability;
pub mod report;
mod request;
mod rounds;
pub mod run;
pub mod sensitivity;
pub mod statics;
mod telling;
pub mod validate;

pub use analysis::{Analysed, AnalysisKind};
pub use catalog::VERBS;
pub use failure::Failure;
pub use listener::{Listener, Silence, Silent, Stopped, Work};
pub use poses::{NUMBERS as POSE_NUMBERS, Poses, PosesError, poses};
pub use request::{Request, Results, Verb, run};
