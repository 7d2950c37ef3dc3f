//! A file that grows, of which a reader sees whole states only.
//!
//! The file of a table is never written to: the next state of it is made beside it, from a copy of its body on, and
//! takes its place by renaming. So whenever the process ends, and whoever reads meanwhile, there is one whole state.

use super::TableError;
use crate::io::disk::{Disk, beside};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A state of a table that is in its place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Published {
    /// Rows.
    pub rows: u64,
    /// Length of the file, bytes.
    pub bytes: u64,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
}

/// A file made of a body that only grows and a tail that every state has anew: the footer of Parquet.
pub(super) struct GrowingFile {
    disk: Disk,
    path: PathBuf,
    /// The next state, which holds all of the body.
    next: Option<File>,
    /// Bytes of the body, and their digest so far.
    body: u64,
    digest: Sha256,
    published: Published,
    /// Time spent on copying bodies.
    copying: Duration,
    failed: bool,
}

/// Computes the digest of the first bytes of a file, of all of them where no length is given.
pub(crate) fn digest(path: &Path, length: Option<u64>) -> io::Result<Sha256> {
    let mut digest = Sha256::new();
    let mut file = File::open(path)?.take(length.unwrap_or(u64::MAX));
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(digest),
            count => digest.update(&buffer[..count]),
        }
    }
}

/// Writes a digest in hexadecimal.
pub(crate) fn hexadecimal(digest: Sha256) -> String {
    digest.finalize().iter().map(|b| format!("{b:02x}")).collect()
}

impl GrowingFile {
    /// Makes a file that is not there yet, or is to be replaced as a whole.
    pub(super) fn new(disk: Disk, path: &Path) -> Self {
        Self {
            disk,
            path: path.to_path_buf(),
            next: None,
            body: 0,
            digest: Sha256::new(),
            published: Published::default(),
            copying: Duration::ZERO,
            failed: false,
        }
    }

    /// Opens a file that is there, of which the first bytes are kept as the body.
    pub(super) fn reopen(disk: Disk, path: &Path, body: u64, published: Published) -> io::Result<Self> {
        let digest = digest(path, Some(body))?;
        Ok(Self { body, digest, published, ..Self::new(disk, path) })
    }

    /// Returns the path, for messages.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the state of the file that is in its place.
    pub(super) fn published(&self) -> &Published {
        &self.published
    }

    /// Returns the time spent on copying the body from state to state.
    pub(super) fn copying(&self) -> Duration {
        self.copying
    }

    /// Returns the number of bytes of the body.
    pub(super) fn body(&self) -> u64 {
        self.body
    }

    /// Fails if an earlier write failed.
    pub(super) fn check_open(&self) -> Result<(), TableError> {
        if self.failed {
            return Err(TableError::Closed { path: self.path.clone(), rows_kept: self.published.rows });
        }
        Ok(())
    }

    /// Takes nothing more from now on, because rows could not be encoded.
    pub(super) fn encoding_failed(
        &mut self,
        source: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> TableError {
        self.give_up();
        TableError::Encode { path: self.path.clone(), rows_kept: self.published.rows, source: source.into() }
    }

    /// Adds to the body of the next state.
    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        self.check_open()?;
        let write = |file: &mut Self| {
            file.begin()?;
            let Some(next) = &mut file.next else { return Ok(()) };
            file.disk.write(next, bytes)
        };
        write(self).map_err(|source| self.write_failed(source))?;
        self.body += bytes.len() as u64;
        self.digest.update(bytes);
        Ok(())
    }

    /// Puts the next state, which ends with `tail` and has `rows` rows, in its place. `save` says whether the system is
    /// asked to save it first.
    pub(super) fn publish(&mut self, tail: &[u8], rows: u64, save: bool) -> Result<(), TableError> {
        self.check_open()?;
        let publish = |file: &mut Self| {
            file.begin()?;
            let Some(mut next) = file.next.take() else { return Ok(()) };
            if !tail.is_empty() {
                file.disk.write(&mut next, tail)?;
            }
            if save {
                file.disk.save(&next)?;
            }
            drop(next);
            file.disk.rename(&beside(&file.path), &file.path)
        };
        publish(self).map_err(|source| self.write_failed(source))?;
        let mut digest = self.digest.clone();
        digest.update(tail);
        self.published = Published { rows, bytes: self.body + tail.len() as u64, sha256: hexadecimal(digest) };
        Ok(())
    }

    /// Makes the next state hold the body, if it does not.
    fn begin(&mut self) -> io::Result<()> {
        if self.next.is_none() {
            let mut next = self.disk.create(&beside(&self.path))?;
            if self.body > 0 {
                let start = Instant::now();
                self.disk.copy(&self.path, self.body, &mut next)?;
                self.copying += start.elapsed();
            }
            self.next = Some(next);
        }
        Ok(())
    }

    fn write_failed(&mut self, source: io::Error) -> TableError {
        self.give_up();
        let path = self.path.clone();
        match self.published.bytes {
            0 => TableError::Create { path, source },
            _ => TableError::Write { path, rows_kept: self.published.rows, source },
        }
    }

    /// Leaves the state that is in its place, and frees the space of the next one.
    fn give_up(&mut self) {
        self.failed = true;
        self.next = None;
        // what went wrong before is what is reported
        let _ = self.disk.remove(&beside(&self.path));
    }
}
