//! A fixed joint: two bodies move as one.

use super::kind::{Axes, JointKind};
use crate::model::Kind;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind {
        name: "fixed",
        summary: "no motion: one body with the other",
        keys: "",
        example: r#"[[body]]
name = "sensor"
mass = 0.2 # kg
inertia = [2e-4, 3e-4, 4e-4] # kg m^2
initial = { position = [0.6, 0.5, 0.55], rotation_vector = [0, 0, 0.5] }
[[joint]]
name = "screws"
kind = "fixed"
between = ["plate", "sensor"]
"#,
    },
    elements: &[],
    axes: Axes::None,
    needs_place: false,
    takes_rotor: false,
};
