//! Legs: runs from states that are given to other times, with derivatives by what they begin with.

use super::backend::CpuBackend;
use super::block::{FinalState, Part};
use super::lane_width::LaneWidth;
use super::transition::increments;
use crate::ensemble::program::Shape;
use crate::ensemble::{
    BackendError, Chunk, Direction, EqualSteps, InitialState, Members, Outcome, Resumed, StepSequence, Steps, Study,
};
use crate::linalg::{DMatrix, DVector};

/// The most directions at the start of a leg that one lane carries: more take lanes of their own, each with the motion and so many of them, so that a
/// recorded step does not grow with the number of unknowns, and no lane is idle.
const CARRIED: usize = 32;
/// How many of them a lane carries then.
const SHARED: usize = 4;

/// A part of a motion that is to be integrated.
#[derive(Clone, Debug)]
pub(crate) struct Leg {
    /// The values of the varied parameters.
    pub row: Vec<f64>,
    /// When it begins, s, and its steps.
    pub begin: f64,
    pub sequence: StepSequence,
    pub first_step: f64,
    /// Coordinates, velocities and what the method remembers, with derivatives by parameters and in the directions of the flow: see
    /// [`Shape::state`].
    pub state: Vec<f64>,
}

/// What a leg comes to.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    pub outcome: Outcome,
    /// Coordinates and velocities.
    pub coordinates: Vec<f64>,
    pub velocities: Vec<f64>,
    /// The derivatives of increments at the end, a column for each direction of the state: see [`super::Transition`].
    pub matrix: DMatrix<f64>,
}

/// Integrates legs, many at once.
#[derive(Debug)]
pub(crate) struct Flow {
    pub study: Study,
    backend: CpuBackend,
    /// The number of directions that legs begin with, beside parameters.
    pub directions: usize,
}

impl Flow {
    /// Makes what integrates the legs of a study, which is differentiated by parameters of its own and in so many directions at the start
    /// of legs, which these give, or not at all.
    ///
    /// # Errors
    /// Where there are no threads.
    pub(crate) fn new(study: &Study, directions: Option<usize>) -> Result<Self, BackendError> {
        let study = study.clone().sampled(None).within_runs();
        // the error of adaptive steps is that of all directions, which one lane has
        let is_split = |count: usize| matches!(study.method.steps, Steps::Fixed(_)) && count > CARRIED;
        let carried = |count: usize| if is_split(count) { SHARED } else { count };
        let study = match directions {
            Some(count) => study.by_start(&Direction::all_of_start(study.layout())[..carried(count)]),
            None => study.without_directions(),
        };
        let backend = CpuBackend::new(Some(1), LaneWidth::SixtyFour)?;
        Ok(Self { study, backend, directions: directions.unwrap_or(0) })
    }

    /// Integrates legs from the time 0 in so many equal steps, each over a duration of its own, s; returns their states at the beginning
    /// and after every step, not a number after one that fails.
    pub(crate) fn traces(&self, mut legs: Vec<Leg>, (count, durations): (u32, &[f64])) -> Vec<Vec<Vec<f64>>> {
        let mut all: Vec<Vec<Vec<f64>>> = legs.iter().map(|leg| vec![leg.state.clone()]).collect();
        for number in 0..count {
            for (leg, duration) in legs.iter_mut().zip(durations) {
                let [begin, end] = [number, number + 1].map(|k| duration * f64::from(k) / f64::from(count));
                (leg.begin, leg.sequence) = (begin, StepSequence::Fixed(EqualSteps::between([begin, end], 1)));
            }
            let (_, ends) = self.ends(&legs.iter().collect::<Vec<_>>());
            for ((leg, end), trace) in legs.iter_mut().zip(ends).zip(&mut all) {
                leg.state = end.map_or_else(|| vec![f64::NAN; leg.state.len()], |end| end.state);
                trace.push(leg.state.clone());
            }
        }
        all
    }

    /// Integrates legs; returns their states at the end, with what the method remembers.
    pub(crate) fn final_states(&self, legs: &[&Leg]) -> Vec<Option<Vec<f64>>> {
        if legs.is_empty() {
            return Vec::new();
        }
        self.ends(legs).1.into_iter().map(|end| Some(end?.state)).collect()
    }

    fn ends(&self, legs: &[&Leg]) -> (Chunk, Vec<Option<FinalState>>) {
        let rows: Vec<f64> = legs.iter().flat_map(|leg| leg.row.iter().copied()).collect();
        let members = Members::of_rows(0, legs.len(), &rows);
        let starts: Vec<InitialState> = legs.iter().map(|leg| start(leg)).collect();
        let part = Part { starts: Some(&starts), keeps_ends: true, ..Part::whole((&members, 0..legs.len())) };
        self.backend.run_states(&self.study, part)
    }

    /// Integrates legs.
    pub(crate) fn arrivals(&self, legs: &[&Leg]) -> Vec<Arrival> {
        if legs.is_empty() {
            return Vec::new();
        }
        let study = &self.study;
        let by = study.differentiated_parameters().count();
        let carried = Shape::new(study).carried() - by;
        if carried == self.directions {
            return self.whole(legs);
        }
        let parts: Vec<Leg> = legs.iter().flat_map(|leg| self.parts(leg, (by, carried))).collect();
        let arrivals = self.whole(&parts.iter().collect::<Vec<_>>());
        arrivals.chunks(self.directions.div_ceil(carried)).map(|parts| joined(parts, (by, self.directions))).collect()
    }

    /// Returns the legs that carry the directions of one, so many each behind the parameters.
    fn parts<'a>(&'a self, leg: &'a Leg, (by, carried): (usize, usize)) -> impl Iterator<Item = Leg> + 'a {
        let shape = Shape::new(&self.study);
        let shared = shape.motion() * (1 + by);
        let (motion, directions) = leg.state[..shared + shape.motion() * self.directions].split_at(shared);
        directions.chunks(shape.motion() * carried).map(move |own| {
            let mut state = [motion, own].concat();
            state.resize(shape.state(), 0.0);
            Leg { state, ..leg.clone() }
        })
    }

    /// Integrates legs whose directions a lane carries.
    fn whole(&self, legs: &[&Leg]) -> Vec<Arrival> {
        let study = &self.study;
        let (shape, layout) = (Shape::new(study), study.layout());
        // sides follow from all else
        let moving = layout.quadratures().start - study.held_sides();
        let (chunk, ends) = self.ends(legs);
        let of = |(k, end): (usize, Option<FinalState>)| {
            let outcome = chunk.outcomes[k];
            let state = end.map_or_else(|| vec![f64::NAN; shape.state()], |end| end.state);
            let (q, rest) = state.split_at(shape.coordinates);
            let column = |k: usize| -> DVector<f64> {
                let rates = &state[shape.derivatives(k)];
                let velocities = &rates[shape.coordinates..][..moving];
                [&increments(layout, q, &rates[..shape.coordinates])[..], velocities].concat().into()
            };
            let columns: Vec<DVector<f64>> = (0..shape.carried()).map(column).collect();
            let none = DMatrix::zeros(0, 0);
            Arrival {
                outcome,
                coordinates: q.to_vec(),
                velocities: rest[..shape.velocities].to_vec(),
                matrix: if columns.is_empty() { none } else { DMatrix::from_columns(&columns) },
            }
        };
        ends.into_iter().enumerate().map(of).collect()
    }
}

/// Joins what the parts of a leg come to: of so many directions behind those by parameters, which are the same in each part.
fn joined(parts: &[Arrival], (by, directions): (usize, usize)) -> Arrival {
    let first = &parts[0];
    let own = parts.iter().flat_map(|part| part.matrix.column_iter().skip(by));
    let columns: Vec<_> = first.matrix.column_iter().take(by).chain(own).take(by + directions).collect();
    let outcome = parts.iter().map(|part| part.outcome).find(|outcome| *outcome != Outcome::Completed);
    Arrival { outcome: outcome.unwrap_or(first.outcome), matrix: DMatrix::from_columns(&columns), ..first.clone() }
}

/// Returns the initial state of a leg.
fn start(leg: &Leg) -> InitialState {
    let finite = leg.state.iter().all(|x| x.abs() < Outcome::STATE_LIMIT);
    let resumed = Resumed {
        time: leg.begin,
        whole: leg.sequence,
        sample: None,
        events: Vec::new(),
        kept: Vec::new(),
        passed: Vec::new(),
        standing: 0.0,
    };
    InitialState {
        sequence: leg.sequence,
        first_step: leg.first_step,
        outcome: if finite { Outcome::Completed } else { Outcome::NonFinite },
        state: leg.state.clone(),
        resumed: Some(Box::new(resumed)),
    }
}
