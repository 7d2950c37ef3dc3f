//! `reliability.json`, and the manifest beside it.

use super::agreement::{Estimates, Verdict};
use super::form::Search;
use super::judge::WithoutValue;
use super::points::DesignPoint;
use super::sorm::FORMULAS;
use super::system::{SystemProbability, index};
use crate::design::Reliability;
use crate::io::manifest::{FileRecord, Heading, IntervalRecord, TableRecord, copies};
use crate::io::scenario::Scenario;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Numbers by the names of parameters.
pub type ByParameter = BTreeMap<String, f64>;

/// Says what a reliability study wrote. It is written when the study begins and again when it ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReliabilityManifest {
    /// What begins the file.
    #[serde(flatten)]
    pub heading: Heading,
    /// The copies of what the study reads, beside the manifest.
    #[serde(default, deserialize_with = "copies")]
    pub inputs: Vec<String>,
    /// The table of members, as it was when the file was written.
    pub tables: Vec<TableRecord>,
    /// `reliability.json`.
    pub files: Vec<FileRecord>,
    /// What computes, in words.
    pub backend: String,
    /// True where all methods came to an end.
    pub complete: bool,
    /// How long the study took, s; null before it is complete.
    pub wall_seconds: Option<f64>,
}

/// Says what a reliability study found: `reliability.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReliabilityRecord {
    /// What begins the file.
    #[serde(flatten)]
    pub heading: Heading,
    /// The condition.
    pub failure: String,
    /// Its comparisons.
    pub limit_states: Vec<String>,
    /// The parameters that vary, in the order of the standard space.
    pub parameters: Vec<String>,
    /// The seed of random numbers.
    pub seed: u64,
    /// The estimate to be taken; null where no method has one.
    pub best: Option<BestRecord>,
    /// Whether the methods agree.
    pub agree: bool,
    /// The methods that are apart from the best one.
    pub apart: Vec<String>,
    /// Whether the methods agree, and what it means if not, in words.
    pub verdict: String,
    /// What became of the starts of each limit state.
    pub starts: Vec<StartRecord>,
    /// The design points, by limit state, the nearest first.
    pub design_points: Vec<PointRecord>,
    /// The first-order method; null where it has no probability.
    pub form: Option<SystemRecord>,
    /// The second-order method, by formula.
    pub sorm: BTreeMap<String, SystemRecord>,
    /// Importance sampling.
    pub importance: Option<ImportanceRecord>,
    /// Subset simulation.
    pub subset: Option<SubsetRecord>,
    /// Members of the distributions themselves.
    pub random: Option<RandomRecord>,
    /// Members without a value that count as `failed` says, by outcome.
    pub without_value: BTreeMap<String, u64>,
    /// All members that were computed.
    pub members: u64,
}

/// The estimate to be taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestRecord {
    /// The method.
    pub method: String,
    /// The probability of failure.
    pub probability: f64,
    /// The interval of the probability; null of methods without one.
    pub interval: Option<IntervalRecord>,
}

/// Says what became of a start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StartRecord {
    /// The number of the limit state, from zero.
    pub limit_state: usize,
    /// How the search ended: `converged`, `iteration_limit`, `no_failure_found` or `member_failed`.
    pub end: String,
    /// Steps of the search.
    pub iterations: u64,
    /// Members of the search.
    pub evaluations: u64,
    /// Where the search ended, in the standard space.
    pub u: ByParameter,
    /// What became of the member that ended the search.
    pub outcome: Option<String>,
}

/// A design point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PointRecord {
    /// The number of the limit state, from zero.
    pub limit_state: usize,
    /// The distance from the origin; negative where the medians fail.
    pub beta: f64,
    /// The point in the standard space of independent normal numbers.
    pub u: ByParameter,
    /// The values of the parameters.
    pub x: ByParameter,
    /// The unit vector towards failure, in the standard space.
    pub alpha: ByParameter,
    /// The squares of that: how much of the variance of the margin each number of the standard space has.
    pub importance: ByParameter,
    /// The derivatives of beta by the mean of each parameter, with which all its values move.
    pub by_mean: ByParameter,
    /// The derivatives of beta by the deviation of each parameter, with which all its values spread.
    pub by_deviation: ByParameter,
    /// The derivatives of beta by the numbers of each distribution, by their names.
    pub by_numbers: BTreeMap<String, BTreeMap<String, f64>>,
    /// How many starts ended there.
    pub starts: u64,
    /// The curvatures of the limit state, positive where it bends away from the origin; null where a member failed.
    pub curvatures: Option<Vec<f64>>,
    /// Where these are from: `exact` second derivatives, or `differences` of first ones.
    pub second_derivatives: Option<String>,
    /// Whether no point around it is as near.
    pub is_nearest: bool,
    /// The probability of failure by the plane at the point.
    pub form: f64,
    /// What each formula with curvatures makes of it.
    pub sorm: BTreeMap<String, Option<f64>>,
}

/// The probability of a system of half spaces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SystemRecord {
    /// The probability: the middle of the bounds.
    pub probability: f64,
    /// The index of reliability that belongs to it.
    pub beta: f64,
    /// The sum over the sets of design points of which all have to be passed.
    pub sum: f64,
    /// Ditlevsen's bounds.
    pub ditlevsen: [f64; 2],
}

/// What importance sampling found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportanceRecord {
    /// The probability of failure.
    pub probability: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Its interval.
    pub interval: Option<IntervalRecord>,
    /// Members.
    pub members: u64,
    /// Members that failed.
    pub failures: u64,
    /// The number of failures with equal weights that would tell as much.
    pub effective_failures: f64,
    /// The largest weight of a failure, as a part of all.
    pub largest_weight: f64,
    /// Whether weights are even enough for the interval to be right.
    pub trusted: bool,
}

/// What subset simulation found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SubsetRecord {
    /// The probability of failure: the mean of the repeats.
    pub probability: f64,
    /// Its interval.
    pub interval: Option<IntervalRecord>,
    /// The estimates of the repeats.
    pub repeats: Vec<f64>,
    /// The most levels of a repeat beyond the first.
    pub levels: u64,
    /// Members.
    pub members: u64,
    /// Repeats whose levels came no closer to failure.
    pub stuck: u64,
}

/// What members of the distributions themselves found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RandomRecord {
    /// The probability of failure.
    pub probability: f64,
    /// Its interval.
    pub interval: Option<IntervalRecord>,
    /// Members.
    pub members: u64,
    /// Members that failed.
    pub failures: u64,
}

impl From<SystemProbability> for SystemRecord {
    fn from(found: SystemProbability) -> Self {
        let probability = found.value();
        Self { probability, beta: index(probability), sum: found.sum, ditlevsen: found.bounds }
    }
}

/// Gives numbers the names of parameters.
fn named(names: &[String], values: &[f64]) -> ByParameter {
    names.iter().cloned().zip(values.iter().copied()).collect()
}

fn start(names: &[String], of: &Search) -> StartRecord {
    StartRecord {
        limit_state: of.limit,
        end: of.end.name().into(),
        iterations: of.iterations,
        evaluations: of.evaluations,
        u: named(names, &of.u),
        outcome: of.failed.map(|outcome| outcome.name().into()),
    }
}

fn point(names: &[String], of: &DesignPoint) -> PointRecord {
    let numbers = |all: &Vec<(&'static str, f64)>| all.iter().map(|(name, x)| (name.to_string(), *x)).collect();
    PointRecord {
        limit_state: of.limit,
        beta: of.beta,
        u: named(names, &of.u),
        x: named(names, &of.x),
        alpha: named(names, &of.alpha),
        importance: named(names, &of.alpha.iter().map(|a| a * a).collect::<Vec<f64>>()),
        by_mean: named(names, &of.by_mean),
        by_deviation: named(names, &of.by_deviation),
        by_numbers: names.iter().cloned().zip(of.by_numbers.iter().map(numbers)).collect(),
        starts: of.starts,
        curvatures: of.curvatures.as_ref().map(|(all, _)| all.clone()),
        second_derivatives: of
            .curvatures
            .as_ref()
            .map(|(_, exact)| if *exact { "exact" } else { "differences" }.into()),
        is_nearest: of.is_nearest,
        form: crate::sampling::distribution::normal_probability(-of.beta),
        sorm: FORMULAS.iter().map(ToString::to_string).zip(of.second_order).collect(),
    }
}

impl ReliabilityRecord {
    pub(super) fn new(
        (scenario, asked): (&Scenario, &Reliability),
        found: &Estimates,
        verdict: &Verdict,
        (without, members): (&WithoutValue, u64),
    ) -> Self {
        let names = scenario.study.plan().columns();
        let first_order = found.first_order.as_ref();
        let interval = |interval: Option<crate::statistics::Interval>| interval.map(IntervalRecord::from);
        let sorm = first_order.filter(|_| found.asks_sorm).map_or([None; 3], |of| of.sorm);
        let of_formula = |(name, found): (&&str, Option<SystemProbability>)| Some((name.to_string(), found?.into()));
        Self {
            heading: Heading::new("reliability", scenario),
            failure: asked.text.clone(),
            limit_states: asked.limit_states.iter().map(|limit| limit.text.clone()).collect(),
            parameters: names.to_vec(),
            seed: asked.seed,
            best: verdict.best.as_ref().map(|best| BestRecord {
                method: best.method.into(),
                probability: best.value,
                interval: interval(best.interval),
            }),
            agree: verdict.agree,
            apart: verdict.apart.iter().map(ToString::to_string).collect(),
            verdict: verdict.words.clone(),
            starts: first_order.map_or_else(Vec::new, |of| of.searches.iter().map(|s| start(names, s)).collect()),
            design_points: first_order.map_or_else(Vec::new, |of| of.points.iter().map(|p| point(names, p)).collect()),
            form: first_order.filter(|_| found.asks_form).and_then(|of| of.form).map(SystemRecord::from),
            sorm: FORMULAS.iter().zip(sorm).filter_map(of_formula).collect(),
            importance: found.importance.as_ref().map(|of| ImportanceRecord {
                probability: of.probability,
                standard_error: of.standard_error,
                interval: interval(of.interval),
                members: of.members,
                failures: of.failures,
                effective_failures: of.effective,
                largest_weight: of.largest,
                trusted: found.all().iter().any(|estimate| estimate.method == "importance" && estimate.is_trusted),
            }),
            subset: found.subset.as_ref().map(|of| SubsetRecord {
                probability: of.probability,
                interval: interval(of.interval),
                repeats: of.repeats.clone(),
                levels: of.levels,
                members: of.members,
                stuck: of.stuck,
            }),
            random: found.random.and_then(|of| {
                let probability = of.share()?;
                Some(RandomRecord {
                    probability,
                    interval: interval(of.interval()),
                    members: of.of,
                    failures: of.having,
                })
            }),
            without_value: without.0.iter().map(|(name, count)| (name.to_string(), *count)).collect(),
            members,
        }
    }
}

/// Writes the bounds of an interval, if there is one.
pub(super) trait IntervalText {
    /// Returns the lower and the upper bound as text.
    fn ends(&self) -> Vec<String>;
}

impl IntervalText for Option<IntervalRecord> {
    fn ends(&self) -> Vec<String> {
        let none = || ["-", "-"].map(String::from);
        self.as_ref().map_or_else(none, |of| [of.lower, of.upper].map(crate::report::number)).to_vec()
    }
}
