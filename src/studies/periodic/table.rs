//! The table of motions: a row for every point of a branch.

use super::backend::Found;
use crate::ensemble::{PeriodicMotions, PeriodicOutcome, Study};
use crate::io::manifest::RunManifest;
use crate::io::table::{Column, ColumnKind, Field, Format, TableError, create};
use crate::model::output::OF_PERIODS;
use std::borrow::Cow;
use std::path::Path;

/// The name of the file without its extension.
const NAME: &str = "periodic";

/// A column of outputs.
struct Shown {
    /// Its place among those of runs.
    place: usize,
    name: String,
    unit: String,
    /// Whether it is made of a whole motion, not seen where the period begins.
    is_of_motion: bool,
}

/// Returns the name of the file.
pub(super) fn file(format: Format) -> String {
    format!("{NAME}.{}", format.extension())
}

/// Writes the motions into a folder, and returns the manifest that names this table, too.
pub(super) fn write(
    (study, motions, continued): (&Study, &PeriodicMotions, Option<usize>),
    found: &Found,
    (folder, manifest): (&Path, &RunManifest),
    format: Format,
) -> Result<RunManifest, TableError> {
    let found = found.lock().expect("no other thread panicked");
    let mut parameters = study.varied().to_vec();
    parameters.extend(continued.filter(|at| !study.varied().contains(at)));
    let mut outputs = Vec::new();
    let mut place = 0;
    let own = study.mechanism.outputs.len() - OF_PERIODS.len();
    for output in &study.mechanism.outputs[..own] {
        for (name, unit) in output.columns() {
            // what is made of a whole motion has no value at one time
            let is_of_motion = output.is_final();
            outputs.push(Shown { place, name, unit, is_of_motion });
            place += 1;
        }
    }
    let is_over = outputs.iter().any(|output| output.is_of_motion);
    let most = found.values().flat_map(|(_, result)| &result.points).map(|p| p.multipliers.len()).max().unwrap_or(0);
    let fields = columns(study, (&parameters, &outputs), most);
    let file = folder.join(file(format));
    let mut table = create(&file, format, fields)?;
    // of one member that is computed alone
    let first = manifest.part.as_ref().map_or(0, |part| part.first);
    for (member, (values, result)) in found.iter() {
        let member = first + member;
        let points = &result.points;
        if points.is_empty() {
            let further = outputs.len() + 2 * most + 1;
            table.append(missing(member, (&parameters, values), result.outcome, further))?;
            continue;
        }
        let count = points.len();
        let told: Vec<Vec<f64>> = points.iter().map(|point| motions.outputs(values, point)).collect();
        let over = if is_over { motions.over_periods(values, points) } else { Vec::new() };
        let mut rows = vec![Column::Integer(vec![member; count]), Column::Integer((0..count as u64).collect())];
        for at in &parameters {
            let value =
                |p: &crate::ensemble::BranchPoint| if Some(*at) == continued { p.parameter } else { values[*at] };
            rows.push(Column::Real(points.iter().map(value).collect()));
        }
        rows.push(Column::Integer(points.iter().map(|p| p.periods as u64).collect()));
        rows.push(Column::Real(points.iter().map(|p| p.period).collect()));
        rows.push(Column::Real(points.iter().map(|p| p.residual).collect()));
        rows.push(Column::Integer(points.iter().map(|p| u64::from(p.iterations)).collect()));
        rows.push(Column::Text(vec![Cow::Borrowed(result.outcome.name()); count]));
        rows.push(Column::Text(points.iter().map(|p| Cow::Borrowed(p.kind.name())).collect()));
        for Shown { place, is_of_motion, .. } in &outputs {
            let of_motion = |k: usize| over[k].as_ref().map_or(f64::NAN, |over| over[*place]);
            let of = |k: usize| if *is_of_motion { of_motion(k) } else { told[k][*place] };
            rows.push(Column::Real((0..count).map(of).collect()));
        }
        for k in 0..most {
            let of = |part: fn(&crate::linalg::Complex<f64>) -> f64| {
                Column::Real(points.iter().map(|p| p.multipliers.get(k).map_or(f64::NAN, part)).collect())
            };
            rows.push(of(|m| m.re));
            rows.push(of(|m| m.im));
        }
        rows.push(Column::Real(points.iter().map(|p| motions.largest(&p.multipliers)).collect()));
        table.append(rows)?;
    }
    table.publish(true)?;
    Ok(manifest.with_table(&file, table.published()))
}

/// Returns the columns of a table with so many multipliers.
fn columns(study: &Study, (parameters, outputs): (&[usize], &[Shown]), most: usize) -> Vec<Field> {
    let mut fields = vec![Field::new("member", ColumnKind::Integer), Field::new("point", ColumnKind::Integer)];
    for at in parameters {
        let parameter = &study.mechanism.parameters[*at];
        let unit = parameter.unit.clone().unwrap_or_default();
        fields.push(Field::new(parameter.name.clone(), ColumnKind::Real).with_unit(unit));
    }
    fields.push(Field::new("periods", ColumnKind::Integer));
    fields.push(Field::new("period", ColumnKind::Real).with_unit("s"));
    fields.push(Field::new("residual", ColumnKind::Real).with_unit("1"));
    fields.push(Field::new("iterations", ColumnKind::Integer));
    fields.push(Field::new("outcome", ColumnKind::Text));
    fields.push(Field::new("kind", ColumnKind::Text));
    fields.extend(
        outputs.iter().map(|shown| Field::new(shown.name.clone(), ColumnKind::Real).with_unit(shown.unit.clone())),
    );
    for k in 0..most {
        for part in ["re", "im"] {
            fields.push(Field::new(format!("multiplier_{k}.{part}"), ColumnKind::Real).with_unit("1"));
        }
    }
    fields.push(Field::new("max_multiplier", ColumnKind::Real).with_unit("1"));
    fields
}

/// Returns the row of a member without motions.
fn missing(
    member: u64,
    (parameters, values): (&[usize], &[f64]),
    outcome: PeriodicOutcome,
    further: usize,
) -> Vec<Column> {
    let none = || Column::Real(vec![f64::NAN]);
    let mut row = vec![Column::Integer(vec![member]), Column::Integer(vec![0])];
    row.extend(parameters.iter().map(|at| Column::Real(vec![values[*at]])));
    row.extend([Column::Integer(vec![1]), none(), none(), Column::Integer(vec![0])]);
    row.extend([Column::Text(vec![Cow::Borrowed(outcome.name())]), Column::Text(vec![Cow::Borrowed("")])]);
    row.extend((0..further).map(|_| none()));
    row
}
