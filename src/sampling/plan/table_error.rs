//! What can be wrong with the table of a plan.

use crate::model::text::of_cells;
use crate::plot::counted;
use std::path::PathBuf;

use thiserror::Error;

/// A table of members that cannot be read or used.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file cannot be read.
    #[error("cannot read the table {}: {source}", .file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The reason why the file cannot be read.
        source: std::io::Error,
    },
    /// The file is not UTF-8 text.
    #[error("{}:{line}: the table is not UTF-8 text", .file.display())]
    NotText {
        /// The file.
        file: PathBuf,
        /// Line of the first offending byte.
        line: usize,
    },
    /// The file is empty or has only blank lines.
    #[error("{}: the table has no header that names its columns", .file.display())]
    NoHeader {
        /// The file.
        file: PathBuf,
    },
    /// The header is not followed by any row.
    #[error("{}: the table has a header but no rows: a plan needs at least one member", .file.display())]
    NoRows {
        /// The file.
        file: PathBuf,
    },
    /// A column states a unit that its numbers cannot be in.
    #[error("{}:{line}: {message}", .file.display())]
    Unit {
        /// The file.
        file: PathBuf,
        /// The line of the header.
        line: usize,
        /// What was found and what would be accepted.
        message: String,
    },
    /// A column that has to be there is missing.
    #[error(
        "{}: the table has no column `{column}`; its columns are {}",
        .file.display(), .found.join(", ")
    )]
    MissingColumn {
        /// The file.
        file: PathBuf,
        /// Name of the missing column.
        column: String,
        /// Names of the columns that are there.
        found: Vec<String>,
    },
    /// A column names no parameter.
    #[error(
        "{}:{line}: column `{column}` is not a parameter{}",
        .file.display(), suggestion(.column, .nearest.as_ref(), .parameters)
    )]
    UnknownColumn {
        /// The file.
        file: PathBuf,
        /// Line of the header.
        line: usize,
        /// Name of the column.
        column: String,
        /// The parameter that resembles the name most, if any does.
        nearest: Option<String>,
        /// All parameters.
        parameters: Vec<String>,
    },
    /// A column comes twice.
    #[error("{}:{line}: column `{column}` comes twice", .file.display())]
    RepeatedColumn {
        /// The file.
        file: PathBuf,
        /// Line of the header.
        line: usize,
        /// Name of the column.
        column: String,
    },
    /// A row is shorter or longer than the header.
    #[error(
        "{}:{line}: the row has {}, but the header has {}{}{}",
        .file.display(), counted(*found as u64, "value"), counted(*expected as u64, "column"),
        of_cells(*found as u64, *expected as u64), open_quote(*.open, "a value")
    )]
    RowLength {
        /// The file.
        file: PathBuf,
        /// Line of the row.
        line: usize,
        /// Number of columns.
        expected: usize,
        /// Number of values in the row.
        found: usize,
        /// True where a value of the row is of more lines than one.
        open: bool,
    },
    /// A value is no finite number.
    #[error("{}:{line}: column `{column}`: `{text}` is not a finite number{}", .file.display(), open_quote(*.open, "it"))]
    NotANumber {
        /// The file.
        file: PathBuf,
        /// Line of the row.
        line: usize,
        /// Name of the column.
        column: String,
        /// What stands there, or how it begins.
        text: String,
        /// True where the value is of more lines than one.
        open: bool,
    },
    /// The file is not well-formed CSV.
    #[error("{}:{line}: {source}", .file.display())]
    Malformed {
        /// The file.
        file: PathBuf,
        /// Line where the reader stopped.
        line: usize,
        /// What the reader found.
        source: csv::Error,
    },
}

/// Returns the part of a message that says why a value has more lines than one.
fn open_quote(open: bool, what: &str) -> String {
    if open { format!("; a quote that begins {what} is closed lines later, or never") } else { String::new() }
}

/// Returns the part of a message that proposes a name, or the commas that a header lacks.
fn suggestion(column: &str, nearest: Option<&String>, parameters: &[String]) -> String {
    match nearest {
        _ if column.contains([';', '\t']) => "; columns are separated by commas".to_owned(),
        Some(name) => format!(" (did you mean `{name}`?)"),
        None if parameters.is_empty() => "; there are no parameters".to_owned(),
        None => format!("; the parameters are {}", parameters.join(", ")),
    }
}
