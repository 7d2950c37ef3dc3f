//! Tests of the result tables.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod contents;
mod misuse;
mod read_back;
mod resumed;
mod selection;

use super::{Column, ColumnKind, Field, Format, Table, TableError, create};
use contents::Cell;
use std::path::PathBuf;

const FORMATS: [Format; 2] = [Format::Parquet, Format::Csv];

/// A table in a new folder, and its file.
fn start(format: Format) -> (tempfile::TempDir, PathBuf, Table) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("members").with_extension(format.extension());
    let table = create(&path, format, fields()).unwrap();
    (folder, path, table)
}

/// One field of each kind, and one with a name and a unit that need care.
fn fields() -> Vec<Field> {
    vec![
        Field::new("member", ColumnKind::Integer),
        Field::new("energy", ColumnKind::Real).with_unit("J"),
        Field::new("drift, \"max\"", ColumnKind::Real).with_unit("rad·s⁻¹"),
        Field::new("outcome", ColumnKind::Text),
    ]
}

/// Numbers whose bits are easily lost.
const DELICATE: [f64; 14] = [
    0.0,
    -0.0,
    0.1,
    1.0 / 3.0,
    -1e300,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    f64::EPSILON,
    123_456_789.123_456_79,
    9_007_199_254_740_993.0,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

/// A chunk of `rows` rows that starts with row `first`.
fn chunk(first: u64, rows: u64) -> Vec<Column> {
    let numbers: Vec<u64> = (first..first + rows).collect();
    vec![
        Column::Integer(numbers.iter().map(|n| u64::MAX - n).collect()),
        Column::Real(numbers.iter().map(|&n| (n as f64 * 0.37).sin()).collect()),
        Column::Real(numbers.iter().map(|&n| DELICATE[n as usize % DELICATE.len()]).collect()),
        Column::Text(
            numbers.iter().map(|&n| ["completed", "diverged", "stopped, early", ""][n as usize % 4].into()).collect(),
        ),
    ]
}

/// The rows of [`chunk`] as they are to be read back.
fn rows(first: u64, rows: u64) -> Vec<Vec<Cell>> {
    let columns = chunk(first, rows);
    (0..rows as usize)
        .map(|row| {
            columns
                .iter()
                .map(|column| match column {
                    Column::Integer(values) => Cell::Integer(values[row]),
                    Column::Real(values) if !values[row].is_finite() => Cell::Absent,
                    Column::Real(values) => Cell::Real(values[row].to_bits()),
                    Column::Text(values) => Cell::Text(values[row].to_string()),
                })
                .collect()
        })
        .collect()
}
