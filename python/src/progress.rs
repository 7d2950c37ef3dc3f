//! What Python hears of a run while it is made.

use gyrosweep::backends::Note;
use gyrosweep::ensemble::Progress;
use gyrosweep::io::run::Interrupt;
use gyrosweep::studies::Listener;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Counts members while a run goes on, and keeps what is to be minded.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    members: AtomicU64,
    failed: AtomicU64,
    warnings: Mutex<Vec<String>>,
    pub(crate) interrupt: Arc<Interrupt>,
}

impl Heard {
    /// Returns how many members are done, and how many of them failed.
    pub(crate) fn counts(&self) -> [u64; 2] {
        [&self.members, &self.failed].map(|count| count.load(Ordering::Relaxed))
    }

    /// Returns the warnings so far, each once.
    pub(crate) fn take_warnings(&self) -> Vec<String> {
        std::mem::take(&mut *self.warnings.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Hears of a run.
pub(crate) struct Ear(pub(crate) Arc<Heard>);

impl Listener for Ear {
    fn note(&self, note: Note) {
        if let Note::Warning(text) = note {
            self.0.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(text);
        }
    }
    fn progress(&self, progress: &Progress) {
        self.0.failed.store(progress.failures(), Ordering::Relaxed);
        self.0.members.store(progress.members, Ordering::Relaxed);
    }
    fn interrupt(&self) -> Arc<Interrupt> {
        Arc::clone(&self.0.interrupt)
    }
}
