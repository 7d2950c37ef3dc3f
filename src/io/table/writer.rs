//! A table that takes rows in chunks.

use super::column::{check_columns, check_fields};
use super::growing_file::{GrowingFile, Published};
use super::parquet::{MAGIC, ParquetEncoder, group_rows};
use super::rows::kept;
use super::{Column, Field, Format, TableError, csv};
use crate::io::disk::Disk;
use std::path::Path;
use std::time::Duration;

/// A table under way: rows are taken as they come, and what a reader sees of them is published from time to time.
///
/// What is in the file depends on the rows alone, not on the chunks in which they came.
pub struct Table {
    fields: Vec<Field>,
    file: GrowingFile,
    encoder: Encoder,
    /// Rows that are not in the body of the file: fewer than a row group.
    pending: Vec<Column>,
    rows: u64,
}

/// How rows become bytes.
enum Encoder {
    Csv,
    Parquet(ParquetEncoder),
}

impl Table {
    /// Makes a table without rows, of which nothing is in a file yet.
    ///
    /// # Errors
    /// [`TableError::Fields`] if there are no fields or their names are empty or repeated, and [`TableError::Create`]
    /// if the file cannot be created.
    pub(crate) fn new(disk: &Disk, path: &Path, format: Format, fields: Vec<Field>) -> Result<Self, TableError> {
        check_fields(path, &fields)?;
        let mut file = GrowingFile::new(disk.clone(), path);
        let encoder = match format {
            Format::Csv => {
                file.append(&csv::header(&fields))?;
                Encoder::Csv
            }
            Format::Parquet => {
                file.append(MAGIC)?;
                let encoder = ParquetEncoder::new(&fields, Vec::new());
                Encoder::Parquet(encoder.map_err(|error| file.encoding_failed(error))?)
            }
        };
        let pending = fields.iter().map(|field| Column::empty(field.kind)).collect();
        Ok(Self { fields, file, encoder, pending, rows: 0 })
    }

    /// Goes on with the table of a file, after the rows that it had when `published`; it may have more since.
    ///
    /// # Errors
    /// [`TableError::Reopen`] if the file does not hold these rows.
    pub(crate) fn reopen(
        disk: &Disk,
        path: &Path,
        format: Format,
        fields: Vec<Field>,
        published: &Published,
    ) -> Result<Self, TableError> {
        let wrong = |source| TableError::Reopen { path: path.to_path_buf(), rows: published.rows, source };
        let kept = kept(path, format, &fields, published).map_err(wrong)?;
        let encoder = match format {
            Format::Csv => Encoder::Csv,
            Format::Parquet => {
                Encoder::Parquet(ParquetEncoder::new(&fields, kept.groups).map_err(|error| wrong(error.into()))?)
            }
        };
        let file = GrowingFile::reopen(disk.clone(), path, kept.body, published.clone());
        let file = file.map_err(|error| wrong(error.into()))?;
        Ok(Self { fields, file, encoder, pending: kept.pending, rows: published.rows })
    }

    /// Takes a chunk of rows.
    ///
    /// # Errors
    /// [`TableError::Columns`] if the columns do not fit the fields; the table is unchanged and takes further rows. Any
    /// other error ends the table: the rows that are published stay readable and further appends fail.
    pub fn append(&mut self, columns: Vec<Column>) -> Result<(), TableError> {
        self.file.check_open()?;
        let rows = check_columns(self.file.path(), &self.fields, &columns)?;
        self.rows += rows as u64;
        let Encoder::Parquet(encoder) = &mut self.encoder else {
            return if rows == 0 { Ok(()) } else { self.file.append(&csv::encode(&columns, 0..rows)) };
        };
        self.pending.iter_mut().zip(columns).for_each(|(all, more)| all.extend(more));
        let (group, pending) = (group_rows(self.fields.len()), self.pending.first().map_or(0, Column::len));
        let whole = pending / group * group;
        for first in (0..whole).step_by(group) {
            let encoded = encoder.encode(&self.pending, first..first + group, self.file.body());
            let encoded = encoded.map_err(|error| self.file.encoding_failed(error))?;
            self.file.append(&encoded.bytes)?;
            encoder.keep(encoded);
        }
        self.pending.iter_mut().for_each(|column| column.drop_first(whole));
        Ok(())
    }

    /// Makes all rows that were taken readable, in one go. `save` says whether the system is asked to save them.
    ///
    /// # Errors
    /// Where that cannot be written; the rows that were published before stay readable.
    pub(crate) fn publish(&mut self, save: bool) -> Result<(), TableError> {
        let tail = match &self.encoder {
            Encoder::Csv => Vec::new(),
            Encoder::Parquet(encoder) => {
                let tail = || {
                    let rows = self.pending.first().map_or(0, Column::len);
                    if rows == 0 {
                        return encoder.footer(None);
                    }
                    let mut group = encoder.encode(&self.pending, 0..rows, self.file.body())?;
                    let mut tail = std::mem::take(&mut group.bytes);
                    tail.extend(encoder.footer(Some(group))?);
                    Ok(tail)
                };
                tail().map_err(|error| self.file.encoding_failed(error))?
            }
        };
        self.file.publish(&tail, self.rows, save)
    }

    /// Returns the time spent on copying what was published before from state to state.
    pub(crate) fn copying(&self) -> Duration {
        self.file.copying()
    }

    /// Returns the columns of the table.
    pub(super) fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Returns the number of rows that were taken.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns what a reader sees.
    pub fn published(&self) -> &Published {
        self.file.published()
    }
}

/// Begins the table `path`, of which nothing is in its place before `Table::publish`.
///
/// # Errors
/// [`TableError::Fields`] if there are no fields or their names are empty or repeated, and [`TableError::Create`] if the
/// file cannot be created.
pub fn begin(path: &Path, format: Format, fields: Vec<Field>) -> Result<Table, TableError> {
    Table::new(&Disk::default(), path, format, fields)
}

/// Creates the table `path` with no rows, in the place of a file of that name.
///
/// # Errors
/// [`TableError::Fields`] if there are no fields or their names are empty or repeated, and [`TableError::Create`] if the
/// file cannot be created.
pub fn create(path: &Path, format: Format, fields: Vec<Field>) -> Result<Table, TableError> {
    let mut table = begin(path, format, fields)?;
    table.publish(false)?;
    Ok(table)
}
