//! Named columns of a result table, read back.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use ::csv::{Position, Reader, StringRecord};
use ::parquet::basic::ConvertedType;
use ::parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use ::parquet::data_type::{ByteArrayType, DataType};
use ::parquet::errors::{ParquetError, Result as Decoded};
use ::parquet::file::metadata::RowGroupMetaData;
use ::parquet::file::reader::{FileReader as _, SerializedFileReader};
use ::parquet::schema::types::{ColumnDescPtr, ColumnDescriptor};
use thiserror::Error;

use super::Format;
use crate::model::nearest;

/// A column of a result table could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file could not be opened.
    #[error("cannot open the table {}: {source}", path.display())]
    Open {
        /// The file of the table.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file is no table of its format, or is damaged.
    #[error("cannot read the table {}: {source}; run the scenario again", path.display())]
    Content {
        /// The file of the table.
        path: PathBuf,
        /// The error of the decoder.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The table has no such column.
    #[error(
        "the table {} has no column `{column}`{}; it has {}",
        path.display(), suggestion(.nearest.as_deref()), known.join(", ")
    )]
    UnknownColumn {
        /// The file of the table.
        path: PathBuf,
        /// The column asked for.
        column: String,
        /// The column most like it, if one is.
        nearest: Option<String>,
        /// All columns of the table.
        known: Vec<String>,
    },
    /// The head of a column states a unit that its numbers cannot be in.
    #[error("the table {}: {message}", path.display())]
    Unit {
        /// The file of the table.
        path: PathBuf,
        /// What was found and what would be accepted.
        message: String,
    },
    /// A column holds values of another kind than the one asked for.
    #[error("the column `{column}` of the table {} holds no {wanted} but {found}", path.display())]
    Kind {
        /// The file of the table.
        path: PathBuf,
        /// The column.
        column: String,
        /// What was asked for.
        wanted: &'static str,
        /// What the column holds.
        found: String,
    },
}

/// A column of numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Numbers {
    /// The name of the column.
    pub name: String,
    /// The physical unit of the values, where the file states one; CSV states none.
    pub unit: Option<String>,
    /// One value for each row; NaN stands for an absent one.
    pub values: Vec<f64>,
}

/// Some columns of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Selection {
    /// The columns of numbers in the order asked for.
    pub numbers: Vec<Numbers>,
    /// The column of words.
    pub words: Vec<String>,
}

/// Reads columns of numbers and one column of words.
///
/// # Errors
///
/// [`ReadError`] if the file cannot be opened or is damaged, if a column is missing, or
/// if its values are of another kind.
pub fn read(path: &Path, format: Format, numbers: &[&str], words: &str) -> Result<Selection, ReadError> {
    read_columns(path, format, numbers, Some(words))
}

/// Reads columns of numbers.
///
/// # Errors
///
/// As [`read`].
pub fn read_numbers(path: &Path, format: Format, numbers: &[&str]) -> Result<Vec<Numbers>, ReadError> {
    Ok(read_columns(path, format, numbers, None)?.numbers)
}

/// Reads the names of the columns of a table in CSV.
///
/// # Errors
///
/// As [`read`].
pub(super) fn csv_header(path: &Path) -> Result<Vec<String>, ReadError> {
    let file = File::open(path).map_err(|source| ReadError::Open { path: path.to_path_buf(), source })?;
    let mut reader = Reader::from_reader(file);
    Ok(reader.headers().map_err(|e| damaged(path, e))?.iter().map(String::from).collect())
}

fn read_columns(path: &Path, format: Format, numbers: &[&str], words: Option<&str>) -> Result<Selection, ReadError> {
    let file = File::open(path).map_err(|source| ReadError::Open { path: path.to_path_buf(), source })?;
    match format {
        Format::Parquet => read_parquet(path, file, numbers, words),
        Format::Csv => read_csv(path, file, numbers, words),
    }
}

/// Rows of CSV that are read at a time.
const PART: usize = 1 << 16;

/// Reads the first rows of columns of numbers in parts: `take` gets the place of a column among those asked for and some
/// of its values, those of each column in order.
///
/// # Errors
///
/// As [`read`], and if there are fewer rows.
pub fn read_in_parts(
    path: &Path,
    format: Format,
    rows: u64,
    columns: &[&str],
    mut take: impl FnMut(usize, &[f64]),
) -> Result<(), ReadError> {
    let file = File::open(path).map_err(|source| ReadError::Open { path: path.to_path_buf(), source })?;
    let mut left = usize::try_from(rows).unwrap_or(usize::MAX);
    let early = |left: usize| if left == 0 { Ok(()) } else { Err(damaged(path, "it has too few rows")) };
    match format {
        Format::Parquet => {
            let reader = SerializedFileReader::new(file).map_err(|e| damaged(path, e))?;
            let schema = reader.metadata().file_metadata().schema_descr();
            let known: Vec<String> = schema.columns().iter().map(|c| c.path().string()).collect();
            let places = columns.iter().map(|name| place(path, &known, name)).collect::<Result<Vec<_>, _>>()?;
            for group in 0..reader.num_row_groups() {
                let here = usize::try_from(reader.metadata().row_group(group).num_rows()).unwrap_or(0).min(left);
                for (column, at) in places.iter().enumerate() {
                    let mut values = Vec::new();
                    numbers_of(&reader, group, *at, &mut values).map_err(|e| damaged(path, e))?;
                    take(column, values.get(..here).ok_or_else(|| damaged(path, "a column ends early"))?);
                }
                left -= here;
            }
            early(left)
        }
        Format::Csv => {
            let mut reader = Reader::from_reader(file);
            let known: Vec<String> = reader.headers().map_err(|e| damaged(path, e))?.iter().map(String::from).collect();
            let places = columns.iter().map(|name| place(path, &known, name)).collect::<Result<Vec<_>, _>>()?;
            let mut record = StringRecord::new();
            while left > 0 {
                let mut parts = vec![Vec::new(); columns.len()];
                let here = left.min(PART);
                for _ in 0..here {
                    if !reader.read_record(&mut record).map_err(|e| damaged(path, e))? {
                        return early(left);
                    }
                    for (part, at) in parts.iter_mut().zip(&places) {
                        part.push(number(record.get(*at).unwrap_or_default()).map_err(|e| damaged(path, e))?);
                    }
                }
                parts.iter().enumerate().for_each(|(column, values)| take(column, values));
                left -= here;
            }
            Ok(())
        }
    }
}

/// Reads a number of CSV; not a number where it is absent.
fn number(text: &str) -> Result<f64, std::num::ParseFloatError> {
    if text.is_empty() { Ok(f64::NAN) } else { text.parse() }
}

const NUMBERS: &str = "numbers";
const WORDS: &str = "words";

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or(String::new(), |near| format!("; did you mean `{near}`?"))
}

pub(super) fn damaged(path: &Path, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ReadError {
    ReadError::Content { path: path.to_path_buf(), source: source.into() }
}

/// Returns the place of a column among those of the table.
fn place(path: &Path, known: &[String], column: &str) -> Result<usize, ReadError> {
    known.iter().position(|name| name == column).ok_or_else(|| ReadError::UnknownColumn {
        path: path.to_path_buf(),
        column: column.to_string(),
        nearest: nearest(column, known.iter().map(String::as_str)).map(String::from),
        known: known.to_vec(),
    })
}

fn read_parquet(path: &Path, file: File, numbers: &[&str], words: Option<&str>) -> Result<Selection, ReadError> {
    let reader = SerializedFileReader::new(file).map_err(|e| damaged(path, e))?;
    let about = reader.metadata().file_metadata();
    let schema = about.schema_descr();
    let known: Vec<String> = schema.columns().iter().map(|c| c.path().string()).collect();
    let unit = |name: &str| {
        let key = format!("unit.{name}");
        about.key_value_metadata()?.iter().find(|entry| entry.key == key)?.value.clone()
    };
    let kind = |at: usize, wanted: &'static str| ReadError::Kind {
        path: path.to_path_buf(),
        column: known[at].clone(),
        wanted,
        found: kind_in_words(&schema.column(at)),
    };
    let mut columns = Vec::with_capacity(numbers.len());
    for name in numbers {
        let at = place(path, &known, name)?;
        let mut values = Vec::new();
        for group in 0..reader.num_row_groups() {
            let read = numbers_of(&reader, group, at, &mut values).map_err(|e| damaged(path, e))?;
            if !read {
                return Err(kind(at, NUMBERS));
            }
        }
        columns.push(Numbers { name: (*name).to_string(), unit: unit(name), values });
    }
    let mut texts = Vec::new();
    let Some(words) = words else {
        same_length(path, columns.iter().map(|c| c.values.len()))?;
        return Ok(Selection { numbers: columns, words: texts });
    };
    let at = place(path, &known, words)?;
    for group in 0..reader.num_row_groups() {
        let read = words_of(&reader, group, at, &mut texts).map_err(|e| damaged(path, e))?;
        if !read {
            return Err(kind(at, WORDS));
        }
    }
    same_length(path, columns.iter().map(|c| c.values.len()).chain([texts.len()]))?;
    Ok(Selection { numbers: columns, words: texts })
}

/// Fails if columns of a table differ in length.
fn same_length(path: &Path, mut lengths: impl Iterator<Item = usize>) -> Result<(), ReadError> {
    let first = lengths.next().unwrap_or(0);
    if lengths.all(|length| length == first) {
        return Ok(());
    }
    Err(damaged(path, "its columns differ in length"))
}

/// Says what a Parquet column holds.
fn kind_in_words(column: &ColumnDescriptor) -> String {
    match column.converted_type() {
        ConvertedType::UTF8 => WORDS.into(),
        _ if column.max_rep_level() > 0 => "lists".into(),
        _ => format!("values of the type {}", column.physical_type()),
    }
}

/// Returns the description of a column in a row group whose place in the file makes sense, which the decoder takes for
/// granted.
fn description(group: &RowGroupMetaData, at: usize) -> Decoded<ColumnDescPtr> {
    let column = group.columns().get(at).ok_or_else(|| ParquetError::General("a column is missing".into()))?;
    let places = [column.data_page_offset(), column.dictionary_page_offset().unwrap_or(0), column.compressed_size()];
    if places.iter().any(|place| *place < 0) {
        return Err(ParquetError::General("a column has a negative place or size".into()));
    }
    Ok(column.column_descr_ptr())
}

/// Appends the numbers of a column in a row group; `false` if it holds none.
fn numbers_of(reader: &SerializedFileReader<File>, group: usize, at: usize, out: &mut Vec<f64>) -> Decoded<bool> {
    let group = reader.get_row_group(group)?;
    let about = description(group.metadata(), at)?;
    if about.max_rep_level() > 0 {
        return Ok(false);
    }
    let signed = !matches!(about.converted_type(), ConvertedType::UINT_64 | ConvertedType::UINT_32);
    let rows = group.metadata().num_rows();
    let optional = about.max_def_level();
    match group.get_column_reader(at)? {
        ColumnReader::DoubleColumnReader(r) => spread(r, rows, optional, f64::NAN, |v| *v, out)?,
        ColumnReader::FloatColumnReader(r) => spread(r, rows, optional, f64::NAN, |v| f64::from(*v), out)?,
        ColumnReader::Int64ColumnReader(r) if signed => spread(r, rows, optional, f64::NAN, |v| *v as f64, out)?,
        ColumnReader::Int64ColumnReader(r) => {
            spread(r, rows, optional, f64::NAN, |v| v.cast_unsigned() as f64, out)?;
        }
        ColumnReader::Int32ColumnReader(r) if signed => {
            spread(r, rows, optional, f64::NAN, |v| f64::from(*v), out)?;
        }
        ColumnReader::Int32ColumnReader(r) => {
            spread(r, rows, optional, f64::NAN, |v| f64::from(v.cast_unsigned()), out)?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Appends the words of a column in a row group; `false` if it holds none.
fn words_of(reader: &SerializedFileReader<File>, group: usize, at: usize, out: &mut Vec<String>) -> Decoded<bool> {
    let group = reader.get_row_group(group)?;
    let about = description(group.metadata(), at)?;
    let rows = group.metadata().num_rows();
    match group.get_column_reader(at)? {
        ColumnReader::ByteArrayColumnReader(r) if about.max_rep_level() == 0 => {
            let text = |v: &<ByteArrayType as DataType>::T| String::from_utf8_lossy(v.data()).into_owned();
            spread(r, rows, about.max_def_level(), String::new(), text, out)?;
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// Appends all `rows` values of a column, with `absent` in the place of absent ones.
///
/// `optional` is the definition level of a value that is present.
pub(super) fn spread<T: DataType, V: Clone>(
    mut reader: ColumnReaderImpl<T>,
    rows: i64,
    optional: i16,
    absent: V,
    convert: impl Fn(&T::T) -> V,
    out: &mut Vec<V>,
) -> Decoded<()> {
    let mut left = usize::try_from(rows).map_err(|_| ParquetError::General("a negative number of rows".into()))?;
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    while left > 0 {
        values.clear();
        levels.clear();
        let wanted = (optional > 0).then_some(&mut levels);
        let (read, _, _) = reader.read_records(left, wanted, None, &mut values)?;
        if read == 0 {
            return Err(ParquetError::EOF("a column ends early".into()));
        }
        left = left.saturating_sub(read);
        if optional == 0 {
            out.extend(values.iter().map(&convert));
            continue;
        }
        let mut present = values.iter();
        for level in &levels {
            let value = if *level == optional { present.next().map(&convert) } else { None };
            out.push(value.unwrap_or_else(|| absent.clone()));
        }
    }
    Ok(())
}

fn read_csv(path: &Path, file: File, numbers: &[&str], words: Option<&str>) -> Result<Selection, ReadError> {
    let mut reader = Reader::from_reader(file);
    let known: Vec<String> = reader.headers().map_err(|e| damaged(path, e))?.iter().map(String::from).collect();
    let places = numbers.iter().map(|name| place(path, &known, name)).collect::<Result<Vec<_>, _>>()?;
    let words_at = words.map(|words| place(path, &known, words)).transpose()?;
    let mut columns: Vec<Numbers> =
        numbers.iter().map(|name| Numbers { name: (*name).to_string(), unit: None, values: Vec::new() }).collect();
    let mut texts = Vec::new();
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(|e| damaged(path, e))? {
        for (column, at) in columns.iter_mut().zip(&places) {
            let text = record.get(*at).unwrap_or_default();
            column.values.push(number(text).map_err(|_| ReadError::Kind {
                path: path.to_path_buf(),
                column: column.name.clone(),
                wanted: NUMBERS,
                found: format!("`{text}` on line {}", record.position().map_or(0, Position::line)),
            })?);
        }
        texts.extend(words_at.map(|at| record.get(at).unwrap_or_default().to_string()));
    }
    Ok(Selection { numbers: columns, words: texts })
}
