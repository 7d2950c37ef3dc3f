//! Metrics: what it means that a rotation or a motion is the mean of others with weights.

use super::eigenproblem;
use crate::lie::{LieGroup, Motion, Rotation, UnitQuaternion, VectorialParameterisation};
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
    /// The sum of the squared weights of rotations half a turn or farther away, from the rotation or from where Newton's method
    /// begins, where the parameters of metrics with a logarithm jump: zero where the rotation is a smooth function of the weights.
    pub jump: R,
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
pub(super) fn with_signs<R: Real>(metric: Metric, weights: &[R], rotations: &[UnitQuaternion<R>]) -> Interpolated<R> {
    let step = |Interpolated { rotation, residual, hessian, .. }: Interpolated<R>| {
        rotation.compose(UnitQuaternion::exp(hessian.solve(residual))).normalized()
    };
    match metric {
        Metric::Quaternion => {
            let (sum, mean) = sum_of_quaternions(weights, rotations);
            of_quaternions(sum, mean)
        }
        Metric::Matrix => {
            let each = weights.iter().zip(rotations).map(|(l, q)| q.matrix().scaled(*l));
            let sum = each.fold(Mat3::from_rows(Vec3::zero(), Vec3::zero(), Vec3::zero()), |sum, matrix| sum + matrix);
            // derivatives, which eigenvectors lose where eigenvalues are near each other, come from the steps: of first order
            // from one, up to the third from two
            let start = detached(eigenproblem::nearest(sum));
            of_matrix(sum, step(of_matrix(sum, step(of_matrix(sum, start)))))
        }
        _ => {
            let start = sum_of_quaternions(weights, rotations).1;
            let at = |rotation| linearised(metric, weights, rotations, rotation);
            let found = (0..STEPS).fold(at(start), |found, _| at(step(found)));
            // the logarithm jumps where the quaternion that goes with the sign of the sum is perpendicular to it, also on the way
            // from the start
            let jump = weights.iter().zip(rotations).fold(R::zero(), |jump, (l, q)| {
                let cosine = |to: UnitQuaternion<R>| to.w * q.w + to.v.dot(q.v);
                let least = cosine(found.rotation).min(cosine(start));
                jump + R::select(least.less(R::constant(HALF_TURN)), l.square(), R::zero())
            });
            Interpolated { jump, ..found }
        }
    }
}

/// The cosine of half an angle that is taken for half a turn.
const HALF_TURN: f64 = 1e-8;

/// Returns what a rotation is to the sum S of weighted matrices: with A = R^T S the parameters have the sum axial(A), which
/// rotations of the body change by -(tr(A) - A)/2.
pub(super) fn of_matrix<R: Real>(sum: Mat3<R>, rotation: UnitQuaternion<R>) -> Interpolated<R> {
    let a = rotation.matrix().transpose() * sum;
    let [xx, xy, xz, yx, yy, yz, zx, zy, zz] = a.to_array();
    let residual = Vec3::new(zy - yz, xz - zx, yx - xy) * R::constant(0.5);
    let hessian =
        Mat3::from_rows(Vec3::new(yy + zz, -xy, -xz), Vec3::new(-yx, xx + zz, -yz), Vec3::new(-zx, -zy, xx + yy));
    Interpolated { rotation, residual, hessian: hessian.scaled(R::constant(0.5)), jump: R::zero() }
}

/// Returns what a rotation is to the sum of weighted quaternions: with w + v of it, seen from the rotation, the parameters have the
/// sum 2 v, which rotations of the body change by -(w - v~).
fn of_quaternions<R: Real>(sum: UnitQuaternion<R>, rotation: UnitQuaternion<R>) -> Interpolated<R> {
    let UnitQuaternion { w, v } = rotation.inverse().multiply(sum);
    let hessian = Mat3::from_rows(Vec3::new(w, v.z, -v.y), Vec3::new(-v.z, w, v.x), Vec3::new(v.y, -v.x, w));
    Interpolated { rotation, residual: v * R::constant(2.0), hessian, jump: R::zero() }
}

/// Returns a rotation without derivatives.
fn detached<R: Real>(q: UnitQuaternion<R>) -> UnitQuaternion<R> {
    UnitQuaternion { w: q.w.detached(), v: Vec3::new(q.v.x.detached(), q.v.y.detached(), q.v.z.detached()) }
}

/// Returns the one of q and -q that is nearer to another quaternion.
pub(super) fn near<R: Real>(q: UnitQuaternion<R>, to: UnitQuaternion<R>) -> UnitQuaternion<R> {
    let flip = (q.w * to.w + q.v.dot(to.v)).less(R::zero());
    UnitQuaternion { w: R::select(flip, -q.w, q.w), v: Vec3::select(flip, -q.v, q.v) }
}

/// Returns the sum of weighted quaternions, and the same with length one.
fn sum_of_quaternions<R: Real>(
    weights: &[R],
    rotations: &[UnitQuaternion<R>],
) -> (UnitQuaternion<R>, UnitQuaternion<R>) {
    let (mut w, mut v) = (R::zero(), Vec3::zero());
    for (l, q) in weights.iter().zip(rotations) {
        (w, v) = (w + q.w * *l, v + q.v * *l);
    }
    let sum = UnitQuaternion { w, v };
    (sum, sum.normalized())
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
    Interpolated { rotation, residual, hessian: Mat3::from_rows(row(0), row(1), row(2)), jump: R::zero() }
}

/// Returns the motion whose parameters of others have the weighted sum zero: the rotation over dual numbers.
pub fn motion_at<R: Real>(metric: Metric, weights: &[R], motions: &[Motion<R>]) -> Interpolated<Dual<R, 1>> {
    let weights: Vec<Dual<R, 1>> = weights.iter().map(|l| Dual::resting(*l)).collect();
    let motions: Vec<_> = motions.iter().map(|motion| motion.0).collect();
    rotation_at(metric, &weights, &motions)
}
