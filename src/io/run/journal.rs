//! The chunks that are computed and not in the tables yet.
//!
//! Each is a record: its length, its CRC-32, and the numbers of the chunk, in the order of [`chunk_bytes::append`]. A record that a kill
//! has torn ends the journal.

use crate::ensemble::Chunk;
use crate::io::chunk_bytes;
use crate::io::disk::Disk;
use flate2::Crc;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// Bytes before the numbers of a record: its length and its checksum.
const HEAD: usize = 16;

/// A file to which chunks are appended.
#[derive(Debug)]
pub(super) struct Journal {
    disk: Disk,
    path: PathBuf,
    file: Option<File>,
}

impl Journal {
    pub(super) fn new(disk: &Disk, path: PathBuf) -> Self {
        Self { disk: disk.clone(), path, file: None }
    }

    /// Returns the path of the file, for messages.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a chunk.
    pub(super) fn append(&mut self, chunk: &Chunk) -> io::Result<()> {
        let mut record = vec![0; HEAD];
        chunk_bytes::append(chunk, &mut record);
        let payload = &record[HEAD..];
        let head = [payload.len() as u64, checksum(payload)];
        record[..HEAD].copy_from_slice(head.map(u64::to_le_bytes).as_flattened());
        if self.file.is_none() {
            self.file = Some(self.disk.open_to_append(&self.path)?);
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        let before = file.metadata()?.len();
        self.disk.write(file, &record).inspect_err(|_| {
            // its room is of more use to others
            let _ = self.disk.truncate(file, before);
        })
    }

    /// Removes all chunks, which are in the tables now.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        match &self.file {
            Some(file) => self.disk.truncate(file, 0),
            None => self.disk.remove(&self.path),
        }
    }

    /// Removes the file.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.file = None;
        self.disk.remove(&self.path)
    }

    /// Reads the chunks that are there.
    pub(super) fn read(&self, mut take: impl FnMut(Chunk) -> io::Result<()>) -> io::Result<()> {
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            file => file?,
        };
        let mut left = file.metadata()?.len();
        let mut file = BufReader::new(file);
        let mut head = [0; HEAD];
        while left >= head.len() as u64 {
            file.read_exact(&mut head)?;
            left -= head.len() as u64;
            let [length, sum] = [0, 8].map(|at| u64::from_le_bytes(head[at..at + 8].try_into().unwrap_or_default()));
            if length > left {
                break;
            }
            let mut payload = vec![0; usize::try_from(length).unwrap_or(0)];
            file.read_exact(&mut payload)?;
            left -= length;
            match chunk_bytes::decode(&payload) {
                Some(chunk) if checksum(&payload) == sum => take(chunk)?,
                _ => break,
            }
        }
        Ok(())
    }
}

fn checksum(payload: &[u8]) -> u64 {
    let mut sum = Crc::new();
    sum.update(payload);
    sum.sum().into()
}
