//! Exit codes of the program.

/// Exit code of anything else that goes wrong than input.
pub(crate) const FAILED: u8 = 1;

/// Exit code of a run some of whose members did not complete.
const SOME_FAILED: u8 = 3;

/// Exit code of a run that was stopped by Ctrl-C or a signal that asks a process to end.
pub(crate) const STOPPED: u8 = 130;

/// Returns the exit code of a study, which has succeeded or in part.
pub(crate) fn code(succeeded: bool) -> u8 {
    if succeeded { 0 } else { SOME_FAILED }
}
