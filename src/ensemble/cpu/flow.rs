//! Legs: runs from states that are given to other times, with derivatives by what they begin with.

use super::backend::CpuBackend;
use super::block::{FinalState, Part};
use super::lane_width::LaneWidth;
use super::transition::increments;
use crate::ensemble::program::Shape;
use crate::ensemble::{BackendError, Direction, InitialState, Members, Outcome, Resumed, Samples, StepSequence, Study};
use crate::linalg::{DMatrix, DVector};

/// A part of a motion that is to be integrated.
#[derive(Clone, Debug)]
pub(in crate::ensemble) struct Leg {
    /// The values of the varied parameters.
    pub row: Vec<f64>,
    /// When it begins, s, and its steps.
    pub begin: f64,
    pub sequence: StepSequence,
    pub first_step: f64,
    /// Coordinates, velocities and what the method remembers, with derivatives: see [`Shape::state`].
    pub state: Vec<f64>,
}

/// What a leg comes to.
#[derive(Clone, Debug)]
pub(in crate::ensemble) struct Arrival {
    pub outcome: Outcome,
    /// Coordinates and velocities.
    pub coordinates: Vec<f64>,
    pub velocities: Vec<f64>,
    /// The derivatives of increments at the end, a column for each direction of the state: see [`super::Transition`].
    pub matrix: DMatrix<f64>,
}

/// Integrates legs, many at once.
#[derive(Debug)]
pub(in crate::ensemble) struct Flow {
    pub study: Study,
    backend: CpuBackend,
}

impl Flow {
    /// Makes what integrates the legs of a study, which is differentiated by parameters of its own and in so many directions at the start
    /// of legs, which these give, or not at all.
    ///
    /// # Errors
    /// Where there are no threads.
    pub(in crate::ensemble) fn new(study: &Study, directions: Option<usize>) -> Result<Self, BackendError> {
        let study = study.clone().sampled(None).within_runs();
        let study = match directions {
            Some(count) => study.by_start(&Direction::all_of_start(study.layout())[..count]),
            None => study.without_directions(),
        };
        let backend = CpuBackend::new(Some(1), LaneWidth::SixtyFour)?;
        Ok(Self { study, backend })
    }

    /// Integrates legs.
    pub(in crate::ensemble) fn arrivals(&self, legs: &[&Leg]) -> Vec<Arrival> {
        if legs.is_empty() {
            return Vec::new();
        }
        let study = &self.study;
        let (shape, layout) = (Shape::new(study), study.layout());
        let values = legs.iter().flat_map(|leg| leg.row.iter().copied()).collect();
        let members = Members { first: 0, count: legs.len(), values };
        let starts: Vec<InitialState> = legs.iter().map(|leg| start(leg)).collect();
        let part = Part { starts: Some(&starts), keeps_ends: true, ..Part::whole((&members, 0..legs.len())) };
        let (chunk, ends) = self.backend.run_states(study, part);
        let of = |(k, end): (usize, Option<FinalState>)| {
            let outcome = chunk.outcomes[k];
            let state = end.map_or_else(|| vec![f64::NAN; shape.state()], |end| end.state);
            let (q, rest) = state.split_at(shape.coordinates);
            let column = |k: usize| -> DVector<f64> {
                let rates = &state[shape.derivatives(k)];
                let velocities = &rates[shape.coordinates..][..layout.quadratures().start];
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

/// Returns the initial state of a leg.
fn start(leg: &Leg) -> InitialState {
    let finite = leg.state.iter().all(|x| x.abs() < Outcome::STATE_LIMIT);
    let resumed = Resumed {
        time: leg.begin,
        whole: leg.sequence,
        sample: None,
        samples: Samples::default(),
        events: Vec::new(),
        kept: Vec::new(),
        passed: Vec::new(),
        standing: 0,
    };
    InitialState {
        sequence: leg.sequence,
        first_step: leg.first_step,
        outcome: if finite { Outcome::Completed } else { Outcome::NonFinite },
        state: leg.state.clone(),
        resumed: Some(Box::new(resumed)),
    }
}
