//! Columns of CSV whose heads may state units.

use super::Format;
use super::read::{Numbers, ReadError, csv_header, read_numbers};
use crate::model::unit::{Factor, Header, Unit};
use std::path::Path;

/// Reads the names of the columns of a table in CSV; of a head such as `travel (mm)` the name alone, where it is one that is
/// known.
///
/// # Errors
/// As [`csv_header`], and where a head states what is no unit, or a name comes twice.
pub fn csv_names(path: &Path, is_known: impl Fn(&str) -> bool) -> Result<Vec<String>, ReadError> {
    Ok(heads(path, is_known)?.names().map(str::to_string).collect())
}

/// Holds the heads of the columns of a table, with the units that they state.
pub(crate) struct Heads(Vec<(String, Header)>);

impl Heads {
    /// Reads heads; `is_known` tells the names that a column may have, of which none may come twice.
    ///
    /// # Errors
    /// Where a head states what is no unit, or a name comes twice: a message.
    pub(crate) fn read<'a>(
        heads: impl IntoIterator<Item = &'a str>,
        is_known: impl Fn(&str) -> bool,
    ) -> Result<Self, String> {
        let mut found: Vec<(String, Header)> = Vec::new();
        for head in heads {
            let header = Header::read(head, &is_known)?;
            if is_known(&header.name) && found.iter().any(|(_, other)| other.name == header.name) {
                return Err(format!("the column {:?} comes twice", header.name));
            }
            found.push((head.to_string(), header));
        }
        Ok(Self(found))
    }

    /// Returns the names of the columns.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(_, header)| header.name.as_str())
    }

    /// Returns the number of the column of a name, its head, and the factor by which its numbers are in a unit: none stands for
    /// that of the SI. Nothing where there is no such column.
    ///
    /// # Errors
    /// Where the head states a unit of another quantity: a message.
    pub(crate) fn column(&self, name: &str, unit: Option<&Unit>) -> Result<Option<(usize, &str, Factor)>, String> {
        let found = self.0.iter().enumerate().find(|(_, (_, header))| header.name == name);
        found.map(|(at, (head, header))| Ok((at, head.as_str(), header.conversion(unit)?))).transpose()
    }
}

/// Reads columns of numbers of a table in CSV, each in the unit that is wanted: none stands for that of the SI.
///
/// # Errors
/// As [`csv_names`] and [`read_numbers`], and where a head states a unit of another quantity.
pub fn read_in_units(path: &Path, wanted: &[(&str, Option<Unit>)]) -> Result<Vec<Numbers>, ReadError> {
    let heads = heads(path, |name| wanted.iter().any(|(known, _)| *known == name))?;
    let of = |(name, unit): &(&str, Option<Unit>)| heads.column(name, unit.as_ref());
    let found = wanted.iter().map(of).collect::<Result<Vec<_>, _>>().map_err(|message| wrong(path, message))?;
    let names: Vec<&str> =
        wanted.iter().zip(&found).map(|((name, _), found)| found.map_or(*name, |(_, head, _)| head)).collect();
    let mut columns = read_numbers(path, Format::Csv, &names)?;
    for (column, ((name, _), found)) in columns.iter_mut().zip(wanted.iter().zip(found)) {
        let Some((_, _, size)) = found else { continue };
        column.name = (*name).to_string();
        column.values.iter_mut().filter(|_| !size.is_one()).for_each(|x| *x = size.to_si(*x));
    }
    Ok(columns)
}

/// Returns the heads of the columns of a table in CSV.
fn heads(path: &Path, is_known: impl Fn(&str) -> bool) -> Result<Heads, ReadError> {
    Heads::read(csv_header(path)?.iter().map(String::as_str), is_known).map_err(|message| wrong(path, message))
}

fn wrong(path: &Path, message: String) -> ReadError {
    ReadError::Unit { path: path.to_path_buf(), message }
}
