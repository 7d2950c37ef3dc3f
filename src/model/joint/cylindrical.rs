//! A cylindrical joint: the body slides along an axis and turns about it. Coordinates: displacement, angle.

use super::kind::{Axes, ElementaryJoint, JointKind};
use crate::model::Kind;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "cylindrical",
        summary: "slides along an axis and turns about it: 2 degrees of freedom",
        keys: "at = [x, y, z] (m, world frame, assembled configuration), axis = [..] (world frame), \
               rotor_inertia = [..] (kg, kg m^2), initial = { coordinates = [displacement, angle], velocities = [..] }",
        example: r#"[[body]]
name = "piston"
mass = 0.8 # kg
inertia = [0.002, 0.002, 0.001] # kg m^2
initial = { position = [0.1, 0.2, 0.3] }
[[joint]]
name = "sleeve"
kind = "cylindrical"
between = ["ground", "piston"]
at = [0.12, 0.2, 0] # m
axis = [0, 0.1, 1]
initial = { coordinates = [0.02, 0.4], velocities = [0.5, -3] } # m and rad, m/s and rad/s
"#,
    },
    elements: &[ElementaryJoint::Prismatic(2), ElementaryJoint::Revolute(2)],
    axes: Axes::One,
    needs_place: true,
    takes_rotor: true,
};
