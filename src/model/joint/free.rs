//! No constraint: the body moves on R^3 x SO(3), (15) of Holzinger et al. (2024). Coordinates: the centre of mass,
//! from that of the other body and along its axes (world origin and axes for the ground), and the orientation.

use super::kind::{Axes, ElementaryJoint, JointKind};
use crate::model::Kind;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "free",
        summary: "no constraint: R^3 x SO(3), 6 degrees of freedom; every body without a joint",
        keys: "initial = { coordinates = [x, y, z, rotation vector] (m, rad: where the body is, from the centre of mass of the \
               other body and along its axes, world origin and axes for the ground; default as its own `initial` says), velocities = [..] }",
        example: r#"[[body]]
name = "drone"
mass = 1.1 # kg
inertia = [0.012, 0.014, 0.02, 0.001, 0, 0] # kg m^2
initial = { position = [0, 0, 1] }
[[joint]]
name = "air"
kind = "free"
between = ["ground", "drone"]
initial = { coordinates = [0, 0, 1.5, 0.1, 0, -0.2], velocities = [1, 0, 0.5, 0.3, -0.2, 2] } # m, rad; m/s, rad/s
"#,
    },
    elements: &[
        ElementaryJoint::Prismatic(0),
        ElementaryJoint::Prismatic(1),
        ElementaryJoint::Prismatic(2),
        ElementaryJoint::Spherical,
    ],
    axes: Axes::None,
    needs_place: false,
    takes_rotor: false,
};
