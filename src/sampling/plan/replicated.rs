//! Sequences that are several, each randomised independently of the others: member k is the next point of the sequence
//! k mod R.

use super::sampled::{NewSequence, Sequence};
use super::{PlanError, SampleKind};
use crate::sampling::hash;

/// Marks the stream from which the seeds of replicates come; columns count from 0 and never reach it.
const REPLICATE_STREAM: u64 = u64::MAX - 1;

/// A sequence for each replicate.
#[derive(Debug)]
struct Replicated(Vec<Box<dyn Sequence>>);

/// Makes a sequence of so many points, in so many replicates; one replicate is the sequence of the seed itself.
pub(super) fn replicated(
    new: NewSequence,
    columns: usize,
    (points, replicates): (u64, u64),
    seed: u64,
) -> Result<Box<dyn Sequence>, PlanError> {
    if replicates == 1 {
        return new(columns, points, seed);
    }
    let make = |replicate| {
        let sequence = new(columns, points / replicates, hash::bits(seed, REPLICATE_STREAM, replicate));
        sequence.map_err(|error| match error {
            PlanError::TooManyMembers { plan, limit, .. } => {
                PlanError::TooManyMembers { plan, limit: limit.saturating_mul(replicates), found: points }
            }
            other => other,
        })
    };
    Ok(Box::new(Replicated((0..replicates).map(make).collect::<Result<_, _>>()?)))
}

impl Replicated {
    fn count(&self) -> u64 {
        self.0.len() as u64
    }
}

impl Sequence for Replicated {
    fn unit(&self, member: u64, column: usize) -> f64 {
        self.0[(member % self.count()) as usize].unit(member / self.count(), column)
    }

    fn units(&self, first: u64, column: usize, units: &mut [f64]) {
        let mut points = Vec::new();
        for offset in 0..self.count().min(units.len() as u64) {
            let (member, places) = (first + offset, units.iter_mut().skip(offset as usize).step_by(self.0.len()));
            points.resize(places.len(), 0.0);
            self.0[(member % self.count()) as usize].units(member / self.count(), column, &mut points);
            places.zip(&points).for_each(|(unit, point)| *unit = *point);
        }
    }

    fn sample(&self) -> SampleKind {
        self.0[0].sample()
    }

    fn goes_on(&self) -> bool {
        self.0[0].goes_on()
    }

    fn advice(&self) -> Option<String> {
        Some(format!("in each of {} replicates, {}", self.0.len(), self.0[0].advice()?))
    }
}
