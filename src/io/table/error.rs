//! Errors of the result tables.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::io::cause::{cause, remedy};

/// A result table could not be created or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file could not be created.
    #[error("cannot create the table {}: {}; {}", path.display(), cause(source), remedy(source))]
    Create {
        /// The file of the table.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Rows could not be written; the file holds those that were published before.
    #[error(
        "cannot write to the table {}: {}; the {rows_kept} rows written before are kept \
         and readable; {}",
        path.display(), cause(source), remedy(source)
    )]
    Write {
        /// The file of the table.
        path: PathBuf,
        /// The number of rows that can be read.
        rows_kept: u64,
        /// The error of the system.
        source: io::Error,
    },
    /// A chunk could not be encoded; the file holds all earlier chunks.
    #[error(
        "cannot encode rows for the table {}: {source}; the {rows_kept} rows written before \
         are kept and readable; try the other table format",
        path.display()
    )]
    Encode {
        /// The file of the table.
        path: PathBuf,
        /// The number of rows that can be read.
        rows_kept: u64,
        /// The error of the encoder.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A run cannot go on with the table.
    #[error(
        "cannot go on with the table {}: it should hold the {rows} rows that the manifest states: {source}; run again \
         with --force, which begins at the first member",
        path.display()
    )]
    Reopen {
        /// The file of the table.
        path: PathBuf,
        /// The number of rows that it should hold.
        rows: u64,
        /// What was found.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The table takes no more rows because an earlier append failed.
    #[error(
        "the table {} takes no more rows because an earlier write failed; \
         its first {rows_kept} rows are those written before; start a new table",
        path.display()
    )]
    Closed {
        /// The file of the table.
        path: PathBuf,
        /// The number of rows written before the failure.
        rows_kept: u64,
    },
    /// The description of the columns cannot head a table.
    #[error(
        "cannot create the table {}: its columns are wrong: {reason}; \
         give every column a name of its own",
        path.display()
    )]
    Fields {
        /// The file of the table.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A chunk does not fit the columns of the table; nothing was written.
    #[error(
        "a chunk does not fit the table {}: {reason}; give one column for each field, \
         all of the same length",
        path.display()
    )]
    Columns {
        /// The file of the table.
        path: PathBuf,
        /// What does not fit.
        reason: String,
    },
}
