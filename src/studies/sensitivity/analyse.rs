//! What derivatives in the table of members of a finished run say of the whole ensemble.

use super::chaos::ChaosRequest;
use super::error::SensitivityError;
use super::failed::Failed;
use super::global::GlobalMeasure;
use super::indices::{indices, is_by_rows};
use super::propagation::{Propagation, Term};
use super::record::{OutputSensitivity, ParameterMeasure, PropagationRecord, SensitivityFile};
use super::rounding::{is_rounding, size};
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::ensemble::{Backend, BackendError, Members, Outcome, Study};
use crate::io::manifest::{RUN, RunManifest};
use crate::io::scenario::Scenario;
use crate::io::table::ReadError;
use crate::sampling::distribution::Distribution;
use crate::sampling::plan::{Plan, SampleKind};
use std::path::Path;

/// A parameter that the plan varies and derivatives are by.
struct Common {
    name: String,
    /// The column of the plan.
    column: usize,
    /// The place of the parameter among the parameters that derivatives are by.
    by: usize,
    distribution: Distribution,
    /// The values of the parameter in the members.
    values: Vec<f64>,
}

/// Says why results allow nothing, or of which scenario they are; a share of the members may have failed.
///
/// # Errors
/// [`SensitivityError`] where nothing can be said.
pub(super) fn check(
    scenario: &Scenario,
    manifest: &RunManifest,
    folder: &Path,
    accepted: f64,
) -> Result<(), SensitivityError> {
    let (plan, path, folder) =
        (scenario.study.plan(), scenario.path.display().to_string(), folder.display().to_string());
    if manifest.verb != RUN {
        return Err(SensitivityError::OfVerb { folder, verb: manifest.verb.clone() });
    }
    if plan.distributions().is_none() {
        return Err(SensitivityError::NoDistributions { scenario: path, plan: scenario.plan });
    }
    if !manifest.is_of(scenario) {
        return Err(SensitivityError::OtherScenario { folder, found: manifest.scenario.clone(), scenario: path });
    }
    if !manifest.members_kept {
        return Err(SensitivityError::NoMembers(folder));
    }
    let why = Failed::of(manifest, accepted).refusal(manifest).filter(|_| is_by_rows(plan));
    why.map_or(Ok(()), |why| Err(SensitivityError::Failed { folder, why }))
}

/// Says whether members and derivatives by what the plan varies measure how much parameters matter.
fn has_measures(study: &Study) -> bool {
    let by = study.mechanism.differentiated_by_parameters();
    study.plan().sample() != SampleKind::Listed && study.varied().iter().any(|at| by.contains(at))
}

/// Measures every output, by its derivatives and by the indices that the plan allows, over the members of a table, of which
/// `read` returns columns by their usual names.
///
/// # Errors
/// Where the table cannot be read, or the central member cannot be computed.
pub(super) fn analyse(
    scenario: &Scenario,
    table: String,
    (failed, chaos): (&Failed, Option<ChaosRequest>),
    read: impl Fn(&str) -> Result<Vec<f64>, ReadError>,
) -> Result<(SensitivityFile, Outcome), SensitivityError> {
    let (mut file, outcome) = match has_measures(&scenario.study) {
        // members of rows share parameters with others, and errors are those of independent ones
        true => {
            let plan = scenario.study.plan();
            let is_draw: Vec<bool> = read("member")?.iter().map(|member| plan.is_draw(*member as u64)).collect();
            let of_draws = |name: &str| -> Result<Vec<f64>, ReadError> {
                let values = read(name)?.into_iter().zip(&is_draw);
                Ok(values.filter(|(_, is_draw)| **is_draw).map(|(value, _)| value).collect())
            };
            measures(scenario, table, &of_draws)?
        }
        false => (empty(scenario, table), Outcome::Completed),
    };
    file.indices = Some(indices(scenario, (failed, chaos), &read)?);
    file.members = failed.of;
    Ok((file, outcome))
}

/// Returns what is known before anything is measured.
fn empty(scenario: &Scenario, table: String) -> SensitivityFile {
    let plan = scenario.study.plan();
    let means = plan.distributions().unwrap_or_default().iter().map(|of| of.mean_and_deviation().0);
    SensitivityFile {
        scenario: scenario.path.display().to_string(),
        scenario_sha256: scenario.hash.clone(),
        table,
        members: 0,
        central: plan.columns().iter().cloned().zip(means).collect(),
        without_derivatives: Vec::new(),
        rounding: Vec::new(),
        outputs: Vec::new(),
        indices: None,
    }
}

/// Measures every output that has derivatives, over the members of a table, of which `read` returns columns by their usual
/// names, beside the central member.
///
/// # Errors
/// Where the table cannot be read, or the central member cannot be computed.
fn measures(
    scenario: &Scenario,
    table: String,
    read: &impl Fn(&str) -> Result<Vec<f64>, ReadError>,
) -> Result<(SensitivityFile, Outcome), SensitivityError> {
    let study = &scenario.study;
    let (mechanism, plan) = (&study.mechanism, study.plan());
    let distributions = plan.distributions().unwrap_or_default();
    let spread: Vec<(f64, f64)> = distributions.iter().map(Distribution::mean_and_deviation).collect();
    // further columns are numbers of members
    let mut means: Vec<f64> = spread.iter().map(|(mean, _)| *mean).collect();
    means.resize(plan.columns().len(), 0.0);
    let (outcome, central) = central(study, means)?;
    let columns = mechanism.columns();
    let (mut common, mut without) = (Vec::new(), Vec::new());
    let drawn = study.varied().iter().zip(plan.columns().iter().zip(distributions));
    for (column, (at, (name, distribution))) in drawn.enumerate() {
        match mechanism.differentiated_by_parameters().iter().position(|p| p == at) {
            Some(by) => {
                let (name, distribution) = (name.clone(), distribution.clone());
                common.push(Common { values: read(&name)?, name, column, by, distribution });
            }
            None => without.push(name.clone()),
        }
    }
    let correlations = correlations(plan, &common);
    let derivatives = mechanism.derivative_columns();
    let mut of: Vec<usize> = derivatives.iter().map(|(_, of)| of.column).collect();
    of.dedup();
    // moments of the numbers that a rotation consists of say nothing of it; its angular sensitivity does
    let rotations = mechanism.columns_of_rotations();
    of.retain(|column| !rotations.contains(column));
    let (mut outputs, mut rounding): (Vec<OutputSensitivity>, Vec<String>) = Default::default();
    let column = |c: &usize| read(&columns[*c].0).map(|values| (&columns[*c], values));
    let all = of.iter().map(column).collect::<Result<Vec<(&(String, String), Vec<f64>)>, ReadError>>()?;
    for (column, ((name, unit), values)) in of.iter().copied().zip(&all) {
        let (name, unit) = (name.clone(), unit.clone());
        let of_its_kind = all.iter().filter(|((_, of), _)| *of == unit).map(|(_, values)| size(values));
        if is_rounding(values, of_its_kind.fold(0.0, f64::max)) {
            rounding.push(name);
            continue;
        }
        let (mut measures, mut terms, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for (at, p) in common.iter().enumerate() {
            let place = derivatives.iter().find(|(_, of)| of.column == column && of.by == p.by);
            let Some((place, _)) = place else { continue };
            let deviation = p.distribution.mean_and_deviation().1;
            terms.push(Term { slope: central[*place], deviation });
            places.push(at);
            let slopes = read(&columns[*place].0)?;
            let measure = GlobalMeasure::of(values, &slopes, &p.values, (&p.distribution, p.is_dependent(plan)));
            measures.extend(measure.map(|measure| (measure.weight(&p.distribution), record(&p.name, &measure))));
        }
        measures.sort_by(|a, b| b.0.total_cmp(&a.0));
        let known = central[column].is_finite() && terms.iter().all(|term| term.slope.is_finite());
        let propagation = known
            .then(|| {
                let correlation = |i: usize, j: usize| correlations[places[i]][places[j]];
                Propagation::of(central[column], &terms, correlation, values)
            })
            .flatten();
        outputs.push(OutputSensitivity {
            name,
            unit,
            parameters: measures.into_iter().map(|(_, measure)| measure).collect(),
            propagation: propagation.as_ref().map(Into::into),
        });
    }
    let file = SensitivityFile { without_derivatives: without, rounding, outputs, ..empty(scenario, table) };
    Ok((file, outcome))
}

impl Common {
    /// Tells whether the parameter depends on another one.
    fn is_dependent(&self, plan: &Plan) -> bool {
        plan.dependence().is_some_and(|dependence| dependence.columns().contains(&self.column))
    }
}

/// Returns the correlations of the values of parameters.
fn correlations(plan: &Plan, common: &[Common]) -> Vec<Vec<f64>> {
    let of = |a: &Common, b: &Common| match plan.dependence() {
        Some(dependence) => dependence.of_values([a.column, b.column], [&a.distribution, &b.distribution]),
        None => f64::from(u8::from(a.column == b.column)),
    };
    common.iter().map(|a| common.iter().map(|b| of(a, b)).collect()).collect()
}

/// Runs the member with these values of what the plan varies.
fn central(study: &Study, values: Vec<f64>) -> Result<(Outcome, Vec<f64>), BackendError> {
    let members = Members::of_rows(0, 1, &values);
    let study = study.clone().sampled(None);
    let chunk = CpuBackend::new(Some(1), LaneWidth::One)?.run(&study, members)?;
    Ok((chunk.outcomes[0], chunk.outputs.row(0)))
}

fn record(name: &str, measure: &GlobalMeasure) -> ParameterMeasure {
    let bound = measure.bound.as_ref();
    ParameterMeasure {
        name: name.into(),
        members: measure.members,
        mean_square: measure.nu.value,
        mean_square_standard_error: measure.nu.standard_error,
        total_index_bound: bound.ok().map(|bound| bound.value),
        total_index_bound_standard_error: bound.ok().map(|bound| bound.standard_error),
        no_bound: bound.err().map(ToString::to_string),
    }
}

impl From<&Propagation> for PropagationRecord {
    fn from(p: &Propagation) -> Self {
        let [mean_difference, std_difference] = p.differences();
        Self {
            members: p.members,
            linear_mean: p.linear_mean,
            linear_std: p.linear_deviation,
            mean: p.mean.value,
            mean_standard_error: p.mean.standard_error,
            std: p.deviation.value,
            std_standard_error: p.deviation.standard_error,
            mean_difference,
            std_difference,
            agrees: p.agrees(),
        }
    }
}
