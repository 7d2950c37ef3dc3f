//! What outputs are measured on.

use crate::model::beam::BeamAt;
use crate::model::body::MassProperties;
use crate::model::constraint::Constraint;
use crate::model::force::Force;
use crate::model::frame::FrameRef;
use crate::model::state::{FrameRates, Motion};
use crate::num::{Mat3, Real, Sparse3, Vec3};

/// Holds what the constraints of a joint exert on the second body of its `between`.
#[derive(Clone, Copy, Debug)]
pub struct Reaction<R> {
    /// Force, world frame, N.
    pub force: Vec3<R>,
    /// Torque about the joint's point in this body, world frame, N m.
    pub torque: Vec3<R>,
    /// `world_from_body` of this body.
    pub rotation: Mat3<R>,
}

impl<R: Real> Reaction<R> {
    /// Returns the magnitude of the force, N; without a derivative where it is zero.
    pub fn magnitude(&self) -> R {
        let square = self.force.dot(self.force);
        let positive = R::zero().less(square);
        R::select(positive, R::select(positive, square, R::one()).sqrt(), R::zero())
    }
}

/// Holds what is known of a mechanism at an instant.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a, R> {
    /// Time, motion of the bodies and of the joints.
    pub motion: Motion<'a, R>,
    /// True within an instant in which an impulse of constraints changes velocities: accelerations and multipliers are those of the
    /// impulse.
    pub at_jump: bool,
    /// Accelerations of every body; empty where no output needs rates.
    pub rates: &'a [FrameRates<R>],
    /// Accelerations of every joint, m/s^2 and rad/s^2: of its scalar coordinates, then the three of a rotation in the
    /// moved body's frame; empty where no output needs rates.
    pub joint_accelerations: &'a [Vec<R>],
    /// Generalised forces that the forces exert in every joint, conjugate to these; empty where no output needs joint
    /// forces.
    pub joint_forces: &'a [Vec<R>],
    /// What the constraints of every joint exert; empty where no output needs constraints.
    pub reactions: &'a [Reaction<R>],
    /// What the constraints of every joint exert, the one of least norm where the motion leaves a choice; empty where no output
    /// needs it.
    pub least_reactions: &'a [Reaction<R>],
    /// The multipliers of the constraints beside those of joints, and those of least norm; empty where no output needs them.
    pub multipliers: [&'a [R]; 2],
    /// The residuals of all constraints, in use or not, on the levels of position, velocity and acceleration, in m and rad;
    /// empty where no output needs constraints.
    pub constraint_residuals: &'a [Vec<R>; 3],
    /// Mass and inertia of every body.
    pub masses: &'a [MassProperties<R>],
    /// Acceleration of gravity, world frame, m/s^2.
    pub gravity: &'a Sparse3<R>,
    /// Kinetic energy of the rotors in joints, J.
    pub rotor_energy: R,
    /// The forces.
    pub forces: &'a [Force<R>],
    /// The beams.
    pub beams: &'a [BeamAt<R>],
    /// The constraints beside those of joints; empty where no output needs constraints.
    pub constraints: &'a [Constraint<R>],
}

impl<R: Real> Snapshot<'_, R> {
    /// Returns the accelerations of a frame.
    pub fn rates_of(&self, frame: FrameRef) -> FrameRates<R> {
        frame.body().map_or_else(FrameRates::resting, |body| self.rates[body])
    }
}
