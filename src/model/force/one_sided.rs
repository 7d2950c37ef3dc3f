//! A spring and a damper that act on one side only.

use crate::model::state::Motion;
use crate::num::Real;

/// Holds a spring and a damper that act beyond a place, and never the other way: the force is max(0, k p + c p') where they are p > 0
/// beyond it.
pub(super) struct OneSided<R> {
    /// The stiffness k.
    pub stiffness: R,
    /// The damping c.
    pub damping: R,
    /// The way p beyond the place, negative before it.
    pub depth: R,
    /// The rate p' of that.
    pub rate: R,
}

impl<R: Real> OneSided<R> {
    /// Returns the force; where its side is held over a step, it goes on smoothly beyond where it ends.
    ///
    /// It begins where the place is reached, and ends where nothing is left of it: before the spring is relaxed where a damper holds it
    /// back. It begins again where more is left of the spring than the damper takes.
    pub(super) fn force(&self, side: Option<usize>, motion: &Motion<'_, R>) -> R {
        let Self { stiffness, damping, depth, rate } = *self;
        let (zero, force) = (R::zero(), stiffness * depth + damping * rate);
        let passing = || {
            let left = stiffness * depth + damping * rate.min(zero);
            // a damper alone acts while it is pressed
            R::select(zero.less(stiffness), left, depth.min(rate))
        };
        match motion.sides.at(side, passing) {
            Some(acts) => R::select(zero.less(acts), force, zero),
            None => R::select(zero.less(depth), force.max(zero), zero),
        }
    }
}
