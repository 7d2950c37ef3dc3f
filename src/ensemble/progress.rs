//! How far a run is.

use super::{Chunk, Outcome, Study};
use std::ops::Range;

/// What a run has done so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Members finished.
    pub members: u64,
    /// Members finished by outcome, in the order of [`Outcome::ALL`].
    pub outcomes: [u64; Outcome::ALL.len()],
    /// Steps made.
    pub steps: u64,
    /// Attempts of a step that were rejected.
    pub rejected: u64,
    /// Events met.
    pub events: u64,
    /// Members whose results are those of each retry, and how many of these have outputs.
    pub retried: Vec<[u64; 2]>,
}

impl Progress {
    /// Returns the number of members that failed: they have no outputs.
    pub fn failures(&self) -> u64 {
        let with_outputs = Outcome::ALL.iter().filter(|outcome| outcome.has_outputs());
        self.members - with_outputs.map(|outcome| self.outcomes[outcome.code() as usize]).sum::<u64>()
    }
    /// Returns the number of steps times the bodies of a study; steps where there are only variables.
    pub fn body_steps(&self, study: &Study) -> u64 {
        self.steps * study.mechanism.unit_count() as u64
    }
    /// Counts what the members at some indices of a chunk have done.
    pub fn of(chunk: &Chunk, places: Range<usize>) -> Self {
        let mut progress = Self { members: places.len() as u64, ..Self::default() };
        for outcome in &chunk.outcomes[places.clone()] {
            progress.outcomes[outcome.code() as usize] += 1;
        }
        let sum = |counts: &[u32]| counts[places.clone()].iter().map(|n| u64::from(*n)).sum();
        progress.steps = sum(&chunk.steps);
        progress.rejected = sum(&chunk.rejected);
        for (own, outcome) in chunk.tries[places.clone()].iter().zip(&chunk.outcomes[places.clone()]) {
            if let Some(retry) = usize::from(*own).checked_sub(2) {
                progress.add_retried(retry, [1, u64::from(outcome.has_outputs())]);
            }
        }
        let before = |place: usize| chunk.events.partition_point(|(i, _)| *i < place) as u64;
        progress.events = before(places.end) - before(places.start);
        progress
    }
    /// Adds the progress of other members.
    pub fn merge(&mut self, other: &Self) {
        self.members += other.members;
        self.outcomes.iter_mut().zip(&other.outcomes).for_each(|(sum, n)| *sum += n);
        self.steps += other.steps;
        self.rejected += other.rejected;
        self.events += other.events;
        other.retried.iter().enumerate().for_each(|(retry, counts)| self.add_retried(retry, *counts));
    }
    /// Adds members whose results are those of a retry, and how many of these have outputs.
    pub(crate) fn add_retried(&mut self, retry: usize, [members, with_outputs]: [u64; 2]) {
        if self.retried.len() <= retry {
            self.retried.resize(retry + 1, [0; 2]);
        }
        self.retried[retry][0] += members;
        self.retried[retry][1] += with_outputs;
    }
}
