//! How much a line turns.

use crate::num::Vec3;

/// Holds how a line turns: about itself, and otherwise, rad.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turn {
    pub(super) twist: f64,
    pub(super) bend: f64,
}

impl Turn {
    /// Sums up the turns of the parts of a line, frames of the sections, rad.
    pub(super) fn along(parts: impl Iterator<Item = Vec3<f64>>) -> Self {
        parts.fold(Self::default(), |sum, part| Self {
            twist: sum.twist + part.x.abs(),
            bend: sum.bend + part.y.hypot(part.z),
        })
    }
}
