//! A universal joint: a cross between two perpendicular axes, the first fixed in the body nearer to the ground.
//! Coordinates: the two angles.

use super::kind::{Axes, ElementaryJoint, JointKind};
use crate::model::Kind;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "universal",
        summary: "turns about two perpendicular axes, the first fixed in the body nearer to the ground: 2 degrees of \
               freedom",
        keys: "at = [x, y, z] (m, world frame, assembled configuration), axes = [[..], [..]] (world frame), \
               rotor_inertia = [..] (two, kg m^2), initial = { coordinates = [angle, angle], velocities = [..] }",
        example: r#"[[body]]
name = "shaft"
mass = 1.6 # kg
inertia = [0.03, 0.03, 0.002] # kg m^2
initial = { position = [0, 0.05, 0.4], rotation_vector = [0.2, 0.1, 0] }
[[joint]]
name = "cardan"
kind = "universal"
between = ["ground", "shaft"]
at = [0, 0, 0.2] # m
axes = [[1, 0, 0], [0, 1, 0]]
initial = { coordinates = [0.1, -0.2], velocities = [0.8, 1.1] } # rad, rad/s
"#,
    },
    elements: &[ElementaryJoint::Revolute(0), ElementaryJoint::Revolute(1)],
    axes: Axes::Two,
    needs_place: true,
    takes_rotor: true,
};
