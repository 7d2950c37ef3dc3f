//! Where a function between samples has corners: where it or a derivative of it jumps that a step of a method notices first.

use super::{Outside, SampledFunction};
use crate::num::Real;

/// Farther than any place: where a corner is that there is not.
const FAR: f64 = 1e30;

/// Says where corners are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Corners {
    /// There are none.
    Nowhere,
    /// At the first and the last sample.
    Ends,
    /// At every sample.
    Samples,
}

impl SampledFunction {
    /// Says whether the function has corners.
    pub fn has_corners(&self) -> bool {
        self.corners != Corners::Nowhere
    }

    /// Returns how far the next corner is above a place: 1e30 or farther where there is none.
    pub fn to_next_corner<R: Real>(&self, place: R) -> R {
        let inside = self.inside(place);
        let [first, last, none] = [self.first, self.last, FAR].map(R::constant);
        let behind = if self.outside == Outside::Periodic { last } else { R::select(inside.less(last), last, none) };
        let next = match self.corners {
            Corners::Nowhere => none,
            Corners::Ends => behind,
            Corners::Samples => {
                let next = self.search.row(&self.pieces, inside) + R::one();
                let is_there = next.less_equal(R::constant((self.pieces.rows() - 1) as f64));
                R::select(is_there, next.entry(&self.pieces, 0), behind)
            }
        };
        R::select(inside.less(first), first, next) - inside
    }

    /// Returns how far the last corner is below a place, a negative number: -1e30 or farther where there is none.
    pub fn to_last_corner<R: Real>(&self, place: R) -> R {
        let inside = self.inside(place);
        let [first, last, none] = [self.first, self.last, -FAR].map(R::constant);
        let before = match self.corners {
            Corners::Nowhere => none,
            Corners::Ends => R::select(inside.less(last), first, last),
            Corners::Samples => self.search.row(&self.pieces, inside).entry(&self.pieces, 0),
        };
        R::select(inside.less(first), none, before) - inside
    }
}
