//! What is asked of the derivatives of a finished run, and the course of the answer.

use super::analyse::{analyse, check};
use super::page::page;
use super::record::SensitivityFile;
use crate::ensemble::Outcome;
use crate::io::folder::{default_folder, find_table};
use crate::io::manifest::{RunManifest, write_json};
use crate::io::scenario::Scenario;
use crate::studies::request::{Results, Verb};
use crate::studies::telling::Telling;
use crate::studies::{Failure, Listener};
use std::path::PathBuf;

/// Asks which parameters matter over the ensemble of a finished run.
#[derive(Debug)]
pub struct Request {
    /// What was run.
    pub scenario: Scenario,
    /// Where its results are; `results/` and the name of the scenario where it is absent.
    pub results: Option<PathBuf>,
    /// Where the record is written, if it is.
    pub json: Option<PathBuf>,
}

/// What the derivatives say.
#[derive(Debug)]
pub struct Found {
    /// What was found.
    pub record: SensitivityFile,
    /// How the member at the means of all distributions ended.
    pub central: Outcome,
}

impl crate::studies::Request for Request {
    const VERB: Verb = Verb {
        name: "sensitivity",
        summary: "Rank the parameters of a finished run, and compare linear propagation with its members",
    };
    type Found = Found;

    fn run(self, listener: &dyn Listener) -> Result<Results<Found>, Failure> {
        let mut telling = Telling::new(listener);
        let mut scenario = self.scenario;
        let folder = self.results.unwrap_or_else(|| default_folder(&scenario.path));
        let manifest = RunManifest::read(&folder.join("manifest.json")).map_err(|e| {
            Failure::input(format!("{e}; accepted: the results of `gyrosweep run {}`", scenario.path.display()))
        })?;
        if !manifest.is_of(&scenario) {
            scenario = scenario.as_run(&manifest.options).map_err(Failure::input)?;
        }
        check(&scenario, &manifest, &folder).map_err(Failure::input)?;
        let found = find_table(&folder, "members").map_err(Failure::other)?;
        let Some((table, format)) = found else {
            let shown = folder.display();
            return Err(Failure::input(format!("neither members.parquet nor members.csv is in {shown}")));
        };
        manifest.check_table(&table)?;
        let (record, central) = analyse(&scenario, &manifest, (&table, format)).map_err(Failure::input)?;
        telling.show(page(&scenario.title, &record, manifest.complete, central));
        if let Some(path) = &self.json {
            write_json(path, &record).map_err(Failure::other)?;
        }
        Ok(telling.finish(central.has_outputs(), Found { record, central }))
    }
}
