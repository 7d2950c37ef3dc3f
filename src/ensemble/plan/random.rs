//! Independent random points.

use crate::ensemble::hash;

use super::sampled::{Sequence, stream};

/// Independent uniform numbers: one stream per column, one place per member.
///
/// So neither more members nor further columns change the numbers that were there before.
#[derive(Debug)]
pub(super) struct Random {
    seed: u64,
}

impl Random {
    /// The points that `seed` selects.
    pub(super) fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl Sequence for Random {
    fn unit(&self, member: u64, column: usize) -> f64 {
        hash::uniform(self.seed, stream(column), member)
    }
}
