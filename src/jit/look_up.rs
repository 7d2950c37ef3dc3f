//! Numbers that are looked up in tables.
//!
//! All members of a group mostly read the same row, that of the time: its numbers are loaded once and spread over the lanes, and
//! which row that is is found once for all columns. Elsewhere each lane loads its own.

use super::allocate::{Allocator, NONE};
use super::assembler::Assembler;
use super::lower::Operation;
use super::operand::Scratch;
use crate::num::Table;
use crate::trace::{Node, TableEntry};
use std::sync::Arc;

impl Allocator<'_> {
    /// Writes an operation that looks a number up.
    pub(super) fn look_up(&mut self, operation: &Operation) {
        let Node::Entry(entry, row) = self.graph.nodes[operation.node as usize] else {
            unreachable!("what is looked up is an entry")
        };
        let TableEntry { table, column, .. } = self.graph.entries[entry as usize].clone();
        let scratch = self.scratch();
        let found = (row, table.rows(), table.width());
        self.uses.consume(row);
        let from = if self.found_row == Some(found) { NONE } else { self.fetch(row) };
        self.release_register_if_dead(row);
        let to = self.allocate(operation.node);
        if from != NONE {
            self.assembler.find_row(to, from, &table, scratch);
            self.found_row = Some(found);
        }
        self.assembler.look_up(to, &table, column, scratch);
        self.release_if_dead(row);
    }
}

impl Assembler {
    /// Finds the row of a number for the members of a group; of what is not a number the first.
    fn find_row(&mut self, work: u8, row: u8, table: &Table, scratch: Scratch) {
        let bounds = [0.0, (table.rows() - 1) as f64, table.width() as f64].map(|x| self.constant(f64::to_bits(x)));
        self.count_spill(scratch.rows);
        self.instructions.keep_rows(work, row, bounds, scratch.rows);
    }

    /// Looks a column of the row up that was found last.
    fn look_up(&mut self, to: u8, table: &Arc<Table>, column: usize, scratch: Scratch) {
        if !self.tables.iter().any(|known| Arc::ptr_eq(known, table)) {
            self.tables.push(Arc::clone(table));
        }
        self.count_spill(scratch.numbers);
        self.instructions.look_up(to, &table.values()[column], scratch);
    }
}
