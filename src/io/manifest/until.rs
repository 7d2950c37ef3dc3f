//! How closely figures were to be known, and are.

use super::interval::IntervalRecord;
use crate::statistics::{Known, Statistic, Wanted, Width};
use serde::{Deserialize, Serialize};

/// Says how closely a figure was to be known before a run had enough members, and how closely it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UntilRecord {
    /// The figure: `mean`, `std`, `quantile` or `probability`.
    pub statistic: String,
    /// The column that it is of.
    pub of: String,
    /// The share of a quantile; null of other figures.
    pub at: Option<f64>,
    /// How wide half of its interval may be, in the unit of the figure; null where it is given as a part of the figure.
    pub half_width: Option<f64>,
    /// How wide half of its interval may be, as a part of the figure; null where it is given in its unit.
    pub relative: Option<f64>,
    /// The figure; null where no member has a value.
    pub estimate: Option<f64>,
    /// Its interval at the last look, whose level is 1 - 0.05/looks.
    pub interval: Option<IntervalRecord>,
    /// Whether that is as close as it was to be.
    pub met: bool,
}

impl UntilRecord {
    /// Describes what was wanted of a figure, and what is known of it.
    pub(crate) fn new(wanted: &Wanted, known: &Known) -> Self {
        let at = if let Statistic::Quantile(at) = wanted.statistic { Some(at) } else { None };
        let (half_width, relative) = match wanted.width {
            Width::Half(half) => (Some(half), None),
            Width::Relative(part) => (None, Some(part)),
        };
        let interval = known.interval.map(|interval| IntervalRecord { level: known.level, ..interval.into() });
        Self {
            statistic: wanted.statistic.name().into(),
            of: wanted.of.clone(),
            at,
            half_width,
            relative,
            estimate: known.estimate,
            interval,
            met: known.is_met,
        }
    }
}
