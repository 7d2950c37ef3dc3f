//! Tables as Apache Parquet files.

use std::borrow::Cow;
use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::writer::{ColumnCloseResult, ColumnWriter, get_column_writer, get_typed_column_writer};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::{ParquetError, Result as Encoded};
use parquet::file::metadata::{FileMetaData, KeyValue, ParquetMetaData, ParquetMetaDataWriter, RowGroupMetaData};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::reader::SerializedFileReader;
use parquet::file::serialized_reader::ReadOptionsBuilder;
use parquet::file::writer::{SerializedPageWriter, SerializedRowGroupWriter, TrackedWrite};
use parquet::schema::types::{ColumnPath, SchemaDescPtr, SchemaDescriptor, Type};

use super::{Column, ColumnKind, Field};
use crate::ensemble::FEWEST_SHARED;
use rayon::prelude::*;

/// The bytes at the beginning of every Parquet file.
pub(super) const MAGIC: &[u8] = b"PAR1";

/// The level of the zstd compression: numbers that look random gain little from more. Of numbers whose bytes of equal weight lie side by side
/// (byte stream split) it leaves 5.2 bytes each, of numbers as they are 6.2, and takes less time (`benches/RESULTS.md`).
const ZSTD_LEVEL: i32 = 1;

/// Values of a row group, about; in unit tests few, so that they fill some.
const GROUP_VALUES: usize = if cfg!(test) { 1 << 11 } else { 1 << 20 };

/// Encodes row groups and the footer. The unit of the column `x` is the file metadata entry `unit.x`.
pub(super) struct ParquetEncoder {
    schema: SchemaDescPtr,
    properties: WriterPropertiesPtr,
    about: FileMetaData,
    /// The row groups of the body.
    groups: Vec<RowGroupMetaData>,
}

/// A row group that begins at a place of the file: its bytes, and what the footer says of it.
pub(super) struct Group {
    pub(super) bytes: Vec<u8>,
    about: RowGroupMetaData,
}

/// Returns the rows of a row group of a table with so many columns: all but the last have as many, however the rows
/// came.
pub(super) fn group_rows(columns: usize) -> usize {
    (GROUP_VALUES / columns.max(1)).next_power_of_two().clamp(1 << 8, 1 << 18)
}

impl ParquetEncoder {
    /// Makes the encoder of tables with some columns, and the row groups that are in the body already.
    pub(super) fn new(fields: &[Field], groups: Vec<RowGroupMetaData>) -> Encoded<Self> {
        let schema = Arc::new(SchemaDescriptor::new(Arc::new(schema(fields)?)));
        let properties = Arc::new(properties(fields)?);
        let units = Some(units(fields)).filter(|units| !units.is_empty());
        let created_by = Some(properties.created_by().to_string());
        let version = properties.writer_version().as_num();
        let about = FileMetaData::new(version, 0, created_by, units, Arc::clone(&schema), None);
        Ok(Self { schema, properties, about, groups })
    }

    /// Encodes some rows as the group that follows those of the body, which ends at `body`.
    pub(super) fn encode(&self, columns: &[Column], rows: Range<usize>, body: u64) -> Encoded<Group> {
        let ordinal = i32::try_from(self.groups.len())
            .map_err(|_| ParquetError::General("a file holds at most 2^31 row groups".into()))?;
        if columns.len() != self.schema.num_columns() {
            return Err(ParquetError::General("the schema has other columns than the table".into()));
        }
        let encode = |column| self.encode_column(column, rows.clone());
        let encoded = if rows.len() < FEWEST_SHARED {
            columns.iter().enumerate().map(encode).collect::<Encoded<Vec<_>>>()?
        } else {
            columns.par_iter().enumerate().map(encode).collect::<Encoded<Vec<_>>>()?
        };
        let mut encoder = TrackedWrite::new(Vec::new());
        let (schema, properties) = (Arc::clone(&self.schema), Arc::clone(&self.properties));
        let mut group = SerializedRowGroupWriter::new(schema, properties, &mut encoder, ordinal, None);
        encoded.into_iter().try_for_each(|(bytes, close)| group.append_column(&bytes, close))?;
        let about = Arc::unwrap_or_clone(group.close()?);
        Ok(Group { bytes: encoder.into_inner()?, about: moved(about, body)? })
    }

    /// Encodes some rows of a column.
    fn encode_column(&self, (at, column): (usize, &Column), rows: Range<usize>) -> Encoded<(Bytes, ColumnCloseResult)> {
        let mut encoder = TrackedWrite::new(Vec::new());
        let pages = Box::new(SerializedPageWriter::new(&mut encoder));
        let writer = get_column_writer(self.schema.column(at), Arc::clone(&self.properties), pages);
        let close = write_column(writer, column, rows)?;
        Ok((encoder.into_inner()?.into(), close))
    }

    /// Counts a group to the body.
    pub(super) fn keep(&mut self, group: Group) {
        self.groups.push(group.about);
    }

    /// Makes the end of a file with the groups of the body and perhaps one more.
    pub(super) fn footer(&self, last: Option<Group>) -> Encoded<Vec<u8>> {
        let groups: Vec<RowGroupMetaData> = self.groups.iter().cloned().chain(last.map(|group| group.about)).collect();
        let rows = groups.iter().map(RowGroupMetaData::num_rows).sum();
        let about = &self.about;
        let about = FileMetaData::new(
            about.version(),
            rows,
            about.created_by().map(str::to_string),
            about.key_value_metadata().cloned(),
            Arc::clone(&self.schema),
            None,
        );
        let mut bytes = Vec::new();
        ParquetMetaDataWriter::new(&mut bytes, &ParquetMetaData::new(about, groups)).finish()?;
        Ok(bytes)
    }
}

/// Moves further back a row group that was encoded as if it began the file.
fn moved(group: RowGroupMetaData, by: u64) -> Encoded<RowGroupMetaData> {
    let by = i64::try_from(by).map_err(|_| ParquetError::General("a file has at most 2^63 bytes".into()))?;
    let offset = group.file_offset();
    let columns = group.columns().iter().map(|column| {
        let (data, dictionary) = (column.data_page_offset(), column.dictionary_page_offset());
        let builder = column.clone().into_builder().set_data_page_offset(data + by);
        builder.set_dictionary_page_offset(dictionary.map(|offset| offset + by)).build()
    });
    let columns = columns.collect::<Encoded<Vec<_>>>()?;
    let builder = group.into_builder().set_column_metadata(columns);
    offset.into_iter().fold(builder, |builder, offset| builder.set_file_offset(offset + by)).build()
}

/// Writes rows of one column of a row group.
fn write_column(writer: ColumnWriter<'_>, column: &Column, rows: Range<usize>) -> Encoded<ColumnCloseResult> {
    match column {
        Column::Integer(values) => {
            let signed: Vec<i64> = values[rows].iter().map(|value| value.cast_signed()).collect();
            let mut writer = get_typed_column_writer::<Int64Type>(writer);
            writer.write_batch(&signed, None, None)?;
            writer.close()
        }
        Column::Real(values) => {
            let values = &values[rows];
            let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_finite())).collect();
            let present: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
            let mut writer = get_typed_column_writer::<DoubleType>(writer);
            writer.write_batch(&present, Some(&levels), None)?;
            writer.close()
        }
        Column::Text(values) => {
            let words: Vec<ByteArray> = values[rows]
                .iter()
                .map(|word| match word {
                    Cow::Borrowed(word) => ByteArray::from(Bytes::from_static(word.as_bytes())),
                    Cow::Owned(word) => ByteArray::from(Bytes::copy_from_slice(word.as_bytes())),
                })
                .collect();
            let mut writer = get_typed_column_writer::<ByteArrayType>(writer);
            writer.write_batch(&words, None, None)?;
            writer.close()
        }
    }
}

/// Opens a file with all that its footer says.
pub(super) fn open(path: &Path) -> Encoded<SerializedFileReader<File>> {
    // what is read is to be written again as it was
    let options = ReadOptionsBuilder::new().with_encoding_stats_as_mask(false).build();
    SerializedFileReader::new_with_options(File::open(path)?, options)
}

fn schema(fields: &[Field]) -> Encoded<Type> {
    let mut columns = Vec::with_capacity(fields.len());
    for field in fields {
        let (physical, repetition, logical) = match field.kind {
            ColumnKind::Integer => (Physical::INT64, Repetition::REQUIRED, Some(LogicalType::integer(64, false))),
            ColumnKind::Real => (Physical::DOUBLE, Repetition::OPTIONAL, None),
            ColumnKind::Text => (Physical::BYTE_ARRAY, Repetition::REQUIRED, Some(LogicalType::String)),
        };
        let column = Type::primitive_type_builder(&field.name, physical)
            .with_repetition(repetition)
            .with_logical_type(logical)
            .build()?;
        columns.push(Arc::new(column));
    }
    Type::group_type_builder("schema").with_fields(columns).build()
}

fn properties(fields: &[Field]) -> Encoded<WriterProperties> {
    let mut builder = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .set_dictionary_enabled(false);
    for field in fields {
        let column = ColumnPath::new(vec![field.name.clone()]);
        builder = match field.kind {
            ColumnKind::Integer => builder.set_column_encoding(column, Encoding::DELTA_BINARY_PACKED),
            // Readers disagree on the order of NaN and of the two zeros, so smallest and
            // largest values of such columns help few of them and lengthen the footer.
            ColumnKind::Real => builder
                .set_column_encoding(column.clone(), Encoding::BYTE_STREAM_SPLIT)
                .set_column_statistics_enabled(column, EnabledStatistics::None),
            ColumnKind::Text => builder.set_column_dictionary_enabled(column, true),
        };
    }
    Ok(builder.build())
}

fn units(fields: &[Field]) -> Vec<KeyValue> {
    fields
        .iter()
        .filter_map(|field| {
            let unit = field.unit.clone()?;
            Some(KeyValue::new(format!("unit.{}", field.name), unit))
        })
        .collect()
}
