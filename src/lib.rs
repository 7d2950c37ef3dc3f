//! A mechanism is described in Rust ([`io::scenario::Description`]) or read from a file
//! ([`io::scenario::Scenario::read`]), run ([`ensemble::Study::run`]), and its results have names
//! ([`ensemble::Ensemble::column`]); [`prelude`] has what that needs, and what is meant to stay as it is. The other modules
//! are the workings, for programs that look into them, and change with every version:
//!
#![doc = concat!("```\n", include_str!("../examples/pendulum_sweep.rs"), "```\n")]
#![doc = include_str!("ARCHITECTURE.md")]
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod analyses;
pub mod backends;
pub mod design;
pub mod ensemble;
pub mod formulation;
pub mod gpu;
pub mod integrator;
pub mod interpolation;
pub mod io;
pub mod jit;
pub mod lie;
pub mod linalg;
pub mod model;
pub mod num;
pub mod prelude;
pub mod problem;
pub mod report;
pub mod sampling;
pub mod statistics;
pub mod studies;
pub mod trace;

pub use gyrosweep_plot as plot;

static COMMIT: std::sync::OnceLock<&str> = std::sync::OnceLock::new();

/// Says which commit the program is built from, where that is known: the manifests of its runs name it. What was said first holds.
pub fn set_commit(commit: Option<&'static str>) {
    commit.into_iter().for_each(|commit| _ = COMMIT.set(commit));
}

/// Returns the commit that the program is built from, where it has said so.
pub fn commit() -> Option<&'static str> {
    COMMIT.get().copied()
}
