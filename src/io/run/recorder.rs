//! What is done with results while they come: they are made readable from time to time, and the manifest after them.

use super::definition::{Destination, Run};
use super::error::RecordError;
use crate::ensemble::Progress;
use crate::io::folder::ResultsFolder;
use crate::io::manifest::{
    ManifestError, OutputFigures, PoseFigures, ProbabilityRecord, RunManifest, RunState, TableRecord,
};
use crate::io::results::columns;
use std::time::{Duration, Instant};

/// The part of the time that is spent on making results readable.
const SHARE: u32 = 20;

/// Results that can be made readable.
pub(super) trait Content {
    /// True where every member has a row.
    const KEPT: bool;
    /// Makes all that was taken readable; `save` says whether the system is asked to save it.
    fn publish(&mut self, save: bool) -> Result<(), RecordError>;
    /// Does what is to be done after the manifest was written; `last` where nothing more will come.
    fn published(&mut self, last: bool) -> Result<(), RecordError>;
    /// Returns the tables as a reader sees them.
    fn tables(&self) -> Vec<TableRecord>;
    /// Returns the figures of the outputs.
    fn figures(&self) -> Vec<OutputFigures>;
    /// Returns the figures of rotations and poses.
    fn poses(&self) -> Vec<PoseFigures>;
    /// Returns what was taken.
    fn progress(&self) -> Progress;
    /// Returns the time spent since the beginning on copying what was readable already.
    fn copying(&self) -> Duration;
}

/// Keeps the results of a run.
pub(super) struct Recorder<'a, C> {
    run: &'a Run<'a>,
    pub(super) content: C,
    began: Instant,
    /// When results were last made readable, and how long that took with what was copied for it.
    last: Instant,
    took: Duration,
    /// Time spent on copying until then.
    copied: Duration,
    /// The manifest as it is in its place.
    written: Option<RunManifest>,
    closed: bool,
}

impl<'a, C: Content> Recorder<'a, C> {
    pub(super) fn new(run: &'a Run<'a>, content: C) -> Self {
        let now = Instant::now();
        let (took, copied, written) = (Duration::ZERO, Duration::ZERO, run.earlier.clone());
        Self { run, content, began: now, last: now, took, copied, written, closed: false }
    }

    /// Fails where the run was stopped.
    pub(super) fn check_open(&self) -> Result<(), RecordError> {
        if self.closed { Err(RecordError::Interrupted) } else { Ok(()) }
    }

    /// Tells whether results are due to be made readable: where so much time has passed that little of it is spent on
    /// that, and for the first members, so that from them on there is a table.
    pub(super) fn is_due(&self) -> bool {
        let is_first = self.written.as_ref().is_none_or(|manifest| manifest.members_written == 0);
        is_first || self.last.elapsed() >= SHARE * self.took
    }

    /// Returns how long the run has taken, with its earlier parts.
    pub(super) fn wall(&self) -> Duration {
        let earlier = self.run.earlier.as_ref().map_or(0.0, |earlier| earlier.wall_seconds);
        self.began.elapsed() + Duration::try_from_secs_f64(earlier).unwrap_or_default()
    }

    /// Makes results readable, then writes the manifest; `error` says why a run that is stopped was.
    pub(super) fn publish(&mut self, state: RunState, error: Option<String>) -> Result<(), RecordError> {
        let start = Instant::now();
        let before = self.content.copying().saturating_sub(self.copied);
        self.content.publish(state != RunState::Running)?;
        self.write_manifest(state, error)?;
        self.content.published(state == RunState::Complete)?;
        self.last = Instant::now();
        self.took = before + start.elapsed();
        self.copied = self.content.copying();
        Ok(())
    }

    /// Writes a manifest that names the tables, as they are.
    pub(super) fn write_manifest(&mut self, state: RunState, error: Option<String>) -> Result<(), RecordError> {
        let content = &self.content;
        let (progress, tables) = (content.progress(), content.tables());
        let about = self.run.manifest(&progress, self.wall(), state, error);
        let columns = if C::KEPT { columns(&self.run.scenario.study, self.run.names) } else { Vec::new() };
        let study = &self.run.scenario.study;
        let outputs = OutputFigures::without_means(content.figures(), &study.mechanism.columns_of_rotations());
        let poses = content.poses();
        // one member that was chosen is no sample
        let is_sample = self.run.part.as_ref().is_none_or(|part| part.shard.is_some());
        let all = || ProbabilityRecord::all(study, &outputs, progress.members);
        let probabilities = if is_sample { all() } else { Vec::new() };
        let tables = Some(tables);
        let manifest = RunManifest { columns, members_kept: C::KEPT, tables, probabilities, outputs, poses, ..about };
        self.write(manifest, state != RunState::Running)
    }

    fn write(&mut self, manifest: RunManifest, save: bool) -> Result<(), RecordError> {
        let manifest = manifest.with_checksum();
        match &self.run.destination {
            Destination::Folder(folder) => {
                let path = folder.manifest();
                let written = folder.write_json(&path, &manifest, save);
                written.map_err(|source| ManifestError::Write { path, source })?;
            }
            Destination::Memory(results) => results.lock().manifest = Some(manifest.clone()),
        }
        self.written = Some(manifest);
        Ok(())
    }

    /// Tells whether the run was stopped.
    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns the results and the manifest.
    pub(super) fn into_parts(self) -> (C, RunManifest) {
        let without = || self.run.manifest(&self.content.progress(), self.wall(), RunState::Stopped, None);
        let manifest = self.written.clone().unwrap_or_else(without);
        (self.content, manifest)
    }

    /// Says why the run has ended early, and keeps what can be kept, where that can be written: the error that ended it
    /// is the one to report.
    pub(super) fn fail(&mut self, error: String) {
        if self.publish(RunState::Stopped, Some(error.clone())).is_ok() {
            return;
        }
        if let Some(manifest) = self.written.take() {
            let _ = self.write(manifest.stopped(error), true);
        }
    }

    /// Keeps what is there and takes nothing more.
    pub(super) fn interrupt(&mut self) {
        if !self.closed {
            self.fail("it was stopped by the user".into());
            self.closed = true;
            self.run.folder().into_iter().for_each(ResultsFolder::leave);
        }
    }
}
