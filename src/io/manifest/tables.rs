//! Whether a table is the one that a run wrote.

use super::{RunManifest, RunState};
use crate::io::cause;
use crate::io::table::{digest, hexadecimal};
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
    /// The table was changed.
    #[error(
        "the table {} is not as the run wrote it: its SHA-256 is {found}, and manifest.json states {expected}; run the \
         scenario again",
        path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// The SHA-256 of the table, in hexadecimal.
        found: String,
        /// The SHA-256 that the manifest states.
        expected: String,
    },
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
            Err(source) => return Err(TableMismatch::Read { path, source }),
        };
        let newer = || std::fs::metadata(table).is_ok_and(|about| about.len() > expected.bytes);
        if found == expected.sha256 || (self.state == RunState::Running && newer()) {
            return Ok(());
        }
        Err(TableMismatch::Changed { path, found, expected: expected.sha256.clone() })
    }
}
