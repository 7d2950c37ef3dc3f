//! Least squares by the method of Levenberg and Marquardt, from the crate levenberg-marquardt.

use super::bounds::active;
use super::walk::{Place, Reason, Walk};
use crate::design::{Design, Measurements};
use crate::linalg::{DMatrix, Svd};
use crate::statistics::chi_squared_beyond;
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

/// Fits from a start with a first step of this size and at most so many iterations, and returns after how many it ended, and
/// why; it is not known yet what [`Reason::NoDescent`] means.
pub(super) fn fit(walk: &mut Walk<'_>, start: &[f64], scale: f64, most: u64) -> (u64, Reason) {
    let x = nalgebra::DVector::from_vec(walk.free(start));
    let patience = usize::try_from(most).unwrap_or(usize::MAX);
    let solver =
        LevenbergMarquardt::new().with_tol(TOLERANCE).with_stepbound(FIRST_STEP * scale).with_patience(patience);
    let problem = Residuals { walk: RefCell::new(walk), x, iterations: Cell::new(0) };
    let (problem, report) = solver.minimize(problem);
    let reason = match report.termination {
        TerminationReason::User(_) => Reason::Failed,
        TerminationReason::LostPatience => Reason::Limit,
        // as little as rounding leaves
        TerminationReason::NoImprovementPossible(_) => Reason::Converged,
        reason if reason.was_successful() => Reason::Converged,
        _ => Reason::NoDescent,
    };
    (problem.iterations.get(), reason)
}

/// The cosine between the differences and their derivatives by a parameter that counts as zero.
const COSINE: f64 = 1e-4;

/// Tells whether no change of a parameter that no bound holds makes the differences less.
pub(super) fn is_least(place: &Place, design: &Design) -> bool {
    let held = active(&design.bounds, &place.point, &place.gradient);
    let cosine = |k: usize| {
        let square = |i: usize| place.evaluation.row(i)[k].powi(2);
        let length = (0..place.evaluation.values.len()).map(square).sum::<f64>().sqrt();
        // the gradient is twice the product of differences and derivatives
        0.5 * place.gradient[k].abs() / (length * place.objective.sqrt())
    };
    (0..held.len()).all(|k| held[k].is_some() || place.gradient[k] == 0.0 || cosine(k) <= COSINE)
}

/// Says how well a fit agrees with its measurements, and what that leaves open of the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct FitQuality {
    /// Values that were fitted less parameters that no bound holds.
    pub degrees_of_freedom: usize,
    /// The probability of a sum of squares at least as large, if the differences have the deviations that are given; nothing
    /// where none are given, or no degree of freedom is left.
    pub probability: Option<f64>,
    /// The standard errors of the parameters; not a number for those that a bound holds. Nothing where the measurements do not
    /// determine the others.
    pub standard_errors: Option<Vec<f64>>,
    /// What the measurements do not determine.
    pub undetermined: Undetermined,
}

/// Names the parameters that differences do not depend on, to first order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Undetermined {
    /// The parameters that no difference depends on.
    pub without_effect: Vec<usize>,
    /// The parameters whose changes can make up for each other.
    pub together: Vec<usize>,
}

impl Undetermined {
    /// Tells whether the measurements determine all parameters.
    pub fn is_empty(&self) -> bool {
        self.without_effect.is_empty() && self.together.is_empty()
    }
}

/// Returns how good the fit at a place is. Standard errors are the roots of the diagonal of (J^T J)^-1, where J are the
/// derivatives of differences over their deviations; where no deviations are given, of s^2 (J^T J)^-1 with s^2 = r^T r/(m - n).
pub(super) fn quality(place: &Place, design: &Design, measured: &Measurements) -> FitQuality {
    let held = active(&design.bounds, &place.point, &place.gradient);
    let free: Vec<usize> = (0..held.len()).filter(|k| held[*k].is_none()).collect();
    let degrees_of_freedom = place.evaluation.values.len().saturating_sub(free.len());
    let known = measured.deviations.is_some();
    let variance = if known { 1.0 } else { place.objective / degrees_of_freedom as f64 };
    let probability =
        (known && degrees_of_freedom > 0).then(|| chi_squared_beyond(place.objective, degrees_of_freedom));
    let (standard_errors, undetermined) = match standard_errors(place, design, &free, variance) {
        Ok(errors) => {
            (Some(errors).filter(|errors| free.iter().all(|k| errors[*k].is_finite())), Undetermined::default())
        }
        Err(undetermined) => (None, undetermined),
    };
    FitQuality { degrees_of_freedom, probability, standard_errors, undetermined }
}

/// A column of J that is less than this part of the largest one, both over whole intervals of their parameters, counts as zero.
const NO_EFFECT: f64 = 1e-14;

/// A singular value of J, with columns of unit length, that is less than this part of the largest one counts as zero.
const SINGULAR: f64 = 1e-8;

/// An entry of a singular vector that is less does not count.
const NOT_INVOLVED: f64 = 1e-4;

/// Returns the standard errors of all parameters where these are free; what is not determined where J has not full rank.
fn standard_errors(place: &Place, design: &Design, free: &[usize], variance: f64) -> Result<Vec<f64>, Undetermined> {
    let m = place.evaluation.values.len();
    // columns of unit length, so that units do not decide what is singular
    let column = |k: &usize| (0..m).map(|i| place.evaluation.row(i)[*k].powi(2)).sum::<f64>().sqrt();
    let lengths: Vec<f64> = free.iter().map(column).collect();
    let effects: Vec<f64> =
        free.iter().zip(&lengths).map(|(k, l)| l * (design.bounds[*k][1] - design.bounds[*k][0])).collect();
    let largest = effects.iter().fold(0.0, |a: f64, b| a.max(*b));
    let has_effect = |k: &usize| effects[*k] > NO_EFFECT * largest;
    let (with, without): (Vec<usize>, Vec<usize>) = (0..free.len()).partition(has_effect);
    let jacobian = DMatrix::from_fn(m, with.len(), |i, k| place.evaluation.row(i)[free[with[k]]] / lengths[with[k]]);
    let svd = Svd::new(&jacobian, SINGULAR);
    let is_involved = |k: &usize| svd.null_space().row(*k).iter().any(|entry| entry.abs() > NOT_INVOLVED);
    let undetermined = Undetermined {
        without_effect: without.iter().map(|k| free[*k]).collect(),
        together: (0..with.len()).filter(is_involved).map(|k| free[with[k]]).collect(),
    };
    if !undetermined.is_empty() {
        return Err(undetermined);
    }
    // (J^T J)^-1 = V S^-2 V^T
    let (directions, values) = (svd.row_space(), svd.values());
    let mut errors = vec![f64::NAN; place.point.len()];
    for (k, at) in with.iter().enumerate() {
        let entry: f64 = directions.column(k).iter().zip(values).map(|(v, s)| (v / s).powi(2)).sum();
        errors[free[*at]] = (variance * entry).sqrt() / lengths[*at];
    }
    Ok(errors)
}
