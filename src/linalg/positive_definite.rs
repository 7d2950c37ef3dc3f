//! Factors L D L^T of symmetric positive definite matrices, of any number: they need no pivoting, so the order of their
//! operations suits every such matrix.

use crate::num::Real;

/// A factorised symmetric positive definite matrix.
#[derive(Clone, Debug)]
pub struct PositiveDefinite<R> {
    /// L below its diagonal of ones, row by row.
    lower: Vec<Vec<R>>,
    /// 1/D.
    inverse: Vec<R>,
    /// One; zero where an entry of D is at most `limit` times that on the diagonal of the matrix, or not a number.
    pub regular: R,
}

impl<R: Real> PositiveDefinite<R> {
    /// Factorises the matrix of these entries, of which those above the diagonal are not asked for.
    pub fn new(size: usize, entry: impl Fn(usize, usize) -> R, limit: f64) -> Self {
        let mut factors = Self { lower: Vec::new(), inverse: Vec::new(), regular: R::one() };
        for i in 0..size {
            // L D before L
            let mut scaled: Vec<R> = Vec::new();
            for (j, other) in factors.lower.iter().enumerate() {
                scaled.push(difference(entry(i, j), &scaled, other));
            }
            let row: Vec<R> = scaled.iter().zip(&factors.inverse).map(|(x, inverse)| *x * *inverse).collect();
            let diagonal = entry(i, i);
            let pivot = difference(diagonal, &scaled, &row);
            let enough = diagonal.scale(limit).less(pivot);
            factors.regular = R::select(enough, factors.regular, R::zero());
            factors.inverse.push(R::one() / pivot);
            factors.lower.push(row);
        }
        factors
    }

    /// Returns the x that the matrix times it is this right side.
    pub fn solve(&self, mut x: Vec<R>) -> Vec<R> {
        for i in 0..x.len() {
            x[i] = difference(x[i], &self.lower[i], &x);
        }
        x.iter_mut().zip(&self.inverse).for_each(|(x, inverse)| *x = *x * *inverse);
        for i in (0..x.len()).rev() {
            let known = x[i];
            x.iter_mut().zip(&self.lower[i]).for_each(|(x, factor)| *x = *x - *factor * known);
        }
        x
    }
}

/// Returns the difference a - b . c, as far as both vectors go.
fn difference<R: Real>(a: R, b: &[R], c: &[R]) -> R {
    b.iter().zip(c).fold(a, |rest, (b, c)| rest - *b * *c)
}

#[cfg(test)]
mod tests {
    use super::PositiveDefinite;
    use nalgebra::DMatrix;

    #[test]
    fn solutions_are_those_of_pivoting_and_singular_matrices_are_seen() {
        let rows = DMatrix::from_fn(6, 9, |i, j| (1.3 * (i * j * j) as f64 + i as f64 + 0.7 * j as f64).sin());
        let a = &rows * rows.transpose();
        let right: Vec<f64> = (0..6).map(|i| f64::from(i).cos()).collect();
        let factors = PositiveDefinite::new(6, |i, j| a[(i, j)], 1e-12);
        let expected = a.clone().lu().solve(&nalgebra::DVector::from_vec(right.clone())).expect("regular");
        for (found, expected) in factors.solve(right).iter().zip(expected.iter()) {
            assert!((found - expected).abs() < 1e-11 * expected.abs().max(1.0), "{found} {expected}");
        }
        assert_eq!(factors.regular, 1.0);
        let flat = DMatrix::from_fn(7, 9, |i, j| if i < 6 { rows[(i, j)] } else { rows[(0, j)] - 2.0 * rows[(4, j)] });
        let a = &flat * flat.transpose();
        assert_eq!(PositiveDefinite::new(7, |i, j| a[(i, j)], 1e-12).regular, 0.0);
        assert_eq!(PositiveDefinite::new(1, |_, _| f64::NAN, 1e-12).regular, 0.0);
    }
}
