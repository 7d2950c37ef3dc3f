//! The rotation nearest to a matrix, by the eigenproblem of quaternions (3.19), (3.20): that of the matrix metric, also where the
//! determinant of the weighted sum is negative.

use crate::lie::UnitQuaternion;
use crate::num::{Mat3, Real};

/// Sweeps of Jacobi's method over a matrix of four rows: it converges quadratically, and cubically in the end; what is left, two
/// steps of Newton's method take away.
const SWEEPS: usize = 4;

type Matrix4<R> = [[R; 4]; 4];

/// Returns the rotation R that is nearest to a matrix S, the weighted sum of others: of which tr(R^T S) = q^T W(S) q is largest.
pub(super) fn nearest<R: Real>(sum: &Mat3<R>) -> UnitQuaternion<R> {
    let s = sum.to_array();
    let at = |i: usize, j: usize| s[3 * i + j];
    let trace = at(0, 0) + at(1, 1) + at(2, 2);
    let axial = [at(2, 1) - at(1, 2), at(0, 2) - at(2, 0), at(1, 0) - at(0, 1)];
    let entry = |i: usize, j: usize| match (i.checked_sub(1), j.checked_sub(1)) {
        (None, None) => trace,
        (None, Some(k)) | (Some(k), None) => axial[k],
        (Some(i), Some(j)) if i == j => at(i, i) + at(i, i) - trace,
        (Some(i), Some(j)) => at(i, j) + at(j, i),
    };
    let w: Matrix4<R> = std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)));
    UnitQuaternion::from_slice(&leading(w)).normalized()
}

/// Returns the eigenvector of the largest eigenvalue of a symmetric matrix, by Jacobi's method with a fixed number of sweeps.
fn leading<R: Real>(mut a: Matrix4<R>) -> [R; 4] {
    let one = |i: usize, j: usize| if i == j { R::one() } else { R::zero() };
    let mut vectors: Matrix4<R> = std::array::from_fn(|i| std::array::from_fn(|j| one(i, j)));
    for _ in 0..SWEEPS {
        for (p, q) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let [t, c, s] = turn(a[p][p], a[q][q], a[p][q]);
            let change = a[p][q] * t;
            (a[p][p], a[q][q]) = (a[p][p] - change, a[q][q] + change);
            (a[p][q], a[q][p]) = (R::zero(), R::zero());
            for k in (0..4).filter(|k| *k != p && *k != q) {
                (a[k][p], a[k][q]) = (a[k][p] * c - a[k][q] * s, a[k][p] * s + a[k][q] * c);
                (a[p][k], a[q][k]) = (a[k][p], a[k][q]);
            }
            for row in &mut vectors {
                (row[p], row[q]) = (row[p] * c - row[q] * s, row[p] * s + row[q] * c);
            }
        }
    }
    let column = |j: usize| vectors.map(|row| row[j]);
    let values = [0, 1, 2, 3].map(|j| a[j][j]);
    let (mut best, mut largest) = (column(0), values[0]);
    for (j, value) in values.into_iter().enumerate().skip(1) {
        let better = largest.less(value);
        largest = R::select(better, value, largest);
        let other = column(j);
        best = std::array::from_fn(|i| R::select(better, other[i], best[i]));
    }
    best
}

/// Returns tangent, cosine and sine of the turn that makes the entry beside two of the diagonal zero.
fn turn<R: Real>(pp: R, qq: R, pq: R) -> [R; 3] {
    let (d, twice) = (qq - pp, pq + pq);
    let falls = d.less(R::zero());
    let away = R::select(falls, -d, d);
    let sum = away + (d.square() + twice.square()).sqrt();
    let is_nothing = sum.less_equal(R::zero());
    let t = R::select(falls, -twice, twice) / R::select(is_nothing, R::one(), sum);
    let c = R::one() / (R::one() + t.square()).sqrt();
    [t, c, t * c]
}
