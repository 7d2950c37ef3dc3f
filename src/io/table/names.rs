//! The names of the columns of a table.

use super::Format;
use super::read::{ReadError, csv_header, damaged};
use ::parquet::file::reader::{FileReader as _, SerializedFileReader};
use std::fs::File;
use std::path::Path;

/// Reads the names of the columns of a table.
///
/// # Errors
/// Where the file cannot be opened or is damaged.
pub fn column_names(path: &Path, format: Format) -> Result<Vec<String>, ReadError> {
    if format == Format::Csv {
        return csv_header(path);
    }
    let file = File::open(path).map_err(|source| ReadError::Open { path: path.to_path_buf(), source })?;
    let reader = SerializedFileReader::new(file).map_err(|e| damaged(path, e))?;
    let schema = reader.metadata().file_metadata().schema_descr();
    Ok(schema.columns().iter().map(|column| column.path().string()).collect())
}
