//! A spherical joint: the body turns about a point.

use super::kind::{Axes, ElementaryJoint, JointKind};
use crate::model::Kind;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "spherical",
        summary: "a common point: SO(3), 3 degrees of freedom",
        keys: "at = [x, y, z] (m, world frame, assembled configuration; default origin), initial = { coordinates = \
               [..] (rotation vector, rad), velocities = [..] (rad/s, moved body) }",
        example: r#"[[body]]
name = "pendulum"
mass = 1.2 # kg
inertia = [0.04, 0.05, 0.02] # kg m^2
initial = { position = [0.3, 0, -0.4] }
[[joint]]
name = "socket"
kind = "spherical"
between = ["ground", "pendulum"]
at = [0.3, 0, 0] # m
initial = { coordinates = [0.2, -0.1, 0.3], velocities = [0.5, -1, 2] } # rad, rad/s
"#,
    },
    elements: &[ElementaryJoint::Spherical],
    axes: Axes::None,
    needs_place: false,
    takes_rotor: false,
};
