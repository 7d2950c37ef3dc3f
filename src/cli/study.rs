//! The verbs of the catalog of studies.

use super::console::Console;
use super::exit::code;
use super::progress::Display;
use gyrosweep::studies::{self, Failure, Request};

/// Makes a study, shows its page, and returns the exit code.
pub(crate) fn study<R: Request>(console: &Console, request: R) -> Result<u8, Failure> {
    studies::run(request, &Display::new(console)).map(|results| code(results.succeeded))
}
