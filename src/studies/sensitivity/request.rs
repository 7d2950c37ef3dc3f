//! What is asked of the derivatives of a finished run, and the course of the answer.

use super::analyse::{analyse, check};
use super::chaos::ChaosRequest;
use super::error::SensitivityError;
use super::failed::{Failed, USUAL};
use super::indices::write;
use super::page::page;
use super::record::{IndicesRecord, SensitivityFile};
use crate::ensemble::Outcome;
use crate::io::folder::{default_folder, find_table};
use crate::io::manifest::RunManifest;
use crate::io::output_file::{OutputFile, OutputFiles};
use crate::io::results::ResultData;
use crate::io::scenario::Scenario;
use crate::io::table::{DataTable, read_numbers};
use crate::report::Page;
use crate::studies::request::{Results, Verb};
use crate::studies::telling::Telling;
use crate::studies::{Failure, Listener};
use std::path::{Path, PathBuf};

/// Asks which parameters matter over the ensemble of a finished run.
#[derive(Debug)]
pub struct Request {
    /// What was run.
    pub scenario: Scenario,
    /// Where its results are; `results/` and the name of the scenario where it is absent.
    pub results: Option<PathBuf>,
    /// Its results where they are in memory, and in no folder.
    pub data: Option<ResultData>,
    /// Where the record is written, if it is.
    pub json: Option<PathBuf>,
    /// The share of members that may have failed where indices are of rows; 1 % where it is absent.
    pub accept_failed: Option<f64>,
    /// The polynomial chaos that indices are found by as well, where it is asked for: of this degree, or of the one whose error is least.
    pub chaos: Option<Option<u32>>,
    /// Whether indices are kept in a table beside the members.
    pub keep: bool,
    /// Whether a file that is there is replaced.
    pub force: bool,
}

/// What the derivatives say.
#[derive(Debug)]
pub struct Found {
    /// What was found.
    pub record: SensitivityFile,
    /// How the member at the means of all distributions ended.
    pub central: Outcome,
}

/// Checks that there is something to say of members that are known to be of this scenario: the copy in a folder may differ from
/// what was given by what was replaced in it.
fn suit(scenario: &Scenario, manifest: &RunManifest, accepted: f64) -> Result<(), SensitivityError> {
    match check(scenario, manifest, Path::new("memory"), accepted) {
        Err(SensitivityError::OtherScenario { .. }) => Ok(()),
        found => found,
    }
}

/// Returns what the derivatives of members in memory say, and how the central member ended.
fn of_data(
    scenario: &Scenario,
    manifest: &RunManifest,
    members: Option<&DataTable>,
    (accepted, chaos): (f64, Option<ChaosRequest>),
) -> Result<(SensitivityFile, Outcome), SensitivityError> {
    let table = members.ok_or_else(|| SensitivityError::NoMembers("memory".into()))?;
    let column = |name: &str| Ok(table.numbers(manifest.column(name)).unwrap_or_default());
    analyse(scenario, "members in memory".into(), (&Failed::of(manifest, accepted), chaos), column)
}

/// Returns what the derivatives of the members in a folder say, and how the central member ended.
fn of_folder(
    scenario: &Scenario,
    manifest: &RunManifest,
    folder: &Path,
    (accepted, chaos, keep): (f64, Option<ChaosRequest>, bool),
) -> Result<(SensitivityFile, Outcome), Failure> {
    let found = find_table(folder, "members").map_err(Failure::other)?;
    let Some((table, format)) = found else {
        let shown = folder.display();
        return Err(Failure::input(format!("neither members.parquet nor members.csv is in {shown}")));
    };
    manifest.check_table(&table)?;
    let read = |name: &str| {
        let columns = read_numbers(&table, format, &[manifest.column(name)])?;
        Ok(columns.into_iter().next().map_or_else(Vec::new, |column| column.values))
    };
    let failed = Failed::of(manifest, accepted);
    let found = analyse(scenario, table.display().to_string(), (&failed, chaos), read).map_err(Failure::input)?;
    if let Some(record) = found.0.indices.as_ref().filter(|_| keep) {
        let beside = folder.join(format!("indices.{}", format.extension()));
        write(&beside, format, record).map_err(Failure::other)?;
    }
    Ok(found)
}

/// Returns what members and their derivatives say, as tables, with the indices, where there is something to say.
pub(in crate::studies) fn measures_of(
    scenario: &Scenario,
    manifest: &RunManifest,
    members: &DataTable,
) -> Option<(Page, IndicesRecord)> {
    suit(scenario, manifest, USUAL).ok()?;
    let (record, central) = of_data(scenario, manifest, Some(members), (USUAL, None)).ok()?;
    Some((page("Indices and derivatives", &record, manifest.complete, central), record.indices.unwrap_or_default()))
}

impl crate::studies::Request for Request {
    const VERB: Verb = Verb {
        name: "sensitivity",
        summary: "Say which parameters matter over a finished run, by indices and derivatives, and whether linear propagation suffices",
    };
    type Found = Found;

    fn run(self, listener: &dyn Listener) -> Result<Results<Found>, Failure> {
        let (telling, accepted) = (Telling::new(listener), self.accept_failed.unwrap_or(USUAL));
        let folder = self.results.clone().unwrap_or_else(|| default_folder(&self.scenario.path));
        let of_results = self.data.is_none().then(|| RunManifest::files_in(&folder)).into_iter().flatten();
        let mut files = OutputFiles::new(self.scenario.files().into_iter().chain(of_results), self.force);
        let json = self.json.as_ref().map(|path| files.take("--json", path)).transpose()?;
        if let Some(ResultData { members, manifest: Some(manifest), .. }) = self.data {
            suit(&self.scenario, &manifest, accepted).map_err(Failure::input)?;
            let found =
                of_data(&self.scenario, &manifest, members.as_ref(), (accepted, self.chaos)).map_err(Failure::input)?;
            return Self::answer(telling, &self.scenario, &manifest, found, json);
        }
        let mut scenario = self.scenario;
        let manifest = RunManifest::read(&folder.join("manifest.json")).map_err(|e| {
            Failure::input(format!("{e}; accepted: the results of `gyrosweep run {}`", scenario.path.display()))
        })?;
        if !manifest.is_of(&scenario) {
            scenario = scenario.as_run(&manifest.options).map_err(Failure::input)?;
        }
        check(&scenario, &manifest, &folder, accepted).map_err(Failure::input)?;
        let found = of_folder(&scenario, &manifest, &folder, (accepted, self.chaos, self.keep))?;
        Self::answer(telling, &scenario, &manifest, found, json)
    }
}

impl Request {
    fn answer(
        mut telling: Telling<'_>,
        scenario: &Scenario,
        manifest: &RunManifest,
        (record, central): (SensitivityFile, Outcome),
        json: Option<OutputFile>,
    ) -> Result<Results<Found>, Failure> {
        let mut shown = page(&scenario.title, &record, manifest.complete, central);
        if manifest.part.is_some() {
            shown.warning("these are members of one part of the plan alone; `gyrosweep merge` joins all parts");
        }
        telling.show(shown);
        if let Some(mut file) = json {
            file.write_json(&record)?;
        }
        Ok(telling.finish(central.has_outputs(), Found { record, central }))
    }
}
