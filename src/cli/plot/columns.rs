//! Columns of result tables, to be drawn.

use super::manifest::Manifest;
use crate::io::table::Numbers;
use crate::plot::{Dimension, Quantity, Scale};

/// A column as what is drawn along an axis; the manifest states the unit where the table states none.
pub(super) fn quantity(column: Numbers, about: &Manifest, scale: Scale) -> Quantity {
    let Numbers { name, unit, values } = column;
    Quantity { dimension: Dimension { unit: unit.or_else(|| about.unit(&name)), name, scale }, values }
}
