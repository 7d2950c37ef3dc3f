//! Where tables lie in the memory of a device, one after the other.

use super::table_entry::TableEntry;
use crate::num::Table;
use std::sync::Arc;

/// Holds the tables of a kernel's functions, each once.
#[derive(Clone, Debug, Default)]
pub struct TableLayout {
    tables: Vec<Arc<Table>>,
}

impl TableLayout {
    /// Returns where the column of an entry begins, how far a row is from the next, and how many rows there are; a table that is
    /// not there yet is put behind the others.
    pub(super) fn place(&mut self, entry: &TableEntry) -> [usize; 3] {
        let known = self.tables.iter().position(|table| Arc::ptr_eq(table, &entry.table));
        let at = known.unwrap_or_else(|| {
            self.tables.push(Arc::clone(&entry.table));
            self.tables.len() - 1
        });
        let before: usize = self.tables[..at].iter().map(|table| table.values().len()).sum();
        [before + entry.column, entry.table.width(), entry.table.rows()]
    }

    /// Returns how many numbers there are.
    pub fn count(&self) -> usize {
        self.tables.iter().map(|table| table.values().len()).sum()
    }

    /// Returns all numbers.
    pub fn numbers(&self) -> Vec<f64> {
        self.tables.iter().flat_map(|table| table.values()).copied().collect()
    }
}
