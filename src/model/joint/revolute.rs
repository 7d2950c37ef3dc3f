//! A revolute joint: the body turns about an axis.

use super::kind::{Axes, ElementaryJoint, JointKind};
use crate::model::Kind;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "revolute",
        summary: "turns about an axis: 1 degree of freedom",
        keys: "at = [x, y, z] (m, world frame, assembled configuration), axis = [..] (world frame), rotor_inertia \
               (kg m^2), initial = { coordinate (rad), velocity (rad/s) }",
        example: r#"[[body]]
name = "door"
mass = "5*mass" # kg
inertia = [0.9, 0.5, 0.45] # kg m^2
initial = { position = [0.4, 0.1, 0] }
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "door"]
at = [0, 0, 0] # m
axis = [0, 0.1, 1]
rotor_inertia = 0.05 # kg m^2
initial = { coordinate = 0.3, velocity = 1.5 } # rad, rad/s
"#,
    },
    elements: &[ElementaryJoint::Revolute(2)],
    axes: Axes::One,
    needs_place: true,
    takes_rotor: true,
};
