//! The paths of equilibria, or the branches of periodic motions, as lines.

use super::fans::figures;
use super::section::Section;
use super::source::Source;
use crate::io::table::{Column, DataTable, Field};
use crate::plot::{Dimension, Lines, Picture, Series, lines};
use crate::report::{LINE_TABLES, LineTable, count};
use std::collections::{BTreeMap, BTreeSet};

/// Members whose lines are drawn, at most.
const MOST: usize = 40;

/// Outputs that are shown, at most.
const OUTPUTS: usize = 4;

/// Draws the lines of a table that the results have.
pub(super) fn section(source: &Source) -> Option<Section> {
    let (about, table) = LINE_TABLES.iter().find_map(|about| Some((about, source.further.get(about.name)?)))?;
    let html = figures(pictures(about, table).into_iter());
    let title = if about.name == "path" { "Paths" } else { "Branches" };
    (!html.is_empty()).then(|| Section::new(title, html))
}

/// Returns the numbers of a column.
fn numbers(table: &DataTable, at: usize) -> Option<Vec<f64>> {
    match &table.columns()[at] {
        Column::Real(values) => Some(values.clone()),
        Column::Integer(values) => Some(values.iter().map(|x| *x as f64).collect()),
        Column::Text(_) => None,
    }
}

/// Draws pictures of the first outputs: of paths the load over each, of branches each over the parameter that they follow.
fn pictures(about: &LineTable, table: &DataTable) -> Vec<Picture> {
    let place = |name: &str| table.fields().iter().position(|field| field.name == name);
    let (Some(member), Some(kind)) = (place("member"), place("kind")) else { return Vec::new() };
    let outputs = kind + 1..table.fields().len();
    let other = match about.upwards {
        Some(upwards) => place(upwards),
        // what is followed stands before what tells of the motion
        None => place("periods").and_then(|at| at.checked_sub(1)).filter(|at| *at > 1),
    };
    let Some(other) = other else { return Vec::new() };
    let draw = |output: usize| {
        let [x, y] = if about.upwards.is_some() { [output, other] } else { [other, output] };
        picture(about, table, (member, place(about.branch)?, kind), [x, y])
    };
    outputs.take(OUTPUTS).filter_map(draw).collect()
}

/// Draws a line for each of some members.
fn picture(
    about: &LineTable,
    table: &DataTable,
    (member, branch, kind): (usize, usize, usize),
    [x, y]: [usize; 2],
) -> Option<Picture> {
    let [members, branches, right, up] =
        [numbers(table, member)?, numbers(table, branch)?, numbers(table, x)?, numbers(table, y)?];
    let Column::Text(kinds) = &table.columns()[kind] else { return None };
    let all: Vec<u64> = members.iter().map(|m| *m as u64).collect::<BTreeSet<u64>>().into_iter().collect();
    let step = all.len().div_ceil(MOST).max(1);
    let chosen: BTreeSet<u64> = all.iter().copied().step_by(step).collect();
    let mut rows: BTreeMap<(u64, u64), Vec<(f64, f64)>> = BTreeMap::new();
    let mut points = vec![Vec::new(); about.marked.len()];
    for (row, m) in members.iter().enumerate().filter(|(_, m)| chosen.contains(&(**m as u64))) {
        let point = (right[row], up[row]);
        rows.entry((*m as u64, branches[row] as u64)).or_default().push(point);
        if let Some(at) = about.marked.iter().position(|(name, _)| *name == kinds[row]) {
            points[at].push(point);
        }
    }
    // points alone are no line
    if rows.values().all(|points| points.len() < 2) {
        return None;
    }
    let dimension = |field: &Field| {
        let unit = field.unit.as_deref().filter(|unit| !unit.is_empty() && *unit != "1");
        let label = unit.map_or_else(|| field.name.clone(), |unit| format!("{} ({unit})", field.name));
        Dimension::default().labelled(&label)
    };
    let fields = table.fields();
    let mut notes = vec![format!("{} of {} members", count(chosen.len() as u64), count(all.len() as u64))];
    notes.extend(about.caption(&points));
    lines(&Lines {
        title: format!("{} over {}", fields[y].name, fields[x].name),
        x: dimension(&fields[x]),
        y: dimension(&fields[y]),
        series: rows.into_iter().map(|((m, _), points)| Series { name: format!("member {m}"), points }).collect(),
        points,
        outlines: true,
        notes,
        ..Lines::default()
    })
}
