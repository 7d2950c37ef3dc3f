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

    /// Returns -ln of the probability of smaller values.
    pub(super) fn minus_ln_below(self) -> R {
        let [below, above] = self.probabilities();
        minus_ln(below, above)
    }

    /// Returns -ln of the probability of larger values.
    pub(super) fn minus_ln_above(self) -> R {
        let [below, above] = self.probabilities();
        minus_ln(above, below)
    }

    /// Returns the probability of larger values.
    pub(super) fn above(self) -> R {
        let [_, above] = self.probabilities();
        above
    }
}

/// Returns -ln of a probability, from one minus it where that has more digits.
fn minus_ln<R: Real>(probability: R, rest: R) -> R {
    let (one, is_large) = (R::one(), rest.less(R::constant(0.5)));
    let rounded = R::select(is_large, one - rest, probability);
    let lost = R::select(is_large, ((one - rounded) - rest) / rounded, R::zero());
    -(rounded.ln() + lost)
}
