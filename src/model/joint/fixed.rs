//! A fixed joint: two bodies move as one.

use super::*;

pub(super) const JOINT: JointKind = JointKind {
    kind: Kind { name: "fixed", summary: "no motion: one body with the other", keys: "" },
    elements: &[],
    axes: Axes::None,
    needs_place: false,
    takes_rotor: false,
};
