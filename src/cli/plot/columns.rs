//! Columns of result tables, to be drawn.

use super::manifest::Manifest;
use crate::cli::Failure;
use crate::io::folder::find_table;
use crate::io::table::{Format, Numbers};
use crate::plot::{ColourMap, Dimension, Quantity, Scale};
use std::path::{Path, PathBuf};

/// A column as what is drawn along an axis; the manifest states the unit where the table states none.
pub(super) fn quantity(column: Numbers, about: &Manifest, scale: Scale) -> Quantity {
    let Numbers { name, unit, values } = column;
    let is_yes_no = scale == Scale::Linear && about.is_condition(&name);
    let colours = if is_yes_no { ColourMap::YesNo } else { ColourMap::default() };
    Quantity {
        dimension: Dimension { unit: unit.or_else(|| about.unit(&name)), name, scale, colours, ..Dimension::default() },
        values,
    }
}

/// The table of the members in a folder, as the run wrote it.
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
