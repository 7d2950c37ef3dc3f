//! Running a study chunk by chunk.

use super::{Chunk, Members, Outcome, Study};
use std::sync::mpsc::sync_channel;

/// Something that integrates members.
pub trait Backend: Sync {
    /// What it is, for the manifest and the reader: device and precision.
    fn description(&self) -> String;
    /// How many members it wants at a time.
    fn chunk_size(&self) -> usize;
    /// Fails where it cannot take that many members at a time.
    ///
    /// # Errors
    /// What the limit is.
    fn check_chunk(&self, _members: usize) -> Result<(), BackendError> {
        Ok(())
    }
    /// Draws the parameters of some members from the plan.
    fn draw(&self, study: &Study, first: u64, count: usize) -> Members {
        Members::draw(study, first, count)
    }
    /// Integrates some members. A member's failure is in the result; an error means that the device or
    /// the program failed.
    ///
    /// # Errors
    /// Where the backend itself failed.
    fn run(&self, study: &Study, members: Members) -> Result<Chunk, BackendError>;
}

/// A failure of a backend, in words.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct BackendError(pub String);

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
    fn add(&mut self, chunk: &Chunk) {
        self.members += chunk.outcomes.len() as u64;
        for outcome in &chunk.outcomes {
            self.outcomes[outcome.code() as usize] += 1;
        }
        self.steps += chunk.steps.iter().map(|s| u64::from(*s)).sum::<u64>();
        self.rejected += chunk.rejected.iter().map(|s| u64::from(*s)).sum::<u64>();
        self.events += chunk.events.len() as u64;
    }
}

/// Runs all members of a study in order. Every finished chunk goes to `sink`, with the progress up to
/// and including it, while the next one is computed.
///
/// # Errors
/// Where the backend or the sink fails. What the sink has taken by then stays taken.
pub fn run<E: std::error::Error + Send + 'static>(
    study: &Study,
    backend: &dyn Backend,
    chunk_size: usize,
    mut sink: impl FnMut(Chunk, &Progress) -> Result<(), E> + Send,
) -> Result<Progress, RunError<E>> {
    let total = study.plan().members();
    std::thread::scope(|scope| {
        let (sender, receiver) = sync_channel::<Chunk>(1);
        let writer = scope.spawn(move || {
            let mut progress = Progress::default();
            for chunk in receiver {
                progress.add(&chunk);
                sink(chunk, &progress).map_err(RunError::Sink)?;
            }
            Ok(progress)
        });
        let mut failed = None;
        let mut first = 0;
        while first < total {
            let count = (total - first).min(chunk_size.max(1) as u64);
            let members = backend.draw(study, first, count as usize);
            match backend.run(study, members) {
                Ok(chunk) => {
                    if sender.send(chunk).is_err() {
                        break; // the sink has failed and says why
                    }
                }
                Err(source) => {
                    failed = Some(RunError::Backend { first, last: first + count - 1, source });
                    break;
                }
            }
            first += count;
        }
        drop(sender);
        let written = match writer.join() {
            Ok(written) => written?,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        failed.map_or(Ok(written), Err)
    })
}
