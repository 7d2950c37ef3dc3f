//! The singular value decomposition.

use nalgebra::{DMatrix, DVector};

/// The part of the longest direction of a span below which a direction counts as none of its own.
const SHORT: f64 = 1e-9;

/// Holds A = U S V^T of any matrix, also of one without rows, with all columns of V.
#[derive(Clone, Debug)]
pub struct Svd {
    /// One column per singular value; zero where that is.
    u: DMatrix<f64>,
    /// The singular values, as many as A has columns, descending.
    values: Vec<f64>,
    v_transposed: DMatrix<f64>,
    rank: usize,
}

impl Svd {
    /// Decomposes a matrix; one that is not finite as if it had zeros only. Singular values up to `tolerance` times the largest count as zero.
    pub fn new(a: &DMatrix<f64>, tolerance: f64) -> Self {
        let (m, n) = a.shape();
        if m == 0 || n == 0 || a.iter().any(|x| !x.is_finite()) {
            return Self {
                u: DMatrix::zeros(m, n),
                values: vec![0.0; n],
                v_transposed: DMatrix::identity(n, n),
                rank: 0,
            };
        }
        let (mut u, mut v) = (a.clone(), DMatrix::identity(n, n));
        orthogonalise(&mut u, &mut v);
        let norms: Vec<f64> = u.column_iter().map(|column| column.norm()).collect();
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|i, j| norms[*j].total_cmp(&norms[*i]));
        let values: Vec<f64> = order.iter().map(|i| norms[*i]).collect();
        let rank = values.iter().filter(|&&s| s > tolerance * values[0]).count();
        let unit = |i: usize, j: usize| if j < rank { u[(i, order[j])] / values[j] } else { 0.0 };
        Self {
            u: DMatrix::from_fn(m, n, unit),
            v_transposed: DMatrix::from_fn(n, n, |i, j| v[(j, order[i])]),
            values,
            rank,
        }
    }
    /// Counts the singular values that are not zero.
    pub fn rank(&self) -> usize {
        self.rank
    }
    /// Returns the singular values, as many as the matrix has columns, descending.
    pub fn values(&self) -> &[f64] {
        &self.values
    }
    /// Returns an orthonormal basis of all x with A x = 0, one column each.
    pub fn null_space(&self) -> DMatrix<f64> {
        self.v_transposed.rows(self.rank, self.values.len() - self.rank).transpose()
    }
    /// Returns an orthonormal basis of all x that A shortens to a length, or to less, one column each.
    pub fn shortened_to(&self, length: f64) -> DMatrix<f64> {
        let longer = self.values.iter().filter(|&&s| s > length).count();
        self.v_transposed.rows(longer, self.values.len() - longer).transpose()
    }
    /// Returns an orthonormal basis of what is perpendicular to these, one row each.
    pub fn row_space(&self) -> DMatrix<f64> {
        self.v_transposed.rows(0, self.rank).into_owned()
    }
    /// Returns the shortest of the x that bring A x nearest to `b`.
    pub fn solve(&self, b: &DVector<f64>) -> DVector<f64> {
        let mut x = DVector::zeros(self.values.len());
        for (i, s) in self.values[..self.rank].iter().enumerate() {
            let along = self.u.column(i).dot(b) * s / (s * s);
            x += self.v_transposed.row(i).transpose() * along;
        }
        x
    }
    /// Returns the shortest of the y that bring A^T y nearest to `c`.
    pub fn solve_transposed(&self, c: &DVector<f64>) -> DVector<f64> {
        let mut y = DVector::zeros(self.u.nrows());
        for (i, s) in self.values[..self.rank].iter().enumerate() {
            y += self.u.column(i) * (self.v_transposed.row(i).transpose().dot(c) / s);
        }
        y
    }
}

/// Rotates pairs of columns of `a`, and those of `v` with them, until the columns of `a` are perpendicular to each
/// other: the one-sided method of Jacobi, which unlike those by bidiagonal form is as accurate with dependent columns.
/// Hestenes (1958), Journal of the Society for Industrial and Applied Mathematics 6; Golub, Van Loan (2013), Section
/// 8.6.
fn orthogonalise(a: &mut DMatrix<f64>, v: &mut DMatrix<f64>) {
    /// Rounds over all pairs; some eight are needed.
    const ROUNDS: usize = 40;
    let rounding = f64::EPSILON * a.norm();
    for _ in 0..ROUNDS {
        let mut done = true;
        for j in 1..a.ncols() {
            for i in 0..j {
                let (x, y) = (a.column(i), a.column(j));
                let (xx, yy, xy) = (x.norm_squared(), y.norm_squared(), x.dot(&y));
                // a column of rounding is a zero
                if xy.abs() <= f64::EPSILON * (xx * yy).sqrt() || xx.min(yy).sqrt() <= rounding {
                    continue;
                }
                done = false;
                let cotangent = (yy - xx) / (2.0 * xy);
                let tangent = cotangent.signum() / (cotangent.abs() + 1.0f64.hypot(cotangent));
                let cosine = 1.0 / 1.0f64.hypot(tangent);
                let sine = cosine * tangent;
                for matrix in [&mut *a, &mut *v] {
                    let rows = matrix.nrows();
                    let (head, tail) = matrix.as_mut_slice().split_at_mut(j * rows);
                    for (x, y) in head[i * rows..].iter_mut().zip(&mut tail[..rows]) {
                        (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
                    }
                }
            }
        }
        if done {
            return;
        }
    }
}

/// Returns an orthonormal basis of the span of columns of `size` numbers. A direction shorter than 1e-9 of the longest lies in the span of
/// the others.
pub fn orthonormal(columns: &[DVector<f64>], size: usize) -> DMatrix<f64> {
    if columns.is_empty() {
        return DMatrix::zeros(size, 0);
    }
    Svd::new(&DMatrix::from_columns(columns).transpose(), SHORT).row_space().transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a matrix of entries without a pattern.
    fn some(rows: usize, columns: usize) -> DMatrix<f64> {
        DMatrix::from_fn(rows, columns, |i, j| (1.7 * (i * i) as f64 + 2.3 * (j + i * j) as f64 + 0.4).sin())
    }

    #[test]
    fn rank_null_space_and_least_solution_of_any_shape() {
        for (m, n, rank) in [(5, 3, 2), (3, 5, 2), (4, 4, 3), (6, 6, 6), (2, 7, 2), (7, 2, 2), (20, 18, 17), (3, 3, 0)]
        {
            let a = some(m, rank) * some(rank, n);
            let svd = Svd::new(&a, 1e-10);
            assert_eq!(svd.rank(), rank, "{m} x {n}: {:?}", svd.values());
            let null = svd.null_space();
            assert_eq!(null.shape(), (n, n - rank));
            assert!((&a * &null).amax() < 1e-13 * (1.0 + a.amax()));
            assert!((null.transpose() * &null - DMatrix::identity(n - rank, n - rank)).amax() < 1e-14);
            let b = DVector::from_fn(m, |i, _| (i as f64).cos());
            let x = svd.solve(&b);
            // what is left is normal to A, and x is normal to the null space
            assert!((a.transpose() * (&a * &x - &b)).amax() < 1e-11 * (1.0 + a.amax()));
            assert!((null.transpose() * &x).amax() < 1e-11 * (1.0 + x.amax()));
        }
    }

    #[test]
    fn a_matrix_without_rows_leaves_everything_free() {
        let svd = Svd::new(&DMatrix::zeros(0, 3), 1e-10);
        assert_eq!((svd.rank(), svd.null_space()), (0, DMatrix::identity(3, 3)));
        assert_eq!(svd.solve(&DVector::zeros(0)), DVector::zeros(3));
        assert_eq!(Svd::new(&DMatrix::zeros(2, 0), 1e-10).solve(&DVector::zeros(2)).len(), 0);
    }
}
