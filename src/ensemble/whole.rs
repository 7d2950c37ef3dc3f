//! All members of a study at once, with columns by their names.

use super::cpu::{CpuBackend, LaneWidth};
use super::{Backend, BackendError, Chunk, Outcome, Study, UnknownColumn};

/// The results of all members of a study.
#[derive(Debug)]
pub struct Ensemble {
    study: Study,
    chunk: Chunk,
}

impl Study {
    /// Runs all members on all cores and keeps their results in memory. A run on a device, of a part, or whose results are
    /// files, is [`super::run()`] or [`crate::studies::run()`].
    ///
    /// ```
    /// use gyrosweep::prelude::*;
    /// let mut overrides = Overrides::default();
    /// overrides.members = Some(64);
    /// let tops = Scenario::read("scenarios/heavy_top_sweep.toml".as_ref(), overrides)?.study.run()?;
    /// assert!(tops.column("com.z")?.iter().all(|height| (-0.2..-0.1).contains(height)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where the backend fails: of members that fail the [`Outcome`] says so.
    pub fn run(&self) -> Result<Ensemble, BackendError> {
        let backend = CpuBackend::new(None, LaneWidth::for_study(self))?;
        let members = self.plan().members() as usize;
        let chunk = backend.run(self, backend.draw(self, 0, members))?;
        Ok(Ensemble { study: self.clone(), chunk })
    }
}

impl Ensemble {
    /// Returns the study.
    pub fn study(&self) -> &Study {
        &self.study
    }
    /// Returns the results as a chunk of all members.
    pub fn chunk(&self) -> &Chunk {
        &self.chunk
    }
    /// Returns how the run of every member ended.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.chunk.outcomes
    }
    /// Returns the number of members without outputs.
    pub fn failed(&self) -> usize {
        self.chunk.outcomes.iter().filter(|outcome| !outcome.has_outputs()).count()
    }
    /// Returns the values of a column of [`Study::columns`], one per member; an output of a member that failed is not a
    /// number.
    ///
    /// # Errors
    /// Where the study has no such column.
    pub fn column(&self, name: &str) -> Result<Vec<f64>, UnknownColumn> {
        self.chunk.column(&self.study, name)
    }
    /// Returns the values of a column of [`Study::sampled_columns`], one per sample, member by member.
    ///
    /// # Errors
    /// Where samples have no such column.
    pub fn sample_column(&self, name: &str) -> Result<Vec<f64>, UnknownColumn> {
        self.chunk.sample_column(&self.study, name)
    }
    /// Returns the values of a column of [`Study::sampled_columns`] at events, one per event: see [`Chunk::event_column`].
    ///
    /// # Errors
    /// Where events have no such column.
    pub fn event_column(&self, name: &str) -> Result<Vec<f64>, UnknownColumn> {
        self.chunk.event_column(&self.study, name)
    }
}
