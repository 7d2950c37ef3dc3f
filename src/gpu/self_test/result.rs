//! What the self-test finds, and keeping it.

use serde_json::{Value, json};

/// Whether a precision passes, and the words for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TestResult {
    pub(crate) passed: bool,
    /// How well, or what differs by how much from what is accepted.
    pub(crate) words: String,
}

impl TestResult {
    pub(crate) fn passed(words: String) -> Self {
        Self { passed: true, words }
    }
    pub(crate) fn refused(words: String) -> Self {
        Self { passed: false, words }
    }
    pub(crate) fn to_json(&self) -> Value {
        json!({ "passed": self.passed, "words": self.words })
    }
    pub(crate) fn from_json(value: &Value) -> Option<Self> {
        Some(Self { passed: value["passed"].as_bool()?, words: value["words"].as_str()?.to_string() })
    }
}
