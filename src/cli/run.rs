//! `gyrosweep run`: a scenario from file to results.

mod arguments;

use super::console::Console;
use super::progress::Display;
use super::study::study;
use super::{Failure, exit};
use crate::studies::run::replay;
use crate::studies::{Listener, Results};
pub(crate) use arguments::RunArguments;

pub(crate) fn run(console: &Console, arguments: &RunArguments) -> Result<u8, Failure> {
    let Some(member) = arguments.replay else { return study(console, arguments.request(console)?) };
    let found = replay(&arguments.scenario.read()?, member)?;
    Display::new(console).show(found.page());
    Ok(exit::code(&found))
}
