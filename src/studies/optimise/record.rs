//! `manifest.json` beside the table of `gyrosweep optimise`.

use super::optimiser::{FigureResult, Optimised, StartResult};
use crate::design::{Design, Goal, Objective};
use crate::io::manifest::{Heading, TableRecord, copies, unix_seconds};
use crate::io::scenario::Scenario;
use crate::io::table::Published;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// Says what a design study was for and what it found. It is written when the study begins and again when it ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DesignManifest {
    /// What begins the file.
    #[serde(flatten)]
    pub heading: Heading,
    /// The copies of what the study reads, beside the manifest.
    #[serde(default, deserialize_with = "copies")]
    pub inputs: Vec<String>,
    /// The table of starts, as it was when the file was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<Vec<TableRecord>>,
    /// What is minimised, as the scenario says it; null where measurements are fitted.
    pub minimise: Option<String>,
    /// What the minimum is subject to.
    #[serde(default)]
    pub subject_to: Vec<String>,
    /// Random members of every point; null where it has one member.
    #[serde(default)]
    pub random_members: Option<u64>,
    /// The output components whose samples are fitted to measurements.
    pub fit: Vec<String>,
    /// Values that were measured.
    pub measurements: usize,
    /// The parameters with their bounds.
    pub bounds: BTreeMap<String, [f64; 2]>,
    /// Starts, which are the members of the plan.
    pub starts: u64,
    /// The seed of the plan.
    pub seed: u64,
    /// What computes, in words.
    pub backend: String,
    /// True where all starts came to an end.
    pub complete: bool,
    /// The keys of [`DesignResults`], once it is complete.
    #[serde(flatten)]
    pub results: Option<DesignResults>,
}

/// What a design study found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DesignResults {
    /// Starts by why their optimiser ended.
    pub ends: BTreeMap<String, u64>,
    /// The start with the least objective; null where no start has one.
    pub best: Option<BestStart>,
    /// Ensembles that were integrated, each of one point per start that goes on.
    pub rounds: u64,
    /// Members of all of them.
    pub members: u64,
    /// How long the study took, s.
    pub wall_seconds: f64,
    /// When the file was written, seconds since 1970.
    pub finished_unix_seconds: u64,
}

/// The start with the least objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestStart {
    /// The number of the start in the plan.
    pub start: u64,
    /// The parameters that it came to.
    pub parameters: BTreeMap<String, f64>,
    /// The standard errors of the parameters, where measurements are fitted and determine them; a parameter that a
    /// bound holds has none.
    pub standard_errors: Option<BTreeMap<String, f64>>,
    /// Where these come from: `deviations` that the scenario gives, or `differences` that the fit leaves.
    #[serde(default)]
    pub standard_errors_from: Option<String>,
    /// Values that were fitted less parameters that no bound holds; null where nothing is fitted.
    #[serde(default)]
    pub degrees_of_freedom: Option<u64>,
    /// The probability of a sum of squares at least as large, where deviations are given.
    #[serde(default)]
    pub chi_squared_probability: Option<f64>,
    /// The objective: the output in its unit, or the sum of squares.
    pub objective: f64,
    /// The norm of the gradient by parameters in units of their intervals, without what points out of them.
    pub gradient: f64,
    /// Where the start ended, as in `ends`.
    #[serde(default)]
    pub end: String,
    /// The parameters that bounds hold, in words; null where none is.
    #[serde(default)]
    pub at_bounds: Option<String>,
    /// For each constraint its excess, the side that is to be less minus the other one, and by how much the objective falls for
    /// each unit that it gives way.
    #[serde(default)]
    pub constraints: BTreeMap<String, [f64; 2]>,
    /// The figures over random members, by their texts: as they were optimised, those of the same members without what makes
    /// them smooth, and of as many others, null where these have none.
    #[serde(default)]
    pub figures: BTreeMap<String, [Option<f64>; 3]>,
    /// The starts that ended there, this one with them.
    #[serde(default)]
    pub starts: Vec<u64>,
}

impl DesignManifest {
    pub(crate) fn new((scenario, design): (&Scenario, &Design), table: &Path, backend: String) -> Self {
        let (study, columns) = (&scenario.study, scenario.study.mechanism.columns());
        let (minimise, fit, measurements) = match &design.goal {
            Goal::Minimise(objective) => (Some(objective.minimise.text.clone()), Vec::new(), 0),
            Goal::Fit(m) => (None, m.columns.iter().map(|c| columns[*c].0.clone()).collect(), m.count()),
        };
        let objective = match &design.goal {
            Goal::Minimise(objective) => Some(objective),
            Goal::Fit(_) => None,
        };
        let subject_to = |o: &Objective| o.constraints.iter().map(|c| c.text.clone()).collect();
        Self {
            subject_to: objective.map_or_else(Vec::new, subject_to),
            random_members: objective.and_then(|o| Some(o.random.as_ref()?.count() as u64)),
            heading: Heading::new("optimise", scenario),
            inputs: scenario.copy_names(),
            tables: Some(vec![TableRecord::new(table, &Published::default())]),
            minimise,
            fit,
            measurements,
            bounds: study.plan().columns().iter().cloned().zip(design.bounds.iter().copied()).collect(),
            starts: study.plan().members(),
            seed: scenario.seed,
            backend,
            complete: false,
            results: None,
        }
    }

    pub(crate) fn complete(&mut self, names: &[String], design: &Design, found: &Optimised, wall: Duration) {
        let mut ends = BTreeMap::new();
        found.starts.iter().for_each(|start| *ends.entry(start.reason.name().to_string()).or_insert(0) += 1);
        let named = |values: &[f64]| names.iter().cloned().zip(values.iter().copied()).collect();
        let errors = |start: &StartResult| {
            let known = |(k, name): (usize, &String)| Some((name.clone(), start.standard_error(k)?));
            names.iter().enumerate().filter_map(known).collect::<BTreeMap<String, f64>>()
        };
        let errors_from = match &design.goal {
            Goal::Minimise(_) => None,
            Goal::Fit(measured) if measured.deviations.is_some() => Some("deviations".to_string()),
            Goal::Fit(_) => Some("differences".to_string()),
        };
        let figure = |f: &FigureResult| (f.text.clone(), [Some(f.smooth), Some(f.plain), f.others]);
        let figures: BTreeMap<String, [Option<f64>; 3]> = found.figures.iter().map(figure).collect();
        let texts = self.subject_to.clone();
        let alike = found.equal_ends(&design.bounds).into_iter().next().unwrap_or_default();
        let record = |(number, start): (usize, &StartResult)| {
            Some(BestStart {
                start: number as u64,
                parameters: named(&start.point),
                standard_errors: start.fit.as_ref().filter(|f| f.standard_errors.is_some()).map(|_| errors(start)),
                standard_errors_from: start.fit.as_ref().and(errors_from.clone()),
                degrees_of_freedom: start.fit.as_ref().map(|fit| fit.degrees_of_freedom as u64),
                chi_squared_probability: start.fit.as_ref().and_then(|fit| fit.probability),
                objective: start.objective?,
                gradient: start.gradient?,
                end: start.reason.name().into(),
                at_bounds: start.at_bounds(names),
                constraints: texts.iter().cloned().zip(start.constraints.iter().map(|c| [c.value, c.rate])).collect(),
                figures: figures.clone(),
                starts: alike.iter().map(|start| *start as u64).collect(),
            })
        };
        self.complete = true;
        self.results = Some(DesignResults {
            ends,
            best: found.best().and_then(|number| record((number, &found.starts[number]))),
            rounds: found.rounds,
            members: found.members,
            wall_seconds: wall.as_secs_f64(),
            finished_unix_seconds: unix_seconds(),
        });
    }
}
