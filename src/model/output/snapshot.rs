//! What outputs are measured on.

use crate::model::body::MassProperties;
use crate::model::force::Force;
use crate::model::state::{BodyRates, Motion};
use crate::num::Sparse3;

/// Holds what is known of a mechanism at an instant.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a, R> {
    /// Time, motion of the bodies and of the joints.
    pub motion: Motion<'a, R>,
    /// Accelerations of every body; empty where no output needs rates.
    pub rates: &'a [BodyRates<R>],
    /// Accelerations of every joint, m/s^2 and rad/s^2: of its scalar coordinates, then the three of a rotation in the
    /// moved body's frame; empty where no output needs rates.
    pub joint_accelerations: &'a [Vec<R>],
    /// Generalised forces that the forces exert in every joint, conjugate to these; empty where no output needs joint
    /// forces.
    pub joint_forces: &'a [Vec<R>],
    /// Mass and inertia of every body.
    pub masses: &'a [MassProperties<R>],
    /// Acceleration of gravity, world frame, m/s^2.
    pub gravity: &'a Sparse3<R>,
    /// Kinetic energy of the rotors in joints, J.
    pub rotor_energy: R,
    /// The forces.
    pub forces: &'a [Force<R>],
}
