//! Columns of result tables, to be drawn.

use super::manifest::Manifest;
use crate::cli::Failure;
use gyrosweep::io::folder::find_table;
use gyrosweep::io::table::{Format, Numbers};
use gyrosweep::plot::{ColourMap, Dimension, Quantity, Scale, ValueKind, is_whole};
use std::path::{Path, PathBuf};

/// Returns a column as what is drawn along an axis; the manifest states the unit where the table states none.
pub(super) fn quantity(column: Numbers, about: &Manifest, scale: Scale) -> Quantity {
    let Numbers { name, unit, values } = column;
    let unit = unit.or_else(|| about.unit(&name));
    let kind = kind(about, &name, unit.as_deref(), &values);
    let is_yes_no = scale == Scale::Linear && kind == ValueKind::YesNo;
    let colours = if is_yes_no { ColourMap::YesNo } else { ColourMap::default() };
    Quantity { dimension: Dimension { unit, name, scale, kind, colours, ..Dimension::default() }, values }
}

/// Says what the values of a column are. What has a unit is measured, not counted, though all values may be whole.
pub(super) fn kind(about: &Manifest, name: &str, unit: Option<&str>, values: &[f64]) -> ValueKind {
    if about.is_condition(name) {
        return ValueKind::YesNo;
    }
    let mut known = values.iter().filter(|value| value.is_finite()).peekable();
    let counts = unit.is_none_or(|unit| unit == "1") && known.peek().is_some() && known.all(|value| is_whole(*value));
    if counts { ValueKind::Whole } else { ValueKind::Real }
}

/// Finds the table of the members in a folder, as the run wrote it.
pub(super) fn table(folder: &Path, about: &Manifest) -> Result<(PathBuf, Format), Failure> {
    let found = find_table(folder, "members").map_err(Failure::other)?;
    let (path, format) = found.ok_or_else(|| {
        let folder = folder.display();
        Failure::input(if about.statistics().is_some() {
            format!(
                "the run in {folder} kept statistics of the outputs alone, which --histogram and --cumulative draw; \
                 without --statistics it keeps its members"
            )
        } else {
            format!(
                "there are no results in {folder}: neither members.parquet nor members.csv; \
                 `gyrosweep run FILE --out {folder}` writes them"
            )
        })
    })?;
    about.check(&path)?;
    Ok((path, format))
}
