//! Further columns whose values are those of all members.

use super::SampleKind;
use super::rule::Rule;
use std::sync::Arc;

/// The columns of another rule, then values that all members have.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) rule: Arc<dyn Rule>,
    /// The number of columns of that rule.
    pub(super) columns: usize,
    pub(super) values: Vec<f64>,
}

impl Rule for Held {
    fn fill(&self, member: u64, values: &mut [f64]) {
        let (varied, held) = values.split_at_mut(self.columns.min(values.len()));
        self.rule.fill(member, varied);
        held.iter_mut().zip(&self.values).for_each(|(to, from)| *to = *from);
    }

    fn fill_columns(&self, first: u64, columns: &mut [&mut [f64]]) {
        let (varied, held) = columns.split_at_mut(self.columns.min(columns.len()));
        self.rule.fill_columns(first, varied);
        held.iter_mut().zip(&self.values).for_each(|(column, value)| column.fill(*value));
    }

    fn sample(&self) -> SampleKind {
        self.rule.sample()
    }

    fn goes_on(&self) -> bool {
        self.rule.goes_on()
    }

    fn advice(&self) -> Option<String> {
        self.rule.advice()
    }
}
