//! How the error of a method falls with its step, and what that costs: one member of a study, many methods.
//!
//! A [`Target`] says which outputs of which member make the error, and a [`Reference`] what they should be. A
//! [`Sweep`] names methods and their steps or tolerances; each of its [`Candidate`]s becomes a [`Series`] of
//! [`Point`]s by [`measure`]. [`cheapest`] answers which of them reaches a wanted error at the least cost.
//!
//! This is how Holzinger, Arnold, Gerstmayr (2024), Section 4, compare methods: errors at h_n = h 2^(1-n) against a
//! fine solution (Figs. 3, 6, 11), and CPU time over error (Figs. 5, 13).

mod answer;
mod budget;
mod course;
mod elements;
mod estimate;
mod finish;
mod fixed;
mod measure;
mod page;
mod record;
mod reference;
mod reference_table;
mod request;
mod slope;
mod solution;
mod sweep;
mod table;
mod target;

pub use answer::cheapest;
pub use budget::Budget;

pub use estimate::estimate;
pub use finish::Found;
pub use fixed::is_fixed;
pub use measure::{Clock, Machine, MakeBackend, Point, Series, measure};
pub use page::Comparison;
pub use record::{
    ConvergenceManifest, ConvergenceResults, MethodLeftOut, MethodSeries, OutputColumn, ReferenceCheck,
    ReferenceRecord, ReferenceSource,
};
pub use reference::{Check, Need, Own, Reference, ReferenceError, Source};
pub use reference_table::read_table;
pub use request::Request;
pub use slope::{Fit, fit, successive};
pub use solution::Solution;
pub use sweep::{Candidate, LeftOut, Place, Resolution, Sweep, SweepError, halvings};
pub use target::{At, Run, Target, TargetError};
