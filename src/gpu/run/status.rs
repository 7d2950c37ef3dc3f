//! What the device says of a member, in the words of its status.

use crate::ensemble::Outcome;

/// Words of the status of a member.
pub(super) const STATUS_WORDS: usize = 8;

/// How far a member got.
#[derive(Clone, Copy, Debug)]
pub(super) struct Status {
    pub(super) outcome: u32,
    pub(super) steps: u32,
    pub(super) reason: u32,
    pub(super) rejected: u32,
    /// Samples reached.
    pub(super) samples: u32,
    /// Events of the last dispatch.
    pub(super) events: u32,
}

impl Status {
    pub(super) fn of(words: &[u32]) -> Self {
        let [outcome, steps, _, _, mode, rejected, samples, events] = *words else {
            unreachable!("two vectors of four words per member")
        };
        Self { outcome, steps, reason: mode >> 16, rejected, samples, events }
    }
    pub(super) fn is_well(&self) -> bool {
        self.outcome == Outcome::Completed.code() || self.outcome == Outcome::Event.code()
    }
}
