//! Where in a distribution a value lies.

use super::gaussian;
use crate::num::Real;

/// Says where in a distribution a value lies, in any of the numbers that quantiles are evaluated in.
///
/// Both probabilities are there, since the smaller of the two has the more digits: far out in a tail the other is one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Level<R> {
    /// The probabilities of smaller and of larger values.
    Probabilities {
        /// The probability of a smaller value.
        below: R,
        /// The probability of a larger value.
        above: R,
    },
    /// The value of a standard normal number that as many values lie below.
    NormalScore(R),
}

impl<R: Real> Level<R> {
    /// Returns the level that values stay below with probability `u`, for `u` in (0, 1).
    pub(super) fn of_unit(u: R) -> Self {
        Self::Probabilities { below: u, above: R::one() - u }
    }

    /// Returns the probability of smaller values.
    pub(super) fn below(self) -> R {
        match self {
            Self::Probabilities { below, .. } => below,
            Self::NormalScore(z) => gaussian::cdf(z),
        }
    }

    /// Returns the probabilities of smaller and of larger values.
    pub(super) fn probabilities(self) -> [R; 2] {
        match self {
            Self::Probabilities { below, above } => [below, above],
            Self::NormalScore(z) => [gaussian::cdf(z), gaussian::cdf(-z)],
        }
    }

    /// Returns the normal score.
    pub(super) fn score(self) -> R {
        match self {
            Self::Probabilities { below, above } => gaussian::score(below, above),
            Self::NormalScore(z) => z,
        }
    }

    /// Returns the probability of larger values.
    pub(super) fn above(self) -> R {
        let [_, above] = self.probabilities();
        above
    }
}
