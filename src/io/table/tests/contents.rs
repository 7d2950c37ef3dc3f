//! Reading a whole table back from its bytes.

use bytes::Bytes;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field as Value;

use super::{ColumnKind, Format, fields};

/// One value of a table; numbers are compared by their bits.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell {
    Integer(u64),
    Real(u64),
    Absent,
    Text(String),
}

/// All rows of a table with the columns of [`fields`], or why it cannot be read.
pub(super) fn read(format: Format, bytes: Vec<u8>) -> Result<Vec<Vec<Cell>>, String> {
    match format {
        Format::Parquet => read_parquet(bytes),
        Format::Csv => read_csv(&bytes),
    }
}

fn read_parquet(bytes: Vec<u8>) -> Result<Vec<Vec<Cell>>, String> {
    let text = |error: parquet::errors::ParquetError| error.to_string();
    let reader = SerializedFileReader::new(Bytes::from(bytes)).map_err(text)?;
    let stated = reader.metadata().file_metadata().num_rows();
    let mut rows = Vec::new();
    for row in reader.get_row_iter(None).map_err(text)? {
        let row = row.map_err(text)?;
        rows.push(row.get_column_iter().map(|(_, value)| cell(value)).collect());
    }
    assert_eq!(rows.len() as i64, stated, "the footer states all rows");
    Ok(rows)
}

fn cell(value: &Value) -> Cell {
    match value {
        Value::ULong(value) => Cell::Integer(*value),
        Value::Double(value) => Cell::Real(value.to_bits()),
        Value::Null => Cell::Absent,
        Value::Str(value) => Cell::Text(value.clone()),
        other => panic!("a value of an unexpected kind: {other}"),
    }
}

fn read_csv(bytes: &[u8]) -> Result<Vec<Vec<Cell>>, String> {
    let mut reader = csv::Reader::from_reader(bytes);
    let names: Vec<String> = fields().into_iter().map(|field| field.name).collect();
    assert_eq!(reader.headers().map_err(|e| e.to_string())?, names);
    reader
        .records()
        .map(|record| {
            let record = record.map_err(|error| error.to_string())?;
            Ok(record.iter().zip(fields()).map(|(text, field)| parse(text, field.kind)).collect())
        })
        .collect()
}

fn parse(text: &str, kind: ColumnKind) -> Cell {
    match kind {
        ColumnKind::Integer => Cell::Integer(text.parse().unwrap()),
        ColumnKind::Real if text.is_empty() => Cell::Absent,
        ColumnKind::Real => Cell::Real(text.parse::<f64>().unwrap().to_bits()),
        ColumnKind::Text => Cell::Text(text.to_string()),
    }
}
