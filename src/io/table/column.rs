//! Columns of a table and their descriptions.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;

use super::TableError;

/// The kind of the values of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColumnKind {
    /// Whole numbers from 0 to 2^64 - 1.
    Integer,
    /// Double-precision numbers; one that is not finite is absent.
    Real,
    /// Words from a small vocabulary.
    Text,
}

/// The description of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The name, unique within the table.
    pub name: String,
    /// The kind of its values.
    pub kind: ColumnKind,
    /// The physical unit of its values, if they have one.
    pub unit: Option<String>,
}

impl Field {
    /// Describes a column without a unit.
    pub fn new(name: impl Into<String>, kind: ColumnKind) -> Self {
        Self { name: name.into(), kind, unit: None }
    }

    /// Adds a unit to the description.
    #[must_use]
    pub fn with_unit(mut self, unit: impl Into<String>) -> Self {
        self.unit = Some(unit.into());
        self
    }
}

/// The values of one column in a chunk of rows.
#[derive(Debug, Clone, PartialEq)]
pub enum Column {
    /// Whole numbers.
    Integer(Vec<u64>),
    /// Numbers. A cell holds a finite number or nothing: infinity and what is not a number are written as absent.
    Real(Vec<f64>),
    /// Words.
    Text(Vec<Cow<'static, str>>),
}

impl Column {
    /// Returns the kind of the values.
    pub fn kind(&self) -> ColumnKind {
        match self {
            Self::Integer(_) => ColumnKind::Integer,
            Self::Real(_) => ColumnKind::Real,
            Self::Text(_) => ColumnKind::Text,
        }
    }

    /// Returns the number of rows, absent values included.
    pub fn len(&self) -> usize {
        match self {
            Self::Integer(values) => values.len(),
            Self::Real(values) => values.len(),
            Self::Text(values) => values.len(),
        }
    }

    /// Tells whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes a column of a kind without rows.
    pub(super) fn empty(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Integer => Self::Integer(Vec::new()),
            ColumnKind::Real => Self::Real(Vec::new()),
            ColumnKind::Text => Self::Text(Vec::new()),
        }
    }

    /// Adds the rows of another column of its kind.
    pub(super) fn extend(&mut self, rows: Self) {
        match (self, rows) {
            (Self::Integer(all), Self::Integer(more)) => all.extend(more),
            (Self::Real(all), Self::Real(more)) => all.extend(more),
            (Self::Text(all), Self::Text(more)) => all.extend(more),
            (all, more) => panic!("{:?} rows in a column of {:?}", more.kind(), all.kind()),
        }
    }

    /// Removes the first rows of the column.
    pub(super) fn drop_first(&mut self, count: usize) {
        match self {
            Self::Integer(values) => drop(values.drain(..count)),
            Self::Real(values) => drop(values.drain(..count)),
            Self::Text(values) => drop(values.drain(..count)),
        }
    }

    /// Keeps the first rows of the column.
    pub(super) fn truncate(&mut self, count: usize) {
        match self {
            Self::Integer(values) => values.truncate(count),
            Self::Real(values) => values.truncate(count),
            Self::Text(values) => values.truncate(count),
        }
    }
}

/// Checks that `fields` can head a table.
pub(super) fn check_fields(path: &Path, fields: &[Field]) -> Result<(), TableError> {
    let error = |reason: String| TableError::Fields { path: path.to_path_buf(), reason };
    if fields.is_empty() {
        return Err(error("there are none".into()));
    }
    let mut names = HashSet::new();
    for (place, field) in fields.iter().enumerate() {
        if field.name.is_empty() {
            return Err(error(format!("number {} has no name", place + 1)));
        }
        if !names.insert(field.name.as_str()) {
            return Err(error(format!("two are called `{}`", field.name)));
        }
    }
    Ok(())
}

/// Checks that `columns` fit `fields` and returns their common number of rows.
pub(super) fn check_columns(path: &Path, fields: &[Field], columns: &[Column]) -> Result<usize, TableError> {
    let error = |reason: String| TableError::Columns { path: path.to_path_buf(), reason };
    if columns.len() != fields.len() {
        return Err(error(format!("{} columns were given for {} fields", columns.len(), fields.len())));
    }
    let rows = columns.first().map_or(0, Column::len);
    for (field, column) in fields.iter().zip(columns) {
        let name = &field.name;
        if column.kind() != field.kind {
            return Err(error(format!(
                "column `{name}` holds {:?} values where {:?} is expected",
                column.kind(),
                field.kind
            )));
        }
        if column.len() != rows {
            return Err(error(format!("column `{name}` has {} rows, the first column {rows}", column.len())));
        }
    }
    Ok(rows)
}
