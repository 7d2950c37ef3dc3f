//! The reverse sweep through the start of a member: from the derivatives by its state to those by parameters.

use super::pullback::{gradient, weighted};
use crate::ensemble::program::{Equations, Shape, StudyFunction, inputs};
use crate::ensemble::{InitialState, Study};
use crate::num::{Precision, Real};
use crate::trace::{Input, Rate, Schedule, Tape, Traced, record};

/// The reverse sweep through a start.
#[derive(Debug)]
pub(super) enum StartPullback {
    /// Recorded: from varied parameters and weights of the state.
    Recorded(Tape),
    /// The derivatives of the start of an implicit method, whose equations have few unknowns beside the steps.
    Solved,
}

impl StartPullback {
    /// Records the reverse sweep through a start, where the start is a function that is written.
    pub(super) fn new(study: &Study) -> Self {
        if study.is_implicit() {
            return Self::Solved;
        }
        let shape = Shape::new(study);
        let mut inputs = inputs(study, StudyFunction::InitialState);
        inputs.extend((0..shape.state()).map(|i| Input { name: format!("w{i}"), rate: Rate::Step }));
        let graph = record(Precision::Double, inputs, |inputs| {
            let (parameters, weights) = inputs.split_at(shape.parameters);
            let mut state = Vec::new();
            Equations::new(study, parameters).evaluate(StudyFunction::InitialState, parameters, &mut state);
            let mut all = gradient(weighted(weights, &state), parameters, &[]);
            Traced::require_finite(&mut all);
            all
        });
        Self::Recorded(Tape::new(&graph, &Schedule::new(&graph)))
    }

    /// Returns what some of the varied parameters of a member add by its start, for every list of weights of its state.
    pub(super) fn of(
        &self,
        study: &Study,
        (varied, start): (&[f64], &InitialState),
        by: &[usize],
        weights: &[Vec<f64>],
    ) -> Vec<Vec<f64>> {
        match self {
            Self::Recorded(tape) => {
                let of_weights = |weights: &Vec<f64>| {
                    let all = tape.evaluate(&[varied, weights]);
                    by.iter().map(|i| all[*i]).collect()
                };
                weights.iter().map(of_weights).collect()
            }
            Self::Solved => {
                let mut parameters = Vec::new();
                study.parameters(varied, &mut parameters);
                let state = &start.state[..Shape::new(study).motion()];
                let by: Vec<usize> = by.iter().map(|i| study.varied()[*i]).collect();
                let slopes = if study.changes_at_start() {
                    study.slopes_of_changed_start(&parameters, &by)
                } else {
                    let slopes = study.start_slopes((&parameters, state), start.first_step, &by);
                    slopes.into_iter().map(|slopes| slopes.unwrap_or_else(|_| vec![f64::NAN; state.len()])).collect()
                };
                let dot = |slopes: &Vec<f64>, weights: &Vec<f64>| slopes.iter().zip(weights).map(|(x, w)| x * w).sum();
                weights.iter().map(|weights| slopes.iter().map(|slopes| dot(slopes, weights)).collect()).collect()
            }
        }
    }
}
