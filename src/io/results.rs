//! The result tables of a run: `members` and, if there are any, `samples` and `events`, chunk by chunk.

use super::folder::ResultsFolder;
use super::table::{Column, ColumnKind, Field, Format, TableError, TableWriter, create};
use crate::ensemble::{Chunk, Study};

/// Writes chunks as they come.
pub struct ResultTables {
    members: Box<dyn TableWriter + Send>,
    samples: Option<Box<dyn TableWriter + Send>>,
    events: Option<Box<dyn TableWriter + Send>>,
    /// The names of the events.
    names: Vec<String>,
    /// True where the number of rejected attempts is a column.
    adaptive: bool,
    channels: usize,
    /// Which of the channels are sampled.
    sampled: Vec<usize>,
}

impl std::fmt::Debug for ResultTables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResultTables").field("rows", &self.members.rows()).finish_non_exhaustive()
    }
}

impl ResultTables {
    /// Creates the tables of a study in a folder.
    ///
    /// # Errors
    /// Where a file cannot be created.
    pub fn create(folder: &ResultsFolder, study: &Study, format: Format) -> Result<Self, TableError> {
        let parameters = study.varied().iter().map(|at| {
            let parameter = &study.mechanism.parameters[*at];
            let field = Field::new(parameter.name.clone(), ColumnKind::Real);
            parameter.unit.iter().fold(field, |field, unit| field.with_unit(unit.clone()))
        });
        let columns = study.mechanism.columns();
        let outputs =
            || columns.iter().map(|(name, unit)| Field::new(name.clone(), ColumnKind::Real).with_unit(unit.clone()));
        let mut fields = vec![Field::new("member", ColumnKind::Integer)];
        fields.extend(parameters);
        fields.push(Field::new("outcome", ColumnKind::Text));
        fields.push(Field::new("outcome_time", ColumnKind::Real).with_unit("s"));
        fields.push(Field::new("steps", ColumnKind::Integer));
        if study.is_adaptive() {
            fields.push(Field::new("rejected", ColumnKind::Integer));
        }
        fields.extend(outputs());
        let members = create(&folder.members(format), format, fields)?;
        let samples = match study.sampling {
            None => None,
            Some(_) => {
                let mut fields = vec![Field::new("member", ColumnKind::Integer)];
                fields.push(Field::new("time", ColumnKind::Real).with_unit("s"));
                let all: Vec<Field> = outputs().collect();
                fields.extend(study.sampled_channels().into_iter().map(|c| all[c].clone()));
                Some(create(&folder.samples(format), format, fields)?)
            }
        };
        let names: Vec<String> = study.mechanism.events.iter().map(|e| e.name.clone()).collect();
        let events = if names.is_empty() {
            None
        } else {
            let mut fields = vec![Field::new("member", ColumnKind::Integer), Field::new("event", ColumnKind::Text)];
            fields.push(Field::new("time", ColumnKind::Real).with_unit("s"));
            let all: Vec<Field> = outputs().collect();
            fields.extend(study.sampled_channels().into_iter().map(|c| all[c].clone()));
            Some(create(&folder.events(format), format, fields)?)
        };
        let sampled = study.sampled_channels();
        Ok(Self { members, samples, events, names, adaptive: study.is_adaptive(), channels: columns.len(), sampled })
    }

    /// Writes one chunk; afterwards it is on disk and readable.
    ///
    /// # Errors
    /// Where it cannot be written; what was written before stays readable.
    pub fn write(&mut self, chunk: &Chunk) -> Result<(), TableError> {
        let count = chunk.outcomes.len();
        let first = chunk.members.first;
        if let Some(samples) = &mut self.samples {
            let mut columns = vec![
                Column::Integer(chunk.samples.rows.iter().map(|(place, _)| first + *place as u64).collect()),
                Column::Real(chunk.samples.rows.iter().map(|(_, time)| *time).collect(), None),
            ];
            let width = self.sampled.len();
            columns
                .extend((0..width).map(|c| {
                    Column::Real(chunk.samples.values.iter().skip(c).step_by(width).copied().collect(), None)
                }));
            samples.append(&columns)?;
        }
        if let Some(events) = &mut self.events {
            let records = || chunk.events.iter();
            let mut columns = vec![
                Column::Integer(records().map(|(place, _)| first + *place as u64).collect()),
                Column::Text(records().map(|(_, r)| self.names[r.event].clone().into()).collect()),
                Column::Real(records().map(|(_, r)| r.time).collect(), None),
            ];
            columns.extend(self.sampled.iter().map(|c| optional(records().map(|(_, r)| r.values[*c]).collect())));
            events.append(&columns)?;
        }
        let mut columns = vec![Column::Integer((first..).take(count).collect())];
        let parameter_count = chunk.members.values.len() / count.max(1);
        columns.extend((0..parameter_count).map(|c| {
            Column::Real(chunk.members.values.iter().skip(c).step_by(parameter_count).copied().collect(), None)
        }));
        columns.push(Column::Text(chunk.outcomes.iter().map(|o| o.name().into()).collect()));
        columns.push(Column::Real(chunk.times.clone(), None));
        columns.push(Column::Integer(chunk.steps.iter().map(|s| u64::from(*s)).collect()));
        if self.adaptive {
            columns.push(Column::Integer(chunk.rejected.iter().map(|s| u64::from(*s)).collect()));
        }
        columns.extend(
            (0..self.channels)
                .map(|c| optional(chunk.outputs.iter().skip(c).step_by(self.channels).copied().collect())),
        );
        self.members.append(&columns)
    }

    /// Completes the tables and returns the number of members written.
    ///
    /// # Errors
    /// Where the last bytes cannot be written.
    pub fn finish(self) -> Result<u64, TableError> {
        if let Some(samples) = self.samples {
            samples.finish()?;
        }
        if let Some(events) = self.events {
            events.finish()?;
        }
        self.members.finish()
    }
}

/// A column in which what is not a number is absent: outputs of a member that has none, times of events that did
/// not happen.
fn optional(values: Vec<f64>) -> Column {
    let valid: Vec<bool> = values.iter().map(|v| !v.is_nan()).collect();
    let all = valid.iter().all(|v| *v);
    Column::Real(values, if all { None } else { Some(valid) })
}
