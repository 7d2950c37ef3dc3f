//! The equations of smoothing, linear in increments of rows: what a factor makes of them, and by how many degrees of freedom.

use super::roughness::Roughness;
use crate::linalg::Banded;
use crate::num::{Mat3, Vec3};

/// Holds the equations for increments e of rows, three numbers each: the sum of w |r - e|^2 and of the factor times the roughness of what
/// differences d become with them, d + D e, is least.
pub(super) struct Linear<'a> {
    pub(super) roughness: &'a Roughness,
    pub(super) weights: &'a [f64],
    /// What rows are off those that are given.
    pub(super) residuals: Vec<Vec3<f64>>,
    /// The differences.
    pub(super) differences: Vec<Vec3<f64>>,
    /// Of every difference the rows that change it, each with its factor.
    pub(super) factors: Vec<Vec<(usize, Mat3<f64>)>>,
    /// Whether the rows repeat themselves.
    pub(super) is_periodic: bool,
}

/// Holds increments, and what a factor leaves.
pub(super) struct Increments {
    /// The increments of rows.
    pub(super) of_rows: Vec<Vec3<f64>>,
    /// How many numbers of each row are taken away on average, of all rows together: three times the rows less the degrees of freedom.
    pub(super) removed: f64,
    /// The weighted sum of the squares that are left of the rows that count, and what of `removed` is theirs.
    pub(super) of_counting: [f64; 2],
}

/// A row whose weight is below this part of the median does not count where a factor is chosen: it tells nothing of how large errors are,
/// and a factor so small that it frees this row alone would leave no error at all.
const LEAST_WEIGHT: f64 = 1e-2;

impl Linear<'_> {
    /// Returns the increments for the inverse of a factor, from zero on; none where rounding leaves no answer.
    pub(super) fn solve(&self, inverse: f64) -> Option<Increments> {
        let count = self.differences.len();
        // what repeats itself is folded, so that first and last are near each other
        let index = |r: usize| match self.is_periodic {
            true if 2 * r < count => 2 * r,
            true => 2 * (count - 1 - r) + 1,
            false => r,
        };
        // entries on and below the diagonal; of a block on the diagonal one of its triangles
        let once = |r: usize, s: usize, block: &Mat3<f64>| {
            let (i, j, numbers) = (3 * index(r), 3 * index(s), block.to_array());
            let of_block = (0..9).filter(|k| r != s || k / 3 >= k % 3).map(|k| (i + k / 3, j + k % 3, numbers[k]));
            of_block.map(|(i, j, x)| (i.max(j), i.min(j), x)).collect::<Vec<_>>()
        };
        let entries = |rows: &dyn Fn(usize) -> bool| -> Vec<(usize, usize, f64)> {
            self.squares(rows).iter().flat_map(|(r, s, block)| once(*r, *s, block)).collect()
        };
        let of_squares = entries(&|_| true);
        let of_gram = (0..count).flat_map(|r| {
            let scaled = |(s, x): &(usize, f64)| once(r, *s, &Mat3::identity().scaled(*x * inverse));
            self.roughness.gram[r].iter().flat_map(scaled).collect::<Vec<_>>()
        });
        let of_gram: Vec<_> = of_gram.collect();
        let width = of_squares.iter().chain(&of_gram).map(|(i, j, _)| i - j).max().unwrap_or(0);
        let matrix = Banded::new(3 * count, width, of_squares.iter().chain(&of_gram).copied())?;
        let mut right = vec![0.0; 3 * count];
        for (r, (factors, difference)) in self.factors.iter().zip(&self.differences).enumerate() {
            let changed = factors.iter().fold(*difference, |sum, (k, factor)| sum + factor.apply(self.residuals[*k]));
            right[3 * index(r)..3 * index(r) + 3].copy_from_slice(&changed.to_array());
        }
        let found = matrix.solve(&right);
        let mut of_rows = self.residuals.clone();
        for (r, factors) in self.factors.iter().enumerate() {
            let z = Vec3::from_slice(&found[3 * index(r)..]);
            for (k, factor) in factors {
                of_rows[*k] = of_rows[*k] - factor.apply_transposed(z) * (1.0 / self.weights[*k]);
            }
        }
        let left = |k: usize| self.weights[k] * (self.residuals[k] - of_rows[k]).norm_squared();
        let least = self.least_weight();
        let counts = |k: usize| self.weights[k] >= least;
        let mut rows = 0..of_rows.len();
        let left = rows.clone().filter(|k| counts(*k)).map(left).sum();
        let removed = matrix.trace_with(of_squares);
        let of_counting = if rows.all(counts) { removed } else { matrix.trace_with(entries(&counts)) };
        Some(Increments { of_rows, removed, of_counting: [left, of_counting] })
    }

    /// Returns the weight from which on rows count.
    fn least_weight(&self) -> f64 {
        let mut weights = self.weights.to_vec();
        let middle = weights.len() / 2;
        LEAST_WEIGHT * *weights.select_nth_unstable_by(middle, f64::total_cmp).1
    }

    /// Returns the number of the rows that count.
    pub(super) fn counting(&self) -> usize {
        let least = self.least_weight();
        self.weights.iter().filter(|weight| **weight >= least).count()
    }

    /// Returns D W^-1 D^T of some rows by blocks, of each pair of differences one.
    fn squares(&self, takes: &dyn Fn(usize) -> bool) -> Vec<(usize, usize, Mat3<f64>)> {
        let rows = self.weights.len();
        let mut of_row: Vec<Vec<(usize, Mat3<f64>)>> = (0..rows).map(|_| Vec::new()).collect();
        for (r, factors) in self.factors.iter().enumerate() {
            factors.iter().for_each(|(k, factor)| of_row[*k].push((r, *factor)));
        }
        let mut all = Vec::new();
        for (k, of_row) in of_row.iter().enumerate().filter(|(k, _)| takes(*k)) {
            for (at, (r, a)) in of_row.iter().enumerate() {
                for (s, b) in &of_row[at..] {
                    all.push((*r, *s, (*a * b.transpose()).scaled(1.0 / self.weights[k])));
                }
            }
        }
        all
    }
}
