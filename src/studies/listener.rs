//! Who hears of a study while it is made.

use crate::backends::Note;
use crate::ensemble::{MemberWatch, Progress};
use crate::io::run::Interrupt;
use crate::report::Page;
use std::ops::Range;
use std::sync::Arc;

/// Hears of a study while it is made; nothing of this decides its results.
pub trait Listener: Sync {
    /// Hears a further part of the page, as soon as it is known.
    fn show(&self, _part: &Page) {}
    /// Hears what was chosen, or is not as it was asked for, while backends are opened.
    fn note(&self, _note: Note) {}
    /// Hears what is being done from now on.
    fn begin(&self, _work: Work) {}
    /// Hears how many parts of the work are done.
    fn done(&self, _parts: u64) {}
    /// Hears how far a run is.
    fn progress(&self, _progress: &Progress) {}
    /// Hears that nothing is being done any more.
    fn rest(&self) {}
    /// Returns who watches members while they are computed; those of the study are counted from this one on.
    fn watch(&self, _first: u64) -> MemberWatch {
        MemberWatch::default()
    }
    /// Returns what may stop a run, which is about to begin.
    fn interrupt(&self) -> Arc<Interrupt> {
        Arc::default()
    }
    /// Hears that a run was stopped, which may end the process.
    fn stopped(&self, _stopped: &Stopped<'_>) {}
}

/// What is left of a run that was stopped.
#[derive(Clone, Copy, Debug)]
pub struct Stopped<'a> {
    /// What is kept.
    pub kept: &'a Progress,
    /// How many members there were to be.
    pub members: u64,
    /// The folder of the results, where there is one.
    pub folder: Option<&'a std::path::Path>,
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Listener for Silent {}

/// Says how long nothing was heard of some work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Silence {
    /// How long, s.
    pub seconds: u64,
    /// True where nothing shows how many parts are done.
    pub in_log: bool,
}

/// What is being done.
pub struct Work {
    /// What is said of the work after some silence.
    pub text: Box<dyn Fn(Silence) -> String + Send>,
    /// The parts of the work, with what they are called, where they are counted.
    pub parts: Option<(Range<u64>, &'static str)>,
}

impl std::fmt::Debug for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Work").field("parts", &self.parts).finish_non_exhaustive()
    }
}

impl Work {
    /// Makes work of which that is said after some silence.
    pub fn new(text: impl Fn(Silence) -> String + Send + 'static) -> Self {
        Self { text: Box::new(text), parts: None }
    }

    /// Returns the work with parts.
    pub fn of_parts(self, parts: Range<u64>, name: &'static str) -> Self {
        Self { parts: Some((parts, name)), ..self }
    }
}
