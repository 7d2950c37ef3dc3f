//! Least squares by the method of Levenberg and Marquardt, from the crate levenberg-marquardt.

use super::walk::{Place, Reason, Walk};
use crate::linalg::DMatrix;
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt, TerminationReason};
use levenberg_marquardt_nalgebra as nalgebra;
use nalgebra::{Dyn, Owned};
use std::cell::{Cell, RefCell};

/// Where the relative changes of the sum of squares and of the free numbers, and the cosine between differences and their
/// derivatives, are taken as zero.
const TOLERANCE: f64 = 1e-12;

/// The longest first step, in units of the norm of the free numbers, which are of the size of one.
const FIRST_STEP: f64 = 1.0;

struct Residuals<'a, 'b> {
    walk: RefCell<&'a mut Walk<'b>>,
    x: nalgebra::DVector<f64>,
    /// How often the derivatives were asked for: once per iteration.
    iterations: Cell<u64>,
}

impl Residuals<'_, '_> {
    fn place(&self) -> Option<Place> {
        self.walk.borrow_mut().at(self.x.as_slice()).cloned()
    }
}

impl LeastSquaresProblem<f64, Dyn, Dyn> for Residuals<'_, '_> {
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;
    type ParameterStorage = Owned<f64, Dyn>;

    fn set_params(&mut self, x: &nalgebra::DVector<f64>) {
        self.x.copy_from(x);
    }
    fn params(&self) -> nalgebra::DVector<f64> {
        self.x.clone()
    }
    fn residuals(&self) -> Option<nalgebra::DVector<f64>> {
        self.place().map(|place| nalgebra::DVector::from_vec(place.evaluation.values))
    }
    fn jacobian(&self) -> Option<nalgebra::DMatrix<f64>> {
        self.iterations.set(self.iterations.get() + 1);
        let place = self.place()?;
        let [m, n] = [place.evaluation.values.len(), place.point.len()];
        Some(nalgebra::DMatrix::from_fn(m, n, |i, k| place.evaluation.row(i)[k] * place.stretch[k]))
    }
}

/// Fits from a start with a first step of this size, and returns after how many iterations and why it ended.
pub(super) fn fit(walk: &mut Walk<'_>, start: &[f64], scale: f64) -> (u64, Reason) {
    let x = nalgebra::DVector::from_vec(walk.free(start));
    let patience = usize::try_from(walk.design.iterations).unwrap_or(usize::MAX);
    let solver =
        LevenbergMarquardt::new().with_tol(TOLERANCE).with_stepbound(FIRST_STEP * scale).with_patience(patience);
    let problem = Residuals { walk: RefCell::new(walk), x, iterations: Cell::new(0) };
    let (problem, report) = solver.minimize(problem);
    let reason = match report.termination {
        TerminationReason::User(_) => Reason::Failed,
        TerminationReason::LostPatience => Reason::Iterations,
        // as little as rounding leaves
        TerminationReason::NoImprovementPossible(_) => Reason::Converged,
        reason if reason.was_successful() => Reason::Converged,
        _ => Reason::Stopped,
    };
    (problem.iterations.get(), reason)
}

/// Returns the standard errors of the parameters at a place, the roots of the diagonal of s^2 (J^T J)^-1 with s^2 = r^T r/(m
/// - n); nothing where they are not determined.
pub(super) fn standard_errors(place: &Place) -> Option<Vec<f64>> {
    let [m, n] = [place.evaluation.values.len(), place.point.len()];
    if m <= n {
        return None;
    }
    // columns of unit length, so that units do not decide what is singular
    let column = |k: usize| (0..m).map(|i| place.evaluation.row(i)[k].powi(2)).sum::<f64>().sqrt();
    let lengths: Vec<f64> = (0..n).map(column).collect();
    let jacobian = DMatrix::from_fn(m, n, |i, k| place.evaluation.row(i)[k] / lengths[k]);
    let inverse = (jacobian.transpose() * &jacobian).cholesky()?.inverse();
    let variance = place.objective / (m - n) as f64;
    let error = |k: usize| (variance * inverse[(k, k)]).sqrt() / lengths[k];
    let errors: Vec<f64> = (0..n).map(error).collect();
    errors.iter().all(|e| e.is_finite()).then_some(errors)
}
