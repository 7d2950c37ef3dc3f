//! Positions that hold the constraints, found from rough ones.

use super::{AssemblyError, Equations, Family, Movement};
use crate::linalg::{DVector, Equilibrated, Row, independent_rows, saddle, sparse, unseen_part};

/// Steps of one search at most.
const STEPS: usize = 200;
/// How often a search goes on some way off where it came to a standstill, and how far off: rad, m.
const SIDESTEPS: usize = 3;
const SIDESTEP: f64 = 1e-2;
/// An increment of a velocity's coordinate in one step at most: rad, m.
pub const LONGEST_STEP: f64 = 0.3;
/// The damping at least: what singular values below its root would ask for follows rounding.
pub const DAMPING: f64 = 1e-12;

/// What is left of directions of the length 1 where constraints leave nothing free is less.
const ROUNDING: f64 = 1e-9;

/// How positions are looked for.
#[derive(Clone, Copy, Debug)]
pub struct Assembly<'a> {
    /// What moving by one costs, per velocity but for the integrals: the least movement is looked for. See
    /// [`Movement::weights`].
    pub weights: &'a [f64],
    /// Whether the coordinate of a velocity is kept constant, per velocity but for the integrals.
    pub held: &'a [bool],
    /// The largest residual of a constraint that is left, m or rad.
    pub tolerance: f64,
    /// How far something may move.
    pub limits: Movement,
    /// True where positions that hold the constraints are kept bit by bit; else these are held as well as rounding allows, as differences
    /// of positions need it.
    pub keeps_given: bool,
}

/// Positions that hold the constraints.
#[derive(Clone, Debug, PartialEq)]
pub struct Assembled {
    /// The coordinates.
    pub q: Vec<f64>,
    /// The distance of the positions found from the rough ones.
    pub movement: Movement,
    /// The largest residual that is left, m or rad.
    pub residual: f64,
    /// The number of steps that the search took.
    pub steps: usize,
}

/// Finds positions that hold all constraints, dependent ones as well, near rough ones, each step the shortest that leads
/// there: the method of Gauss and Newton, damped as in Levenberg and Marquardt with the square of the residual, which
/// converges quadratically also where solutions are not isolated (Yamashita, Fukushima 2001). Where no step makes the residual
/// smaller, as in poses that lie in one line, the search goes on from beside.
///
/// # Errors
/// Which constraints stay open, or how far it would be.
pub fn assemble<F: Family>(
    equations: &mut Equations<F>,
    t: f64,
    rough: &[f64],
    how: &Assembly<'_>,
) -> Result<Assembled, AssemblyError> {
    let free: Vec<usize> = (0..equations.velocity_count()).filter(|&i| !how.held[i]).collect();
    let moving: Vec<bool> = equations.moves().iter().zip(how.held).map(|(moves, held)| *moves && !held).collect();
    let mut q = rough.to_vec();
    let mut phi = equations.constraints(t, &q);
    let (mut steps, mut sidesteps, mut best) = (0, 0, phi.clone());
    loop {
        if let Some(row) = phi.iter().position(|x| !x.is_finite()) {
            return Err(AssemblyError::NotFinite { row });
        }
        let holds = phi.amax() <= how.tolerance;
        if phi.amax() == 0.0 || holds && steps == 0 && how.keeps_given {
            break;
        }
        let step = shortest_step(equations, t, &q, &phi, &free, how.weights);
        match shortened(equations, t, &q, &phi, step) {
            Some((nearer, left)) if steps < STEPS => (q, phi) = (nearer, left),
            _ if holds => break,
            _ => {
                best = if phi.norm() < best.norm() { phi } else { best };
                if sidesteps == SIDESTEPS || steps >= STEPS || !moving.contains(&true) {
                    return Err(AssemblyError::NotReached { open: open(&best), steps });
                }
                q = equations.displaced(t, &q, &sidestep(&moving, sidesteps));
                phi = equations.constraints(t, &q);
                sidesteps += 1;
            }
        }
        steps += 1;
        // a step more than the tolerance asks for, since the last ones gain most
        if holds {
            break;
        }
    }
    let movement = Movement::between(equations.layout(), rough, &q);
    if !movement.within(how.limits) {
        return Err(AssemblyError::TooFar { movement, limits: how.limits });
    }
    Ok(Assembled { residual: phi.amax(), q, movement, steps })
}

/// Returns an increment of what moves in no particular direction, another one for every number.
fn sidestep(moving: &[bool], number: usize) -> DVector<f64> {
    let mut step = any_direction(moving.len(), number) * SIDESTEP;
    step.iter_mut().zip(moving).filter(|(_, moving)| !**moving).for_each(|(x, _)| *x = 0.0);
    step
}

/// Returns any direction, and never along one coordinate alone.
fn any_direction(size: usize, number: usize) -> DVector<f64> {
    DVector::from_fn(size, |i, _| (1.0 + 2.0 * number as f64 + 0.7 * i as f64).cos())
}

/// Returns the shortest increment that closes the constraints as far as they are linear.
fn shortest_step<F: Family>(
    equations: &mut Equations<F>,
    t: f64,
    q: &[f64],
    phi: &DVector<f64>,
    free: &[usize],
    weights: &[f64],
) -> DVector<f64> {
    let (b, n) = (equations.constraint_matrix(t, q).select_columns(free), free.len());
    // what is of velocities alone leaves every position free
    let of_positions = equations.is_of_positions();
    let rows: Vec<usize> = (0..phi.len()).filter(|row| of_positions[*row]).collect();
    let (b, phi) = (b.select_rows(&rows), &phi.select_rows(&rows));
    // (B W^-2 B^T + d) m = Phi and W^2 x = -B^T m, with the squares of the weights W and the damping d
    let norm: Vec<Row<f64>> = free.iter().enumerate().map(|(j, i)| vec![(j, weights[*i].powi(2))]).collect();
    let mut matrix = saddle(&norm, &sparse(&b));
    matrix.iter_mut().enumerate().skip(n).for_each(|(k, row)| row.push((k, -phi.norm_squared().max(DAMPING))));
    let mut right = DVector::zeros(n + phi.len());
    right.rows_mut(n, phi.len()).copy_from(&-phi);
    let x = Equilibrated::new(&matrix).solve(&right);
    let mut step = DVector::zeros(weights.len());
    free.iter().zip(&x).for_each(|(&i, x)| step[i] = *x);
    let longest = step.amax();
    if longest > LONGEST_STEP { step * (LONGEST_STEP / longest) } else { step }
}

/// Returns the position after the longest part of a step that makes the residual smaller, and this residual.
fn shortened<F: Family>(
    equations: &mut Equations<F>,
    t: f64,
    q: &[f64],
    phi: &DVector<f64>,
    mut step: DVector<f64>,
) -> Option<(Vec<f64>, DVector<f64>)> {
    for _ in 0..30 {
        let nearer = equations.displaced(t, q, &step);
        let left = equations.constraints(t, &nearer);
        if left.norm() < phi.norm() * (1.0 - 1e-6) {
            return Some((nearer, left));
        }
        step *= 0.5;
    }
    None
}

fn open(phi: &DVector<f64>) -> Vec<(usize, f64)> {
    let mut open: Vec<(usize, f64)> =
        phi.iter().copied().enumerate().filter(|x| x.1.abs() >= 0.1 * phi.amax()).collect();
    open.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    open
}

/// Returns positions that hold the constraints some `distance` (m, rad) away from one that does, where B has these rows, in directions
/// that the constraints leave free: with them [`super::independent_constraints`] sees whether the position is a singular one.
pub fn neighbours<F: Family>(
    equations: &mut Equations<F>,
    t: f64,
    (q, b): (&[f64], &[Row<f64>]),
    how: &Assembly<'_>,
    distance: f64,
) -> Vec<Vec<f64>> {
    // values of first order rest
    let moves = equations.moves();
    let (n, resting) = (moves.len(), (0..moves.len()).filter(|i| !moves[*i]).map(|i| vec![(i, 1.0)]));
    let b: Vec<Row<f64>> = b.iter().cloned().chain(resting).collect();
    let kept = independent_rows(std::slice::from_ref(&b), n, super::RANK_TOLERANCE).kept;
    let kept: Vec<Row<f64>> = kept.iter().map(|row| b[*row].clone()).collect();
    let everywhere = Movement { translation: f64::INFINITY, rotation: f64::INFINITY };
    let how = Assembly { limits: everywhere, ..*how };
    let directions = (0..3).map(|k| unseen_part(&kept, &any_direction(n, k))).filter(|d| d.amax() > ROUNDING);
    directions
        .filter_map(|d| {
            let step = &d * (distance / d.amax());
            let moved = equations.displaced(t, q, &step);
            Some(assemble(equations, t, &moved, &how).ok()?.q)
        })
        .collect()
}
