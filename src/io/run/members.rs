//! A run that writes a row for every member.

use super::definition::Run;
use super::error::RecordError;
use super::journal::Journal;
use super::recorder::{Content, Recorder};
use crate::ensemble::{Chunk, OutputSummaries, Progress};
use crate::io::inputs::keep_inputs;
use crate::io::manifest::{OutputFigures, RunManifest, RunState, TableRecord};
use crate::io::results::ResultTables;
use crate::io::table::TableError;
use crate::sampling::plan::SampleKind;
use std::io;
use std::time::Duration;

/// The tables of members, samples and events, and what is known of the outputs.
pub(super) struct MemberTables {
    tables: ResultTables,
    pub(super) outputs: OutputSummaries,
    pub(super) progress: Progress,
    journal: Journal,
    sample: SampleKind,
}

impl Content for MemberTables {
    const KEPT: bool = true;

    fn publish(&mut self, save: bool) -> Result<(), RecordError> {
        Ok(self.tables.publish(save)?)
    }

    fn published(&mut self, last: bool) -> Result<(), RecordError> {
        let done = if last { self.journal.end() } else { self.journal.clear() };
        done.map_err(|source| self.journal_failed(source))
    }

    fn tables(&self) -> Vec<TableRecord> {
        self.tables.records()
    }

    fn figures(&self) -> Vec<OutputFigures> {
        self.outputs.iter().map(|output| OutputFigures::of_members(output, self.sample)).collect()
    }

    fn progress(&self) -> Progress {
        self.progress.clone()
    }

    fn copying(&self) -> Duration {
        self.tables.copying()
    }
}

impl MemberTables {
    fn take(&mut self, chunk: &Chunk) -> Result<(), TableError> {
        self.tables.write(chunk)?;
        self.outputs.add(chunk);
        self.progress.merge(&Progress::of(chunk, 0..chunk.outcomes.len()));
        Ok(())
    }

    fn journal_failed(&self, source: io::Error) -> RecordError {
        RecordError::Journal { path: self.journal.path().to_path_buf(), source }
    }
}

impl<'a> Recorder<'a, MemberTables> {
    /// Begins with empty tables, or goes on with those of an earlier run and the chunks that it did not bring there.
    pub(super) fn of_members(run: &'a Run<'a>) -> Result<Self, RecordError> {
        let (folder, study) = (&run.folder, &run.scenario.study);
        let journal = Journal::new(folder.disk(), folder.journal());
        let outputs = OutputSummaries::new(study);
        let mut recorder = match &run.earlier {
            None => {
                let tables = ResultTables::begin(folder, study, run.format, run.names)?;
                let (progress, sample) = (Progress::default(), study.plan().sample());
                let content = MemberTables { tables, outputs, progress, journal, sample };
                let mut recorder = Self::new(run, content);
                // the manifest names the tables before they are there
                recorder.write_manifest(RunState::Running, None)?;
                keep_inputs(folder, run.scenario)?;
                recorder
            }
            Some(earlier) => {
                keep_inputs(folder, run.scenario)?;
                Self::new(run, go_on(run, earlier, outputs, journal)?)
            }
        };
        recorder.publish(RunState::Running, None)?;
        Ok(recorder)
    }

    /// Takes a chunk: it goes to the tables or, where these were made readable a short time ago, to the journal.
    pub(super) fn take(&mut self, chunk: &Chunk) -> Result<(), RecordError> {
        self.check_open()?;
        self.content.take(chunk)?;
        // a journal that cannot be written is no reason to stop as long as the tables can be
        if self.is_due() || self.content.journal.append(chunk).is_err() {
            self.publish(RunState::Running, None)?;
        }
        Ok(())
    }
}

/// Brings the tables to where an earlier run had come.
fn go_on(
    run: &Run<'_>,
    earlier: &RunManifest,
    mut outputs: OutputSummaries,
    journal: Journal,
) -> Result<MemberTables, RecordError> {
    let tables = ResultTables::reopen(&run.folder, &run.scenario.study, run.format, earlier)?;
    // before the first members there may be no table
    if earlier.members_written > 0 {
        tables.summarize(earlier.members_written, &mut outputs)?;
    }
    let (progress, sample) = (earlier.progress(), run.scenario.study.plan().sample());
    let mut content = MemberTables { tables, outputs, progress, journal, sample };
    let mut failed = None;
    let journal = Journal::new(run.folder.disk(), run.folder.journal());
    let read = journal.read(|chunk| {
        // a chunk before these was brought to the tables, and the journal not cleared yet
        if chunk.members.first == content.progress.members && failed.is_none() {
            failed = content.take(&chunk).err();
        }
        Ok(())
    });
    read.map_err(|source| content.journal_failed(source))?;
    failed.map_or(Ok(content), |error| Err(error.into()))
}
