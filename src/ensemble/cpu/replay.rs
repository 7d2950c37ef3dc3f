//! What solving the steps of an implicit method took, attempt by attempt.

use crate::ensemble::Outcome;
use crate::linalg::Factorised;

/// One residual of a step, and what was made of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration {
    /// The norm of the residual, N, N m, m, rad in one.
    pub residual: f64,
    /// The smallest pivot of the iteration matrix that was used there, in units of the largest; none where the step was
    /// solved or given up.
    pub pivot: Option<f64>,
}

impl Iteration {
    /// Returns what is known of an iteration with that residual and matrix.
    pub(super) fn new(residual: f64, factors: Option<&Factorised>) -> Self {
        let pivot = |factors: &Factorised| {
            let pivots = factors.u().diagonal().abs();
            pivots.min() / pivots.max()
        };
        Self { residual, pivot: factors.map(pivot) }
    }
}

/// An attempt of a step of an implicit method.
#[derive(Clone, Debug, PartialEq)]
pub struct AttemptRecord {
    /// The time at which the attempt began, s.
    pub time: f64,
    /// The length of the attempt, s.
    pub length: f64,
    /// The residuals of the attempt, at the predictor first.
    pub iterations: Vec<Iteration>,
}

/// A member that was run once more.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The outcome of the member.
    pub outcome: Outcome,
    /// When, s.
    pub time: f64,
    /// The attempts of the member in their order.
    pub attempts: Vec<AttemptRecord>,
}
