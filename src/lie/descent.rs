//! Functions of rotations: their derivatives, and Newton's method with a radius of trust, 2.11 and 2.12 of \[3\].

use super::group::{Algebra, LieGroup};
use super::unit_quaternion::UnitQuaternion;
use crate::linalg::{DMatrix, DVector, Factorised, symmetric_eigen};
use crate::num::{Dual, Mat3, Real, Vec3};

/// A number with derivatives along two increments, one after the other.
pub type Twice<R> = Dual<Dual<R, 3>, 3>;

/// Holds a function at a rotation with its derivatives by increments of the body: f\[R exp(s~)\] = value + s^T gradient +
/// s^T hessian s/2 (2.64).
#[derive(Clone, Copy, Debug)]
pub struct Expansion<R> {
    /// The value.
    pub value: R,
    /// The gradient (2.61).
    pub gradient: Vec3<R>,
    /// The Hessian (2.62a): row i and column j have the derivative by the increment i after the increment j. That of (2.62b) is
    /// its transpose (2.63); the difference of both is the skew-symmetric matrix of the gradient.
    pub hessian: Mat3<R>,
}

impl<R: Real> Expansion<R> {
    /// Expands a function about a rotation, by dual numbers.
    pub fn of(function: impl FnOnce(UnitQuaternion<Twice<R>>) -> Twice<R>, at: UnitQuaternion<R>) -> Self {
        let lifted = |x: R| Twice::resting(Dual::resting(x));
        let still = UnitQuaternion { w: lifted(at.w), v: Vec3::new(lifted(at.v.x), lifted(at.v.y), lifted(at.v.z)) };
        let by = |component: &dyn Fn(usize) -> Twice<R>| UnitQuaternion {
            w: Twice::one(),
            v: Vec3::new(component(0), component(1), component(2)) * Twice::constant(0.5),
        };
        let right = by(&|i| Dual::variable(Dual::zero(), i));
        let left = by(&|i| Dual::resting(Dual::variable(R::zero(), i)));
        let found = function(still.multiply(right).multiply(left));
        let row = |i: usize| Vec3::new(found.eps[0].eps[i], found.eps[1].eps[i], found.eps[2].eps[i]);
        Self {
            value: found.re.re,
            gradient: Vec3::from_slice(&found.re.eps),
            hessian: Mat3::from_rows(row(0), row(1), row(2)),
        }
    }

    /// Returns the symmetric part of the Hessian: positive definite at a minimum.
    pub fn curvature(&self) -> Mat3<R> {
        (self.hessian + self.hessian.transpose()).scaled(R::constant(0.5))
    }
}

/// Says how far Newton's method goes.
#[derive(Clone, Copy, Debug)]
pub struct Trust {
    /// The radius of trust: the largest turn of a step, rad.
    pub radius: f64,
    /// The norm of residuals, or of a gradient, below which it ends.
    pub tolerance: f64,
    /// The number of steps at most.
    pub steps: usize,
}

impl Default for Trust {
    fn default() -> Self {
        Self { radius: 0.5, tolerance: 1e-14, steps: 100 }
    }
}

/// Holds what Newton's method found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found<G> {
    /// The element of the group.
    pub at: G,
    /// The norm of residuals, or of the gradient, that is left.
    pub residual: f64,
    /// The number of steps.
    pub steps: usize,
}

/// Says why Newton's method found nothing.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum DescentError {
    /// The Jacobian of the residuals is singular.
    #[error("the Jacobian of the residuals is singular after {steps} steps")]
    Singular {
        /// The number of steps.
        steps: usize,
    },
    /// The steps were not enough, or led nowhere.
    #[error("found a residual of {residual:e} after {steps} steps; accepted: {tolerance:e}")]
    NotReached {
        /// The norm that is left.
        residual: f64,
        /// The number of steps.
        steps: usize,
        /// What would be accepted.
        tolerance: f64,
    },
}

/// Finds where residuals on a group are zero, by Newton's method with increments of the body, none of which turns by more than the
/// radius of trust (algorithm 1). `equations` returns residuals and their Jacobian by increments; the last three components of an
/// increment are how it turns.
///
/// # Errors
/// Where the Jacobian is singular or the steps do not lead there.
pub fn newton<G: LieGroup<f64>>(
    start: G,
    trust: Trust,
    mut equations: impl FnMut(G) -> (DVector<f64>, DMatrix<f64>),
) -> Result<Found<G>, DescentError> {
    let mut at = start;
    for steps in 0.. {
        let (residuals, jacobian) = equations(at);
        let residual = residuals.norm();
        if residual <= trust.tolerance {
            return Ok(Found { at, residual, steps });
        }
        if steps >= trust.steps || !residual.is_finite() {
            return Err(DescentError::NotReached { residual, steps, tolerance: trust.tolerance });
        }
        let increment = Factorised::new(jacobian).solve(&residuals).ok_or(DescentError::Singular { steps })?;
        let size = increment.len();
        let turn = increment.rows(size.saturating_sub(3), size.min(3)).norm();
        let share = if turn > trust.radius { trust.radius / turn } else { 1.0 };
        at = at.compose(G::exp(G::Algebra::from_components(|i| -share * increment[i])));
    }
    unreachable!("the steps are counted")
}

/// Finds a minimum of a function of rotations that is met by going down from a start: Newton's steps where the function is convex,
/// along directions of negative curvature the other way, within a radius of trust that shrinks where the function does not.
/// `function` returns its expansion; only the symmetric part of the Hessian is looked at.
///
/// # Errors
/// Where the steps do not lead to one.
pub fn minimum(
    start: UnitQuaternion<f64>,
    trust: Trust,
    mut function: impl FnMut(UnitQuaternion<f64>) -> Expansion<f64>,
) -> Result<Found<UnitQuaternion<f64>>, DescentError> {
    let (mut at, mut here, mut radius) = (start, function(start), trust.radius);
    for steps in 0.. {
        let residual = here.gradient.norm();
        let (values, vectors) = symmetric_eigen(&DMatrix::from_row_slice(3, 3, &here.curvature().to_array()));
        let values = DVector::from(values);
        let convex = values.min() > 0.0;
        if residual <= trust.tolerance && convex {
            return Ok(Found { at, residual, steps });
        }
        if steps >= trust.steps || !residual.is_finite() || radius < f64::EPSILON {
            return Err(DescentError::NotReached { residual, steps, tolerance: trust.tolerance });
        }
        let step = downwards(here.gradient, &vectors, &values, radius);
        let there = at.compose(UnitQuaternion::exp(step)).normalized();
        let next = function(there);
        // near the end the values differ by rounding alone, and the gradient tells
        let rounding = 8.0 * f64::EPSILON * (1.0 + here.value.abs());
        if next.value < here.value - rounding || next.value < here.value + rounding && next.gradient.norm() < residual {
            (at, here) = (there, next);
            radius = trust.radius.min(2.0 * radius);
        } else {
            radius = 0.25 * step.norm().min(radius);
        }
    }
    unreachable!("the steps are counted")
}

/// Returns the step of Newton's method with the magnitudes of eigenvalues, cut at a radius; from a saddle along what curves down.
fn downwards(gradient: Vec3<f64>, vectors: &DMatrix<f64>, values: &DVector<f64>, radius: f64) -> Vec3<f64> {
    let gradient = DVector::from_column_slice(&gradient.to_array());
    let along = vectors.transpose() * &gradient;
    let mut shares = along.zip_map(values, |g, value| -g / value.abs().max(1e-3));
    let lowest = values.imin();
    if values[lowest] <= 0.0 && gradient.norm() < 1e-8 {
        shares[lowest] = if shares[lowest] < 0.0 { -radius } else { radius };
    }
    let step = vectors * shares;
    let length = step.norm();
    let step = if length > radius { step * (radius / length) } else { step };
    Vec3::from_slice(step.as_slice())
}
