//! The plan whose members are the rows of a CSV file.

use std::collections::HashSet;
use std::path::Path;

use csv::{ReaderBuilder, StringRecord, Writer};

use super::columns::first_repeated;
use super::rule::Rule;
use super::texts::Texts;
use super::{PlanInfo, TableError};
use crate::model::text::{printable, shortened};
use crate::model::unit::{Factor, Header, Unit};

pub(super) const INFO: PlanInfo = PlanInfo {
    name: "table",
    help: "one member per row of a CSV file whose header names the parameters",
    sequence: None,
    example: r#"[plan]
kind = "table"
file = "members.csv" # mass,stiffness and a line per member
columns = ["mass"] # must be there
"#,
};

/// A table of parameter values: a column per parameter, a row per member.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    columns: Vec<String>,
    rows: u64,
    /// All values, row by row.
    values: Vec<f64>,
    /// The texts that numbers of columns stand for.
    texts: Vec<Texts>,
    /// The table without the columns that are left out, where some are.
    without_results: Option<String>,
}

/// Says which columns a table may have.
#[derive(Clone, Copy, Debug, Default)]
pub struct TableColumns<'a> {
    /// The names that a column may have.
    pub parameters: &'a [String],
    /// Those that have to be there.
    pub required: &'a [String],
    /// Those that may have texts for values, see [`Table::texts`].
    pub words: &'a [String],
    /// The heads of columns that are left out: what a run found.
    pub results: &'a [String],
}

impl Table {
    /// Reads a CSV file whose header names parameters and whose rows are members.
    ///
    /// `parameters` are the names that a column may have, `required` those that have to be
    /// there. Blanks around values and blank lines do not matter.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is not such a table, or its columns do not fit; the error
    /// names the file and, where there is one, the line and the column.
    pub fn read(path: &Path, parameters: &[String], required: &[String]) -> Result<Self, TableError> {
        Self::read_in_units(path, &TableColumns { parameters, required, ..TableColumns::default() }, |_| None)
    }

    /// Reads a CSV file as [`Table::read`] does; numbers of a column whose header states a unit, as in `mass (g)`, are
    /// converted to that of the parameter, which `unit_of` tells, or without one to that of the SI.
    ///
    /// # Errors
    ///
    /// As [`Table::read`], and if what the header states is no unit, or one of another quantity.
    pub fn read_in_units(
        path: &Path,
        columns: &TableColumns<'_>,
        unit_of: impl Fn(&str) -> Option<Unit>,
    ) -> Result<Self, TableError> {
        let bytes = std::fs::read(path).map_err(|source| TableError::Unreadable { file: path.to_owned(), source })?;
        let text = std::str::from_utf8(&bytes).map_err(|error| TableError::NotText {
            file: path.to_owned(),
            line: line_at(&bytes, error.valid_up_to()),
        })?;
        Self::of_text(path, text, columns, unit_of)
    }

    /// Reads the text of a table as [`Table::read_in_units`] does; `path` is its file, for messages.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn of_text(
        path: &Path,
        text: &str,
        columns: &TableColumns<'_>,
        unit_of: impl Fn(&str) -> Option<Unit>,
    ) -> Result<Self, TableError> {
        Source { file: path, text }.read(columns, unit_of)
    }

    /// Makes a table of given values, row by row.
    ///
    /// # Panics
    ///
    /// If there is no row, or the values are no whole number of rows.
    #[must_use]
    pub fn of_rows(columns: Vec<String>, values: Vec<f64>) -> Self {
        assert!(!columns.is_empty() && !values.is_empty() && values.len().is_multiple_of(columns.len()), "whole rows");
        Self { rows: (values.len() / columns.len()) as u64, columns, values, texts: Vec::new(), without_results: None }
    }

    /// Returns the texts of a column in the order in which they first come, which its values count from zero; nothing where they are
    /// numbers themselves.
    #[must_use]
    pub fn texts(&self, column: &str) -> Option<&[String]> {
        let at = self.columns.iter().position(|name| name == column)?;
        self.texts.iter().find(|texts| texts.column == at).map(|texts| &texts.in_order[..])
    }

    /// Returns the table, of which this text is read again.
    #[must_use]
    pub fn with_text(self, text: String) -> Self {
        Self { without_results: Some(text), ..self }
    }

    /// Returns the table in CSV without the columns that are left out, where some are.
    #[must_use]
    pub fn without_results(&self) -> Option<&str> {
        self.without_results.as_deref()
    }

    /// Names of the columns in the order of the file.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Returns the number of rows, at least one.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }
}

impl Rule for Table {
    fn fill(&self, member: u64, values: &mut [f64]) {
        let row = usize::try_from(member)
            .ok()
            .and_then(|member| self.values.chunks_exact(self.columns.len().max(1)).nth(member));
        match row {
            Some(row) => values.iter_mut().zip(row).for_each(|(to, from)| *to = *from),
            None => values.fill(f64::NAN),
        }
    }
}

/// The text of a table and the name of its file, for messages.
struct Source<'a> {
    file: &'a Path,
    text: &'a str,
}

impl Source<'_> {
    /// Reads the header and all rows.
    fn read(&self, may: &TableColumns<'_>, unit_of: impl Fn(&str) -> Option<Unit>) -> Result<Table, TableError> {
        // fields are trimmed here: the reader's own trimming copies every record (a run of 262,144 members took a tenth longer)
        let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(self.text.as_bytes());
        let mut record = StringRecord::new();
        let mut next = |record: &mut StringRecord| reader.read_record(record).map_err(|source| self.malformed(source));
        if !next(&mut record)? {
            return Err(TableError::NoHeader { file: self.file.to_owned() });
        }
        let (line, width) = (self.line(&record), record.len());
        let known: HashSet<&str> = may.parameters.iter().map(String::as_str).collect();
        let unit = |message| TableError::Unit { file: self.file.to_owned(), line, message };
        let is_kept = |head: &str| !may.results.iter().any(|result| result == head.trim());
        let kept: Vec<usize> =
            record.iter().enumerate().filter(|(_, head)| is_kept(head)).map(|(place, _)| place).collect();
        let read = |place: &usize| Header::read(&record[*place], |name| known.contains(name)).map_err(unit);
        let headers = kept.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let columns: Vec<String> = headers.iter().map(|header| header.name.clone()).collect();
        self.check_columns(&columns, line, may.parameters, may.required)?;
        let size = |header: &Header| header.conversion(unit_of(&header.name).as_ref()).map_err(unit);
        let sizes = headers.iter().map(size).collect::<Result<Vec<Factor>, _>>()?;

        let mut rows = 0;
        let mut values = Vec::new();
        let mut texts: Vec<Texts> =
            (0..columns.len()).filter(|at| may.words.contains(&columns[*at])).map(Texts::of).collect();
        let mut copy = (kept.len() < width).then(|| Writer::from_writer(Vec::new()));
        keep(&mut copy, &record, &kept);
        while next(&mut record)? {
            self.push_row(&record, (&columns, &kept, width), &mut texts, &mut values)?;
            keep(&mut copy, &record, &kept);
            rows += 1;
        }
        if rows == 0 {
            return Err(TableError::NoRows { file: self.file.to_owned() });
        }
        texts.retain(|texts| !texts.are_numbers(columns.len(), &mut values));
        let is_size = |(at, size): &(usize, &Factor)| !size.is_one() && texts.iter().all(|texts| texts.column != *at);
        for (column, size) in sizes.iter().enumerate().filter(is_size) {
            values.iter_mut().skip(column).step_by(columns.len()).for_each(|x: &mut f64| *x = size.to_si(*x));
        }
        // memory takes whatever is written
        let text = |copy: Writer<Vec<u8>>| String::from_utf8(copy.into_inner().ok()?).ok();
        Ok(Table { columns, rows, values, texts, without_results: copy.and_then(text) })
    }

    /// Checks the names in the header, which stands on `line`.
    fn check_columns(
        &self,
        columns: &[String],
        line: usize,
        parameters: &[String],
        required: &[String],
    ) -> Result<(), TableError> {
        let known: HashSet<&String> = parameters.iter().collect();
        if let Some(unknown) = columns.iter().find(|column| !known.contains(column)) {
            return Err(TableError::UnknownColumn {
                file: self.file.to_owned(),
                line,
                column: shown(unknown),
                nearest: nearest(&shown(unknown), parameters),
                parameters: parameters.to_vec(),
            });
        }
        if let Some(column) = first_repeated(columns) {
            return Err(TableError::RepeatedColumn { file: self.file.to_owned(), line, column: shown(column) });
        }
        match required.iter().find(|name| !columns.contains(name)) {
            Some(missing) => Err(TableError::MissingColumn {
                file: self.file.to_owned(),
                column: missing.clone(),
                found: columns.iter().map(|column| shown(column)).collect(),
            }),
            None => Ok(()),
        }
    }

    /// Appends the numbers of a row.
    fn push_row(
        &self,
        record: &StringRecord,
        (columns, kept, width): (&[String], &[usize], usize),
        texts: &mut [Texts],
        values: &mut Vec<f64>,
    ) -> Result<(), TableError> {
        if record.len() != width {
            return Err(TableError::RowLength {
                file: self.file.to_owned(),
                line: self.line(record),
                expected: width,
                found: record.len(),
                open: self.is_open(record),
            });
        }
        for (at, (column, text)) in columns.iter().zip(kept.iter().map(|place| record[*place].trim())).enumerate() {
            if let Some(texts) = texts.iter_mut().find(|texts| texts.column == at) {
                values.push(texts.number(text));
                continue;
            }
            let value = text.parse().ok().filter(|value: &f64| value.is_finite());
            values.push(value.ok_or_else(|| TableError::NotANumber {
                file: self.file.to_owned(),
                line: self.line(record),
                column: column.clone(),
                text: shown(text),
                open: text.contains('\n'),
            })?);
        }
        Ok(())
    }

    /// Says whether a quote of a record is closed lines later, or never.
    fn is_open(&self, record: &StringRecord) -> bool {
        let start = record.position().map_or(0, csv::Position::byte);
        let rest = usize::try_from(start).ok().and_then(|start| self.text.get(start..)).unwrap_or_default();
        record.iter().any(|field| field.contains('\n')) || rest.matches('"').count() % 2 == 1
    }

    /// Returns the line on which a record starts.
    ///
    /// The reader's own position is where the previous record ended, so blank lines between
    /// the two are skipped here.
    fn line(&self, record: &StringRecord) -> usize {
        let start = record.position().map_or(0, csv::Position::byte);
        let bytes = self.text.as_bytes();
        let mut place = usize::try_from(start).unwrap_or(bytes.len());
        while matches!(bytes.get(place), Some(b'\n' | b'\r')) {
            place += 1;
        }
        line_at(bytes, place)
    }

    /// Makes the error of the reader itself.
    fn malformed(&self, source: csv::Error) -> TableError {
        let line = source.position().map_or(1, csv::Position::line);
        TableError::Malformed { file: self.file.to_owned(), line: usize::try_from(line).unwrap_or(usize::MAX), source }
    }
}

/// Adds the fields of a record that are kept to a copy of a table, if there is one.
fn keep(copy: &mut Option<Writer<Vec<u8>>>, record: &StringRecord, kept: &[usize]) {
    if let Some(copy) = copy {
        // memory takes whatever is written
        let _ = copy.write_record(kept.iter().map(|place| &record[*place]));
    }
}

/// Prints what stands in a field, for a message: one line, and of a long text its beginning.
fn shown(text: &str) -> String {
    printable(&shortened(text)).into_owned()
}

/// Returns the line, counted from 1, of the byte at `place`.
fn line_at(bytes: &[u8], place: usize) -> usize {
    let before = bytes.get(..place).unwrap_or(bytes);
    before.split(|&byte| byte == b'\n').count()
}

/// Returns the parameter that resembles `name` most, if one does.
fn nearest(name: &str, parameters: &[String]) -> Option<String> {
    parameters
        .iter()
        .map(|parameter| (strsim::jaro_winkler(parameter, name), parameter))
        .filter(|&(similarity, _)| similarity > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, parameter)| parameter.clone())
}
