//! What a function looks up.

use super::node::Node;
use crate::num::Table;
use std::sync::Arc;

/// A column of a table that a function looks numbers up in.
#[derive(Clone, Debug)]
pub struct TableEntry {
    /// The table.
    pub table: Arc<Table>,
    /// The column.
    pub column: usize,
    /// The largest magnitude of the column.
    largest: f64,
}

impl TableEntry {
    /// Returns the number of a column of a table among entries, behind which it is put if it is not there yet.
    pub(super) fn number(entries: &mut Vec<Self>, table: &Arc<Table>, column: usize) -> u32 {
        let is_same = |entry: &Self| entry.column == column && Arc::ptr_eq(&entry.table, table);
        let at = entries.iter().position(is_same).unwrap_or_else(|| {
            entries.push(Self { table: Arc::clone(table), column, largest: table.largest(column) });
            entries.len() - 1
        });
        at as u32
    }

    /// Returns a node of another graph, which has those entries, with the entry that it looks up among these.
    pub(super) fn moved(node: Node, from: &[Self], to: &mut Vec<Self>) -> Node {
        match node {
            Node::Entry(entry, row) => {
                let Self { table, column, .. } = &from[entry as usize];
                Node::Entry(Self::number(to, table, *column), row)
            }
            node => node,
        }
    }

    /// Returns the number in a row.
    pub fn at(&self, row: f64) -> f64 {
        self.table.entry(self.column, row)
    }

    /// Returns the largest magnitude of the numbers.
    pub(super) fn largest(&self) -> f64 {
        self.largest
    }
}
