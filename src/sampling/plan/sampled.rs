//! Plans made of a sequence of points in the unit cube and a distribution per column.

use std::fmt::Debug;

use crate::sampling::distribution::Distribution;

use super::rule::Rule;
use super::{PlanError, SampleKind};

/// Points in the open unit cube, by number.
pub(super) trait Sequence: Debug + Send + Sync {
    /// Returns coordinate `column` of point `member`, in the open interval (0, 1).
    fn unit(&self, member: u64, column: usize) -> f64;

    /// Writes coordinate `column` of points that follow each other.
    fn units(&self, first: u64, column: usize, units: &mut [f64]) {
        for (member, unit) in (first..).zip(units) {
            *unit = self.unit(member, column);
        }
    }

    /// Returns how the points were chosen.
    fn sample(&self) -> SampleKind {
        SampleKind::EvenlySpread
    }

    /// Says whether the points do not depend on how many members there are.
    fn goes_on(&self) -> bool {
        true
    }

    /// Returns something the user should know about this combination of settings, if anything.
    fn advice(&self) -> Option<String> {
        None
    }
}

/// Makes a sequence for that many columns and members; the last number is the seed.
pub(super) type NewSequence = fn(usize, u64, u64) -> Result<Box<dyn Sequence>, PlanError>;

/// The rule that maps each coordinate of a point through the quantile of its column.
#[derive(Debug)]
pub(super) struct Sampled {
    pub(super) distributions: Vec<Distribution>,
    pub(super) sequence: Box<dyn Sequence>,
}

impl Rule for Sampled {
    fn fill(&self, member: u64, values: &mut [f64]) {
        for (column, (distribution, value)) in self.distributions.iter().zip(values).enumerate() {
            *value = distribution.quantile(self.sequence.unit(member, column));
        }
    }

    fn fill_columns(&self, first: u64, columns: &mut [&mut [f64]]) {
        for (number, (distribution, column)) in self.distributions.iter().zip(columns).enumerate() {
            self.sequence.units(first, number, column);
            distribution.put_quantiles(column);
        }
    }

    fn distributions(&self) -> Option<&[Distribution]> {
        Some(&self.distributions)
    }

    fn sample(&self) -> SampleKind {
        self.sequence.sample()
    }

    fn goes_on(&self) -> bool {
        self.sequence.goes_on()
    }

    fn advice(&self) -> Option<String> {
        self.sequence.advice()
    }
}

/// Returns the stream of random numbers that belongs to a column.
pub(super) fn stream(column: usize) -> u64 {
    u64::try_from(column).unwrap_or(u64::MAX)
}
