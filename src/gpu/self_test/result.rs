//! What the self-test finds, and keeping it.

use serde::{Deserialize, Serialize};

/// The result of a self-test: whether a precision passes, and a message on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TestResult {
    pub(crate) passed: bool,
    /// A message on how well the precision passes, or what differs by how much from what is accepted.
    pub(crate) words: String,
    /// Which of signed zeros, infinities and NaN is not kept, if any.
    pub(crate) lost: Option<String>,
}

impl TestResult {
    pub(crate) fn passed(words: String) -> Self {
        Self { passed: true, words, lost: None }
    }
    pub(crate) fn refused(words: String) -> Self {
        Self { passed: false, words, lost: None }
    }
}
