//! A planar joint. Coordinates: x, y, angle; x is the direction in the plane nearest to the world's x (to its y
//! where the normal is nearer to x).

use super::kind::{Axes, ElementaryJoint, JointKind};
use crate::model::Kind;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "planar",
        summary: "slides in a plane and turns about its normal: 3 degrees of freedom",
        keys: "axis = [..] (the normal, world frame, assembled configuration), at = [..] (m, the point that it turns \
               about), rotor_inertia = [..] (kg, kg, \
               kg m^2), initial = { coordinates = [x, y, angle], velocities = [..] }",
        example: r#"[[body]]
name = "puck"
mass = 0.17 # kg
inertia = [4e-4, 4e-4, 7e-4] # kg m^2
initial = { position = [0.5, -0.5, 0] }
[[joint]]
name = "ice"
kind = "planar"
between = ["ground", "puck"]
at = [0.5, -0.48, 0] # m
axis = [0, 0.05, 1]
initial = { coordinates = [0, 0.1, 0.3], velocities = [2, 0.5, -6] } # m, m, rad and their rates
"#,
    },
    elements: &[ElementaryJoint::Prismatic(0), ElementaryJoint::Prismatic(1), ElementaryJoint::Revolute(2)],
    axes: Axes::One,
    needs_place: false,
    takes_rotor: true,
};
