//! The choice of independent constraints.

use super::{AssemblyError, Equations, Family};
use crate::linalg::{DMatrix, DVector, IndependentRows, Row, independent_rows, sparse};

/// Singular values up to so much of the largest count as zero, of rows of B in unit length. Positions hold constraints to
/// 1e-12, and what follows from other constraints has singular values as small; four-bars have 2e-3, Bricard's loop 1e-2.
pub const RANK_TOLERANCE: f64 = 1e-9;

/// Chooses independent constraints from B at positions that hold all of them, at least one; see [`independent_rows`].
///
/// # Errors
/// A constraint whose derivative is not finite.
pub fn independent_constraints<F: Family>(
    equations: &mut Equations<F>,
    t: f64,
    positions: &[Vec<f64>],
) -> Result<IndependentRows, AssemblyError> {
    let at: Vec<_> = positions.iter().map(|q| sparse(&equations.constraint_matrix(t, q))).collect();
    independent_constraints_of(&at, equations.velocity_count())
}

/// Chooses independent constraints from the rows of B at some positions, which are given.
///
/// # Errors
/// A constraint whose derivative is not finite.
pub fn independent_constraints_of(at: &[Vec<Row<f64>>], columns: usize) -> Result<IndependentRows, AssemblyError> {
    let not_finite = |b: &Vec<Row<f64>>| b.iter().position(|row| row.iter().any(|(_, x)| !x.is_finite()));
    match at.iter().find_map(not_finite) {
        None => Ok(independent_rows(at, columns, RANK_TOLERANCE)),
        Some(row) => Err(AssemblyError::NotFinite { row }),
    }
}

/// Counts the degrees of freedom that constraints leave: of positions, not of values of first order.
pub fn degrees_of_freedom<F: Family>(equations: &Equations<F>, rows: &IndependentRows) -> usize {
    equations.moves().iter().filter(|&&moves| moves).count() - rows.kept.len()
}

/// Returns the constraint whose residual is the largest beyond a tolerance, among some of them, with its residual.
pub fn violated(constraints: &DVector<f64>, among: &[usize], tolerance: f64) -> Option<(usize, f64)> {
    let beyond = among.iter().map(|&row| (row, constraints[row])).filter(|(_, x)| x.is_nan() || x.abs() > tolerance);
    beyond.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))
}

/// Returns B with a row more for every velocity that moves no coordinate, so that its null space holds motions alone.
pub(super) fn with_resting_values(b: &DMatrix<f64>, moves: &[bool]) -> DMatrix<f64> {
    let m = b.nrows();
    let held: Vec<usize> = (0..moves.len()).filter(|&i| !moves[i]).collect();
    let mut b = b.clone().resize_vertically(m + held.len(), 0.0);
    held.iter().enumerate().for_each(|(i, &j)| b[(m + i, j)] = 1.0);
    b
}
