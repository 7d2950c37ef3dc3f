//! A whole table in memory.

use super::column::check_columns;
use super::parquet::open;
use super::read::{csv_header, damaged, read_numbers};
use super::rows::first_rows;
use super::{Column, ColumnKind, Field, Format, ReadError, TableError, read};
use ::parquet::basic::Type as Physical;
use ::parquet::file::reader::{FileReader as _, SerializedFileReader};
use std::fs::File;
use std::path::Path;

/// A table in memory. A cell of [`Column::Real`] is a finite number or NaN, which stands for an absent one.
#[derive(Clone, Debug, PartialEq)]
pub struct DataTable {
    fields: Vec<Field>,
    columns: Vec<Column>,
}

impl DataTable {
    /// Makes a table without rows.
    pub fn new(fields: Vec<Field>) -> Self {
        let columns = fields.iter().map(|field| Column::empty(field.kind)).collect();
        Self { fields, columns }
    }

    /// Returns the descriptions of the columns.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Returns the columns, in the order of their descriptions.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Returns the values of a column of numbers, not numbers where they are absent; nothing where there is no such column.
    pub fn numbers(&self, name: &str) -> Option<Vec<f64>> {
        match &self.columns[self.fields.iter().position(|field| field.name == name)?] {
            Column::Integer(values) => Some(values.iter().map(|value| *value as f64).collect()),
            Column::Real(values) => Some(values.clone()),
            Column::Text(_) => None,
        }
    }

    /// Returns the descriptions of the columns and the columns.
    pub fn into_parts(self) -> (Vec<Field>, Vec<Column>) {
        (self.fields, self.columns)
    }

    /// Sets the units of columns that state none.
    pub(crate) fn set_units(&mut self, unit: impl Fn(&str) -> Option<String>) {
        for field in self.fields.iter_mut().filter(|field| field.unit.is_none()) {
            field.unit = unit(&field.name);
        }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, Column::len)
    }

    /// Adds rows.
    ///
    /// # Errors
    /// Where the columns are others than those of the table.
    pub fn append(&mut self, rows: Vec<Column>) -> Result<(), TableError> {
        check_columns(Path::new("memory"), &self.fields, &rows)?;
        self.extend(rows);
        Ok(())
    }

    fn extend(&mut self, rows: Vec<Column>) {
        for (column, rows) in self.columns.iter_mut().zip(rows) {
            column.extend(finite(rows));
        }
    }

    /// Reads the first rows of a table, or all that it has; `kind` tells what columns of CSV hold, by their names.
    ///
    /// # Errors
    /// Where the file cannot be read, or holds something else.
    pub fn read(path: &Path, format: Format, rows: u64, kind: impl Fn(&str) -> ColumnKind) -> Result<Self, ReadError> {
        let mut table = match format {
            Format::Parquet => Self::read_parquet(path, rows)?,
            Format::Csv => Self::read_csv(path, kind)?,
        };
        let rows = usize::try_from(rows).unwrap_or(usize::MAX);
        table.columns.iter_mut().for_each(|column| column.truncate(rows));
        Ok(table)
    }

    fn read_parquet(path: &Path, rows: u64) -> Result<Self, ReadError> {
        // the decoder reports the same error; this one names the file
        File::open(path).map_err(|source| ReadError::Open { path: path.to_path_buf(), source })?;
        let reader = open(path).map_err(|e| damaged(path, e))?;
        let mut table = Self::new(fields(&reader));
        for group in 0..reader.num_row_groups() {
            let left = usize::try_from(rows).unwrap_or(usize::MAX) - table.rows().min(rows as usize);
            if left == 0 {
                break;
            }
            table.extend(first_rows(&reader, group, &table.fields, left).map_err(|e| damaged(path, e))?);
        }
        Ok(table)
    }

    fn read_csv(path: &Path, kind: impl Fn(&str) -> ColumnKind) -> Result<Self, ReadError> {
        let names = csv_header(path)?;
        let fields: Vec<Field> = names.iter().map(|name| Field::new(name.clone(), kind(name))).collect();
        let of_kind = |kinds: &[ColumnKind]| {
            let of = fields.iter().filter(|field| kinds.contains(&field.kind));
            of.map(|field| field.name.as_str()).collect::<Vec<&str>>()
        };
        let numbers = read_numbers(path, Format::Csv, &of_kind(&[ColumnKind::Integer, ColumnKind::Real]))?;
        let mut numbers = numbers.into_iter().map(|column| column.values);
        let mut words = of_kind(&[ColumnKind::Text]).into_iter().map(|name| read(path, Format::Csv, &[], name));
        let mut columns = Vec::new();
        for field in &fields {
            columns.push(match field.kind {
                ColumnKind::Text => {
                    let words = words.next().transpose()?.map(|read| read.words).unwrap_or_default();
                    Column::Text(words.into_iter().map(Into::into).collect())
                }
                ColumnKind::Integer => {
                    Column::Integer(numbers.next().unwrap_or_default().into_iter().map(|x| x as u64).collect())
                }
                ColumnKind::Real => Column::Real(numbers.next().unwrap_or_default()),
            });
        }
        Ok(Self { fields, columns })
    }
}

/// Returns rows whose numbers are finite or NaN.
fn finite(mut rows: Column) -> Column {
    if let Column::Real(values) = &mut rows {
        values.iter_mut().filter(|x| x.is_infinite()).for_each(|x| *x = f64::NAN);
    }
    rows
}

/// Describes the columns of a file.
fn fields(reader: &SerializedFileReader<File>) -> Vec<Field> {
    let about = reader.metadata().file_metadata();
    let unit = |name: &str| {
        let key = format!("unit.{name}");
        about.key_value_metadata()?.iter().find(|entry| entry.key == key)?.value.clone()
    };
    let field = |column: &::parquet::schema::types::ColumnDescriptor| {
        let kind = match column.physical_type() {
            Physical::INT64 => ColumnKind::Integer,
            Physical::BYTE_ARRAY => ColumnKind::Text,
            _ => ColumnKind::Real,
        };
        let field = Field::new(column.name(), kind);
        unit(column.name()).into_iter().fold(field, Field::with_unit)
    };
    about.schema_descr().columns().iter().map(|column| field(column)).collect()
}
