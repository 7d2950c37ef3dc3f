//! Small dense linear algebra.

/// The eigenvalues of a symmetric 3 x 3 matrix given by xx, yy, zz, xy, xz, yz, ascending, by Jacobi
/// rotations; accurate to a few units in the last place of the largest one.
pub fn symmetric_eigenvalues([xx, yy, zz, xy, xz, yz]: [f64; 6]) -> [f64; 3] {
    let mut a = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
    for _sweep in 0..30 {
        let off = a[0][1].abs() + a[0][2].abs() + a[1][2].abs();
        let size = a[0][0].abs() + a[1][1].abs() + a[2][2].abs();
        if off.is_nan() || off <= size * 1e-17 {
            break;
        }
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if a[p][q] == 0.0 {
                continue;
            }
            let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
            let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
            let c = t.hypot(1.0).recip();
            let s = t * c;
            for row in &mut a {
                (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
            }
            let (rp, rq) = (a[p], a[q]);
            a[p] = std::array::from_fn(|k| c * rp[k] - s * rq[k]);
            a[q] = std::array::from_fn(|k| s * rp[k] + c * rq[k]);
        }
    }
    let mut values = [a[0][0], a[1][1], a[2][2]];
    values.sort_by(f64::total_cmp);
    values
}

#[cfg(test)]
mod tests {
    use super::symmetric_eigenvalues;

    #[test]
    fn invariants_and_known_cases() {
        assert_eq!(symmetric_eigenvalues([3.0, 1.0, 2.0, 0.0, 0.0, 0.0]), [1.0, 2.0, 3.0]);
        let m = [2.0, 3.0, 4.0, 0.5, -0.3, 0.7];
        let [a, b, c] = symmetric_eigenvalues(m);
        assert!((a + b + c - 9.0).abs() < 1e-14);
        let determinant = 2.0 * (12.0 - 0.49) - 0.5 * (2.0 + 0.21) + -0.3 * (0.35 + 0.9);
        assert!((a * b * c - determinant).abs() < 1e-13);
    }
}
