//! A point of one body on a line of the other. Coordinates: displacement along the line, then the orientation of the moved
//! body relative to the other one.

use super::kind::{Axes, ElementaryJoint, JointKind};
use crate::model::Kind;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "point_on_line",
        summary: "a point slides along a line and turns freely about itself: 4 degrees of freedom",
        keys: "at = [x, y, z] (m, the point, world frame, assembled configuration), axis = [..] (the line, world frame, \
               fixed in the body nearer to the ground), initial = { coordinates = [displacement, rotation vector], \
               velocities = [..] }",
        example: r#"[[body]]
name = "trolley"
mass = 0.9 # kg
inertia = [0.03, 0.02, 0.04] # kg m^2
initial = { position = [0.2, -0.3, -0.4] }
[[joint]]
name = "cable"
kind = "point_on_line"
between = ["ground", "trolley"]
at = [0.2, -0.3, 0] # m
axis = [1, 0.2, 0.1]
initial = { coordinates = [0.05, 0.1, -0.2, 0.1], velocities = [0.6, 0.4, -0.3, 1] } # m and rad, m/s and rad/s
"#,
    },
    elements: &[ElementaryJoint::Prismatic(2), ElementaryJoint::Spherical],
    axes: Axes::One,
    needs_place: true,
    takes_rotor: false,
};
