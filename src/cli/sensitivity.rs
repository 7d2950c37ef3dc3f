//! `gyrosweep sensitivity`: which parameters matter over a whole ensemble, and whether linear propagation suffices.

use super::arguments::share;
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
    /// The results of a run of it [default: results/ and the name of the scenario]; the folder may also stand in place of FILE
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
    /// Also write what was found as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// The share of members that may have failed where indices are of rows, which are left out whole [default: 0.01]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    accept_failed: Option<f64>,
    /// Also find indices by sparse polynomial chaos of any sampled plan: of this degree, or where none is given of the one whose error is least
    #[arg(long, value_name = "DEGREE", num_args = 0..=1)]
    chaos: Option<Option<u32>>,
    /// Replace that file if it is there already
    #[arg(long, requires = "json")]
    force: bool,
}

pub(crate) fn sensitivity(console: &Console, arguments: &SensitivityArguments) -> Result<u8, Failure> {
    let (mut given, mut results, json) =
        (arguments.scenario.clone(), arguments.results.clone(), arguments.json.clone());
    if given.file.is_dir() {
        let folder = given.file.clone();
        given.file = folder.join("scenario.toml");
        results.get_or_insert(folder);
    }
    // the copy of a scenario that has no method is that of a verb that needs none
    let manifest = results.as_ref().and_then(|folder| RunManifest::read(&folder.join("manifest.json")).ok());
    let purpose = manifest.map_or_else(Purpose::default, |manifest| Purpose::of_verb(&manifest.verb));
    let scenario = given.read_for(purpose)?;
    let accept_failed = arguments.accept_failed;
    let (chaos, force) = (arguments.chaos, arguments.force);
    study(console, Request { scenario, results, data: None, json, accept_failed, chaos, keep: true, force })
}
