//! Latin hypercube sampling.
//!
//! `McKay`, Beckman and Conover, "A comparison of three methods for selecting values
//! of input variables in the analysis of output from a computer code", Technometrics 21
//! (1979) 239-245: every column is cut into as many equal slices as there are members, each
//! slice gets one member, and the slices of different columns are paired at random.

use crate::ensemble::hash;

use super::sampled::{Sequence, stream};

/// Marks the stream from which the seeds of the permutations come; columns count from 0 and
/// never reach it.
const PERMUTATION_STREAM: u64 = u64::MAX;

/// A random permutation of the slices for each column, and a random place within the slice.
#[derive(Debug)]
pub(super) struct LatinHypercube {
    seed: u64,
    members: u64,
    permutations: Vec<u64>,
}

impl LatinHypercube {
    /// The points that `seed` selects.
    pub(super) fn new(columns: usize, members: u64, seed: u64) -> Self {
        let permutations = (0..columns).map(|column| hash::bits(seed, PERMUTATION_STREAM, stream(column))).collect();
        Self { seed, members, permutations }
    }
}

impl Sequence for LatinHypercube {
    #[allow(clippy::cast_precision_loss, reason = "beyond 2^53 members the slices are finer than the numbers")]
    fn unit(&self, member: u64, column: usize) -> f64 {
        let seed = self.permutations.get(column).copied().unwrap_or(self.seed);
        let slice = hash::permute(member, self.members, seed);
        let jitter = hash::uniform(self.seed, stream(column), member);
        hash::clamp_open((slice as f64 + jitter) / self.members as f64)
    }
}
