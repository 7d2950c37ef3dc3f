//! Where a frame is.

use crate::lie::{LieGroup, Rotation, UnitQuaternion};
use crate::num::Vec3;

/// Holds the pose of a frame in another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pose {
    /// The orientation of the frame.
    pub(super) rotation: UnitQuaternion<f64>,
    /// The origin of the frame, m.
    pub(super) position: Vec3<f64>,
}

impl Pose {
    /// Returns the pose of the frame itself.
    pub(super) fn identity() -> Self {
        Self { rotation: UnitQuaternion::identity(), position: Vec3::zero() }
    }
    /// Returns a pose from the angles about the fixed axes x, y and z, in this order, rad.
    pub(super) fn from_angles(position: Vec3<f64>, angles: Vec3<f64>) -> Self {
        let [x, y, z] = angles.to_array().map(|angle| (0.5 * angle).sin_cos());
        let about = |(s, w): (f64, f64), axis: [f64; 3]| UnitQuaternion { w, v: Vec3::constant(axis) * s };
        let (x, y, z) = (about(x, [1.0, 0.0, 0.0]), about(y, [0.0, 1.0, 0.0]), about(z, [0.0, 0.0, 1.0]));
        Self { rotation: z.multiply(y).multiply(x), position }
    }
    /// Returns the pose of a frame that is turned about an axis of length one, rad.
    pub(super) fn about(axis: Vec3<f64>, angle: f64) -> Self {
        Self { rotation: UnitQuaternion::exp(axis * angle), position: Vec3::zero() }
    }
    /// Returns the pose of a frame that is known in this one.
    pub(super) fn compose(self, inner: Self) -> Self {
        Self { rotation: self.rotation.multiply(inner.rotation).normalized(), position: self.point(inner.position) }
    }
    /// Returns a point of this frame in the frame around it, m.
    pub(super) fn point(self, point: Vec3<f64>) -> Vec3<f64> {
        self.position + self.direction(point)
    }
    /// Returns a direction of this frame in the frame around it.
    pub(super) fn direction(self, direction: Vec3<f64>) -> Vec3<f64> {
        if self.rotation.v == Vec3::zero() { direction } else { self.rotation.rotate(direction) }
    }
}

/// Takes components for zeros that are no more than rounding of something of this size.
pub(super) fn without_rounding(v: Vec3<f64>, size: f64) -> Vec3<f64> {
    let flushed = |x: f64| if x.abs() <= 4.0 * f64::EPSILON * size { 0.0 } else { x };
    Vec3::constant(v.to_array().map(flushed))
}
