//! Statistics of a sweep whose members are not kept: in memory that does not grow with their number.
//!
//! Members are reduced in blocks of [`BLOCK`], which begin at multiples of it, each in a fixed order; the blocks are
//! merged in the order of the members. So chunks and threads do not change a bit.

mod bins;
mod block;
mod moments;
mod sweep;
#[cfg(test)]
mod tests;

pub use bins::{BIN_COUNT, Bins};
pub use block::{BLOCK, BlockPartial, BlockSums, ComponentPartial, STRANDS};
pub use moments::Moments;
pub use sweep::{Range, summarize};

use super::Progress;

/// The statistics of some members.
#[derive(Clone, Debug, PartialEq)]
pub struct Statistics {
    /// Members, outcomes, steps.
    pub progress: Progress,
    /// Every output component.
    pub components: Vec<ComponentStatistics>,
}

/// The statistics of an output component over the members that have it, in its unit.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentStatistics {
    bins: Bins,
    counts: Vec<u64>,
    moments: Moments,
}

impl Statistics {
    /// Of no members.
    pub fn new(bins: &[Bins]) -> Self {
        let component = |bins: &Bins| ComponentStatistics {
            bins: bins.clone(),
            counts: vec![0; BIN_COUNT + 2],
            moments: Moments::default(),
        };
        Self { progress: Progress::default(), components: bins.iter().map(component).collect() }
    }

    /// Takes in a block; blocks are to come in the order of their members.
    pub fn add(&mut self, block: &BlockPartial) {
        self.progress.merge(&block.tally);
        for (component, part) in self.components.iter_mut().zip(&block.components) {
            component.moments.merge(&part.moments);
            component.counts.iter_mut().zip(&part.counts).for_each(|(sum, n)| *sum += u64::from(*n));
        }
    }
}

impl ComponentStatistics {
    /// Number of values.
    pub fn count(&self) -> u64 {
        self.moments.count
    }
    /// Mean, if there is a value.
    pub fn mean(&self) -> Option<f64> {
        self.some(self.bins.origin() + self.moments.offset)
    }
    /// Standard deviation of the population, if there is a value.
    pub fn std(&self) -> Option<f64> {
        self.moments.variance().map(f64::sqrt)
    }
    /// Variance of the population, in the square of the unit, if there is a value.
    pub fn variance(&self) -> Option<f64> {
        self.moments.variance()
    }
    /// Least value, if there is one.
    pub fn min(&self) -> Option<f64> {
        self.some(self.moments.min)
    }
    /// Greatest value, if there is one.
    pub fn max(&self) -> Option<f64> {
        self.some(self.moments.max)
    }
    /// About the value that the share `q` of all values lies below, and the width of the histogram's class that it
    /// was found in: the true quantile lies in the same class.
    pub fn quantile(&self, q: f64) -> Option<(f64, f64)> {
        self.bins.quantile(q, &self.counts, self.moments.min, self.moments.max)
    }
    /// The classes of the histogram.
    pub fn bins(&self) -> &Bins {
        &self.bins
    }
    /// How many values lie below the first edge, in every class, and from the last edge on.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }
    fn some(&self, value: f64) -> Option<f64> {
        (self.moments.count > 0).then_some(value)
    }
}
