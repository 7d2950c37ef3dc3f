//! Further columns whose values are numbers of members in an order of their own, each once.

use super::SampleKind;
use super::rule::Rule;
use crate::num::hash;
use crate::sampling::distribution::Distribution;
use std::sync::Arc;

/// The columns of another rule, then numbers below a limit, which no two of so many members have in common.
#[derive(Debug)]
pub(super) struct Numbered {
    /// The other rule, if there is one.
    pub(super) rule: Option<Arc<dyn Rule>>,
    /// The number of columns of that rule.
    pub(super) columns: usize,
    pub(super) limit: u64,
    pub(super) seed: u64,
}

impl Rule for Numbered {
    fn fill(&self, member: u64, values: &mut [f64]) {
        let (varied, numbers) = values.split_at_mut(self.columns.min(values.len()));
        if let Some(rule) = &self.rule {
            rule.fill(member, varied);
        }
        for (stream, number) in (0u64..).zip(numbers) {
            let seed = hash::bits(self.seed, stream, 0x5eed);
            *number = hash::permute(member % self.limit, self.limit, seed) as f64;
        }
    }

    fn distributions(&self) -> Option<&[Distribution]> {
        self.rule.as_ref().and_then(|rule| rule.distributions())
    }

    fn listed(&self, column: usize) -> Option<&[f64]> {
        self.rule.as_ref().filter(|_| column < self.columns).and_then(|rule| rule.listed(column))
    }

    fn sample(&self) -> SampleKind {
        self.rule.as_ref().map_or(SampleKind::Random, |rule| rule.sample())
    }

    fn goes_on(&self) -> bool {
        self.rule.as_ref().is_none_or(|rule| rule.goes_on())
    }

    fn advice(&self) -> Option<String> {
        self.rule.as_ref().and_then(|rule| rule.advice())
    }
}
