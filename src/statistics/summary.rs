//! The summary of a column whose values come one at a time.

use super::order::quantile_ranks_at;
use super::sketch::Sketch;
use super::{Interval, IntervalKind, LEVEL, Moments};

/// Summary of the values of one column, fed one at a time.
///
/// The result depends on the values and their order alone. A value may be missing (null),
/// and a value that is infinite or not a number is counted on its own; neither enters the
/// other figures.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    nulls: u64,
    non_finite: u64,
    moments: Moments,
    pub(super) sketch: Sketch,
}

/// The values of a summary, replicate by replicate.
#[derive(Clone, Copy, Debug)]
pub struct Replicates<'a> {
    /// The summary of each; none where there are no replicates.
    pub summaries: &'a [Summary],
    /// Members that have most of their parameters from one draw: those of a row, or one.
    pub row: u64,
}

impl Summary {
    /// Makes a summary that has seen nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in the next value of the column; `None` is a missing one.
    pub fn push(&mut self, value: Option<f64>) {
        match value {
            None => self.nulls += 1,
            Some(value) if value.is_finite() => {
                self.moments.push(value);
                self.sketch.push(value);
            }
            Some(_) => self.non_finite += 1,
        }
    }

    /// Returns the number of finite values, those that all the other figures are made of.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.moments.count
    }

    /// Returns the number of missing values.
    #[must_use]
    pub fn nulls(&self) -> u64 {
        self.nulls
    }

    /// Returns the number of values that were infinite or not a number.
    #[must_use]
    pub fn non_finite(&self) -> u64 {
        self.non_finite
    }

    /// Returns the mean, if there is a value.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        self.moments.mean(0.0)
    }

    /// Returns the standard deviation of the values as a whole population (divided by the count, not by one less), if
    /// there is a value.
    #[must_use]
    pub fn std(&self) -> Option<f64> {
        self.moments.std()
    }

    /// Returns the standard error of the mean, where the values are independent and at least two.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        self.moments.standard_error()
    }

    /// Returns the least value, if there is one.
    #[must_use]
    pub fn min(&self) -> Option<f64> {
        self.moments.min()
    }

    /// Returns the greatest value, if there is one.
    #[must_use]
    pub fn max(&self) -> Option<f64> {
        self.moments.max()
    }

    /// Returns the value below which the share `q` of the values lies, for `q` from 0 to 1.
    ///
    /// Up to 20,000 values it is exact, with linear interpolation between neighbours. Beyond
    /// that its rank is off by less than 1e-4 of the count. `None` if there is no value.
    #[must_use]
    pub fn quantile(&self, q: f64) -> Option<f64> {
        let [value] = self.quantiles([q]);
        value
    }

    /// Returns the interval of a quantile of independent values, between two of them; none of so few that these are not there.
    ///
    /// Beyond 20,000 values it is wider by what their ranks are off.
    #[must_use]
    pub fn quantile_interval(&self, q: f64) -> Option<Interval> {
        self.quantile_interval_at(LEVEL, q)
    }

    /// Returns the interval as [`Summary::quantile_interval`], of another level.
    #[must_use]
    pub fn quantile_interval_at(&self, level: f64, q: f64) -> Option<Interval> {
        let [Some(lower), Some(upper)] = quantile_ranks_at(level, self.count(), q) else { return None };
        self.sketch.between(lower, upper).map(|bounds| Interval { kind: IntervalKind::OrderStatistics, bounds })
    }

    /// Returns the interval of a quantile by the shares of independent replicates below it: what is between the quantiles of
    /// Student's bounds of the share (R. Woodruff, Journal of the American Statistical Association 47 (1952) 635-646), which are apart by
    /// a row at least: a share is a whole number of rows, and replicates that lie evenly may all have the same. None where these pass 0 or 1.
    #[must_use]
    pub fn quantile_interval_of_replicates(&self, q: f64, replicates: Replicates<'_>) -> Option<Interval> {
        self.quantile_interval_of_replicates_at(LEVEL, q, replicates)
    }

    /// Returns the interval as [`Summary::quantile_interval_of_replicates`], of another level.
    #[must_use]
    pub fn quantile_interval_of_replicates_at(
        &self,
        level: f64,
        q: f64,
        replicates: Replicates<'_>,
    ) -> Option<Interval> {
        let value = self.quantile(q)?;
        let known: Vec<&Self> = replicates.summaries.iter().filter(|replicate| replicate.count() > 0).collect();
        let shares: Vec<f64> = known.iter().map(|replicate| replicate.sketch.share_below(value)).collect();
        let Interval { kind, bounds: [lower, upper] } = Interval::of_replicates_at(level, q, &shares)?;
        let half_a_row = 0.5 * replicates.row as f64 * known.len() as f64 / self.count() as f64;
        let bounds = [lower.min(q - half_a_row), upper.max(q + half_a_row)];
        let is_inside = bounds.iter().all(|share| (0.0..=1.0).contains(share));
        let [Some(lower), Some(upper)] = self.quantiles(bounds) else { return None };
        is_inside.then_some(Interval { kind, bounds: [lower, upper] })
    }

    /// Returns several quantiles at once, which is faster than one by one.
    #[must_use]
    pub fn quantiles<const N: usize>(&self, shares: [f64; N]) -> [Option<f64>; N] {
        self.sketch.quantiles(shares)
    }
}
