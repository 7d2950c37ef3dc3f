//! The kind of sample that the members of a plan are.

use serde::{Deserialize, Serialize};

/// Says how the members of a plan were chosen, which decides what their means and shares tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SampleKind {
    /// The members are independent: statistics of them have standard errors and intervals.
    Random,
    /// The members fill the distributions more evenly than independent ones, so that standard errors and intervals of
    /// independent members are not theirs, usually too large.
    EvenlySpread,
    /// The members are what a grid or a table lists: a share of them is no more than that.
    #[default]
    Listed,
}

impl SampleKind {
    /// Returns a figure that random members alone have.
    #[must_use]
    pub fn of_random<T>(self, figure: Option<T>) -> Option<T> {
        figure.filter(|_| self == Self::Random)
    }
}
