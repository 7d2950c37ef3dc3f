//! Derivatives that are lost where a jump and a root come together: rates have no slopes there.

use super::Equations;
use crate::ensemble::study::Instant;
use crate::num::{Precision, Real};
use crate::problem::Field as _;

/// What the derivative of a number by an instant is where there is none: beyond the limit of a state, also where it is multiplied by little on its way to an
/// output, and where rounding alone moves the instant.
fn lost(precision: Precision) -> f64 {
    match precision {
        Precision::Double => 1e100,
        Precision::DoubleFloat | Precision::Single => 1e35,
    }
}

/// The largest derivative that goes through another instant at which one is lost without being infinite there, which times zero would be no number in
/// derivatives that do not depend on it.
fn largest_kept(precision: Precision) -> f64 {
    match precision {
        Precision::Double => 1e180,
        Precision::DoubleFloat | Precision::Single => 1e37,
    }
}

/// Returns what stands for a lost derivative: `number` sets it apart from others, so that no two cancel.
fn lost_number<R: Real>(number: usize) -> R {
    R::constant(lost(R::precision()) * (1.0 + number as f64 / 1024.0))
}

/// Returns a derivative of an output by a number of the state, or one that is lost where it would be infinite behind another instant. What is infinite or
/// no number stays that: zero times it may be any number.
pub(in crate::ensemble) fn kept<R: Real>(slope: R, number: usize) -> R {
    let largest = R::constant(largest_kept(R::precision()));
    let is_beyond = largest.less(slope.abs()) & slope.abs().less(R::constant(f64::INFINITY));
    R::select(is_beyond, lost_number(number), slope)
}

/// Returns the change of a derivative of a number of the state by a parameter, so that it is lost, and not infinite or no number: what depends on the
/// number no more goes on.
pub(super) fn kept_change<R: Real>(before: R, change: R, number: usize) -> R {
    let is_kept = (before + change).abs().less(R::constant(largest_kept(R::precision())));
    // one that is lost already stays what it is
    let is_lost = R::constant(lost(R::precision())).less(before.abs());
    R::select(is_kept, change, R::select(is_lost, R::zero(), lost_number::<R>(number) - before))
}

/// Returns the product of a number and a way in time, which is zero with its derivative where the number is zero: that of the way may have been lost at
/// an instant before.
pub(super) fn taken_where_not_zero<R: Real>(x: R, way: R) -> R {
    R::select(R::zero().less(x.abs()), x * way, R::zero())
}

impl<R: Real> Equations<'_, R> {
    /// Tells whether steps look for roots where something switches. Single precision does not tell them from what else is steep.
    pub(super) fn looks_for_roots(&self) -> bool {
        self.study.mechanism.has_roots() && R::precision() != Precision::Single
    }

    /// Returns what is to be added to the velocities at a time that is so much later, s, as `way` says than an instant at which something switches: its
    /// value is zero, and so is its derivative, but for velocities whose rates have no slope on one of the sides, which lose theirs.
    pub(super) fn lost_at_roots(&mut self, sides: [Instant<'_, R>; 2], way: R) -> Vec<R> {
        let [before, behind] = sides.map(|side| self.slopes_lost(side));
        let moves = way - way.detached();
        before.into_iter().zip(behind).map(|(before, behind)| taken_where_not_zero(before.max(behind), moves)).collect()
    }

    /// Returns the derivatives of velocities that are lost on a side, or zero.
    fn slopes_lost(&mut self, instant: Instant<'_, R>) -> Vec<R> {
        let duration = self.study.method.duration.evaluate(&self.parameters);
        let has_roots = instant.has_roots(self.study.layout(), duration, |time, q, v| self.system.rates(time, q, v));
        // of two instants that move against each other, both count
        let lost = R::constant(lost(R::precision())) * (R::one() + instant.time / duration);
        has_roots.into_iter().map(|has_root| R::select(has_root, lost, R::zero())).collect()
    }
}
