//! The tables of a sweep whose members are not kept.

use super::folder::ResultsFolder;
use super::manifest::{SHARES, TableRecord};
use super::table::{Column, ColumnKind, Field, Format, Table, TableError};
use crate::ensemble::Statistics;
use crate::sampling::plan::SampleKind;
use crate::statistics::{BIN_COUNT, ComponentStatistics};

/// Writes the statistics and the histograms of outputs with these names and units over such members, in the place of
/// former ones. `save`
/// says whether the system is asked to save them.
///
/// # Errors
/// Where a table cannot be written.
pub fn write(
    folder: &ResultsFolder,
    format: Format,
    (columns, sample): (&[(String, String)], SampleKind),
    statistics: &Statistics,
    save: bool,
) -> Result<Vec<TableRecord>, TableError> {
    let tables = [
        (folder.statistics(format), statistics_table(folder, format, (columns, sample), statistics)?),
        (folder.histogram(format), histogram_table(folder, format, columns, statistics)?),
    ];
    let mut records = Vec::new();
    for (path, mut table) in tables {
        table.publish(save)?;
        records.push(TableRecord::new(&path, table.published()));
    }
    Ok(records)
}

/// Makes the table of statistics, with one row per output component.
fn statistics_table(
    folder: &ResultsFolder,
    format: Format,
    (columns, sample): (&[(String, String)], SampleKind),
    statistics: &Statistics,
) -> Result<Table, TableError> {
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
    add("standard_error", &|c| sample.of_random(c.standard_error()));
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
    let mut table = Table::new(folder.disk(), &folder.statistics(format), format, fields)?;
    table.append(data)?;
    Ok(table)
}

/// Makes the table of classes, with one row per class; the first of an output has no lower bound, the last no upper
/// one.
fn histogram_table(
    folder: &ResultsFolder,
    format: Format,
    columns: &[(String, String)],
    statistics: &Statistics,
) -> Result<Table, TableError> {
    let fields = vec![
        Field::new("output", ColumnKind::Text),
        Field::new("lower", ColumnKind::Real),
        Field::new("upper", ColumnKind::Real),
        Field::new("count", ColumnKind::Integer),
    ];
    let mut table = Table::new(folder.disk(), &folder.histogram(format), format, fields)?;
    for ((name, _), component) in columns.iter().zip(&statistics.components) {
        let (edges, places) = (component.bins().edges(), 0..BIN_COUNT + 2);
        table.append(vec![
            Column::Text(places.clone().map(|_| name.clone().into()).collect()),
            optional(places.clone().map(|place| place.checked_sub(1).map(|below| edges[below]))),
            optional(places.map(|place| edges.get(place).copied())),
            Column::Integer(component.counts().to_vec()),
        ])?;
    }
    Ok(table)
}

/// Makes a column some of whose values are absent.
fn optional(values: impl Iterator<Item = Option<f64>>) -> Column {
    Column::Real(values.map(|value| value.unwrap_or(f64::NAN)).collect())
}
