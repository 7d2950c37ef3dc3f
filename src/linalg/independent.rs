//! Which rows of a matrix are independent, in several of its states at once.

use super::{Equilibrated, Orthogonal, Row, Svd, dense, identity, saddle, without_pattern};
use nalgebra::{DMatrix, DVector};

/// Says which rows are kept so that they are independent and span what all rows span.
#[derive(Clone, Debug, PartialEq)]
pub struct IndependentRows {
    /// The rows that are kept, ascending.
    pub kept: Vec<usize>,
    /// The redundant rows, which follow from the others, ascending.
    pub redundant: Vec<usize>,
    /// The states in which the rank is lower than in others. They have no part in the choice.
    pub singular: Vec<usize>,
    /// For every other state an orthonormal basis of all z with z^T A = 0, one column each.
    pub dependences: Vec<DMatrix<f64>>,
}

impl IndependentRows {
    /// Keeps all of that many rows, which are known to be independent.
    pub fn all(count: usize) -> Self {
        Self { kept: (0..count).collect(), redundant: Vec::new(), singular: Vec::new(), dependences: Vec::new() }
    }
}

/// A row is redundant rather than a later one only where the dependences have so much less of the later one.
const PREFERENCE: f64 = 0.1;

/// Chooses independent rows of a matrix with so many columns for all its states (at least one, of equally many rows). The rank is
/// the largest of the states, of rows scaled to unit length, with singular values up to `tolerance` times the largest as zeros.
///
/// Every dependence among the rows leaves out one row with a large part in it, as late a one as possible: earlier rows
/// stay, rows without a part in any dependence always do, and what is kept is nowhere much worse conditioned than all
/// rows are.
pub fn independent_rows(states: &[Vec<Row<f64>>], columns: usize, tolerance: f64) -> IndependentRows {
    let m = states[0].len();
    let of_states: Vec<DMatrix<f64>> = states.iter().map(|a| dependences(&unit_rows(a), columns, tolerance)).collect();
    let fewest = of_states.iter().map(|z| z.ncols()).min().unwrap_or(0);
    let (regular, singular): (Vec<usize>, Vec<usize>) =
        (0..states.len()).partition(|&state| of_states[state].ncols() == fewest);
    let mut left: Vec<DMatrix<f64>> = regular.iter().map(|&state| of_states[state].clone()).collect();
    let mut redundant = Vec::new();
    for _ in 0..fewest {
        // the part that a row has in the dependences which are left, in the state where it has least
        let part = |row: usize| {
            let of = |n: &DMatrix<f64>| {
                let largest = n.row_iter().map(|r| r.norm()).fold(0.0, f64::max);
                n.row(row).norm() / largest.max(f64::MIN_POSITIVE)
            };
            left.iter().map(of).fold(f64::INFINITY, f64::min)
        };
        let parts: Vec<f64> = (0..m).map(|row| if redundant.contains(&row) { 0.0 } else { part(row) }).collect();
        let enough = PREFERENCE * parts.iter().copied().fold(0.0, f64::max);
        let Some(row) = (0..m).rev().find(|&row| parts[row] >= enough && !redundant.contains(&row)) else { break };
        redundant.push(row);
        for n in &mut left {
            let direction = n.row(row).normalize();
            *n -= &*n * direction.transpose() * direction;
        }
    }
    redundant.sort_unstable();
    let kept = (0..m).filter(|row| !redundant.contains(row)).collect();
    // of rows as they are, not of unit length
    let of_rows = |&state: &usize| {
        let (mut z, lengths) = (of_states[state].clone(), states[state].iter().map(length));
        z.row_iter_mut().zip(lengths).filter(|(_, length)| *length > 0.0).for_each(|(mut z, length)| z /= length);
        orthonormal(z)
    };
    IndependentRows { kept, redundant, singular, dependences: regular.iter().map(of_rows).collect() }
}

/// Rows whose pivots are no larger, in units of the largest, may depend on others. Pivots are of the size of squares of singular
/// values.
const DOUBTFUL: f64 = 1e-10;

/// Where all pivots are above this, rows are independent, whatever their singular values are exactly.
const CLEAR: f64 = 1e-4;

/// The smallest singular value of rows that are independent is above so many times what counts as zero, by an estimate that
/// is at most some times too large.
const BEYOND: f64 = 1e2;

/// Inverse iterations of that estimate, and vectors that it begins with.
const ROUNDS: usize = 8;
const BEGINNINGS: usize = 2;

/// Returns an orthonormal basis of all z with z^T A = 0, for rows A of unit length or zeros.
///
/// The pivots of [I A^T; A 0], which of a sparse matrix cost little, tell which rows may depend on others. What is left of these
/// beside the span of the others is a small matrix, whose singular values decide. For chains of 128 bodies that takes a hundredth
/// of a singular value decomposition of the whole.
fn dependences(a: &[Row<f64>], columns: usize, tolerance: f64) -> DMatrix<f64> {
    let m = a.len();
    if a.iter().flatten().any(|(_, x)| !x.is_finite()) {
        return DMatrix::identity(m, m);
    }
    let zero = tolerance * largest_singular_value(a, columns);
    let factors = Equilibrated::new(&saddle(&identity(columns), a));
    let small = factors.small_pivots(DOUBTFUL);
    let doubtful: Vec<usize> = small.iter().filter_map(|i| i.checked_sub(columns)).collect();
    let clear: Vec<usize> = (0..m).filter(|row| !doubtful.contains(row)).collect();
    let chosen: Vec<Row<f64>> = clear.iter().map(|row| a[*row].clone()).collect();
    let factors = if doubtful.is_empty() { factors } else { Equilibrated::new(&saddle(&identity(columns), &chosen)) };
    let pivot = factors.smallest_pivot();
    let is_clear = small.len() == doubtful.len()
        && (pivot > CLEAR || pivot > 0.0 && smallest_singular_value(&factors, [chosen.len(), columns]) > BEYOND * zero);
    if !is_clear {
        return Svd::new(&dense(a, columns).transpose(), 0.0).shortened_to(zero);
    }
    // of every doubtful row what is perpendicular to the others, and what of the others the rest is made of
    let (mut perpendicular, mut parts) =
        (DMatrix::zeros(columns, doubtful.len()), DMatrix::zeros(chosen.len(), doubtful.len()));
    for (k, row) in doubtful.iter().enumerate() {
        let mut right = DVector::zeros(columns + chosen.len());
        a[*row].iter().for_each(|(j, x)| right[*j] = *x);
        let mut solution = factors.solve(&right);
        // once more for what rounding has left
        let mut rest = right;
        for i in 0..columns {
            rest[i] -= solution[i];
        }
        for (i, row) in chosen.iter().enumerate() {
            row.iter().for_each(|(j, x)| {
                rest[*j] -= x * solution[columns + i];
                rest[columns + i] -= x * solution[*j];
            });
        }
        solution += factors.solve(&rest);
        perpendicular.column_mut(k).copy_from(&solution.rows(0, columns));
        parts.column_mut(k).copy_from(&solution.rows(columns, chosen.len()));
    }
    let combinations = Svd::new(&perpendicular, 0.0).shortened_to(zero);
    let of_others = -parts * &combinations;
    let mut z = DMatrix::zeros(m, combinations.ncols());
    doubtful.iter().enumerate().for_each(|(k, row)| z.row_mut(*row).copy_from(&combinations.row(k)));
    clear.iter().enumerate().for_each(|(k, row)| z.row_mut(*row).copy_from(&of_others.row(k)));
    orthonormal(z)
}

/// Returns the x nearest to a direction that A, whose rows are independent, does not see: A x = 0.
pub fn unseen_part(a: &[Row<f64>], direction: &DVector<f64>) -> DVector<f64> {
    let n = direction.len();
    let right = direction.clone().resize_vertically(n + a.len(), 0.0);
    Equilibrated::new(&saddle(&identity(n), a)).solve(&right).rows(0, n).into_owned()
}

/// Returns an orthonormal basis of what independent columns span.
fn orthonormal(z: DMatrix<f64>) -> DMatrix<f64> {
    if z.ncols() == 0 { z } else { Orthogonal::new(z).basis() }
}

/// Estimates the smallest singular value of the A in factors of [I A^T; A 0]: the solution with [0; b] holds -(A A^T)^-1 b.
fn smallest_singular_value(factors: &Equilibrated, [m, n]: [usize; 2]) -> f64 {
    let mut smallest = f64::INFINITY;
    for beginning in 0..BEGINNINGS {
        let mut y = DVector::from_fn(m, |i, _| without_pattern(beginning, i)).normalize();
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

/// Estimates the largest singular value, from below, by some iterations of its square.
fn largest_singular_value(a: &[Row<f64>], columns: usize) -> f64 {
    let mut y = DVector::from_fn(a.len(), |i, _| without_pattern(0, i));
    let mut largest = 0.0f64;
    for _ in 0..ROUNDS {
        let norm = y.norm();
        if norm == 0.0 {
            return largest;
        }
        let mut x = DVector::<f64>::zeros(columns);
        a.iter().zip(&y).for_each(|(row, y)| row.iter().for_each(|(j, a)| x[*j] += a * y / norm));
        largest = x.norm().max(largest);
        y = DVector::from_iterator(a.len(), a.iter().map(|row| row.iter().map(|(j, a)| a * x[*j]).sum()));
    }
    largest
}

fn length(row: &Row<f64>) -> f64 {
    row.iter().map(|(_, x)| x * x).sum::<f64>().sqrt()
}

/// Returns the rows with every one that is not zero scaled to unit length.
fn unit_rows(a: &[Row<f64>]) -> Vec<Row<f64>> {
    let of = |row: &Row<f64>| {
        let length = length(row);
        row.iter().map(|(j, x)| (*j, if length > 0.0 { x / length } else { *x })).collect()
    };
    a.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::super::sparse;
    use super::*;

    fn rows_of(states: &[DMatrix<f64>], tolerance: f64) -> IndependentRows {
        let rows: Vec<Vec<Row<f64>>> = states.iter().map(sparse).collect();
        independent_rows(&rows, states[0].ncols(), tolerance)
    }

    #[test]
    fn late_rows_are_left_out_and_rows_of_no_dependence_stay() {
        // row 2 is the sum of rows 0 and 1; row 4 is twice row 0; row 3 and 5 stand alone
        let rows =
            [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1e-3, 0.0, 2.0, 0.0, 0.0, 0.0];
        let a = DMatrix::from_row_slice(5, 4, &rows);
        let a = DMatrix::from_fn(6, 4, |i, j| if i < 5 { a[(i, j)] } else { [0.0, 0.0, 0.0, 1.0][j] });
        let chosen = rows_of(std::slice::from_ref(&a), 1e-9);
        assert_eq!((&chosen.kept[..], &chosen.redundant[..]), (&[0, 1, 3, 5][..], &[2, 4][..]));
        let [z] = &chosen.dependences[..] else { panic!("{chosen:?}") };
        assert_eq!(z.shape(), (6, 2));
        assert!(
            (z.transpose() * &a).amax() < 1e-15 && (z.transpose() * z - DMatrix::identity(2, 2)).amax() < 1e-15,
            "{z}"
        );
    }

    #[test]
    fn a_small_part_in_a_dependence_does_not_make_the_choice() {
        // the last row depends on the others, but so does row 0 on them with a weight of 1e-6
        let a = DMatrix::from_row_slice(3, 2, &[1.0, 0.0, 1.0, 1e-6, 0.0, 1.0]);
        let chosen = rows_of(std::slice::from_ref(&a), 1e-9);
        assert_eq!(chosen.kept, [0, 2]);
        assert!(Svd::new(&a.select_rows(&chosen.kept), 0.0).values()[1] > 0.5);
    }

    #[test]
    fn states_with_less_rank_are_named_and_others_must_all_agree() {
        let at = |c: f64, s: f64| DMatrix::from_row_slice(3, 2, &[1.0, 0.0, c, s, 0.0, 1.0]);
        let chosen = rows_of(&[at(1.0, 0.0), at(0.0, 1.0), at(0.6, 0.8)], 1e-9);
        // in the first state rows 0 and 1 agree, in the second rows 1 and 2: only row 1 can go in both
        assert_eq!((chosen.redundant, chosen.singular), (vec![1], vec![]));
        let flat = DMatrix::from_row_slice(3, 2, &[1.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
        let chosen = rows_of(&[flat, at(0.6, 0.8)], 1e-9);
        assert_eq!((chosen.redundant, chosen.singular), (vec![2], vec![0]));
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
            let found = |a: &DMatrix<f64>| dependences(&unit_rows(&sparse(a)), a.ncols(), 1e-9);
            let a = chain(count, 1e-3);
            assert_eq!(found(&a).ncols(), 0, "{count}");
            let unit = unit_rows(&sparse(&a));
            let singular = Svd::new(&dense(&unit, a.ncols()).transpose(), 0.0);
            let [most, least] = [singular.values()[0], singular.values()[count - 1]];
            let estimate =
                smallest_singular_value(&Equilibrated::new(&saddle(&identity(a.ncols()), &unit)), [count, a.ncols()]);
            assert!((0.99..1.5).contains(&(estimate / least)), "{count}: {estimate} {least}");
            let estimate = largest_singular_value(&unit, a.ncols());
            assert!((0.7..1.0 + 1e-12).contains(&(estimate / most)), "{count}: {estimate} {most}");
            for last in [0.0, 1e-12] {
                let z = found(&chain(count, last));
                assert_eq!(z.ncols(), 1, "{count} {last}");
                // all of its entries are equal but for the length of the last row
                assert!((z.row(0).abs() - z.row(count / 2).abs()).amax() < 1e-9, "{z}");
            }
        }
    }

    /// Many rows of which a few depend on others, in a circle: as a decomposition of the whole finds.
    #[test]
    fn a_few_dependences_among_many_rows_are_those_of_a_whole_decomposition() {
        let (bodies, cosine) = (40, |i: usize| (0.7 * i as f64).cos());
        let mut a = DMatrix::<f64>::zeros(3 * bodies, 3 * bodies);
        for i in 0..bodies {
            let next = (i + 1) % bodies;
            // two independent rows, and one that all of them in the circle make zero
            (a[(3 * i, 3 * i)], a[(3 * i, 3 * next + 1)]) = (1.0, cosine(i));
            (a[(3 * i + 1, 3 * i + 1)], a[(3 * i + 1, 3 * next)]) = (0.5, cosine(i + 9));
            (a[(3 * i + 2, 3 * i + 2)], a[(3 * i + 2, 3 * next + 2)]) = (1.0, -1.0);
        }
        let found = dependences(&unit_rows(&sparse(&a)), a.ncols(), 1e-9);
        let whole = Svd::new(&dense(&unit_rows(&sparse(&a)), a.ncols()).transpose(), 1e-9).null_space();
        assert_eq!((found.ncols(), whole.ncols()), (1, 1));
        assert!((found.column(0).dot(&whole.column(0)).abs() - 1.0).abs() < 1e-12);
        let chosen = rows_of(&[a], 1e-9);
        assert_eq!(chosen.redundant, [3 * bodies - 1]);
    }

    #[test]
    fn no_rows_and_rows_of_zeros() {
        let none = rows_of(&[DMatrix::zeros(0, 4)], 1e-9);
        assert_eq!((none.kept.len(), none.redundant.len()), (0, 0));
        let chosen = rows_of(&[DMatrix::from_row_slice(2, 1, &[0.0, 3.0])], 1e-9);
        assert_eq!((chosen.kept, chosen.redundant), (vec![1], vec![0]));
    }
}
