//! A file in memory on a disk that can be full or stop working.

use std::io::{self, ErrorKind};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::io::table::storage::Storage;

/// A handle of the file; clones share it.
#[derive(Clone)]
pub(super) struct Disk(Arc<Mutex<State>>);

struct State {
    bytes: Vec<u8>,
    /// The largest length the file can have.
    capacity: usize,
    /// How many more bytes can be written before everything stops working.
    remaining: usize,
}

impl Disk {
    /// A disk that never fails.
    pub(super) fn endless() -> Self {
        Self::new(usize::MAX, usize::MAX)
    }

    /// A disk with room for `capacity` bytes. Room given back by cutting the file off is
    /// taken by somebody else at once.
    pub(super) fn with_room_for(capacity: usize) -> Self {
        Self::new(capacity, usize::MAX)
    }

    /// A disk that stops for good when `writes` bytes have been written to it.
    pub(super) fn stopping_after(writes: usize) -> Self {
        Self::new(usize::MAX, writes)
    }

    fn new(capacity: usize, remaining: usize) -> Self {
        Self(Arc::new(Mutex::new(State { bytes: Vec::new(), capacity, remaining })))
    }

    /// What is in the file.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.state().bytes.clone()
    }

    /// Makes more room.
    pub(super) fn grow_to(&self, capacity: usize) {
        self.state().capacity = capacity;
    }

    /// How many bytes have been written to a disk that stops.
    pub(super) fn written(&self) -> usize {
        usize::MAX - self.state().remaining
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap()
    }
}

impl Storage for Disk {
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.state();
        let offset = offset as usize;
        assert!(offset <= state.bytes.len(), "a hole in the file");
        let room = state.capacity.saturating_sub(offset);
        let fits = bytes.len().min(room).min(state.remaining);
        let end = offset + fits;
        if end > state.bytes.len() {
            state.bytes.resize(end, 0);
        }
        state.bytes[offset..end].copy_from_slice(&bytes[..fits]);
        state.remaining -= fits;
        if fits == bytes.len() {
            Ok(())
        } else if room < bytes.len() {
            Err(ErrorKind::StorageFull.into())
        } else {
            Err(io::Error::other("the disk stopped"))
        }
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        let mut state = self.state();
        if state.remaining == 0 {
            return Err(io::Error::other("the disk stopped"));
        }
        let length = length as usize;
        assert!(length <= state.bytes.len(), "cutting off must not lengthen");
        state.bytes.truncate(length);
        state.capacity = state.capacity.min(length);
        Ok(())
    }

    fn save(&mut self) -> io::Result<()> {
        Ok(())
    }
}
