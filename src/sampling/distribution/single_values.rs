//! Distributions of single values.

use super::DistributionError;
use super::law::{Evaluated, Law, Quantile};
use super::level::Level;
use super::poincare::Poincare;
use crate::num::Table;
use std::sync::{Arc, OnceLock};

/// Why there is no constant of the Poincare inequality.
const NO_CONSTANT: &str = "its values are single ones, which derivatives say nothing of";

/// Values, equally likely or by weights, in the order in which levels reach them.
pub(super) struct SingleValues {
    /// The name of the family.
    family: &'static str,
    values: Vec<f64>,
    /// The weights, where these differ.
    weights: Option<Vec<f64>>,
    /// The values as rows, of values that have been checked; where there are weights, of each the share of it and of all before.
    table: OnceLock<Arc<Table>>,
}

impl SingleValues {
    /// Makes values of these weights.
    pub(super) fn new(family: &'static str, values: Vec<f64>, weights: Option<Vec<f64>>) -> Self {
        Self { family, values, weights, table: OnceLock::new() }
    }

    fn make_table(&self) -> Arc<Table> {
        let Some(weights) = &self.weights else { return Arc::new(Table::new(self.values.clone(), 1)) };
        let shares = shares(weights);
        let (total, mut sum) = (shares.iter().sum::<f64>(), 0.0);
        let row = |(value, share): (&f64, &f64)| {
            sum += share;
            [*value, sum / total]
        };
        let mut rows: Vec<f64> = self.values.iter().zip(&shares).flat_map(row).collect();
        // the last value with a weight goes on to the end, and beyond what rounding leaves of it
        let last = weights.iter().rposition(|weight| *weight > 0.0).unwrap_or(0);
        rows.chunks_exact_mut(2).skip(last).for_each(|row| row[1] = 2.0);
        Arc::new(Table::new(rows, 2))
    }
}

/// Returns weights as parts of the largest, so that no sum of them overflows.
fn shares(weights: &[f64]) -> Vec<f64> {
    let largest = weights.iter().fold(0.0f64, |largest, weight| largest.max(*weight));
    weights.iter().map(|weight| weight / largest).collect()
}

impl Quantile for SingleValues {
    /// Returns the value whose share of the unit interval holds the level.
    fn quantile<R: Evaluated>(&self, level: Level<R>) -> R {
        let (table, u) = (self.table.get_or_init(|| self.make_table()), level.below());
        if self.weights.is_none() {
            return u.scale(self.values.len() as f64).entry(table, 0);
        }
        // counts the values whose shares end before the level: by halves
        let mut step = f64::from(self.values.len().next_power_of_two() as u32);
        let mut count = R::zero();
        while step >= 1.0 {
            let ends = (count + R::constant(step - 1.0)).entry(table, 1);
            count = R::select(ends.less_equal(u), count + R::constant(step), count);
            step /= 2.0;
        }
        count.entry(table, 0)
    }
}

impl Law for SingleValues {
    /// Checks that there are values, all finite, and weights, none negative and one at least positive.
    fn validate(&self) -> Result<(), DistributionError> {
        let family = self.family;
        if self.values.is_empty() {
            return Err(DistributionError::NoValues { family });
        }
        let numbered = |what: &str, index: usize| format!("{family} {what} {}", index + 1);
        if let Some((index, &value)) = self.values.iter().enumerate().find(|(_, x)| !x.is_finite()) {
            return Err(DistributionError::NotFinite { argument: numbered("value", index), value });
        }
        let weights = self.weights.iter().flatten();
        if let Some((index, &value)) = weights.clone().enumerate().find(|(_, x)| !x.is_finite()) {
            return Err(DistributionError::NotFinite { argument: numbered("weight", index), value });
        }
        if let Some((index, &value)) = weights.clone().enumerate().find(|(_, x)| **x < 0.0) {
            return Err(DistributionError::NegativeWeight { argument: numbered("weight", index), value });
        }
        match self.weights.is_some() && weights.clone().all(|x| *x == 0.0) {
            true => Err(DistributionError::NoWeight { family }),
            false => Ok(()),
        }
    }
    fn probabilities(&self, _x: f64) -> [f64; 2] {
        [f64::NAN; 2]
    }
    fn single_values(&self) -> Option<(&[f64], Option<&[f64]>)> {
        Some((&self.values, self.weights.as_deref()))
    }
    /// Returns the mean and the standard deviation.
    fn mean_and_deviation(&self) -> (f64, f64) {
        let shares = self.weights.as_deref().map(shares);
        let weight = |i: usize| shares.as_ref().map_or(1.0, |shares| shares[i]);
        let sum = |f: &dyn Fn(f64) -> f64| self.values.iter().enumerate().map(|(i, x)| weight(i) * f(*x)).sum::<f64>();
        let all = sum(&|_| 1.0);
        let mean = sum(&|x| x) / all;
        (mean, (sum(&|x| (x - mean).powi(2)) / all).sqrt())
    }
    fn support(&self) -> Option<[f64; 2]> {
        None
    }
    fn poincare(&self) -> Result<Poincare, &'static str> {
        Err(NO_CONSTANT)
    }
}
