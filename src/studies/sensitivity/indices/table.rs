//! The table of indices, beside the members.

use crate::io::table::{Column, ColumnKind, Field, Format, TableError, begin};
use crate::studies::sensitivity::record::{IndexRecord, IndicesRecord};
use std::path::Path;

/// Writes a row for each index, in the place of a former table.
///
/// # Errors
/// Where the file cannot be written.
pub(in crate::studies::sensitivity) fn write(
    path: &Path,
    format: Format,
    record: &IndicesRecord,
) -> Result<(), TableError> {
    let all = &record.indices;
    let text = |name: &str, of: &dyn Fn(&IndexRecord) -> String| {
        (Field::new(name, ColumnKind::Text), Column::Text(all.iter().map(|index| of(index).into()).collect()))
    };
    let real = |name: &str, of: &dyn Fn(&IndexRecord) -> Option<f64>| {
        let cells = all.iter().map(|index| of(index).unwrap_or(f64::NAN)).collect();
        (Field::new(name, ColumnKind::Real), Column::Real(cells))
    };
    let whole = |name: &str, of: &dyn Fn(&IndexRecord) -> u64| {
        (Field::new(name, ColumnKind::Integer), Column::Integer(all.iter().map(of).collect()))
    };
    let columns = vec![
        text("output", &|index| index.output.clone()),
        text("index", &|index| index.index.clone()),
        text("by", &|index| index.by.clone()),
        text("of", &|index| index.of.join(",")),
        real("value", &|index| Some(index.value)),
        real("lower", &|index| index.interval.as_ref().map(|interval| interval.lower)),
        real("upper", &|index| index.interval.as_ref().map(|interval| interval.upper)),
        text("interval", &|index| index.interval.as_ref().map_or(String::new(), |interval| interval.kind.clone())),
        whole("counted", &|index| index.counted),
        whole("left_out", &|index| index.left_out),
    ];
    let (fields, columns): (Vec<Field>, Vec<Column>) = columns.into_iter().unzip();
    let mut table = begin(path, format, fields)?;
    table.append(columns)?;
    table.publish(true)
}
