//! Square linear systems whose rows and columns have different units.

use nalgebra::{DMatrix, DVector, Dyn, LU};

/// Holds the factors of R A C with diagonal matrices R and C that bring the length of every row and column near to one,
/// so that pivots can be compared whatever the units are.
#[derive(Clone, Debug)]
pub struct Equilibrated {
    scaled: DMatrix<f64>,
    rows: DVector<f64>,
    columns: DVector<f64>,
    factors: LU<f64, Dyn, Dyn>,
}

impl Equilibrated {
    /// Factorises a square matrix.
    pub fn new(a: &DMatrix<f64>) -> Self {
        let n = a.nrows();
        let (mut rows, mut columns) = (DVector::repeat(n, 1.0), DVector::repeat(n, 1.0));
        let mut scaled = a.clone();
        // Sinkhorn and Knopp (1967), a few rounds, of the squares of the entries
        for _ in 0..30 {
            let factor = |length: f64| if length > 0.0 { 1.0 / length } else { 1.0 };
            for i in 0..n {
                let by = factor(scaled.row(i).norm());
                rows[i] *= by;
                scaled.row_mut(i).scale_mut(by);
            }
            for j in 0..n {
                let by = factor(scaled.column(j).norm());
                columns[j] *= by;
                scaled.column_mut(j).scale_mut(by);
            }
        }
        let factors = scaled.clone().lu();
        Self { scaled, rows, columns, factors }
    }
    /// Returns the smallest pivot in units of the largest.
    pub fn smallest_pivot(&self) -> f64 {
        let u = self.factors.u();
        let pivots = u.diagonal().abs();
        if pivots.is_empty() { 1.0 } else { pivots.min() / pivots.max() }
    }
    /// Returns the solution, or nothing where a pivot is zero.
    pub fn solve(&self, b: &DVector<f64>) -> Option<DVector<f64>> {
        let x = self.factors.solve(&b.component_mul(&self.rows))?;
        Some(x.component_mul(&self.columns))
    }
    /// Returns the direction that A shortens most, in the units of the solution scaled by its columns.
    pub fn weakest_direction(&self) -> DVector<f64> {
        let n = self.scaled.ncols();
        let svd = self.scaled.clone().svd(false, true);
        svd.v_t.map_or_else(|| DVector::zeros(n), |v| v.row(n - 1).transpose())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_do_not_matter_and_singular_matrices_are_seen() {
        let a = DMatrix::from_row_slice(3, 3, &[2.0, 1.0, 0.0, 1.0, 3.0, -1.0, 0.0, -1.0, 1.5]);
        let (r, c) = ([1e-9, 1.0, 1e7], [1e6, 1e-8, 1.0]);
        let b = DMatrix::from_fn(3, 3, |i, j| r[i] * a[(i, j)] * c[j]);
        let (plain, scaled) = (Equilibrated::new(&a), Equilibrated::new(&b));
        assert!(plain.smallest_pivot() > 0.1 && scaled.smallest_pivot() > 0.05, "{}", scaled.smallest_pivot());
        let x = scaled.solve(&DVector::from_vec(r.to_vec())).unwrap();
        let y = plain.solve(&DVector::repeat(3, 1.0)).unwrap();
        (0..3).for_each(|i| assert!((x[i] * c[i] - y[i]).abs() < 1e-14));
        let singular = DMatrix::from_row_slice(2, 2, &[1e-5, 0.0, 0.0, 0.0]);
        let singular = Equilibrated::new(&singular);
        assert_eq!((singular.smallest_pivot(), singular.weakest_direction()[1].abs()), (0.0, 1.0));
    }
}
