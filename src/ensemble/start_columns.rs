//! Initial states of the members of a chunk, quantity by quantity, in memory that is used again.

use super::program::Shape;
use super::{InitialStates, Members, Outcome, StepSequence, Study};
use crate::trace::Tape;
use rayon::prelude::*;

/// The initial states of some members, one entry per member.
#[derive(Debug, Default)]
pub struct StartColumns {
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
    /// Computes the initial states of some members on all threads of the current pool; what was there is replaced.
    pub fn fill(&mut self, study: &Study, tape: Option<&Tape>, members: &Members) {
        let (count, columns) = (members.count, Shape::new(study).state());
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

/// Divides columns of a length, which follow each other, into parts of some members: of every part all columns.
pub(crate) fn in_parts<T>(columns: &mut [T], length: usize, part: usize) -> Vec<Vec<&mut [T]>> {
    let mut parts: Vec<Vec<&mut [T]>> = (0..length.div_ceil(part.max(1))).map(|_| Vec::new()).collect();
    for column in columns.chunks_mut(length.max(1)) {
        parts.iter_mut().zip(column.chunks_mut(part)).for_each(|(all, part)| all.push(part));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::in_parts;

    #[test]
    fn parts_have_all_columns() {
        let mut numbers = [0, 1, 2, 3, 4, 10, 11, 12, 13, 14];
        let parts: Vec<Vec<Vec<i32>>> = in_parts(&mut numbers, 5, 2)
            .into_iter()
            .map(|part| part.into_iter().map(|x| x.to_vec()).collect())
            .collect();
        assert_eq!(parts, [[vec![0, 1], vec![10, 11]], [vec![2, 3], vec![12, 13]], [vec![4], vec![14]]]);
        assert!(in_parts::<i32>(&mut [], 0, 2).is_empty());
        assert_eq!(in_parts::<i32>(&mut [], 3, 2), [Vec::<&mut [i32]>::new(), Vec::new()]);
    }
}
