//! What is said of a kind of plan.

use super::sampled::NewSequence;

/// A kind of plan that a scenario can name.
#[derive(Debug, Clone, Copy)]
pub struct PlanInfo {
    /// Name as written in a scenario.
    pub name: &'static str,
    /// One line that says what it is.
    pub help: &'static str,
    /// Makes the points of a sampled plan; absent where the members come from elsewhere.
    pub(super) sequence: Option<NewSequence>,
    /// Tables of a scenario that use it, to be added to `scenarios/examples/base.toml`.
    pub example: &'static str,
}

impl PlanInfo {
    /// Says whether members are points of a sequence, as many as one asks for, which a seed selects.
    #[must_use]
    pub fn is_sampled(&self) -> bool {
        self.sequence.is_some()
    }
}
