//! The tables of a sweep whose members are not kept.

use super::folder::ResultsFolder;
use super::table::{Column, ColumnKind, Field, Format, TableError, create};
use crate::ensemble::Statistics;
use crate::statistics::{BIN_COUNT, ComponentStatistics};

/// The shares whose quantiles are written.
pub const SHARES: [(&str, f64); 3] = [("quantile_05", 0.05), ("quantile_50", 0.5), ("quantile_95", 0.95)];

/// Writes the statistics and the histograms of outputs with these names and units.
///
/// # Errors
/// Where a table cannot be written.
pub fn write(
    folder: &ResultsFolder,
    format: Format,
    columns: &[(String, String)],
    statistics: &Statistics,
) -> Result<(), TableError> {
    write_statistics(folder, format, columns, statistics)?;
    write_histogram(folder, format, columns, statistics)
}

/// One row per output component.
fn write_statistics(
    folder: &ResultsFolder,
    format: Format,
    columns: &[(String, String)],
    statistics: &Statistics,
) -> Result<(), TableError> {
    let components = &statistics.components;
    let mut fields = vec![Field::new("output", ColumnKind::Text), Field::new("unit", ColumnKind::Text)];
    fields.push(Field::new("count", ColumnKind::Integer));
    let mut data = vec![
        Column::Text(columns.iter().map(|(name, _)| name.clone().into()).collect()),
        Column::Text(columns.iter().map(|(_, unit)| unit.clone().into()).collect()),
        Column::Integer(components.iter().map(ComponentStatistics::count).collect()),
    ];
    let mut add = |name: &str, figure: &dyn Fn(&ComponentStatistics) -> Option<f64>| {
        fields.push(Field::new(name, ColumnKind::Real));
        data.push(optional(components.iter().map(figure)));
    };
    add("mean", &ComponentStatistics::mean);
    add("std", &ComponentStatistics::std);
    add("variance", &ComponentStatistics::variance);
    add("min", &ComponentStatistics::min);
    for (name, share) in SHARES {
        add(name, &|c| c.quantile(share).map(|(value, _)| value));
        add(&format!("{name}_within"), &|c| c.quantile(share).map(|(_, width)| width));
    }
    add("max", &ComponentStatistics::max);
    // all figures are over `count` members of these
    fields.push(Field::new("members", ColumnKind::Integer));
    data.push(Column::Integer(vec![statistics.progress.members; components.len()]));
    let mut table = create(&folder.statistics(format), format, fields)?;
    table.append(&data)?;
    table.finish().map(|_| ())
}

/// One row per class; the first of an output has no lower bound, the last no upper one.
fn write_histogram(
    folder: &ResultsFolder,
    format: Format,
    columns: &[(String, String)],
    statistics: &Statistics,
) -> Result<(), TableError> {
    let fields = vec![
        Field::new("output", ColumnKind::Text),
        Field::new("lower", ColumnKind::Real),
        Field::new("upper", ColumnKind::Real),
        Field::new("count", ColumnKind::Integer),
    ];
    let mut table = create(&folder.histogram(format), format, fields)?;
    for ((name, _), component) in columns.iter().zip(&statistics.components) {
        let (edges, places) = (component.bins().edges(), 0..BIN_COUNT + 2);
        table.append(&[
            Column::Text(places.clone().map(|_| name.clone().into()).collect()),
            optional(places.clone().map(|place| place.checked_sub(1).map(|below| edges[below]))),
            optional(places.map(|place| edges.get(place).copied())),
            Column::Integer(component.counts().to_vec()),
        ])?;
    }
    table.finish().map(|_| ())
}

/// A column some of whose values are absent.
fn optional(values: impl Iterator<Item = Option<f64>>) -> Column {
    let values: Vec<Option<f64>> = values.collect();
    let valid: Vec<bool> = values.iter().map(Option::is_some).collect();
    let all = valid.iter().all(|v| *v);
    Column::Real(values.into_iter().map(|v| v.unwrap_or(f64::NAN)).collect(), if all { None } else { Some(valid) })
}
