//! What the canary finds, and keeping it.

use serde::{Deserialize, Serialize};

/// Whether a precision passes, and the words for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Verdict {
    pub(crate) passed: bool,
    /// How well, or what differs by how much from what is accepted.
    pub(crate) words: String,
}

impl Verdict {
    pub(crate) fn passed(words: String) -> Self {
        Self { passed: true, words }
    }
    pub(crate) fn refused(words: String) -> Self {
        Self { passed: false, words }
    }
}
