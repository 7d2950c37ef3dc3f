//! Small dense linear algebra in f64, by `nalgebra`, and sparse elimination in a static order, of any number.

mod banded;
mod eigenpairs;
mod elimination;
mod equilibrated;
mod factorised;
mod fronts;
mod independent;
mod least_squares;
mod nearest_correlation;
mod pivot;
mod pivots;
mod positive_definite;
mod pursuit;
mod svd;
mod zero_exponents;

pub use banded::Banded;
pub use eigenpairs::{Eigenpair, Eigenvalues};
pub use elimination::{Elimination, Factors, smallest_relative_pivot};
pub use equilibrated::Equilibrated;
pub use factorised::{Factorised, Orthogonal, inverse, most_shortened, pseudo_inverse, singular};
pub use independent::{IndependentRows, independent_rows, unseen_part};
pub use least_squares::least_squares_within;
pub use nalgebra::{Complex, DMatrix, DVector};
pub use nearest_correlation::nearest_correlation;
pub use pivots::{Row, Singular, THRESHOLD};
pub use positive_definite::PositiveDefinite;
pub use pursuit::Pursuit;
pub use svd::{Svd, orthonormal};
pub use zero_exponents::WithoutZeros;

use crate::num::Real;
use nalgebra::Matrix3;

/// Returns the rows of a matrix without its zeros.
pub fn sparse(a: &DMatrix<f64>) -> Vec<Row<f64>> {
    let row = |i: usize| (0..a.ncols()).map(|j| (j, a[(i, j)])).filter(|(_, x)| *x != 0.0).collect();
    (0..a.nrows()).map(row).collect()
}

/// Returns [N A^T; A 0] for the rows of A: what the x with A x = b and the least x.N x is found with.
pub fn saddle<R: Real>(norm: &[Row<R>], rows: &[Row<R>]) -> Vec<Row<R>> {
    let (n, mut all) = (norm.len(), norm.to_vec());
    for (k, row) in rows.iter().enumerate() {
        row.iter().for_each(|(i, entry)| all[*i].push((n + k, *entry)));
        all.push(row.clone());
    }
    all
}

/// Returns the entry with number `i` of a vector that has no pattern, another one for every number of it; between -1 and 1.
pub fn without_pattern(number: usize, i: usize) -> f64 {
    (1.0 + number as f64 + 1.7 * i as f64 + 0.37 * (i * i) as f64).sin()
}

/// Returns the rows of the matrix with ones on its diagonal and zeros beside.
fn identity(size: usize) -> Vec<Row<f64>> {
    (0..size).map(|i| vec![(i, 1.0)]).collect()
}

/// Returns the matrix of some rows, with so many columns.
pub fn dense(rows: &[Row<f64>], columns: usize) -> DMatrix<f64> {
    let mut a = DMatrix::zeros(rows.len(), columns);
    rows.iter().enumerate().for_each(|(i, row)| row.iter().for_each(|(j, x)| a[(i, *j)] += *x));
    a
}

/// Returns the eigenvalues of a symmetric 3 x 3 matrix given by xx, yy, zz, xy, xz, yz, ascending; accurate to a few units in
/// the last place of the largest one, and exact where the matrix is diagonal. Of a matrix that is not finite it
/// returns the diagonal.
pub fn symmetric_eigenvalues([xx, yy, zz, xy, xz, yz]: [f64; 6]) -> [f64; 3] {
    let finite = [xx, yy, zz, xy, xz, yz].iter().all(|entry| entry.is_finite());
    let mut values = [xx, yy, zz];
    if finite && [xy, xz, yz] != [0.0; 3] {
        values = Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz).symmetric_eigenvalues().into();
    }
    values.sort_by(f64::total_cmp);
    values
}

/// Returns the eigenvalues of a finite symmetric matrix of any size, in no order, and their eigenvectors, one column each.
pub fn symmetric_eigen(a: &DMatrix<f64>) -> (Vec<f64>, DMatrix<f64>) {
    if a.is_empty() {
        return (Vec::new(), a.clone());
    }
    let eigen = a.clone().symmetric_eigen();
    (eigen.eigenvalues.iter().copied().collect(), eigen.eigenvectors)
}

/// Returns the eigenvalues of a finite symmetric matrix of any size, in no order.
pub fn eigenvalues_of_symmetric(a: &DMatrix<f64>) -> Vec<f64> {
    if a.is_empty() { Vec::new() } else { a.symmetric_eigenvalues().iter().copied().collect() }
}

#[cfg(test)]
mod tests {
    use super::symmetric_eigenvalues;

    #[test]
    fn invariants_and_known_cases() {
        assert_eq!(symmetric_eigenvalues([3.0, 0.1, 0.7, 0.0, 0.0, 0.0]), [0.1, 0.7, 3.0]);
        let m = [2.0, 3.0, 4.0, 0.5, -0.3, 0.7];
        let [a, b, c] = symmetric_eigenvalues(m);
        assert!((a + b + c - 9.0).abs() < 1e-14);
        let determinant = 2.0 * (12.0 - 0.49) - 0.5 * (2.0 + 0.21) + -0.3 * (0.35 + 0.9);
        assert!((a * b * c - determinant).abs() < 1e-13);
    }

    #[test]
    fn what_is_not_finite_ends() {
        assert_eq!(symmetric_eigenvalues([2.0, f64::INFINITY, 1.0, 0.0, f64::NAN, 0.5]), [1.0, 2.0, f64::INFINITY]);
        assert!(symmetric_eigenvalues([f64::NAN, 1.0, 1.0, 1.0, 1.0, 1.0]).iter().any(|value| value.is_nan()));
    }

    #[test]
    fn a_thin_rod_in_any_direction_keeps_its_zero() {
        // I - d d^T with |d| = 1 has the eigenvalues 0, 1, 1; a body's check allows 1e-14 below zero
        for k in 0..2000 {
            let (polar, around) = (0.1 + 0.0013 * f64::from(k), 0.77 * f64::from(k));
            let [x, y, z] = [polar.sin() * around.cos(), polar.sin() * around.sin(), polar.cos()];
            let inertia = [1.0 - x * x, 1.0 - y * y, 1.0 - z * z, -x * y, -x * z, -y * z];
            for (got, expected) in symmetric_eigenvalues(inertia).into_iter().zip([0.0, 1.0, 1.0]) {
                assert!((got - expected).abs() < 3e-15, "{k}: {got}");
            }
        }
    }
}
