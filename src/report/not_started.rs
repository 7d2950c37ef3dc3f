//! The reasons why a member could not start.

use crate::ensemble::{Outcome, Progress};
use crate::io::scenario::Scenario;
use crate::model::SignalCall;
use crate::plot::count;

/// Members that are looked at, at most.
const MOST: u64 = 1_000_000;

/// Values of parameters that are named at most.
const NAMED: usize = 4;

/// Returns the first of the members whose parameters make no mechanism or no method, with what is wrong, where some ended so.
pub fn not_started(scenario: &Scenario, progress: &Progress) -> Option<String> {
    let ended = |outcome: Outcome| progress.outcomes[outcome.code() as usize];
    if ended(Outcome::NonFinite) + ended(Outcome::Invalid) + ended(Outcome::SignalRange) == 0 {
        return None;
    }
    let study = &scenario.study;
    let plan = study.plan();
    let mut values = vec![0.0; plan.columns().len()];
    let mut parameters = Vec::new();
    (0..plan.members().min(MOST)).find_map(|member| {
        plan.fill(member, &mut values);
        study.parameters(&values, &mut parameters);
        let what = invalid_value(scenario, &parameters)?;
        Some(format!("for example member {}: {what}", count(plan.first() + member)))
    })
}

/// Says which of these values of all parameters make no mechanism or no method: the key that they are for, what is wrong with
/// it, and the values that differ from the defaults.
pub fn invalid_value(scenario: &Scenario, parameters: &[f64]) -> Option<String> {
    let what = cause(scenario, parameters)?;
    let all = &scenario.study.mechanism.parameters;
    let others: Vec<usize> =
        (0..all.len()).filter(|at| all[*at].default.to_bits() != parameters[*at].to_bits()).collect();
    // those without which nothing would be wrong, or all
    let decides = |at: &&usize| {
        let mut without = parameters.to_vec();
        without[**at] = all[**at].default;
        cause(scenario, &without).is_none()
    };
    let deciding: Vec<usize> = others.iter().filter(decides).copied().collect();
    let named = if deciding.is_empty() { &others } else { &deciding };
    let value = |at: &usize| {
        let unit =
            all[*at].unit.as_deref().filter(|unit| *unit != "1").map_or(String::new(), |unit| format!(" {unit}"));
        format!("{} = {:?}{unit} (default {:?})", all[*at].name, parameters[*at], all[*at].default)
    };
    let mut values: Vec<String> = named.iter().take(NAMED).map(value).collect();
    if named.len() > NAMED {
        values.push(format!("and {} more", named.len() - NAMED));
    }
    Some(if values.is_empty() { what } else { format!("{what}; it has {}", values.join(", ")) })
}

/// Says what is wrong with values of the parameters.
fn cause(scenario: &Scenario, parameters: &[f64]) -> Option<String> {
    let mechanism = &scenario.study.mechanism;
    let given = mechanism.parameters.iter().zip(parameters).map(|(of, value)| (&of.name, *value));
    let derived = scenario.derived.iter().map(|of| (&of.name, of.value.evaluate(parameters)));
    let not_finite = given.chain(derived).find(|(_, value)| !value.is_finite());
    if let Some((name, value)) = not_finite {
        return Some(format!("the parameter {name:?} is {value}"));
    }
    if let Err(error) = scenario.study.step_sequence(parameters) {
        return Some(format!("[method]: {error}"));
    }
    let duration = scenario.study.step_sequence(parameters).map_or(0.0, |steps| steps.duration());
    let left = |call: &SignalCall| Some(format!("{}: {}", call.place, call.left(parameters, duration)?));
    if let Some(what) = mechanism.signal_calls.iter().find_map(left) {
        return Some(what);
    }
    let error = mechanism.check(parameters).err()?;
    let (table, at, key) = error.part;
    let name = match table {
        "body" => Some(&mechanism.bodies[at].name),
        "joint" => Some(&mechanism.joints[at].name),
        "constraint" => Some(&mechanism.constraints[at].name),
        "force" => scenario.force_names.get(at),
        _ => None,
    };
    let Some(name) = name else { return Some(format!("{table}.{key}: {}", error.message)) };
    let own = format!("{name:?}: ");
    let message = error.message.strip_prefix(&own).unwrap_or(&error.message);
    Some(format!("{table} {name:?}, {key}: {message}"))
}
