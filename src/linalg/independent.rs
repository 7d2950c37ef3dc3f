//! Which rows of a matrix are independent, in several of its states at once.

use super::{Equilibrated, Svd};
use nalgebra::{DMatrix, DVector};

/// Says which rows are kept so that they are independent and span what all rows span.
#[derive(Clone, Debug, PartialEq)]
pub struct IndependentRows {
    /// The rows that are kept, ascending.
    pub kept: Vec<usize>,
    /// The rows that follow from them, ascending.
    pub left_out: Vec<usize>,
    /// The smallest singular value that counts, in units of the largest, of rows scaled to unit length.
    pub smallest: f64,
    /// The largest singular value that counts as zero, likewise.
    pub largest_zero: f64,
    /// The states in which the rank is lower than in others. They have no part in the choice.
    pub singular: Vec<usize>,
}

impl IndependentRows {
    /// Keeps all of that many rows, which are known to be independent.
    pub fn all(count: usize) -> Self {
        Self {
            kept: (0..count).collect(),
            left_out: Vec::new(),
            smallest: 1.0,
            largest_zero: 0.0,
            singular: Vec::new(),
        }
    }
}

/// Rows whose smallest pivot is above this, relative to the largest, are independent, whatever their singular values are
/// exactly. For chains of 64 bodies this takes 0.1 s instead of the 5 s of singular value decompositions.
const CLEAR: f64 = 1e-4;

/// A row is left out rather than a later one only where the dependences have so much less of the later one.
const PREFERENCE: f64 = 0.1;

/// Chooses independent rows of a matrix for all its states (at least one, of equal shape). The rank is the largest of the
/// states, of rows scaled to unit length, with singular values up to `tolerance` times the largest as zeros.
///
/// Every dependence among the rows leaves out one row with a large part in it, as late a one as possible: earlier rows
/// stay, rows without a part in any dependence always do, and what is kept is nowhere much worse conditioned than all
/// rows are.
pub fn independent_rows(states: &[DMatrix<f64>], tolerance: f64) -> IndependentRows {
    let m = states[0].nrows();
    if states.iter().all(|a| are_clearly_independent(a, tolerance)) {
        return IndependentRows::all(m);
    }
    let transposed: Vec<Svd> = states.iter().map(|a| Svd::new(&unit_rows(a).transpose(), tolerance)).collect();
    let rank = transposed.iter().map(Svd::rank).max().unwrap_or(0);
    let (regular, singular): (Vec<usize>, Vec<usize>) =
        (0..states.len()).partition(|&state| transposed[state].rank() == rank);
    let relative = |state: usize, i: usize| {
        let values = transposed[state].values();
        values.get(i).map_or(0.0, |s| s / values[0].max(f64::MIN_POSITIVE))
    };
    let over = |i: usize| regular.iter().map(move |&state| relative(state, i));
    let smallest = if rank == 0 { 0.0 } else { over(rank - 1).fold(f64::INFINITY, f64::min) };
    let largest_zero = over(rank).fold(0.0, f64::max);

    let mut dependences: Vec<DMatrix<f64>> = regular.iter().map(|&state| transposed[state].null_space()).collect();
    let mut left_out = Vec::new();
    for _ in rank..m {
        // the part that a row has in the dependences which are left, in the state where it has least
        let part = |row: usize| {
            let of = |n: &DMatrix<f64>| {
                let largest = n.row_iter().map(|r| r.norm()).fold(0.0, f64::max);
                n.row(row).norm() / largest.max(f64::MIN_POSITIVE)
            };
            dependences.iter().map(of).fold(f64::INFINITY, f64::min)
        };
        let parts: Vec<f64> = (0..m).map(|row| if left_out.contains(&row) { 0.0 } else { part(row) }).collect();
        let enough = PREFERENCE * parts.iter().copied().fold(0.0, f64::max);
        let Some(row) = (0..m).rev().find(|&row| parts[row] >= enough && !left_out.contains(&row)) else { break };
        left_out.push(row);
        for n in &mut dependences {
            let direction = n.row(row).normalize();
            *n -= &*n * direction.transpose() * direction;
        }
    }
    left_out.sort_unstable();
    let kept = (0..m).filter(|row| !left_out.contains(row)).collect();
    IndependentRows { kept, left_out, smallest, largest_zero, singular }
}

/// The smallest singular value of rows that are independent is above so many times what counts as zero, by an estimate that
/// is at most some times too large.
const BEYOND: f64 = 1e3;

/// Inverse iterations of that estimate, and vectors that it begins with.
const ROUNDS: usize = 8;
const BEGINNINGS: usize = 2;

/// Tells whether rows are independent beyond doubt, by the pivots of [I A^T; A 0], which of a sparse matrix cost little: none
/// is small, or the smallest singular value that inverse iteration with them finds is not. For chains of 128 bodies about
/// parallel axes, whose pivots are small, that takes a hundredth of a singular value decomposition.
fn are_clearly_independent(a: &DMatrix<f64>, tolerance: f64) -> bool {
    let ((m, n), a) = (a.shape(), unit_rows(a));
    if m > n || a.iter().any(|x| !x.is_finite()) {
        return false;
    }
    let factors = Equilibrated::new(&saddle(&a));
    let pivot = factors.smallest_pivot();
    pivot > CLEAR || pivot > f64::EPSILON && smallest_singular_value(&factors, (m, n)) > BEYOND * tolerance * a.norm()
}

/// Returns [I A^T; A 0].
fn saddle(a: &DMatrix<f64>) -> DMatrix<f64> {
    let (m, n) = a.shape();
    let mut saddle = DMatrix::identity(n + m, n + m);
    saddle.view_mut((n, n), (m, m)).fill(0.0);
    saddle.view_mut((n, 0), (m, n)).copy_from(a);
    saddle.view_mut((0, n), (n, m)).copy_from(&a.transpose());
    saddle
}

/// Estimates the smallest singular value of the A in factors of [I A^T; A 0]: the solution with [0; b] holds -(A A^T)^-1 b.
fn smallest_singular_value(factors: &Equilibrated, (m, n): (usize, usize)) -> f64 {
    let mut smallest = f64::INFINITY;
    for beginning in 0..BEGINNINGS {
        // entries without a pattern
        let phase = |i: usize| (1.0 + beginning as f64 + 1.7 * i as f64 + 0.37 * (i * i) as f64).sin();
        let mut y = DVector::from_fn(m, |i, _| phase(i)).normalize();
        for _ in 0..ROUNDS {
            let mut b = DVector::zeros(n + m);
            b.rows_mut(n, m).copy_from(&y);
            let found = factors.solve(&b).rows(n, m).into_owned();
            let growth = found.norm();
            if !growth.is_finite() || growth == 0.0 {
                return 0.0;
            }
            smallest = smallest.min(1.0 / growth.sqrt());
            y = found / growth;
        }
    }
    smallest
}

/// Returns the matrix with every row that is not zero scaled to unit length.
fn unit_rows(a: &DMatrix<f64>) -> DMatrix<f64> {
    let mut a = a.clone();
    for mut row in a.row_iter_mut() {
        let length = row.norm();
        if length > 0.0 {
            row /= length;
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn late_rows_are_left_out_and_rows_of_no_dependence_stay() {
        // row 2 is the sum of rows 0 and 1; row 4 is twice row 0; row 3 and 5 stand alone
        let rows =
            [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1e-3, 0.0, 2.0, 0.0, 0.0, 0.0];
        let a = DMatrix::from_row_slice(5, 4, &rows);
        let a = DMatrix::from_fn(6, 4, |i, j| if i < 5 { a[(i, j)] } else { [0.0, 0.0, 0.0, 1.0][j] });
        let chosen = independent_rows(&[a], 1e-9);
        assert_eq!((&chosen.kept[..], &chosen.left_out[..]), (&[0, 1, 3, 5][..], &[2, 4][..]));
        assert!(chosen.smallest > 0.1 && chosen.largest_zero < 1e-15, "{chosen:?}");
    }

    #[test]
    fn a_small_part_in_a_dependence_does_not_make_the_choice() {
        // the last row depends on the others, but so does row 0 on them with a weight of 1e-6
        let a = DMatrix::from_row_slice(3, 2, &[1.0, 0.0, 1.0, 1e-6, 0.0, 1.0]);
        let chosen = independent_rows(std::slice::from_ref(&a), 1e-9);
        assert_eq!(chosen.kept, [0, 2]);
        assert!(Svd::new(&a.select_rows(&chosen.kept), 0.0).values()[1] > 0.5);
    }

    #[test]
    fn states_with_less_rank_are_named_and_others_must_all_agree() {
        let at = |c: f64, s: f64| DMatrix::from_row_slice(3, 2, &[1.0, 0.0, c, s, 0.0, 1.0]);
        let chosen = independent_rows(&[at(1.0, 0.0), at(0.0, 1.0), at(0.6, 0.8)], 1e-9);
        // in the first state rows 0 and 1 agree, in the second rows 1 and 2: only row 1 can go in both
        assert_eq!((chosen.left_out, chosen.singular), (vec![1], vec![]));
        let flat = DMatrix::from_row_slice(3, 2, &[1.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
        let chosen = independent_rows(&[flat, at(0.6, 0.8)], 1e-9);
        assert_eq!((chosen.left_out, chosen.singular), (vec![2], vec![0]));
    }

    /// Rows of which each leans on the one before: independent, with a smallest singular value that falls with their number.
    #[test]
    fn small_pivots_alone_are_no_dependence() {
        let chain = |count: usize, last: f64| {
            let mut a = DMatrix::<f64>::zeros(count, count + 1);
            for i in 0..count {
                (a[(i, i)], a[(i, i + 1)]) = (1.0, -1.0);
            }
            a.row_mut(count - 1).fill(0.0);
            // the last row is nearly a sum of the others
            (a[(count - 1, 0)], a[(count - 1, count - 1)]) = (1.0, -1.0);
            a[(count - 1, count)] = last;
            a
        };
        for count in [8, 60, 200] {
            let smallest = |a: &DMatrix<f64>| *Svd::new(&unit_rows(a).transpose(), 0.0).values().last().unwrap();
            let a = chain(count, 1e-3);
            assert!(are_clearly_independent(&a, 1e-9), "{count}");
            let found = smallest_singular_value(&Equilibrated::new(&saddle(&unit_rows(&a))), a.shape());
            assert!((0.99..1.5).contains(&(found / smallest(&a))), "{count}: {found} {}", smallest(&a));
            for last in [0.0, 1e-12] {
                assert!(!are_clearly_independent(&chain(count, last), 1e-9), "{count} {last}");
            }
        }
    }

    #[test]
    fn no_rows_and_rows_of_zeros() {
        let none = independent_rows(&[DMatrix::zeros(0, 4)], 1e-9);
        assert_eq!((none.kept.len(), none.left_out.len()), (0, 0));
        let chosen = independent_rows(&[DMatrix::from_row_slice(2, 1, &[0.0, 3.0])], 1e-9);
        assert_eq!((chosen.kept, chosen.left_out), (vec![1], vec![0]));
    }
}
