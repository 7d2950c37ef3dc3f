//! Further members, whose values are given.

use super::SampleKind;
use super::rule::Rule;
use std::sync::Arc;

/// The members of another rule, then rows of values.
#[derive(Debug)]
pub(super) struct Followed {
    pub(super) rule: Arc<dyn Rule>,
    /// How many members that rule has, and columns.
    pub(super) members: u64,
    pub(super) columns: usize,
    /// Values of further members, row by row.
    pub(super) rows: Vec<f64>,
}

impl Rule for Followed {
    fn fill(&self, member: u64, values: &mut [f64]) {
        match usize::try_from(member.wrapping_sub(self.members)) {
            Ok(row) if member >= self.members => match self.rows.chunks_exact(self.columns).nth(row) {
                Some(row) => values.copy_from_slice(row),
                None => values.fill(f64::NAN),
            },
            _ => self.rule.fill(member, values),
        }
    }

    fn sample(&self) -> SampleKind {
        self.rule.sample()
    }

    fn advice(&self) -> Option<String> {
        self.rule.advice()
    }
}
