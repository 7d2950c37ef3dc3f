//! The correlation matrix nearest to a symmetric matrix.
//!
//! Higham (2002), Computing the nearest correlation matrix - a problem from finance, IMA Journal of Numerical Analysis 22:
//! alternating projections onto matrices of positive eigenvalues and onto those with ones on the diagonal, with Dykstra's
//! correction.

use nalgebra::{DMatrix, SymmetricEigen};

/// Projections are made until the matrix changes by less than this, and at most so often.
const CHANGE: f64 = 1e-9;
const MOST: usize = 10_000;

/// Returns the nearest symmetric matrix with ones on the diagonal whose eigenvalues are at least `least`, with the least
/// eigenvalue of the matrix itself.
pub fn nearest_correlation(a: &DMatrix<f64>, least: f64) -> (DMatrix<f64>, f64) {
    let smallest = SymmetricEigen::new(a.clone()).eigenvalues.min();
    let (mut x, mut correction) = (a.clone(), DMatrix::zeros(a.nrows(), a.ncols()));
    for _ in 0..MOST {
        let corrected = &x - &correction;
        let mut eigen = SymmetricEigen::new(corrected.clone());
        eigen.eigenvalues.iter_mut().for_each(|value| *value = value.max(least));
        let projected = eigen.recompose();
        correction = &projected - corrected;
        let mut next = projected;
        next.fill_diagonal(1.0);
        let change = (&next - &x).norm();
        x = next;
        if change < CHANGE {
            break;
        }
    }
    (x, smallest)
}

#[cfg(test)]
mod tests {
    use super::nearest_correlation;
    use nalgebra::DMatrix;

    /// The example of Higham (2002), section 4: [[1, 1, 0], [1, 1, 1], [0, 1, 1]].
    #[test]
    fn the_example_of_higham_has_its_nearest_matrix() {
        let a = DMatrix::from_row_slice(3, 3, &[1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0, 1.0]);
        let (x, smallest) = nearest_correlation(&a, 0.0);
        assert!((smallest - (1.0 - 2f64.sqrt())).abs() < 1e-14);
        // the least of 4 (a - 1)^2 + 2 b^2 on the boundary b = 2 a^2 - 1, where 4 a^3 = a + 1
        let (a, b) = (x[(0, 1)], x[(0, 2)]);
        assert!((4.0 * a.powi(3) - a - 1.0).abs() < 1e-7 && (2.0 * a * a - 1.0 - b).abs() < 1e-7, "{x}");
    }
}
