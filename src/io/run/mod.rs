//! Running a scenario into a folder: the tables, and the manifest at the beginning and at the end.

#[cfg(test)]
mod tests;

use super::folder::ResultsFolder;
use super::manifest::{
    BackendDecision, BackendShare, CommonestFailure, ManifestError, OutputFigures, PrecisionDecision, RunManifest,
    VerificationRecord, unix_seconds, write_json,
};
use super::results::ResultTables;
use super::scenario::Scenario;
use super::statistics;
use super::table::{Format, TableError};

use crate::ensemble::{
    Backend, BackendPool, HistogramRange, Outcome, OutputSummaries, Progress, RunError, Statistics, Survivors,
    VerificationError, run_pool, summarize, verify,
};
use std::convert::Infallible;
use std::time::{Duration, Instant};

/// Holds all that decides a run and its files.
#[derive(Debug)]
pub struct Run<'a> {
    /// What is run.
    pub scenario: &'a Scenario,
    /// What computes; for [`Run::statistics`] in whole blocks, see [`BackendPool::with_blocks`].
    pub pool: &'a BackendPool<'a>,
    /// Where the results go.
    pub folder: ResultsFolder,
    /// The format of the tables.
    pub format: Format,
    /// Why the backend was chosen, if it was not asked for.
    pub decision: Option<BackendDecision>,
    /// Why the precision was chosen, if it was not asked for.
    pub precision: Option<PrecisionDecision>,
}

/// Holds what a run has computed.
#[derive(Debug)]
pub struct Finished<T> {
    /// What was done.
    pub progress: Progress,
    /// How long it took.
    pub wall: Duration,
    /// What is known of the outputs.
    pub outputs: T,
}

/// A run could not be completed. Its folder keeps what was written, and a manifest that says so.
#[derive(Debug, thiserror::Error)]
pub enum RunFolderError {
    /// A chunk could not be computed, or not be written.
    #[error(transparent)]
    Members(#[from] RunError<TableError>),
    /// A chunk could not be computed.
    #[error(transparent)]
    Statistics(#[from] RunError<Infallible>),
    /// A table could not be made or completed.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Members could not be run again.
    #[error(transparent)]
    Verification(#[from] VerificationError),
    /// The manifest could not be written, or not be read.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
}

/// What a run leaves in its manifest if it is stopped.
const RUNNING: &str = "the run has not ended, or was stopped";

impl Run<'_> {
    /// Computes all members and writes a row for each. `watch` hears of every chunk that is written.
    ///
    /// # Errors
    /// Where a chunk cannot be computed or a file not be written.
    pub fn members(
        &self,
        mut watch: impl FnMut(&Progress) + Send,
    ) -> Result<Finished<OutputSummaries>, RunFolderError> {
        let study = &self.scenario.study;
        let mut tables = ResultTables::create(&self.folder, study, self.format)?;
        let mut outputs = OutputSummaries::new(study);
        let figures = |outputs: &OutputSummaries| outputs.iter().map(OutputFigures::of_members).collect();
        self.write_started(true, figures(&outputs))?;
        let start = Instant::now();
        let mut reached = Progress::default();
        let result = run_pool(study, self.pool, |chunk, progress| {
            tables.write(&chunk)?;
            outputs.add(&chunk);
            reached = progress.clone();
            watch(progress);
            Ok::<(), TableError>(())
        });
        let wall = start.elapsed();
        let progress = match result {
            Ok(progress) => progress,
            Err(error) => {
                self.write_stopped(&reached, wall, &error, true, figures(&outputs));
                return Err(error.into());
            }
        };
        tables.finish()?;
        self.write(&self.manifest(&progress, wall, None, true, figures(&outputs)))?;
        Ok(Finished { progress, wall, outputs })
    }

    /// Computes all members and writes statistics and histograms of the outputs alone. Histograms have the ranges that are
    /// given for their components, see [`summarize`]. `watch` hears of every chunk.
    ///
    /// # Errors
    /// Where a chunk cannot be computed or a file not be written.
    pub fn statistics(
        &self,
        ranges: &[Option<HistogramRange>],
        mut watch: impl FnMut(&Progress) + Send,
    ) -> Result<Finished<Statistics>, RunFolderError> {
        let study = &self.scenario.study;
        self.write_started(false, Vec::new())?;
        let start = Instant::now();
        let mut reached = Progress::default();
        let result = summarize(study, self.pool, ranges, |progress| {
            reached = progress.clone();
            watch(progress);
        });
        let wall = start.elapsed();
        let outputs = match result {
            Ok(statistics) => statistics,
            Err(error) => {
                self.write_stopped(&reached, wall, &error, false, Vec::new());
                return Err(error.into());
            }
        };
        let columns = study.mechanism.columns();
        statistics::write(&self.folder, self.format, &columns, &outputs)?;
        let figures = columns.iter().zip(&outputs.components);
        let figures = figures.map(|((name, unit), s)| OutputFigures::of_statistics(name, unit, s)).collect();
        let progress = outputs.progress.clone();
        self.write(&self.manifest(&progress, wall, None, false, figures))?;
        Ok(Finished { progress, wall, outputs })
    }

    /// Runs some members of a run that has ended again with finer steps, which `cpu` computes, and adds to the manifest by
    /// how much they differ.
    ///
    /// # Errors
    /// Where these members cannot be computed, or the manifest not be read or written.
    pub fn verify(&self, cpu: &dyn Backend, members: &[u64]) -> Result<VerificationRecord, RunFolderError> {
        let study = &self.scenario.study;
        let found = verify(study, self.pool, cpu, members)?;
        let mut manifest = RunManifest::read(&self.folder.manifest())?;
        let spreads: Vec<Option<f64>> = manifest.outputs.iter().map(|output| output.std).collect();
        let record = VerificationRecord::new(study, &found, &spreads);
        manifest.verification = Some(record.clone());
        self.write(&manifest)?;
        Ok(record)
    }

    /// Writes what a run that is killed, or that fills the disk, leaves.
    fn write_started(&self, kept: bool, outputs: Vec<OutputFigures>) -> Result<(), ManifestError> {
        self.write(&self.manifest(&Progress::default(), Duration::ZERO, Some(RUNNING.into()), kept, outputs))
    }

    /// Says how far a run came, if that can be written: the error that ended it is the one to report.
    fn write_stopped(
        &self,
        reached: &Progress,
        wall: Duration,
        error: &dyn std::error::Error,
        kept: bool,
        outputs: Vec<OutputFigures>,
    ) {
        let _ = self.write(&self.manifest(reached, wall, Some(error.to_string()), kept, outputs));
    }

    fn write(&self, manifest: &RunManifest) -> Result<(), ManifestError> {
        write_json(&self.folder.manifest(), manifest)
    }

    /// The manifest of a run that has come so far; `error` is why it is not complete.
    fn manifest(
        &self,
        progress: &Progress,
        wall: Duration,
        error: Option<String>,
        members_kept: bool,
        outputs: Vec<OutputFigures>,
    ) -> RunManifest {
        let (scenario, study) = (self.scenario, &self.scenario.study);
        let members = study.plan().members();
        let shares = self.pool.shares().into_iter();
        let survivors = Survivors::from(progress);
        RunManifest {
            program: env!("CARGO_PKG_NAME").into(),
            version: env!("CARGO_PKG_VERSION").into(),
            scenario: scenario.path.display().to_string(),
            scenario_sha256: scenario.hash.clone(),
            title: scenario.title.clone(),
            plan: scenario.plan.into(),
            seed: scenario.seed,
            members,
            members_written: progress.members,
            members_kept,
            complete: error.is_none() && progress.members == members,
            error,
            outcomes: Outcome::ALL.iter().copied().zip(progress.outcomes).collect(),
            varied: study.plan().columns().to_vec(),
            integrator: study.method.integrator.name.into(),
            backend: self.pool.description(),
            shares: shares.map(|(backend, members)| BackendShare { backend, members }).collect(),
            decision: self.decision.clone(),
            precision_choice: self.precision.clone(),
            faults: self.pool.faults(),
            steps: progress.steps,
            rejected: progress.rejected,
            events: progress.events,
            body_steps: progress.body_steps(study),
            wall_seconds: wall.as_secs_f64(),
            finished_unix_seconds: unix_seconds(),
            members_with_outputs: survivors.count,
            commonest_failure: CommonestFailure::of(&survivors),
            verification: None,
            outputs,
        }
    }
}
