//! Running a study chunk by chunk.

use super::suspicion;
use super::{Backend, BackendError, Chunk, Crew, Outcome, Study, run_chunks};
use std::ops::Range;

/// Why a run stopped.
#[derive(Debug, thiserror::Error)]
pub enum RunError<E: std::error::Error + 'static> {
    /// The backend failed.
    #[error("members {first} to {last}: {source}")]
    Backend {
        /// The first member of the chunk that was lost.
        first: u64,
        /// The last one.
        last: u64,
        /// What happened.
        source: BackendError,
    },
    /// The results could not be kept.
    #[error(transparent)]
    Sink(E),
}

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
}

impl Progress {
    /// Members that failed: they have no outputs.
    pub fn failures(&self) -> u64 {
        let with_outputs = Outcome::ALL.iter().filter(|outcome| outcome.has_outputs());
        self.members - with_outputs.map(|outcome| self.outcomes[outcome.code() as usize]).sum::<u64>()
    }
    /// Steps times the bodies of a study; steps where there are only variables.
    pub fn body_steps(&self, study: &Study) -> u64 {
        self.steps * study.mechanism.unit_count() as u64
    }
    /// What the members at some places of a chunk have done.
    pub fn of(chunk: &Chunk, places: Range<usize>) -> Self {
        let mut progress = Self { members: places.len() as u64, ..Self::default() };
        for outcome in &chunk.outcomes[places.clone()] {
            progress.outcomes[outcome.code() as usize] += 1;
        }
        let sum = |counts: &[u32]| counts[places.clone()].iter().map(|n| u64::from(*n)).sum();
        progress.steps = sum(&chunk.steps);
        progress.rejected = sum(&chunk.rejected);
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
    }
}

/// Runs all members of a study on one backend, that many at a time; see [`run_crew`].
///
/// # Errors
/// Where the backend or the sink fails. What the sink has taken by then stays taken.
pub fn run<E: std::error::Error + Send + 'static>(
    study: &Study,
    backend: &dyn Backend,
    chunk_size: usize,
    sink: impl FnMut(Chunk, &Progress) -> Result<(), E> + Send,
) -> Result<Progress, RunError<E>> {
    run_crew(study, &Crew::new(vec![backend]).with_chunk(chunk_size), sink)
}

/// Runs all members of a study. Every finished chunk goes to `sink` in the order of the members, with the progress up
/// to and including it, while the next ones are computed.
///
/// # Errors
/// Where nobody of the crew can compute a chunk, or the sink fails. What the sink has taken by then stays taken.
pub fn run_crew<E: std::error::Error + Send + 'static>(
    study: &Study,
    crew: &Crew<'_>,
    mut sink: impl FnMut(Chunk, &Progress) -> Result<(), E> + Send,
) -> Result<Progress, RunError<E>> {
    let work = |backend: &dyn Backend, first, count| {
        let chunk = backend.run(study, backend.draw(study, first, count))?;
        let wrong = chunk.outcomes.iter().filter(|outcome| **outcome == Outcome::NonFinite).count();
        if backend.is_device()
            && suspicion::is_suspicious(wrong, count)
            && let Some(Ok(reference)) = crew.fallback()
        {
            suspicion::check(study, &chunk, reference)?;
        }
        Ok(chunk)
    };
    let mut progress = Progress::default();
    run_chunks(study.plan().members(), crew, work, |chunk| {
        progress.merge(&Progress::of(&chunk, 0..chunk.outcomes.len()));
        sink(chunk, &progress)
    })?;
    Ok(progress)
}
