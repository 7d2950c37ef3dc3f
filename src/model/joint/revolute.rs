//! A revolute joint: the body turns about an axis.

use super::*;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "revolute",
        summary: "turns about an axis: 1 degree of freedom",
        keys: "at = [x, y, z] (m, world frame, assembled configuration), axis = [..] (world frame), rotor_inertia \
               (kg m^2), initial = { coordinate (rad), velocity (rad/s) }",
    },
    elements: &[ElementaryJoint::Revolute(2)],
    axes: Axes::One,
    needs_place: true,
    takes_rotor: true,
};
