//! A planar joint. Coordinates: x, y, angle; x is the direction in the plane nearest to the world's x (to its y
//! where the normal is nearer to x).

use super::*;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "planar",
        summary: "slides in a plane and turns about its normal: 3 degrees of freedom",
        keys: "axis = [..] (the normal, world frame, assembled configuration), at = [..] (m, the point that it turns \
               about), initial = { coordinates = [x, y, angle], velocities = [..] }",
    },
    elements: &[ElementaryJoint::Prismatic(0), ElementaryJoint::Prismatic(1), ElementaryJoint::Revolute(2)],
    axes: Axes::One,
    needs_place: false,
    takes_rotor: false,
};
