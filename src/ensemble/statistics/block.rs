//! What is left of a block of consecutive members.
//!
//! A block is reduced as one workgroup of a device does it (`shaders/reduce.wgsl`): [`STRANDS`] strands take every
//! so-many-th member in order, then their results are joined in halves. Deviations are from the first value of the
//! block, squares from its mean. The order is the same here, so in double precision both give the same bits.

use super::bins::{BIN_COUNT, Bins};
use super::moments::Moments;
use crate::ensemble::{Chunk, Progress};
use std::ops::Range;

/// Members of a block. Blocks begin at multiples of it, whatever the chunks are.
pub const BLOCK: usize = 1024;

/// Strands that reduce a block side by side.
pub const STRANDS: usize = 64;

/// A block of members, reduced.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockPartial {
    /// Members, outcomes, steps.
    pub tally: Progress,
    /// Every output component.
    pub components: Vec<ComponentPartial>,
}

/// An output component of a block.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentPartial {
    /// Its moments, relative to [`Bins::origin`].
    pub moments: Moments,
    /// Its counts, see [`Bins::place`].
    pub counts: Vec<u32>,
}

/// The sums over a block as they are formed: deviations from the first value, in the scale of the bins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockSums {
    /// The first value.
    pub first: f64,
    /// The mean of the scaled deviations from it.
    pub mean: f64,
    /// Sum of the squares of the scaled deviations from the mean.
    pub squares: f64,
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
}

impl BlockSums {
    /// The moments of a block of `count` values; without values the sums mean nothing.
    pub fn moments(&self, count: u64, bins: &Bins) -> Moments {
        if count == 0 {
            return Moments::default();
        }
        let scale = bins.scale();
        Moments {
            count,
            offset: (self.first - bins.origin()) + self.mean / scale,
            squares: self.squares / scale / scale,
            min: self.min,
            max: self.max,
        }
    }
}

impl BlockPartial {
    /// The blocks of a chunk that begins at one.
    pub fn of_chunk(chunk: &Chunk, bins: &[Bins]) -> Vec<Self> {
        let count = chunk.outcomes.len();
        (0..count)
            .step_by(BLOCK)
            .map(|first| Self::of_members(chunk, first..(first + BLOCK).min(count), bins))
            .collect()
    }

    /// One block of a chunk.
    fn of_members(chunk: &Chunk, places: Range<usize>, bins: &[Bins]) -> Self {
        let channels = chunk.channel_count();
        let component = |(c, bins): (usize, &Bins)| {
            // the time of an event that did not happen is missing
            let value = |i: usize| {
                let outputs = chunk.outcomes[i].has_outputs();
                Some(chunk.outputs[i * channels + c]).filter(|y| outputs && !y.is_nan())
            };
            let values: Vec<Option<f64>> = places.clone().map(value).collect();
            ComponentPartial::new(&values, bins)
        };
        let components = bins.iter().enumerate().map(component).collect();
        Self { tally: Progress::of(chunk, places), components }
    }
}

impl ComponentPartial {
    /// Reduces the values of a block, at most [`BLOCK`]; members without a value are left out.
    pub fn new(values: &[Option<f64>], bins: &Bins) -> Self {
        let mut counts = vec![0; BIN_COUNT + 2];
        values.iter().flatten().for_each(|y| counts[bins.place(*y)] += 1);
        let count = values.iter().flatten().count();
        let Some(first) = values.iter().flatten().next().copied() else {
            return Self { moments: Moments::default(), counts };
        };
        let scale = bins.scale();
        let sum = joined(values, 0.0, |sum, y| sum + (y - first) * scale, |a, b| a + b);
        let mean = sum / count as f64;
        let square = |sum: f64, y: f64| {
            let deviation = (y - first) * scale - mean;
            sum + deviation * deviation
        };
        let squares = joined(values, 0.0, square, |a, b| a + b);
        let least = |a: f64, b: f64| if b < a { b } else { a };
        let greatest = |a: f64, b: f64| if a < b { b } else { a };
        let min = joined(values, first, least, least);
        let max = joined(values, first, greatest, greatest);
        let sums = BlockSums { first, mean, squares, min, max };
        Self { moments: sums.moments(count as u64, bins), counts }
    }
}

/// Reduces values strand by strand, then the strands in halves.
fn joined(values: &[Option<f64>], start: f64, take: impl Fn(f64, f64) -> f64, join: impl Fn(f64, f64) -> f64) -> f64 {
    let mut strands = [start; STRANDS];
    for (i, y) in values.iter().enumerate() {
        if let Some(y) = y {
            strands[i % STRANDS] = take(strands[i % STRANDS], *y);
        }
    }
    let mut half = STRANDS / 2;
    while half > 0 {
        for i in 0..half {
            strands[i] = join(strands[i], strands[i + half]);
        }
        half /= 2;
    }
    strands[0]
}
