//! What members count as: whether they fail, how near they are to it, and what is said of those without a value.

use super::members::Computed;
use crate::design::{FailedMembers, Reliability};
use crate::ensemble::Outcome;
use crate::plot::counted;
use crate::studies::Failure;
use std::collections::BTreeMap;

/// What a member counts as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Judged {
    /// How far it is from failure, in units of deviations of margins: negative where it fails.
    pub(super) distance: f64,
    pub(super) fails: bool,
}

/// Counts members without a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct WithoutValue(pub(super) BTreeMap<&'static str, u64>);

impl WithoutValue {
    fn add(&mut self, outcome: Outcome) {
        // one with outputs lacks one that decides
        let name = if outcome.has_outputs() { "a missing output" } else { outcome.name() };
        *self.0.entry(name).or_insert(0) += 1;
    }

    /// Returns how many there are.
    pub(super) fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// Names the outcomes, with how many members have each.
    pub(super) fn words(&self) -> String {
        self.0
            .iter()
            .map(|(name, count)| format!("{} {name}", crate::plot::count(*count)))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// Refuses members of which none has a value, whatever these count as.
///
/// # Errors
/// Where none has one.
pub(super) fn check_some(method: &str, members: &[Computed]) -> Result<(), Failure> {
    if members.iter().any(|member| member.margins.is_some()) {
        return Ok(());
    }
    let mut all = WithoutValue::default();
    members.iter().for_each(|member| all.add(member.outcome));
    Err(Failure::other(format!(
        "all {} of {method} failed ({}), so that nothing tells of a probability; accepted: a scenario whose members complete, which \
         `gyrosweep run` shows",
        counted(members.len() as u64, "member"),
        all.words()
    )))
}

/// Judges members; margins count in units of these sizes.
///
/// # Errors
/// Where members without a value are refused.
pub(super) fn judge(
    asked: &Reliability,
    (method, sizes): (&str, &[f64]),
    members: &[Computed],
    without: &mut WithoutValue,
) -> Result<Vec<Judged>, Failure> {
    let mut new = WithoutValue::default();
    let judged = members.iter().map(|member| {
        let margin = |k: usize| member.margins.as_ref().map_or(f64::NAN, |margins| margins[k]);
        let passed = |k: usize| {
            let at_zero = asked.limit_states[k].at_zero;
            Some(margin(k)).filter(|g| !g.is_nan()).map(|g| g < 0.0 || (at_zero && g == 0.0))
        };
        let fails = asked.failure.fails(&passed).unwrap_or_else(|| {
            new.add(member.outcome);
            asked.failed == FailedMembers::Failure
        });
        let distance = asked.failure.combine(&|k| margin(k) / sizes[k]);
        let distance = match fails {
            true => distance.min(0.0),
            false if distance.is_finite() => distance.max(0.0),
            false => f64::INFINITY,
        };
        Judged { distance, fails }
    });
    let judged: Vec<Judged> = judged.collect();
    if new.count() > 0 && asked.failed == FailedMembers::Refuse {
        return Err(Failure::other(format!(
            "{} of {} of {method} have no value ({}), and failed = \"refuse\"; accepted: a scenario whose members have values, or [reliability] failed = \"failure\" or \
             \"safe\", which says what they count as",
            new.count(),
            counted(members.len() as u64, "member"),
            new.words()
        )));
    }
    new.0.into_iter().for_each(|(name, count)| *without.0.entry(name).or_insert(0) += count);
    Ok(judged)
}
