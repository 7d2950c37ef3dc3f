//! What integrates members.

use super::{BlockPartial, Chunk, Fault, MemberWatch, Members, Origins, Study};
use super::{extrapolation, retry};

/// A backend: something that integrates members.
pub trait Backend: Send + Sync {
    /// Returns the description of the backend for the manifest and the reader: device and precision.
    fn description(&self) -> String;
    /// Returns the name of the arithmetic that decides the bits of the results besides the study: the precision, and
    /// the device where its arithmetic is not exact.
    fn arithmetic(&self) -> String {
        "f64".into()
    }
    /// Returns how many members the backend wants at a time.
    fn chunk_size(&self) -> usize;
    /// Returns how many chunks the backend works on at once, from as many threads: with two, the host's part of one
    /// overlaps the device's part of the other.
    fn in_flight(&self) -> usize {
        1
    }
    /// Says whether the backend's results are compared with the CPU's when they look wrong.
    fn is_device(&self) -> bool {
        false
    }
    /// Fails where the backend cannot take that many members at a time.
    ///
    /// # Errors
    /// What the limit is.
    fn check_chunk(&self, _members: usize) -> Result<(), BackendError> {
        Ok(())
    }
    /// Has members watched while they are computed, by their numbers in chunks that follow each other.
    fn watch_members(&mut self, _watch: MemberWatch) {}
    /// Does what is done once for a study before its first member, so that it can be told from what members take.
    fn prepare(&self, _study: &Study) {}
    /// Draws the parameters of some members from the plan.
    fn draw(&self, study: &Study, first: u64, count: usize) -> Members {
        Members::draw(study, first, count)
    }
    /// Integrates some members. A member's failure is in the result; an error means that the device or
    /// the program failed.
    ///
    /// # Errors
    /// Where the backend itself failed.
    fn integrate(&self, study: &Study, members: Members) -> Result<Chunk, BackendError>;
    /// Computes some members once: integrates them, with steps of two lengths where the study combines those.
    ///
    /// # Errors
    /// Where the backend itself failed.
    fn run_once(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        extrapolation::run(study, members, |study, members| self.integrate(study, members))
    }
    /// Computes members that failed by the study of a retry.
    ///
    /// # Errors
    /// Where the backend itself failed.
    fn run_again(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        self.run_once(study, members)
    }
    /// Computes some members, and those that fail again as the study says.
    ///
    /// # Errors
    /// Where the backend itself failed.
    fn run(&self, study: &Study, members: Members) -> Result<Chunk, BackendError> {
        let once = |study: &Study, members| self.run_once(study, members);
        retry::run(study, members, once, |study, members| self.run_again(study, members))
    }
    /// Integrates members whose first number is a multiple of [`crate::statistics::BLOCK`] and returns what is left
    /// of every block of them, relative to these origins.
    ///
    /// # Errors
    /// Where the backend itself failed.
    fn summarize(
        &self,
        study: &Study,
        first: u64,
        count: usize,
        origins: &Origins,
    ) -> Result<Vec<BlockPartial>, BackendError> {
        let chunk = self.run(study, self.draw(study, first, count))?;
        Ok(BlockPartial::of_chunk(&chunk, origins))
    }
    /// Returns the description of what has computed members that the backend could not, and how many; none where there
    /// were none.
    fn passed_on(&self) -> Option<(String, u64)> {
        None
    }
    /// Makes the backend ready for another try after a fault; opens a lost device again. False where another chunk that
    /// met the same fault has done so already.
    ///
    /// # Errors
    /// Where that is not possible.
    fn recover(&self, _fault: Fault) -> Result<bool, BackendError> {
        Ok(true)
    }
}

/// A failure of a backend.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct BackendError {
    /// The kind of the failure.
    pub fault: Fault,
    /// A message on what happened.
    pub words: String,
}

impl BackendError {
    /// Makes a failure of no particular kind.
    pub fn new(words: impl Into<String>) -> Self {
        Self { fault: Fault::Failed, words: words.into() }
    }

    /// Says that the run was stopped while members were computed.
    pub fn stopped() -> Self {
        Self { fault: Fault::Stopped, words: "the run was stopped".into() }
    }
}
