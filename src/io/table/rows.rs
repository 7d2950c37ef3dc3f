//! What is kept of a table's file when a run goes on.

use super::growing_file::{Published, digest, hexadecimal};
use super::parquet::{MAGIC, group_rows, open};
use super::read::spread;
use super::{Column, ColumnKind, Field, Format};
use ::parquet::column::reader::ColumnReader;
use ::parquet::data_type::ByteArray;
use ::parquet::errors::{ParquetError, Result as Decoded};
use ::parquet::file::metadata::RowGroupMetaData;
use ::parquet::file::reader::{FileReader as _, SerializedFileReader};
use std::fs::File;
use std::path::Path;

/// The beginning of a file that a table goes on from.
pub(super) struct Kept {
    /// Bytes of the file that stay.
    pub(super) body: u64,
    /// The row groups within the bytes that stay.
    pub(super) groups: Vec<RowGroupMetaData>,
    /// The rows after these row groups.
    pub(super) pending: Vec<Column>,
}

type Wrong = Box<dyn std::error::Error + Send + Sync>;

/// Finds the rows that a file had when it was published; it may have more since.
pub(super) fn kept(path: &Path, format: Format, fields: &[Field], published: &Published) -> Result<Kept, Wrong> {
    let empty = || fields.iter().map(|field| Column::empty(field.kind)).collect();
    match format {
        Format::Csv => {
            if hexadecimal(digest(path, Some(published.bytes))?) != published.sha256 {
                return Err("it does not begin as the manifest says (SHA-256)".into());
            }
            Ok(Kept { body: published.bytes, groups: Vec::new(), pending: empty() })
        }
        Format::Parquet => {
            if std::fs::metadata(path)?.len() == published.bytes && hexadecimal(digest(path, None)?) != published.sha256
            {
                return Err("its SHA-256 is another".into());
            }
            let reader = open(path)?;
            let found = reader.metadata().file_metadata().num_rows();
            if u64::try_from(found).is_ok_and(|found| found < published.rows) {
                return Err(format!("it has {found} rows").into());
            }
            let group = group_rows(fields.len()) as u64;
            let whole = usize::try_from(published.rows / group)?;
            let groups = reader.metadata().row_groups()[..whole].to_vec();
            let sizes = groups.iter().map(RowGroupMetaData::compressed_size).sum::<i64>();
            let rest = usize::try_from(published.rows % group)?;
            let pending = if rest > 0 { first_rows(&reader, whole, fields, rest)? } else { empty() };
            Ok(Kept { body: MAGIC.len() as u64 + u64::try_from(sizes)?, groups, pending })
        }
    }
}

/// Reads the first rows of a row group.
pub(super) fn first_rows(
    reader: &SerializedFileReader<File>,
    group: usize,
    fields: &[Field],
    count: usize,
) -> Decoded<Vec<Column>> {
    let group = reader.get_row_group(group)?;
    let rows = group.metadata().num_rows();
    let column = |(at, field): (usize, &Field)| {
        let mut column = match (field.kind, group.get_column_reader(at)?) {
            (ColumnKind::Integer, ColumnReader::Int64ColumnReader(r)) => {
                let mut values = Vec::new();
                spread(r, rows, 0, 0, |v| v.cast_unsigned(), &mut values)?;
                Column::Integer(values)
            }
            (ColumnKind::Real, ColumnReader::DoubleColumnReader(r)) => {
                let mut values = Vec::new();
                spread(r, rows, 1, f64::NAN, |v| *v, &mut values)?;
                Column::Real(values)
            }
            (ColumnKind::Text, ColumnReader::ByteArrayColumnReader(r)) => {
                let mut values = Vec::new();
                let text = |v: &ByteArray| String::from_utf8_lossy(v.data()).into_owned().into();
                spread(r, rows, 0, "".into(), text, &mut values)?;
                Column::Text(values)
            }
            _ => return Err(ParquetError::General(format!("the column `{}` holds something else", field.name))),
        };
        column.truncate(count);
        Ok(column)
    };
    fields.iter().enumerate().map(column).collect()
}
