//! A prismatic joint: the body slides along an axis.

use super::*;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "prismatic",
        summary: "slides along an axis: 1 degree of freedom",
        keys: "axis = [..] (world frame, assembled configuration), rotor_inertia (kg), initial = { coordinate (m), \
               velocity (m/s) }",
    },
    elements: &[ElementaryJoint::Prismatic(2)],
    axes: Axes::One,
    needs_place: false,
    takes_rotor: true,
};
