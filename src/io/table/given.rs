//! Tables of numbers that a user gives: heads with units, rows one by one, and the place of whatever is wrong.

use super::heads::Heads;
use super::read::{Numbers, ReadError};
use super::{Format, column_names, read_numbers};
use crate::io::cause::cause;
use crate::model::text::{of_cells, shortened};
use crate::model::unit::{Factor, Unit};
use crate::model::{Invalid, row_place};
use crate::plot::counted;
use csv::{Reader, ReaderBuilder, StringRecord, Writer};
use std::io::Cursor;
use std::path::Path;
use std::rc::Rc;

/// Reads a table of numbers row by row. Blanks around cells and blank lines do not matter.
pub struct GivenTable {
    name: String,
    is_parquet: bool,
    text: Rc<[u8]>,
    reader: Reader<Cursor<Rc<[u8]>>>,
    heads: Heads,
    /// The line of the heads.
    head: usize,
    record: StringRecord,
    /// The lines of the rows so far.
    lines: Vec<usize>,
    /// The line of the record, which is that of this byte.
    line: (usize, usize),
}

/// Holds where the numbers of a column are, and the factor by which they are in the unit that is wanted.
#[derive(Clone, Debug)]
pub struct NumberColumn {
    /// The name of the column.
    pub name: String,
    /// The number of the column in the table.
    pub at: usize,
    factor: Factor,
}

impl NumberColumn {
    /// Returns a number of the column in the unit that is wanted.
    pub fn in_unit(&self, x: f64) -> f64 {
        self.factor.to_si(x)
    }
}

impl GivenTable {
    /// Opens a file: Parquet, where its name or its content says so, or else CSV. `is_known` tells the names that a column may have, behind which
    /// a head may state a unit, as in `travel (mm)`, and of which none may come twice.
    ///
    /// # Errors
    /// Where the file cannot be read, or as [`Self::of_text`].
    pub fn open(file: &Path, is_known: impl Fn(&str) -> bool) -> Result<Self, Invalid> {
        let name = file.display().to_string();
        let wrong = |message| Invalid { place: name.clone(), message };
        let mut text = std::fs::read(file).map_err(|error| wrong(unreadable(error)))?;
        // copies beside results have names of their own
        let is_parquet = Format::of_name(file) == Some(Format::Parquet) || is_parquet(&text);
        if is_parquet {
            text = parquet_as_csv(file, &is_known).map_err(wrong)?;
        }
        Self::new(name, is_parquet, text, is_known)
    }

    /// Reads the heads of a text of comma-separated values, which messages give this name.
    ///
    /// # Errors
    /// Where the text is not UTF-8 or has no heads, and of heads that are numbers, state what is no unit, or come twice.
    pub fn of_text(name: &str, text: Vec<u8>, is_known: impl Fn(&str) -> bool) -> Result<Self, Invalid> {
        Self::new(name.into(), false, text, is_known)
    }

    fn new(name: String, is_parquet: bool, text: Vec<u8>, is_known: impl Fn(&str) -> bool) -> Result<Self, Invalid> {
        if let Err(error) = std::str::from_utf8(&text) {
            let line = 1 + text[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
            return Err(Invalid { place: format!("{name}:{line}"), message: "the table is not UTF-8 text".into() });
        }
        let text: Rc<[u8]> = text.into();
        // cells are trimmed here: the reader's own trimming copies every record (262,144 rows took a tenth longer)
        let reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(Cursor::new(text.clone()));
        let (record, heads) = (StringRecord::new(), Heads::default());
        let mut table =
            Self { name, is_parquet, text, reader, heads, head: 1, record, lines: Vec::new(), line: (1, 0) };
        if !table.advance()? {
            return Err(table.whole("the table has no header that names its columns"));
        }
        table.head = table.line.0;
        let heads: Vec<&str> = table.record.iter().map(str::trim).collect();
        if heads.iter().all(|head| head.parse::<f64>().is_ok() && !is_known(head)) {
            return Err(table.wrong(format!(
                "the first line holds {}, which are numbers, where the names of the columns stand; accepted: a first line of names, \
                 as t,z",
                shortened(&heads.join(", "))
            )));
        }
        table.heads = Heads::read(heads, is_known).map_err(|message| table.wrong(message))?;
        Ok(table)
    }

    /// Reads the next row; none is left where it is false.
    ///
    /// # Errors
    /// Where the row is longer or shorter than the head.
    pub fn next_row(&mut self) -> Result<bool, Invalid> {
        if !self.advance()? {
            return Ok(false);
        }
        self.lines.push(self.line.0);
        let (found, columns) = (self.record.len() as u64, self.heads.len() as u64);
        if found == columns {
            return Ok(true);
        }
        let start = usize::try_from(self.start()).unwrap_or(usize::MAX).min(self.text.len());
        let is_open = self.record.iter().any(|cell| cell.contains('\n'))
            || self.text[start..].iter().filter(|byte| **byte == b'"').count() % 2 == 1;
        Err(self.wrong(format!(
            "the row has {}, but the header has {}{}{}",
            counted(found, "value"),
            counted(columns, "column"),
            of_cells(found, columns),
            open_quote(is_open, "a value")
        )))
    }

    fn advance(&mut self) -> Result<bool, Invalid> {
        let mut record = std::mem::take(&mut self.record);
        let read = self.reader.read_record(&mut record);
        self.record = record;
        let is_there =
            read.map_err(|error| self.whole(format!("this is no table of comma-separated values: {error}")))?;
        // where the record before ended, or blank lines behind it
        let mut start = usize::try_from(self.start()).unwrap_or(usize::MAX).min(self.text.len());
        while matches!(self.text.get(start), Some(b'\n' | b'\r')) {
            start += 1;
        }
        let (line, counted) = self.line;
        let further = self.text[counted.min(start)..start].iter().filter(|byte| **byte == b'\n').count();
        self.line = (line + further, start);
        Ok(is_there)
    }

    fn start(&self) -> u64 {
        self.record.position().map_or(0, csv::Position::byte)
    }

    /// Returns the names of the columns, of a head that states no unit the whole.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.heads.names()
    }

    /// Returns the heads of the columns.
    pub fn heads(&self) -> impl Iterator<Item = &str> {
        self.heads.texts()
    }

    /// Returns a column in a unit, or, without one, in that of the SI; nothing where the table has no such column.
    ///
    /// # Errors
    /// Where the head states a unit of another quantity.
    pub fn column(&self, name: &str, unit: Option<&Unit>) -> Result<Option<NumberColumn>, Invalid> {
        let found = self.heads.column(name, unit).map_err(|message| self.of_heads(message))?;
        Ok(found.map(|(at, factor)| NumberColumn { name: name.into(), at, factor }))
    }

    /// Returns the error that a column is missing, with what is accepted.
    pub fn missing(&self, name: &str, accepted: &str) -> Invalid {
        let found = self.names().collect::<Vec<_>>().join(",");
        self.of_heads(format!(
            "no column `{name}`; found {:?}; accepted: {accepted}{}",
            shortened(&found),
            if found.contains([';', '\t']) { ", separated by commas" } else { "" }
        ))
    }

    /// Returns what stands in a cell of the row.
    pub fn cell(&self, at: usize) -> &str {
        self.record.get(at).unwrap_or_default().trim()
    }

    /// Returns the number in a cell of the row.
    ///
    /// # Errors
    /// Where the cell holds no finite number.
    pub fn number(&self, column: &NumberColumn) -> Result<f64, Invalid> {
        let text = self.cell(column.at);
        let number = text.parse().ok().filter(|x: &f64| x.is_finite());
        number.map(|x| column.in_unit(x)).ok_or_else(|| {
            let open = open_quote(text.contains('\n'), "it");
            let name = &column.name;
            self.wrong(format!("the column `{name}` holds {:?}; accepted: a finite number{open}", shortened(text)))
        })
    }

    /// Reads the numbers of columns in all rows that are left; those of empty cells, where these are accepted, are NaN.
    ///
    /// # Errors
    /// As [`Self::next_row`] and [`Self::number`].
    pub fn numbers(&mut self, columns: &[NumberColumn], gaps: bool) -> Result<Vec<Vec<f64>>, Invalid> {
        let mut numbers = vec![Vec::new(); columns.len()];
        while self.next_row()? {
            for (column, numbers) in columns.iter().zip(&mut numbers) {
                let is_gap = gaps && self.cell(column.at).is_empty();
                numbers.push(if is_gap { f64::NAN } else { self.number(column)? });
            }
        }
        Ok(numbers)
    }

    /// Returns the error that something is wrong in the row, or, before the first one, in the head.
    pub fn wrong(&self, message: String) -> Invalid {
        match self.lines.len() {
            0 => self.of_heads(message),
            rows => Invalid { place: self.place(rows - 1), message },
        }
    }

    /// Returns the error that something is wrong in the heads.
    pub fn of_heads(&self, message: String) -> Invalid {
        let place = if self.is_parquet { self.name.clone() } else { format!("{}:{}", self.name, self.head) };
        Invalid { place, message }
    }

    /// Returns the error that something is wrong with the whole table.
    pub fn whole(&self, message: impl Into<String>) -> Invalid {
        Invalid { place: self.name.clone(), message: message.into() }
    }

    /// Returns where a row that has been read stands: file and line of CSV, file and row of Parquet.
    pub fn place(&self, row: usize) -> String {
        row_place(&self.name, (!self.is_parquet).then_some(&self.lines), row)
    }

    /// Returns the name of the table in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the line that a row which has been read stands on; of Parquet its number, from 1.
    pub fn line(&self, row: usize) -> usize {
        if self.is_parquet { row + 1 } else { self.lines[row] }
    }

    /// Tells whether the table is one of Parquet.
    pub fn is_parquet(&self) -> bool {
        self.is_parquet
    }

    /// Returns the lines that rows stand on, of CSV.
    pub fn into_lines(self) -> Option<Vec<usize>> {
        (!self.is_parquet).then_some(self.lines)
    }
}

/// Tells whether bytes are those of a file in Parquet: it begins and ends with four letters.
fn is_parquet(bytes: &[u8]) -> bool {
    bytes.len() >= 12 && bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1")
}

fn unreadable(error: std::io::Error) -> String {
    format!("the table cannot be read: {}", cause(&error))
}

/// Returns the part of a message that says why a cell has more lines than one.
fn open_quote(open: bool, what: &str) -> String {
    if open { format!("; a quote that begins {what} is closed lines later, or never") } else { String::new() }
}

/// Returns a table in Parquet as CSV, with units in the heads; cells of columns that are not known are empty.
fn parquet_as_csv(file: &Path, is_known: impl Fn(&str) -> bool) -> Result<Vec<u8>, String> {
    let read = || -> Result<(Vec<String>, Vec<Numbers>), ReadError> {
        let names = column_names(file, Format::Parquet)?;
        let known: Vec<&str> = names.iter().map(String::as_str).filter(|name| is_known(name)).collect();
        let numbers = read_numbers(file, Format::Parquet, &known)?;
        Ok((names, numbers))
    };
    let (names, numbers) = read().map_err(|error| match error {
        ReadError::Open { source, .. } => unreadable(source),
        ReadError::Content { source, .. } => format!("the table cannot be read: {source}"),
        other => other.to_string(),
    })?;
    let columns: Vec<Option<&Numbers>> =
        names.iter().map(|name| numbers.iter().find(|column| column.name == *name)).collect();
    let head = |(name, column): (&String, &Option<&Numbers>)| match column.and_then(|column| column.unit.as_ref()) {
        Some(unit) => format!("{name} ({unit})"),
        None => name.clone(),
    };
    let mut text = Writer::from_writer(Vec::new());
    // memory takes whatever is written
    let _ = text.write_record(names.iter().zip(&columns).map(head));
    for row in 0..numbers.first().map_or(0, |column| column.values.len()) {
        let cell = |column: &Option<&Numbers>| match column.map(|column| column.values[row]) {
            Some(x) if !x.is_nan() => format!("{x:?}"),
            _ => String::new(),
        };
        let _ = text.write_record(columns.iter().map(cell));
    }
    text.into_inner().map_err(|error| error.to_string())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::io::table::{Column, ColumnKind, Field, create};

    #[test]
    fn blank_lines_and_line_ends_of_two_characters_are_lines() {
        for (text, lines) in [
            ("a,b\n1,2\n3,4\n", vec![2, 3]),
            ("a,b\r\n1,2\r\n\r\n\r\n3,4\r\n", vec![2, 5]),
            ("\na,b\n1,\"2\n\"\n3,4", vec![3, 5]),
        ] {
            let mut table = GivenTable::of_text("t.csv", text.into(), |_| true).unwrap();
            let columns = ["a", "b"].map(|name| table.column(name, None).unwrap().unwrap());
            assert_eq!(table.numbers(&columns, false).unwrap(), [[1.0, 3.0], [2.0, 4.0]]);
            assert_eq!(table.into_lines(), Some(lines), "{text:?}");
        }
    }

    #[test]
    fn a_copy_of_parquet_is_read_whatever_its_name_is() {
        let folder = tempfile::tempdir().unwrap();
        let [file, copy] = ["a.parquet", "input.csv"].map(|name| folder.path().join(name));
        let field = |name: &str| Field::new(name, ColumnKind::Real).with_unit("mm");
        let mut table = create(&file, Format::Parquet, vec![field("a"), field("other")]).unwrap();
        table.append([5.0, 7.0].map(|x| Column::Real(vec![x, f64::NAN])).into()).unwrap();
        table.publish(false).unwrap();
        std::fs::copy(&file, &copy).unwrap();
        let mut table = GivenTable::open(&copy, |name| name == "a").unwrap();
        let columns = [table.column("a", None).unwrap().unwrap()];
        assert!(table.next_row().unwrap() && table.number(&columns[0]) == Ok(0.005));
        let error = table.numbers(&columns, false).unwrap_err();
        assert!(error.place.ends_with("input.csv, row 2") && error.message.contains("holds \"\""), "{error}");
    }

    #[test]
    fn cells_may_be_empty_where_that_is_accepted() {
        let mut table = GivenTable::of_text("t.csv", "a (mm)\n\"\"\n 5 \n".into(), |name| name == "a").unwrap();
        let columns = [table.column("a", None).unwrap().unwrap()];
        let numbers = table.numbers(&columns, true).unwrap();
        assert!(numbers[0][0].is_nan() && numbers[0][1] == 0.005, "{numbers:?}");
    }
}
