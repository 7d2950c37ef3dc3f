//! What tables of every format do.

use super::{Column, TableError};

/// A table that takes rows in chunks.
pub trait TableWriter {
    /// Adds one chunk of rows; afterwards the file is complete and readable.
    ///
    /// A chunk without rows changes nothing.
    ///
    /// # Errors
    ///
    /// [`TableError::Columns`] if the columns do not fit the fields; the table is
    /// unchanged and takes further rows. Any other error ends the table: the rows of
    /// earlier chunks stay readable and further appends fail.
    fn append(&mut self, columns: &[Column]) -> Result<(), TableError>;

    /// The number of rows that are in the file.
    fn rows(&self) -> u64;

    /// Asks the system to save the file and returns the number of its rows.
    ///
    /// # Errors
    ///
    /// [`TableError::Save`] if the system cannot save the file and
    /// [`TableError::Closed`] if an earlier append failed.
    fn finish(self: Box<Self>) -> Result<u64, TableError>;
}
