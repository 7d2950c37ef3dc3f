//! How members begin.

use super::program::{Equations, Function};
use super::{Members, Outcome, Pace, StepSchedule, Study};
use crate::trace::Memory;
use rayon::prelude::*;

/// The beginning of one member.
#[derive(Clone, Debug)]
pub struct Start {
    /// Its steps.
    pub pace: Pace,
    /// The length of its first step, s.
    pub first_step: f64,
    /// [`Outcome::Completed`] where nothing is wrong yet.
    pub outcome: Outcome,
    /// Its coordinates and velocities.
    pub state: Vec<f64>,
}

/// Makes beginnings, natively or from a tape.
#[derive(Debug)]
pub struct Starter<'a> {
    study: &'a Study,
    /// The memory of the tape, if there is one.
    memory: Option<Memory<f64>>,
    parameters: Vec<f64>,
    values: Vec<f64>,
}

impl<'a> Starter<'a> {
    /// From the tape, which is recorded where it is not there yet.
    pub fn recorded(study: &'a Study) -> Self {
        let memory = study.tapes().of(Function::Start).memory();
        Self { study, memory: Some(memory), parameters: Vec::new(), values: Vec::new() }
    }

    /// From the equations as they are written.
    pub fn native(study: &'a Study) -> Self {
        Self { study, memory: None, parameters: Vec::new(), values: Vec::new() }
    }

    /// The beginning of a member with these values of the varied parameters.
    pub fn start(&mut self, varied: &[f64]) -> Start {
        let study = self.study;
        study.parameters(varied, &mut self.parameters);
        let pace = match study.member_pace(&self.parameters) {
            Ok(pace) => pace,
            Err(outcome) => return Start::idle(study, outcome),
        };
        self.evaluate(varied);
        let guess = if study.is_adaptive() { self.values.pop() } else { None };
        let first_step = match &pace {
            Pace::Fixed(schedule) => schedule.length(0),
            // NaN, where the acceleration at the start is not finite, becomes the smallest step
            Pace::Adaptive(limits) => {
                limits.first.or(guess).unwrap_or(limits.largest).max(limits.smallest).min(limits.largest)
            }
        };
        let finite = self.values.iter().all(|x| x.abs() < Outcome::STATE_LIMIT);
        let outcome = if finite { Outcome::Completed } else { Outcome::NonFinite };
        Start { pace, first_step, outcome, state: self.values.clone() }
    }

    fn evaluate(&mut self, varied: &[f64]) {
        match &mut self.memory {
            Some(memory) => {
                let tape = self.study.tapes().of(Function::Start);
                memory.inputs(tape).copy_from_slice(varied);
                tape.run_member(memory);
                tape.run_step(memory);
                self.values.clear();
                self.values.extend((0..tape.output_count()).map(|i| tape.output(memory, i)));
            }
            None => Equations::new(self.study, varied).evaluate(Function::Start, varied, &mut self.values),
        }
    }
}

impl Start {
    /// The place of a member that cannot begin.
    fn idle(study: &Study, outcome: Outcome) -> Self {
        let layout = study.layout();
        let state = vec![0.0; layout.coordinate_count() + layout.velocity_count()];
        Self { pace: Pace::Fixed(StepSchedule::idle()), first_step: 0.0, outcome, state }
    }

    /// The beginnings of some members, in order, on all threads of the current pool.
    pub fn all(study: &Study, members: &Members) -> Vec<Self> {
        let start = |starter: &mut Starter<'_>, i: usize| starter.start(members.row(i));
        (0..members.count).into_par_iter().map_init(|| Starter::recorded(study), start).collect()
    }
}
