//! The result tables of a run: `members` and, if there are any, `samples` and `events`.
//!
//! Every row says what became of its member. Outputs of a member that failed are absent; its samples and events are
//! those of the steps before.

use super::folder::ResultsFolder;
use super::manifest::{ColumnRecord, RunManifest, TableRecord};
use super::names::ColumnNames;
use super::table::{AppendError, Column, ColumnKind, Field, Format, ReadError, Table, TableError, read_in_parts};
use crate::ensemble::{Chunk, NewtonWork, OutputSummaries, Study};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Takes chunks as they come, and makes them readable from time to time.
pub struct ResultTables {
    members: Table,
    samples: Option<Table>,
    events: Option<Table>,
    paths: [PathBuf; 3],
    format: Format,
    /// The number in the plan of the first member.
    first: u64,
    /// The names of the events.
    names: Vec<String>,
    /// True where the number of rejected attempts is a column.
    adaptive: bool,
    /// True where the work of Newton's method has columns.
    implicit: bool,
    /// The columns of the output components.
    outputs: Vec<String>,
    /// Which of them are sampled.
    sampled: Vec<usize>,
}

/// Returns the columns of the tables of a study: of members, of samples and of events, where it has any.
fn fields(study: &Study) -> [Option<Vec<Field>>; 3] {
    let parameters = study.varied().iter().map(|at| {
        let parameter = &study.mechanism.parameters[*at];
        let field = Field::new(parameter.name.clone(), ColumnKind::Real);
        parameter.unit.iter().fold(field, |field, unit| field.with_unit(unit.clone()))
    });
    let columns = study.mechanism.columns();
    let output = |(name, unit): &(String, String)| Field::new(name.clone(), ColumnKind::Real).with_unit(unit.clone());
    let member = || Field::new("member", ColumnKind::Integer);
    let outcome = || Field::new("outcome", ColumnKind::Text);
    let mut members = vec![member()];
    members.extend(parameters);
    members.push(outcome());
    members.push(Field::new("outcome_time", ColumnKind::Real).with_unit("s"));
    members.push(Field::new("steps", ColumnKind::Integer));
    if study.is_adaptive() {
        members.push(Field::new("rejected", ColumnKind::Integer));
    }
    if study.is_implicit() {
        members.extend(NewtonWork::NAMES.map(|name| Field::new(name, ColumnKind::Integer)));
    }
    members.extend(columns.iter().map(output));
    let rest = || {
        let time = Field::new("time", ColumnKind::Real).with_unit("s");
        [time].into_iter().chain(study.sampled_channels().into_iter().map(|c| output(&columns[c])))
    };
    let samples = study.sampling.as_ref().map(|_| [member(), outcome()].into_iter().chain(rest()).collect());
    let event = || [member(), outcome(), Field::new("event", ColumnKind::Text)];
    let events = (!study.mechanism.events.is_empty()).then(|| event().into_iter().chain(rest()).collect());
    [Some(members), samples, events]
}

/// Returns the columns of the tables of a study, as they are named, table by table, each with its usual name.
fn named(study: &Study, names: ColumnNames) -> [Option<Vec<(Field, String)>>; 3] {
    let usual = fields(study);
    let mut all: Vec<String> = Vec::new();
    let mut known = HashSet::new();
    for field in usual.iter().flatten().flatten().filter(|field| known.insert(field.name.as_str())) {
        all.push(field.name.clone());
    }
    let names: HashMap<String, String> = all.iter().cloned().zip(names.of(&all)).collect();
    let named = |field: Field| (Field { name: names[&field.name].clone(), ..field.clone() }, field.name);
    usual.map(|fields| fields.map(|fields| fields.into_iter().map(named).collect()))
}

/// Describes the columns of the tables of a study.
pub(crate) fn columns(study: &Study, names: ColumnNames) -> Vec<ColumnRecord> {
    let tables = ["members", "samples", "events"].into_iter().zip(named(study, names));
    let record = |table: &str, (field, of): (Field, String)| ColumnRecord {
        table: table.into(),
        name: field.name,
        of,
        unit: field.unit,
    };
    tables.flat_map(|(table, fields)| fields.into_iter().flatten().map(move |field| record(table, field))).collect()
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
        let paths = [folder.members(format), folder.samples(format), folder.events(format)];
        let named = named(study, names);
        let columns: HashMap<&String, &String> =
            named[0].iter().flatten().map(|(field, usual)| (usual, &field.name)).collect();
        let outputs = study.mechanism.columns().into_iter().map(|(name, _)| columns[&name].clone()).collect();
        let [members, samples, events] =
            named.map(|fields| fields.map(|fields| fields.into_iter().map(|(field, _)| field).collect::<Vec<_>>()));
        let open = |at: usize, fields: Option<Vec<Field>>| fields.map(|fields| table(&paths[at], fields)).transpose();
        Ok(Self {
            members: table(&paths[0], members.unwrap_or_default())?,
            samples: open(1, samples)?,
            events: open(2, events)?,
            paths,
            format,
            first: study.plan().first(),
            names: study.mechanism.events.iter().map(|e| e.name.clone()).collect(),
            adaptive: study.is_adaptive(),
            implicit: study.is_implicit(),
            outputs,
            sampled: study.sampled_channels(),
        })
    }

    /// Takes one chunk; it is readable when it is published.
    ///
    /// # Errors
    /// Where it cannot be written; what was published before stays readable.
    pub fn write(&mut self, chunk: &Chunk) -> Result<(), TableError> {
        let count = chunk.outcomes.len();
        let first = self.first + chunk.members.first;
        let member = |place: &usize| first + *place as u64;
        let outcome = |place: &usize| chunk.outcomes[*place].name().into();
        if let Some(samples) = &mut self.samples {
            let places = || chunk.samples.rows.iter().map(|(place, _)| place);
            let mut columns = vec![
                Column::Integer(places().map(member).collect()),
                Column::Text(places().map(outcome).collect()),
                Column::Real(chunk.samples.rows.iter().map(|(_, time)| *time).collect()),
            ];
            columns.extend((0..self.sampled.len()).map(|c| strided(&chunk.samples.values, c, self.sampled.len())));
            samples.append(columns)?;
        }
        if let Some(events) = &mut self.events {
            let (places, records) =
                (|| chunk.events.iter().map(|(place, _)| place), || chunk.events.iter().map(|(_, record)| record));
            let mut columns = vec![
                Column::Integer(places().map(member).collect()),
                Column::Text(places().map(outcome).collect()),
                Column::Text(records().map(|r| self.names[r.event].clone().into()).collect()),
                Column::Real(records().map(|r| r.time).collect()),
            ];
            columns.extend(self.sampled.iter().map(|c| Column::Real(records().map(|r| r.values[*c]).collect())));
            events.append(columns)?;
        }
        let mut columns = vec![Column::Integer((first..).take(count).collect())];
        let parameter_count = chunk.members.values.len() / count.max(1);
        columns.extend((0..parameter_count).map(|c| strided(&chunk.members.values, c, parameter_count)));
        columns.push(Column::Text(chunk.outcomes.iter().map(|o| o.name().into()).collect()));
        columns.push(Column::Real(chunk.times.clone()));
        columns.push(Column::Integer(chunk.steps.iter().map(|s| u64::from(*s)).collect()));
        if self.adaptive {
            columns.push(Column::Integer(chunk.rejected.iter().map(|s| u64::from(*s)).collect()));
        }
        if self.implicit {
            let of = |i: usize| chunk.newton.iter().map(|work| u64::from(work.counts()[i])).collect();
            columns.extend((0..NewtonWork::NAMES.len()).map(|i| Column::Integer(of(i))));
        }
        columns.extend((0..self.outputs.len()).map(|c| strided(&chunk.outputs, c, self.outputs.len())));
        self.members.append(columns)
    }

    /// Takes all rows of the tables of the same columns in another folder.
    ///
    /// # Errors
    /// Where one of them cannot be read, or rows not be written.
    pub(crate) fn append_files(&mut self, folder: &Path) -> Result<(), AppendError> {
        let tables = [Some(&mut self.members), self.samples.as_mut(), self.events.as_mut()];
        for (table, path) in tables.into_iter().zip(&self.paths) {
            if let (Some(table), Some(name)) = (table, path.file_name()) {
                table.append_file(&folder.join(name), self.format)?;
            }
        }
        Ok(())
    }

    /// Makes all chunks that were taken readable: at every moment the tables of samples and events hold at least the
    /// members that the table of members holds. `save` says whether the system is asked to save them.
    ///
    /// # Errors
    /// Where that cannot be written; what was published before stays readable.
    pub fn publish(&mut self, save: bool) -> Result<(), TableError> {
        let last = self.events.iter_mut().chain([&mut self.members]);
        self.samples.iter_mut().chain(last).try_for_each(|table| table.publish(save))
    }

    /// Returns the time spent on copying from state to state.
    pub(crate) fn copying(&self) -> Duration {
        let further = self.samples.iter().chain(&self.events);
        further.chain([&self.members]).map(Table::copying).sum()
    }

    /// Returns what a reader sees of the tables.
    pub fn records(&self) -> Vec<TableRecord> {
        let tables = [Some(&self.members), self.samples.as_ref(), self.events.as_ref()];
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

/// Returns column `c` of values that are row by row, so many in each.
fn strided(values: &[f64], c: usize, width: usize) -> Column {
    Column::Real(values.iter().skip(c).step_by(width).copied().collect())
}
