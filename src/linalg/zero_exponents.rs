//! Matrices without what their zero eigenvalues belong to, however long the chains of these are.
//!
//! A zero eigenvalue that is found as one of many is the root of rounding where a chain belongs to it, as of a body that nothing holds,
//! whose velocity stays and whose position grows. So null vectors are taken out first, then those of what is left.

use super::{Complex, DMatrix, DVector, Svd};

/// Lengths up to so many times what rounding makes of them, for every column, count as zero.
const ZERO: f64 = 8.0;
/// What a pivot of a null vector may be at most, in the same unit.
const DOUBTFUL: f64 = 1e6;
/// Rounds that scale rows and columns, so that rounding is alike in all.
const ROUNDS: usize = 12;

/// Holds a matrix without its null vectors: with y = [0; b] + X a, where X is one in the rows of the pivots, y' = A y is b' = A b of the
/// smaller matrix, and a' = rates b.
#[derive(Clone, Debug)]
struct Stage {
    pivots: Vec<usize>,
    rest: Vec<usize>,
    /// X, the null vectors.
    null: DMatrix<f64>,
    rates: DMatrix<f64>,
}

/// Holds a real square matrix without its zero eigenvalues.
#[derive(Clone, Debug)]
pub struct WithoutZeros {
    /// The matrix of all other eigenvalues.
    pub matrix: DMatrix<f64>,
    /// What rounding may make of its entries.
    pub rounding: DMatrix<f64>,
    stages: Vec<Stage>,
}

impl WithoutZeros {
    /// Takes out of a finite matrix what is zero but for rounding, which may change its entries by so much at most.
    pub fn new(mut matrix: DMatrix<f64>, mut rounding: DMatrix<f64>) -> Self {
        let mut stages = Vec::new();
        while !matrix.is_empty() {
            let Some((stage, [smaller, its])) = Stage::of(&matrix, &rounding, stages.is_empty()) else { break };
            (matrix, rounding) = (smaller, its);
            stages.push(stage);
        }
        Self { matrix, rounding, stages }
    }

    /// Returns the null vectors of the whole matrix, one column each.
    pub fn null_space(&self, size: usize) -> DMatrix<f64> {
        self.stages.first().map_or_else(|| DMatrix::zeros(size, 0), |stage| stage.null.clone())
    }

    /// Counts the eigenvalues that are zero.
    pub fn count(&self) -> usize {
        self.stages.iter().map(|stage| stage.pivots.len()).sum()
    }

    /// Returns the eigenvector of the whole matrix for one of the smaller matrix, whose eigenvalue is not zero.
    pub fn whole(&self, value: Complex<f64>, vector: &DVector<Complex<f64>>) -> DVector<Complex<f64>> {
        let mut all = vector.clone();
        for stage in self.stages.iter().rev() {
            let along = stage.rates.map(Complex::from) * &all / value;
            let carried = stage.null.map(Complex::from) * &along;
            let mut next = carried;
            stage.rest.iter().zip(&all).for_each(|(i, x)| next[*i] += x);
            all = next;
        }
        if self.stages.is_empty() { all } else { all.normalize() }
    }
}

impl Stage {
    /// Returns the stage with the smaller matrix and its rounding; none where there is no null vector.
    fn of(a: &DMatrix<f64>, rounding: &DMatrix<f64>, is_first: bool) -> Option<(Self, [DMatrix<f64>; 2])> {
        let n = a.nrows();
        let noise = rounding.zip_map(a, |e, x| e.max(f64::EPSILON * x.abs()));
        let [rows, columns] = scales(&noise);
        let scaled = DMatrix::from_fn(n, n, |i, j| a[(i, j)] * columns[j] / rows[i]);
        let its_noise = DMatrix::from_fn(n, n, |i, j| noise[(i, j)] * columns[j] / rows[i]);
        let [null, turned] = null_vectors(&scaled, &its_noise);
        if null.ncols() == 0 {
            return None;
        }
        let pivots = pivots(&null);
        let rest: Vec<usize> = (0..n).filter(|i| !pivots.contains(i)).collect();
        let inverse = null.select_rows(&pivots).try_inverse()?;
        let back = |of: &DMatrix<f64>, rows: &[usize]| {
            DMatrix::from_fn(rows.len(), pivots.len(), |i, k| of[(i, k)] * columns[rows[i]] / columns[pivots[k]])
        };
        let of_rest = back(&(null.select_rows(&rest) * &inverse), &rest);
        // null vectors are known but for what rounding may turn them by
        let of_pivots = (null.select_rows(&rest) * &inverse).abs() * turned.select_rows(&pivots);
        let turned = back(&((turned.select_rows(&rest) + of_pivots) * inverse.abs()), &rest);
        let mut null = DMatrix::zeros(n, pivots.len());
        pivots.iter().enumerate().for_each(|(k, i)| null[(*i, k)] = 1.0);
        rest.iter().enumerate().for_each(|(i, place)| null.row_mut(*place).copy_from(&of_rest.row(i)));
        let part = |of: &DMatrix<f64>, rows: &[usize]| of.select_rows(rows).select_columns(&rest);
        let rates = part(a, &pivots);
        let smaller = part(a, &rest) - &of_rest * &rates;
        let mut its = part(&noise, &rest) + of_rest.abs() * part(&noise, &pivots);
        // of velocities along null vectors; the rates of what is left cancel in what follows, and changes of null vectors with them
        if is_first {
            its += turned * rates.abs();
        }
        Some((Self { pivots, rest, null, rates }, [smaller, its]))
    }
}

/// Returns what rows are to be divided by, and columns multiplied by, so that the largest entry of every row and column is about 1.
fn scales(noise: &DMatrix<f64>) -> [Vec<f64>; 2] {
    let n = noise.nrows();
    let [mut rows, mut columns] = [vec![1.0; n], vec![1.0; n]];
    for _ in 0..ROUNDS {
        let at = |i: usize, j: usize| noise[(i, j)] * columns[j] / rows[i];
        let most = |over: &mut dyn Iterator<Item = f64>| over.fold(0.0, f64::max);
        let of_rows: Vec<f64> = (0..n).map(|i| most(&mut (0..n).map(|j| at(i, j)))).collect();
        let of_columns: Vec<f64> = (0..n).map(|j| most(&mut (0..n).map(|i| at(i, j)))).collect();
        rows.iter_mut().zip(of_rows).filter(|(_, most)| *most > 0.0).for_each(|(row, most)| *row *= most.sqrt());
        let scaled = columns.iter_mut().zip(of_columns).filter(|(_, most)| *most > 0.0);
        scaled.for_each(|(column, most)| *column /= most.sqrt());
    }
    [rows, columns]
}

/// Returns an orthonormal basis of what a matrix makes zero but for its rounding, which is at most 1, and how much that may change it.
fn null_vectors(a: &DMatrix<f64>, noise: &DMatrix<f64>) -> [DMatrix<f64>; 2] {
    let n = a.ncols();
    let none = [DMatrix::zeros(n, 0), DMatrix::zeros(n, 0)];
    let decomposed = a.clone().col_piv_qr();
    let r = decomposed.r();
    let independent = (0..n).take_while(|i| r[(*i, *i)].abs() > DOUBTFUL * n as f64).count();
    let doubtful = n - independent;
    if doubtful == 0 {
        return none;
    }
    // what of the others makes up for each of the doubtful columns
    let mut all = DMatrix::zeros(n, doubtful);
    let others = r.view((0, 0), (independent, independent)).into_owned();
    let inverse = if independent == 0 { Some(others) } else { others.try_inverse() };
    let Some(inverse) = inverse else { return none };
    let of_others = &inverse * r.view((0, independent), (independent, doubtful));
    all.rows_mut(0, independent).copy_from(&-of_others);
    (0..doubtful).for_each(|k| all[(independent + k, k)] = 1.0);
    let left = r.view((independent, independent), (doubtful, doubtful)).into_owned();
    let Some(lengths) = all.clone().qr().r().try_inverse() else { return none };
    let shortened = Svd::new(&(left * &lengths), 0.0).shortened_to(ZERO * n as f64);
    // as they are, where all of them are null vectors: zeros in them are exact
    let found = if shortened.ncols() == doubtful { all } else { all * (lengths * shortened) };
    let mut order = nalgebra::RowDVector::from_fn(n, |_, i| i);
    decomposed.p().permute_columns(&mut order);
    let placed = |of: &DMatrix<f64>| {
        let mut all = DMatrix::zeros(n, found.ncols());
        order.iter().zip(of.row_iter()).for_each(|(place, row)| all.row_mut(*place).copy_from(&row));
        all
    };
    let null = placed(&found);
    let turning = decomposed.q().columns(0, independent).abs().transpose() * (noise * null.abs());
    let turning = turning + r.rows(0, independent).abs() * found.abs() * (n as f64 * f64::EPSILON);
    let turned = placed(&(inverse.abs() * turning));
    [null, turned]
}

/// Returns a row for every column of independent ones, in which they are large.
fn pivots(null: &DMatrix<f64>) -> Vec<usize> {
    let (mut left, mut found) = (null.clone(), Vec::new());
    for _ in 0..null.ncols() {
        let (i, j) = left.abs().iamax_full();
        found.push(i);
        let row = left.row(i) / left[(i, j)];
        let column = left.column(j).into_owned();
        left -= column * row;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain of masses and springs that nothing holds, with a soft and a stiff spring, and a damper to the ground or none.
    fn chain(soft: f64, damper: f64) -> DMatrix<f64> {
        let n = 4;
        let mut a = DMatrix::zeros(2 * n, 2 * n);
        for (i, k) in [soft, 1e9, 3.0].into_iter().enumerate() {
            for (i, j) in [(i, i + 1), (i + 1, i)] {
                a[(n + i, i)] -= k;
                a[(n + i, j)] += k;
            }
        }
        (0..n).for_each(|i| a[(i, n + i)] = 1.0);
        a[(n, n)] = -damper;
        a
    }

    #[test]
    fn zeros_are_counted_whatever_their_chains_and_soft_springs_stay() {
        for (soft, damper, count, null) in [(2.0, 0.0, 2, 1), (1e-5, 0.0, 2, 1), (0.0, 0.0, 4, 2), (2.0, 0.5, 1, 1)] {
            let a = chain(soft, damper);
            let found = WithoutZeros::new(a.clone(), a.abs() * 1e-15);
            assert_eq!((found.count(), found.null_space(8).ncols()), (count, null), "{soft} {damper}");
            assert!((a.clone() * found.null_space(8)).amax() < 1e-6);
            // of what is left every eigenvector is one of the whole
            let mut values = super::super::Eigenvalues::of(&found.matrix).expect("finite");
            for number in 0..values.values().len() {
                let pair = values.pair(number).expect("a vector");
                let whole = found.whole(pair.value, &pair.vector);
                let left = a.map(Complex::from) * &whole - &whole * pair.value;
                assert!(left.norm() < 1e-6, "{soft} {damper} {}: {left}", pair.value);
            }
        }
    }

    #[test]
    fn nothing_is_taken_from_what_is_regular_and_all_of_zeros() {
        let a = DMatrix::from_row_slice(2, 2, &[0.0, 1.0, -1e-12, 0.0]);
        assert_eq!(WithoutZeros::new(a.clone(), DMatrix::zeros(2, 2)).count(), 0);
        assert_eq!(WithoutZeros::new(a, DMatrix::from_element(2, 2, 1e-12)).count(), 2);
        assert_eq!(WithoutZeros::new(DMatrix::zeros(3, 3), DMatrix::zeros(3, 3)).count(), 3);
    }
}
