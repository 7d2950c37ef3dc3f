//! The columns of the tables of a run.

use crate::ensemble::{NewtonWork, PointCell, PointColumn, Study};
use crate::io::manifest::ColumnRecord;
use crate::io::names::ColumnNames;
use crate::io::table::{ColumnKind, Field};
use crate::sampling::plan::Arrangement;
use std::collections::{HashMap, HashSet};

/// The column of the try that a member's results are those of.
const ATTEMPT: &str = "attempt";

/// Returns the names of the tables of a study: of members, of samples, of events and of points.
pub(super) fn tables(study: &Study) -> [&'static str; 4] {
    ["members", "samples", "events", study.points.as_ref().map_or("points", |points| points.name)]
}

/// Returns the columns of the tables of a study: of members, and of samples, of events and of points, where it has any.
fn fields(study: &Study) -> [Option<Vec<Field>>; 4] {
    let parameters = study.varied().iter().map(|at| {
        let parameter = &study.mechanism.parameters[*at];
        let field = Field::new(parameter.name.clone(), ColumnKind::Real);
        parameter.unit.iter().fold(field, |field, unit| field.with_unit(unit.clone()))
    });
    let columns = study.mechanism.columns();
    let output = |(name, unit): &(String, String)| Field::new(name.clone(), ColumnKind::Real).with_unit(unit.clone());
    let member = || Field::new("member", ColumnKind::Integer);
    let outcome = || Field::new("outcome", ColumnKind::Text);
    let mut members = vec![member()];
    let positions = study.plan().arrangement().map(Arrangement::columns).unwrap_or_default();
    members.extend(positions.iter().map(|(name, _)| Field::new(*name, ColumnKind::Integer)));
    members.extend(parameters);
    members.push(outcome());
    members.push(Field::new("outcome_time", ColumnKind::Real).with_unit("s"));
    if !study.retries().is_empty() {
        members.push(Field::new(ATTEMPT, ColumnKind::Integer));
    }
    members.push(Field::new("steps", ColumnKind::Integer));
    if study.is_adaptive() {
        members.push(Field::new("rejected", ColumnKind::Integer));
    }
    if study.is_implicit() {
        members.extend(NewtonWork::NAMES.map(|name| Field::new(name, ColumnKind::Integer)));
    }
    members.extend(columns.iter().map(output));
    let rest = || {
        let time = Field::new("time", ColumnKind::Real).with_unit("s");
        [time].into_iter().chain(study.sampled_channels().into_iter().map(|c| output(&columns[c])))
    };
    let samples = study.sampling.as_ref().map(|_| [member(), outcome()].into_iter().chain(rest()).collect());
    let event = || [member(), outcome(), Field::new("event", ColumnKind::Text)];
    let events = (!study.mechanism.events.is_empty()).then(|| event().into_iter().chain(rest()).collect());
    let point = |column: &PointColumn| {
        let kind = match column.kind {
            PointCell::Real => ColumnKind::Real,
            PointCell::Whole => ColumnKind::Integer,
            PointCell::Word(_) => ColumnKind::Text,
        };
        column.unit.iter().fold(Field::new(column.name.clone(), kind), |field, unit| field.with_unit(unit.clone()))
    };
    let number = || [member(), Field::new("point", ColumnKind::Integer)];
    let points =
        study.points.as_ref().map(|table| number().into_iter().chain(table.columns.iter().map(point)).collect());
    [Some(members), samples, events, points]
}

/// Returns the columns of the tables of a study, as they are named, table by table, each with its usual name.
pub(super) fn named(study: &Study, names: ColumnNames) -> [Option<Vec<(Field, String)>>; 4] {
    let usual = fields(study);
    let mut all: Vec<String> = Vec::new();
    let mut known = HashSet::new();
    for field in usual.iter().flatten().flatten().filter(|field| known.insert(field.name.as_str())) {
        all.push(field.name.clone());
    }
    let names: HashMap<String, String> = all.iter().cloned().zip(names.of(&all)).collect();
    let named = |field: Field| (Field { name: names[&field.name].clone(), ..field.clone() }, field.name);
    usual.map(|fields| fields.map(|fields| fields.into_iter().map(named).collect()))
}

/// Describes the columns of the tables of a study.
pub(crate) fn columns(study: &Study, names: ColumnNames) -> Vec<ColumnRecord> {
    let tables = tables(study).into_iter().zip(named(study, names));
    let record = |table: &str, (field, of): (Field, String)| ColumnRecord {
        table: table.into(),
        name: field.name,
        of,
        unit: field.unit,
    };
    tables.flat_map(|(table, fields)| fields.into_iter().flatten().map(move |field| record(table, field))).collect()
}

/// Returns what a column of that usual name holds.
pub(super) fn kind(name: &str) -> ColumnKind {
    match name {
        "member" | "replicate" | "row" | "block" | ATTEMPT | "steps" | "rejected" => ColumnKind::Integer,
        name if NewtonWork::NAMES.contains(&name) => ColumnKind::Integer,
        // of paths and branches, too
        "point" | "periods" | "iterations" => ColumnKind::Integer,
        "outcome" | "event" | "kind" => ColumnKind::Text,
        _ => ColumnKind::Real,
    }
}
