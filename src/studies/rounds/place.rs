//! Where the table of members is that decides which follow.

use crate::io::folder::find_table;
use crate::io::results::MemoryResults;
use crate::io::table::read_numbers;
use crate::studies::Failure;
use crate::studies::run::Target;
use std::path::PathBuf;

/// Where the table of members is.
pub(super) enum TablePlace {
    Folder(PathBuf),
    Memory(MemoryResults),
}

impl TablePlace {
    /// Returns columns of outputs of the members that are there, not numbers where there are none; nothing without a table.
    pub(super) fn numbers(&self, columns: &[&str]) -> Result<Option<Vec<Vec<f64>>>, Failure> {
        match self {
            Self::Folder(folder) => {
                let Some((path, format)) = find_table(folder, "members").map_err(Failure::other)? else {
                    return Ok(None);
                };
                let read = read_numbers(&path, format, columns).map_err(Failure::other)?;
                Ok(Some(read.into_iter().map(|column| column.values).collect()))
            }
            Self::Memory(results) => {
                let results = results.lock();
                Ok(results
                    .members
                    .as_ref()
                    .and_then(|members| columns.iter().map(|name| members.numbers(name)).collect()))
            }
        }
    }

    /// Returns where results go.
    pub(super) fn target(&self) -> Target {
        match self {
            Self::Folder(folder) => Target::Folder(folder.clone()),
            Self::Memory(results) => Target::Memory(results.clone()),
        }
    }
}
