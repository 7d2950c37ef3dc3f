//! A spherical joint: the body turns about a point.

use super::*;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "spherical",
        summary: "a common point: SO(3), 3 degrees of freedom",
        keys: "at = [x, y, z] (m, world frame, assembled configuration; default origin), initial = { coordinates = \
               [..] (rotation vector, rad), velocities = [..] (rad/s, moved body) }",
    },
    elements: &[ElementaryJoint::Spherical],
    axes: Axes::None,
    needs_place: false,
    takes_rotor: false,
};
