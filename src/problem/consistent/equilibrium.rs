//! Static equilibrium.

use super::rank::with_resting_values;
use super::{Directions, Equations, Family, Movement, Point};
use crate::linalg::{DMatrix, DVector, Factorised, Svd, eigenvalues_of_symmetric, symmetric_eigen};
use crate::problem::Unknowns;

/// Steps within a load step at most.
const STEPS: usize = 60;
/// Steps with all loads at once at most.
const STEPS_AT_ONCE: usize = 600;
/// The smallest load step.
const SMALLEST_LOAD_STEP: f64 = 1.0 / 256.0;
/// An increment of a coordinate in one step at most: rad, m.
const LONGEST_STEP: f64 = 0.2;
/// Singular values and stiffnesses up to so much of the largest count as zero.
const TOLERANCE: f64 = 1e-10;

/// A position in which all forces balance.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// The coordinates.
    pub q: Vec<f64>,
    /// The velocities: values of first order as they were given, and zeros.
    pub v: Vec<f64>,
    /// The shortest multipliers that balance the forces.
    pub multipliers: DVector<f64>,
    /// The distance of the equilibrium from the position where the search began.
    pub movement: Movement,
    /// The smallest stiffness of a motion that the constraints leave free, per 1 m and 1 rad; none without such motions.
    /// Where it is negative the equilibrium is not stable.
    pub smallest_stiffness: Option<f64>,
    /// The number of load steps that the search took.
    pub load_steps: usize,
    /// The number of steps in all load steps.
    pub steps: usize,
}

/// The reason why there is no equilibrium.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EquilibriumError {
    /// The search does not end.
    #[error(
        "no static equilibrium is found near the given position: with {:.0} % of the loads the force or torque on the \
         velocity with number {velocity} stays unbalanced by {force:.3e} (N or N m)",
        100.0 * .load
    )]
    NotReached {
        /// The part of the loads that were balanced last.
        load: f64,
        /// The velocity with the largest force along it.
        velocity: usize,
        /// The force on this velocity, N or N m.
        force: f64,
    },
    /// The constraints do not hold where the search begins.
    #[error(
        "the constraint with number {row} is open by {residual:.3e} (m or rad) before the search for an equilibrium"
    )]
    Open {
        /// The constraint with the largest residual.
        row: usize,
        /// The residual of this constraint, m or rad.
        residual: f64,
    },
}

/// What a position needs for a step.
struct Tangent {
    /// The shortest multipliers that the forces need.
    multipliers: DVector<f64>,
    /// The motions that the constraints leave free, a column each.
    free: DMatrix<f64>,
    /// The unbalanced forces along the free motions.
    forces: DVector<f64>,
    /// The stiffness against the free motions.
    stiffness: DMatrix<f64>,
    /// The increment that closes the constraints.
    closing: DVector<f64>,
    /// The largest force of all.
    scale: f64,
}

/// The search: what acts at the beginning is balanced by constant loads, which are taken away step by step.
struct Search<'a, F: Family> {
    equations: &'a mut Equations<F>,
    t: f64,
    v: Vec<f64>,
    /// Whether a velocity moves a coordinate.
    moves: Vec<bool>,
    /// The loads at the beginning.
    first: DVector<f64>,
}

impl<F: Family> Search<'_, F> {
    /// Returns the residual of motion at rest.
    fn forces(&mut self, q: &[f64], multipliers: &DVector<f64>) -> DVector<f64> {
        let n = self.equations.velocity_count();
        let rate = vec![0.0; n];
        let unknowns = Unknowns { rate: &rate, multipliers: multipliers.as_slice() };
        let all = self.equations.residual(Point { t: self.t, q, v: &self.v, scale: 1.0, unknowns });
        DVector::from_fn(n, |i, _| if self.moves[i] { all[i] } else { 0.0 })
    }
    fn tangent(&mut self, q: &[f64], load: f64) -> Tangent {
        let (n, m) = (self.equations.velocity_count(), self.equations.constraint_count());
        let b = self.equations.constraint_matrix(self.t, q);
        let acting = self.forces(q, &DVector::zeros(m)) - &self.first * (1.0 - load);
        let multipliers = Svd::new(&b.transpose(), TOLERANCE).solve(&-&acting);
        let unbalanced = self.forces(q, &multipliers) - &self.first * (1.0 - load);
        let phi = self.equations.constraints(self.t, q);
        let svd = Svd::new(&with_resting_values(&b, &self.moves), TOLERANCE);
        let closing = svd.solve(&-phi.resize_vertically(m + self.moves.iter().filter(|moves| !*moves).count(), 0.0));
        let free = svd.null_space();

        let rate = vec![0.0; n];
        let unknowns = Unknowns { rate: &rate, multipliers: multipliers.as_slice() };
        let columns = free.ncols() + 1;
        let mut along = free.clone().resize_horizontally(columns, 0.0);
        along.set_column(columns - 1, &closing);
        let zeros = |rows: usize| DMatrix::zeros(rows, columns);
        let directions = Directions { q: along, v: zeros(n), rate: zeros(n), multipliers: zeros(m) };
        let slopes = self.equations.jacobian(Point { t: self.t, q, v: &self.v, scale: 1.0, unknowns }, &directions);
        let slopes = free.transpose() * slopes.rows(0, n);
        let forces = free.transpose() * unbalanced + slopes.column(columns - 1);
        let stiffness = slopes.columns(0, columns - 1).into_owned();
        Tangent { multipliers, free, forces, stiffness, closing, scale: acting.amax() }
    }
    /// Follows a load to its equilibrium within so many steps: returns the tangent where it ends, and if that is an equilibrium the position and
    /// the number of steps.
    fn follow(&mut self, mut q: Vec<f64>, load: f64, most: usize) -> (Tangent, Option<(Vec<f64>, usize)>) {
        let scale = self.first.amax();
        for step in 0.. {
            let at = self.tangent(&q, load);
            if !at.stiffness.iter().chain(&at.forces).chain(&at.closing).all(|x| x.is_finite()) {
                return (at, None);
            }
            let mut increment = &at.closing + &at.free * relaxing(&at);
            let longest = increment.amax();
            // where stiffnesses are large, forces are balanced as far as coordinates can say
            let balanced = at.forces.amax() <= 1e-11 * scale.max(at.scale) || longest <= 1e-12;
            if balanced && at.closing.amax() <= 1e-12 {
                return (at, Some((q, step)));
            }
            if step == most {
                return (at, None);
            }
            if longest > LONGEST_STEP {
                increment *= LONGEST_STEP / longest;
            }
            q = self.equations.displaced(self.t, &q, &increment);
        }
        unreachable!("the steps are counted")
    }
}

/// Returns the step of Newton where all stiffnesses are positive. Elsewhere every motion goes with its force by what the
/// amount of its stiffness gives, so that an equilibrium that is not stable is left (Dauphin et al. 2014). Motions without
/// stiffness and without a force stay.
fn relaxing(at: &Tangent) -> DVector<f64> {
    let (values, vectors) = symmetric_eigen(&((&at.stiffness + at.stiffness.transpose()) * 0.5));
    let largest = values.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
    if !values.is_empty()
        && values.iter().all(|&x| x > TOLERANCE * largest)
        && let Some(step) = Factorised::new(at.stiffness.clone()).solve(&-&at.forces)
    {
        return step;
    }
    let mut step = DVector::zeros(values.len());
    for (value, vector) in values.iter().zip(vectors.column_iter()) {
        let force = -vector.dot(&at.forces);
        let flat = value.abs() <= TOLERANCE * largest && force.abs() <= 1e-11 * at.scale;
        if !flat {
            step += vector * (force / value.abs().max(TOLERANCE * largest).max(f64::MIN_POSITIVE));
        }
    }
    step
}

/// Finds a static equilibrium from a position that holds the constraints, by Newton's method in load steps: g(q, 0, t) =
/// B^T lambda with Phi = 0. Values of first order keep what `v` holds. A given equilibrium stays, also one that is not
/// stable; any other one that is found is stable where forces have a potential.
///
/// # Errors
/// What does not balance.
pub fn equilibrium<F: Family>(
    equations: &mut Equations<F>,
    t: f64,
    (q, v): (&[f64], &[f64]),
) -> Result<Equilibrium, EquilibriumError> {
    let phi = equations.constraints(t, q);
    if phi.amax() > 1e-6 {
        return Err(EquilibriumError::Open { row: phi.iamax(), residual: phi.amax() });
    }
    let (n, m) = (equations.velocity_count(), equations.constraint_count());
    let (moves, mut at_rest) = (equations.moves(), v.to_vec());
    at_rest.iter_mut().zip(&moves).filter(|(_, moves)| **moves).for_each(|(v, _)| *v = 0.0);
    let mut search = Search { equations, t, v: at_rest, moves, first: DVector::zeros(n) };
    search.first = search.forces(q, &DVector::zeros(m));

    let (mut here, mut load, mut load_step, mut load_steps, mut steps) = (q.to_vec(), 0.0, 0.25, 0, 0);
    let end = loop {
        let next = f64::min(load + load_step, 1.0);
        match search.follow(here.clone(), next, STEPS) {
            (at, Some((q_new, made))) => {
                (here, load, load_step) = (q_new, next, 2.0 * load_step);
                (load_steps, steps) = (load_steps + 1, steps + made);
                if load == 1.0 {
                    break at;
                }
            }
            (at, None) if load_step <= SMALLEST_LOAD_STEP => {
                // what balances the loads at the start may itself not be stable: then all at once, each motion with its force
                // (a body that hangs on two springs, from 60 random starts: 60 found, 17 by load steps alone)
                if let (at, Some((q_new, made))) = search.follow(q.to_vec(), 1.0, STEPS_AT_ONCE) {
                    (here, load_steps, steps) = (q_new, load_steps + 1, steps + made);
                    break at;
                }
                let forces = &at.free * &at.forces;
                let velocity = forces.iamax();
                return Err(EquilibriumError::NotReached { load, velocity, force: forces[velocity].abs() });
            }
            (_, None) => load_step *= 0.25,
        }
    };
    let symmetric = (&end.stiffness + end.stiffness.transpose()) * 0.5;
    Ok(Equilibrium {
        movement: Movement::between(search.equations.layout(), q, &here),
        q: here,
        v: search.v,
        multipliers: end.multipliers,
        smallest_stiffness: eigenvalues_of_symmetric(&symmetric).into_iter().reduce(f64::min),
        load_steps,
        steps,
    })
}
