//! What a scenario is read for.

use super::keys::Keys;
use super::plain::is_plain;

/// Says what a scenario is read for, which decides whether it needs `[method]` and an `[[output]]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// Members run in time: it needs both.
    #[default]
    Run,
    /// Members are at rest, or move a little: it needs neither.
    Rest,
    /// To be looked at: it needs what its tables ask for, neither where it has `[modes]` or `[statics]`.
    Any,
}

impl Purpose {
    /// Returns what the results of a verb need.
    pub fn of_verb(verb: &str) -> Self {
        match verb {
            "modes" | "statics" => Self::Rest,
            _ => Self::Run,
        }
    }

    /// Tells whether members of a scenario run in time, and whether it needs a method or has one.
    pub(super) fn run_and_method(self, root: &Keys<'_>) -> (bool, bool) {
        let is_run = match self {
            Self::Run => true,
            Self::Rest => false,
            Self::Any => !["modes", "statics"].iter().any(|table| root.get(table).is_some()),
        };
        (is_run, is_run && !is_plain(root) || root.get("method").is_some())
    }
}
