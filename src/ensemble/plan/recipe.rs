//! What a plan is made of, for a device that carries it out itself.

use super::Axis;
use crate::ensemble::distribution::Distribution;

/// How a member's number leads to its values.
#[derive(Clone, Debug)]
pub enum Recipe<'a> {
    /// There are no values.
    Nothing,
    /// The values at the digits of the number in the mixed base of the axes' lengths, the last axis fastest.
    Grid(&'a [Axis]),
    /// A point in the unit cube, and a distribution per column.
    Sampled(Points<'a>, &'a [Distribution]),
}

/// Points in the open unit cube. [`crate::ensemble::hash`] has the random numbers.
#[derive(Clone, Debug)]
pub enum Points<'a> {
    /// One stream of random numbers per column.
    Random {
        /// The seed.
        seed: u64,
    },
    /// A random place in a slice, which a permutation of all members gives.
    LatinHypercube {
        /// The seed of the random places.
        seed: u64,
        /// Number of slices.
        members: u64,
        /// Per column the seed of its permutation.
        permutations: &'a [u64],
    },
    /// Mirrored digits, each shifted.
    Halton(Vec<HaltonColumn<'a>>),
    /// Scrambled Sobol' points.
    Sobol {
        /// The seed of the scrambling.
        seed: u64,
        /// Per column its direction integers, the one with the highest bit first.
        directions: &'a [[u32; 32]],
    },
}

/// A column of a Halton sequence.
#[derive(Clone, Copy, Debug)]
pub struct HaltonColumn<'a> {
    /// The base of its digits.
    pub base: u64,
    /// What each digit is shifted by, the most significant place first.
    pub shifts: &'a [u64],
    /// One over the base to the power of the number of digits.
    pub scale: f64,
}
