//! Tables as comma-separated text.

use std::fmt::Write as _;
use std::path::Path;

use super::append_file::AppendFile;
use super::column::check_columns;
use super::storage::Storage;
use super::{Column, Field, TableError, TableWriter};

/// A CSV file after RFC 4180, with `\n` as the line end.
///
/// Numbers are written with the fewest digits that read back to the same bits; `NaN`,
/// `inf` and `-inf` stand for themselves, and an absent value is an empty field. All
/// NaNs are written alike, so their sign and payload are not kept.
pub(super) struct CsvTable<S> {
    fields: Vec<Field>,
    file: AppendFile<S>,
}

impl<S: Storage> CsvTable<S> {
    /// Starts a table in the empty file `storage`.
    pub(super) fn new(path: &Path, storage: S, fields: Vec<Field>) -> Result<Self, TableError> {
        let mut header = String::new();
        for (place, field) in fields.iter().enumerate() {
            if place > 0 {
                header.push(',');
            }
            push_text(&mut header, &field.name);
        }
        header.push('\n');
        Ok(Self { fields, file: AppendFile::new(path, storage, header.into_bytes(), Vec::new())? })
    }
}

impl<S: Storage> TableWriter for CsvTable<S> {
    fn append(&mut self, columns: &[Column]) -> Result<(), TableError> {
        self.file.check_open()?;
        let rows = check_columns(self.file.path(), &self.fields, columns)?;
        if rows == 0 {
            return Ok(());
        }
        let text = encode(columns, rows);
        self.file.append(text.into_bytes(), Vec::new(), rows as u64)
    }

    fn rows(&self) -> u64 {
        self.file.rows()
    }

    fn finish(self: Box<Self>) -> Result<u64, TableError> {
        self.file.finish()
    }
}

/// The lines of one chunk.
fn encode(columns: &[Column], rows: usize) -> String {
    let mut text = String::with_capacity(rows * columns.len() * 20);
    let mut number = zmij::Buffer::new();
    for row in 0..rows {
        let line = text.len();
        for (place, column) in columns.iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            push_value(&mut text, &mut number, column, row);
        }
        if text.len() == line {
            // Many readers skip an empty line, which is a row of one absent value.
            text.push_str("\"\"");
        }
        text.push('\n');
    }
    text
}

fn push_value(text: &mut String, number: &mut zmij::Buffer, column: &Column, row: usize) {
    match column {
        Column::Integer(values) => {
            if let Some(value) = values.get(row) {
                // Writing to a string cannot fail.
                let _ = write!(text, "{value}");
            }
        }
        Column::Real(values, valid) => {
            let valid = valid.as_ref().is_none_or(|marks| marks.get(row) == Some(&true));
            if let Some(&value) = values.get(row).filter(|_| valid) {
                text.push_str(number.format(value));
            }
        }
        Column::Text(values) => {
            if let Some(value) = values.get(row) {
                push_text(text, value);
            }
        }
    }
}

/// Adds `value`, in quotes if it would be read differently without them.
fn push_text(text: &mut String, value: &str) {
    let plain = !value.is_empty() && value.trim() == value && !value.contains([',', '"', '\n', '\r']);
    if plain {
        text.push_str(value);
        return;
    }
    text.push('"');
    text.push_str(&value.replace('"', "\"\""));
    text.push('"');
}
