//! The table of a design study: a row for each start.

use super::optimiser::{Optimised, StartResult};
use crate::design::{Design, Goal};
use crate::io::scenario::Scenario;
use crate::io::table::{Column, ColumnKind, Field, Format, Published, Table, TableError, create};
use std::path::Path;

/// Creates the table, without rows.
///
/// # Errors
/// Where it cannot be created.
pub(super) fn create_table(path: &Path, format: Format, scenario: &Scenario, goal: &Goal) -> Result<Table, TableError> {
    let (study, real) = (&scenario.study, ColumnKind::Real);
    let parameters = |prefix: &str| {
        let field = |at: &usize| {
            let parameter = &study.mechanism.parameters[*at];
            let field = Field::new(format!("{prefix}{}", parameter.name), real);
            parameter.unit.iter().fold(field, |field, unit| field.with_unit(unit.clone()))
        };
        study.varied().iter().map(field).collect::<Vec<Field>>()
    };
    let mut fields = vec![Field::new("start", ColumnKind::Integer)];
    fields.extend(parameters("start."));
    fields.extend(parameters(""));
    let errors = if matches!(goal, Goal::Fit(_)) { parameters("standard_error.") } else { Vec::new() };
    fields.extend(errors);
    let unit = match goal {
        Goal::Minimise(objective) => objective.minimise.unit.clone(),
        Goal::Fit(_) => Some("1".into()),
    };
    let with_unit = |name: &str| unit.iter().fold(Field::new(name, real), |field, unit| field.with_unit(unit.clone()));
    fields.extend(["objective", "gradient_norm"].map(with_unit));
    if let Goal::Minimise(objective) = goal {
        fields.extend(objective.constraints.iter().map(|c| Field::new(format!("excess({})", c.text), real)));
    }
    fields.extend(["iterations", "evaluations"].map(|name| Field::new(name, ColumnKind::Integer)));
    fields.extend(["group"].map(|name| Field::new(name, ColumnKind::Integer)));
    fields.extend(["end", "at_bounds", "failure"].map(|name| Field::new(name, ColumnKind::Text)));
    create(path, format, fields)
}

/// Writes all starts, and returns what is in the file. Starts of the same `group` ended alike; groups are counted from the best.
///
/// # Errors
/// Where they cannot be written.
pub(super) fn write_table(
    mut table: Table,
    names: &[String],
    design: &Design,
    found: &Optimised,
) -> Result<Published, TableError> {
    let goal = &design.goal;
    let starts = &found.starts;
    let parameters = starts.first().map_or(0, |start| start.point.len());
    let real = |of: &dyn Fn(&StartResult) -> Option<f64>| {
        Column::Real(starts.iter().map(|start| of(start).unwrap_or(f64::NAN)).collect())
    };
    let whole = |of: &dyn Fn(&StartResult) -> u64| Column::Integer(starts.iter().map(of).collect());
    let words =
        |of: &dyn Fn(&StartResult) -> String| Column::Text(starts.iter().map(|start| of(start).into()).collect());
    let groups = found.equal_ends(&design.bounds);
    let group = |start: usize| groups.iter().position(|group| group.contains(&start)).unwrap_or(0) as u64;
    let mut columns = vec![Column::Integer((0..starts.len() as u64).collect())];
    columns.extend((0..parameters).map(|k| real(&|start| Some(start.start[k]))));
    columns.extend((0..parameters).map(|k| real(&|start| Some(start.point[k]))));
    if matches!(goal, Goal::Fit(_)) {
        columns.extend((0..parameters).map(|k| real(&|start| start.standard_error(k))));
    }
    columns.extend([real(&|start| start.objective), real(&|start| start.gradient)]);
    if let Goal::Minimise(objective) = goal {
        let excess = |j: usize| real(&|start| start.constraints.get(j).map(|c| c.value));
        columns.extend((0..objective.constraints.len()).map(excess));
    }
    columns.extend([whole(&|start| start.iterations), whole(&|start| start.evaluations)]);
    columns.push(Column::Integer((0..starts.len()).map(group).collect()));
    columns.push(words(&|start| start.reason.name().into()));
    columns.push(words(&|start| start.at_bounds(names).unwrap_or_else(|| "none".into())));
    columns.push(words(&|start| start.failed.as_ref().map_or("none", |(_, failed)| failed.0.name()).into()));
    table.append(columns)?;
    table.publish(true)?;
    Ok(table.published().clone())
}
