//! `gyrosweep sensitivity`: which parameters matter over a whole ensemble, and whether linear propagation suffices.

use super::console::Console;
use super::study::study;
use super::{Failure, ScenarioArguments};
use clap::Args;
use gyrosweep::studies::sensitivity::Request;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct SensitivityArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// The results of a run of it [default: results/ and the name of the scenario]
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
    /// Also write what was found as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

pub(crate) fn sensitivity(console: &Console, arguments: &SensitivityArguments) -> Result<u8, Failure> {
    let (results, json) = (arguments.results.clone(), arguments.json.clone());
    study(console, Request { scenario: arguments.scenario.read()?, results, data: None, json })
}
