//! Result tables that grow chunk by chunk.
//!
//! A table on disk is whole at every moment: it is never written to, but replaced by its next state. One rule holds for
//! all tables and both formats: a cell holds a finite number or nothing (an empty field of CSV, null in Parquet).

mod append;
mod column;
mod csv;
mod data;
mod error;
mod given;
mod growing_file;
mod heads;
mod names;
mod parquet;
mod read;
mod rows;
#[cfg(test)]
mod tests;
mod writer;

pub use append::AppendError;
pub use column::{Column, ColumnKind, Field};
pub use data::DataTable;
pub use error::TableError;
pub use given::{GivenTable, NumberColumn};
pub use growing_file::Published;
pub(crate) use growing_file::{digest, hexadecimal};
pub use names::column_names;
pub use read::{Numbers, ReadError, Selection, read, read_in_parts, read_numbers};
pub use writer::{Table, begin, create};

use std::path::Path;

/// The file format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Apache Parquet, compressed with zstd.
    Parquet,
    /// Comma-separated text after RFC 4180 with one header line.
    Csv,
}

impl Format {
    /// Returns the format that the name of a file says, if it says one.
    pub fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?;
        [Self::Parquet, Self::Csv].into_iter().find(|format| ending.eq_ignore_ascii_case(format.extension()))
    }

    /// Returns the ending of a file name of this format, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Csv => "csv",
        }
    }
}
