//! What every kind of trajectory says of itself: how it is read, what makes none, and where it is at a time.

use super::point::TrajectoryPoint;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;

/// Names a key whose value makes no trajectory, and why.
pub(super) type Wrong = (&'static str, String);

/// Describes a trajectory as a scenario does.
pub(super) trait Description: Sized {
    /// Holds the numbers for given values of the parameters.
    type At<R: Real>: Shape<R>;

    /// Reads the keys of the trajectory's kind.
    fn read(section: &mut dyn Section) -> Result<Self, Invalid>;
    /// Returns the trajectory in numbers for values of the parameters.
    fn evaluate<R: Real>(&self, parameters: &[R]) -> Self::At<R>;
    /// Returns the expressions that `check` looks at.
    fn checked(&self) -> Vec<&Expr> {
        Vec::new()
    }
    /// Checks the trajectory for values of the parameters.
    fn check(&self, _parameters: &[f64]) -> Result<(), Wrong> {
        Ok(())
    }
}

/// Moves along a trajectory, from its numbers.
pub(super) trait Shape<R: Real> {
    /// Returns where the trajectory is at a time, s.
    fn at(&self, time: R) -> TrajectoryPoint<R>;
    /// Returns the time at which the trajectory ends, s; None where it has no end.
    fn end(&self) -> Option<R>;
    /// Returns the times at which the trajectory or a derivative of it jumps, s.
    fn corners(&self) -> Vec<R> {
        Vec::new()
    }
}

/// Fails unless the times begin at or before 0 s and increase.
pub(super) fn increasing(key: &'static str, times: &[Expr], parameters: &[f64]) -> Result<(), Wrong> {
    let times: Vec<f64> = times.iter().map(|e| e.evaluate(parameters)).collect();
    if times[0] > 0.0 {
        return Err((
            key,
            format!("the trajectory begins at {:?} s; accepted: at or before 0 s, where a run begins", times[0]),
        ));
    }
    match times.windows(2).find(|pair| pair[0] >= pair[1]) {
        Some([a, b]) => Err((key, format!("{b:?} s follows {a:?} s; accepted: increasing times"))),
        _ => Ok(()),
    }
}

/// Fails unless an expression is positive.
pub(super) fn positive(key: &'static str, e: &Expr, parameters: &[f64]) -> Result<(), Wrong> {
    match e.evaluate::<f64>(parameters) {
        value if value <= 0.0 => Err((key, format!("found {value:?}; accepted: a positive number"))),
        _ => Ok(()),
    }
}
