//! Columns of CSV whose heads may state units.

use super::Format;
use super::read::{Numbers, ReadError, csv_header, read_numbers};
use crate::model::unit::{Header, Unit};
use std::path::Path;

/// Reads the names of the columns of a table in CSV; of a head such as `travel (mm)` the name alone, where it is one that is
/// known.
///
/// # Errors
/// As [`csv_header`], and where a head states what is no unit, or a name comes twice.
pub fn csv_names(path: &Path, is_known: impl Fn(&str) -> bool) -> Result<Vec<String>, ReadError> {
    Ok(headers(path, is_known)?.into_iter().map(|(_, header)| header.name).collect())
}

/// Reads columns of numbers of a table in CSV, each in the unit that is wanted: none stands for that of the SI.
///
/// # Errors
/// As [`csv_names`] and [`read_numbers`], and where a head states a unit of another quantity.
pub fn read_in_units(path: &Path, wanted: &[(&str, Option<Unit>)]) -> Result<Vec<Numbers>, ReadError> {
    let headers = headers(path, |name| wanted.iter().any(|(known, _)| *known == name))?;
    let head = |name: &str| headers.iter().find(|(_, header)| header.name == name);
    let heads: Vec<&str> = wanted.iter().map(|(name, _)| head(name).map_or(*name, |(head, _)| head.as_str())).collect();
    let mut columns = read_numbers(path, Format::Csv, &heads)?;
    for (column, (name, unit)) in columns.iter_mut().zip(wanted) {
        let Some((_, header)) = head(name) else { continue };
        let size = header.conversion(unit.as_ref()).map_err(|message| wrong(path, message))?;
        column.name = (*name).to_string();
        column.values.iter_mut().filter(|_| !size.is_one()).for_each(|x| *x = size.to_si(*x));
    }
    Ok(columns)
}

/// Returns the heads of the columns, with what they say.
fn headers(path: &Path, is_known: impl Fn(&str) -> bool) -> Result<Vec<(String, Header)>, ReadError> {
    let mut headers: Vec<(String, Header)> = Vec::new();
    for head in csv_header(path)? {
        let header = Header::read(&head, &is_known).map_err(|message| wrong(path, message))?;
        if is_known(&header.name) && headers.iter().any(|(_, other)| other.name == header.name) {
            return Err(wrong(path, format!("the column {:?} comes twice", header.name)));
        }
        headers.push((head, header));
    }
    Ok(headers)
}

fn wrong(path: &Path, message: String) -> ReadError {
    ReadError::Unit { path: path.to_path_buf(), message }
}
