//! Which constraints are independent.

use super::{Equations, Family};
use crate::linalg::{DVector, IndependentRows, independent_rows};

/// Singular values up to so much of the largest count as zero, of rows of B in unit length. Positions hold constraints to
/// 1e-12, and what follows from other constraints has singular values as small; four-bars have 2e-3, Bricard's loop 1e-2.
pub const RANK_TOLERANCE: f64 = 1e-9;

/// Chooses independent constraints from B at positions that hold all of them, at least one; see [`independent_rows`].
pub fn independent_constraints<F: Family>(
    equations: &mut Equations<F>,
    t: f64,
    positions: &[Vec<f64>],
) -> IndependentRows {
    let at: Vec<_> = positions.iter().map(|q| equations.constraint_matrix(t, q)).collect();
    independent_rows(&at, RANK_TOLERANCE)
}

/// Counts the degrees of freedom that constraints leave: of positions, not of values of first order.
pub fn degrees_of_freedom<F: Family>(equations: &Equations<F>, rows: &IndependentRows) -> usize {
    let positions = equations.layout().places().filter(|place| place.factor.coordinate_count() > 0);
    positions.map(|place| place.factor.velocity_count()).sum::<usize>() - rows.kept.len()
}

/// Returns the constraint whose residual is the largest beyond a tolerance, among some of them, with its residual.
pub fn violated(constraints: &DVector<f64>, among: &[usize], tolerance: f64) -> Option<(usize, f64)> {
    let beyond = among.iter().map(|&row| (row, constraints[row])).filter(|(_, x)| x.is_nan() || x.abs() > tolerance);
    beyond.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))
}
