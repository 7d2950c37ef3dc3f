//! Curves of motions through the nodes of a basis, with their curvatures.

use super::basis::Basis;
use super::metric::{Metric, near, with_signs};
use crate::lie::{LieGroup, Motion, Twist, UnitQuaternion, dual};
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

/// A number with its derivative by the parameter, and with both.
type Once<R> = Dual<R, 1>;
type Twice<R> = Dual<Once<R>, 1>;

impl<R: Real> Curve<R> {
    /// Interpolates motions at the nodes of a basis; the quaternions of neighbours have the signs that are near each other.
    pub fn at(basis: &Basis, metric: Metric, motions: &[Motion<R>], eta: R) -> Self {
        Self::of_weights(metric, basis.weights(moving(eta)), motions.iter())
    }

    /// Returns the curve of motions with these weights, which hold their derivatives.
    fn of_weights<'a>(metric: Metric, weights: Vec<Twice<R>>, motions: impl Iterator<Item = &'a Motion<R>>) -> Self
    where
        R: 'a,
    {
        let still = |x: Dual<R, 1>| {
            let lifted = |x: R| Twice::resting(Once::resting(x));
            dual(lifted(x.re), lifted(x.eps[0]))
        };
        let lifted = |motion: &Motion<R>| {
            let UnitQuaternion { w, v } = motion.0;
            Motion(UnitQuaternion { w: still(w), v: Vec3::new(still(v.x), still(v.y), still(v.z)) })
        };
        let motions: Vec<Motion<Twice<R>>> = motions.map(lifted).collect();
        let weights: Vec<Dual<Twice<R>, 1>> = weights.into_iter().map(Dual::resting).collect();
        let mut rotations: Vec<UnitQuaternion<Dual<Twice<R>, 1>>> = motions.iter().map(|motion| motion.0).collect();
        for k in 1..rotations.len() {
            rotations[k] = near(rotations[k], rotations[k - 1]);
        }
        let found = with_signs(metric, &weights, &rotations);
        let part = |take: &dyn Fn(Twice<R>) -> Once<R>| {
            let of = |x: Dual<Twice<R>, 1>| dual(take(x.re), take(x.eps[0]));
            let UnitQuaternion { w, v } = found.rotation;
            UnitQuaternion { w: of(w), v: Vec3::new(of(v.x), of(v.y), of(v.z)) }
        };
        let (value, slope) = (part(&|x| x.re), part(&|x| x.eps[0]));
        let curvature = Twist::from_dual(value.inverse().multiply(slope).v * Dual::constant(2.0));
        let each = |v: Vec3<Once<R>>, take: &dyn Fn(Once<R>) -> R| Vec3::new(take(v.x), take(v.y), take(v.z));
        let twist = |take: &dyn Fn(Once<R>) -> R| Twist {
            translation: each(curvature.translation, take),
            rotation: each(curvature.rotation, take),
        };
        let plain = |x: Dual<Once<R>, 1>| dual(x.re.re, x.eps[0].re);
        let motion = Motion(UnitQuaternion {
            w: plain(value.w),
            v: Vec3::new(plain(value.v.x), plain(value.v.y), plain(value.v.z)),
        });
        let residual = found.residual;
        let left = |x: Dual<Twice<R>, 1>| [x.re.re.re, x.eps[0].re.re];
        let [x, y, z] = [residual.x, residual.y, residual.z].map(left);
        let hessian = found.hessian.to_array().map(|x| x.re.re.re);
        Self {
            motion,
            curvature: twist(&|x| x.re),
            derivative: twist(&|x| x.eps[0]),
            residual: Twist { translation: Vec3::new(x[1], y[1], z[1]), rotation: Vec3::new(x[0], y[0], z[0]) },
            hessian: Mat3::from_rows(
                Vec3::from_slice(&hessian[..3]),
                Vec3::from_slice(&hessian[3..6]),
                Vec3::from_slice(&hessian[6..]),
            ),
            jump: found.jump.re.re.re,
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
    Twice { re: Once { re: eta, eps: [R::one()] }, eps: [Once::resting(R::one())] }
}
