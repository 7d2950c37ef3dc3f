//! Why the program ends without success.

use crate::backends::BackendsError;

/// Why the program ends without success.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user's input: exit code 2.
    Input(String),
    /// Anything else: exit code 1.
    Other(String),
}

impl Failure {
    pub(crate) fn input(error: impl std::fmt::Display) -> Self {
        Failure::Input(error.to_string())
    }

    pub(crate) fn other(error: impl std::fmt::Display) -> Self {
        Failure::Other(error.to_string())
    }
}

impl From<BackendsError> for Failure {
    fn from(error: BackendsError) -> Self {
        if error.is_input() { Failure::input(error) } else { Failure::other(error) }
    }
}

/// Exit code of anything else that goes wrong than input.
pub(crate) const FAILED: u8 = 1;

/// Exit code of a run some of whose members did not complete.
pub(crate) const SOME_FAILED: u8 = 3;

/// Exit code of a run that was stopped by Ctrl-C or a signal that asks a process to end.
pub(crate) const STOPPED: u8 = 130;
