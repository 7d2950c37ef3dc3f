//! Further columns whose values are numbers of members, in their order or in one of their own, each once.

use super::SampleKind;
use super::rule::Rule;
use crate::num::hash;
use crate::sampling::dependence::Dependence;
use crate::sampling::distribution::Distribution;
use std::sync::Arc;

/// The columns of another rule, then numbers that no two members have in common.
#[derive(Debug)]
pub(super) struct Numbered {
    /// The other rule.
    pub(super) rule: Arc<dyn Rule>,
    /// The number of columns of that rule.
    pub(super) columns: usize,
    pub(super) order: Order,
}

/// Which numbers members have.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
    /// Their own.
    OfMembers,
    /// Those below a limit, which no two of so many members have in common, in an order that follows from a seed.
    Shuffled { limit: u64, seed: u64 },
}

impl Order {
    /// Returns the number that a member has in a further column.
    fn number(self, stream: u64, member: u64) -> f64 {
        match self {
            Self::OfMembers => member as f64,
            Self::Shuffled { limit, seed } => {
                hash::permute(member % limit, limit, hash::bits(seed, stream, 0x5eed)) as f64
            }
        }
    }
}

impl Rule for Numbered {
    fn fill(&self, member: u64, values: &mut [f64]) {
        let (varied, numbers) = values.split_at_mut(self.columns.min(values.len()));
        self.rule.fill(member, varied);
        for (stream, number) in (0u64..).zip(numbers) {
            *number = self.order.number(stream, member);
        }
    }

    fn fill_columns(&self, first: u64, columns: &mut [&mut [f64]]) {
        let (varied, numbers) = columns.split_at_mut(self.columns.min(columns.len()));
        self.rule.fill_columns(first, varied);
        for (stream, column) in (0u64..).zip(numbers) {
            column.iter_mut().zip(first..).for_each(|(number, member)| *number = self.order.number(stream, member));
        }
    }

    fn distributions(&self) -> Option<&[Distribution]> {
        self.rule.distributions()
    }

    fn dependence(&self) -> Option<&Dependence> {
        self.rule.dependence()
    }

    fn listed(&self, column: usize) -> Option<&[f64]> {
        if column < self.columns { self.rule.listed(column) } else { None }
    }

    fn sample(&self) -> SampleKind {
        self.rule.sample()
    }

    fn goes_on(&self) -> bool {
        // what belongs to each member, as a file, is there for those of the plan alone
        matches!(self.order, Order::Shuffled { .. }) && self.rule.goes_on()
    }

    fn advice(&self) -> Option<String> {
        self.rule.advice()
    }
}

/// Members that are alike but for such numbers.
#[derive(Debug)]
pub(super) struct Alike;

impl Rule for Alike {
    fn fill(&self, _member: u64, _values: &mut [f64]) {}

    fn sample(&self) -> SampleKind {
        SampleKind::Random
    }

    fn goes_on(&self) -> bool {
        true
    }
}
