//! What was run, in the manifest of a run: all that a reader needs besides the tables.

use crate::ensemble::{Sampling, Steps, Study};
use crate::io::scenario::{Derived, Scenario};
use crate::model::Expr;
use crate::model::expression::KnownValues;
use crate::sampling::distribution::Distribution;
use crate::sampling::plan::Plan;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::OnceLock;

/// Describes a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParameterRecord {
    /// The name of the parameter.
    pub name: String,
    /// The unit of the parameter, if the scenario states one.
    pub unit: Option<String>,
    /// The value of the parameter in all members, where the plan does not vary it.
    pub default: f64,
    /// How the plan varies the parameter; null where it does not.
    pub varied: Option<VariationRecord>,
}

/// Says which values the members have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VariationRecord {
    /// The values are drawn from a distribution.
    Distribution {
        /// The name of the distribution.
        name: String,
        /// The numbers of the distribution, in the order in which a scenario gives them; null for an infinite one. Values
        /// that were measured are in the copy of their file.
        arguments: Vec<Option<f64>>,
        /// The distribution that it is a part of, of a truncated one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<Box<VariationRecord>>,
    },
    /// The values are those of an axis of a grid.
    Grid {
        /// The number of values.
        count: u64,
        /// The first value.
        first: f64,
        /// The last value.
        last: f64,
    },
    /// The values are the column of a table.
    Table {
        /// The copy of the file, beside the manifest.
        file: String,
    },
}

impl ParameterRecord {
    /// Describes the parameters of a study; `table` is the copy of the file that its plan reads.
    pub(crate) fn all(study: &Study, table: &str) -> Vec<Self> {
        let plan = study.plan();
        let record = |(at, parameter): (usize, &crate::model::Parameter)| Self {
            name: parameter.name.clone(),
            unit: parameter.unit.clone(),
            default: parameter.default,
            varied: study.varied().iter().position(|varied| *varied == at).map(|column| variation(plan, column, table)),
        };
        study.mechanism.parameters.iter().enumerate().map(record).collect()
    }
}

fn variation(plan: &Plan, column: usize, table: &str) -> VariationRecord {
    // further columns are numbers of members
    if let Some(distribution) = plan.distributions().and_then(|all| all.get(column)) {
        return drawn(distribution);
    }
    match plan.listed(column) {
        Some(values @ [first, .., last] | values @ [first @ last]) => {
            VariationRecord::Grid { count: values.len() as u64, first: *first, last: *last }
        }
        _ => VariationRecord::Table { file: table.into() },
    }
}

fn drawn(distribution: &Distribution) -> VariationRecord {
    let (name, arguments) = distribution.specification();
    let stated = if distribution.is_measured() { &[] } else { arguments };
    VariationRecord::Distribution {
        name: name.into(),
        arguments: stated.iter().map(|x| Some(*x).filter(|x| x.is_finite())).collect(),
        of: distribution.whole().map(|whole| Box::new(drawn(whole))),
    }
}

/// Describes a name that stands for an expression over the parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DerivedRecord {
    /// The name.
    pub name: String,
    /// The unit of the name, if the scenario states one.
    pub unit: Option<String>,
    /// The expression, as in the scenario.
    pub expression: String,
    /// The value of the name for the default values of the parameters, in the unit of the name.
    pub default: f64,
}

impl DerivedRecord {
    /// Describes what a scenario derives from its parameters.
    pub(crate) fn all(scenario: &Scenario) -> Vec<Self> {
        let defaults = scenario.study.mechanism.defaults();
        let mut known = KnownValues::default();
        let record = |derived: &Derived| Self {
            name: derived.name.clone(),
            unit: derived.unit.as_ref().map(|unit| unit.text.clone()),
            expression: derived.text.clone(),
            default: derived.shown(&defaults, &mut known),
        };
        scenario.derived.iter().map(record).collect()
    }
}

/// Describes a column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnRecord {
    /// The table: `members`, `samples` or `events`.
    pub table: String,
    /// The name of the column in the table.
    pub name: String,
    /// What the column is in the scenario, as in `com.x`; other than the name with `--names plain` alone.
    pub of: String,
    /// The unit of the column, if it has one.
    pub unit: Option<String>,
}

/// Says what is made of an output over time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReductionRecord {
    /// The name of the output.
    pub output: String,
    /// The reduction of the output: the key `over` of a scenario.
    pub over: String,
}

impl ReductionRecord {
    /// Describes the outputs of a study, but for derivatives, which are made of what they are of.
    pub(crate) fn all(study: &Study) -> Vec<Self> {
        let given = study.mechanism.outputs.iter().filter(|output| output.quantity.derivative().is_none());
        let given = given.filter(|output| output.quantity.second_derivative().is_none());
        given.map(|output| Self { output: output.name.clone(), over: output.reduction.name().into() }).collect()
    }
}

/// Describes a method. Numbers that depend on parameters are those of the default values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MethodRecord {
    /// The name of the integrator.
    pub integrator: String,
    /// The coordinates that it integrates in.
    pub formulation: String,
    /// The duration, s.
    pub duration: f64,
    /// The step, s, where steps are equal.
    pub step: Option<f64>,
    /// The absolute tolerance, m, rad, m/s, rad/s, where steps adapt.
    pub absolute_tolerance: Option<f64>,
    /// The relative tolerance, where steps adapt.
    pub relative_tolerance: Option<f64>,
    /// The first step, s, where it is given.
    pub first_step: Option<f64>,
    /// The smallest step, s, where it is given.
    pub smallest_step: Option<f64>,
    /// The largest step, s, where it is given.
    pub largest_step: Option<f64>,
    /// Attempts of a step after which a member is given up, where steps adapt.
    pub step_limit: Option<u32>,
    /// The time between samples, s, where there are any.
    pub sampling_every: Option<f64>,
    /// `none` where no step ends where something switches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<String>,
}

impl MethodRecord {
    pub(crate) fn of(study: &Study) -> Self {
        let (method, defaults) = (&study.method, study.mechanism.defaults());
        let value = |e: &Expr| e.evaluate(&defaults);
        let mut record = Self {
            integrator: method.integrator.name.into(),
            formulation: method.formulation.kind.name.into(),
            duration: value(&method.duration),
            step: None,
            absolute_tolerance: None,
            relative_tolerance: None,
            first_step: None,
            smallest_step: None,
            largest_step: None,
            step_limit: None,
            sampling_every: study.sampling.as_ref().and_then(Sampling::every),
            events: (!method.ends_at_switches).then(|| "none".into()),
        };
        match &method.steps {
            Steps::Fixed(step) => record.step = Some(value(step)),
            Steps::Adaptive(adaptive) => {
                record.absolute_tolerance = Some(value(&adaptive.absolute));
                record.relative_tolerance = Some(value(&adaptive.relative));
                record.first_step = adaptive.first.as_ref().map(value);
                record.smallest_step = adaptive.smallest.as_ref().map(value);
                record.largest_step = adaptive.largest.as_ref().map(value);
                record.step_limit = Some(adaptive.limit);
            }
        }
        record
    }
}

/// Describes the machine that a run was last computed on; of merged shards that of the first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineRecord {
    /// The processor, as it calls itself, or else its architecture.
    pub processor: String,
    /// Cores that the program may use.
    pub cores: usize,
    /// The operating system.
    pub system: String,
}

impl MachineRecord {
    /// Describes this machine, at which it looks once.
    pub(crate) fn here() -> Self {
        static HERE: OnceLock<MachineRecord> = OnceLock::new();
        HERE.get_or_init(Self::look).clone()
    }

    fn look() -> Self {
        let value = |file: &str, key: &str, separator: char| {
            let text = std::fs::read_to_string(Path::new(file)).ok()?;
            let mut lines = text.lines().filter_map(|line| line.split_once(separator));
            lines.find(|(found, _)| found.trim() == key).map(|(_, value)| value.trim().trim_matches('"').to_string())
        };
        let system = match value("/etc/os-release", "PRETTY_NAME", '=') {
            Some(name) => format!("{} ({name})", std::env::consts::OS),
            None => std::env::consts::OS.into(),
        };
        Self {
            processor: value("/proc/cpuinfo", "model name", ':').unwrap_or_else(|| std::env::consts::ARCH.into()),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            system,
        }
    }
}

/// Says which members of a plan a run computes, where these are not all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartRecord {
    /// The first of the members.
    pub first: u64,
    /// Members of the whole plan.
    pub of: u64,
    /// The number of the shard, from 1 on, and how many there are, where the plan was divided.
    pub shard: Option<[u64; 2]>,
}
