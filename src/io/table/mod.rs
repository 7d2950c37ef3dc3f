//! Result tables that grow chunk by chunk.
//!
//! A table on disk is complete after every append: a run that is stopped between two
//! chunks, or that fills the disk within one, leaves a file with all earlier rows. Only
//! a process killed, or a machine switched off, during the few write calls of one append
//! can leave a file whose end is missing.

mod append_file;
mod column;
mod csv;
mod error;
mod parquet;
mod read;
mod storage;
#[cfg(test)]
mod tests;
mod writer;

use std::fs::File;
use std::path::Path;

pub use column::{Column, ColumnKind, Field};
pub use error::TableError;
pub use read::{Numbers, ReadError, Selection, read, read_numbers};
pub use writer::TableWriter;

use self::csv::CsvTable;
use self::parquet::ParquetTable;

/// The file format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Apache Parquet, compressed with zstd.
    Parquet,
    /// Comma-separated text after RFC 4180 with one header line.
    Csv,
}

impl Format {
    /// The ending of a file name of this format, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Csv => "csv",
        }
    }
}

/// Creates the table `path` with no rows, replacing a file of that name.
///
/// # Errors
///
/// [`TableError::Fields`] if there are no fields or their names are empty or repeated,
/// and [`TableError::Create`] if the file cannot be created.
pub fn create(path: &Path, format: Format, fields: Vec<Field>) -> Result<Box<dyn TableWriter + Send>, TableError> {
    column::check_fields(path, &fields)?;
    let file = File::create(path).map_err(|source| TableError::Create { path: path.to_path_buf(), source })?;
    Ok(match format {
        Format::Parquet => Box::new(ParquetTable::new(path, file, fields)?),
        Format::Csv => Box::new(CsvTable::new(path, file, fields)?),
    })
}
