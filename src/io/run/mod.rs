//! Running a scenario into a folder.
//!
//! Results are made readable while they come, by the recorder; what is not readable yet, of a run that writes members,
//! is in a journal. So a run that is killed, at whatever instant, goes on where it was.

#[cfg(test)]
mod damage_tests;
mod definition;
mod error;
mod interrupt;
mod journal;
mod members;
#[cfg(test)]
mod memory_tests;
#[cfg(test)]
mod pose_tests;
mod recorder;
mod resume;
mod tally;
#[cfg(test)]
mod tests;

pub use definition::{Destination, Maker, Run};
pub use error::RecordError;
pub use interrupt::Interrupt;
pub use resume::ResumeError;

use super::manifest::{ManifestError, RunManifest, RunState, VerificationRecord, write_json};
use super::table::TableError;
use crate::ensemble::{
    Backend, BlockPartial, HistogramRange, OutputSummaries, Progress, RunError, Statistics, Study, ThreadError,
    VerificationError, first_statistics, run_rest, summarize_rest, verify,
};
use recorder::{Content, Recorder};
use std::convert::Infallible;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Holds what a run has computed.
#[derive(Debug)]
pub struct Finished<T> {
    /// What was done.
    pub progress: Progress,
    /// How long the run took.
    pub wall: Duration,
    /// What is known of the outputs.
    pub outputs: T,
    /// The manifest.
    pub manifest: RunManifest,
    /// True where the run was stopped, and only some members were computed.
    pub stopped: bool,
}

impl<T> Finished<T> {
    /// Returns what a run has computed, with the outputs in another form.
    pub fn map<U>(self, outputs: impl FnOnce(T) -> U) -> Finished<U> {
        let Self { progress, wall, outputs: known, manifest, stopped } = self;
        Finished { progress, wall, outputs: outputs(known), manifest, stopped }
    }
}

/// What is known of the outputs of a run.
#[derive(Debug)]
pub enum Outputs {
    /// Every member has a row.
    Members(OutputSummaries),
    /// Statistics alone were kept.
    Statistics(Statistics),
}

/// A run could not be completed. Its folder keeps what was written, and a manifest that says so.
#[derive(Debug, thiserror::Error)]
pub enum RunFolderError {
    /// A chunk could not be computed, or not be written.
    #[error(transparent)]
    Chunk(#[from] RunError<RecordError>),
    /// The members that ranges of histograms come from could not be computed.
    #[error(transparent)]
    Ranges(#[from] RunError<Infallible>),
    /// The results could not be begun or completed.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Members could not be run again.
    #[error(transparent)]
    Verification(#[from] VerificationError),
    /// The system gave no thread.
    #[error(transparent)]
    Thread(#[from] ThreadError),
    /// The manifest could not be written, or not be read.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
}

impl RunFolderError {
    /// Tells whether a run can go on with what its folder keeps: not where tables do not hold what the manifest states.
    pub fn leaves_results(&self) -> bool {
        !matches!(self, Self::Record(RecordError::Table(TableError::Reopen { .. }) | RecordError::Read(_)))
    }
}

impl Run<'_> {
    /// Computes all members and writes a row for each. `watch` hears of every chunk.
    ///
    /// # Errors
    /// Where a chunk cannot be computed or a file not be written.
    pub fn members(
        &self,
        mut watch: impl FnMut(&Progress) + Send,
    ) -> Result<Finished<OutputSummaries>, RunFolderError> {
        let recorder = Mutex::new(Recorder::of_members(self)?);
        let begin = lock(&recorder).content.progress.clone();
        let sink = |chunk, progress: &Progress| {
            lock(&recorder).take(&chunk)?;
            watch(progress);
            Ok::<(), RecordError>(())
        };
        let study = &self.scenario.study;
        let work = || run_rest(study, self.pool, begin, sink).map_err(|e| e.of_part(study.plan().first()));
        let result = self.interrupt.during(|| self.stop(&recorder), work);
        let recorder = self.end(recorder, result?)?;
        let (progress, wall, stopped) = (recorder.content.progress.clone(), recorder.wall(), recorder.is_closed());
        let (content, manifest) = recorder.into_parts();
        Ok(Finished { progress, wall, outputs: content.outputs, manifest, stopped })
    }

    /// Computes all members and writes statistics and histograms of the outputs alone. Histograms have the ranges that are
    /// given for their components, see [`crate::ensemble::summarize`]. `watch` hears of every chunk.
    ///
    /// # Errors
    /// Where a chunk cannot be computed or a file not be written.
    pub fn statistics(
        &self,
        ranges: &[Option<HistogramRange>],
        mut watch: impl FnMut(&Progress) + Send,
    ) -> Result<Finished<Statistics>, RunFolderError> {
        let study = &self.scenario.study;
        let recorder = Mutex::new(Recorder::of_statistics(self)?);
        let work = || -> Result<Statistics, RunFolderError> {
            let mut observe = |statistics: &Statistics, blocks: &[BlockPartial]| {
                lock(&recorder).take(statistics, blocks)?;
                watch(&statistics.progress);
                Ok::<(), RecordError>(())
            };
            let earlier = lock(&recorder).statistics();
            let begin = match earlier {
                Some(statistics) => statistics,
                None => {
                    let (first, blocks) = first_statistics(study, self.pool, ranges)?;
                    observe(&first, &blocks)?;
                    first
                }
            };
            Ok(summarize_rest(study, self.pool, begin, observe)?)
        };
        let result = self.interrupt.during(|| self.stop(&recorder), work);
        let recorder = self.end(recorder, result?)?;
        let (outputs, wall, stopped) =
            (recorder.statistics().unwrap_or_default(), recorder.wall(), recorder.is_closed());
        let (_, manifest) = recorder.into_parts();
        Ok(Finished { progress: outputs.progress.clone(), wall, outputs, manifest, stopped })
    }

    /// Runs some members of a run that has ended again with finer steps, which `cpu` computes, and adds to its manifest by
    /// how much they differ.
    ///
    /// # Errors
    /// Where these members cannot be computed, or the manifest not be written.
    pub fn verify(
        &self,
        manifest: &mut RunManifest,
        (cpu, finer): (&dyn Backend, &Study),
        members: &[u64],
    ) -> Result<VerificationRecord, RunFolderError> {
        let study = &self.scenario.study;
        let found = verify(study, finer, self.pool, cpu, members)?;
        let spreads: Vec<Option<f64>> = manifest.outputs.iter().map(|output| output.std).collect();
        let record = VerificationRecord::new(study, &found, &spreads);
        manifest.verification = Some(record.clone());
        *manifest = manifest.clone().with_checksum();
        match &self.destination {
            Destination::Folder(folder) => write_json(&folder.manifest(), manifest)?,
            Destination::Memory(results) => results.lock().manifest = Some(manifest.clone()),
        }
        Ok(record)
    }

    /// Keeps what is there and says so, where that was asked for.
    fn stop<C: Content>(&self, recorder: &Mutex<Recorder<'_, C>>) {
        let mut recorder = lock(recorder);
        recorder.interrupt();
        (self.leave)(&recorder.content.progress());
    }

    /// Completes the results, or says in the manifest why they are not complete. A run that was stopped has done that.
    fn end<'r, T, C: Content, E: Into<RunFolderError>>(
        &self,
        recorder: Mutex<Recorder<'r, C>>,
        result: Result<T, E>,
    ) -> Result<Recorder<'r, C>, RunFolderError> {
        let mut recorder = recorder.into_inner().unwrap_or_else(PoisonError::into_inner);
        if recorder.is_closed() {
            return Ok(recorder);
        }
        match result {
            Ok(_) => {
                let done = recorder.publish(RunState::Complete, None);
                done.inspect_err(|error| recorder.fail(error.to_string()))?;
                Ok(recorder)
            }
            Err(error) => {
                let error = error.into();
                recorder.fail(error.to_string());
                Err(error)
            }
        }
    }
}

fn lock<T>(recorder: &Mutex<T>) -> MutexGuard<'_, T> {
    recorder.lock().unwrap_or_else(PoisonError::into_inner)
}
