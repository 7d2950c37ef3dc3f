//! Scores that are drawn again, given others that stay.

use super::{Dependence, LEAST_PIVOT, lower_factor};
use crate::linalg::DMatrix;

/// Draws the scores behind some place of an order of the dependent columns again, given those before it.
#[derive(Debug)]
pub(in crate::sampling) struct Redrawing {
    /// The dependent columns, by their places among these.
    order: Vec<usize>,
    /// The rows of the lower factor of their correlations in this order.
    factor: Vec<Vec<f64>>,
}

impl Dependence {
    /// Prepares drawing again in an order of the dependent columns.
    pub(in crate::sampling) fn redrawing(&self, order: Vec<usize>) -> Redrawing {
        let all = &self.correlations;
        let permuted = DMatrix::from_fn(order.len(), order.len(), |i, j| all[(order[i], order[j])]);
        // positive in one order, they are so in every other one, but for rounding
        let factor = lower_factor(&permuted, |pivot| Some(pivot.max(LEAST_PIVOT))).unwrap_or_default();
        Redrawing { order, factor }
    }
}

impl Redrawing {
    /// Puts scores that are distributed as they are given the first so many in the order in place of independent ones.
    pub(in crate::sampling) fn redraw(&self, held: usize, scores: &mut [f64]) {
        // the independent numbers that scores are made of
        let mut independent = vec![0.0; self.order.len()];
        for (i, at) in self.order.iter().enumerate() {
            let row = &self.factor[i];
            let known: f64 = row.iter().zip(&independent[..i]).map(|(x, y)| x * y).sum();
            if i < held {
                independent[i] = (scores[*at] - known) / row[i];
            } else {
                independent[i] = scores[*at];
                scores[*at] = known + row[i] * independent[i];
            }
        }
    }
}
