//! The result tables of a run in memory.

use super::columns::{kind, named, tables};
use super::rows::Rows;
use crate::ensemble::{Chunk, Study};
use crate::io::manifest::{ManifestError, RunManifest, TableMismatch};
use crate::io::names::ColumnNames;
use crate::io::table::{DataTable, Format, ReadError, TableError};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The results of a run that are kept in memory; a copy shares them.
#[derive(Clone, Debug, Default)]
pub struct MemoryResults(Arc<Mutex<ResultData>>);

/// The tables of a run, and what its manifest would say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultData {
    /// The members; none where only statistics are kept.
    pub members: Option<DataTable>,
    /// The samples, where there are any.
    pub samples: Option<DataTable>,
    /// The events, where the scenario has any.
    pub events: Option<DataTable>,
    /// Further tables by their names: the points of paths (`path`) or branches (`periodic`).
    pub further: BTreeMap<String, DataTable>,
    /// Further files by their names: the shapes of modes (`shapes.json`).
    pub files: BTreeMap<String, Vec<u8>>,
    /// What the run is, how far it came and what it found.
    pub manifest: Option<RunManifest>,
}

/// The results in a folder could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// There is no manifest of a run, or none that can be read.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A table could not be read.
    #[error(transparent)]
    Table(#[from] ReadError),
    /// A table is another one than the run wrote.
    #[error(transparent)]
    Changed(#[from] TableMismatch),
}

/// The tables of members.
const NAMES: [&str; 3] = ["members", "samples", "events"];

impl ResultData {
    /// Reads the results of a run in a folder: whole chunks, as far as the run has come.
    ///
    /// # Errors
    /// Where there is no manifest of a run, or a table cannot be read.
    pub fn read(folder: &Path) -> Result<Self, ResultsError> {
        let manifest = RunManifest::read(&folder.join("manifest.json"))?;
        Self::read_named(folder, manifest)
    }

    /// Reads the results in a folder as [`ResultData::read`], where every table is as the run wrote it.
    ///
    /// # Errors
    /// See there; where the manifest or a table is another one.
    pub fn read_checked(folder: &Path) -> Result<Self, ResultsError> {
        let manifest = RunManifest::read_unchanged(&folder.join("manifest.json"))?;
        for table in manifest.tables.iter().flatten() {
            // before the first rows there may be no table
            if table.published.bytes > 0 {
                manifest.check_table(&folder.join(&table.file))?;
            }
        }
        Self::read_named(folder, manifest)
    }

    /// Reads the tables that a manifest names.
    fn read_named(folder: &Path, manifest: RunManifest) -> Result<Self, ResultsError> {
        let table = |name: &str| {
            let Some(record) = manifest.tables.iter().flatten().find(|table| table.is_called(name)) else {
                return Ok(None);
            };
            let path = folder.join(&record.file);
            let format = Format::of_name(&path).unwrap_or(Format::Parquet);
            let usual = |column: &str| manifest.columns.iter().find(|c| c.table == name && c.name == column);
            let kind = |column: &str| kind(usual(column).map_or(column, |known| &known.of));
            let mut table = DataTable::read(&path, format, record.published.rows, kind)?;
            // CSV states no units
            table.set_units(|column| usual(column)?.unit.clone());
            Ok::<_, ReadError>(Some(table))
        };
        let [members, samples, events] = NAMES.map(table);
        let mut further = BTreeMap::new();
        // before it is written there may be no table
        for record in manifest.tables.iter().flatten().filter(|record| record.published.bytes > 0) {
            let name =
                Path::new(&record.file).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into());
            if !NAMES.contains(&name.as_str())
                && let Some(table) = table(&name)?
            {
                further.insert(name, table);
            }
        }
        let text = |name: &String| Some((name.clone(), std::fs::read(folder.join(name)).ok()?));
        let files = manifest.files.iter().filter_map(|file| text(&file.file)).collect();
        Ok(Self { members: members?, samples: samples?, events: events?, further, files, manifest: Some(manifest) })
    }
}

impl MemoryResults {
    /// Returns the results so far: whole chunks, in the order of members.
    pub fn lock(&self) -> MutexGuard<'_, ResultData> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes chunks into memory.
#[derive(Debug)]
pub(crate) struct MemoryTables {
    rows: Rows,
    results: MemoryResults,
    /// The name of the table of points.
    points: &'static str,
}

impl MemoryTables {
    /// Begins with tables without rows, beside files.
    pub(crate) fn new(study: &Study, names: ColumnNames, results: &MemoryResults, files: &[(String, Vec<u8>)]) -> Self {
        let [.., name] = tables(study);
        let tables = named(study, names)
            .map(|fields| fields.map(|fields| DataTable::new(fields.into_iter().map(|(field, _)| field).collect())));
        let [members, samples, events, points] = tables;
        let further = points.into_iter().map(|table| (name.to_string(), table)).collect();
        let files = files.iter().cloned().collect();
        *results.lock() = ResultData { members, samples, events, further, files, manifest: None };
        Self { rows: Rows::new(study), results: results.clone(), points: name }
    }

    /// Takes one chunk.
    ///
    /// # Errors
    /// Where the chunk is of another study.
    pub(crate) fn write(&mut self, chunk: &Chunk) -> Result<(), TableError> {
        let mut results = self.results.lock();
        let ResultData { members, samples, events, further, .. } = &mut *results;
        let tables = [members.as_mut(), samples.as_mut(), events.as_mut(), further.get_mut(self.points)];
        let mut rows = tables.into_iter().zip(self.rows.of(chunk));
        rows.try_for_each(|(table, rows)| table.map_or(Ok(()), |table| table.append(rows)))
    }
}
