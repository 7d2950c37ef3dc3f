//! The arithmetic of the time loop, over [`crate::num::Real`] like the equations: when a step fails, what the next one
//! is, whether it reaches the end, whether a sample is due, what happens within it, where a zero of an event lies. (What
//! is made of outputs over time is [`crate::model::TimeReduction`].)
//!
//! These leaf functions are called with plain numbers where a lane makes a full attempt, with lanes and recorded for
//! machine code where an attempt is routine, and printed as functions of a kernel. What is written twice, here and in
//! WGSL, is only the transition between the modes of [`Mode`].

pub mod corner;
pub mod event;
pub mod failure;
mod mode;
pub mod monitored;
pub mod sampling;
pub mod sensitivity;
pub mod step_length;

pub use mode::Mode;

use crate::num::Precision;

/// Returns the difference, as a part of a step, up to which two times are the same.
fn near(precision: Precision) -> f64 {
    match precision {
        Precision::Single => 1e-5,
        Precision::DoubleFloat => 1e-8,
        Precision::Double => 1e-9,
    }
}
