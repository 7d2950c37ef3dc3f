//! Symmetric positive definite matrices with entries near the diagonal alone.

/// Holds the factors L D L^T of a symmetric positive definite matrix whose entries are at most so far from the diagonal.
#[derive(Clone, Debug)]
pub struct Banded {
    width: usize,
    /// Row by row the entries from `width` before the diagonal to the diagonal: of L, and of D on the diagonal.
    bands: Vec<f64>,
}

impl Banded {
    /// Factorises the matrix of so many rows that is the sum of entries on or below the diagonal; none where it is not positive
    /// definite.
    ///
    /// # Panics
    /// Where an entry lies above the diagonal, or farther from it than `width`.
    pub fn new(rows: usize, width: usize, entries: impl IntoIterator<Item = (usize, usize, f64)>) -> Option<Self> {
        let mut matrix = Self { width, bands: vec![0.0; rows * (width + 1)] };
        for (i, j, entry) in entries {
            let at = matrix.at(i, j);
            matrix.bands[at] += entry;
        }
        for i in 0..rows {
            let first = i.saturating_sub(width);
            for j in first..=i {
                // L D of this row, whose entries are divided by D when the row is done
                let sum: f64 = (first.max(j.saturating_sub(width))..j)
                    .map(|k| matrix.bands[matrix.at(i, k)] * matrix.bands[matrix.at(j, k)])
                    .sum();
                let at = matrix.at(i, j);
                matrix.bands[at] -= if i == j { 0.0 } else { sum };
            }
            let mut pivot = matrix.bands[matrix.at(i, i)];
            for k in first..i {
                let (at, diagonal) = (matrix.at(i, k), matrix.at(k, k));
                let factor = matrix.bands[at] / matrix.bands[diagonal];
                pivot -= factor * matrix.bands[at];
                matrix.bands[at] = factor;
            }
            if pivot.is_nan() || pivot <= 0.0 {
                return None;
            }
            let at = matrix.at(i, i);
            matrix.bands[at] = pivot;
        }
        Some(matrix)
    }

    fn at(&self, i: usize, j: usize) -> usize {
        assert!(j <= i && i - j <= self.width, "entries lie within the band, on or below the diagonal");
        i * (self.width + 1) + self.width + j - i
    }

    fn rows(&self) -> usize {
        self.bands.len() / (self.width + 1)
    }

    /// Solves the equations with this matrix.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut found = right.to_vec();
        for i in 0..found.len() {
            let sum: f64 = (i.saturating_sub(self.width)..i).map(|k| self.bands[self.at(i, k)] * found[k]).sum();
            found[i] -= sum;
        }
        for i in (0..found.len()).rev() {
            let behind = i + 1..found.len().min(i + self.width + 1);
            let sum: f64 = behind.map(|k| self.bands[self.at(k, i)] * found[k]).sum();
            found[i] = found[i] / self.bands[self.at(i, i)] - sum;
        }
        found
    }

    /// Returns the entries of the inverse on and below the diagonal as far as those of the matrix go, row by row from `width` before the
    /// diagonal (Takahashi, Fagan and Chin 1973).
    pub fn central_inverse(&self) -> Vec<f64> {
        let mut inverse = vec![0.0; self.bands.len()];
        for i in (0..self.rows()).rev() {
            let last = self.rows().min(i + self.width + 1);
            for j in (i..last).rev() {
                let sum: f64 =
                    (i + 1..last).map(|k| self.bands[self.at(k, i)] * inverse[self.at(k.max(j), k.min(j))]).sum();
                inverse[self.at(j, i)] = if i == j { 1.0 / self.bands[self.at(i, i)] } else { 0.0 } - sum;
            }
        }
        inverse
    }

    /// Returns the sum of the products of a symmetric matrix, by its entries on or below the diagonal, with those of the inverse: the
    /// trace of both.
    pub fn trace_with(&self, entries: impl IntoIterator<Item = (usize, usize, f64)>) -> f64 {
        let inverse = self.central_inverse();
        let share = |(i, j, entry): (usize, usize, f64)| {
            let product = entry * inverse[self.at(i, j)];
            if i == j { product } else { 2.0 * product }
        };
        entries.into_iter().map(share).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::{DMatrix, DVector};

    #[test]
    fn factors_and_central_inverse_are_those_of_the_whole_matrix() {
        let (rows, width) = (9usize, 3usize);
        let entry = |i: usize, j: usize| if i == j { 4.0 + i as f64 } else { ((i * 5 + j * 3) as f64).sin() };
        let entries = || (0..rows).flat_map(|i| (i.saturating_sub(width)..=i).map(move |j| (i, j, entry(i, j))));
        let mut whole = DMatrix::zeros(rows, rows);
        entries().for_each(|(i, j, x)| (whole[(i, j)], whole[(j, i)]) = (x, x));
        let inverse = whole.clone().try_inverse().expect("regular");
        let banded = Banded::new(rows, width, entries()).expect("positive definite");
        let right: Vec<f64> = (0..rows).map(|i| (i as f64).cos()).collect();
        let expected = &inverse * DVector::from_vec(right.clone());
        assert!(banded.solve(&right).iter().zip(expected.iter()).all(|(a, b)| (a - b).abs() < 1e-14));
        let central = banded.central_inverse();
        assert!(entries().all(|(i, j, _)| (central[banded.at(i, j)] - inverse[(i, j)]).abs() < 1e-14));
        assert!((banded.trace_with(entries()) - rows as f64).abs() < 1e-13);
        assert!(Banded::new(2, 1, [(0, 0, 1.0), (1, 0, 2.0), (1, 1, 1.0)]).is_none());
    }
}
