//! A universal joint: a cross between two perpendicular axes, the first fixed in the body nearer to the ground.
//! Coordinates: the two angles.

use super::*;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "universal",
        summary: "turns about two perpendicular axes, the first fixed in the body nearer to the ground: 2 degrees of \
               freedom",
        keys: "at = [x, y, z] (m, world frame, assembled configuration), axes = [[..], [..]] (world frame), initial \
               = { coordinates = [angle, angle], velocities = [..] }",
    },
    elements: &[ElementaryJoint::Revolute(0), ElementaryJoint::Revolute(1)],
    axes: Axes::Two,
    needs_place: true,
    takes_rotor: false,
};
