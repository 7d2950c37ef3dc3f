//! What is kept of a block of members where only statistics are wanted.

use super::origins::{Origins, poses};
use super::{Chunk, Progress};
use crate::statistics::{BLOCK, Bins, ComponentPartial, PosePartial};
use std::ops::Range;

/// A block of members, reduced.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockPartial {
    /// Members, outcomes, steps.
    pub progress: Progress,
    /// Every output component.
    pub components: Vec<ComponentPartial>,
    /// Every output that is a rotation or a pose.
    pub poses: Vec<PosePartial>,
}

impl BlockPartial {
    /// Returns the blocks of a chunk that begins at one.
    pub fn of_chunk(chunk: &Chunk, origins: &Origins) -> Vec<Self> {
        let count = chunk.outcomes.len();
        (0..count)
            .step_by(BLOCK)
            .map(|first| Self::of_members(chunk, first..(first + BLOCK).min(count), origins))
            .collect()
    }

    /// Returns one block of a chunk.
    fn of_members(chunk: &Chunk, places: Range<usize>, origins: &Origins) -> Self {
        let component = |(c, bins): (usize, &Bins)| {
            // the time of an event that did not happen is missing
            let value = |value: Option<f64>| value.filter(|y| !y.is_nan());
            let values: Vec<Option<f64>> = chunk.output(c, places.clone()).map(value).collect();
            ComponentPartial::new(&values, bins)
        };
        let components = origins.bins.iter().enumerate().map(component).collect();
        let seen = origins.poses.iter();
        let seen = seen.map(|(columns, lattice)| PosePartial::new(poses(chunk, columns, places.clone()), lattice));
        let poses = seen.collect();
        Self { progress: Progress::of(chunk, places), components, poses }
    }
}
