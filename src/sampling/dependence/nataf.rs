//! Correlations of values whose normal scores are correlated, as Nataf's transformation has them.
//!
//! With the values as sums of Hermite polynomials of their scores, x = sum a_k h_k(z) and y = sum b_k h_k(w), of a pair of
//! scores with the correlation r the values have the correlation sum a_k b_k r^k (Mehler's formula), where h_k are
//! orthonormal and x and y have mean 0 and deviation 1.

use super::DependenceError;
use crate::num::elementary::exp;
use crate::sampling::distribution::Distribution;

/// Terms of the sums.
const TERMS: usize = 400;
/// Sums over scores reach this far, in steps of this length: the trapezoidal rule, exact to rounding for smooth functions.
const END: f64 = 20.0;
const STEP: f64 = 1.0 / 32.0;
/// Halvings of the interval that holds a solution.
const HALVINGS: usize = 60;

/// The correlation of two values as a function of that of their scores.
pub(super) struct Pair {
    /// The products a_k b_k, from the first power on.
    products: Vec<f64>,
    /// The correlations where the scores have the correlations -1 and 1.
    attainable: [f64; 2],
    /// What these are more than their sums.
    rest: [f64; 2],
}

impl Pair {
    /// Expands the values of two distributions.
    pub(super) fn new([first, second]: [&Distribution; 2]) -> Self {
        let count = (END / STEP) as i32;
        let scores: Vec<f64> = (-count..=count).map(|k| f64::from(k) * STEP).collect();
        let weights: Vec<f64> = scores.iter().map(|z| exp(-z * z / 2.0)).collect();
        let total: f64 = weights.iter().sum();
        let standardised = |of: &Distribution| {
            let (mean, deviation) = of.mean_and_deviation();
            scores.iter().map(|z| (of.at_score(*z) - mean) / deviation).collect::<Vec<f64>>()
        };
        let [x, y] = [first, second].map(standardised);
        let mean = |f: &dyn Fn(usize) -> f64| (0..scores.len()).map(|i| weights[i] * f(i)).sum::<f64>() / total;
        let attainable = [mean(&|i| x[i] * y[scores.len() - 1 - i]), mean(&|i| x[i] * y[i])];
        let (mut before, mut polynomial) = (vec![0.0; scores.len()], vec![1.0; scores.len()]);
        let mut products = Vec::new();
        for k in 0..TERMS {
            let (k, next) = (k as f64, k as f64 + 1.0);
            for (i, z) in scores.iter().enumerate() {
                let value = (z * polynomial[i] - k.sqrt() * before[i]) / next.sqrt();
                (before[i], polynomial[i]) = (polynomial[i], value);
            }
            products.push(mean(&|i| x[i] * polynomial[i]) * mean(&|i| y[i] * polynomial[i]));
        }
        let mut pair = Self { products, attainable, rest: [0.0; 2] };
        pair.rest = [attainable[0] - pair.sum(-1.0), attainable[1] - pair.sum(1.0)];
        pair
    }

    fn sum(&self, scores: f64) -> f64 {
        self.products.iter().rev().fold(0.0, |sum, product| (sum + product) * scores)
    }

    /// Returns the correlation of values whose scores have a correlation.
    pub(super) fn correlation(&self, scores: f64) -> f64 {
        // what is left has the next power
        let power = scores.abs().powi(TERMS as i32 + 1);
        self.sum(scores) + self.rest[usize::from(scores > 0.0)] * power
    }

    /// Returns the correlation of scores whose values have a correlation.
    pub(super) fn solved(&self, values: f64) -> Result<f64, DependenceError> {
        let [mut low, mut high] = [-1.0, 1.0];
        let [least, most] = self.attainable;
        if !(least..=most).contains(&values) {
            return Err(DependenceError::OutOfReach { found: values, attainable: self.attainable });
        }
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            if self.correlation(middle) < values { low = middle } else { high = middle }
        }
        Ok(0.5 * (low + high))
    }
}
