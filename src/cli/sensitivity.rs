//! `gyrosweep sensitivity`: which parameters matter over a whole ensemble, and whether linear propagation suffices.

use super::console::Console;
use super::study::study;
use super::{Failure, ScenarioArguments};
use clap::Args;
use gyrosweep::io::manifest::RunManifest;
use gyrosweep::io::scenario::Purpose;
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
    /// Replace that file if it is there already
    #[arg(long, requires = "json")]
    force: bool,
}

pub(crate) fn sensitivity(console: &Console, arguments: &SensitivityArguments) -> Result<u8, Failure> {
    let (results, json) = (arguments.results.clone(), arguments.json.clone());
    // the copy of a scenario that has no method is that of a verb that needs none
    let manifest = results.as_ref().and_then(|folder| RunManifest::read(&folder.join("manifest.json")).ok());
    let purpose = manifest.map_or_else(Purpose::default, |manifest| Purpose::of_verb(&manifest.verb));
    let scenario = arguments.scenario.read_for(purpose)?;
    study(console, Request { scenario, results, data: None, json, force: arguments.force })
}
