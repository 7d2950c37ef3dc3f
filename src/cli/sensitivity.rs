//! `gyrosweep sensitivity`: which parameters matter over a whole ensemble, and whether linear propagation suffices.

use super::console::Console;
use super::plot::Manifest;
use super::{Failure, SOME_FAILED, ScenarioArguments, default_folder};
use crate::io::folder::find_table;
use crate::io::manifest::{RunManifest, write_json};
use crate::report::counted;
use crate::studies::sensitivity::{analyse, check};
use crate::studies::sensitivity::{propagation_notes, propagation_table, ranking_notes, ranking_table};
use clap::Args;
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
    let mut scenario = arguments.scenario.read()?;
    let folder = arguments.results.clone().unwrap_or_else(|| default_folder(&scenario.path));
    let shown = folder.display();
    let manifest = RunManifest::read(&folder.join("manifest.json")).map_err(|e| {
        Failure::input(format!("{e}; accepted: the results of `gyrosweep run {}`", scenario.path.display()))
    })?;
    if !manifest.is_of(&scenario) && arguments.scenario.is_file() {
        scenario = arguments.scenario.read_as_run(&manifest.options)?;
    }
    check(&scenario, &manifest, &folder).map_err(Failure::input)?;
    let found = find_table(&folder, "members").map_err(Failure::other)?;
    let Some((table, format)) = found else {
        return Err(Failure::input(format!("neither members.parquet nor members.csv is in {shown}")));
    };
    Manifest::read(&folder)?.check(&table)?;
    let (file, outcome) = analyse(&scenario, &manifest, (&table, format)).map_err(Failure::input)?;
    console.heading(&scenario.title);
    console.line(&format!("{} of {}", counted(file.members, "member"), table.display()));
    if !manifest.complete {
        console.warning("the run ended early: these are its first members");
    }
    console.line("\nWhich parameters matter, over their distributions");
    console.print(&ranking_table(&file));
    console.print(&ranking_notes(&file));
    console.line("\nWhether linear propagation of the uncertainty suffices");
    console.print(&propagation_table(&file));
    console.print(&propagation_notes(&file));
    if !outcome.has_outputs() {
        console.warning(&format!(
            "the member at the means of all distributions has no outputs ({}), so nothing is propagated from there",
            outcome.name()
        ));
    }
    if let Some(path) = &arguments.json {
        write_json(path, &file).map_err(Failure::other)?;
    }
    Ok(if outcome.has_outputs() { 0 } else { SOME_FAILED })
}
