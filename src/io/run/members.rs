//! A run that has a row for every member.

use super::definition::{Destination, Run};
use super::error::RecordError;
use super::journal::Journal;
use super::recorder::{Content, Recorder};
use crate::ensemble::{Chunk, OutputSummaries, Progress};
use crate::io::folder::ResultsFolder;
use crate::io::manifest::{OutputFigures, PoseFigures, RunManifest, RunState, TableRecord};
use crate::io::results::{MemoryTables, ResultTables};
use crate::io::table::TableError;
use crate::sampling::plan::SampleKind;
use std::io;
use std::time::Duration;

/// The tables of members, samples and events, and what is known of the outputs.
pub(super) struct MemberTables {
    kept: Kept,
    pub(super) outputs: OutputSummaries,
    pub(super) progress: Progress,
    sample: SampleKind,
}

/// Where the rows are kept.
enum Kept {
    Files { tables: Box<ResultTables>, journal: Journal },
    Memory(MemoryTables),
}

impl Content for MemberTables {
    const KEPT: bool = true;

    fn publish(&mut self, save: bool) -> Result<(), RecordError> {
        match &mut self.kept {
            Kept::Files { tables, .. } => Ok(tables.publish(save)?),
            Kept::Memory(_) => Ok(()),
        }
    }

    fn published(&mut self, last: bool) -> Result<(), RecordError> {
        let Kept::Files { journal, .. } = &mut self.kept else { return Ok(()) };
        let done = if last { journal.end() } else { journal.clear() };
        done.map_err(|source| failed(journal, source))
    }

    fn tables(&self) -> Vec<TableRecord> {
        match &self.kept {
            Kept::Files { tables, .. } => tables.records(),
            Kept::Memory(_) => Vec::new(),
        }
    }

    fn figures(&self) -> Vec<OutputFigures> {
        OutputFigures::all(&self.outputs, self.sample)
    }

    fn poses(&self) -> Vec<PoseFigures> {
        PoseFigures::of_members(&self.outputs)
    }

    fn progress(&self) -> Progress {
        self.progress.clone()
    }

    fn copying(&self) -> Duration {
        match &self.kept {
            Kept::Files { tables, .. } => tables.copying(),
            Kept::Memory(_) => Duration::ZERO,
        }
    }
}

impl MemberTables {
    fn take(&mut self, chunk: &Chunk) -> Result<(), TableError> {
        match &mut self.kept {
            Kept::Files { tables, .. } => tables.write(chunk)?,
            Kept::Memory(tables) => tables.write(chunk)?,
        }
        self.outputs.add(chunk);
        self.progress.merge(&Progress::of(chunk, 0..chunk.outcomes.len()));
        Ok(())
    }
}

fn failed(journal: &Journal, source: io::Error) -> RecordError {
    RecordError::Journal { path: journal.path().to_path_buf(), source }
}

impl<'a> Recorder<'a, MemberTables> {
    /// Begins with empty tables, or goes on with those of an earlier run and the chunks that it did not bring there.
    pub(super) fn of_members(run: &'a Run<'a>) -> Result<Self, RecordError> {
        let study = &run.scenario.study;
        let content = |kept: Kept| {
            let (progress, sample) = (Progress::default(), study.plan().sample());
            MemberTables { kept, outputs: OutputSummaries::new(study), progress, sample }
        };
        let folder = match &run.destination {
            Destination::Folder(folder) => folder,
            Destination::Memory(results) => {
                let kept = Kept::Memory(MemoryTables::new(study, run.names, results, &run.maker.files));
                let mut recorder = Self::new(run, content(kept));
                recorder.publish(RunState::Running, None)?;
                return Ok(recorder);
            }
        };
        let mut recorder = match &run.earlier {
            None => {
                let tables = Box::new(ResultTables::begin(folder, study, run.format, run.names)?);
                let journal = Journal::new(folder.disk(), folder.journal());
                let mut recorder = Self::new(run, content(Kept::Files { tables, journal }));
                // the manifest names the tables before they are there
                recorder.write_manifest(RunState::Running, None)?;
                run.keep_files(folder)?;
                recorder
            }
            Some(earlier) => {
                run.keep_files(folder)?;
                Self::new(run, go_on(run, folder, earlier, content)?)
            }
        };
        recorder.publish(RunState::Running, None)?;
        Ok(recorder)
    }

    /// Takes a chunk: it goes to memory, or to the tables or, where these were made readable a short time ago, to the journal.
    pub(super) fn take(&mut self, chunk: &Chunk) -> Result<(), RecordError> {
        self.check_open()?;
        self.content.take(chunk)?;
        let is_due = self.is_due();
        let Kept::Files { journal, .. } = &mut self.content.kept else { return Ok(()) };
        // a journal that cannot be written is no reason to stop as long as the tables can be
        if is_due || journal.append(chunk).is_err() {
            self.publish(RunState::Running, None)?;
        }
        Ok(())
    }
}

/// Brings the tables to where an earlier run had come.
fn go_on(
    run: &Run<'_>,
    folder: &ResultsFolder,
    earlier: &RunManifest,
    content: impl FnOnce(Kept) -> MemberTables,
) -> Result<MemberTables, RecordError> {
    let tables = Box::new(ResultTables::reopen(folder, &run.scenario.study, run.format, earlier)?);
    let mut outputs = OutputSummaries::new(&run.scenario.study);
    // before the first members there may be no table
    if earlier.members_written > 0 {
        tables.summarize(earlier.members_written, &mut outputs)?;
    }
    let [journal, chunks] = [(); 2].map(|()| Journal::new(folder.disk(), folder.journal()));
    let mut content =
        MemberTables { outputs, progress: earlier.progress(), ..content(Kept::Files { tables, journal }) };
    let mut wrong = None;
    let read = chunks.read(|chunk| {
        // a chunk before these was brought to the tables, and the journal not cleared yet
        if chunk.members.first == content.progress.members && wrong.is_none() {
            wrong = content.take(&chunk).err();
        }
        Ok(())
    });
    read.map_err(|source| failed(&chunks, source))?;
    wrong.map_or(Ok(content), |error| Err(error.into()))
}
