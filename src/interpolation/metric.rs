//! Metrics: what it means that a rotation or a motion is the mean of others with weights.

use super::basis::Basis;
use super::eigenproblem;
use crate::lie::{LieGroup, Motion, Twist, UnitQuaternion, VectorialParameterisation, dual};
use crate::num::{Dual, Mat3, Real, Vec3};

/// Newton steps from the answer of the quaternion metric: enough for poses within 1.5 rad of each other, with one to spare.
const STEPS: usize = 5;

/// Says which relative motion parameters s(R^T R_k) have the weighted sum zero (3.37).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Metric {
    /// s = sin(phi) n: the distance of matrices, by their polar decomposition (3.17).
    Matrix,
    /// s = 2 sin(phi/2) n: the distance of quaternions, by the length of their sum (3.25).
    Quaternion,
    /// s = phi n: the length of the way on the group (3.34).
    Geodesic,
    /// s = p, of a parameterisation: implicit interpolation of its parameters.
    Implicit(VectorialParameterisation),
    /// s = p p'(phi) n, of a parameterisation: the distance of its vectors (3.30).
    Vector(VectorialParameterisation),
}

impl Metric {
    /// Returns the relative motion parameters of a rotation vector.
    fn parameters<R: Real>(self, psi: Vec3<R>) -> Vec3<R> {
        use VectorialParameterisation as V;
        match self {
            Self::Matrix => V::LINEAR.of_rotation_vector(psi),
            Self::Quaternion => V::EULER_RODRIGUES.of_rotation_vector(psi),
            Self::Geodesic | Self::Vector(V::Cartesian) => psi,
            Self::Implicit(kind) => kind.of_rotation_vector(psi),
            // m sin cos = m/2 sin of twice the angle
            Self::Vector(V::Sine(m)) => V::Sine(0.5 * m).of_rotation_vector(psi),
            // m tan (1 + tan^2)
            Self::Vector(V::Tangent(m)) => {
                let p = V::Tangent(m).of_rotation_vector(psi);
                p * (R::one() + p.norm_squared().scale(1.0 / (m * m)))
            }
        }
    }

    /// Returns the sum of the weighted parameters of rotations seen from one.
    fn sum<R: Real>(self, weights: &[R], rotations: &[UnitQuaternion<R>], from: UnitQuaternion<R>) -> Vec3<R> {
        let back = from.inverse();
        let each = weights.iter().zip(rotations).map(|(l, q)| self.parameters(back.compose(*q).log()) * *l);
        each.fold(Vec3::zero(), |sum, s| sum + s)
    }
}

/// Holds an interpolated rotation, with what tells whether it is a minimum.
#[derive(Clone, Copy, Debug)]
pub struct Interpolated<R> {
    /// The rotation.
    pub rotation: UnitQuaternion<R>,
    /// What is left of the sum of parameters, which is zero of the rotation that is looked for.
    pub residual: Vec3<R>,
    /// The derivative of the sum by rotations of the body, with its sign changed: the Hessian of the metrics that are distances,
    /// whose minimum is none where it has an eigenvalue that is not positive.
    pub hessian: Mat3<R>,
}

/// Returns the rotation whose parameters of others have the weighted sum zero.
///
/// The quaternion metric has a closed form, the normalised sum of quaternions with the signs near the first one (3.23), the matrix
/// metric is an eigenproblem (3.19); others begin at the first and take a fixed number of steps of Newton's method, so that they
/// can be recorded.
pub fn rotation_at<R: Real>(metric: Metric, weights: &[R], rotations: &[UnitQuaternion<R>]) -> Interpolated<R> {
    let first = rotations[0];
    let near: Vec<UnitQuaternion<R>> = rotations.iter().map(|q| near(*q, first)).collect();
    with_signs(metric, weights, &near)
}

/// Returns what [`rotation_at`] returns, of quaternions with the signs that their sum is to have.
fn with_signs<R: Real>(metric: Metric, weights: &[R], rotations: &[UnitQuaternion<R>]) -> Interpolated<R> {
    let (start, steps) = match metric {
        Metric::Quaternion => (mean_of_quaternions(weights, rotations), 0),
        // derivatives, which eigenvectors lose where eigenvalues are near each other, come from the steps: of first order from
        // one, up to the third from two
        Metric::Matrix => (detached(eigenproblem::nearest(weights, rotations)), 2),
        _ => (mean_of_quaternions(weights, rotations), STEPS),
    };
    let mut rotation = start;
    for _ in 0..steps {
        let Interpolated { residual, hessian, .. } = linearised(metric, weights, rotations, rotation);
        rotation = rotation.compose(UnitQuaternion::exp(solve(hessian, residual))).normalized();
    }
    linearised(metric, weights, rotations, rotation)
}

/// Returns a rotation without derivatives.
fn detached<R: Real>(q: UnitQuaternion<R>) -> UnitQuaternion<R> {
    UnitQuaternion { w: q.w.detached(), v: Vec3::new(q.v.x.detached(), q.v.y.detached(), q.v.z.detached()) }
}

/// Returns the one of q and -q that is nearer to another quaternion.
fn near<R: Real>(q: UnitQuaternion<R>, to: UnitQuaternion<R>) -> UnitQuaternion<R> {
    let flip = (q.w * to.w + q.v.dot(to.v)).less(R::zero());
    UnitQuaternion { w: R::select(flip, -q.w, q.w), v: Vec3::select(flip, -q.v, q.v) }
}

/// Returns the normalised sum of quaternions.
fn mean_of_quaternions<R: Real>(weights: &[R], rotations: &[UnitQuaternion<R>]) -> UnitQuaternion<R> {
    let (mut w, mut v) = (R::zero(), Vec3::zero());
    for (l, q) in weights.iter().zip(rotations) {
        (w, v) = (w + q.w * *l, v + q.v * *l);
    }
    UnitQuaternion { w, v }.normalized()
}

/// Returns the sum of parameters at a rotation, and its derivative by rotations of the body.
fn linearised<R: Real>(
    metric: Metric,
    weights: &[R],
    rotations: &[UnitQuaternion<R>],
    rotation: UnitQuaternion<R>,
) -> Interpolated<R> {
    let still = |q: &UnitQuaternion<R>| UnitQuaternion {
        w: Dual::<R, 3>::resting(q.w),
        v: Vec3::new(Dual::resting(q.v.x), Dual::resting(q.v.y), Dual::resting(q.v.z)),
    };
    let [x, y, z] = [0, 1, 2].map(|i| Dual::<R, 3>::variable(R::zero(), i));
    let moved = still(&rotation).compose(UnitQuaternion::exp(Vec3::new(x, y, z)));
    let weights: Vec<Dual<R, 3>> = weights.iter().map(|l| Dual::resting(*l)).collect();
    let rotations: Vec<_> = rotations.iter().map(still).collect();
    let sum = metric.sum(&weights, &rotations, moved).to_array();
    let row = |i: usize| Vec3::new(-sum[i].eps[0], -sum[i].eps[1], -sum[i].eps[2]);
    let residual = Vec3::new(sum[0].re, sum[1].re, sum[2].re);
    Interpolated { rotation, residual, hessian: Mat3::from_rows(row(0), row(1), row(2)) }
}

/// Solves three linear equations by cofactors.
fn solve<R: Real>(matrix: Mat3<R>, right: Vec3<R>) -> Vec3<R> {
    let [a, b, c] = [0, 1, 2].map(|j| matrix.column(j));
    let normal = b.cross(c);
    Vec3::new(right.dot(normal), a.dot(right.cross(c)), a.dot(b.cross(right))) * (R::one() / a.dot(normal))
}

/// Returns the motion whose parameters of others have the weighted sum zero: the rotation over dual numbers.
pub fn motion_at<R: Real>(metric: Metric, weights: &[R], motions: &[Motion<R>]) -> Interpolated<Dual<R, 1>> {
    let weights: Vec<Dual<R, 1>> = weights.iter().map(|l| Dual::resting(*l)).collect();
    let motions: Vec<_> = motions.iter().map(|motion| motion.0).collect();
    rotation_at(metric, &weights, &motions)
}

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
}

/// A number with its derivative by the parameter, and with both.
type Once<R> = Dual<R, 1>;
type Twice<R> = Dual<Once<R>, 1>;

impl<R: Real> Curve<R> {
    /// Interpolates motions at the nodes of a basis; the quaternions of neighbours have the signs that are near each other.
    pub fn at(basis: &Basis, metric: Metric, motions: &[Motion<R>], eta: R) -> Self {
        let eta = Twice { re: Once { re: eta, eps: [R::one()] }, eps: [Once::resting(R::one())] };
        let weights = basis.weights(eta);
        let still = |x: Dual<R, 1>| {
            let lifted = |x: R| Twice::resting(Once::resting(x));
            dual(lifted(x.re), lifted(x.eps[0]))
        };
        let lifted = |motion: &Motion<R>| {
            let UnitQuaternion { w, v } = motion.0;
            Motion(UnitQuaternion { w: still(w), v: Vec3::new(still(v.x), still(v.y), still(v.z)) })
        };
        let motions: Vec<Motion<Twice<R>>> = motions.iter().map(lifted).collect();
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
        }
    }
}
