//! `gyrosweep reliability`: the probability that members fail.

use super::arguments::{ComputingArguments, existing};
use super::choices;
use super::console::Console;
use super::study::study;
use super::{Failure, ScenarioArguments};
use clap::Args;
use gyrosweep::io::table::Format;
use gyrosweep::studies::reliability::Request;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ReliabilityArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    #[command(flatten)]
    computing: ComputingArguments,
    /// Where the results go [default: results/, the name of the scenario and _reliability]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Format of the table of members
    #[arg(long, value_parser = choices::format(), default_value = "parquet")]
    format: Format,
    /// Replace results that are there already
    #[arg(long)]
    force: bool,
}

pub(crate) fn reliability(console: &Console, arguments: &ReliabilityArguments) -> Result<u8, Failure> {
    // before anything is computed
    let backends = arguments.computing.options();
    let request = Request {
        scenario: arguments.scenario.read()?,
        folder: arguments.out.clone(),
        existing: existing(arguments.force),
        format: arguments.format,
        backends,
    };
    study(console, request)
}
