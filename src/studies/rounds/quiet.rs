//! Hearing of rounds of which the last one is shown.

use crate::backends::Note;
use crate::ensemble::{MemberWatch, Progress};
use crate::io::run::Interrupt;
use crate::studies::listener::Stopped;
use crate::studies::{Listener, Work};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Hears of a round all but its page, and of rounds after the first no notes, which are the same.
pub(super) struct Quiet<'a> {
    pub(super) of: &'a dyn Listener,
    pub(super) has_notes: AtomicBool,
}

impl Listener for Quiet<'_> {
    fn note(&self, note: Note) {
        if self.has_notes.load(Ordering::Relaxed) {
            self.of.note(note);
        }
    }
    fn begin(&self, work: Work) {
        self.of.begin(work);
    }
    fn done(&self, parts: u64) {
        self.of.done(parts);
    }
    fn progress(&self, progress: &Progress) {
        self.of.progress(progress);
    }
    fn rest(&self) {
        self.of.rest();
    }
    fn watch(&self, first: u64) -> MemberWatch {
        self.of.watch(first)
    }
    fn interrupt(&self) -> Arc<Interrupt> {
        self.of.interrupt()
    }
    fn stopped(&self, stopped: &Stopped<'_>) {
        self.of.stopped(stopped);
    }
}
