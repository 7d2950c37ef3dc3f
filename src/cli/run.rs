//! `gyrosweep run`: a scenario from file to results.

mod arguments;

use super::console::Console;
use super::study::study;
use super::{Failure, exit};
pub(crate) use arguments::RunArguments;
use gyrosweep::studies::run::replay;

pub(crate) fn run(console: &Console, arguments: &RunArguments) -> Result<u8, Failure> {
    let Some(member) = arguments.replay else { return study(console, arguments.request(console)?) };
    let results = replay(&arguments.scenario.read()?, member)?;
    console.page(&results.page);
    Ok(exit::code(results.succeeded))
}
