//! The members, drawn so that a selection in one chart is one in all.

use super::encoded::encoded;
use super::section::Section;
use super::source::{NumberColumn, Role, Source};
use crate::ensemble::Outcome;
use crate::model::unit::Unit;
use crate::report::{count, number};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Members that are drawn at most.
const MOST: usize = 16_384;

/// Axes of the parallel coordinates at first.
const AXES: usize = 10;

/// Returns the members that are drawn, in order: all where they are few; else the extremes of every column, those that failed,
/// of very many some, and others at equal distances.
fn drawn(source: &Source) -> Vec<usize> {
    let all = source.members.len();
    if all <= MOST {
        return (0..all).collect();
    }
    let mut chosen = BTreeSet::new();
    for column in source.columns() {
        let present = || column.values.iter().enumerate().filter(|(_, x)| !x.is_nan());
        let extremes = [present().min_by(|a, b| a.1.total_cmp(b.1)), present().max_by(|a, b| a.1.total_cmp(b.1))];
        chosen.extend(extremes.into_iter().flatten().map(|(at, _)| at));
    }
    let failed: Vec<usize> = (0..all).filter(|at| !source.outcomes[*at].has_outputs()).collect();
    // others are seen beside them
    chosen.extend(spread(&failed, 3 * MOST / 4));
    let others: Vec<usize> = (0..all).filter(|at| source.outcomes[*at].has_outputs() && !chosen.contains(at)).collect();
    let room = MOST.saturating_sub(chosen.len());
    chosen.extend(spread(&others, room));
    chosen.into_iter().collect()
}

/// Returns so many of some at most, at equal distances.
fn spread(some: &[usize], most: usize) -> Vec<usize> {
    let count = some.len().min(most);
    (0..count).map(|k| some[k * some.len() / count]).collect()
}

/// Says which members are drawn.
fn note(source: &Source, drawn: &[usize], failed: usize) -> String {
    let (all, of) = (source.members.len(), source.failed());
    if all == 1 {
        return "The run has one member.".into();
    }
    if drawn.len() == all {
        return format!("All {} members are drawn.", count(all as u64));
    }
    let failures = if failed == of {
        "all that failed".to_string()
    } else {
        format!("{} of {} that failed", count(failed as u64), count(of as u64))
    };
    format!(
        "{} of {} members are drawn: {failures}, the extremes, the others evenly chosen.",
        count(drawn.len() as u64),
        count(all as u64)
    )
}

fn column(column: &NumberColumn, drawn: &[usize]) -> Value {
    let role = match column.role {
        Role::Parameter => "parameter",
        Role::Output => "output",
        Role::Rotation => "rotation",
        Role::Other => "other",
    };
    // conditions of a scenario are in units of the SI
    let factor = Unit::parse(&column.unit).map_or(1.0, |unit| unit.factor.to_si(1.0));
    let condition = column.of.as_ref().map(|_| json!({ "factor": factor }));
    let bytes = encoded(drawn.iter().map(|at| (column.values[*at] as f32).to_le_bytes()));
    let unit = if column.unit == "1" { "" } else { &column.unit };
    json!({
        "name": column.name, "unit": unit, "role": role, "python": column.name, "condition": condition, "bytes": bytes,
    })
}

/// Returns a number as it is shown, whole ones without a point.
fn shown(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 { format!("{value}") } else { number(value) }
}

/// Returns the columns of one value, and the parameters that the plan does not vary.
fn constants(source: &Source) -> Vec<Value> {
    let entry = |name: &str, unit: &str, value: f64| json!({ "name": name, "unit": unit, "value": shown(value) });
    let of_table = source.columns().iter().filter_map(|column| {
        column.range().filter(|[a, b]| a == b).map(|[value, _]| entry(&column.name, &column.unit, value))
    });
    let fixed = source.manifest.parameters.iter().filter(|p| !source.manifest.varied.contains(&p.name));
    of_table.chain(fixed.map(|p| entry(&p.name, p.unit.as_deref().unwrap_or_default(), p.default))).collect()
}

/// Returns what the charts show at first: each of the first outputs over the parameter that it follows most.
fn start(source: &Source) -> Value {
    let names = |role: Role| source.of_role(role).map(|column| column.name.as_str()).collect::<Vec<_>>();
    let (parameters, outputs) = (names(Role::Parameter), names(Role::Output));
    let strongest = |output: &str| {
        let of = source.matters().iter().filter(|found| found.output == output);
        of.max_by(|a, b| a.rank_correlation.abs().total_cmp(&b.rank_correlation.abs()))
            .map(|found| found.parameter.clone())
    };
    let mut scatter: Vec<[String; 2]> =
        outputs.iter().take(4).filter_map(|output| Some([strongest(output)?, output.to_string()])).collect();
    let all: Vec<&str> = parameters.iter().chain(&outputs).copied().collect();
    for pair in all.windows(2).map(|pair| [pair[0].to_string(), pair[1].to_string()]) {
        if scatter.len() < 4 && !scatter.contains(&pair) {
            scatter.push(pair);
        }
    }
    let colour = outputs.first().copied().unwrap_or(if source.failed() > 0 { "outcome" } else { "none" });
    let parallel: Vec<&str> = all.iter().copied().take(AXES).collect();
    json!({ "scatter": scatter, "colour": colour, "parallel": parallel })
}

/// Embeds the members for the charts of the script.
pub(super) fn section(source: &Source) -> Option<Section> {
    if source.members.is_empty() {
        let words = "<p>Members were not kept (--statistics), so there is nothing to explore.</p>\n";
        return Some(Section::new("Explorer", words.into()));
    }
    if source.members.len() == 1
        && source.of_role(Role::Parameter).next().is_none()
        && source.manifest.varied.is_empty()
    {
        let words = "<p>The run has one member and varies nothing, so there is nothing to explore.</p>\n";
        return Some(Section::new("Explorer", words.into()));
    }
    let drawn = drawn(source);
    let failed = drawn.iter().filter(|at| !source.outcomes[**at].has_outputs()).count();
    let varies = |column: &&NumberColumn| column.range().is_none_or(|[a, b]| a < b);
    let code = |outcome: Outcome| Outcome::ALL.iter().position(|other| *other == outcome).unwrap_or(0) as u8;
    let codes = encoded(drawn.iter().map(|at| [code(source.outcomes[*at])]));
    let data = json!({
        "members_total": source.members.len(),
        "members_drawn": drawn.len(),
        "failed_total": source.failed(),
        "failed_drawn": failed,
        "selection_note": note(source, &drawn, failed),
        "member": { "bytes": encoded(drawn.iter().map(|at| (source.members[*at] as f64).to_le_bytes())) },
        "outcome": {
            "names": Outcome::ALL.iter().map(|outcome| outcome.name()).collect::<Vec<_>>(),
            "failed": Outcome::ALL.iter().map(|outcome| !outcome.has_outputs()).collect::<Vec<_>>(),
            "bytes": codes,
        },
        "columns": source.columns().iter().filter(varies).map(|c| column(c, &drawn)).collect::<Vec<_>>(),
        "constant": constants(source),
        "start": start(source),
    });
    let html = "<div id=\"explorer\"><noscript><p>The charts need JavaScript.</p></noscript></div>\n".to_string();
    Some(Section { title: "Explorer", html, data: Some(("explorer", data.to_string())) })
}
