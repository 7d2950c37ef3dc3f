//! Eigenvalues and eigenvectors of matrices of any kind.

use nalgebra::linalg::balancing::balance_parlett_reinsch;
use nalgebra::{Complex, DMatrix, DVector};

/// Solutions by inverse iteration: from an eigenvalue that is known to rounding one of them has the eigenvector.
const SOLUTIONS: usize = 3;
/// How far beside an eigenvalue equations are solved, relative to the largest: there they are regular.
const BESIDE: f64 = 1e-13;
/// Eigenvalues are one where they are nearer, relative to the largest or a million times the value.
const REPEATED: f64 = 1e-10;

/// Holds an eigenvalue of a real matrix with its eigenvector.
#[derive(Clone, Debug)]
pub struct Eigenpair {
    /// The eigenvalue, with an imaginary part that is not negative; its conjugate is one, too.
    pub value: Complex<f64>,
    /// The eigenvector, of the length 1.
    pub vector: DVector<Complex<f64>>,
}

/// Returns so many of the smallest eigenvalues of a finite real square matrix with their eigenvectors, of those that are conjugate one,
/// by magnitude; none where they are not found.
pub fn eigenpairs(a: &DMatrix<f64>, most: usize) -> Option<Vec<Eigenpair>> {
    if a.is_empty() {
        return Some(Vec::new());
    }
    if a.iter().any(|x| !x.is_finite()) {
        return None;
    }
    let mut balanced = a.clone();
    let scales = balance_parlett_reinsch(&mut balanced);
    let values = balanced.clone().try_schur(f64::EPSILON, 10_000)?.complex_eigenvalues();
    let largest = values.iter().fold(0.0f64, |most, value| most.max(value.norm()));
    let mut values: Vec<Complex<f64>> = values.iter().copied().filter(|value| value.im >= 0.0).collect();
    values.sort_by(|a, b| a.norm().total_cmp(&b.norm()));
    values.truncate(most);
    let complex = balanced.map(|x| Complex::new(x, 0.0));
    let pair = |(number, value): (usize, &Complex<f64>), others: &[(Complex<f64>, DVector<Complex<f64>>)]| {
        let mut right = eigenvector(&complex, *value, (largest, number))?;
        let left = eigenvector(&complex.transpose(), *value, (largest, number))?;
        // of a repeated value another vector each
        let known = right.clone();
        for (_, other) in
            others.iter().filter(|(other, _)| (other - value).norm() <= REPEATED * largest.min(value.norm() * 1e6))
        {
            let along = other.dotc(&right);
            right -= other * along;
        }
        let length = right.norm();
        let right = if length > 1e-6 { right / Complex::new(length, 0.0) } else { known };
        // of second order in the error of both vectors
        let (above, below) = ((left.transpose() * &complex * &right)[(0, 0)], (left.transpose() * &right)[(0, 0)]);
        let better = above / below;
        let is_near = below.norm() > 1e-10 && (better - value).norm() <= 1e-6 * largest;
        let mut value = if is_near { better } else { *value };
        value.im = value.im.max(0.0);
        let unscaled = DVector::from_fn(right.len(), |i, _| right[i] * scales[i]);
        let length = unscaled.norm();
        Some((Eigenpair { value, vector: unscaled / Complex::new(length, 0.0) }, right))
    };
    let (mut found, mut others) = (Vec::with_capacity(values.len()), Vec::new());
    for (number, value) in values.iter().enumerate() {
        let (pair, right) = pair((number, value), &others)?;
        found.push(pair);
        others.push((*value, right));
    }
    Some(found)
}

/// Returns the eigenvector of an eigenvalue that is known but for rounding.
fn eigenvector(
    a: &DMatrix<Complex<f64>>,
    value: Complex<f64>,
    (largest, number): (f64, usize),
) -> Option<DVector<Complex<f64>>> {
    let beside = value + Complex::new(BESIDE * largest.max(f64::MIN_POSITIVE), 0.0);
    let shifted = a - DMatrix::identity(a.nrows(), a.nrows()) * beside;
    let lu = shifted.lu();
    // in no particular direction, another one for every number
    let phase = 0.37 * number as f64;
    let some = |i: usize| Complex::new((1.0 + (0.7 + phase) * i as f64).cos(), 0.3 * (i as f64 + phase).sin());
    let mut x = DVector::from_fn(a.nrows(), |i, _| some(i));
    for _ in 0..SOLUTIONS {
        x = lu.solve(&x)?;
        let length = x.norm();
        if !(length > 0.0 && length.is_finite()) {
            return None;
        }
        x /= Complex::new(length, 0.0);
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_eigenvalue_has_independent_vectors() {
        // two equal oscillators, turned into each other
        let mut a = DMatrix::zeros(6, 6);
        for (at, k) in [(0, 4.0), (2, 4.0), (4, 9.0)] {
            (a[(at, at + 1)], a[(at + 1, at)]) = (1.0, -k);
        }
        let found = eigenpairs(&a, 3).expect("eigenvalues");
        let both: Vec<&Eigenpair> = found.iter().filter(|pair| (pair.value.im - 2.0).abs() < 1e-12).collect();
        assert_eq!(both.len(), 2);
        assert!(both[0].vector.dotc(&both[1].vector).norm() < 0.9, "{both:?}");
        let complex = a.map(|x| Complex::new(x, 0.0));
        for pair in found {
            assert!((&complex * &pair.vector - &pair.vector * pair.value).norm() < 1e-11, "{pair:?}");
        }
    }

    #[test]
    fn eigenpairs_solve_their_equation() {
        // two oscillators with damping, badly scaled, one value alone, and a real pair
        let mut a = DMatrix::zeros(7, 7);
        for (at, [k, c]) in [(0, [1e6, 30.0]), (2, [4.0, 0.1]), (4, [-9.0, 0.0])] {
            (a[(at, at + 1)], a[(at + 1, at)], a[(at + 1, at + 1)]) = (1.0, -k, -c);
        }
        (a[(6, 6)], a[(1, 2)], a[(3, 6)], a[(5, 0)]) = (-2.5, 1e3, 2.0, -7.0);
        let mut found = eigenpairs(&a, 7).expect("eigenvalues");
        found.sort_by(|a, b| a.value.norm().total_cmp(&b.value.norm()));
        let expected = [
            Complex::new(-0.05, (4.0f64 - 0.0025).sqrt()),
            Complex::new(-2.5, 0.0),
            Complex::new(-3.0, 0.0),
            Complex::new(3.0, 0.0),
            Complex::new(-15.0, (1e6f64 - 225.0).sqrt()),
        ];
        assert_eq!(found.len(), 5);
        let complex = a.map(|x| Complex::new(x, 0.0));
        for expected in expected {
            let pair = found.iter().find(|pair| (pair.value - expected).norm() < 1e-11 * expected.norm());
            let pair = pair.unwrap_or_else(|| panic!("{expected} is not among {found:?}"));
            let left = (&complex * &pair.vector - &pair.vector * pair.value).norm();
            assert!(left < 1e-9 * 1e6, "{expected}: {left:e}");
            assert!((pair.vector.norm() - 1.0).abs() < 1e-14);
        }
        assert!(eigenpairs(&DMatrix::from_element(2, 2, f64::NAN), 2).is_none());
    }
}
