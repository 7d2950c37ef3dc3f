//! A run that keeps statistics only.

use super::definition::Run;
use super::error::RecordError;
use super::recorder::{Content, Recorder};
use crate::ensemble::{BlockPartial, Progress, Statistics, Study};
use crate::io::blocks::BlockTable;
use crate::io::folder::ResultsFolder;
use crate::io::manifest::{OutputFigures, PoseFigures, RunManifest, RunState, TableRecord};
use crate::io::statistics;
use crate::io::table::Published;
use crate::statistics::BLOCK;
use std::time::Duration;

/// The tables of statistics and histograms.
pub(super) struct Tally<'a> {
    run: &'a Run<'a>,
    columns: Vec<(String, String)>,
    /// What was taken; none before the range of the histograms is known.
    statistics: Option<Statistics>,
    tables: Vec<TableRecord>,
    /// The blocks of a shard, to be merged with others.
    blocks: Option<BlockTable>,
}

impl Content for Tally<'_> {
    const KEPT: bool = false;

    fn publish(&mut self, save: bool) -> Result<(), RecordError> {
        if let Some(statistics) = &self.statistics {
            let run = self.run;
            if let Some(folder) = run.folder() {
                let study = &run.scenario.study;
                self.tables = statistics::write(folder, run.format, (&self.columns, study), statistics, save)?;
            }
        }
        if let Some(blocks) = &mut self.blocks {
            blocks.publish(save)?;
        }
        Ok(())
    }

    fn published(&mut self, _last: bool) -> Result<(), RecordError> {
        Ok(())
    }

    fn tables(&self) -> Vec<TableRecord> {
        self.tables.iter().cloned().chain(self.blocks.as_ref().map(BlockTable::record)).collect()
    }

    fn figures(&self) -> Vec<OutputFigures> {
        let components = self.statistics.iter().flat_map(|statistics| &statistics.components);
        let figures = self.columns.iter().zip(components);
        let sample = self.run.scenario.study.plan().sample();
        figures.map(|((name, unit), s)| OutputFigures::of_statistics((name, unit, s), sample)).collect()
    }

    fn poses(&self) -> Vec<PoseFigures> {
        self.statistics.as_ref().map_or_else(Vec::new, PoseFigures::of_statistics)
    }

    fn copying(&self) -> Duration {
        Duration::ZERO
    }

    fn progress(&self) -> Progress {
        self.statistics.as_ref().map_or_else(Progress::default, |statistics| statistics.progress.clone())
    }
}

impl<'a> Recorder<'a, Tally<'a>> {
    pub(super) fn of_statistics(run: &'a Run<'a>) -> Result<Self, RecordError> {
        let study = &run.scenario.study;
        let tables = run.folder().into_iter().flat_map(|folder| statistics::files(folder, run.format, study));
        let tables = tables.map(|path| TableRecord::new(&path, &Published::default())).collect();
        let columns = run.scenario.study.mechanism.columns();
        let earlier = run.earlier.as_ref().and_then(|manifest| Some((manifest, earlier_statistics(manifest, study)?)));
        let is_shard = run.part.as_ref().is_some_and(|part| part.shard.is_some());
        let open = |folder: &ResultsFolder| {
            let outputs = columns.iter().map(|(name, _)| name.clone()).collect();
            let first = run.scenario.study.plan().first() / BLOCK as u64;
            BlockTable::open(folder, run.format, (outputs, first), earlier.as_ref().map(|(manifest, _)| *manifest))
        };
        let blocks = run.folder().filter(|_| is_shard).map(open).transpose()?;
        let statistics = earlier.map(|(_, statistics)| statistics);
        let mut recorder = Self::new(run, Tally { run, columns, statistics, tables, blocks });
        recorder.write_manifest(RunState::Running, None)?;
        run.folder().map_or(Ok(()), |folder| run.keep_files(folder))?;
        recorder.publish(RunState::Running, None)?;
        Ok(recorder)
    }

    /// Returns the statistics so far; none before the first.
    pub(super) fn statistics(&self) -> Option<Statistics> {
        self.content.statistics.clone()
    }

    /// Takes the statistics after a chunk, and its blocks.
    pub(super) fn take(&mut self, statistics: &Statistics, blocks: &[BlockPartial]) -> Result<(), RecordError> {
        self.check_open()?;
        if let Some(table) = &mut self.content.blocks {
            table.append(blocks)?;
        }
        self.content.statistics = Some(statistics.clone());
        if self.is_due() { self.publish(RunState::Running, None) } else { Ok(()) }
    }
}

/// Returns the statistics that a manifest of a study holds; none where it holds none.
fn earlier_statistics(manifest: &RunManifest, study: &Study) -> Option<Statistics> {
    let components = manifest.outputs.iter().map(OutputFigures::statistics).collect::<Option<Vec<_>>>()?;
    let poses = manifest.pose_sums(study)?;
    (!components.is_empty()).then(|| Statistics { progress: manifest.progress(), components, poses })
}
