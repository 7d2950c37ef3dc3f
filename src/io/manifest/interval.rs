//! Intervals of figures, in files.

use crate::statistics::{Interval, IntervalKind, LEVEL};
use serde::{Deserialize, Serialize};

/// Says between which bounds what is estimated lies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IntervalRecord {
    /// How the bounds were found: `wilson`, `student_t`, `order_statistics` or `fisher`.
    pub kind: String,
    /// The share of such intervals that hold what is estimated: 0.95.
    pub level: f64,
    /// The lower bound.
    pub lower: f64,
    /// The upper bound.
    pub upper: f64,
}

impl IntervalRecord {
    /// Says how the bounds were found.
    #[must_use]
    pub fn words(&self) -> &str {
        IntervalKind::ALL.iter().find(|kind| kind.name() == self.kind).map_or(&*self.kind, |kind| kind.summary())
    }

    /// Says how the bounds of several were found, each way once.
    #[must_use]
    pub fn words_of_all<'a>(all: impl Iterator<Item = &'a Self>) -> String {
        let mut kinds: Vec<&str> = Vec::new();
        for kind in all.map(Self::words) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds.join(", ")
    }
}

impl From<Interval> for IntervalRecord {
    fn from(Interval { kind, bounds: [lower, upper] }: Interval) -> Self {
        Self { kind: kind.name().into(), level: LEVEL, lower, upper }
    }
}
