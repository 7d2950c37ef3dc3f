//! The file operations a table needs.

use std::fs::File;
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};

/// A file that can be written at any place and cut off.
pub(super) trait Storage {
    /// Writes all of `bytes` from `offset` on. After an error any part of them may have
    /// been written.
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Cuts the file off after `length` bytes.
    fn truncate(&mut self, length: u64) -> io::Result<()>;

    /// Asks the system to save everything written so far.
    fn save(&mut self) -> io::Result<()>;
}

impl Storage for File {
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.seek(SeekFrom::Start(offset))?;
        self.write_all(bytes)
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn save(&mut self) -> io::Result<()> {
        match self.sync_all() {
            // Some file systems know no such request.
            Err(error) if matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput) => Ok(()),
            result => result,
        }
    }
}
