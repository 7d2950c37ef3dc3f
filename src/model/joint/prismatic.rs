//! A prismatic joint: the body slides along an axis.

use super::kind::{Axes, ElementaryJoint, JointKind};
use crate::model::Kind;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "prismatic",
        summary: "slides along an axis: 1 degree of freedom",
        keys: "axis = [..] (world frame, assembled configuration), rotor_inertia (kg), initial = { coordinate (m), \
               velocity (m/s) }",
        example: r#"[[body]]
name = "drawer"
mass = 2.5 # kg
inertia = [0.06, 0.09, 0.11, 0.004, -0.002, 0.003] # kg m^2
initial = { position = [0.5, 0.3, 0.7] }
[[joint]]
name = "guide"
kind = "prismatic"
between = ["ground", "drawer"]
axis = [1, 0.2, 0]
rotor_inertia = 0.1 # kg
initial = { coordinate = 0.05, velocity = 0.4 } # m, m/s
"#,
    },
    elements: &[ElementaryJoint::Prismatic(2)],
    axes: Axes::One,
    needs_place: false,
    takes_rotor: true,
};
