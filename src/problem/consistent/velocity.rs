//! Velocities that hold the constraints, completed from those that are given.

use super::kinetic::inverse_root_of_mass;
use super::{Equations, Family};
use crate::linalg::{DMatrix, DVector, Svd, least_squares_within};

/// Singular values up to so much of the largest count as zero.
const TOLERANCE: f64 = 1e-10;

/// Velocities stay as they are where they miss no more, in units of the largest velocity or 1 m/s.
pub const ROUNDING: f64 = 1e-14;

/// What is given of the velocities: matrix v = values.
#[derive(Clone, Debug)]
pub struct Given {
    /// A row per value, a column per velocity but for the integrals.
    pub matrix: DMatrix<f64>,
    /// The values: m/s, rad/s.
    pub values: DVector<f64>,
}

/// Velocities that hold the constraints.
#[derive(Clone, Debug, PartialEq)]
pub struct Velocities {
    /// All velocities.
    pub v: Vec<f64>,
    /// The largest amount by which the velocities miss a given value; more than rounding only where they were
    /// projected.
    pub miss: f64,
}

/// The reason why velocities cannot be completed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum VelocityError {
    /// The given velocities violate the constraints.
    #[error(
        "the given velocities violate the constraint with number {row} by {violation:.6e} (m/s or rad/s) at least; those \
         that hold all constraints miss the given value with number {given} by {miss:.6e}"
    )]
    Inconsistent {
        /// The constraint that is violated most.
        row: usize,
        /// The amount of the violation, when the constraints are met as far as the given values allow.
        violation: f64,
        /// The given value that is missed most.
        given: usize,
        /// The amount by which the value is missed, when the given values are met as far as the constraints allow.
        miss: f64,
    },
    /// Given values contradict each other, whatever the constraints are.
    #[error("the given velocities contradict each other: the one with number {given} is missed by {miss:.6e} at least")]
    Contradictory {
        /// The given value that is missed most.
        given: usize,
        /// The amount by which the value is missed.
        miss: f64,
    },
    /// The constraints prescribe velocities that they do not allow.
    #[error("no velocities hold the constraints: the one with number {row} is violated by {violation:.6e} at least")]
    Impossible {
        /// The constraint that is violated most.
        row: usize,
        /// The amount of the violation.
        violation: f64,
    },
}

/// Completes velocities: B v = -Phi_t holds, given values are met, and everything else differs as little from `v` as it can,
/// by the kinetic energy of the difference: this is how impulses at what is given set bodies in motion (Kelvin's theorem).
/// With `project` given values that violate the constraints give way: of all velocities v that hold the constraints and all
/// v0 that are as given those are taken whose difference has the least kinetic energy, so that M (v - v0) = B^T lambda, as an
/// impulse of the joints changes velocities. Otherwise what they miss by must stay below the tolerance, in units of the
/// largest velocity or 1 m/s. Units of length and mass do not matter for what is found.
///
/// # Errors
/// By how much constraints and given values contradict each other.
pub fn velocities<F: Family>(
    equations: &mut Equations<F>,
    (t, q, v): (f64, &[f64], &[f64]),
    given: &Given,
    (tolerance, project): (f64, bool),
) -> Result<Velocities, VelocityError> {
    let n = equations.velocity_count();
    let start = DVector::from_column_slice(&v[..n]);
    let open = -equations.constraint_velocities(t, q, v);
    let wanted = &given.values - &given.matrix * &start;
    let size = v[..n].iter().chain(&given.values).fold(1.0, |a: f64, x| a.max(x.abs()));
    let allowed = tolerance * size;
    // what is given and consistent is kept bit by bit
    if largest(&open).1.max(largest(&wanted).1) <= ROUNDING * size {
        return Ok(Velocities { v: v.to_vec(), miss: largest(&wanted).1 });
    }
    let b = equations.constraint_matrix(t, q);
    let root = inverse_root_of_mass(equations, t, q);
    let (b_x, open_x) = in_unit_rows(&b * &root, &open);
    // of equal length are changes that take equal energy; of what is given the rest of the change is no matter
    let (g_x, wanted_x) = in_unit_rows(&given.matrix * &root, &wanted);
    let changed = Svd::new(&g_x, TOLERANCE);
    let (needed, seen) = (changed.solve(&wanted_x), changed.row_space());

    let mut x = DVector::zeros(n);
    // the second time for what rounding has left
    for _ in 0..2 {
        let (left_open, left) = (&open_x - &b_x * &x, &seen * (&needed - &x));
        x += least_squares_within((&b_x, &left_open), (&seen, &left), TOLERANCE);
    }
    let (g, change) = (&given.matrix, &root * x);
    let v_new = start + &change;
    let (row, violation) = largest(&(&b * &change - &open));
    if violation > allowed {
        return Err(VelocityError::Impossible { row, violation });
    }
    let (index, miss) = largest(&(g * &change - &wanted));
    if miss > allowed && !project {
        let kept = &root * least_squares_within((&g_x, &wanted_x), (&(&b * &root), &open), TOLERANCE);
        let (given, contradiction) = largest(&(g * &kept - &wanted));
        if contradiction > allowed {
            return Err(VelocityError::Contradictory { given, miss: contradiction });
        }
        let (row, violation) = largest(&(&b * &kept - &open));
        return Err(VelocityError::Inconsistent { row, violation, given: index, miss });
    }
    let mut v = v.to_vec();
    v[..n].copy_from_slice(v_new.as_slice());
    Ok(Velocities { v, miss })
}

/// Returns a matrix and a right side with rows of the length 1, but for those that are zero.
fn in_unit_rows(mut a: DMatrix<f64>, right: &DVector<f64>) -> (DMatrix<f64>, DVector<f64>) {
    let mut right = right.clone();
    for (mut row, x) in a.row_iter_mut().zip(right.iter_mut()) {
        let norm = row.norm();
        if norm > 0.0 {
            row.unscale_mut(norm);
            *x /= norm;
        }
    }
    (a, right)
}

/// Returns the index and the amount of the number that is largest in amount; infinite where one is not a number.
fn largest(x: &DVector<f64>) -> (usize, f64) {
    if let Some(i) = x.iter().position(|x| x.is_nan()) {
        return (i, f64::INFINITY);
    }
    // of those that are equal but for rounding the first
    let most = x.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    (x.iter().position(|x| x.abs() >= most * (1.0 - 1e-9)).unwrap_or(0), most)
}
