//! A cylindrical joint: the body slides along an axis and turns about it. Coordinates: displacement, angle.

use super::*;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "cylindrical",
        summary: "slides along an axis and turns about it: 2 degrees of freedom",
        keys: "at = [x, y, z] (m, world frame, assembled configuration), axis = [..] (world frame), initial = { \
               coordinates = [displacement, angle], velocities = [..] }",
    },
    elements: &[ElementaryJoint::Prismatic(2), ElementaryJoint::Revolute(2)],
    axes: Axes::One,
    needs_place: true,
    takes_rotor: false,
};
