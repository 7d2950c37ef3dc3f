//! What is left of a block of consecutive members.
//!
//! A block is reduced as one workgroup of a device does it (`shaders/reduce.wgsl`): [`STRANDS`] strands take every
//! so-many-th member in order, then their results are joined in halves. Deviations are from the first value of the
//! block, squares from its mean. The order is the same here, so in double precision both give the same bits.

use super::bins::{BIN_COUNT, Bins};
use super::moments::Moments;
use super::squares::{SumOfSquares, exponent, power};

/// Members of a block. Blocks begin at multiples of it, whatever the chunks are.
pub const BLOCK: usize = 1024;

/// Sums of squares that have lost nothing: no square of theirs was too small or too large.
const HELD: std::ops::Range<f64> = 1e-250..1e300;

/// Strands that reduce a block side by side.
pub const STRANDS: usize = 64;

/// An output component of a block.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentPartial {
    /// The moments of the component, relative to [`Bins::origin`].
    pub moments: Moments,
    /// The counts of the component, see [`Bins::place`].
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
    /// Returns the moments of a block of `count` values, whose deviations were scaled by 2^-exponent; without values
    /// the sums mean nothing.
    pub fn moments(&self, count: u64, bins: &Bins, exponent: i32) -> Moments {
        if count == 0 {
            return Moments::default();
        }
        Moments {
            count,
            offset: (self.first - bins.origin()) + self.mean * power(exponent),
            excess: 0.0,
            squares: SumOfSquares::in_scale(self.squares, exponent),
            min: self.min,
            max: self.max,
        }
    }
}

impl ComponentPartial {
    /// Reduces the values of a block, at most [`BLOCK`]; members without a value are skipped.
    pub fn new(values: &[Option<f64>], bins: &Bins) -> Self {
        let mut counts = vec![0; BIN_COUNT + 2];
        values.iter().flatten().for_each(|y| counts[bins.place(*y)] += 1);
        let count = values.iter().flatten().count();
        let Some(first) = values.iter().flatten().next().copied() else {
            return Self { moments: Moments::default(), counts };
        };
        let deviations = |exponent: i32| {
            let scale = power(-exponent);
            let sum = joined(values, 0.0, |sum, y| sum + (y - first) * scale, |a, b| a + b);
            let mean = sum / count as f64;
            let square = |sum: f64, y: f64| {
                let deviation = (y - first) * scale - mean;
                sum + deviation * deviation
            };
            [mean, joined(values, 0.0, square, |a, b| a + b)]
        };
        let least = |a: f64, b: f64| if b < a { b } else { a };
        let greatest = |a: f64, b: f64| if a < b { b } else { a };
        let min = joined(values, first, least, least);
        let max = joined(values, first, greatest, greatest);
        let mut scaled = (deviations(bins.exponent()), bins.exponent());
        // values that are nothing beside the width of the classes, or everything: they have a scale of their own
        if let Some(own) = exponent(max - min).filter(|_| !HELD.contains(&scaled.0[1])) {
            scaled = (deviations(own), own);
        }
        let ([mean, squares], exponent) = scaled;
        let sums = BlockSums { first, mean, squares, min, max };
        Self { moments: sums.moments(count as u64, bins, exponent), counts }
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
