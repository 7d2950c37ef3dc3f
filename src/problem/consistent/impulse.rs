//! The impulse of constraints that changes velocities at an instant.

use super::kinetic::inverse_root_of_mass;
use super::{Equations, Family};
use crate::linalg::{DVector, Svd};

/// Singular values up to so much of the largest count as zero.
const TOLERANCE: f64 = 1e-10;

/// Returns the multipliers lambda of the impulse of independent constraints that changes the velocities, all but the integrals, so at
/// a time `t`, s, and a position: M dv = -B^T lambda, N s or N m s where the constraint is in m or rad.
pub fn impulse<F: Family>(equations: &mut Equations<F>, (t, q): (f64, &[f64]), change: &[f64]) -> Vec<f64> {
    // with R^T M R = 1 all velocities have the same unit: (B R)^T lambda = -R^T M dv
    let root = inverse_root_of_mass(equations, t, q);
    let wanted = -(root.transpose() * equations.mass_matrix(t, q) * DVector::from_column_slice(change));
    let mut rows = equations.constraint_matrix(t, q) * &root;
    let sizes: Vec<f64> = rows.row_iter().map(|row| row.norm()).map(|x| if x > 0.0 { x } else { 1.0 }).collect();
    rows.row_iter_mut().zip(&sizes).for_each(|(mut row, size)| row.unscale_mut(*size));
    let scaled = Svd::new(&rows.transpose(), TOLERANCE).solve(&wanted);
    scaled.iter().zip(sizes).map(|(x, size)| x / size).collect()
}
