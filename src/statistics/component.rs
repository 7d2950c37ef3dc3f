//! Moments and a histogram of an output component over many members, from blocks of them.

use super::{BIN_COUNT, Bins, ComponentPartial, Interval, IntervalKind, Moments, quantile_ranks};

/// The statistics of an output component over the members that have it, in its unit.
#[derive(Clone, Debug, PartialEq)]
pub struct ComponentStatistics {
    bins: Bins,
    counts: Vec<u64>,
    moments: Moments,
}

impl ComponentStatistics {
    /// Returns the statistics of no members.
    pub fn new(bins: Bins) -> Self {
        Self { bins, counts: vec![0; BIN_COUNT + 2], moments: Moments::default() }
    }
    /// Returns the statistics of members that were taken in before; none where the counts are not those of the classes.
    pub fn restored(bins: Bins, counts: Vec<u64>, moments: Moments) -> Option<Self> {
        (counts.len() == BIN_COUNT + 2).then_some(Self { bins, counts, moments })
    }
    /// Takes in a block; blocks are to come in the order of their members.
    pub fn add(&mut self, block: &ComponentPartial) {
        self.moments.merge(&block.moments);
        self.counts.iter_mut().zip(&block.counts).for_each(|(sum, n)| *sum += u64::from(*n));
    }
    /// Returns the number of values.
    pub fn count(&self) -> u64 {
        self.moments.count
    }
    /// Returns the mean, if there is a value.
    pub fn mean(&self) -> Option<f64> {
        self.moments.mean(self.bins.origin())
    }
    /// Returns the standard deviation of the population, if there is a value.
    pub fn std(&self) -> Option<f64> {
        self.moments.std()
    }
    /// Returns the variance of the population, in the square of the unit, if there is a value.
    pub fn variance(&self) -> Option<f64> {
        self.moments.variance()
    }
    /// Returns the standard error of the mean, where the values are independent and at least two.
    pub fn standard_error(&self) -> Option<f64> {
        self.moments.standard_error()
    }
    /// Returns the least value, if there is one.
    pub fn min(&self) -> Option<f64> {
        self.moments.min()
    }
    /// Returns the greatest value, if there is one.
    pub fn max(&self) -> Option<f64> {
        self.moments.max()
    }
    /// Returns a value that about the share `q` of all values lies below, and the width of the histogram's class that
    /// it was found in: the true quantile lies in the same class.
    pub fn quantile(&self, q: f64) -> Option<(f64, f64)> {
        self.bins.quantile(q, &self.counts, self.moments.min, self.moments.max)
    }
    /// Returns the interval of a quantile of independent values, between classes of the histogram; none of so few that
    /// these are not there.
    pub fn quantile_interval(&self, q: f64) -> Option<Interval> {
        let count = self.count();
        let [Some(lower), Some(upper)] = quantile_ranks(count, q) else { return None };
        let value = |rank: u64| self.quantile((rank as f64 - 0.5) / count as f64);
        let ((lower, left), (upper, right)) = (value(lower)?, value(upper)?);
        let kind = IntervalKind::OrderStatistics;
        Some(Interval { kind, bounds: [lower - left, upper + right] }.within([self.moments.min, self.moments.max]))
    }
    /// Returns the moments, relative to [`Bins::origin`].
    pub fn moments(&self) -> &Moments {
        &self.moments
    }
    /// Returns the classes of the histogram.
    pub fn bins(&self) -> &Bins {
        &self.bins
    }
    /// Returns how many values lie below the first edge, in every class, and from the last edge on.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }
}
