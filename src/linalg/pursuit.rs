//! Orthogonal matching pursuit: least squares by few columns, taken one after the other.
//!
//! The next column is the one that brings the fit nearest (orthogonal least squares): S. Chen, S. Billings, W. Luo, "Orthogonal least squares methods
//! and their application to non-linear system identification", International Journal of Control 50 (1989) 1873-1896.

use nalgebra::{DMatrix, DVector};

/// A column that is nearly in the span of those taken is none of its own: less than this of its square is left.
const DEPENDENT: f64 = 1e-10;
/// What is left of the right side counts as rounding below this part of it.
const ROUNDING: f64 = 1e-14;

/// A fit by some columns of a matrix, over some of its rows; the others are predicted.
pub struct Pursuit<'a> {
    matrix: &'a DMatrix<f64>,
    /// One for rows that count, zero for others.
    counts: DVector<f64>,
    /// The columns that were taken, in order.
    taken: Vec<usize>,
    /// Each of these made orthogonal to those before, in the rows that count, at all rows.
    orthonormal: Vec<DVector<f64>>,
    /// The columns of the upper triangle, and what the fit has of each orthonormal column.
    triangle: Vec<Vec<f64>>,
    parts: Vec<f64>,
    /// The right side less the fit, at all rows.
    residual: DVector<f64>,
    /// The squares of columns, and what of them is orthogonal to those taken.
    squares: Vec<f64>,
    left: Vec<f64>,
    /// The products of columns and the residual.
    products: DVector<f64>,
    least: f64,
}

impl<'a> Pursuit<'a> {
    /// Begins with no column.
    pub fn new(matrix: &'a DMatrix<f64>, right: &DVector<f64>, counts: DVector<f64>) -> Self {
        let counted = right.component_mul(&counts);
        let squares: Vec<f64> =
            matrix.column_iter().map(|column| column.iter().zip(counts.iter()).map(|(x, w)| w * x * x).sum()).collect();
        Self {
            products: along(matrix, &counted),
            least: ROUNDING * counted.norm(),
            residual: right.clone(),
            left: squares.clone(),
            taken: Vec::new(),
            orthonormal: Vec::new(),
            triangle: Vec::new(),
            parts: Vec::new(),
            matrix,
            counts,
            squares,
        }
    }

    /// Returns how many columns were taken.
    pub fn taken(&self) -> usize {
        self.taken.len()
    }

    /// Returns the right side less the fit, at all rows.
    pub fn residual(&self) -> &DVector<f64> {
        &self.residual
    }

    /// Returns the column that would bring the fit nearest; none where the fit is exact, or no column is left.
    pub fn best(&self) -> Option<usize> {
        if self.residual.component_mul(&self.counts).norm() <= self.least {
            return None;
        }
        let gain = |j: usize| self.products[j].powi(2) / self.left[j];
        let free = (0..self.left.len()).filter(|j| self.left[*j] > DEPENDENT * self.squares[*j]);
        free.filter(|j| gain(*j) > 0.0).max_by(|i, j| gain(*i).total_cmp(&gain(*j)))
    }

    /// Takes a column into the fit.
    pub fn take(&mut self, column: usize) {
        let mut v: DVector<f64> = self.matrix.column(column).into_owned();
        let mut heights = vec![0.0; self.taken.len() + 1];
        // twice, so that rounding leaves nothing along the others
        for _ in 0..2 {
            for (other, height) in self.orthonormal.iter().zip(&mut heights) {
                let part = v.component_mul(&self.counts).dot(other);
                *height += part;
                v.axpy(-part, other, 1.0);
            }
        }
        let length = v.component_mul(&self.counts).norm();
        v /= length;
        heights[self.taken.len()] = length;
        let counted = v.component_mul(&self.counts);
        let part = counted.dot(&self.residual);
        self.residual.axpy(-part, &v, 1.0);
        let along = along(self.matrix, &counted);
        self.products.axpy(-part, &along, 1.0);
        self.left.iter_mut().zip(along.iter()).for_each(|(left, along)| *left -= along * along);
        self.left[column] = 0.0;
        self.taken.push(column);
        self.orthonormal.push(v);
        self.triangle.push(heights);
        self.parts.push(part);
    }

    /// Returns the first so many columns that were taken, with the coefficients of the fit by these.
    pub fn coefficients(&self, count: usize) -> Vec<(usize, f64)> {
        let mut x = self.parts[..count].to_vec();
        for i in (0..count).rev() {
            x[i] /= self.triangle[i][i];
            let known = x[i];
            (0..i).for_each(|k| x[k] -= self.triangle[i][k] * known);
        }
        self.taken.iter().copied().zip(x).collect()
    }
}

/// Returns the products of every column and a vector.
fn along(matrix: &DMatrix<f64>, vector: &DVector<f64>) -> DVector<f64> {
    let columns = matrix.as_slice().chunks_exact(matrix.nrows().max(1));
    DVector::from_vec(columns.map(|column| dot(column, vector.as_slice())).collect())
}

/// Returns the product of two vectors, in four sums: all pursuits spend their time here.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (fours, others) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = fours.remainder().iter().zip(others.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in fours.zip(others) {
        sums[0] += x[0] * y[0];
        sums[1] += x[1] * y[1];
        sums[2] += x[2] * y[2];
        sums[3] += x[3] * y[3];
    }
    sums[0] + sums[1] + (sums[2] + sums[3]) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of forty columns three are in the right side, which half of the rows tell.
    #[test]
    fn few_columns_are_found_by_few_rows_and_predict_the_others() {
        let entry = |i: usize, j: usize| (0.7 + 1.3 * ((i * i + 3 * i) * (j + 2)) as f64 + j as f64).sin();
        let matrix = DMatrix::from_fn(60, 40, entry);
        let right = 3.0 * matrix.column(7) - 0.5 * matrix.column(31) + 0.01 * matrix.column(2);
        let counts = DVector::from_fn(60, |i, _| f64::from(u8::from(i % 2 == 0)));
        let mut fit = Pursuit::new(&matrix, &right, counts);
        while let Some(column) = fit.best() {
            fit.take(column);
        }
        let mut found = fit.coefficients(fit.taken());
        found.sort_by_key(|(column, _)| *column);
        assert_eq!(found.iter().map(|(column, _)| *column).collect::<Vec<_>>(), [2, 7, 31]);
        for ((_, found), exact) in found.into_iter().zip([0.01, 3.0, -0.5]) {
            assert!((found - exact).abs() < 1e-13, "{found} {exact}");
        }
        assert!(fit.residual().amax() < 1e-12);
    }
}
