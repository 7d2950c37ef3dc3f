//! The rows of a table's file, taken by another table with the same columns.

use super::parquet::open;
use super::read::damaged;
use super::rows::first_rows;
use super::{Column, ColumnKind, Field, Format, ReadError, Table, TableError};
use ::csv::{Reader, StringRecord};
use ::parquet::file::reader::FileReader as _;
use std::fs::File;
use std::path::Path;

/// Rows of CSV that are taken at a time.
const ROWS: usize = 1 << 14;

/// Rows could not be taken.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// The rows cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The rows cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl Table {
    /// Takes all rows of a file that has the columns of the table.
    ///
    /// # Errors
    /// Where the file holds something else, or rows cannot be written.
    pub(crate) fn append_file(&mut self, path: &Path, format: Format) -> Result<(), AppendError> {
        let fields = self.fields().to_vec();
        match format {
            Format::Parquet => {
                let reader = open(path).map_err(|e| damaged(path, e))?;
                for group in 0..reader.num_row_groups() {
                    let rows = usize::try_from(reader.metadata().row_group(group).num_rows()).unwrap_or(0);
                    self.append(first_rows(&reader, group, &fields, rows).map_err(|e| damaged(path, e))?)?;
                }
            }
            Format::Csv => {
                let file = File::open(path).map_err(|source| ReadError::Open { path: path.to_path_buf(), source })?;
                let mut reader = Reader::from_reader(file);
                let mut records = reader.records().peekable();
                while records.peek().is_some() {
                    let part = records.by_ref().take(ROWS).collect::<Result<Vec<_>, _>>();
                    let part = part.map_err(|e| damaged(path, e))?;
                    let columns = fields.iter().enumerate().map(|(at, field)| column(&part, at, field));
                    self.append(columns.collect::<Result<_, _>>().map_err(|e: String| damaged(path, e))?)?;
                }
            }
        }
        Ok(())
    }
}

/// Makes a column of some records of CSV.
fn column(records: &[StringRecord], at: usize, field: &Field) -> Result<Column, String> {
    let wrong = |text: &str| format!("the column `{}` holds {text:?}", field.name);
    let cells = || records.iter().map(|record| record.get(at).unwrap_or_default());
    Ok(match field.kind {
        ColumnKind::Integer => {
            Column::Integer(cells().map(|text| text.parse().map_err(|_| wrong(text))).collect::<Result<_, _>>()?)
        }
        ColumnKind::Real => {
            let number =
                |text: &str| if text.is_empty() { Ok(f64::NAN) } else { text.parse().map_err(|_| wrong(text)) };
            Column::Real(cells().map(number).collect::<Result<_, _>>()?)
        }
        ColumnKind::Text => Column::Text(cells().map(|text| text.to_string().into()).collect()),
    })
}
