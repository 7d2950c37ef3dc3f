//! A point mass: the body moves on R^3 and does not turn relative to the other one. Coordinates: the centre of mass, from that
//! of the other body and along its axes (world origin and axes for the ground).

use super::kind::{Axes, ElementaryJoint, JointKind};
use crate::model::Kind;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "point",
        summary: "moves in every way and does not turn: 3 degrees of freedom; every body without inertia and without a joint \
                  (a point mass)",
        keys: "initial = { coordinates = [x, y, z] (m: where the centre of mass is, from that of the other body and along its \
               axes, world origin and axes for the ground; default as its own `initial` says), velocities = [..] }",
        example: r#"[[body]]
name = "bead"
mass = 0.3 # kg
initial = { position = [0, 0.4, 1] }
[[joint]]
name = "flight"
kind = "point"
between = ["ground", "bead"]
initial = { coordinates = [0.1, 0.4, 0.9], velocities = [1, 0, 0.5] } # m, m/s
"#,
    },
    elements: &[ElementaryJoint::Prismatic(0), ElementaryJoint::Prismatic(1), ElementaryJoint::Prismatic(2)],
    axes: Axes::None,
    needs_place: false,
    takes_rotor: false,
};
