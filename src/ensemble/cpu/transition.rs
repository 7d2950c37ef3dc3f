//! The state at the end of a run and its derivatives by the state at the start.

use super::arithmetic::Arithmetic;
use super::attempt::Attempt;
use super::block;
use super::executor::{TapeExecutor, Tapes};
use crate::ensemble::program::Shape;
use crate::ensemble::{Direction, InitialStates, Members, Outcome, Study};
use crate::linalg::{DMatrix, DVector, Factorised};
use crate::num::Lanes;
use crate::problem::{Layout, slopes_along_group};
use rayon::prelude::*;

/// The state of a member at the end of its run, and how it moves with the state at the start.
///
/// What moves is counted in increments: those of the coordinates, q exp(w), a number for every velocity that moves some,
/// then those of all velocities; integrals over the time are left out. Of a periodic motion the matrix is the monodromy
/// matrix. Where constraints are, an increment at the start stands for the nearest one that holds them, so that the rank of
/// the matrix is twice the degrees of freedom.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// How the run ended.
    pub outcome: Outcome,
    /// When it ended, s.
    pub time: f64,
    /// The coordinates at the end, m and rad and numbers of orientations.
    pub coordinates: Vec<f64>,
    /// The velocities at the end, m/s and rad/s.
    pub velocities: Vec<f64>,
    /// The derivatives of increments at the end, row by row, by those at the start. A run that ends with an event ends
    /// where its value is zero: the time of the end moves.
    pub matrix: DMatrix<f64>,
}

/// Returns the increments of coordinates that move so, one for every velocity but those of integrals; `moves` says which of
/// these move some.
pub(super) fn increments(layout: &Layout, q: &[f64], rates: &[f64]) -> Vec<f64> {
    let (slopes, moves) = (slopes_along_group(layout, q), layout.moves());
    let mut all = vec![0.0; layout.quadratures().start];
    for place in layout.places() {
        let (own, first) = (place.q..place.q + place.factor.coordinate_count(), place.v);
        let count = place.factor.velocity_count();
        if own.is_empty() || count == 0 {
            continue;
        }
        let entry =
            |i: usize, j: usize| slopes[own.start + i].iter().find(|(v, _)| *v == first + j).map_or(0.0, |x| x.1);
        let a = DMatrix::from_fn(own.len(), count, entry);
        let right = a.transpose() * DVector::from_column_slice(&rates[own]);
        let solved =
            Factorised::new(a.transpose() * a).solve(&right).unwrap_or_else(|| DVector::from_element(count, f64::NAN));
        all[first..first + count].copy_from_slice(solved.as_slice());
    }
    all.into_iter().zip(moves).filter(|(_, moves)| *moves).map(|(x, _)| x).collect()
}

/// Runs members of a study to their ends, with derivatives by their states at the start; on the threads of the current pool.
/// Members that fail have a matrix of numbers that are none.
pub fn transitions(study: &Study, members: &Members) -> Vec<Transition> {
    const LANES: usize = 64;
    let layout = study.layout();
    let directions = Direction::all_of_start(layout);
    let by_start = study.clone().sampled(None).by_start(&directions);
    let (shape, attempt) = (Shape::new(&by_start), Attempt::new(&by_start));
    let tapes = Tapes::new(&by_start, Arithmetic::Exact);
    let first = study.directions().iter().filter(|direction| direction.parameter().is_some()).count();
    let blocks: Vec<usize> = (0..members.count()).step_by(LANES).collect();
    let of_block = |at: usize| {
        let places = at..(at + LANES).min(members.count());
        let executor = TapeExecutor::<Lanes<LANES>>::new(&by_start, &tapes, &attempt);
        let starts = InitialStates::recorded(&by_start, tapes.initial_state());
        let part = block::Part { keeps_ends: true, ..block::Part::whole((members, places.clone())) };
        let (chunk, states) = block::run_part(&by_start, part, attempt.clone(), executor, starts, None);
        let of_member = |(k, state): (usize, Option<block::FinalState>)| {
            let (outcome, time) = (chunk.outcomes[k], chunk.times[k]);
            let block::FinalState { state, moved, .. } =
                state.unwrap_or_else(|| block::FinalState::none(shape.state()));
            let (q, rest) = state.split_at(shape.coordinates);
            let column = |k: usize| {
                let of = |k: usize| &state[shape.derivatives(k)];
                let by_time = |i: usize| moved.get(k).map_or(0.0, |moved| moved * of(shape.carried())[i]);
                let rates: Vec<f64> = of(k).iter().enumerate().map(|(i, x)| x + by_time(i)).collect();
                let velocities = &rates[shape.coordinates..][..layout.quadratures().start];
                [&increments(layout, q, &rates[..shape.coordinates])[..], velocities].concat()
            };
            let columns: Vec<DVector<f64>> = (first..first + directions.len()).map(|k| column(k).into()).collect();
            Transition {
                outcome,
                time,
                coordinates: q.to_vec(),
                velocities: rest[..shape.velocities].to_vec(),
                matrix: DMatrix::from_columns(&columns),
            }
        };
        states.into_iter().enumerate().map(of_member).collect::<Vec<Transition>>()
    };
    blocks.into_par_iter().flat_map_iter(of_block).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
