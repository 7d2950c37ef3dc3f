//! The motion of the bodies in absolute terms and of the joints in terms of their own freedom: what forces depend on
//! and outputs are made of. A formulation fills it in, whatever its own coordinates are.

use super::expression::Sides;
use super::frame::FrameRef;
use crate::lie::{LieGroup, Rotation, UnitQuaternion};
use crate::num::{Mat3, Real, Vec3};

/// Holds position and velocity of a frame: of a body, or of the ground.
#[derive(Clone, Copy, Debug)]
pub struct FrameState<R> {
    /// The origin of the frame, of a body its centre of mass; world frame, m.
    pub position: Vec3<R>,
    /// Velocity of the origin, world frame, m/s.
    pub velocity: Vec3<R>,
    /// `world_from_body`.
    pub orientation: UnitQuaternion<R>,
    /// `world_from_body` as a matrix.
    pub rotation: Mat3<R>,
    /// Angular velocity, body frame, rad/s.
    pub angular_velocity: Vec3<R>,
}

impl<R: Real> FrameState<R> {
    /// Returns the state of a body with that orientation.
    pub fn new(
        position: Vec3<R>,
        velocity: Vec3<R>,
        orientation: UnitQuaternion<R>,
        angular_velocity: Vec3<R>,
    ) -> Self {
        Self { position, velocity, orientation, rotation: orientation.matrix(), angular_velocity }
    }
    /// Returns the ground.
    pub fn ground() -> Self {
        let identity = UnitQuaternion { w: R::one(), v: Vec3::zero() };
        Self::new(Vec3::zero(), Vec3::zero(), identity, Vec3::zero())
    }
    /// Returns the offset (world frame) from the centre of mass of a point fixed in the body frame, its position
    /// and its velocity.
    pub fn point(&self, point: Vec3<R>) -> (Vec3<R>, Vec3<R>, Vec3<R>) {
        let arm = self.rotation.apply(point);
        let spin = self.rotation.apply(self.angular_velocity.cross(point));
        (arm, self.position + arm, self.velocity + spin)
    }
}

/// Holds position and velocity of one joint: of the body that it moves relative to the other one.
#[derive(Clone, Debug)]
pub struct JointState<R> {
    /// The scalar coordinates of the joint, m or rad.
    pub coordinates: Vec<R>,
    /// The velocities of the scalar coordinates, m/s or rad/s.
    pub velocities: Vec<R>,
    /// The orientation of a joint that turns in every way, and the angular velocity in the moved body's frame, rad/s.
    pub rotation: Option<(UnitQuaternion<R>, Vec3<R>)>,
}

impl<R: Real> JointState<R> {
    /// Counts the degrees of freedom of the joint: the scalar ones, then three of the rotation.
    pub fn degrees(&self) -> usize {
        self.velocities.len() + if self.rotation.is_some() { 3 } else { 0 }
    }
    /// Returns the orientation of the joint, the identity where it has no rotation.
    pub fn orientation(&self) -> UnitQuaternion<R> {
        self.rotation.map_or_else(UnitQuaternion::identity, |(orientation, _)| orientation)
    }
    /// Returns the rotation vector of the joint's rotation, where it has one, rad.
    pub fn rotation_vector(&self) -> Option<Vec3<R>> {
        self.rotation.map(|(orientation, _)| orientation.normalized().log())
    }
    /// Returns the scalar coordinates of the joint, then the rotation vector of its rotation, m and rad.
    pub fn all_coordinates(&self) -> Vec<R> {
        let vector = self.rotation_vector().map(Vec3::to_array);
        self.coordinates.iter().copied().chain(vector.into_iter().flatten()).collect()
    }
    /// Returns the velocities of the joint's scalar coordinates, then the angular velocity of its rotation in the moved
    /// body's frame, m/s and rad/s.
    pub fn all_velocities(&self) -> Vec<R> {
        let angular = self.rotation.map(|(_, angular_velocity)| angular_velocity.to_array());
        self.velocities.iter().copied().chain(angular.into_iter().flatten()).collect()
    }
}

/// Holds the motion of a mechanism at an instant: what forces depend on.
#[derive(Clone, Copy, Debug)]
pub struct Motion<'a, R> {
    /// Time, s.
    pub time: R,
    /// The motion of every body.
    pub bodies: &'a [FrameState<R>],
    /// The motion of every joint: those of the scenario, then those of [`super::joint::free_bodies`].
    pub joints: &'a [JointState<R>],
    /// The variables that expressions see, in their own units.
    pub variables: &'a [R],
    /// The sides that relations are held at.
    pub sides: Sides<'a, R>,
    /// The parameters of the curves that points stay on, in the order of the constraints.
    pub curves: &'a [R],
    /// The magnitudes of the forces of every joint's constraints, N; empty where nothing depends on them.
    pub reactions: &'a [R],
}

impl<R: Real> Motion<'_, R> {
    /// Returns the state of a frame.
    pub fn frame(&self, frame: FrameRef) -> FrameState<R> {
        frame.body().map_or_else(FrameState::ground, |body| self.bodies[body])
    }
}

/// Sums what acts on a mechanism: forces add to it.
#[derive(Clone, Debug)]
pub struct Loads<R> {
    /// The wrench on each body.
    pub wrenches: Vec<Wrench<R>>,
    /// The forces in each joint, on each of its degrees of freedom, N or N m: along or about the axis of a scalar
    /// coordinate; on a rotation three, the torque in the moved body's frame.
    pub joints: Vec<Vec<R>>,
    /// The forces on the parameters of curves, N m per unit of each.
    pub curves: Vec<R>,
}

impl<R: Real> Loads<R> {
    /// Returns no load, for a mechanism in motion.
    pub fn none(motion: &Motion<'_, R>) -> Self {
        let joints = motion.joints.iter().map(|joint| vec![R::zero(); joint.degrees()]).collect();
        let curves = vec![R::zero(); motion.curves.len()];
        Self { wrenches: vec![Wrench::zero(); motion.bodies.len()], joints, curves }
    }
    /// Adds a force (world frame, N) that acts at a point fixed in a frame, m. The ground bears everything.
    pub fn add_force(&mut self, frame: FrameRef, motion: &Motion<'_, R>, force: Vec3<R>, point: Vec3<R>) {
        if let Some(body) = frame.body() {
            self.wrenches[body].add_force_at(&motion.bodies[body], force, point);
        }
    }
    /// Adds a force (world frame, N) at the origin of a frame and a torque (its own axes, N m).
    pub fn add(&mut self, frame: FrameRef, force: Vec3<R>, torque: Vec3<R>) {
        if let Some(body) = frame.body() {
            let wrench = &mut self.wrenches[body];
            (wrench.force, wrench.torque) = (wrench.force + force, wrench.torque + torque);
        }
    }
    /// Adds a torque (its own axes, N m) to a frame.
    pub fn add_torque(&mut self, frame: FrameRef, torque: Vec3<R>) {
        if let Some(body) = frame.body() {
            self.wrenches[body].torque = self.wrenches[body].torque + torque;
        }
    }
    /// Adds other loads times a factor.
    pub fn add_times(&mut self, other: &Self, factor: R) {
        for (sum, load) in self.wrenches.iter_mut().zip(&other.wrenches) {
            sum.force = sum.force + load.force * factor;
            sum.torque = sum.torque + load.torque * factor;
        }
        let joints = self.joints.iter_mut().flatten().zip(other.joints.iter().flatten());
        let curves = self.curves.iter_mut().zip(&other.curves);
        joints.chain(curves).for_each(|(sum, load)| *sum = *sum + *load * factor);
    }
    /// Returns the work of the loads along the motion from here on, J: zero, whose derivative by the time is their power, see
    /// [`Real::integral`]. A component of an angular velocity is a row of R^T R'.
    pub fn work(&self, motion: &Motion<'_, R>) -> R {
        let along = |x: [R; 3], force: Vec3<R>| {
            let terms = x.into_iter().zip(force.to_array()).map(|(x, force)| x.integral(force));
            terms.fold(R::zero(), |sum, work| sum + work)
        };
        let turning = |rotation: &Mat3<R>, torque: Vec3<R>| {
            let of_row = |row: &Vec3<R>| {
                // w_x = sum R_kz R_ky', and so on
                along([row.y, row.z, row.x], Vec3::new(torque.x * row.z, torque.y * row.x, torque.z * row.y))
            };
            rotation.rows.iter().map(of_row).fold(R::zero(), |sum, work| sum + work)
        };
        let mut work = R::zero();
        for (wrench, body) in self.wrenches.iter().zip(motion.bodies) {
            work = work + along(body.position.to_array(), wrench.force) + turning(&body.rotation, wrench.torque);
        }
        for (forces, joint) in self.joints.iter().zip(motion.joints) {
            let (scalars, torque) = forces.split_at(joint.coordinates.len());
            let terms = joint.coordinates.iter().zip(scalars).map(|(q, force)| q.integral(*force));
            work = terms.fold(work, |sum, term| sum + term);
            if let Some((orientation, _)) = joint.rotation {
                work = work + turning(&orientation.matrix(), Vec3::from_slice(torque));
            }
        }
        work
    }
    /// Returns the power of the loads, W.
    pub fn power(&self, motion: &Motion<'_, R>) -> R {
        let bodies = self.wrenches.iter().zip(motion.bodies).map(|(wrench, state)| wrench.power(state));
        let joints = self.joints.iter().zip(motion.joints);
        let joints = joints.flat_map(|(forces, state)| forces.iter().copied().zip(state.all_velocities()));
        bodies.chain(joints.map(|(force, v)| force * v)).fold(R::zero(), |sum, power| sum + power)
    }
}

/// Holds accelerations of a frame.
#[derive(Clone, Copy, Debug)]
pub struct FrameRates<R> {
    /// Acceleration of the origin, world frame, m/s^2.
    pub acceleration: Vec3<R>,
    /// Angular acceleration, body frame, rad/s^2.
    pub angular_acceleration: Vec3<R>,
}

impl<R: Real> FrameRates<R> {
    /// Returns no acceleration: that of the ground.
    pub fn resting() -> Self {
        Self { acceleration: Vec3::zero(), angular_acceleration: Vec3::zero() }
    }
}

/// Holds a force at the centre of mass (world frame, N) and a torque (body frame, N m).
#[derive(Clone, Copy, Debug)]
pub struct Wrench<R> {
    /// Force, world frame, N.
    pub force: Vec3<R>,
    /// Torque about the centre of mass, body frame, N m.
    pub torque: Vec3<R>,
}

impl<R: Real> Wrench<R> {
    /// Returns no force and no torque.
    pub fn zero() -> Self {
        Self { force: Vec3::zero(), torque: Vec3::zero() }
    }
    /// Returns the power of the wrench on a body, W.
    pub fn power(&self, state: &FrameState<R>) -> R {
        self.force.dot(state.velocity) + self.torque.dot(state.angular_velocity)
    }
    /// Adds a force (world frame) that acts at a body-fixed point (body frame).
    pub fn add_force_at(&mut self, state: &FrameState<R>, force: Vec3<R>, point: Vec3<R>) {
        self.force = self.force + force;
        self.torque = self.torque + point.cross(state.rotation.apply_transposed(force));
    }
}
