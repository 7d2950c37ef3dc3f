//! Where a function between samples has corners: where it or a derivative of it jumps that a step of a method notices first.

use super::{Corners, Outside, SampledFunction};
use crate::num::Real;

/// Farther than any place: where a corner is that there is not.
const FAR: f64 = 1e30;

/// What differs by this part of the largest value is rounding, not a jump.
const SMOOTH: f64 = 1e-9;

/// Where the samples of a function are, and its rows in the table.
pub(super) struct Extent<R> {
    /// The first and the last sample.
    pub(super) ends: [R; 2],
    /// The last row.
    pub(super) last_row: R,
}

impl SampledFunction {
    /// Says whether the function has corners.
    pub fn has_corners(&self) -> bool {
        self.corners != Corners::Nowhere
    }

    /// Says whether the function is continuous, whatever its samples are.
    pub fn is_continuous(&self) -> bool {
        self.degree > 0 && self.outside != Outside::Zero
    }

    /// Says whether the value or a derivative up to an order jumps at a corner.
    pub fn jumps(&self, order: usize) -> bool {
        let places: Vec<f64> = match self.corners {
            Corners::Nowhere => return false,
            Corners::Ends => vec![self.first, self.last],
            Corners::Samples => self.begins().copied().collect(),
        };
        (0..=order).any(|order| {
            let sides = |place: &f64| [place.next_down(), place.next_up().next_up()].map(|x| self.at::<f64>(x, order));
            let sides: Vec<[f64; 2]> = places.iter().map(sides).collect();
            let largest = sides.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
            sides.iter().any(|[before, behind]| (behind - before).abs() > SMOOTH * largest)
        })
    }

    /// Returns how far the next corner is above a place: 1e30 or farther where there is none.
    pub fn to_next_corner<R: Real>(&self, place: R) -> R {
        self.to_next_corner_in(place, self.extent(), |inside| self.search.row(&self.pieces, inside))
    }

    /// Returns how far the last corner is below a place, a negative number: -1e30 or farther where there is none.
    pub fn to_last_corner<R: Real>(&self, place: R) -> R {
        self.to_last_corner_in(place, self.extent(), |inside| self.search.row(&self.pieces, inside))
    }

    pub(super) fn extent<R: Real>(&self) -> Extent<R> {
        let last_row = R::constant((self.pieces.rows() - 1) as f64);
        Extent { ends: [self.first, self.last].map(R::constant), last_row }
    }

    /// Returns how far the next corner is, of a function whose row of a place `find` finds.
    pub(super) fn to_next_corner_in<R: Real>(&self, place: R, of: Extent<R>, find: impl FnOnce(R) -> R) -> R {
        let inside = self.inside(place, of.ends);
        let ([first, last], none) = (of.ends, R::constant(FAR));
        let behind = if self.outside == Outside::Periodic { last } else { R::select(inside.less(last), last, none) };
        let next = match self.corners {
            Corners::Nowhere => none,
            Corners::Ends => behind,
            Corners::Samples => {
                let next = find(inside) + R::one();
                R::select(next.less_equal(of.last_row), next.entry(&self.pieces, 0), behind)
            }
        };
        R::select(inside.less(first), first, next) - inside
    }

    /// Returns how far the last corner is, of a function whose row of a place `find` finds.
    pub(super) fn to_last_corner_in<R: Real>(&self, place: R, of: Extent<R>, find: impl FnOnce(R) -> R) -> R {
        let inside = self.inside(place, of.ends);
        let ([first, last], none) = (of.ends, R::constant(-FAR));
        let before = match self.corners {
            Corners::Nowhere => none,
            Corners::Ends => R::select(inside.less(last), first, last),
            Corners::Samples => find(inside).entry(&self.pieces, 0),
        };
        R::select(inside.less(first), none, before) - inside
    }
}
