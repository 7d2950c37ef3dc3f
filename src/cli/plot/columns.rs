//! Columns of result tables, to be drawn.

use super::manifest::Manifest;
use crate::cli::Failure;
use crate::io::table::{Format, Numbers};
use crate::report::plot::{Dimension, Quantity, Scale};
use std::path::{Path, PathBuf};

/// A column as what is drawn along an axis.
pub(super) fn quantity(column: Numbers, about: &Manifest, scale: Scale) -> Quantity {
    let Numbers { name, unit, values } = column;
    Quantity { dimension: Dimension { unit: unit.or_else(|| about.unit(&name)), name, scale }, values }
}

/// The table of a name in a folder and its format, if it is there.
pub(super) fn table(folder: &Path, name: &str) -> Result<Option<(PathBuf, Format)>, Failure> {
    for format in [Format::Parquet, Format::Csv] {
        let path = folder.join(format!("{name}.{}", format.extension()));
        match path.try_exists() {
            Ok(true) => return Ok(Some((path, format))),
            Ok(false) => {}
            Err(error) => return Err(Failure::other(format!("cannot read {}: {error}", path.display()))),
        }
    }
    Ok(None)
}
