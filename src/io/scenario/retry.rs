//! What is done with members that fail: they are run again with another method.

use super::keys::Keys;
use super::method;
use super::placed::placed;
use super::value::plain_number;
use crate::ensemble::{Method, Outcome, Retry, Sampling, Steps, Study, adjoint};
use crate::model::{Invalid, Mechanism, Section, nearest};
use crate::sampling::plan::Plan;
use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The name of the table.
const KEY: &str = "retry";

/// The key of the outcomes of the members that are run again.
const OUTCOMES: &str = "outcomes";

/// Keys that are no keys of `[method]`, or mean something else.
const OWN: [&str; 2] = [OUTCOMES, "step"];

/// What a scenario may say of it, for `gyrosweep list`.
pub(super) const RETRY: &str = "outcomes = [\"newton_diverged\", ..] (of members that are run again) and what is other then: step = 0.25 (a factor of \
                        the step; of adaptive ones of first_step, largest_step and, by the tolerances, all others), or keys of [method] as integrator, tolerance, newton, step_limit (with \
                        another integrator, of the keys of [method] those of steps hold on, and formulation). Several follow each other: each is for \
                        members that the ones before have left with such an outcome. Outputs, derivatives, events, steps are those of the attempt that \
                        counts, which the column attempt tells (1 without a retry); the manifest counts them. A GPU leaves such members to the CPU, in \
                        f64";

/// Outcomes that another method changes nothing of: members that have outputs, and those of analyses.
fn is_final(outcome: Outcome) -> bool {
    outcome.has_outputs() || outcome == Outcome::Trivial
}

/// Keys of `[method]` that are those of all tries.
const OF_ALL: [&str; 4] = ["duration", "order", "errors", "events"];

/// Keys that hold on where the integrator is another one.
const OF_STEPS: [&str; 15] = [
    "formulation",
    "duration",
    "step",
    "tolerance",
    "absolute_tolerance",
    "relative_tolerance",
    "first_step",
    "smallest_step",
    "largest_step",
    "step_limit",
    "control",
    "safety",
    "event_limit",
    "events",
    "start",
];

/// Keys that say how long steps are: those of a retry stand for all of the others.
const LENGTHS: [&str; 4] = ["step", "tolerance", "absolute_tolerance", "relative_tolerance"];

/// Returns the tables of a scenario with `[method]` as every retry has it.
pub(super) fn tables<'a>(table: &DeTable<'a>) -> Vec<DeTable<'a>> {
    let retries = match table.get(KEY).map(Spanned::get_ref) {
        Some(DeValue::Array(retries)) => &retries[..],
        _ => &[],
    };
    let method = table.get("method").and_then(|method| method.get_ref().as_table());
    let merged = |retry: &Spanned<DeValue<'a>>| {
        let (Some(given), Some(retry)) = (method, retry.get_ref().as_table()) else { return DeTable::new() };
        let has =
            |keys: &[&str]| retry.keys().any(|key| key.get_ref() != "step" && keys.contains(&key.get_ref().as_ref()));
        let (lengths, is_other) = (has(&LENGTHS), has(&["integrator"]));
        let stays = |key: &str| !(lengths && LENGTHS.contains(&key)) && (!is_other || OF_STEPS.contains(&key));
        let before = given.iter().filter(|(key, _)| stays(key.get_ref()));
        let own = retry.iter().filter(|(key, _)| !OWN.contains(&key.get_ref().as_ref()));
        let method: DeTable<'a> = before.chain(own).map(|(key, value)| (key.clone(), value.clone())).collect();
        let with = |(key, value): (&Spanned<Cow<'a, str>>, &Spanned<DeValue<'a>>)| {
            let table =
                if key.get_ref() == "method" { DeValue::Table(method.clone()) } else { value.get_ref().clone() };
            (key.clone(), Spanned::new(value.span(), table))
        };
        let of_method = |key: &&Spanned<Cow<'a, str>>| ["method", "start"].contains(&key.get_ref().as_ref());
        table.iter().filter(|(key, _)| of_method(key)).map(with).collect()
    };
    retries.iter().map(merged).collect()
}

/// Makes the study of a scenario, with its retries, for which there are these tables.
pub(super) fn study<'a>(
    (root, tables): (&Keys<'a>, &'a [DeTable<'a>]),
    (mechanism, method, sampling, plan): (Mechanism, Method, Option<Sampling>, Plan),
) -> Result<Study, Invalid> {
    let mut retries = Vec::new();
    let derivatives = matches!(&method.steps, Steps::Adaptive(of) if of.derivatives);
    for (section, table) in root.tables(KEY)?.into_iter().zip(tables) {
        let own = format!("{}.", section.name);
        let of_retry = |e: Invalid| Invalid { place: e.place.replace("method.", &own), ..e };
        let again = Try::read(section, root)?;
        let is_same = |before: &Retry| {
            before.words == again.words && again.outcomes.iter().all(|outcome| before.outcomes.contains(outcome))
        };
        if let Some(at) = retries.iter().position(is_same) {
            let message =
                format!("{KEY}[{at}] is the same, so that members would fail again; accepted: another step or method");
            return Err(again.section.invalid(OUTCOMES, message));
        }
        let mut method = again.method((root, table), &mechanism).map_err(of_retry)?;
        if let Steps::Adaptive(adaptive) = &mut method.steps {
            adaptive.derivatives = derivatives;
        }
        // with the mechanism as it is before a method has its sides released
        let made = Study::new(mechanism.clone(), method, None, plan.clone()).map_err(|e| of_retry(placed(root, e)))?;
        adjoint::check(&made).map_err(|e| again.section.invalid("integrator", e.to_string()))?;
        retries.push(Retry { outcomes: again.outcomes, words: again.words, study: made });
    }
    Ok(Study::new(mechanism, method, sampling, plan).map_err(|e| placed(root, e))?.retried(retries))
}

/// A further try, as a scenario says it.
struct Try<'a> {
    section: Keys<'a>,
    outcomes: Vec<Outcome>,
    /// The factor of the lengths of steps.
    factor: Option<f64>,
    words: String,
}

impl<'a> Try<'a> {
    fn read(mut section: Keys<'a>, root: &Keys<'_>) -> Result<Self, Invalid> {
        let outcomes = outcomes(&mut section)?;
        let all = section.entries();
        let method = root.table.and_then(|root| root.get("method")?.get_ref().as_table());
        let Some(method) = method else {
            let message = "nothing is integrated, so that nothing can be integrated otherwise; accepted: with [method]";
            return Err(section.invalid(OUTCOMES, message.into()));
        };
        if let Some(key) = all.iter().find(|key| OF_ALL.contains(&key.as_str())) {
            let message = "it is that of all tries; accepted: step (a factor), integrator, tolerance, newton and others of [method]";
            return Err(section.invalid(key, message.into()));
        }
        let factor = if section.has("step") { Some(section.constant("step")?) } else { None };
        if let Some(factor) = factor.filter(|factor| !(*factor > 0.0 && factor.is_finite())) {
            return Err(
                section.invalid("step", format!("found {factor:?}; accepted: a factor of the step above 0, as 0.25"))
            );
        }
        if factor.is_some() && all.iter().any(|key| key != "step" && LENGTHS.contains(&key.as_str())) {
            return Err(section.invalid("step", "found beside a tolerance; accepted: one of them".into()));
        }
        let keys: Vec<&String> = all.iter().filter(|key| !OWN.contains(&key.as_str())).collect();
        let is_same = |key: &&String| {
            let both = method.get(key.as_str()).zip(section.get(key));
            both.is_some_and(|(a, b)| written(a.get_ref()) == written(b.get_ref()))
        };
        if keys.iter().all(is_same) && factor.is_none_or(|factor| factor == 1.0) {
            let message = "nothing is other than in [method], so that members would fail again; accepted: step = 0.25 (a factor), or another \
                           integrator, tolerance, newton, step_limit";
            return Err(section.invalid(OUTCOMES, message.into()));
        }
        let step = factor.map(|factor| format!("step times {factor}"));
        let others = keys.iter().filter_map(|key| Some(format!("{key} = {}", written(section.get(key)?.get_ref()))));
        let words = step.into_iter().chain(others).collect::<Vec<_>>().join(", ");
        Ok(Self { outcomes, factor, words, section })
    }

    /// Returns the method of the try.
    fn method(&self, (root, table): (&Keys<'a>, &'a DeTable<'a>), mechanism: &Mechanism) -> Result<Method, Invalid> {
        let (mut method, _) = method::read(&mut Keys::root(root.document, table), mechanism, true)?;
        let Some(factor) = self.factor else { return Ok(method) };
        method.see_what_depends_on_time(mechanism);
        method.steps = match method.steps {
            Steps::Fixed(step) => Steps::Fixed(step.times(factor)),
            Steps::Adaptive(mut adaptive) => {
                let largest = adaptive.largest.as_ref().unwrap_or(&method.duration).times(factor);
                (adaptive.largest, adaptive.first) = (Some(largest), adaptive.first.map(|first| first.times(factor)));
                Steps::Adaptive(Box::new(adaptive.with_steps(factor, method.integrator.order)))
            }
        };
        Ok(method)
    }
}

/// Reads the outcomes of the members that are run again.
fn outcomes(section: &mut Keys<'_>) -> Result<Vec<Outcome>, Invalid> {
    let known: Vec<&str> = Outcome::ALL.iter().filter(|of| !is_final(**of)).map(|of| of.name()).collect();
    let names = section.texts(OUTCOMES)?;
    if names.is_empty() {
        return Err(section.invalid(OUTCOMES, format!("found none; accepted: some of {}", known.join(", "))));
    }
    let mut outcomes = Vec::new();
    for name in &names {
        match Outcome::ALL.iter().find(|of| of.name() == name) {
            Some(outcome) if !is_final(*outcome) => outcomes.push(*outcome),
            Some(outcome) => {
                let why = if outcome.has_outputs() { "such members have outputs" } else { "no method changes that" };
                let message = format!("found {name:?}, but {why}; accepted: some of {}", known.join(", "));
                return Err(section.invalid(OUTCOMES, message));
            }
            None => {
                let hint =
                    nearest(name, known.iter().copied()).map_or(String::new(), |n| format!(" did you mean {n:?}?"));
                let message = format!("there is no outcome {name:?};{hint} accepted: some of {}", known.join(", "));
                return Err(section.invalid(OUTCOMES, message));
            }
        }
    }
    Ok(outcomes)
}

/// Returns a value as a text, the same for all notations of a number.
fn written(value: &DeValue<'_>) -> String {
    match value {
        DeValue::Table(table) => {
            let pairs = table.iter().map(|(key, value)| format!("{} = {}", key.get_ref(), written(value.get_ref())));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
        DeValue::Array(array) => {
            format!("[{}]", array.iter().map(|value| written(value.get_ref())).collect::<Vec<_>>().join(", "))
        }
        DeValue::String(string) => format!("{string:?}"),
        other => plain_number(other).map_or_else(|| format!("{other:?}"), |number| number.to_string()),
    }
}
