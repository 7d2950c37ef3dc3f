//! Accelerations with multipliers, their rates, and what of the multipliers is determined.

use super::{Directions, Equations, Family, Point};
use crate::linalg::{DMatrix, DVector, Equilibrated, IndependentRows, Row, sparse};
use crate::problem::Unknowns;
use std::sync::Arc;

/// Iterations at most where forces depend on multipliers, and the part of the unknowns that the last one may change.
const PASSES: usize = 30;
const CONVERGED: f64 = 1e-9;

/// Matrices whose smallest pivot is no larger are singular but for rounding.
const SINGULAR: f64 = 1e-13;

/// What the equations of motion give at a state.
#[derive(Clone, Debug)]
pub struct Accelerations {
    /// The rates of all velocities but the integrals.
    pub rate: DVector<f64>,
    /// The multipliers of all constraints; zero for redundant ones.
    pub multipliers: DVector<f64>,
    /// The smallest pivot of the solution in units of the largest.
    pub smallest_pivot: f64,
    /// The factorised matrix that further derivatives are solved with.
    saddle: Arc<Saddle>,
}

/// The reason why a state has no accelerations.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AccelerationError {
    /// A motion without inertia is not determined by constraints.
    #[error(
        "the velocity with number {velocity} has no inertia, and the constraints do not determine its rate (smallest \
         pivot {smallest_pivot:e})"
    )]
    NoInertia {
        /// The index of the velocity that moves most without inertia.
        velocity: usize,
        /// The smallest pivot in units of the largest.
        smallest_pivot: f64,
    },
    /// The constraints that were taken for independent are not so at this state.
    #[error("the constraint with number {row} depends on others at this position (smallest pivot {smallest_pivot:e})")]
    Dependent {
        /// The row with the largest part in the dependence.
        row: usize,
        /// The smallest pivot in units of the largest.
        smallest_pivot: f64,
    },
    /// Forces that depend on reactions have no solution near.
    #[error("forces that depend on the reactions of joints: no accelerations are found")]
    NotFound,
    /// The forces are not finite.
    #[error("the equation of motion of the velocity with number {velocity} is not finite")]
    NotFinite {
        /// The index of the first velocity whose force is not finite, or behind the velocities the first such
        /// constraint.
        velocity: usize,
    },
}

/// The factors of [M B^T; B 0] at a state with independent constraints.
#[derive(Debug)]
struct Saddle {
    rows: Vec<usize>,
    /// Whether a constraint is one of positions.
    of_positions: Vec<bool>,
    /// The rows of B for the independent constraints.
    b: Vec<Row<f64>>,
    velocity_count: usize,
    constraint_count: usize,
    factors: Equilibrated,
}

impl Saddle {
    fn new<F: Family>(equations: &mut Equations<F>, kept: &[usize], at: Point<'_>) -> Result<Self, AccelerationError> {
        let (n, m) = (equations.velocity_count(), equations.constraint_count());
        let matrix = Self::by_dual_numbers(equations, kept, at);
        if let Some(velocity) = matrix.iter().position(|row| row.iter().any(|(_, x)| !x.is_finite())) {
            return Err(AccelerationError::NotFinite { velocity });
        }
        let factors = Equilibrated::new(&matrix);
        let smallest_pivot = factors.smallest_pivot();
        let b = matrix[n..].to_vec();
        let of_positions = equations.is_of_positions();
        let saddle = Self { rows: kept.to_vec(), of_positions, b, velocity_count: n, constraint_count: m, factors };
        if smallest_pivot > SINGULAR { Ok(saddle) } else { Err(saddle.refusal(smallest_pivot)) }
    }
    /// Returns the rows of the matrix.
    fn by_dual_numbers<F: Family>(equations: &mut Equations<F>, kept: &[usize], at: Point<'_>) -> Vec<Row<f64>> {
        let (n, m) = (equations.velocity_count(), equations.constraint_count());
        let size = n + kept.len();
        let directions = Directions {
            q: DMatrix::zeros(n, size),
            v: DMatrix::zeros(n, size),
            rate: DMatrix::identity(n, size),
            multipliers: DMatrix::from_fn(m, size, |i, j| if j >= n && kept[j - n] == i { 1.0 } else { 0.0 }),
        };
        let mut matrix = equations.jacobian(at, &directions).resize_vertically(size, 0.0);
        // forces of constraints are the transpose of what constraints see of velocities; values of first order may depend on
        // multipliers otherwise
        let mut b = match equations.forces_see_multipliers() {
            true => equations.constraint_matrix(at.t, at.q).select_rows(kept),
            false => matrix.view((0, n), (n, kept.len())).transpose(),
        };
        let moves = equations.moves();
        (0..n).filter(|i| !moves[*i]).for_each(|i| b.column_mut(i).fill(0.0));
        matrix.view_mut((n, 0), (kept.len(), n)).copy_from(&b);
        matrix.view_mut((n, n), (kept.len(), kept.len())).fill(0.0);
        sparse(&matrix)
    }
    /// Names what makes the matrix singular.
    fn refusal(&self, smallest_pivot: f64) -> AccelerationError {
        let weakest = self.factors.weakest_direction();
        // of a motion that has as much of several the last, which of a body is how it turns
        let most = weakest.amax() * (1.0 - 1e-3);
        match weakest.iter().rposition(|x| x.abs() >= most).unwrap_or(0) {
            velocity if velocity < self.velocity_count => AccelerationError::NoInertia { velocity, smallest_pivot },
            i => AccelerationError::Dependent { row: self.rows[i - self.velocity_count], smallest_pivot },
        }
    }
    /// Solves for rates and multipliers.
    fn solve(&self, motion: &DVector<f64>, constraints: &DVector<f64>) -> (DVector<f64>, DVector<f64>) {
        let n = self.velocity_count;
        let constraint = |i: usize| constraints[self.rows[i - n]];
        let right = DVector::from_fn(n + self.rows.len(), |i, _| if i < n { motion[i] } else { constraint(i) });
        let x = self.factors.solve(&right);
        let mut multipliers = DVector::zeros(self.constraint_count);
        self.rows.iter().enumerate().for_each(|(i, &row)| multipliers[row] = x[n + i]);
        (x.rows(0, n).into_owned(), multipliers)
    }
}

/// Returns the arguments of an unscaled residual.
fn point<'a>(
    t: f64,
    (q, v): (&'a [f64], &'a [f64]),
    rate: &'a DVector<f64>,
    multipliers: &'a DVector<f64>,
) -> Point<'a> {
    Point { t, q, v, scale: 1.0, unknowns: Unknowns { rate: rate.as_slice(), multipliers: multipliers.as_slice() } }
}

/// Returns accelerations, rates of values of first order and multipliers of independent constraints at a state that holds
/// the constraints: (23) with B v' = -gamma.
///
/// # Errors
/// What makes the equations singular.
pub fn accelerations<F: Family>(
    equations: &mut Equations<F>,
    rows: &IndependentRows,
    (t, q, v): (f64, &[f64], &[f64]),
) -> Result<Accelerations, AccelerationError> {
    let n = equations.velocity_count();
    let (mut rate, mut multipliers) = (DVector::zeros(n), DVector::zeros(equations.constraint_count()));
    let mut saddle = Arc::new(Saddle::new(equations, &rows.kept, point(t, (q, v), &rate, &multipliers))?);
    let is_linear = !equations.forces_see_multipliers();
    // rates of values may depend on accelerations in any way, and on each other: they are complete after a pass more; of
    // the rest the passes take away what rounding left
    for pass in 0.. {
        if pass > 0 && !is_linear {
            saddle = Arc::new(Saddle::new(equations, &rows.kept, point(t, (q, v), &rate, &multipliers))?);
        }
        let motion = equations.residual(point(t, (q, v), &rate, &multipliers));
        let constraints = equations.constraint_accelerations(t, q, v, rate.as_slice());
        if let Some(velocity) = motion.iter().chain(constraints.iter()).position(|x| !x.is_finite()) {
            return Err(AccelerationError::NotFinite { velocity });
        }
        let (d_rate, d_multipliers) = saddle.solve(&motion.rows(0, n).into_owned(), &constraints);
        rate -= &d_rate;
        multipliers -= &d_multipliers;
        let is_small = |step: &DVector<f64>, all: &DVector<f64>| step.amax() <= CONVERGED * (1.0 + all.amax());
        let converges = is_linear || is_small(&d_rate, &rate) && is_small(&d_multipliers, &multipliers);
        match pass {
            ..2 => {}
            _ if converges => break,
            PASSES.. => return Err(AccelerationError::NotFound),
            _ => {}
        }
    }
    Ok(Accelerations { rate, multipliers, smallest_pivot: saddle.factors.smallest_pivot(), saddle })
}

/// Returns v'' and lambda' along the motion through a state with its accelerations: the derivative of (23) and of B v' =
/// -gamma by the time. With v'' generalized-alpha methods begin at order 2 in all components: Arnold, Bruels, Cardona
/// (2015).
///
/// # Errors
/// What is not finite, or makes the equations singular.
pub fn jerk<F: Family>(
    equations: &mut Equations<F>,
    (t, q, v): (f64, &[f64], &[f64]),
    at: &Accelerations,
) -> Result<(DVector<f64>, DVector<f64>), AccelerationError> {
    let point = point(t, (q, v), &at.rate, &at.multipliers);
    let motion = equations.residual_rate(t, q, v, point.unknowns);
    let constraints = equations.constraint_jerks(t, q, v, point.unknowns.rate);
    if let Some(velocity) = motion.iter().chain(constraints.iter()).position(|x| !x.is_finite()) {
        return Err(AccelerationError::NotFinite { velocity });
    }
    // rates of values may depend on accelerations otherwise than linearly, and friction on multipliers
    let is_linear = equations.moves().into_iter().all(|moves| moves) && !equations.forces_see_multipliers();
    let saddle =
        if is_linear { Arc::clone(&at.saddle) } else { Arc::new(Saddle::new(equations, &at.saddle.rows, point)?) };
    Ok(saddle.solve(&-motion, &-constraints))
}

impl Accelerations {
    /// Returns the part of a velocity that the constraints of positions see: x with B x = B y and M x in the range of B^T,
    /// where x holds those of velocities alone.
    pub fn normal_part(&self, y: &DVector<f64>) -> DVector<f64> {
        let saddle = &self.saddle;
        let mut seen = DVector::zeros(saddle.constraint_count);
        for (&row, b) in saddle.rows.iter().zip(&saddle.b).filter(|(row, _)| saddle.of_positions[**row]) {
            seen[row] = b.iter().map(|(j, b)| b * y[*j]).sum();
        }
        saddle.solve(&DVector::zeros(y.len()), &seen).0
    }
}
