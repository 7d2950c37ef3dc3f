//! What a report is made of.

use super::correlations::{Matter, Values, matters};
use super::motion::Motion;
use crate::ensemble::Outcome;
use crate::io::manifest::{PoseFigures, RUN, RunManifest};
use crate::io::names::ColumnNames;
use crate::io::results::{ResultData, ResultsError};
use crate::io::scenario::{Overrides, Purpose, SCENARIO, Scenario};
use crate::io::table::{Column, DataTable};
use crate::report::Page;
use crate::studies::sensitivity::{IndicesRecord, measures_of};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Says what a column of the members is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A parameter that the plan varies.
    Parameter,
    /// A component of an output.
    Output,
    /// A number of a rotation or its derivative, which tells little alone: means and ranks of such numbers are not those of rotations.
    Rotation,
    /// Something else, as the number of steps.
    Other,
}

/// A column of numbers, with a value for every member.
#[derive(Clone, Debug)]
pub struct NumberColumn {
    /// The name in the table.
    pub name: String,
    /// The name in the scenario, where conditions may name it.
    pub of: Option<String>,
    /// The unit, empty where there is none.
    pub unit: String,
    /// What it is.
    pub role: Role,
    /// The values; NaN where one is missing.
    pub values: Vec<f64>,
}

/// The results of a run, as far as a report shows them.
#[derive(Debug)]
pub struct Source {
    /// The folder; none of results in memory.
    pub folder: Option<PathBuf>,
    /// The title of the report.
    pub title: String,
    /// What the run is, how far it came and what it found.
    pub manifest: RunManifest,
    /// The scenario as it was run, if the folder has its copy.
    pub scenario: Option<String>,
    /// The numbers of the members in the plan, in order; none of a run with statistics alone.
    pub members: Vec<u64>,
    /// What became of every member.
    pub outcomes: Vec<Outcome>,
    /// The samples, where there are any.
    pub(super) samples: Option<DataTable>,
    /// Further tables by their names, as of paths.
    pub(super) further: BTreeMap<String, DataTable>,
    /// The scenario as it was run, or why this program cannot read it; none without its text.
    pub(super) run: Option<Result<Scenario, String>>,
    columns: Vec<NumberColumn>,
    matters: OnceLock<Vec<Matter>>,
    /// What indices and derivatives say of which parameters matter, where the run has any.
    pub(super) measures: Option<(Page, IndicesRecord)>,
    /// The members that are animated, or why they are not; nothing where nothing moves.
    pub(super) motion: Option<Result<Motion, String>>,
}

/// Outputs of which it is said which parameters matter, at most.
pub(super) const MATTERS: usize = 12;

impl Source {
    /// Reads the results in a folder.
    ///
    /// # Errors
    /// Where there is no manifest of a run, or a table cannot be read or is not as the run wrote it.
    pub fn read(folder: &Path) -> Result<Self, ResultsError> {
        let data = ResultData::read_checked(folder)?;
        let path = folder.join(SCENARIO);
        let text = std::fs::read_to_string(&path).ok();
        let sha256 = |text: &String| Sha256::digest(text).iter().map(|b| format!("{b:02x}")).collect::<String>();
        let is_as_run = |text: &String| data.manifest.as_ref().is_none_or(|run| run.scenario_sha256 == sha256(text));
        let Some(text) = text else { return Ok(Self::of(data, Some(folder.to_path_buf()), None, None)) };
        if !is_as_run(&text) {
            let why = format!("{} is not as it was run: its SHA-256 is not that of manifest.json", path.display());
            return Ok(Self::of(data, Some(folder.to_path_buf()), None, Some(Err(why))));
        }
        // a program of another version may read it otherwise, or not at all
        let verb = data.manifest.as_ref().map_or(RUN, |manifest| manifest.verb.as_str());
        let overrides = Overrides { purpose: Purpose::of_verb(verb), ..Overrides::default() };
        let scenario = Scenario::parse(&path, &text, overrides).map_err(|error| error.to_string());
        Ok(Self::of(data, Some(folder.to_path_buf()), Some(text), Some(scenario)))
    }

    /// Takes results in memory, with the scenario that was run.
    pub fn of_memory(data: ResultData, scenario: Scenario) -> Self {
        Self::of(data, None, Some(scenario.text.clone()), Some(Ok(scenario)))
    }

    fn of(
        data: ResultData,
        folder: Option<PathBuf>,
        text: Option<String>,
        run: Option<Result<Scenario, String>>,
    ) -> Self {
        let ResultData { members, samples, further, manifest, .. } = data;
        let manifest = manifest.expect("results have a manifest as soon as a run has begun");
        let measures = match (&run, &members) {
            (Some(Ok(scenario)), Some(members)) => measures_of(scenario, &manifest, members),
            _ => None,
        };
        let mut source = Self {
            folder,
            title: manifest.title.clone(),
            manifest,
            scenario: text,
            run,
            members: Vec::new(),
            outcomes: Vec::new(),
            samples,
            further,
            columns: Vec::new(),
            matters: OnceLock::new(),
            measures,
            motion: None,
        };
        if let Some(table) = members {
            source.take(table);
        }
        source
    }

    fn take(&mut self, table: DataTable) {
        let (fields, columns) = table.into_parts();
        for (field, column) in fields.into_iter().zip(columns) {
            let usual = self.usual(&field.name);
            let values = match column {
                Column::Text(words) => {
                    if usual == "outcome" {
                        let of = |word: &str| Outcome::ALL.iter().copied().find(|outcome| outcome.name() == word);
                        self.outcomes = words.iter().map(|word| of(word).unwrap_or(Outcome::NonFinite)).collect();
                    }
                    continue;
                }
                Column::Integer(values) if usual == "member" => {
                    self.members = values;
                    continue;
                }
                Column::Integer(values) => values.into_iter().map(|x| x as f64).collect(),
                Column::Real(values) => values,
            };
            let is_of_rotation = |pose: &PoseFigures| pose.columns.contains(&usual);
            let role = if self.manifest.varied.contains(&usual) {
                Role::Parameter
            } else if self.manifest.poses.iter().any(is_of_rotation) {
                Role::Rotation
            } else if self.manifest.outputs.iter().any(|output| output.name == usual) {
                Role::Output
            } else {
                Role::Other
            };
            let of = (role != Role::Other && self.manifest.names == ColumnNames::Usual).then_some(usual);
            self.columns.push(NumberColumn {
                name: field.name,
                of,
                unit: field.unit.unwrap_or_default(),
                role,
                values,
            });
        }
    }

    /// Returns the usual name of a column of the members.
    fn usual(&self, name: &str) -> String {
        let known = self.manifest.columns.iter().find(|column| column.table == "members" && column.name == name);
        known.map_or_else(|| name.to_string(), |column| column.of.clone())
    }

    /// Leaves the columns of these names, if some are named.
    pub(super) fn show(&mut self, names: Option<Vec<String>>) {
        if let Some(names) = names {
            self.columns.retain(|column| names.contains(&column.name));
        }
    }

    /// Returns the columns of numbers, in the order of the table.
    pub fn columns(&self) -> &[NumberColumn] {
        &self.columns
    }

    /// Returns the columns of a role that have more than one value.
    pub(super) fn of_role(&self, role: Role) -> impl Iterator<Item = &NumberColumn> {
        self.columns.iter().filter(move |column| column.role == role && column.range().is_some_and(|[a, b]| a < b))
    }

    /// Returns the outputs that have more than one value, without derivatives of others.
    pub(super) fn outputs(&self) -> impl Iterator<Item = &NumberColumn> {
        // no name of an output has brackets
        self.of_role(Role::Output).filter(|column| !column.of.as_ref().unwrap_or(&column.name).contains('('))
    }

    /// Returns how much every varied parameter matters to the first outputs.
    pub(super) fn matters(&self) -> &[Matter] {
        self.matters.get_or_init(|| {
            fn values(column: &NumberColumn) -> Values<'_> {
                (&column.name, &column.values)
            }
            let parameters: Vec<Values<'_>> = self.of_role(Role::Parameter).map(values).collect();
            let outputs: Vec<Values<'_>> = self.outputs().take(MATTERS).map(values).collect();
            matters(&parameters, &outputs)
        })
    }

    /// Returns the verb that the results are of.
    pub(super) fn verb(&self) -> &str {
        &self.manifest.verb
    }

    /// Counts the members without outputs.
    pub(super) fn failed(&self) -> usize {
        self.outcomes.iter().filter(|outcome| !outcome.has_outputs()).count()
    }
}

impl NumberColumn {
    /// Returns the least and the greatest value, if there is any.
    pub fn range(&self) -> Option<[f64; 2]> {
        let present = self.values.iter().filter(|x| !x.is_nan());
        present.fold(None, |range, x| Some(range.map_or([*x, *x], |[a, b]: [f64; 2]| [a.min(*x), b.max(*x)])))
    }

    /// Returns the name with its unit.
    pub fn label(&self) -> String {
        match self.unit.as_str() {
            "" | "1" => self.name.clone(),
            unit => format!("{} ({unit})", self.name),
        }
    }
}
