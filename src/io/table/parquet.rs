//! Tables as Apache Parquet files.

use std::borrow::Cow;
use std::io::Write as _;
use std::mem;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::{ParquetError, Result as Encoded};
use parquet::file::metadata::{FileMetaData, KeyValue, ParquetMetaData, ParquetMetaDataWriter};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::writer::{SerializedColumnWriter, SerializedRowGroupWriter, TrackedWrite};
use parquet::schema::types::{ColumnPath, SchemaDescPtr, SchemaDescriptor, Type};

use super::append_file::AppendFile;
use super::column::check_columns;
use super::storage::Storage;
use super::{Column, ColumnKind, Field, TableError, TableWriter};

/// The bytes at the beginning of every Parquet file.
const MAGIC: &[u8] = b"PAR1";

/// The level of the zstd compression: numbers that look random gain little from more.
const ZSTD_LEVEL: i32 = 1;

/// A Parquet file with one row group for each chunk.
///
/// The unit of the column `x` is the file metadata entry `unit.x`.
pub(super) struct ParquetTable<S> {
    fields: Vec<Field>,
    file: AppendFile<S>,
    schema: SchemaDescPtr,
    properties: WriterPropertiesPtr,
    /// Holds the bytes of one row group and counts those of all, since the metadata of a
    /// row group states its place in the file.
    encoder: TrackedWrite<Vec<u8>>,
    metadata: ParquetMetaData,
}

impl<S: Storage> ParquetTable<S> {
    /// Starts a table in the empty file `storage`.
    pub(super) fn new(path: &Path, storage: S, fields: Vec<Field>) -> Result<Self, TableError> {
        let start = || -> Encoded<_> {
            let schema = Arc::new(SchemaDescriptor::new(Arc::new(schema(&fields)?)));
            let properties = Arc::new(properties(&fields)?);
            let metadata = ParquetMetaData::new(
                FileMetaData::new(
                    properties.writer_version().as_num(),
                    0,
                    Some(properties.created_by().to_string()),
                    Some(units(&fields)).filter(|units| !units.is_empty()),
                    Arc::clone(&schema),
                    None,
                ),
                Vec::new(),
            );
            let mut encoder = TrackedWrite::new(Vec::new());
            encoder.write_all(MAGIC)?;
            let body = take_bytes(&mut encoder)?;
            let tail = footer(&metadata)?;
            Ok((schema, properties, metadata, encoder, body, tail))
        };
        let (schema, properties, metadata, encoder, body, tail) = start().map_err(|error| TableError::Encode {
            path: path.to_path_buf(),
            rows_kept: 0,
            source: error.into(),
        })?;
        Ok(Self { file: AppendFile::new(path, storage, body, tail)?, fields, schema, properties, encoder, metadata })
    }

    /// Encodes one row group and returns its bytes and the footer that includes it.
    fn encode(&mut self, columns: &[Column], rows: usize) -> Encoded<(Vec<u8>, Vec<u8>)> {
        let ordinal = i32::try_from(self.metadata.num_row_groups())
            .map_err(|_| ParquetError::General("a file holds at most 2^31 row groups".into()))?;
        let mut group = SerializedRowGroupWriter::new(
            Arc::clone(&self.schema),
            Arc::clone(&self.properties),
            &mut self.encoder,
            ordinal,
            None,
        );
        let all_valid = vec![1; rows];
        for column in columns {
            let writer = group
                .next_column()?
                .ok_or_else(|| ParquetError::General("the schema has fewer columns than the table".into()))?;
            write_column(writer, column, &all_valid)?;
        }
        let group = Arc::unwrap_or_clone(group.close()?);
        let empty = ParquetMetaData::new(self.metadata.file_metadata().clone(), Vec::new());
        self.metadata = mem::replace(&mut self.metadata, empty).into_builder().add_row_group(group).build();
        Ok((take_bytes(&mut self.encoder)?, footer(&self.metadata)?))
    }
}

impl<S: Storage> TableWriter for ParquetTable<S> {
    fn append(&mut self, columns: &[Column]) -> Result<(), TableError> {
        self.file.check_open()?;
        let rows = check_columns(self.file.path(), &self.fields, columns)?;
        if rows == 0 {
            return Ok(());
        }
        match self.encode(columns, rows) {
            Ok((body, tail)) => self.file.append(body, tail, rows as u64),
            Err(error) => Err(self.file.encoding_failed(error)),
        }
    }

    fn rows(&self) -> u64 {
        self.file.rows()
    }

    fn finish(self: Box<Self>) -> Result<u64, TableError> {
        self.file.finish()
    }
}

/// Writes one column of a row group; `all_valid` holds a 1 for every row.
fn write_column(mut writer: SerializedColumnWriter<'_>, column: &Column, all_valid: &[i16]) -> Encoded<()> {
    match column {
        Column::Integer(values) => {
            let signed: Vec<i64> = values.iter().map(|value| value.cast_signed()).collect();
            writer.typed::<Int64Type>().write_batch(&signed, None, None)?;
        }
        Column::Real(values, None) => {
            writer.typed::<DoubleType>().write_batch(values, Some(all_valid), None)?;
        }
        Column::Real(values, Some(valid)) => {
            let levels: Vec<i16> = valid.iter().map(|&mark| i16::from(mark)).collect();
            let present: Vec<f64> =
                values.iter().zip(valid).filter_map(|(&value, &mark)| mark.then_some(value)).collect();
            writer.typed::<DoubleType>().write_batch(&present, Some(&levels), None)?;
        }
        Column::Text(values) => {
            let words: Vec<ByteArray> = values
                .iter()
                .map(|word| match word {
                    Cow::Borrowed(word) => ByteArray::from(Bytes::from_static(word.as_bytes())),
                    Cow::Owned(word) => ByteArray::from(Bytes::copy_from_slice(word.as_bytes())),
                })
                .collect();
            writer.typed::<ByteArrayType>().write_batch(&words, None, None)?;
        }
    }
    writer.close()
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
                .set_column_encoding(column.clone(), Encoding::PLAIN)
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

/// The complete end of a file with the row groups of `metadata`.
fn footer(metadata: &ParquetMetaData) -> Encoded<Vec<u8>> {
    let mut bytes = Vec::new();
    ParquetMetaDataWriter::new(&mut bytes, metadata).finish()?;
    Ok(bytes)
}

/// Takes the bytes encoded since the last call; the count of all bytes goes on.
fn take_bytes(encoder: &mut TrackedWrite<Vec<u8>>) -> Encoded<Vec<u8>> {
    encoder.flush()?;
    Ok(mem::take(encoder.inner_mut()))
}
