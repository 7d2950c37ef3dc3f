//! The members that a reliability study computes, as a table: a row for each.

use crate::ensemble::{Chunk, Outcome, Study};
use crate::io::table::{Column, ColumnKind, Field, Format, Published, Table, TableError, create};
use std::borrow::Cow;
use std::path::Path;

/// The margins of a member.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Computed {
    pub(super) outcome: Outcome,
    /// Those of all limit states; none where it has no outputs.
    pub(super) margins: Option<Vec<f64>>,
}

/// Keeps all members that are computed.
pub(super) struct MemberLog {
    table: Table,
    outputs: usize,
    method: &'static str,
    round: u64,
    /// The weights of the members of the round, where they have some.
    weights: Vec<f64>,
    /// Members so far.
    pub(super) members: u64,
    failed: Option<TableError>,
}

impl MemberLog {
    /// Creates the table, without rows; `study` is that without derivatives.
    ///
    /// # Errors
    /// Where it cannot be created.
    pub(super) fn new(path: &Path, format: Format, study: &Study) -> Result<Self, TableError> {
        let mut fields = vec![Field::new("method", ColumnKind::Text), Field::new("round", ColumnKind::Integer)];
        let with_unit = |name: &str, unit: Option<&String>| {
            let field = Field::new(name, ColumnKind::Real);
            unit.iter().fold(field, |field, unit| field.with_unit(unit.as_str()))
        };
        fields.extend(study.varied().iter().map(|at| {
            let parameter = &study.mechanism.parameters[*at];
            with_unit(&parameter.name, parameter.unit.as_ref())
        }));
        fields.extend(study.mechanism.columns().iter().map(|(name, unit)| with_unit(name, Some(unit))));
        fields.extend([Field::new("outcome", ColumnKind::Text), Field::new("weight", ColumnKind::Real)]);
        let (table, outputs) = (create(path, format, fields)?, study.channel_count());
        Ok(Self { table, outputs, method: "", round: 0, weights: Vec::new(), members: 0, failed: None })
    }

    /// Says which method computes from now on, and in which round; members of it may have weights.
    pub(super) fn begin(&mut self, method: &'static str, round: u64, weights: Vec<f64>) {
        (self.method, self.round, self.weights) = (method, round, weights);
    }

    /// Keeps the members of a chunk, whose first outputs are those of the study without derivatives.
    pub(super) fn keep(&mut self, chunk: &Chunk, study: &Study) {
        let rows = chunk.outcomes.len();
        self.members += rows as u64;
        let word = |word: &'static str| Cow::Borrowed(word);
        let mut columns = vec![Column::Text(vec![word(self.method); rows]), Column::Integer(vec![self.round; rows])];
        columns.extend(chunk.members.columns().map(|column| Column::Real(column.to_vec())));
        let outputs = (0..self.outputs.min(study.channel_count()))
            .map(|c| Column::Real(chunk.output(c, 0..rows).map(|value| value.unwrap_or(f64::NAN)).collect()));
        columns.extend(outputs);
        columns.push(Column::Text(chunk.outcomes.iter().map(|outcome| word(outcome.name())).collect()));
        let weights: Vec<f64> = self.weights.drain(..rows.min(self.weights.len())).collect();
        columns.push(Column::Real(weights.into_iter().chain(std::iter::repeat(f64::NAN)).take(rows).collect()));
        if let Err(error) = self.table.append(columns) {
            self.failed.get_or_insert(error);
        }
    }

    /// Makes the table readable, and returns what is in it.
    ///
    /// # Errors
    /// Where it could not be written.
    pub(super) fn finish(mut self) -> Result<Published, TableError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        self.table.publish(true)?;
        Ok(self.table.published().clone())
    }
}
