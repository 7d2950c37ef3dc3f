//! Plans made of a sequence of points in the unit cube and a distribution per column.

use std::fmt::Debug;

use crate::sampling::dependence::Dependence;
use crate::sampling::distribution::{Distribution, normal_score, put_normal_scores};

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
    pub(super) dependence: Option<Dependence>,
    pub(super) sequence: Box<dyn Sequence>,
}

impl Sampled {
    fn is_dependent(&self, column: usize) -> bool {
        self.dependence.as_ref().is_some_and(|dependence| dependence.columns().binary_search(&column).is_ok())
    }

    /// Puts values in place of independent normal scores, in the columns that depend on each other.
    fn put_dependent(&self, columns: &mut [&mut [f64]]) {
        let Some(dependence) = &self.dependence else { return };
        let all = columns.iter_mut().enumerate().filter(|(column, _)| self.is_dependent(*column));
        let mut scores: Vec<&mut [f64]> = all.map(|(_, scores)| &mut **scores).collect();
        dependence.correlate(&mut scores);
        for (column, scores) in dependence.columns().iter().zip(scores) {
            self.distributions[*column].put_at_scores(scores);
        }
    }
}

impl Rule for Sampled {
    fn fill(&self, member: u64, values: &mut [f64]) {
        for (column, (distribution, value)) in self.distributions.iter().zip(&mut *values).enumerate() {
            let u = self.sequence.unit(member, column);
            *value = if self.is_dependent(column) { normal_score(u) } else { distribution.quantile(u) };
        }
        let mut columns: Vec<&mut [f64]> = values.iter_mut().map(std::slice::from_mut).collect();
        self.put_dependent(&mut columns);
    }

    fn fill_columns(&self, first: u64, columns: &mut [&mut [f64]]) {
        for (number, (distribution, column)) in self.distributions.iter().zip(&mut *columns).enumerate() {
            self.sequence.units(first, number, column);
            if self.is_dependent(number) { put_normal_scores(column) } else { distribution.put_quantiles(column) }
        }
        self.put_dependent(columns);
    }

    fn distributions(&self) -> Option<&[Distribution]> {
        Some(&self.distributions)
    }

    fn dependence(&self) -> Option<&Dependence> {
        self.dependence.as_ref()
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
