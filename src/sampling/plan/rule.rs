//! What the kinds of plan have in common.

use crate::sampling::dependence::Dependence;
use crate::sampling::distribution::Distribution;
use std::fmt::Debug;

use super::SampleKind;

/// The rule of one plan kind: how a member's number leads to its values.
pub(super) trait Rule: Debug + Send + Sync {
    /// Writes the values of `member` in the order of the columns.
    fn fill(&self, member: u64, values: &mut [f64]);

    /// Writes the values of members that follow each other, column by column.
    fn fill_columns(&self, first: u64, columns: &mut [&mut [f64]]) {
        let mut row = vec![0.0; columns.len()];
        for i in 0..columns.first().map_or(0, |column| column.len()) {
            self.fill(first + i as u64, &mut row);
            columns.iter_mut().zip(&row).for_each(|(column, value)| column[i] = *value);
        }
    }

    /// Returns the distributions of the columns, where values are drawn from some.
    fn distributions(&self) -> Option<&[Distribution]> {
        None
    }

    /// Returns how columns depend on each other, where some do.
    fn dependence(&self) -> Option<&Dependence> {
        None
    }

    /// Returns the values that a column takes, where these are listed.
    fn listed(&self, _column: usize) -> Option<&[f64]> {
        None
    }

    /// Returns how the members were chosen.
    fn sample(&self) -> SampleKind {
        SampleKind::Listed
    }

    /// Says whether there are members after the last one too, and the number of members decides none of them.
    fn goes_on(&self) -> bool {
        false
    }

    /// Returns advice on something the user should know about this combination of settings, if there is anything.
    fn advice(&self) -> Option<String> {
        None
    }
}
