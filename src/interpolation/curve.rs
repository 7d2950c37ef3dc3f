//! Curves of motions through the nodes of a basis, with their curvatures.

use super::basis::Basis;
use super::metric::{Metric, each, motion_with_signs, near_neighbours};
use super::relative::{Weighted, joined};
use crate::lie::{Motion, Twist, UnitQuaternion, parts};
use crate::num::{Dual, Mat3, Real, Vec3};

/// Holds an interpolated motion, and how it changes with the parameter.
#[derive(Clone, Copy, Debug)]
pub struct Curve<R> {
    /// The motion.
    pub motion: Motion<R>,
    /// Its curvature, body frame, by the parameter (3.39); by time the velocity.
    pub curvature: Twist<R>,
    /// The derivative of the curvature by the parameter.
    pub derivative: Twist<R>,
    /// What is left of the equation, rotation and translation.
    pub residual: Twist<R>,
    /// The Hessian of the rotation.
    pub hessian: Mat3<R>,
    /// What [`super::Interpolated::jump`] says.
    pub jump: R,
}

/// A number with its first and second derivative by the parameter.
type Twice<R> = Dual<Dual<R, 1>, 1>;

impl<R: Real> Curve<R> {
    /// Interpolates motions at the nodes of a basis; the quaternions of neighbours have the signs that are near each other.
    pub fn at(basis: &Basis, metric: Metric, motions: &[Motion<R>], eta: R) -> Self {
        Self::of_weights(metric, basis.weights(moving(eta)), motions)
    }

    /// Returns the curve of motions with these weights, which hold their derivatives.
    fn of_weights<'a>(
        metric: Metric,
        weights: Vec<Twice<R>>,
        motions: impl IntoIterator<Item = &'a Motion<R>>,
    ) -> Self {
        let part = |take: fn(Twice<R>) -> R| -> Vec<R> { weights.iter().map(|l| take(*l)).collect() };
        let (values, slopes, seconds) = (part(|l| l.re.re), part(|l| l.re.eps[0]), part(|l| l.eps[0].eps[0]));
        let nodes = near_neighbours(motions);
        let found = motion_with_signs(metric, &values, &nodes);
        let [values, slopes, seconds] = [values, slopes, seconds].map(|weights| {
            let weights: Vec<Dual<R, 1>> = weights.into_iter().map(Dual::resting).collect();
            Weighted::new(metric.generator(), &weights, &nodes)
        });
        let curvature = found.hessian.solve(slopes.seen_from(found.rotation).0);
        // along the curve H k = sum l' s changes, with the rotation and with the weights
        let still = UnitQuaternion { w: Dual::one(), v: Vec3::zero() };
        let turn = joined(still, UnitQuaternion { w: Dual::zero(), v: curvature * Dual::constant(0.5) });
        let at = each(found.rotation, Dual::resting).multiply(turn);
        let slope = |v: Vec3<Twice<R>>| Vec3::new(v.x.eps[0], v.y.eps[0], v.z.eps[0]);
        let (right, left) = (slopes.with_slope(&seconds).seen_from(at).0, values.with_slope(&slopes).seen_from(at).1);
        let [a, b, c] = left.rows.map(|row| slope(row).dot(curvature));
        let derivative = found.hessian.solve(slope(right) - Vec3::new(a, b, c));
        let primal = found.hessian.rows.map(|row| parts(row)[0]);
        Self {
            motion: Motion(found.rotation),
            curvature: Twist::from_dual(curvature),
            derivative: Twist::from_dual(derivative),
            residual: Twist::from_dual(found.residual),
            hessian: Mat3::from_rows(primal[0], primal[1], primal[2]),
            jump: found.jump.re,
        }
    }
}

impl Curve<f64> {
    /// Interpolates motions as [`Curve::at`] does, by those nodes alone that have weight at the parameter: of splines at a cost
    /// that does not depend on how many there are.
    pub fn near(basis: &Basis, metric: Metric, motions: &[Motion<f64>], eta: f64) -> Self {
        let (first, weights) = basis.weights_near(eta, moving(eta));
        let node = |k: usize| &motions[(first + k as isize).rem_euclid(motions.len() as isize) as usize];
        let count = weights.len();
        Self::of_weights(metric, weights, (0..count).map(node))
    }
}

/// Returns the parameter with its derivatives by itself.
fn moving<R: Real>(eta: R) -> Twice<R> {
    Dual { re: Dual { re: eta, eps: [R::one()] }, eps: [Dual::resting(R::one())] }
}
