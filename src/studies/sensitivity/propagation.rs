//! Propagation of uncertainty to first order, beside the moments of an ensemble.

use crate::statistics::Estimate;

/// Says what a parameter contributes to first order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The derivative at the central member.
    pub slope: f64,
    /// The standard deviation of the parameter.
    pub deviation: f64,
}

/// Compares mean and standard deviation of an output to first order with those of an ensemble.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Propagation {
    /// Members that have a value.
    pub members: u64,
    /// The value of the central member, where every parameter has its mean: the mean to first order.
    pub linear_mean: f64,
    /// The standard deviation to first order, the root of the sum of (dy/dp)^2 sigma^2, with covariances where parameters
    /// depend on each other.
    pub linear_deviation: f64,
    /// The mean of the ensemble.
    pub mean: Estimate,
    /// The standard deviation of the ensemble.
    pub deviation: Estimate,
}

impl Propagation {
    /// Compares the value of the central member and what parameters contribute there with values of all members; those
    /// that are not finite do not count. Nothing where fewer than two count.
    ///
    /// `correlation` is that of the values of two of the parameters, by their places among the terms.
    pub fn of(central: f64, terms: &[Term], correlation: impl Fn(usize, usize) -> f64, values: &[f64]) -> Option<Self> {
        let finite: Vec<f64> = values.iter().copied().filter(|y| y.is_finite()).collect();
        if finite.len() < 2 {
            return None;
        }
        let average = Estimate::mean(finite.iter().copied());
        let squares = Estimate::mean(finite.iter().map(|y| (y - average.value).powi(2)));
        let deviation = squares.value.sqrt();
        // of the root of a mean, to first order in its error
        let error = if deviation > 0.0 { squares.standard_error / (2.0 * deviation) } else { 0.0 };
        Some(Self {
            members: finite.len() as u64,
            linear_mean: central,
            linear_deviation: linear_variance(terms, correlation).max(0.0).sqrt(),
            mean: average,
            deviation: Estimate { value: deviation, standard_error: error },
        })
    }

    /// Returns linear minus ensemble, of the mean and of the standard deviation; their standard errors are the ensemble's.
    pub fn differences(&self) -> [f64; 2] {
        [self.linear_mean - self.mean.value, self.linear_deviation - self.deviation.value]
    }

    /// Tells whether both differences are within twice their standard errors.
    pub fn agrees(&self) -> bool {
        let [mean, deviation] = self.differences().map(f64::abs);
        mean <= 2.0 * self.mean.standard_error && deviation <= 2.0 * self.deviation.standard_error
    }
}

/// Returns the variance to first order.
fn linear_variance(terms: &[Term], correlation: impl Fn(usize, usize) -> f64) -> f64 {
    let part = |i: usize| terms[i].slope * terms[i].deviation;
    let own: f64 = (0..terms.len()).map(|i| part(i).powi(2)).sum();
    let pairs = (0..terms.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    own + pairs.map(|(i, j)| 2.0 * correlation(i, j) * part(i) * part(j)).sum::<f64>()
}
