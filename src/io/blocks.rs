//! The moments of the blocks of a shard whose members are not kept. The statistics of a whole run are sums of all its blocks
//! in their order, and sums in another order have other last digits: so a shard keeps every block, a row per output and 1024
//! members, for `merge`.

use super::folder::ResultsFolder;
use super::manifest::{RunManifest, TableRecord};
use super::table::{Column, ColumnKind, Field, Format, ReadError, Table, TableError, read};
use crate::ensemble::BlockPartial;
use crate::statistics::{Moments, SumOfSquares};
use std::path::{Path, PathBuf};

/// The columns of numbers, in the order of [`numbers`].
const NUMBERS: [&str; 7] = ["block", "count", "offset", "squares", "exponent", "min", "max"];

/// The column of the names of outputs.
const OUTPUT: &str = "output";

/// The blocks of a shard, under way.
pub(super) struct BlockTable {
    table: Table,
    path: PathBuf,
    outputs: Vec<String>,
    /// The number in the plan of the first block.
    first: u64,
}

fn fields() -> Vec<Field> {
    let kind = |at: usize| if at < 2 { ColumnKind::Integer } else { ColumnKind::Real };
    let mut fields = vec![Field::new(OUTPUT, ColumnKind::Text)];
    fields.extend(NUMBERS.iter().enumerate().map(|(at, name)| Field::new(*name, kind(at))));
    fields
}

/// Returns what is kept of a block as it stands; extremes are missing where there is no value.
fn numbers(moments: &Moments) -> [f64; 5] {
    let Moments { offset, squares, min, max, .. } = *moments;
    [offset, squares.scaled, f64::from(squares.exponent), min, max]
}

impl BlockTable {
    /// Begins the table of a shard whose first block has that number in the plan, or goes on with the one that a manifest
    /// describes.
    ///
    /// # Errors
    /// Where the file does not hold the rows that the manifest states.
    pub(super) fn open(
        folder: &ResultsFolder,
        format: Format,
        (outputs, first): (Vec<String>, u64),
        earlier: Option<&RunManifest>,
    ) -> Result<Self, TableError> {
        let path = folder.blocks(format);
        let table = match earlier.and_then(|manifest| manifest.table(&path)) {
            Some(published) if published.bytes > 0 => Table::reopen(folder.disk(), &path, format, fields(), published)?,
            _ => Table::new(folder.disk(), &path, format, fields())?,
        };
        Ok(Self { table, path, outputs, first })
    }

    /// Takes the blocks that come next.
    ///
    /// # Errors
    /// Where they cannot be written.
    pub(super) fn append(&mut self, blocks: &[BlockPartial]) -> Result<(), TableError> {
        let width = self.outputs.len();
        let next = self.first + self.table.rows() / width.max(1) as u64;
        let moments = || blocks.iter().flat_map(|block| block.components.iter().map(|component| &component.moments));
        let names = self.outputs.iter().cycle().take(blocks.len() * width);
        let numbered = (next..).take(blocks.len()).flat_map(|block| std::iter::repeat_n(block, width));
        let mut columns = vec![
            Column::Text(names.map(|name| name.clone().into()).collect()),
            Column::Integer(numbered.collect()),
            Column::Integer(moments().map(|m| m.count).collect()),
        ];
        columns.extend((0..5).map(|at| Column::Real(moments().map(|m| numbers(m)[at]).collect())));
        self.table.append(columns)
    }

    /// Makes all blocks that were taken readable.
    ///
    /// # Errors
    /// Where that cannot be written.
    pub(super) fn publish(&mut self, save: bool) -> Result<(), TableError> {
        self.table.publish(save)
    }

    /// Returns what a reader sees of the table of blocks.
    pub(super) fn record(&self) -> TableRecord {
        TableRecord::new(&self.path, self.table.published())
    }
}

/// Reads the moments of blocks, output by output for each, of which the first must have that number in the plan and all
/// others the next ones.
///
/// # Errors
/// Where the table cannot be read; `Ok` of a message where it holds other blocks.
pub(super) fn read_blocks(
    path: &Path,
    format: Format,
    outputs: &[String],
    first: u64,
) -> Result<Result<Vec<Vec<Moments>>, String>, ReadError> {
    let found = read(path, format, &NUMBERS, OUTPUT)?;
    let width = outputs.len().max(1);
    let moments = |row: usize| {
        let of = |column: usize| found.numbers[column].values[row];
        let count = of(1) as u64;
        if count == 0 {
            return Moments::default();
        }
        // what was not finite has no cell
        let squares = if of(3).is_nan() { f64::INFINITY } else { of(3) };
        let squares = SumOfSquares { scaled: squares, exponent: of(4) as i32 };
        Moments { count, offset: of(2), excess: 0.0, squares, min: of(5), max: of(6) }
    };
    let mut blocks = Vec::new();
    for (at, names) in found.words.chunks(width).enumerate() {
        let (number, rows) = (first + at as u64, at * width..at * width + names.len());
        if names != outputs || rows.clone().any(|row| found.numbers[0].values[row] != number as f64) {
            return Ok(Err(format!("it does not hold block {number} of all outputs where that should be")));
        }
        blocks.push(rows.map(moments).collect());
    }
    Ok(Ok(blocks))
}
