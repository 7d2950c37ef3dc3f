//! Constant frames of joints and bodies, in the assembled configuration. What does not depend on parameters is computed in
//! f64 first, so that its zeros are zeros and the recorded equations lose the terms that they multiply.

use crate::lie::UnitQuaternion;
use crate::model::expression::{Expr3, evaluate3};
use crate::model::joint::{Axes, ElementaryJoint, Joint};
use crate::num::{Mat3, MaybeConstant, Real, Vec3};

pub(super) type Number<R> = MaybeConstant<R>;
pub(super) type Vector<R> = Vec3<MaybeConstant<R>>;
pub(super) type Matrix<R> = Mat3<MaybeConstant<R>>;

/// Returns the vector `value` along axis `k`.
pub(super) fn along<R: Real>(k: usize, value: R) -> Vec3<R> {
    let at = |i| if i == k { value } else { R::zero() };
    Vec3::new(at(0), at(1), at(2))
}

/// Returns the two axes after axis `k`, in cyclic order.
pub(super) fn across(k: usize) -> (usize, usize) {
    ((k + 1) % 3, (k + 2) % 3)
}

pub(super) fn map_vector<A: Copy, B: Real>(v: Vec3<A>, f: impl Fn(A) -> B) -> Vec3<B> {
    Vec3::new(f(v.x), f(v.y), f(v.z))
}

pub(super) fn map<A: Copy, B: Real>(m: &Mat3<A>, f: impl Fn(A) -> B) -> Mat3<B> {
    let [a, b, c] = m.rows;
    Mat3::from_rows(map_vector(a, &f), map_vector(b, &f), map_vector(c, &f))
}

/// The rounding that products of rotations leave of a zero: a component of a direction below this is none.
const ROUNDING: f64 = 2.0 * f64::EPSILON;

/// Returns a direction without the rounding that is left of zeros; where but one component remains, an axis.
pub(super) fn snapped<R: Real>(v: Vector<R>) -> Vector<R> {
    let v = map_vector(v, |x| x.flushed(ROUNDING));
    let zeros = v.to_array().into_iter().filter(|x| x.value() == Some(0.0)).count();
    let one = |x: Number<R>| match x.value() {
        Some(value) if zeros == 2 && value != 0.0 => MaybeConstant::Constant(value.signum()),
        _ => x,
    };
    map_vector(v, one)
}

/// Returns a rotation whose rows are [`snapped`].
pub(super) fn snapped_rows<R: Real>(m: &Matrix<R>) -> Matrix<R> {
    let [a, b, c] = m.rows;
    Mat3::from_rows(snapped(a), snapped(b), snapped(c))
}

/// Returns the rotation `a_from_b` of two frames, from `world_from_a` and `world_from_b`.
pub(super) fn between<R: Real>(a: &Matrix<R>, b: &Matrix<R>) -> Matrix<R> {
    let [of_a, of_b] = [a, b].map(|m| m.to_array().map(MaybeConstant::value));
    if of_a == of_b && of_a.iter().all(Option::is_some) {
        // but for rounding the product is one
        return Mat3::identity();
    }
    snapped_rows(&(a.transpose() * *b))
}

/// Returns a difference of positions, in a frame; what rounding leaves of a zero is zero.
pub(super) fn difference<R: Real>(frame: &Matrix<R>, to: Vector<R>, from: Vector<R>) -> Vector<R> {
    let size = |x: Number<R>| x.value().map_or(0.0, f64::abs);
    let apart = |to: Number<R>, from: Number<R>| (to - from).flushed(ROUNDING * size(to).max(size(from)));
    let apart = Vec3::new(apart(to.x, from.x), apart(to.y, from.y), apart(to.z, from.z));
    let limit = 2.0 * ROUNDING * apart.to_array().into_iter().map(size).fold(0.0, f64::max);
    map_vector(frame.apply_transposed(apart), |x| x.flushed(limit))
}

/// Returns the axis along which a [`snapped`] constant direction points, with its sign.
pub(super) fn direction<R: Real>(v: Vector<R>) -> Option<(usize, f64)> {
    let [x, y, z] = v.to_array().map(MaybeConstant::value);
    let v = [x?, y?, z?];
    let k = v.iter().position(|x| x.abs() == 1.0)?;
    let alone = v.iter().enumerate().all(|(i, x)| i == k || *x == 0.0);
    alone.then_some((k, v[k]))
}

/// Returns three perpendicular directions as the columns of a matrix.
pub(super) fn columns<R: Real>([x, y, z]: [Vector<R>; 3]) -> Matrix<R> {
    Mat3::from_rows(x, y, z).transpose()
}

/// The frames of a joint's elementary joints, `world_from_link`.
pub(super) struct JointFrames<R> {
    /// The frame that has the axes of the joint, but for the second of `axes`.
    pub(super) first: Matrix<R>,
    /// The frame that has the second of `axes`.
    pub(super) second: Matrix<R>,
    /// Whether both frames are the same.
    pub(super) are_one: bool,
}

/// Returns the frames in the axes of a joint: its z, or its x and y, and what is perpendicular to them. Two axes that
/// are perpendicular only nearly have a frame each in a universal joint. `defaults` decide for all members which world
/// axis is nearest to the plane across z.
pub(super) fn frames_of_axes<R: Real>(
    joint: &Joint,
    parameters: &[Number<R>],
    defaults: &[f64],
) -> Option<JointFrames<R>> {
    let axis = |e: &Expr3| snapped(evaluate3(e, parameters).normalized());
    let across = |a: Vector<R>, b: Vector<R>| snapped((a - b * a.dot(b)).normalized());
    let frame = |x: Vector<R>, y: Vector<R>, z: Vector<R>| snapped_rows(&columns([x, y, z]));
    match &joint.axes[..] {
        [z] => {
            let at_default = evaluate3(z, defaults).to_array().map(f64::abs);
            let z = axis(z);
            let nearest = if at_default[0] >= at_default[1] && at_default[0] >= at_default[2] { 1 } else { 0 };
            let unit = |k: usize| along(k, MaybeConstant::Constant(1.0));
            // the axis of another member may be along it
            let parallel = MaybeConstant::Constant(0.5).less(unit(nearest).dot(z).square());
            let x = across(Vec3::select(parallel, unit(2), unit(nearest)), z);
            let first = frame(x, z.cross(x), z);
            Some(JointFrames { first, second: first, are_one: true })
        }
        [x, y] => {
            let (x, y) = (axis(x), axis(y));
            if x.dot(y).flushed(ROUNDING).value() == Some(0.0) {
                let first = frame(x, y, x.cross(y));
                return Some(JointFrames { first, second: first, are_one: true });
            }
            let (x_across, y_across) = (across(x, y), across(y, x));
            let first = frame(x, y_across, x.cross(y_across));
            if joint.kind.axes != Axes::Two {
                return Some(JointFrames { first, second: first, are_one: true });
            }
            let second = frame(x_across, y, x_across.cross(y));
            Some(JointFrames { first, second, are_one: false })
        }
        _ => None,
    }
}

impl<R: Real> JointFrames<R> {
    /// Returns the frame of an elementary joint of the joint.
    pub(super) fn of(&self, element: &ElementaryJoint) -> Matrix<R> {
        match element {
            ElementaryJoint::Prismatic(1) | ElementaryJoint::Revolute(1) => self.second,
            _ => self.first,
        }
    }
}

pub(super) fn quaternion<R: Real>(q: &UnitQuaternion<Number<R>>) -> UnitQuaternion<R> {
    UnitQuaternion { w: q.w.number(), v: map_vector(q.v, MaybeConstant::number) }
}
