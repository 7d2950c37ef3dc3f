//! `manifest.json` beside the table of `gyrosweep optimise`.

use super::heading::Heading;
use super::unix_seconds;
use crate::design::{Design, Goal, Optimised, StartResult};
use crate::io::scenario::Scenario;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// Says what a design study was for and what it found. It is written when the study begins and again when it ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DesignManifest {
    /// What begins the file.
    #[serde(flatten)]
    pub heading: Heading,
    /// The copies of what the study reads, beside the manifest.
    #[serde(default)]
    pub inputs: Vec<String>,
    /// The output component that is minimised; null where measurements are fitted.
    pub minimise: Option<String>,
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
    /// How long it took, s.
    pub wall_seconds: f64,
    /// When the file was written, seconds since 1970.
    pub finished_unix_seconds: u64,
}

/// The start with the least objective.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestStart {
    /// Its number in the plan.
    pub start: u64,
    /// The parameters that it came to.
    pub parameters: BTreeMap<String, f64>,
    /// Their standard errors, where measurements are fitted and determine them.
    pub standard_errors: Option<BTreeMap<String, f64>>,
    /// The objective: the output in its unit, or the sum of squares.
    pub objective: f64,
    /// The norm of the gradient by parameters in units of their intervals, without what points out of them.
    pub gradient: f64,
}

impl DesignManifest {
    pub(crate) fn new(scenario: &Scenario, design: &Design, backend: String) -> Self {
        let (study, columns) = (&scenario.study, scenario.study.mechanism.columns());
        let (minimise, fit, measurements) = match &design.goal {
            Goal::Minimise(column) => (Some(columns[*column].0.clone()), Vec::new(), 0),
            Goal::Fit(m) => (None, m.columns.iter().map(|c| columns[*c].0.clone()).collect(), m.count()),
        };
        Self {
            heading: Heading::new("optimise", scenario),
            inputs: scenario.copy_names(),
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

    pub(crate) fn complete(&mut self, names: &[String], found: &Optimised, wall: Duration) {
        let mut ends = BTreeMap::new();
        found.starts.iter().for_each(|start| *ends.entry(start.reason.name().to_string()).or_insert(0) += 1);
        let named = |values: &[f64]| names.iter().cloned().zip(values.iter().copied()).collect();
        let record = |(number, start): (usize, &StartResult)| {
            Some(BestStart {
                start: number as u64,
                parameters: named(&start.point),
                standard_errors: start.standard_errors.as_deref().map(named),
                objective: start.objective?,
                gradient: start.gradient?,
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
