//! The chunks that are computed and not in the tables yet.
//!
//! Each is a record: its length, its CRC-32, and the numbers of the chunk, in the order of [`encode`]. A record that a kill
//! has torn ends the journal.

use crate::ensemble::{Chunk, EventRecord, Members, NewtonWork, Outcome, Samples};
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
        encode(chunk, &mut record);
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
            let mut words = Rest(&head);
            let (Some(length), Some(sum)) = (words.word(), words.word()) else { break };
            if length > left {
                break;
            }
            let mut payload = vec![0; usize::try_from(length).unwrap_or(0)];
            file.read_exact(&mut payload)?;
            left -= length;
            match decode(&payload) {
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

/// Appends a count of numbers and their bits.
fn reals(bytes: &mut Vec<u8>, values: &[f64]) {
    bytes.extend((values.len() as u64).to_le_bytes());
    let first = bytes.len();
    bytes.resize(first + 8 * values.len(), 0);
    bytes[first..].chunks_exact_mut(8).zip(values).for_each(|(to, x)| to.copy_from_slice(&x.to_le_bytes()));
}

/// Appends the numbers of a chunk.
fn encode(chunk: &Chunk, bytes: &mut Vec<u8>) {
    bytes.extend(chunk.members.first.to_le_bytes());
    bytes.extend((chunk.members.count as u64).to_le_bytes());
    reals(bytes, &chunk.members.values);
    bytes.extend(chunk.outcomes.iter().map(|outcome| outcome.code() as u8));
    reals(bytes, &chunk.times);
    chunk.steps.iter().chain(&chunk.rejected).for_each(|n| bytes.extend(n.to_le_bytes()));
    chunk.newton.iter().flat_map(|work| work.counts()).for_each(|n| bytes.extend(n.to_le_bytes()));
    reals(bytes, &chunk.outputs);
    bytes.extend((chunk.samples.rows.len() as u64).to_le_bytes());
    for (place, time) in &chunk.samples.rows {
        bytes.extend((*place as u64).to_le_bytes());
        bytes.extend(time.to_le_bytes());
    }
    reals(bytes, &chunk.samples.values);
    bytes.extend((chunk.events.len() as u64).to_le_bytes());
    for (place, record) in &chunk.events {
        bytes.extend((*place as u64).to_le_bytes());
        bytes.extend((record.event as u64).to_le_bytes());
        bytes.extend(record.time.to_le_bytes());
        reals(bytes, &record.values);
    }
}

/// What is left of a record.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*first)
    }
    fn word(&mut self) -> Option<u64> {
        self.bytes().map(u64::from_le_bytes)
    }
    fn whole(&mut self) -> Option<usize> {
        usize::try_from(self.word()?).ok()
    }
    fn real(&mut self) -> Option<f64> {
        self.bytes().map(f64::from_le_bytes)
    }
    fn count(&mut self) -> Option<u32> {
        self.bytes().map(u32::from_le_bytes)
    }
    fn reals(&mut self) -> Option<Vec<f64>> {
        (0..self.whole()?).map(|_| self.real()).collect()
    }
}

fn decode(bytes: &[u8]) -> Option<Chunk> {
    let mut rest = Rest(bytes);
    let (first, count) = (rest.word()?, rest.whole()?);
    let members = Members { first, count, values: rest.reals()? };
    let outcome = |rest: &mut Rest<'_>| rest.bytes::<1>().and_then(|[code]| Outcome::from_code(code.into()));
    let outcomes = (0..count).map(|_| outcome(&mut rest)).collect::<Option<Vec<_>>>()?;
    let times = rest.reals()?;
    let steps = (0..count).map(|_| rest.count()).collect::<Option<Vec<_>>>()?;
    let rejected = (0..count).map(|_| rest.count()).collect::<Option<Vec<_>>>()?;
    let mut newton = |_| Some(NewtonWork::of_counts([rest.count()?, rest.count()?, rest.count()?]));
    let newton = (0..count).map(&mut newton).collect::<Option<Vec<_>>>()?;
    let outputs = rest.reals()?;
    let rows = (0..rest.whole()?).map(|_| Some((rest.whole()?, rest.real()?))).collect::<Option<Vec<_>>>()?;
    let samples = Samples { rows, values: rest.reals()? };
    let event = |rest: &mut Rest<'_>| {
        let (place, event) = (rest.whole()?, rest.whole()?);
        Some((place, EventRecord { event, time: rest.real()?, values: rest.reals()?, slopes: Vec::new() }))
    };
    let events = (0..rest.whole()?).map(|_| event(&mut rest)).collect::<Option<Vec<_>>>()?;
    Some(Chunk { members, outcomes, times, steps, rejected, newton, outputs, samples, events })
}
