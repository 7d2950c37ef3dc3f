//! Why a member could not start.

use crate::ensemble::{Outcome, Progress, Study};
use crate::io::scenario::Derived;
use crate::plot::count;

/// Members that are looked at, at most.
const MOST: u64 = 10_000;

/// Returns the first of the members whose parameters make no mechanism or no method, with what is wrong, where some ended so.
pub fn not_started(study: &Study, derived: &[Derived], progress: &Progress) -> Option<String> {
    let ended = |outcome: Outcome| progress.outcomes[outcome.code() as usize];
    if ended(Outcome::NonFinite) + ended(Outcome::Invalid) == 0 {
        return None;
    }
    let plan = study.plan();
    let mut values = vec![0.0; plan.columns().len()];
    let mut parameters = study.mechanism.defaults();
    (0..plan.members().min(MOST)).find_map(|member| {
        plan.fill(member, &mut values);
        study.varied().iter().zip(&values).for_each(|(at, value)| parameters[*at] = *value);
        let what = cause(study, derived, &parameters)?;
        Some(format!("for example member {}: {what}", count(plan.first() + member)))
    })
}

/// Says what is wrong with values of the parameters.
fn cause(study: &Study, derived: &[Derived], parameters: &[f64]) -> Option<String> {
    let mechanism = &study.mechanism;
    let given = mechanism.parameters.iter().zip(parameters).map(|(of, value)| (&of.name, *value));
    let derived = derived.iter().map(|of| (&of.name, of.value.evaluate(parameters)));
    let not_finite = given.chain(derived).find(|(_, value)| !value.is_finite());
    if let Some((name, value)) = not_finite {
        return Some(format!("the parameter {name:?} is {value}"));
    }
    if let Err(error) = study.step_sequence(parameters) {
        return Some(error.to_string());
    }
    mechanism.check(parameters).err().map(|error| error.message)
}
