//! What the canary finds, and keeping it.

use serde::{Deserialize, Serialize};

/// Whether a precision passes, and the words for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::gpu) struct Verdict {
    pub(in crate::gpu) passed: bool,
    /// How well, or what differs by how much from what is accepted.
    pub(in crate::gpu) words: String,
}

impl Verdict {
    pub(super) fn passed(words: String) -> Self {
        Self { passed: true, words }
    }
    pub(super) fn refused(words: String) -> Self {
        Self { passed: false, words }
    }
}
