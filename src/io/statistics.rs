//! The tables of a sweep whose members are not kept.

use super::folder::ResultsFolder;
use super::manifest::{PoseFigures, SHARES, TableRecord};
use super::table::{Column, ColumnKind, Field, Format, Table, TableError};
use crate::ensemble::{Statistics, Study};
use crate::sampling::plan::SampleKind;
use crate::statistics::{BIN_COUNT, ComponentStatistics};
use std::path::PathBuf;

/// Returns the tables of a study: the last one where it has rotations or poses.
pub(super) fn files(folder: &ResultsFolder, format: Format, study: &Study) -> Vec<PathBuf> {
    let mut files = vec![folder.statistics(format), folder.histogram(format)];
    files.extend((!study.mechanism.poses().is_empty()).then(|| folder.poses(format)));
    files
}

/// Writes the statistics, the histograms and the means of rotations and poses of the outputs of a study, with these names and
/// units, in the place of former ones. `save` says whether the system is asked to save them.
///
/// # Errors
/// Where a table cannot be written.
pub fn write(
    folder: &ResultsFolder,
    format: Format,
    (columns, study): (&[(String, String)], &Study),
    statistics: &Statistics,
    save: bool,
) -> Result<Vec<TableRecord>, TableError> {
    let mut tables = vec![
        statistics_table(folder, format, (columns, study), statistics)?,
        histogram_table(folder, format, columns, statistics)?,
    ];
    if !statistics.poses.is_empty() {
        tables.push(pose_table(folder, format, statistics)?);
    }
    let mut records = Vec::new();
    for (path, mut table) in files(folder, format, study).into_iter().zip(tables) {
        table.publish(save)?;
        records.push(TableRecord::new(&path, table.published()));
    }
    Ok(records)
}

/// Makes the table of statistics, with one row per output component.
fn statistics_table(
    folder: &ResultsFolder,
    format: Format,
    (columns, study): (&[(String, String)], &Study),
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
    let (sample, rotations) = (study.plan().sample(), study.mechanism.columns_of_rotations());
    let mut add = |name: &str, figure: &dyn Fn(&ComponentStatistics) -> Option<f64>| {
        fields.push(Field::new(name, ColumnKind::Real));
        // a number of a rotation has its extremes alone
        let is_shown = |c: &usize| !rotations.contains(c) || matches!(name, "min" | "max");
        let cell = |(c, component)| figure(component).filter(|_| is_shown(&c));
        data.push(optional(components.iter().enumerate().map(cell)));
    };
    add("mean", &ComponentStatistics::mean);
    add("standard_error", &|c| sample.of_random(c.standard_error()));
    add("std", &ComponentStatistics::std);
    add("variance", &ComponentStatistics::variance);
    add("min", &ComponentStatistics::min);
    for (name, share) in SHARES {
        add(name, &|c| c.quantile(share).map(|(value, _)| value));
        add(&format!("{name}_within"), &|c| c.quantile(share).map(|(_, width)| width));
        if sample == SampleKind::Random {
            add(&format!("{name}_lower"), &|c| c.quantile_interval(share).map(|interval| interval.bounds[0]));
            add(&format!("{name}_upper"), &|c| c.quantile_interval(share).map(|interval| interval.bounds[1]));
        }
    }
    add("max", &ComponentStatistics::max);
    // all figures are over `count` members of these
    fields.push(Field::new("members", ColumnKind::Integer));
    data.push(Column::Integer(vec![statistics.progress.members; components.len()]));
    let mut table = Table::new(folder.disk(), &folder.statistics(format), format, fields)?;
    table.append(data)?;
    Ok(table)
}

/// Makes the table of rotations and poses, with one row per output: the mean with its error, the largest angle, and the upper half
/// of the covariance in the tangent space at the mean, of (translation, rotation); what is not of a rotation is empty.
fn pose_table(folder: &ResultsFolder, format: Format, statistics: &Statistics) -> Result<Table, TableError> {
    const AXES: [&str; 6] = ["tx", "ty", "tz", "rx", "ry", "rz"];
    let all = PoseFigures::of_statistics(statistics);
    let mut fields = vec![Field::new("output", ColumnKind::Text), Field::new("count", ColumnKind::Integer)];
    let mut data = vec![
        Column::Text(all.iter().map(|pose| pose.name.clone().into()).collect()),
        Column::Integer(all.iter().map(|pose| pose.count).collect()),
    ];
    let mut add = |name: String, figure: &dyn Fn(&PoseFigures) -> Option<f64>| {
        fields.push(Field::new(name, ColumnKind::Real));
        data.push(optional(all.iter().map(figure)));
    };
    for (i, name) in ["x", "y", "z"].into_iter().enumerate() {
        add(name.into(), &|pose| pose.position.map(|position| position[i]));
    }
    for (i, name) in ["qw", "qx", "qy", "qz"].into_iter().enumerate() {
        add(name.into(), &|pose| pose.quaternion.map(|q| q[i]));
    }
    add("error".into(), &|pose| pose.error);
    add("largest_angle".into(), &|pose| pose.largest_angle);
    add("largest_angle_within".into(), &|pose| pose.largest_angle_within);
    for (i, row) in AXES.into_iter().enumerate() {
        for (j, column) in AXES.into_iter().enumerate().skip(i) {
            let entry = |covariance: &Vec<Vec<f64>>| {
                let first = 6 - covariance.len();
                covariance.get(i.checked_sub(first)?)?.get(j - first).copied()
            };
            let name = format!("covariance_{row}_{column}");
            add(name, &|pose| pose.covariance.as_ref().and_then(entry));
        }
    }
    let mut table = Table::new(folder.disk(), &folder.poses(format), format, fields)?;
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
