//! Where a function between samples has corners: where it or a derivative of it jumps that a step of a method notices first.

use super::{Corners, Outside, SampledFunction};
use crate::num::Real;

/// Farther than any place: where a corner is that there is not.
const FAR: f64 = 1e30;

/// What differs by this part of the largest value is rounding, not a jump.
const SMOOTH: f64 = 1e-9;

impl SampledFunction {
    /// Says whether the function has corners.
    pub fn has_corners(&self) -> bool {
        self.corners != Corners::Nowhere
    }

    /// Says whether the derivative of an order jumps at a corner.
    pub fn jumps(&self, order: usize) -> bool {
        let places: Vec<f64> = match self.corners {
            Corners::Nowhere => return false,
            Corners::Ends => vec![self.first, self.last],
            Corners::Samples => self.pieces.values().iter().step_by(self.pieces.width()).copied().collect(),
        };
        let sides = |place: &f64| [place.next_down(), place.next_up().next_up()].map(|x| self.at::<f64>(x, order));
        let sides: Vec<[f64; 2]> = places.iter().map(sides).collect();
        let largest = sides.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
        sides.iter().any(|[before, behind]| (behind - before).abs() > SMOOTH * largest)
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
