//! What a run tells of the probabilities that its scenario asks for.

use super::figures::OutputFigures;
use super::interval::IntervalRecord;
use crate::ensemble::Study;
use crate::statistics::{Bins, Interval, IntervalKind, Proportion};
use serde::{Deserialize, Serialize};

/// Says for how many members a condition holds: the share is an estimate of its probability where members are random, see
/// [`super::RunManifest::sample`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProbabilityRecord {
    /// The name of the condition, a column of the tables.
    pub name: String,
    /// The condition.
    pub of: String,
    /// Members that have a value: the estimate is over these alone.
    pub members: u64,
    /// Members for which the condition holds.
    pub holds: u64,
    /// Members without a value: those that failed, and those of which something that decides is missing.
    pub without_value: u64,
    /// The share of the members for which the condition holds; null where none has a value.
    pub estimate: Option<f64>,
    /// The interval of the estimate; null where members are neither random nor replicates.
    pub interval: Option<IntervalRecord>,
    /// What members without a value can change; null where all have one.
    pub missing: Option<MissingRecord>,
}

/// Says what a share can be, whatever becomes of members without a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MissingRecord {
    /// The share of all members where the condition holds for none of those without a value.
    pub as_no: f64,
    /// The share of all members where the condition holds for all of those without a value.
    pub as_yes: f64,
    /// The interval from the lower bound of that of `as_no` to the upper one of that of `as_yes`; null where members
    /// are not random.
    pub interval: Option<IntervalRecord>,
}

impl ProbabilityRecord {
    /// Describes the probabilities of a study, so many of whose members were computed, from the figures of its outputs.
    pub(crate) fn all(study: &Study, figures: &[OutputFigures], members: u64) -> Vec<Self> {
        let sample = study.plan().sample();
        let random = |interval: Option<Interval>| sample.of_random(interval).map(IntervalRecord::from);
        let record = |(column, of): (usize, &str)| {
            let figures = figures.get(column)?;
            let found = Proportion { having: holding(figures), of: figures.count };
            let no = Proportion { of: members, ..found };
            let yes = Proportion { having: found.having + (members - found.of), of: members };
            let missing = || {
                let bounds = no.wilson().zip(yes.wilson()).map(|(no, yes)| [no[0], yes[1]]);
                let interval = bounds.map(|bounds| Interval { kind: IntervalKind::Wilson, bounds });
                Some(MissingRecord { as_no: no.share()?, as_yes: yes.share()?, interval: random(interval) })
            };
            let of_replicates = || {
                let spread = figures.intervals.as_ref()?.mean.clone()?;
                // replicates that are all alike tell nothing of their spread
                let is_spread = spread.lower < spread.upper;
                let wilson = if is_spread { None } else { found.interval().map(IntervalRecord::from) };
                Some(wilson.unwrap_or(IntervalRecord {
                    lower: spread.lower.max(0.0),
                    upper: spread.upper.min(1.0),
                    ..spread
                }))
            };
            Some(Self {
                name: figures.name.clone(),
                of: of.into(),
                members: found.of,
                holds: found.having,
                without_value: members - found.of,
                estimate: found.share(),
                interval: random(found.interval()).or_else(of_replicates),
                missing: if members > found.of { missing() } else { None },
            })
        };
        study.mechanism.conditions().filter_map(record).collect()
    }
}

/// Returns how many members have the value 1, of a column of 0 and 1.
fn holding(figures: &OutputFigures) -> u64 {
    // classes count exactly where they tell the two values apart
    let classes = figures.histogram.as_ref().map(|figures| &figures.histogram).and_then(|histogram| {
        let bins = Bins::between(*histogram.edges.first()?, *histogram.edges.last()?);
        let place = bins.place(1.0);
        histogram.counts.get(place).copied().filter(|_| place != bins.place(0.0))
    });
    classes.unwrap_or_else(|| (figures.mean.unwrap_or(0.0) * figures.count as f64).round() as u64)
}
