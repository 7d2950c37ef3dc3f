//! Whether a table is the one that a run wrote.

use super::{RunManifest, RunState};
use crate::io::cause;
use crate::io::table::{Format, digest, hexadecimal, read_numbers};
use crate::plot::counted;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A table is not the one that the manifest describes.
#[derive(Debug, thiserror::Error)]
pub enum TableMismatch {
    /// The manifest names no such table.
    #[error("{} is not a table of the run that manifest.json beside it describes; move it away", .0.display())]
    Unknown(PathBuf),
    /// The table cannot be read.
    #[error("cannot read the table {}: {}", path.display(), cause(source))]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The table is not there.
    #[error("the table {} of {}, which manifest.json names, is not there; run the scenario again", path.display(), counted(*rows, "row"))]
    Missing {
        /// The file.
        path: PathBuf,
        /// Rows that it had.
        rows: u64,
    },
    /// The table was changed.
    #[error(
        "the table {} is not as the run wrote it: {}its SHA-256 is {found}, and manifest.json states {expected}; run the \
         scenario again",
        path.display(), changed_rows(*rows)
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// The number of its rows, if it can be read, and of those that the run wrote.
        rows: (Option<u64>, u64),
        /// The SHA-256 of the table, in hexadecimal.
        found: String,
        /// The SHA-256 that the manifest states.
        expected: String,
    },
}

/// Says how many rows of a table are there, where these are others than were written.
fn changed_rows((found, written): (Option<u64>, u64)) -> String {
    match found {
        Some(found) if found < written => format!("{} of {} are missing, ", written - found, counted(written, "row")),
        Some(found) if found > written => format!("it has {found} rows in place of {written}, "),
        _ => String::new(),
    }
}

/// Returns the number of rows of a table with a column `member`, if it can be read.
fn rows(table: &Path) -> Option<u64> {
    let columns = read_numbers(table, Format::of_name(table)?, &["member"]).ok()?;
    columns.first().map(|column| column.values.len() as u64)
}

impl TableMismatch {
    /// Tells whether the table is another one; else the system fails.
    pub fn is_input(&self) -> bool {
        !matches!(self, Self::Read { .. })
    }
}

impl RunManifest {
    /// Fails where a table is not the one that the run wrote. While a run goes on, or after it was killed, a table may be
    /// newer than the manifest.
    ///
    /// # Errors
    /// Where it is another table, or cannot be read.
    pub fn check_table(&self, table: &Path) -> Result<(), TableMismatch> {
        if self.tables.is_none() {
            return Ok(());
        }
        let path = table.to_path_buf();
        let Some(expected) = self.table(table) else { return Err(TableMismatch::Unknown(path)) };
        let found = match digest(table, None) {
            Ok(found) => hexadecimal(found),
            Err(source) if source.kind() == ErrorKind::NotFound && expected.bytes > 0 => {
                return Err(TableMismatch::Missing { path, rows: expected.rows });
            }
            Err(source) => return Err(TableMismatch::Read { path, source }),
        };
        let newer = || std::fs::metadata(table).is_ok_and(|about| about.len() > expected.bytes);
        if found == expected.sha256 || (self.state == RunState::Running && newer()) {
            return Ok(());
        }
        let rows = (rows(table), expected.rows);
        Err(TableMismatch::Changed { path, rows, found, expected: expected.sha256.clone() })
    }
}
