//! Which factors are held in the members of a row, for Shapley effects.

use super::Factors;
use super::trajectories::ORDER_STREAM;
use crate::sampling::hash;

/// Factors up to which every subset of them is held in a row.
const ALL_SUBSETS: usize = 6;

/// Says which factors keep the values of the row's point in each of its members; the rest is drawn again, given these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subsets {
    factors: Factors,
    seed: u64,
}

impl Subsets {
    /// Makes the subsets of factors, whose orders a seed selects.
    pub(super) fn new(factors: Factors, seed: u64) -> Self {
        Self { factors, seed }
    }

    /// Returns the factors.
    #[must_use]
    pub fn factors(&self) -> &Factors {
        &self.factors
    }

    fn count(&self) -> usize {
        self.factors.names().len()
    }

    /// Says whether rows have a member for every subset; else the subsets of a row are the beginnings of an order.
    #[must_use]
    pub fn are_all(&self) -> bool {
        self.count() <= ALL_SUBSETS
    }

    /// Returns the number of members of a row.
    pub(super) fn blocks(&self) -> u64 {
        if self.are_all() { 1 << self.count() } else { self.count() as u64 + 1 }
    }

    /// Returns the place of every factor in the order of a row, where subsets are beginnings of it.
    #[must_use]
    pub fn places(&self, row: u64) -> Vec<u64> {
        let (count, seed) = (self.count() as u64, hash::bits(self.seed, ORDER_STREAM, row));
        (0..count).map(|factor| hash::permute(factor, count, seed)).collect()
    }

    /// Says of every factor whether it is held in a member of a row that has these places; in the last member all are.
    pub(super) fn held(&self, places: &[u64], block: u64) -> Vec<bool> {
        match self.are_all() {
            true => (0..self.count()).map(|factor| block >> factor & 1 == 1).collect(),
            false => places.iter().map(|place| *place < block).collect(),
        }
    }
}
