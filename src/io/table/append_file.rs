//! A file that grows by whole chunks and can take each of them back.

use std::io;
use std::path::{Path, PathBuf};

use super::TableError;
use super::storage::Storage;

/// The length of the file end by which a reader recognizes a complete file: the footer
/// length and the magic bytes of Parquet.
const SEAL: usize = 8;

/// A file made of a body that only grows and a tail that every append replaces.
///
/// The tail is the Parquet footer; CSV has none. A failed append restores the former
/// body and tail, and the file takes nothing more.
pub(super) struct AppendFile<S> {
    path: PathBuf,
    storage: S,
    body_end: u64,
    tail: Vec<u8>,
    rows: u64,
    failed: bool,
}

impl<S: Storage> AppendFile<S> {
    /// Starts the empty file `storage` with a body and a tail of no rows.
    pub(super) fn new(path: &Path, storage: S, body: Vec<u8>, tail: Vec<u8>) -> Result<Self, TableError> {
        let mut file =
            Self { path: path.to_path_buf(), storage, body_end: 0, tail: Vec::new(), rows: 0, failed: false };
        file.append(body, tail, 0).map_err(|error| match error {
            TableError::Write { path, source, .. } => TableError::Create { path, source },
            other => other,
        })?;
        Ok(file)
    }

    /// The path, for messages.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The number of rows in the file.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// Fails if an earlier append failed.
    pub(super) fn check_open(&self) -> Result<(), TableError> {
        if self.failed {
            return Err(TableError::Closed { path: self.path.clone(), rows_kept: self.rows });
        }
        Ok(())
    }

    /// Takes nothing more from now on, because the chunk could not be encoded.
    pub(super) fn encoding_failed(
        &mut self,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> TableError {
        self.failed = true;
        TableError::Encode { path: self.path.clone(), rows_kept: self.rows, source: source.into() }
    }

    /// Adds `body`, which holds `rows` rows, and replaces the tail.
    ///
    /// `body` and `tail` together must not be shorter than the former tail.
    pub(super) fn append(&mut self, body: Vec<u8>, tail: Vec<u8>, rows: u64) -> Result<(), TableError> {
        self.check_open()?;
        let body_length = body.len() as u64;
        if let Err(source) = self.write(body, &tail) {
            self.failed = true;
            return Err(self.restore(source));
        }
        self.body_end += body_length;
        self.tail = tail;
        self.rows += rows;
        Ok(())
    }

    /// Writes `body` and `tail` over the former tail.
    ///
    /// The part beyond the present file end is written first, since only that part can
    /// fail for lack of space: the former tail is then still in place. The last bytes
    /// come last, so that an interrupted write is recognized by every reader.
    fn write(&mut self, body: Vec<u8>, tail: &[u8]) -> io::Result<()> {
        let start = self.body_end;
        let mut content = body;
        content.extend_from_slice(tail);
        if self.tail.is_empty() && tail.is_empty() {
            return self.storage.write_at(start, &content);
        }
        let seal_at = content.len().saturating_sub(SEAL);
        let seal = content.split_off(seal_at);
        content.resize(seal_at + seal.len(), 0);
        let (over, beyond) = content.split_at(self.tail.len().min(content.len()));
        self.storage.write_at(start + over.len() as u64, beyond)?;
        self.storage.write_at(start, over)?;
        self.storage.write_at(start + seal_at as u64, &seal)
    }

    /// Puts the file back to the former body and tail after a failed write.
    ///
    /// The file is never cut shorter than it was, so its former space stays its own.
    fn restore(&mut self, source: io::Error) -> TableError {
        let end = self.body_end + self.tail.len() as u64;
        let restored = self.storage.truncate(end).and_then(|()| self.storage.write_at(self.body_end, &self.tail));
        let path = self.path.clone();
        match restored {
            Ok(()) => TableError::Write { path, rows_kept: self.rows, source },
            Err(restore) => TableError::Damaged { path, source, restore },
        }
    }

    /// Saves the file and returns the number of its rows.
    pub(super) fn finish(mut self) -> Result<u64, TableError> {
        self.check_open()?;
        match self.storage.save() {
            Ok(()) => Ok(self.rows),
            Err(source) => Err(TableError::Save { path: self.path, source }),
        }
    }
}
