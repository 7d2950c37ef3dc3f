//! Derivatives that members lack, counted.

use crate::ensemble::Study;
use crate::model::Source;
use crate::report::{count, share};

/// Columns that are named at most.
const NAMED: usize = 6;

/// Returns how many of the members that have an output lack derivatives of it, and why there may be none, if any do; from how
/// many have each output component.
pub(super) fn missing_derivatives(study: &Study, counts: &[u64]) -> Option<String> {
    let (columns, reductions) = (study.mechanism.columns(), study.mechanism.reductions());
    let first = study.derivatives().iter().map(|(place, of)| (*place, of.column));
    let second = study.second_derivatives().iter().map(|(place, of)| (*place, of.column));
    let lacking = |(place, of): &(usize, usize)| counts[*place] < counts[*of];
    let missing: Vec<(usize, usize)> = first.chain(second).filter(lacking).collect();
    if missing.is_empty() {
        return None;
    }
    let named = |(place, of): &(usize, usize)| {
        let members = share(counts[*of] - counts[*place], counts[*of]);
        format!("{} in {members} members that have {}", columns[*place].0, columns[*of].0)
    };
    let mut parts: Vec<String> = missing.iter().take(NAMED).map(named).collect();
    if missing.len() > NAMED {
        parts.push(format!("and {} more", count((missing.len() - NAMED) as u64)));
    }
    let events = study.mechanism.event_columns();
    let is_of_event = |c: usize| events.iter().any(|(column, _)| *column == c);
    let any = |holds: &dyn Fn(usize) -> bool| missing.iter().any(|(_, of)| holds(*of));
    let mut why = Vec::new();
    if any(&|c| !is_of_event(c)) {
        why.push("where the output has a kink or a root of zero");
    }
    if any(&|c| reductions[c].source() == Source::Values) {
        why.push("where two values that differ in it attain the extreme");
    }
    if any(&is_of_event) || !study.mechanism.events.is_empty() {
        why.push("where an event meets zero without a slope");
    }
    if study.is_implicit() && study.constraint_count() > 0 {
        why.push("where the start fits for one value of the parameter alone");
    }
    Some(format!("derivatives are missing, and left empty: {}; there is none {}", parts.join("; "), why.join(", or ")))
}
