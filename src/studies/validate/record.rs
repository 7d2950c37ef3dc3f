//! What `gyrosweep validate --json` prints.

use super::curve::Curve;
use super::judgement::{Judged, Judgement};
use super::parameter_result::ParameterResult;
use super::perturbation::RELATIVE;
use super::verdict::Verdict;
use crate::io::manifest::Heading;
use crate::io::scenario::Scenario;
use serde::{Deserialize, Serialize};

/// Says which derivatives are right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValidationRecord {
    /// What begins the file.
    #[serde(flatten)]
    pub heading: Heading,
    /// The member of the plan whose derivatives these are; null for the default parameters.
    pub member: Option<u64>,
    /// Where the derivatives come from: `semi-analytic`, or the file or command.
    pub derivatives_from: String,
    /// What computed the perturbed runs, in words.
    pub backend: String,
    /// How the unperturbed member ended.
    pub outcome: String,
    /// When the unperturbed member ended, s.
    pub outcome_time: f64,
    /// Runs of the ensemble: those that stencils share count once.
    pub runs: usize,
    /// The perturbations, relative to the magnitude of a parameter, or in its unit where its value is zero.
    pub perturbations: Vec<f64>,
    /// The reason why there is no complex step; null where there is one.
    pub no_complex_step: Option<String>,
    /// What finer steps are, in words, that `finer_change` of a derivative is about.
    #[serde(default)]
    pub finer: String,
    /// How many derivatives have which verdict.
    pub verdicts: VerdictCounts,
    /// The parameters.
    pub parameters: Vec<ValidatedParameter>,
    /// The derivatives.
    pub derivatives: Vec<ValidatedDerivative>,
}

/// Counts verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictCounts {
    /// The derivatives that agree with finite differences.
    pub right: usize,
    /// The derivatives that differ from finite differences by much more than their error.
    pub wrong: usize,
    /// The derivatives of which finite differences do not tell.
    pub undecided: usize,
    /// Outputs that have no derivative or no value.
    pub no_derivative: usize,
}

/// A parameter that outputs are differentiated by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValidatedParameter {
    /// The name of the parameter.
    pub name: String,
    /// The unit of the parameter; null where the scenario gives none.
    pub unit: Option<String>,
    /// The value of the parameter.
    pub value: f64,
    /// What perturbations are relative to, in the unit of the parameter.
    pub scale: f64,
    /// False where no output depends on the parameter.
    pub matters: bool,
    /// The place of something that switches where the parameter says; left out where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switches: Option<String>,
    /// Perturbations that the precision does not tell apart.
    pub unresolved: Vec<f64>,
    /// Perturbations some of whose runs ended otherwise than the unperturbed one, so that stencils leave them out.
    pub failed: Vec<FailedPerturbation>,
    /// The perturbations, the smallest and the largest, some of whose runs took another number of steps, so that stencils
    /// leave them out; null where none did.
    pub other_steps: Option<[f64; 2]>,
}

/// A perturbation some of whose runs ended otherwise than the unperturbed one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FailedPerturbation {
    /// The perturbation.
    pub perturbation: f64,
    /// The end of the first of the runs that ended otherwise.
    pub outcome: String,
    /// The number of runs that ended otherwise.
    pub runs: usize,
}

/// A derivative and what is said of it. All derivatives are in the unit of the output over that of the parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValidatedDerivative {
    /// The parameter.
    pub parameter: String,
    /// The output component.
    pub output: String,
    /// The unit of the output component.
    pub unit: String,
    /// The value of the output component, in its unit; null where there is none.
    pub value: Option<f64>,
    /// The derivative that is judged; null where there is none.
    pub derivative: Option<f64>,
    /// The best finite difference; null where there is none.
    pub finite_difference: Option<f64>,
    /// An estimate of the error of the finite difference.
    pub finite_difference_error: Option<f64>,
    /// The stencil of the finite difference.
    pub stencil: Option<String>,
    /// The perturbation of the finite difference.
    pub perturbation: Option<f64>,
    /// The derivative by a complex step; null where it does not apply.
    pub complex_step: Option<f64>,
    /// The relative error of the derivative, (118) of Brüls, Eberhard (2008).
    pub relative_error: Option<f64>,
    /// The relative error of all components of the output, as norms.
    pub output_relative_error: Option<f64>,
    /// The amount by which finer steps change the program's own derivative: about what the derivative of the discrete
    /// solution, which is judged, is off from that of the motion; null where that is not known.
    #[serde(default)]
    pub finer_change: Option<f64>,
    /// `right`, for the discrete solution, `wrong`, `undecided` or `no_derivative`.
    pub verdict: String,
    /// The reason of the verdict, in words.
    pub reason: String,
    /// The stencils over the perturbation.
    pub curves: Vec<ValidationCurve>,
}

/// A stencil over the perturbation eps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ValidationCurve {
    /// The stencil.
    pub stencil: String,
    /// The derivative for each of the perturbations; null where there is none.
    pub derivatives: Vec<Option<f64>>,
    /// N: what values are rounded by makes an error of N / eps.
    pub rounding: Option<f64>,
    /// T: truncation makes an error of T eps^order; null where no perturbation shows it.
    pub truncation: Option<f64>,
    /// The nominal order.
    pub order: i32,
    /// The measured order; null where too few perturbations show truncation.
    pub measured_order: Option<f64>,
    /// The perturbation at which the sum of the errors by rounding and by truncation is least.
    pub optimum: Option<f64>,
    /// The sum of these errors at that perturbation.
    pub floor: Option<f64>,
}

fn finite(x: f64) -> Option<f64> {
    x.is_finite().then_some(x)
}

impl ValidationRecord {
    /// Says what was found.
    pub fn new(
        scenario: &Scenario,
        member: Option<u64>,
        (derivatives_from, backend): (String, String),
        judgement: &Judgement,
    ) -> Self {
        Self {
            heading: Heading::new("validate", scenario),
            member,
            derivatives_from,
            backend,
            outcome: judgement.outcome.0.name().into(),
            outcome_time: judgement.outcome.1,
            runs: judgement.runs,
            perturbations: RELATIVE.to_vec(),
            no_complex_step: judgement.no_complex_step.clone(),
            finer: scenario.study.finer_steps().into(),
            verdicts: VerdictCounts {
                right: judgement.count(Verdict::Right),
                wrong: judgement.count(Verdict::Wrong),
                undecided: judgement.count(Verdict::Undecided),
                no_derivative: judgement.count(Verdict::NoDerivative),
            },
            parameters: judgement.parameters.iter().map(parameter).collect(),
            derivatives: judgement.derivatives.iter().map(|judged| derivative(judgement, judged)).collect(),
        }
    }
}

fn parameter(of: &ParameterResult) -> ValidatedParameter {
    let failed = |(relative, outcome, runs): &(f64, crate::ensemble::Outcome, usize)| FailedPerturbation {
        perturbation: *relative,
        outcome: outcome.name().into(),
        runs: *runs,
    };
    ValidatedParameter {
        name: of.name.clone(),
        unit: of.unit.clone(),
        value: of.value,
        scale: of.scale,
        matters: of.matters,
        switches: of.switches.clone(),
        unresolved: of.unresolved.clone(),
        failed: of.failed.iter().map(failed).collect(),
        other_steps: of.other_steps.map(|(smallest, largest)| [smallest, largest]),
    }
}

fn derivative(judgement: &Judgement, judged: &Judged) -> ValidatedDerivative {
    let component = &judgement.components[judged.component];
    ValidatedDerivative {
        parameter: judgement.parameters[judged.parameter].name.clone(),
        output: component.name.clone(),
        unit: component.unit.clone(),
        value: finite(judgement.values[judged.component]),
        derivative: judged.derivative.and_then(finite),
        finite_difference: judged.differences.map(|d| d.0),
        finite_difference_error: judged.differences.and_then(|d| finite(d.1)),
        stencil: judged.differences.map(|d| d.2.into()),
        perturbation: judged.differences.map(|d| d.3),
        complex_step: judged.complex,
        relative_error: judged.relative_error,
        output_relative_error: judged.output_error,
        finer_change: judged.finer_change,
        verdict: judged.verdict.name().into(),
        reason: judged.reason.clone(),
        curves: judged.curves.iter().map(curve).collect(),
    }
}

fn curve(of: &Curve) -> ValidationCurve {
    ValidationCurve {
        stencil: of.stencil.name.into(),
        derivatives: of.derivatives.iter().map(|d| finite(*d)).collect(),
        rounding: finite(of.rounding),
        truncation: of.truncation,
        order: of.stencil.order,
        measured_order: of.order,
        optimum: of.optimum.map(|o| o.0),
        floor: of.optimum.map(|o| o.1),
    }
}
