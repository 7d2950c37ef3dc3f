//! What is said of a kind of plan.

use super::sampled::NewSequence;

/// A kind of plan that a scenario can name.
#[derive(Debug, Clone, Copy)]
pub struct PlanInfo {
    /// Name as written in a scenario.
    pub name: &'static str,
    /// One line that says what it is.
    pub help: &'static str,
    /// The keys of the plan beyond those of all plans of its sort.
    pub keys: &'static str,
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

    /// Says whether values of members follow from distributions of the parameters.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        !matches!(self.name, "one" | "grid" | "table")
    }

    /// Says whether a seed selects the members.
    #[must_use]
    pub fn has_seed(&self) -> bool {
        self.is_drawn() && self.name != "one_at_a_time"
    }

    /// Says whether more members go on from fewer, which stay as they are.
    #[must_use]
    pub fn goes_on(&self) -> bool {
        self.is_drawn() && !matches!(self.name, "one_at_a_time" | "latin_hypercube")
    }

    /// Says whether the members may come in replicates; random ones are independent already.
    #[must_use]
    pub fn has_replicates(&self) -> bool {
        self.is_drawn() && !matches!(self.name, "one_at_a_time" | "morris" | "random")
    }
}
