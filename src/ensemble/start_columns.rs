//! Initial states of the members of a chunk, quantity by quantity, in memory that is used again.

use super::column_parts::in_parts;
use super::program::Shape;
use super::{InitialStates, Members, Outcome, StepSequence, Study};
use crate::trace::Tape;
use rayon::prelude::*;

/// The initial states of some members, one entry per member.
#[derive(Debug, Default)]
pub struct StartColumns {
    /// The steps of all members, where they are alike and a device begins them: then there are outcomes and nothing else.
    pub common: Option<StepSequence>,
    /// The steps of every member.
    pub sequences: Vec<StepSequence>,
    /// The length of every member's first step, s.
    pub first_steps: Vec<f64>,
    /// [`Outcome::Completed`] where nothing is wrong yet.
    pub outcomes: Vec<Outcome>,
    /// Coordinates, velocities, what the method remembers, and their derivatives: a column for each, of one entry per member.
    pub state: Vec<f64>,
}

/// Members that one task begins.
const TASK: usize = 512;

impl StartColumns {
    /// Returns the steps of the member at an index.
    pub fn sequence(&self, member: usize) -> &StepSequence {
        self.common.as_ref().unwrap_or_else(|| &self.sequences[member])
    }

    /// Finds which of some members can begin, on all threads of the current pool, where all have these steps; what was there is
    /// replaced.
    pub fn check(&mut self, study: &Study, sequence: StepSequence, members: &Members) {
        *self = Self { common: Some(sequence), outcomes: std::mem::take(&mut self.outcomes), ..Self::default() };
        self.outcomes.resize(members.count(), Outcome::Invalid);
        let tasks = self.outcomes.par_chunks_mut(TASK).enumerate();
        tasks.for_each_init(<[Vec<f64>; 2]>::default, |[varied, all], (task, outcomes)| {
            for (place, outcome) in (task * TASK..).zip(outcomes) {
                members.values.copy_row(place, varied);
                study.parameters(varied, all);
                *outcome = study.member_step_sequence(all).map_or_else(|outcome| outcome, |_| Outcome::Completed);
            }
        });
    }

    /// Computes the initial states of some members on all threads of the current pool; what was there is replaced.
    pub fn fill(&mut self, study: &Study, tape: Option<&Tape>, members: &Members) {
        let (count, columns) = (members.count(), Shape::new(study).state());
        self.common = None;
        self.sequences.resize(count, StepSequence::idle());
        self.first_steps.resize(count, 0.0);
        self.outcomes.resize(count, Outcome::Invalid);
        self.state.resize(count * columns, 0.0);
        let states = in_parts(&mut self.state, count, TASK);
        let heads = self.sequences.par_chunks_mut(TASK).zip(self.first_steps.par_chunks_mut(TASK));
        let all = heads.zip(self.outcomes.par_chunks_mut(TASK)).zip(states).enumerate();
        all.for_each_init(
            || InitialStates::recorded(study, tape),
            |initial_states, (task, (((sequences, first_steps), outcomes), mut state))| {
                for i in 0..sequences.len() {
                    let place = task * TASK + i;
                    let head = initial_states.begin(members, place..place + 1);
                    (sequences[i], first_steps[i], outcomes[i]) = (head.sequence, head.first_step, head.outcome);
                    state.iter_mut().zip(initial_states.values()).for_each(|(column, x)| column[i] = *x);
                }
            },
        );
    }
}
