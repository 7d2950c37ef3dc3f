//! From runs and derivatives to verdicts.

use super::complex_step;
use super::curve::Curve;
use super::difference_study::{DifferenceStudy, Runs};
use super::estimate::{Differences, Findings, Shape};
use super::parameter_result::ParameterResult;
use super::perturbation::RELATIVE;
use super::semi_analytic::SemiAnalytic;
use super::stencil::{ALL, CENTRE};
use super::supplied::Derivatives;
use super::verdict::{Evidence, Verdict};
use crate::ensemble::{Outcome, Steps};
use crate::model::output::EventValue;
use crate::model::{Mechanism, Source};

/// An output component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The output that the component belongs to.
    pub output: String,
    /// The name of the component.
    pub name: String,
    /// The unit of the component.
    pub unit: String,
}

/// A derivative and what is said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The number of the parameter.
    pub parameter: usize,
    /// The number of the output component.
    pub component: usize,
    /// The derivative that is judged; none where there is none.
    pub derivative: Option<f64>,
    /// The best finite difference, with its error, its stencil and its perturbation.
    pub differences: Option<(f64, f64, &'static str, f64)>,
    /// The derivative by a complex step.
    pub complex: Option<f64>,
    /// The best derivative that is known, with its error: by differences or by a complex step.
    pub known: Option<(f64, f64)>,
    /// The relative error (118) against the best derivative that is known.
    pub relative_error: Option<f64>,
    /// The relative error (118) of all components of the output, as norms.
    pub output_error: Option<f64>,
    /// The verdict.
    pub verdict: Verdict,
    /// The reason of the verdict.
    pub reason: String,
    /// The stencils over the perturbation.
    pub curves: Vec<Curve>,
    /// The amount by which finer steps change the program's own derivative: about what the derivative of the discrete
    /// solution is off from that of the motion; none where that is not known.
    pub finer_change: Option<f64>,
    /// What the derivative is compared with.
    pub evidence: Evidence,
}

/// The judgement of all derivatives.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// How the unperturbed member ended, and when, s.
    pub outcome: (Outcome, f64),
    /// The output components of the unperturbed member.
    pub values: Vec<f64>,
    /// How many runs there were.
    pub runs: usize,
    /// The parameters.
    pub parameters: Vec<ParameterResult>,
    /// The output components.
    pub components: Vec<Component>,
    /// The derivatives, parameter by parameter.
    pub derivatives: Vec<Judged>,
    /// The reason why there is no complex step, if there is none.
    pub no_complex_step: Option<String>,
}

/// What is to be judged.
#[derive(Debug)]
pub struct Supplied<'a> {
    /// The derivatives by the parameters of the difference study.
    pub derivatives: &'a Derivatives,
    /// The program's own derivatives with the steps of an implicit method solved as the scenario says, and more exactly.
    pub newton: Option<&'a [SemiAnalytic; 2]>,
    /// True where derivatives that are missing are to be named as well.
    pub whole: bool,
}

/// Rounding makes derivatives up to so many times as inexact, relatively, as the values that are differentiated: those by
/// a rate, for one, collect the rounding of all steps.
const ROUNDING: f64 = 100.0;

/// A complex step has so many times the rounding of the values: less than another computation may differ by.
const OF_COMPLEX_STEP: f64 = 30.0;

/// How many times as much another solution of the same equations may differ as one that is more exact.
const NEWTON: f64 = 10.0;

/// Derivatives of an output that is always the same may be this much of those of other outputs of its unit, by rounding.
const ZERO: f64 = 1e-13;

/// Where steps change little by little with the parameter, the mean slope of the values differs from the derivative for
/// given steps by some of the errors of integration: so many tolerances, relatively.
const STEPS: f64 = 3.0;

/// A derivative at an extreme or an event changes with its time, which is located to so much of the time scale: with
/// explicit methods, and with implicit ones, whose rates are not those of the values to all digits.
const LOCATED: [f64; 2] = [1e-9, 1e-6];

/// Estimated errors count so many times where perturbed runs choose their own steps: these are the same for all runs of a
/// few perturbations, and their effect need not look like noise.
const OTHER_STEPS: f64 = 5.0;

/// What is so many times the root of the precision counts as zero beside others.
const NEGLIGIBLE: f64 = 100.0;

/// What is known of a component by a parameter.
struct Known {
    findings: Findings,
    complex: Option<f64>,
}

impl Known {
    fn best(&self) -> Option<f64> {
        self.findings.best.map(|b| b.value)
    }
}

impl DifferenceStudy {
    /// Judges derivatives by the runs of this study.
    pub fn judge(&self, runs: &Runs, supplied: &Supplied<'_>, complex_step: bool) -> Judgement {
        let mechanism = &self.study.mechanism;
        let components: Vec<Component> = mechanism
            .outputs
            .iter()
            .flat_map(|o| o.columns().into_iter().map(|(name, unit)| Component { output: o.name.clone(), name, unit }))
            .collect();
        let mut judgement = Judgement {
            outcome: runs.outcomes[0],
            values: runs.outputs[0].clone(),
            runs: runs.outcomes.len(),
            parameters: self.parameters(runs),
            components,
            derivatives: Vec::new(),
            no_complex_step: if complex_step {
                complex_step::obstacle(&self.study).map(String::from)
            } else {
                Some("it was not asked for".into())
            },
        };
        let complex = if judgement.no_complex_step.is_none() && judgement.outcome.0.has_outputs() {
            let columns: Vec<usize> = self.perturbations.parameters.iter().map(|p| p.column).collect();
            complex_step::derivatives(&self.study, &self.perturbations.rows()[..self.study.varied().len()], &columns)
        } else {
            None
        };
        for p in 0..judgement.parameters.len() {
            let known = self.known(runs, &judgement, p, complex.as_deref());
            judgement.parameters[p].matters = known.iter().any(|k| k.findings.shape != Shape::Constant);
            let judged = self.judged(&judgement, &known, p, supplied);
            judgement.derivatives.extend(judged);
        }
        self.add_switches(&mut judgement.parameters);
        judgement
    }

    /// Returns what is known of all components by a parameter.
    fn known(&self, runs: &Runs, judgement: &Judgement, p: usize, complex: Option<&[Vec<f64>]>) -> Vec<Known> {
        let of = |c: usize| {
            let floor = 0.5 * self.precision.epsilon() * judgement.largest(c);
            let mut differences = self.differences(runs, (p, c));
            differences.shared = floor * f64::from(runs.steps[0].0).sqrt();
            let findings = differences.findings(floor);
            let complex = complex.map(|d| d[p][c]).filter(|d| d.is_finite());
            Known { findings, complex }
        };
        (0..judgement.components.len()).map(of).collect()
    }

    /// Returns the values of a component for all perturbations of a parameter.
    pub(super) fn differences(&self, runs: &Runs, (p, c): (usize, usize)) -> Differences {
        let value = |i: usize| if runs.is_like_first(i) { runs.outputs[i][c] } else { f64::NAN };
        let members: Vec<f64> = (0..runs.outcomes.len()).map(value).collect();
        let values = self.perturbations.sorted(&members, &f64::NAN).swap_remove(p);
        Differences::new(&self.perturbations.parameters[p], values)
    }

    fn judged(&self, judgement: &Judgement, known: &[Known], p: usize, supplied: &Supplied<'_>) -> Vec<Judged> {
        let mut all: Vec<Judged> = Vec::new();
        let outputs = self.study.mechanism.outputs.iter().enumerate();
        let outputs: Vec<usize> = outputs.flat_map(|(i, o)| std::iter::repeat_n(i, o.columns().len())).collect();
        for (c, of_component) in known.iter().enumerate() {
            let derivative = supplied.derivatives.get(p, c);
            let output = &self.study.mechanism.outputs[outputs[c]];
            let tells_of_state = output.is_finding() && !output.has_derivative();
            if derivative.is_none() && (!supplied.whole || tells_of_state) {
                continue;
            }
            let evidence = self.evidence(judgement, known, (p, c), supplied.newton);
            let best = evidence.known();
            let (verdict, reason) = match self.without_derivative(judgement, c) {
                Some(settled) => settled,
                None => match derivative {
                    Some(derivative) => self.with_steps(evidence.judge(derivative), &judgement.parameters[p]),
                    None => (Verdict::Undecided, "there is no derivative to judge".into()),
                },
            };
            let differences =
                of_component.findings.best.map(|b| (b.value, b.error, ALL[b.stencil].name, RELATIVE[b.level]));
            // of what is zero to within its error there is none
            let known = best.filter(|(b, error)| b.abs() > *error);
            let relative_error = derivative.zip(known).and_then(|(d, (b, _))| relative([d - b], [b]));
            let perturbed = &self.perturbations.parameters[p];
            let curves = best.map_or(Vec::new(), |best| Curve::all(&of_component.findings, perturbed, best));
            all.push(Judged {
                parameter: p,
                component: c,
                derivative,
                differences,
                complex: of_component.complex,
                known: best,
                relative_error,
                output_error: None,
                verdict,
                reason,
                curves,
                finer_change: None,
                evidence,
            });
        }
        for i in 0..all.len() {
            let output = &judgement.components[all[i].component].output;
            let of_output = || all.iter().filter(|j| judgement.components[j.component].output == *output);
            let pairs: Option<Vec<(f64, f64)>> =
                of_output().map(|j| Some((j.derivative?, j.best()?))).collect::<Option<_>>();
            let error =
                pairs.and_then(|pairs| relative(pairs.iter().map(|(d, b)| d - b), pairs.iter().map(|(_, b)| *b)));
            all[i].output_error = error;
        }
        all
    }

    /// Returns the evidence on a component by a parameter.
    fn evidence(
        &self,
        judgement: &Judgement,
        known: &[Known],
        (p, c): (usize, usize),
        newton: Option<&[SemiAnalytic; 2]>,
    ) -> Evidence {
        let Known { findings, complex } = &known[c];
        let together = judgement.together(c);
        let most = |of: &dyn Fn(usize) -> f64| together.iter().map(|i| of(*i)).fold(0.0, f64::max);
        let size = judgement.largest(c);
        let noise = most(&|i| known[i].findings.small_noise());
        let derivative = most(&|i| known[i].best().map_or(0.0, f64::abs));
        let scale = derivative.max(size / judgement.parameters[p].scale);
        let part = |x: f64| if size > 0.0 && x.is_finite() { x / size } else { 0.0 };
        let mut allowance = ROUNDING * part(noise) * scale;
        if let Some([own, tight]) = newton {
            // what Newton's method leaves of the equations changes derivatives and outputs
            let change = |i: usize| own.derivatives.change(&tight.derivatives, p, i);
            let shift = most(&|i| (own.outputs[i] - tight.outputs[i]).abs());
            allowance += NEWTON * (most(&change) + part(shift) * scale);
        }
        if is_located(&self.study.mechanism, c) {
            allowance += LOCATED[usize::from(self.study.is_implicit())] * scale;
        }
        if let Steps::Adaptive(adaptive) = &self.study.method.steps {
            let mut all = Vec::new();
            self.study.parameters(&self.perturbations.rows()[..self.study.varied().len()], &mut all);
            allowance += STEPS * (adaptive.absolute.evaluate(&all) + adaptive.relative.evaluate(&all)) * scale;
        }
        if findings.shape == Shape::Constant {
            let unit = &judgement.components[c].unit;
            let same = judgement.components.iter().zip(known).filter(|(other, _)| other.unit == *unit);
            allowance += ZERO * same.filter_map(|(_, k)| k.best()).map(f64::abs).fold(0.0, f64::max);
        }
        let negligible = NEGLIGIBLE * self.precision.epsilon().sqrt() * scale;
        let complex = complex.map(|d| (d, OF_COMPLEX_STEP * part(noise) * scale));
        let mut best = findings.best;
        if let Some(best) = best.as_mut().filter(|_| self.study.is_adaptive()) {
            best.error *= OTHER_STEPS;
        }
        Evidence { shape: findings.shape, best, complex, allowance, by_steps: 0.0, negligible, noise: part(noise) }
    }

    /// Returns the verdict on a component that has no derivative, or no value, with the reason.
    fn without_derivative(&self, judgement: &Judgement, c: usize) -> Option<(Verdict, String)> {
        let (outcome, time) = judgement.outcome;
        if !outcome.has_outputs() {
            let words = format!("there is no number: the run ended as {} at t = {time:.4} s", outcome.name());
            return Some((Verdict::Undecided, words));
        }
        let of_event = self.study.mechanism.event_columns().into_iter().find(|(column, _)| *column == c);
        let none = |words: &str| Some((Verdict::NoDerivative, words.to_string()));
        match of_event {
            Some((_, event)) if event.value == EventValue::Count => {
                none("it counts events: it has steps, no derivative")
            }
            _ if self.study.mechanism.conditions().any(|(column, _)| column == c) => {
                none("it is a condition, which holds or does not: it has no derivative")
            }
            Some(_) if judgement.values[c].is_nan() => none("it has no value: the event does not happen"),
            _ if self.study.is_undetermined(c) => none("it has no value: the motion does not determine it"),
            _ if judgement.values[c].is_nan() => none("it has no value in the unperturbed run"),
            _ => None,
        }
    }

    /// Adds what steps do to finite differences.
    fn with_steps(&self, (verdict, mut reason): (Verdict, String), parameter: &ParameterResult) -> (Verdict, String) {
        if !self.study.is_adaptive() && parameter.other_steps.is_some() {
            reason += "; the number of steps changes with the parameter, and the derivative is that of as many steps";
        }
        (verdict, reason)
    }
}

impl Judgement {
    /// Returns the components of the output that a component belongs to.
    fn together(&self, c: usize) -> Vec<usize> {
        let output = &self.components[c].output;
        (0..self.components.len()).filter(|i| self.components[*i].output == *output).collect()
    }

    /// Returns the largest magnitude of the components of the output that a component belongs to.
    fn largest(&self, c: usize) -> f64 {
        let finite = self.together(c).into_iter().map(|i| self.values[i].abs()).filter(|x| x.is_finite());
        finite.fold(0.0, f64::max)
    }

    /// Adds by how much derivatives differ between the steps of the study and finer ones.
    pub fn add_finer_changes(&mut self, here: &Derivatives, finer: &Derivatives) {
        for judged in &mut self.derivatives {
            let of = |all: &Derivatives| all.get(judged.parameter, judged.component).filter(|d| d.is_finite());
            judged.finer_change = of(here).zip(of(finer)).map(|(a, b)| (a - b).abs());
        }
    }

    /// Returns the largest change by finer steps of a derivative that is right, relative to the largest component of the
    /// derivative of its output by that parameter.
    pub fn largest_finer_change(&self) -> Option<f64> {
        let right = self.derivatives.iter().filter(|judged| judged.verdict == Verdict::Right);
        right.filter_map(|judged| self.relative_finer_change(judged)).reduce(f64::max)
    }

    /// Returns the change of a derivative by finer steps, relative to the largest component of the derivative of its output by
    /// that parameter; none where that is zero.
    pub fn relative_finer_change(&self, judged: &Judged) -> Option<f64> {
        let output = &self.components[judged.component].output;
        let beside =
            |other: &&Judged| other.parameter == judged.parameter && self.components[other.component].output == *output;
        let sizes = self.derivatives.iter().filter(beside).filter_map(|other| other.derivative.or(other.best()));
        relative_to(judged.finer_change?, sizes.map(f64::abs).fold(0.0, f64::max))
    }

    /// Counts the derivatives that have a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.derivatives.iter().filter(|judged| judged.verdict == verdict).count()
    }
}

impl Judged {
    /// Returns the best derivative that is known.
    pub fn best(&self) -> Option<f64> {
        self.known.map(|(value, _)| value)
    }
}

/// Tells whether a component is, or is made of, extremes over the time or times of events.
pub(super) fn is_located(mechanism: &Mechanism, c: usize) -> bool {
    let of_output = mechanism.outputs.iter().flat_map(|o| std::iter::repeat_n(o.of_final_values, o.columns().len()));
    mechanism.reductions()[c].source() == Source::Values
        || mechanism.event_columns().iter().any(|(column, _)| *column == c)
        || of_output.into_iter().nth(c) == Some(true)
        || mechanism.events.iter().any(|event| event.terminal)
}

/// Returns a change over what it is relative to; none where that is zero.
fn relative_to(change: f64, size: f64) -> Option<f64> {
    (size > 0.0).then(|| change / size)
}

/// Returns the norm of numbers over that of others; none where that is zero or something is no number.
fn relative(of: impl IntoIterator<Item = f64>, to: impl IntoIterator<Item = f64>) -> Option<f64> {
    let square = |x: f64| x * x;
    let norms = [of.into_iter().map(square).sum::<f64>().sqrt(), to.into_iter().map(square).sum::<f64>().sqrt()];
    let ratio = norms[0] / norms[1];
    ratio.is_finite().then_some(ratio)
}

const _: () = assert!(CENTRE == 3, "runs without a perturbation are in the middle");
