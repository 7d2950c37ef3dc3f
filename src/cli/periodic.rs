//! `gyrosweep periodic`: the periodic motions of every member.

use super::arguments::{FormatChoice, PrintArguments, existing};
use super::console::Console;
use super::study::study;
use super::{Failure, ScenarioArguments};
use clap::Args;
use gyrosweep::studies::periodic::Request;
use gyrosweep::studies::run::Part;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct PeriodicArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// Find the results of one member of the plan alone, as they are among all, and print them
    #[arg(long, value_name = "K")]
    member: Option<u64>,
    /// Where the results go [default: results/, the name of the scenario and _periodic]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Format of the tables
    #[arg(long, value_enum, default_value_t = FormatChoice::Parquet)]
    format: FormatChoice,
    /// Replace the results that the manifest in the folder names
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    print: PrintArguments,
}

pub(crate) fn periodic(console: &Console, arguments: &PeriodicArguments) -> Result<u8, Failure> {
    let request = Request {
        out: arguments.out.clone(),
        part: arguments.member.map_or(Part::Whole, Part::Member),
        existing: existing(arguments.force),
        format: arguments.format.format(),
        selection: arguments.print.selection(console),
        ..Request::of(arguments.scenario.read()?)
    };
    study(console, request)
}
