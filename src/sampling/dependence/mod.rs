//! Dependence between parameters that are drawn: their normal scores have a correlated normal distribution (a Gaussian
//! copula), and every value is the one at its score.
//!
//! Lebrun, Dutfoy (2009), An innovating analysis of the Nataf transformation from the copula viewpoint, Probabilistic
//! Engineering Mechanics 24.

mod error;
mod measure;
mod nataf;
mod redrawing;
#[cfg(test)]
mod tests;

pub use error::DependenceError;
pub use measure::Measure;
pub(super) use redrawing::Redrawing;

use super::distribution::Distribution;
use crate::linalg::{DMatrix, nearest_correlation};

/// Correlations of normal scores whose pivots are no more than this leave no digits to what is drawn.
const LEAST_PIVOT: f64 = 1e-12;
/// The nearest correlations that are proposed have eigenvalues of at least this, so that rounding keeps them.
const LEAST_EIGENVALUE: f64 = 1e-3;

/// The correlations of the normal scores of columns that depend on each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Dependence {
    /// The columns of the plan that depend on another, in ascending order.
    columns: Vec<usize>,
    /// The correlations of their scores.
    correlations: DMatrix<f64>,
    /// The rows of the lower factor of these.
    factor: Vec<Vec<f64>>,
}

impl Dependence {
    /// Makes the dependence of columns whose scores have these correlations, pair by pair; pairs that are not named are
    /// independent.
    ///
    /// # Errors
    ///
    /// If no normal distribution has these correlations; the error carries the nearest ones that one has.
    pub fn new(pairs: &[([usize; 2], f64)]) -> Result<Self, DependenceError> {
        let mut columns: Vec<usize> = pairs.iter().flat_map(|(pair, _)| *pair).collect();
        columns.sort_unstable();
        columns.dedup();
        let place = |column: usize| columns.binary_search(&column).unwrap_or(0);
        let mut correlations = DMatrix::identity(columns.len(), columns.len());
        for ([a, b], correlation) in pairs {
            let (a, b) = (place(*a), place(*b));
            (correlations[(a, b)], correlations[(b, a)]) = (*correlation, *correlation);
        }
        match lower_factor(&correlations, |pivot| (pivot > LEAST_PIVOT).then_some(pivot)) {
            Some(factor) => Ok(Self { columns, correlations, factor }),
            None => Err(not_positive(&columns, &correlations)),
        }
    }

    /// Returns the columns that depend on another, in ascending order.
    #[must_use]
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// Returns the correlation of the normal scores of two columns.
    #[must_use]
    pub fn of_scores(&self, a: usize, b: usize) -> f64 {
        match [a, b].map(|column| self.columns.binary_search(&column)) {
            [Ok(a), Ok(b)] => self.correlations[(a, b)],
            _ => f64::from(u8::from(a == b)),
        }
    }

    /// Returns the correlation of the values of two columns with these distributions.
    #[must_use]
    pub fn of_values(&self, [a, b]: [usize; 2], distributions: [&Distribution; 2]) -> f64 {
        match self.of_scores(a, b) {
            scores if a == b || scores == 0.0 => scores,
            // what does not vary depends on nothing
            _ if distributions.iter().any(|of| of.mean_and_deviation().1 == 0.0) => 0.0,
            scores => nataf::Pair::new(distributions).correlation(scores),
        }
    }

    /// Returns the independent scores that the score of a column is a sum of, with their factors; that of a column alone, if it is
    /// independent.
    #[must_use]
    pub fn factors_of(&self, column: usize) -> Vec<(usize, f64)> {
        match self.columns.binary_search(&column) {
            Ok(place) => self.columns.iter().copied().zip(self.factor[place].iter().copied()).collect(),
            Err(_) => vec![(column, 1.0)],
        }
    }

    /// Makes independent scores of those of the dependent columns, of one member.
    pub fn make_independent(&self, scores: &mut [f64]) {
        for (i, row) in self.factor.iter().enumerate() {
            let known: f64 = row.iter().zip(&scores[..i]).map(|(factor, independent)| factor * independent).sum();
            scores[i] = (scores[i] - known) / row[i];
        }
    }

    /// Returns the derivatives by the independent scores that those of the dependent columns are made of, of what has derivatives by the
    /// latter.
    #[must_use]
    pub fn by_independent(&self, slopes: &[f64]) -> Vec<f64> {
        let by = |i: usize| (i..slopes.len()).map(|j| self.factor[j][i] * slopes[j]).sum();
        (0..slopes.len()).map(by).collect()
    }

    /// Makes scores of the dependent columns of independent ones, of as many members as each has.
    pub(super) fn correlate(&self, scores: &mut [&mut [f64]]) {
        for i in (0..self.factor.len()).rev() {
            let (before, rest) = scores.split_at_mut(i);
            let (row, own) = (&self.factor[i], &mut rest[0]);
            own.iter_mut().for_each(|z| *z *= row[i]);
            for (other, factor) in before.iter().zip(row).filter(|(_, factor)| **factor != 0.0) {
                own.iter_mut().zip(other.iter()).for_each(|(z, other)| *z += factor * other);
            }
        }
    }
}

/// Returns the rows of the lower factor of a matrix (Cholesky), if every pivot is one that is accepted.
fn lower_factor(a: &DMatrix<f64>, accepted: impl Fn(f64) -> Option<f64>) -> Option<Vec<Vec<f64>>> {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    for i in 0..a.nrows() {
        let mut row: Vec<f64> = Vec::new();
        for other in &rows {
            let known: f64 = row.iter().zip(other).map(|(x, y)| x * y).sum();
            row.push((a[(i, row.len())] - known) / other[row.len()]);
        }
        row.push(accepted(a[(i, i)] - row.iter().map(|x| x * x).sum::<f64>())?.sqrt());
        rows.push(row);
    }
    Some(rows)
}

/// Says which correlations come nearest to some that no distribution has.
fn not_positive(columns: &[usize], correlations: &DMatrix<f64>) -> DependenceError {
    let (nearest, least) = nearest_correlation(correlations, LEAST_EIGENVALUE);
    let distance = (&nearest - correlations).norm();
    let pairs = (0..columns.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let named = |(a, b): (usize, usize)| ([columns[a], columns[b]], nearest[(a, b)]);
    DependenceError::NotPositive {
        least,
        distance,
        nearest: pairs.map(named).filter(|(_, x)| x.abs() > 5e-5).collect(),
    }
}
