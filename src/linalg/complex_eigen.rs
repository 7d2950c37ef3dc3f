//! Eigenvalues with eigenvectors of complex matrices, by their triangular form.

use nalgebra::{Complex, DMatrix, DVector, Schur};

/// An eigenvalue and an eigenvector of the length 1.
pub type ComplexEigenpair = (Complex<f64>, DVector<Complex<f64>>);

/// Returns all eigenvalues of a complex square matrix with an eigenvector each; none where they are not found.
pub fn complex_eigenpairs(a: &DMatrix<Complex<f64>>) -> Option<Vec<ComplexEigenpair>> {
    let n = a.nrows();
    if a.iter().any(|x| !x.is_finite()) {
        return None;
    }
    let (q, t) = Schur::try_new(a.clone(), f64::EPSILON, 100 + 30 * n)?.unpack();
    // of a repeated eigenvalue a pivot is zero: as large as what rounding leaves of it
    let smallest = f64::EPSILON * t.norm().max(f64::MIN_POSITIVE);
    let vector = |j: usize| {
        let mut x = DVector::zeros(n);
        x[j] = Complex::new(1.0, 0.0);
        for i in (0..j).rev() {
            let sum: Complex<f64> = (i + 1..=j).map(|k| t[(i, k)] * x[k]).sum();
            let pivot = t[(j, j)] - t[(i, i)];
            x[i] = sum / if pivot.norm() < smallest { Complex::new(smallest, 0.0) } else { pivot };
        }
        (&q * x).normalize()
    };
    Some((0..n).map(|j| (t[(j, j)], vector(j))).collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_those_of_the_matrix() {
        for n in [1, 2, 5, 12] {
            let entry = |i: usize, j: usize| {
                let x = (7 * i + 3 * j + n) as f64;
                Complex::new(x.sin(), (1.3 * x).cos())
            };
            let mut a = DMatrix::from_fn(n, n, entry);
            if n == 12 {
                // eigenvalues that are near each other
                a = DMatrix::from_diagonal_element(n, n, Complex::new(2.0, 0.0)) + a.map(|x| x * 1e-3);
            }
            let pairs = complex_eigenpairs(&a).unwrap();
            assert_eq!(pairs.len(), n);
            for (value, vector) in &pairs {
                let missed = (&a * vector - vector * *value).norm();
                assert!(missed < 1e-12 * a.norm() && (vector.norm() - 1.0).abs() < 1e-12, "{n}: {missed:e}");
            }
            let trace: Complex<f64> = pairs.iter().map(|(value, _)| value).sum();
            assert!((trace - a.trace()).norm() < 1e-12 * a.norm(), "{n}");
        }
    }
}
