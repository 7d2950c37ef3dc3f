//! The table of an interpolation: a row for each time.

use crate::interpolation::Outcome;
use crate::interpolation::Point;
use crate::io::table::{Column, ColumnKind, Field, Format, TableError, begin};
use crate::lie::{Algebra, UnitQuaternion};
use std::path::Path;

/// Writes points, with the derivatives of their velocities if these are wanted; rows without an answer hold the outcome alone.
///
/// # Errors
/// Where the file cannot be written.
pub(super) fn write(path: &Path, format: Format, points: &[Point], second: bool) -> Result<(), TableError> {
    let field = |name: &str, unit: &str| {
        let field = Field::new(name, ColumnKind::Real);
        if unit.is_empty() { field } else { field.with_unit(unit) }
    };
    let mut fields = vec![field("time", "s")];
    fields.extend(["x", "y", "z"].map(|name| field(name, "m")));
    fields.extend(["qw", "qx", "qy", "qz"].map(|name| field(name, "")));
    for (before, by) in [("", "s"), ("d", "s^2")].into_iter().take(1 + usize::from(second)) {
        for (letter, unit) in [("u", "m"), ("k", "rad")] {
            fields.extend(
                ["x", "y", "z"].map(|axis| field(&format!("{before}{letter}.{axis}"), &format!("{unit}/{by}"))),
            );
        }
    }
    let numbers = fields.len();
    fields.push(Field::new("outcome", ColumnKind::Text));
    let mut columns = vec![Vec::with_capacity(points.len()); numbers];
    let mut before: Option<UnitQuaternion<f64>> = None;
    for point in points {
        let mut row = vec![point.time];
        if point.outcome == Outcome::Found {
            let curve = &point.curve;
            let q = curve.motion.rotation();
            let flip = before.map_or(q.w < 0.0, |b| q.w * b.w + q.v.dot(b.v) < 0.0);
            let q = if flip { UnitQuaternion { w: -q.w, v: -q.v } } else { q };
            before = Some(q);
            row.extend(curve.motion.position().to_array());
            row.push(q.w);
            row.extend(q.v.to_array());
            row.extend((0..6).map(|i| curve.curvature.component(i)));
            row.extend((0..6).map(|i| curve.derivative.component(i)));
        }
        row.resize(numbers, f64::NAN);
        columns.iter_mut().zip(row).for_each(|(column, x)| column.push(x));
    }
    let mut columns: Vec<Column> = columns.into_iter().map(Column::Real).collect();
    columns.push(Column::Text(points.iter().map(|point| point.outcome.name().into()).collect()));
    let mut table = begin(path, format, fields)?;
    table.append(columns)?;
    table.publish(true)
}
