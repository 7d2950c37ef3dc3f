//! What a step says about its own validity.

use crate::num::Real;
use crate::problem::{Factor, Layout};

/// How far a step turned and how near it came to a singularity.
#[derive(Clone, Copy, Debug)]
pub struct Monitor<R> {
    /// The largest |psi|^2/4 of a turn that the state at the beginning of the step alone decides: that of the first
    /// stage that moves.
    pub first_turn: R,
    /// The largest |psi|^2/4 of any turn within the step. Beyond [`crate::num::series::HALF_TURN`], half a
    /// revolution, the increments mean nothing.
    pub largest_turn: R,
    /// The smallest [`crate::lie::RotationParameterisation::margin`] at the beginning and at any stage; one where no
    /// parameterisation has a singularity.
    pub margin: R,
}

impl<R: Real> Monitor<R> {
    /// Returns what a step says that makes no turn, far from any singularity.
    pub fn none() -> Self {
        Self { first_turn: R::zero(), largest_turn: R::zero(), margin: R::one() }
    }
    /// Returns what two steps say together.
    pub fn merged(self, other: Self) -> Self {
        Self {
            first_turn: self.first_turn.max(other.first_turn),
            largest_turn: self.largest_turn.max(other.largest_turn),
            margin: self.margin.min(other.margin),
        }
    }
    /// Takes note of a turn with that |psi|^2/4.
    pub(super) fn turned(&mut self, s: R) {
        self.largest_turn = self.largest_turn.max(s);
    }
    /// Takes note of the coordinates of a stage.
    pub(super) fn passed(&mut self, layout: &Layout, q: &[R]) {
        for place in layout.places() {
            if let Factor::Rotation(parameterisation) = place.factor
                && parameterisation.has_singularity()
            {
                self.margin = self.margin.min(parameterisation.margin(&q[place.q..]));
            }
        }
    }
}
