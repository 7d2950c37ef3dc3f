//! Rotations or poses that come one at a time.

use super::lattice::RotationLattice;
use super::mean::FrechetMean;
use super::sums::{PosePartial, PoseSums};
use crate::lie::Pose;
use crate::statistics::BLOCK;

/// Rotations or poses that are kept, 56 bytes each: up to that many the mean is exact.
const KEPT: usize = 1 << 20;

/// Summary of the rotations or poses of an output, fed one at a time; it depends on them and their order alone.
#[derive(Clone, Debug)]
pub struct PoseSummary {
    positions: bool,
    /// All so far or, where there are sums, those of the last block.
    kept: Vec<Pose<f64>>,
    sums: Option<PoseSums>,
    limit: usize,
}

impl PoseSummary {
    /// Makes a summary of rotations or, where `positions` says so, poses that has seen nothing yet.
    pub fn new(positions: bool) -> Self {
        Self::keeping(positions, KEPT)
    }

    /// Makes a summary that keeps so many, a multiple of [`BLOCK`].
    pub(super) fn keeping(positions: bool, limit: usize) -> Self {
        Self { positions, kept: Vec::new(), sums: None, limit }
    }

    /// Takes in the next one.
    pub fn push(&mut self, pose: Pose<f64>) {
        self.kept.push(pose);
        let is_full = self.kept.len() == if self.sums.is_some() { BLOCK } else { self.limit };
        if is_full {
            let kept = std::mem::take(&mut self.kept);
            let sums = self.sums.get_or_insert_with(|| PoseSums::new(RotationLattice::around(&kept, self.positions)));
            kept.chunks(BLOCK).for_each(|block| sums.add(&PosePartial::new(block.iter().copied(), &sums.lattice)));
        }
    }

    /// Returns how many there are.
    pub fn count(&self) -> u64 {
        self.sums.as_ref().map_or(0, |sums| sums.count) + self.kept.len() as u64
    }

    /// Returns the mean, with what bounds its error; nothing where there is no single one.
    pub fn mean(&self) -> Option<FrechetMean> {
        let Some(sums) = &self.sums else { return FrechetMean::of(&self.kept, self.positions) };
        let mut sums = sums.clone();
        sums.add(&PosePartial::new(self.kept.iter().copied(), &sums.lattice));
        sums.mean()
    }
}
