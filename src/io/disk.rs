//! The file operations of results. After any of them the process may be killed: tests let a disk stop at each.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

#[cfg(test)]
use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

/// Writes, copies, renames and removes files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk {
    /// Operations that succeed before everything fails.
    #[cfg(test)]
    left: Option<Arc<AtomicI64>>,
}

impl Disk {
    /// Makes a disk on which nothing more happens after some operations, as if the process had been killed; a write is
    /// two.
    #[cfg(test)]
    pub(crate) fn stopping_after(operations: i64) -> Self {
        Self { left: Some(Arc::new(AtomicI64::new(operations))) }
    }

    /// Tells whether the disk has stopped.
    #[cfg(test)]
    pub(crate) fn has_stopped(&self) -> bool {
        self.left.as_ref().is_some_and(|left| left.load(Ordering::SeqCst) < 0)
    }

    /// Stands before every operation.
    fn begin(&self) -> io::Result<()> {
        #[cfg(test)]
        if let Some(left) = &self.left
            && left.fetch_sub(1, Ordering::SeqCst) <= 0
        {
            left.store(-1, Ordering::SeqCst);
            return Err(io::Error::other("the disk stopped"));
        }
        Ok(())
    }

    /// Creates an empty file, in the place of one of that name.
    pub(crate) fn create(&self, path: &Path) -> io::Result<File> {
        self.begin()?;
        File::create(path)
    }

    /// Opens a file to write at its end, with an empty one where there is none.
    pub(crate) fn open_to_append(&self, path: &Path) -> io::Result<File> {
        self.begin()?;
        OpenOptions::new().append(true).create(true).open(path)
    }

    /// Writes bytes to the end of a file. After an error any part of them may have been written.
    pub(crate) fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        #[cfg(test)]
        let bytes = {
            self.begin()?;
            let (first, rest) = bytes.split_at(bytes.len() / 2);
            file.write_all(first)?;
            rest
        };
        self.begin()?;
        file.write_all(bytes)
    }

    /// Appends the first bytes of a file to another.
    pub(crate) fn copy(&self, from: &Path, length: u64, to: &mut File) -> io::Result<()> {
        self.begin()?;
        match io::copy(&mut File::open(from)?.take(length), to)? {
            copied if copied == length => Ok(()),
            _ => Err(ErrorKind::UnexpectedEof.into()),
        }
    }

    /// Cuts a file off.
    pub(crate) fn truncate(&self, file: &File, length: u64) -> io::Result<()> {
        self.begin()?;
        file.set_len(length)
    }

    /// Puts a file in the place of another, in one go.
    pub(crate) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.begin()?;
        fs::rename(from, to)
    }

    /// Removes a file, if it is there.
    pub(crate) fn remove(&self, path: &Path) -> io::Result<()> {
        self.begin()?;
        match fs::remove_file(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            result => result,
        }
    }

    /// Asks the system to save what was written to a file.
    pub(crate) fn save(&self, file: &File) -> io::Result<()> {
        self.begin()?;
        match file.sync_all() {
            // some file systems know no such request
            Err(error) if matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput) => Ok(()),
            result => result,
        }
    }
}
