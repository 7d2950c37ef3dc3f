//! How members begin.

use super::{Members, Outcome, StepSchedule, Study};
use rayon::prelude::*;

/// The beginning of one member.
#[derive(Clone, Debug)]
pub struct Start {
    /// Its steps.
    pub schedule: StepSchedule,
    /// Steps between two of its samples.
    pub steps_per_sample: u32,
    /// [`Outcome::Completed`] where nothing is wrong yet.
    pub outcome: Outcome,
    /// Its coordinates and velocities.
    pub state: Vec<f64>,
}

impl Start {
    /// The beginning of a member with these values of all parameters.
    pub fn new(study: &Study, parameters: &[f64]) -> Self {
        let (schedule, outcome, steps_per_sample) = match study.member_start(parameters) {
            Ok((schedule, steps)) => (schedule, Outcome::Completed, steps),
            Err((outcome, schedule)) => (schedule, outcome, 1),
        };
        let (mut state, v) = study.mechanism.initial(parameters);
        state.extend(v);
        let finite = state.iter().all(|x| x.abs() < Outcome::STATE_LIMIT);
        let outcome = if outcome == Outcome::Completed && !finite { Outcome::NonFinite } else { outcome };
        Self { schedule, steps_per_sample, outcome, state }
    }

    /// The beginnings of some members, in order, on all threads of the current pool.
    pub fn all(study: &Study, members: &Members) -> Vec<Self> {
        let start = |parameters: &mut Vec<f64>, i: usize| {
            study.parameters(members.row(i), parameters);
            Self::new(study, parameters)
        };
        (0..members.count).into_par_iter().map_init(Vec::new, start).collect()
    }
}
