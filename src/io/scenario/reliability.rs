//! What a scenario asks of a reliability study.

use super::keys::Keys;
use super::probability;
use crate::design::{FailedMembers, LimitState, Reliability, ReliabilityMethod, SubsetSettings, System};
use crate::ensemble::Study;
use crate::model::expression::{Binary, comparisons};
use crate::model::{Expr, Invalid, Section};
use std::sync::Arc;

/// What a scenario may say of a reliability study, for `gyrosweep list`.
pub(super) const RELIABILITY: [&str; 3] = [
    "failure = \"peak > 0.27 or rate > 40\": when a member fails, a condition as of [[probability]], whose probability `gyrosweep reliability` \
     finds over the distributions of [plan.vary] and [plan.dependence]; the kind of the plan and its members do not matter, its seed does. \
     Every comparison is a limit state, or makes a series system of them, and a parallel one, nested as parentheses say. methods = [\"form\", \
     \"sorm\", \"importance\", \"subset\", \"random\"] (default all but random)",
    "form: design points, the likeliest points of failure in the space of independent normal scores, by the improved method of Hasofer, Lind, Rackwitz and \
     Fiessler with exact derivatives, from starts = 16 for each limit state (the origin, both directions of every axis where these are fewer than starts, \
     and quasi-random directions). A start ends as converged, iteration_limit, no_failure_found or member_failed; without one that converges there is no \
     probability. sorm: the curvatures there, by second derivatives, exact where outputs have them, else by differences of first ones; the \
     formulas of Breitung, of Hohenbichler and Rackwitz, and of Tvedt. [sensitivity] is not needed; parameters of single values, as of choice and discrete, \
     have no derivatives",
    "importance = { members = 20000 }: members around all design points, weighted. subset = { members = 2000, level = 0.1, repeats = 16 }: \
     levels of failure that come closer, each begun by the share level of the members of the last one and filled by conditional sampling; needs no \
     derivatives. random = { members = 100000 }: members of the distributions themselves. failed = refuse (default) | failure | safe: what members \
     without a value count as; refuse ends with their outcomes",
];

/// The most starts of a limit state and of all, each of which has a thread, and members of a method.
const MOST_STARTS: u64 = 256;
const MOST_SEARCHES: u64 = 1024;
const MOST_MEMBERS: u64 = 1 << 32;

/// The keys of `[reliability]`, read before there is a study.
pub(super) struct ReliabilityKeys<'a> {
    keys: Keys<'a>,
    settings: Reliability,
}

impl<'a> ReliabilityKeys<'a> {
    /// Reads the section, if there is one.
    pub(super) fn read(root: &mut Keys<'a>, seed: u64) -> Result<Option<Self>, Invalid> {
        if !root.has("reliability") {
            return Ok(None);
        }
        let mut keys = root.table("reliability")?;
        keys.know(&["failure", "methods", "starts", "importance", "random", "subset", "failed"])?;
        let text = keys.text("failure")?;
        let methods = methods(&mut keys)?;
        let starts = within(&mut keys, "starts", 16, [1, MOST_STARTS])?;
        let importance = members(&mut keys, "importance", 20_000)?;
        let random = members(&mut keys, "random", 100_000)?;
        let subset = subset(&mut keys)?;
        let names: Vec<&'static str> = FailedMembers::ALL.iter().map(|(name, _)| *name).collect();
        let failed = keys.choice("failed", &names)?;
        let failed = FailedMembers::ALL.iter().find(|(name, _)| *name == failed).map_or(FailedMembers::Refuse, |f| f.1);
        keys.finish()?;
        let (failure, limit_states) = (System::Any(Vec::new()), Vec::new());
        let settings =
            Reliability { text, failure, limit_states, methods, starts, importance, random, subset, failed, seed };
        Ok(Some(Self { keys, settings }))
    }

    /// Makes what is asked of a study.
    pub(super) fn of(self, study: &Study) -> Result<Reliability, Invalid> {
        const KEY: &str = "failure";
        let outputs: Vec<_> =
            study.mechanism.outputs.iter().filter(|output| !output.is_derivative()).cloned().collect();
        let (text, condition) = probability::condition(&self.keys, KEY, &outputs)?;
        let parameters = study.mechanism.parameters.len();
        let varies = |at: usize| at >= parameters || study.varied().contains(&at);
        let mut found = Vec::new();
        let failure = system(&condition, &mut found).ok_or_else(|| {
            self.keys.invalid(KEY, format!("{text:?} has no comparison; accepted: one, as in \"peak > 0.27\""))
        })?;
        let texts = comparisons(&text);
        let limit_states: Vec<LimitState> = found
            .into_iter()
            .enumerate()
            .map(|(k, (margin, at_zero))| {
                let text = if texts.len() > k { texts[k].to_string() } else { format!("comparison {}", k + 1) };
                LimitState { text, margin, at_zero }
            })
            .collect();
        let dead = limit_states.iter().find(|limit| !limit.margin.depends_on(&varies));
        if let Some(limit) = dead {
            let message = format!(
                "{:?} is the same for all members; accepted: comparisons of outputs or of parameters that the plan varies",
                limit.text
            );
            return Err(self.keys.invalid(KEY, message));
        }
        let starts = self.settings.starts * limit_states.len() as u64;
        if starts > MOST_SEARCHES {
            let message = format!(
                "found {} for each of {} comparisons; accepted: at most {MOST_SEARCHES} in all",
                self.settings.starts,
                limit_states.len()
            );
            return Err(self.keys.invalid("starts", message));
        }
        if study.plan().distributions().is_none() {
            let message = "the plan draws no parameter from a distribution, so that nothing has a probability; accepted: [plan] kind = \
                           \"random\" with [plan.vary], as in mass = { normal = [2.0, 0.1] }";
            return Err(self.keys.invalid(KEY, message.into()));
        }
        Ok(Reliability { text, failure, limit_states, ..self.settings })
    }
}

/// Returns the limit states of a condition, and how they make a failure.
fn system(condition: &Expr, limit_states: &mut Vec<(Expr, bool)>) -> Option<System> {
    let Expr::Binary(function, a, b) = condition else { return None };
    let mut joined = |make: fn(Vec<System>) -> System| {
        let mut parts = Vec::new();
        for part in [a, b] {
            match (system(part, limit_states)?, function) {
                // what is joined in the same way needs no parentheses
                (System::All(inner), Binary::And) | (System::Any(inner), Binary::Or) => parts.extend(inner),
                (part, _) => parts.push(part),
            }
        }
        Some(make(parts))
    };
    let (small, large, at_zero) = match function {
        Binary::And => return joined(System::All),
        Binary::Or => return joined(System::Any),
        Binary::Less => (a, b, false),
        Binary::LessOrEqual => (a, b, true),
        Binary::Greater => (b, a, false),
        Binary::GreaterOrEqual => (b, a, true),
        _ => return None,
    };
    limit_states.push((Expr::Binary(Binary::Sub, Arc::clone(small), Arc::clone(large)), at_zero));
    Some(System::Limit(limit_states.len() - 1))
}

fn methods(keys: &mut Keys<'_>) -> Result<Vec<ReliabilityMethod>, Invalid> {
    const KEY: &str = "methods";
    let all = ReliabilityMethod::ALL;
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    if !keys.has(KEY) {
        return Ok(all.iter().map(|(_, method)| *method).filter(|m| *m != ReliabilityMethod::Random).collect());
    }
    let mut chosen = Vec::new();
    for name in keys.texts(KEY)? {
        let place = keys.place_of(KEY, &name, "method", &names)?;
        if chosen.contains(&place) {
            return Err(keys.invalid(KEY, format!("{name:?} comes twice")));
        }
        chosen.push(place);
    }
    if chosen.is_empty() {
        return Err(keys.invalid(KEY, format!("found no methods; accepted: some of {}", names.join(", "))));
    }
    chosen.sort_unstable();
    Ok(chosen.into_iter().map(|place| all[place].1).collect())
}

/// Reads a whole number within limits.
fn within(keys: &mut Keys<'_>, key: &str, default: u64, [least, most]: [u64; 2]) -> Result<u64, Invalid> {
    if !keys.has(key) {
        return Ok(default);
    }
    match keys.whole(key)? {
        found if (least..=most).contains(&found) => Ok(found),
        found => Err(keys.invalid(key, format!("found {found}; accepted: {least} to {most}"))),
    }
}

/// Reads the members of a method.
fn members(keys: &mut Keys<'_>, key: &str, default: u64) -> Result<u64, Invalid> {
    if !keys.has(key) {
        return Ok(default);
    }
    let mut table = keys.table(key)?;
    let members = within(&mut table, "members", default, [2, MOST_MEMBERS])?;
    table.finish()?;
    Ok(members)
}

fn subset(keys: &mut Keys<'_>) -> Result<SubsetSettings, Invalid> {
    let usual = SubsetSettings { members: 2000, level: 0.1, repeats: 16 };
    if !keys.has("subset") {
        return Ok(usual);
    }
    let mut table = keys.table("subset")?;
    let members = within(&mut table, "members", usual.members, [100, MOST_MEMBERS])?;
    let level = if table.has("level") { table.constant("level")? } else { usual.level };
    if !(level > 0.0 && level < 0.5) {
        let message = format!(
            "found {level:?}; accepted: a share above 0 and below 0.5, best 0.1 to 0.3: with more, levels hardly come closer to failure"
        );
        return Err(table.invalid("level", message));
    }
    if level * (members as f64) < 10.0 {
        let message = format!(
            "found {level:?}, by which {} of {members} members begin a level; accepted: at least 10, by more members or another level",
            (level * members as f64) as u64
        );
        return Err(table.invalid("level", message));
    }
    let repeats = within(&mut table, "repeats", usual.repeats, [2, 4096])?;
    table.finish()?;
    Ok(SubsetSettings { members, level, repeats })
}
