//! What the device says of a member, in the words of its status.

use crate::ensemble::Outcome;

/// What the next attempt of a member is for; see `shaders/steps.wgsl`.
pub(super) mod mode {
    pub(in super::super) const START: u32 = 0;
    pub(in super::super) const STEP: u32 = 1;
    /// The step reaches the end of the run.
    pub(in super::super) const LAST: u32 = 0x8000;
}

/// Why a dispatch left a member.
pub(super) mod reason {
    /// It did not: the driver stopped its loop.
    pub(in super::super) const DROPPED: u32 = 0;
    pub(in super::super) const BUDGET: u32 = 1;
    pub(in super::super) const ENDED: u32 = 3;
}

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
