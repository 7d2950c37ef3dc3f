//! The motion of the bodies in absolute terms and of the joints in their coordinates: what forces depend on and
//! outputs are made of.

use crate::lie::{Rotation, UnitQuaternion};
use crate::num::{Mat3, Real, Vec3};

/// Position and velocity of one body.
#[derive(Clone, Copy, Debug)]
pub struct BodyState<R> {
    /// Centre of mass, world frame, m.
    pub position: Vec3<R>,
    /// Velocity of the centre of mass, world frame, m/s.
    pub velocity: Vec3<R>,
    /// `world_from_body`.
    pub orientation: UnitQuaternion<R>,
    /// The same as a matrix.
    pub rotation: Mat3<R>,
    /// Angular velocity, body frame, rad/s.
    pub angular_velocity: Vec3<R>,
}

impl<R: Real> BodyState<R> {
    /// The state of a body with that orientation.
    pub fn new(
        position: Vec3<R>,
        velocity: Vec3<R>,
        orientation: UnitQuaternion<R>,
        angular_velocity: Vec3<R>,
    ) -> Self {
        Self { position, velocity, orientation, rotation: orientation.matrix(), angular_velocity }
    }
    /// The ground.
    pub fn ground() -> Self {
        let identity = UnitQuaternion { w: R::one(), v: Vec3::zero() };
        Self::new(Vec3::zero(), Vec3::zero(), identity, Vec3::zero())
    }
    /// The offset (world frame) from the centre of mass of a point fixed in the body frame, its position
    /// and its velocity.
    pub fn point(&self, point: Vec3<R>) -> (Vec3<R>, Vec3<R>, Vec3<R>) {
        let arm = self.rotation.apply(point);
        let spin = self.rotation.apply(self.angular_velocity.cross(point));
        (arm, self.position + arm, self.velocity + spin)
    }
}

/// Where the coordinates and velocities of a joint lie among all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointPlace {
    /// The first of its coordinates.
    pub coordinate: usize,
    /// The first of its velocities.
    pub velocity: usize,
    /// How many coordinates it has.
    pub coordinate_count: usize,
    /// How many velocities it has.
    pub velocity_count: usize,
}

/// The motion of a mechanism at an instant: what forces depend on.
#[derive(Clone, Copy, Debug)]
pub struct Motion<'a, R> {
    /// Time, s.
    pub time: R,
    /// The motion of every body.
    pub bodies: &'a [BodyState<R>],
    /// Coordinates of all joints.
    pub q: &'a [R],
    /// Velocities of all joints.
    pub v: &'a [R],
    /// Where those of each joint lie, by its number.
    pub joints: &'a [JointPlace],
    /// The variables, in their own units.
    pub variables: &'a [R],
}

/// What acts on a mechanism: forces add to it.
#[derive(Debug)]
pub struct Loads<'a, R> {
    /// On each body.
    pub wrenches: &'a mut [Wrench<R>],
    /// On each velocity of the joints, N or N m: along or about the axis of a freedom; on a rotation three, the
    /// torque in the frame of the body nearer to the leaves.
    pub joint: &'a mut [R],
}

/// Accelerations of one body.
#[derive(Clone, Copy, Debug)]
pub struct BodyRates<R> {
    /// Acceleration of the centre of mass, world frame, m/s^2.
    pub acceleration: Vec3<R>,
    /// Angular acceleration, body frame, rad/s^2.
    pub angular_acceleration: Vec3<R>,
}

/// A force at the centre of mass (world frame, N) and a torque (body frame, N m).
#[derive(Clone, Copy, Debug)]
pub struct Wrench<R> {
    /// Force, world frame, N.
    pub force: Vec3<R>,
    /// Torque about the centre of mass, body frame, N m.
    pub torque: Vec3<R>,
}

impl<R: Real> Wrench<R> {
    /// No force and no torque.
    pub fn zero() -> Self {
        Self { force: Vec3::zero(), torque: Vec3::zero() }
    }
    /// The power of the wrench on a body, W.
    pub fn power(&self, state: &BodyState<R>) -> R {
        self.force.dot(state.velocity) + self.torque.dot(state.angular_velocity)
    }
    /// Adds a force (world frame) that acts at a body-fixed point (body frame).
    pub fn add_force_at(&mut self, state: &BodyState<R>, force: Vec3<R>, point: Vec3<R>) {
        self.force = self.force + force;
        self.torque = self.torque + point.cross(state.rotation.apply_transposed(force));
    }
}
