//! The indices of an output as a tornado, the largest first, each with its interval.

use super::record::{IndexRecord, IndicesRecord};
use crate::plot::{Dimension, Tornado};
use crate::report::shown_unit;

/// The indices that are drawn where none is named, the first of them that there is.
const USUAL: [&str; 6] = ["total", "shapley", "mu_star", "at_high", "half_deviation", "rank_correlation"];
/// Bars that are drawn.
const BARS: usize = 24;

impl IndicesRecord {
    /// Returns the tornado of an output that is a column of the table, and how many bars it would have with all; `kind` names the index, `by` what it was
    /// found by: `members`, or `chaos`.
    ///
    /// # Errors
    /// A message on which outputs or indices there are.
    pub fn tornado(&self, output: &str, (kind, by): (Option<&str>, &str)) -> Result<(Tornado, usize), String> {
        let all = &self.indices;
        let own: Vec<&IndexRecord> = all.iter().filter(|index| index.output == output && index.by == by).collect();
        if own.is_empty() {
            let mut outputs: Vec<&str> = all.iter().map(|index| index.output.as_str()).collect();
            outputs.dedup();
            return Err(format!("--tornado: no indices of {output:?}; accepted: {}", outputs.join(", ")));
        }
        let has = |kind: &str| own.iter().any(|index| index.index == kind);
        let kind = kind.or_else(|| USUAL.into_iter().find(|kind| has(kind))).unwrap_or(USUAL[0]);
        let mut chosen: Vec<&IndexRecord> = own.iter().copied().filter(|index| index.index == kind).collect();
        if chosen.is_empty() {
            let mut kinds: Vec<&str> = own.iter().map(|index| index.index.as_str()).collect();
            kinds.sort_unstable();
            kinds.dedup();
            return Err(format!("--index: {output} has no {kind:?}; accepted: {}", kinds.join(", ")));
        }
        chosen.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
        let (unit, total) = (shown_unit(&chosen[0].unit), chosen.len());
        chosen.truncate(BARS);
        let in_unit = matches!(kind, "mu" | "mu_star" | "sigma" | "at_low" | "at_high") && !unit.is_empty();
        let name = match kind {
            "first" | "total" | "second" => format!("{kind} index"),
            "half_deviation" => "change with half the deviation".into(),
            "by_deviation" | "by_mean" => format!("derivative {}", kind.replace('_', " ")),
            _ => kind.replace('_', " ").replace("mu star", "mu*"),
        };
        let label = if in_unit { format!("{name} ({unit})") } else { name.clone() };
        let mut notes = Vec::new();
        if chosen.iter().any(|index| index.interval.is_some()) {
            notes.push("whiskers: intervals of 95 %".to_string());
        }
        if total > BARS {
            notes.push(format!("the largest {BARS} of {total}: {} are left out", total - BARS));
        }
        let left_out = chosen.iter().map(|index| index.left_out).max().unwrap_or(0);
        if left_out > 0 {
            notes.push(format!("{left_out} of {} rows left out", left_out + chosen[0].counted));
        }
        let content = Tornado {
            title: format!("{name} of {output}"),
            x: Dimension::default().labelled(&label),
            bars: chosen.iter().map(|index| (index.of.join(", "), [0.0, index.value])).collect(),
            intervals: chosen.iter().map(|index| index.interval.as_ref().map(|i| [i.lower, i.upper])).collect(),
            middle: Some(0.0),
            notes,
            ..Tornado::default()
        };
        Ok((content, total))
    }
}
