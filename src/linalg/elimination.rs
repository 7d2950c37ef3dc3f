//! Sparse factorisation L U in a static order: which pivot comes when is chosen once, by its cost and by the magnitudes
//! in some sample matrices; a recording can then hold the operations, and lanes do the same ones.
//!
//! What keeps a static order safe is the size of the multipliers, the entries of L: as long as they are moderate, the
//! entries of U are not much larger than those of the matrix, and the solution is what a matrix with slightly other
//! entries has. A multiplier is the quotient of an entry and the pivot of its column, and partial pivoting would keep
//! it below one. So the sum of their magnitudes is watched: two operations for each, no comparison, and what is not
//! finite shows. (Rows are scaled as in the samples, whose multipliers are at most 1/[`super::THRESHOLD`].) A pivot that is
//! alone in its column has no multipliers: where it vanishes, the matrix is singular, and pivoting would not help.
//! For a body on a spherical joint this is 33 of the 636 operations of an iteration of Newton's method. Not taken: the
//! largest magnitude of each column, three operations per entry, which loses what is not a number; and pivots against
//! those of the samples, three operations per pivot, which mean nothing where a study varies masses.

use super::fronts::{Part, parts};
use super::pivot::{Multipliers, Pivot, eliminate, forward, unknown};
use super::pivots::{Row, Singular, choose_pivots};
use crate::num::{Precision, Real};

/// The order in which rows and columns of matrices of one structure are eliminated.
///
/// Entries have indices in a flat list: first those of the matrix, row by row, then those that elimination adds. When a
/// matrix is factorised, each holds the reciprocal of a pivot, a multiplier, or an entry of U.
#[derive(Clone, Debug)]
pub struct Elimination {
    /// For every row, the index of its first entry and the columns of its entries, ascending.
    rows: Vec<(usize, Vec<usize>)>,
    pivots: Vec<Pivot>,
    /// The pivots, alone or as fronts that are called.
    parts: Vec<Part>,
    /// The binary logarithms of what rows are multiplied by where their entries are compared.
    scales: Vec<i32>,
    count: usize,
}

/// A factorised matrix.
#[derive(Clone, Debug)]
pub struct Factors<R> {
    /// L, U and the reciprocals of the pivots; what [`Elimination::solve`] needs.
    pub numbers: Vec<R>,
    /// A lower bound of the pivots, each relative to the largest entry that remained in its column: 1/(1 + the sum of the scaled
    /// multipliers' magnitudes). Zero or not a number where a multiplier is not finite. See [`smallest_relative_pivot`].
    pub relative_pivot: R,
}

/// Returns the relative pivot below which factors of a precision have lost half of the digits: the matrix is to be solved with
/// pivoting.
pub fn smallest_relative_pivot(precision: Precision) -> f64 {
    precision.epsilon().sqrt()
}

impl Elimination {
    /// Chooses the order for matrices whose entries are those of the `samples`. The next pivot is always the one that
    /// changes the fewest entries (Markowitz' cost), where those that it adds count twice, among those of at least
    /// [`super::THRESHOLD`] of the largest entry that remains in their column, in all samples, with rows and columns
    /// scaled. For chains of bodies on joints with 5 constraints this saves a fifth of the operations that Markowitz' cost
    /// alone leads to.
    ///
    /// # Errors
    /// A sample is singular.
    ///
    /// # Panics
    /// Where there is no sample, or they are of different sizes or not square.
    pub fn choose(samples: &[Vec<Row<f64>>]) -> Result<Self, Singular> {
        let size = samples.first().expect("a sample").len();
        let mut columns = vec![Vec::new(); size];
        for sample in samples {
            assert_eq!(sample.len(), size, "samples have one size");
            columns.iter_mut().zip(sample).for_each(|(to, row)| to.extend(row.iter().map(|(column, _)| *column)));
        }
        let mut count = 0;
        let mut rows = Vec::new();
        for mut columns in columns {
            columns.sort_unstable();
            columns.dedup();
            assert!(columns.last().is_none_or(|last| *last < size), "a matrix is square");
            let first = count;
            count += columns.len();
            rows.push((first, columns));
        }
        let (pivots, scales) = choose_pivots(&rows, samples)?;
        let parts = parts(&pivots, &scales, count);
        let places = |pivot: &Pivot| pivot.updates.iter().map(|place| place + 1).max().unwrap_or(0);
        let count = pivots.iter().map(places).max().unwrap_or(0).max(count);
        Ok(Self { rows, pivots, parts, scales, count })
    }

    /// Returns how many numbers the factors have.
    pub fn factor_count(&self) -> usize {
        self.count
    }

    /// Factorises a matrix. Entries that it does not list are zero.
    ///
    /// # Panics
    /// Where it has an entry that no sample had.
    pub fn factorise<R: Real>(&self, matrix: &[Row<R>]) -> Factors<R> {
        let (numbers, relative_pivot) = self.eliminated(matrix, None);
        let numbers = numbers.into_iter().map(|number| number.expect("every entry is there")).collect();
        Factors { numbers, relative_pivot }
    }

    /// Solves a system of which nothing is kept; returns the relative pivot with the solution, see [`Factors::relative_pivot`].
    ///
    /// # Panics
    /// Where the matrix has an entry that no sample had, or the right-hand side is too short.
    pub fn solution<R: Real>(&self, matrix: &[Row<R>], right_hand_side: &[R]) -> (Vec<R>, R) {
        let mut right = right_hand_side.to_vec();
        let (numbers, relative_pivot) = self.eliminated(matrix, Some(&mut right));
        (self.unknowns(|place| numbers[place].expect("every entry is there"), &right), relative_pivot)
    }

    /// Eliminates all pivots of a matrix, and of a right-hand side; returns the entries and the relative pivot.
    fn eliminated<R: Real>(&self, matrix: &[Row<R>], mut right: Option<&mut [R]>) -> (Vec<Option<R>>, R) {
        let listed: usize = self.rows.iter().map(|(_, columns)| columns.len()).sum();
        let mut numbers = vec![None; self.count];
        numbers[..listed].fill(Some(R::zero()));
        for ((first, columns), row) in self.rows.iter().zip(matrix) {
            for (column, value) in row {
                numbers[first + columns.binary_search(column).expect("an entry of the samples")] = Some(*value);
            }
        }
        let (mut multipliers, mut of_fronts) = (Multipliers::new(), R::one());
        for part in &self.parts {
            match part {
                Part::Pivot(number) => {
                    let pivot = &self.pivots[*number];
                    eliminate(pivot, &mut numbers, right.as_deref_mut(), |lower, multiplier| {
                        let (row, _) = pivot.lower[lower];
                        multipliers.add(self.scales[row] - self.scales[pivot.row], multiplier);
                    });
                }
                Part::Front(front) => of_fronts = of_fronts + front.eliminate(&mut numbers, right.as_deref_mut()),
            }
        }
        (numbers, R::one() / multipliers.behind(of_fronts))
    }

    /// Solves a system with the numbers of its factors.
    ///
    /// # Panics
    /// Where the numbers or the right-hand side are too few.
    pub fn solve<R: Real>(&self, numbers: &[R], right_hand_side: &[R]) -> Vec<R> {
        let mut right = right_hand_side.to_vec();
        for part in &self.parts {
            match part {
                Part::Pivot(number) => forward(&self.pivots[*number], |place| numbers[place], &mut right),
                Part::Front(front) => front.forward(numbers, &mut right),
            }
        }
        self.unknowns(|place| numbers[place], &right)
    }

    /// Returns the solution, from what is left of the right-hand side.
    fn unknowns<R: Real>(&self, number: impl Fn(usize) -> R + Copy, right: &[R]) -> Vec<R> {
        let mut solution = vec![R::zero(); right.len()];
        for part in self.parts.iter().rev() {
            match part {
                Part::Pivot(at) => {
                    let pivot = &self.pivots[*at];
                    solution[pivot.column] = unknown(pivot, number, right, &solution);
                }
                Part::Front(front) => front.backward(number, right, &mut solution),
            }
        }
        solution
    }
}
