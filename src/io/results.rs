//! The result tables of a run: `members` and, if there are any, `samples`, `events` and what an analysis finds of members.
//!
//! Every row says what became of its member. Outputs of a member that failed are absent; its samples and events are
//! those of the steps before.

mod columns;
mod memory;
mod rows;

pub(crate) use columns::columns;
pub(crate) use memory::MemoryTables;
pub use memory::{MemoryResults, ResultData, ResultsError};

use super::folder::ResultsFolder;
use super::manifest::{RunManifest, TableRecord};
use super::names::ColumnNames;
use super::table::{AppendError, Field, Format, ReadError, Table, TableError, read_in_parts};
use crate::ensemble::{Chunk, OutputSummaries, Study};
use columns::{named, tables};
use rows::Rows;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Takes chunks as they come, and makes them readable from time to time.
pub struct ResultTables {
    members: Table,
    samples: Option<Table>,
    events: Option<Table>,
    points: Option<Table>,
    paths: [PathBuf; 4],
    format: Format,
    rows: Rows,
    /// The columns of the output components.
    outputs: Vec<String>,
}

impl std::fmt::Debug for ResultTables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResultTables").field("rows", &self.members.rows()).finish_non_exhaustive()
    }
}

impl ResultTables {
    /// Creates the tables of a study in a folder, without rows.
    ///
    /// # Errors
    /// Where a file cannot be created.
    pub fn create(folder: &ResultsFolder, study: &Study, format: Format) -> Result<Self, TableError> {
        let mut tables = Self::begin(folder, study, format, ColumnNames::Usual)?;
        tables.publish(false)?;
        Ok(tables)
    }

    /// Makes tables without rows, of which nothing is readable yet.
    ///
    /// # Errors
    /// Where a file cannot be created.
    pub(crate) fn begin(
        folder: &ResultsFolder,
        study: &Study,
        format: Format,
        names: ColumnNames,
    ) -> Result<Self, TableError> {
        Self::open(folder, study, (format, names), |path, fields| Table::new(folder.disk(), path, format, fields))
    }

    /// Goes on with the tables that a manifest describes.
    ///
    /// # Errors
    /// Where a file does not hold the rows that the manifest states.
    pub fn reopen(
        folder: &ResultsFolder,
        study: &Study,
        format: Format,
        manifest: &RunManifest,
    ) -> Result<Self, TableError> {
        Self::open(folder, study, (format, manifest.names), |path, fields| match manifest.table(path) {
            Some(published) if published.bytes > 0 => Table::reopen(folder.disk(), path, format, fields, published),
            // it was killed before the table was there
            _ => Table::new(folder.disk(), path, format, fields),
        })
    }

    fn open(
        folder: &ResultsFolder,
        study: &Study,
        (format, names): (Format, ColumnNames),
        table: impl Fn(&Path, Vec<Field>) -> Result<Table, TableError>,
    ) -> Result<Self, TableError> {
        let paths = tables(study).map(|name| folder.table(name, format));
        let named = named(study, names);
        let columns: HashMap<&String, &String> =
            named[0].iter().flatten().map(|(field, usual)| (usual, &field.name)).collect();
        let outputs = study.mechanism.columns().into_iter().map(|(name, _)| columns[&name].clone()).collect();
        let [members, samples, events, points] =
            named.map(|fields| fields.map(|fields| fields.into_iter().map(|(field, _)| field).collect::<Vec<_>>()));
        let open = |at: usize, fields: Option<Vec<Field>>| fields.map(|fields| table(&paths[at], fields)).transpose();
        Ok(Self {
            members: table(&paths[0], members.unwrap_or_default())?,
            samples: open(1, samples)?,
            events: open(2, events)?,
            points: open(3, points)?,
            paths,
            format,
            rows: Rows::new(study),
            outputs,
        })
    }

    /// Takes one chunk; it is readable when it is published.
    ///
    /// # Errors
    /// Where it cannot be written; what was published before stays readable.
    pub fn write(&mut self, chunk: &Chunk) -> Result<(), TableError> {
        let [members, samples, events, points] = self.rows.of(chunk);
        let further = [(&mut self.samples, samples), (&mut self.events, events), (&mut self.points, points)];
        for (table, rows) in further {
            if let Some(table) = table {
                table.append(rows)?;
            }
        }
        self.members.append(members)
    }

    /// Takes all rows of the tables of the same columns in another folder.
    ///
    /// # Errors
    /// Where one of them cannot be read, or rows not be written.
    pub(crate) fn append_files(&mut self, folder: &Path) -> Result<(), AppendError> {
        let tables = [Some(&mut self.members), self.samples.as_mut(), self.events.as_mut(), self.points.as_mut()];
        for (table, path) in tables.into_iter().zip(&self.paths) {
            if let (Some(table), Some(name)) = (table, path.file_name()) {
                table.append_file(&folder.join(name), self.format)?;
            }
        }
        Ok(())
    }

    /// Makes all chunks that were taken readable: at every moment the further tables hold at least the
    /// members that the table of members holds. `save` says whether the system is asked to save them.
    ///
    /// # Errors
    /// Where that cannot be written; what was published before stays readable.
    pub fn publish(&mut self, save: bool) -> Result<(), TableError> {
        let further = self.samples.iter_mut().chain(&mut self.events).chain(&mut self.points);
        further.chain([&mut self.members]).try_for_each(|table| table.publish(save))
    }

    /// Returns the time spent on copying from state to state.
    pub(crate) fn copying(&self) -> Duration {
        let further = self.samples.iter().chain(&self.events).chain(&self.points);
        further.chain([&self.members]).map(Table::copying).sum()
    }

    /// Returns what a reader sees of the tables.
    pub fn records(&self) -> Vec<TableRecord> {
        let tables = [Some(&self.members), self.samples.as_ref(), self.events.as_ref(), self.points.as_ref()];
        let record = |(table, path): (Option<&Table>, &PathBuf)| Some(TableRecord::new(path, table?.published()));
        tables.into_iter().zip(&self.paths).filter_map(record).collect()
    }

    /// Feeds the first rows of the table of members to summaries of the outputs that have seen nothing yet.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub fn summarize(&self, rows: u64, summaries: &mut OutputSummaries) -> Result<(), ReadError> {
        let names: Vec<&str> = self.outputs.iter().map(String::as_str).collect();
        read_in_parts(&self.paths[0], self.format, rows, &names, |component, values| {
            values.iter().for_each(|y| summaries.push(component, Some(*y).filter(|y| !y.is_nan())));
        })
    }

    /// Completes the tables and returns the number of members written.
    ///
    /// # Errors
    /// Where the last bytes cannot be written.
    pub fn finish(mut self) -> Result<u64, TableError> {
        self.publish(true)?;
        Ok(self.members.rows())
    }
}
