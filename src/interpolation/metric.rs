//! Metrics: what it means that a rotation or a motion is the mean of others with weights.

use super::eigenproblem;
use super::relative::{Generator, Relative, Way, Weighted, sum_of_quaternions};
use crate::lie::{Motion, UnitQuaternion, VectorialParameterisation, dual_vector};
use crate::num::{Dual, Mat3, Real, Vec3};

/// Newton steps from the answer of the quaternion metric: enough for poses within 1.5 rad of each other, with one to spare.
const STEPS: usize = 3;

/// Steps after those, through which derivatives are taken.
const LAST_STEPS: usize = 2;

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
    /// Returns what makes the parameters of a relative rotation.
    pub(super) fn generator(self) -> Generator {
        use VectorialParameterisation as V;
        match self {
            Self::Matrix => Generator::Matrix,
            Self::Quaternion => Generator::Quaternion,
            Self::Geodesic | Self::Vector(V::Cartesian) => Generator::Angle,
            Self::Implicit(kind) => Generator::of(kind),
            // m sin cos = m/2 sin of twice the angle
            Self::Vector(V::Sine(m)) => Generator::Sine(0.5 * m),
            Self::Vector(V::Tangent(m)) => Generator::TangentCubed(m),
        }
    }
}

impl Metric {
    /// Returns the parameters of a relative rotation, of a motion over dual numbers, by at most half a turn.
    pub fn relative<R: Real>(self, q: UnitQuaternion<R>) -> Relative<R> {
        Relative::of_quaternion(self.generator(), q.short())
    }
}

/// Holds an interpolated rotation, with what tells whether it is a minimum.
#[derive(Clone, Copy, Debug)]
pub struct Interpolated<R> {
    /// The rotation.
    pub rotation: UnitQuaternion<R>,
    /// What is left of the sum of parameters, which is zero of the rotation that is looked for.
    pub residual: Vec3<R>,
    /// The derivative of the sum by increments of the body, with its sign changed: the Hessian of the metrics that are distances,
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
    let near: Vec<UnitQuaternion<R>> = rotations.iter().map(|q| q.near(first)).collect();
    with_signs(metric, weights, &near, None)
}

/// Says what is known of a rotation before its equation is solved.
#[derive(Clone, Debug)]
pub(super) struct Foreknown {
    /// A rotation near it.
    pub(super) start: UnitQuaternion<f64>,
    /// The ways that the others are seen by.
    pub(super) ways: Vec<Way>,
}

/// Returns what [`rotation_at`] returns, of quaternions with the signs that their sum is to have; without a jump where it is known
/// before by which ways they are seen.
fn with_signs<R: Real>(
    metric: Metric,
    weights: &[R],
    rotations: &[UnitQuaternion<R>],
    known: Option<&Foreknown>,
) -> Interpolated<R> {
    let weighted = Weighted::by_ways(metric.generator(), weights, rotations, known.map(|known| &known.ways[..]));
    let step = |rotation: UnitQuaternion<R>, _: usize| {
        let (residual, hessian) = weighted.seen_from(rotation);
        turned(rotation, hessian.solve(residual)).normalized()
    };
    let (start, first) = match (&weighted, known) {
        (Weighted::Matrix(sum), _) => (eigenproblem::nearest(sum), 0),
        (Weighted::Quaternion(sum), _) => (sum.normalized(), 0),
        (Weighted::Each(..), Some(known)) => (each(known.start, R::constant), 0),
        (Weighted::Each(..), None) => (sum_of_quaternions(weights, rotations).normalized(), STEPS),
    };
    let near = (0..first).fold(start, step);
    // derivatives, which eigenvectors lose where eigenvalues are near each other, come from the last steps: of first order from
    // one, up to the third from two
    let last = if let Weighted::Quaternion(_) = weighted { 0 } else { LAST_STEPS };
    let rotation = (0..last).fold(if last > 0 { detached(near) } else { near }, step);
    let (residual, hessian) = weighted.seen_from(rotation);
    let jump = match &weighted {
        Weighted::Each(_, all) if known.is_none() => jump(all, [start, rotation]),
        _ => R::zero(),
    };
    Interpolated { rotation, residual, hessian, jump }
}

/// The cosine of half an angle that is taken for half a turn.
pub(super) const HALF_TURN: f64 = 1e-8;

/// Returns the sum of the squared weights of rotations beyond half a turn from where the steps begin or end: the logarithm jumps
/// where the quaternion that goes with the sign of the sum is perpendicular to it.
fn jump<R: Real>(all: &[(R, UnitQuaternion<R>, Way)], ends: [UnitQuaternion<R>; 2]) -> R {
    all.iter().fold(R::zero(), |jump, (l, q, _)| {
        let [start, end] = ends.map(|to| to.w * q.w + to.v.dot(q.v));
        jump + R::select(start.min(end).less(R::constant(HALF_TURN)), l.square(), R::zero())
    })
}

/// Returns a rotation turned by a small rotation vector of the body, to second order.
fn turned<R: Real>(rotation: UnitQuaternion<R>, by: Vec3<R>) -> UnitQuaternion<R> {
    rotation.multiply(UnitQuaternion { w: R::one(), v: by * R::constant(0.5) })
}

/// Returns a rotation without derivatives.
fn detached<R: Real>(q: UnitQuaternion<R>) -> UnitQuaternion<R> {
    UnitQuaternion { w: q.w.detached(), v: Vec3::new(q.v.x.detached(), q.v.y.detached(), q.v.z.detached()) }
}

/// Returns the motion whose parameters of others have the weighted sum zero: the rotation over dual numbers.
pub fn motion_at<R: Real>(metric: Metric, weights: &[R], motions: &[Motion<R>]) -> Interpolated<Dual<R, 1>> {
    motion_with_signs(metric, weights, &near_first(motions), None)
}

/// Returns what [`motion_at`] returns, of dual quaternions with the signs that their sum is to have: the equation is linear in
/// dual parts, which a step of Newton's method gives at the rotation.
pub(super) fn motion_with_signs<R: Real>(
    metric: Metric,
    weights: &[R],
    motions: &[UnitQuaternion<Dual<R, 1>>],
    known: Option<&Foreknown>,
) -> Interpolated<Dual<R, 1>> {
    let lifted: Vec<Dual<R, 1>> = weights.iter().map(|l| Dual::resting(*l)).collect();
    let weighted = Weighted::by_ways(metric.generator(), &lifted, motions, known.map(|known| &known.ways[..]));
    let (rotation, jump) = if let Weighted::Quaternion(sum) = weighted {
        (sum.normalized(), Dual::zero())
    } else {
        let primal: Vec<UnitQuaternion<R>> = motions.iter().map(|motion| each(*motion, |x| x.re)).collect();
        let Interpolated { rotation, hessian, jump, .. } = with_signs(metric, weights, &primal, known);
        let resting = each(rotation, Dual::resting);
        let [a, b, c] = hessian.rows.map(|row| dual_vector(row, Vec3::zero()));
        (turned(resting, Mat3::from_rows(a, b, c).solve(weighted.seen_from(resting).0)), Dual::resting(jump))
    };
    let (residual, hessian) = weighted.seen_from(rotation);
    Interpolated { rotation, residual, hessian, jump }
}

/// Returns dual quaternions of motions, each with the sign that is near the first one.
pub(super) fn near_first<R: Real>(motions: &[Motion<R>]) -> Vec<UnitQuaternion<Dual<R, 1>>> {
    motions.iter().map(|motion| motion.0.near(motions[0].0)).collect()
}

/// Returns dual quaternions of motions, each with the sign that is near the one before.
pub(super) fn near_neighbours<'a, R: Real>(
    motions: impl IntoIterator<Item = &'a Motion<R>>,
) -> Vec<UnitQuaternion<Dual<R, 1>>> {
    let mut nodes: Vec<UnitQuaternion<Dual<R, 1>>> = motions.into_iter().map(|motion| motion.0).collect();
    for k in 1..nodes.len() {
        nodes[k] = nodes[k].near(nodes[k - 1]);
    }
    nodes
}

/// Returns a quaternion of a part of each number.
pub(super) fn each<A, B: Real>(q: UnitQuaternion<A>, part: impl Fn(A) -> B) -> UnitQuaternion<B> {
    let Vec3 { x, y, z } = q.v;
    UnitQuaternion { w: part(q.w), v: Vec3::new(part(x), part(y), part(z)) }
}
