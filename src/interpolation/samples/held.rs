//! Functions on a piece that is given, beyond its ends, too; and where a place is among the pieces.
//!
//! Between two joints is a stretch. They are numbered: the stretch of a place is the whole number below its position, a continuous function that
//! rises with the place and is a whole number at every corner.

use super::corners::Extent;
use super::{Corners, Outside, SampledFunction};
use crate::num::Real;

/// Farther than any place.
const FAR: f64 = 1e30;

impl SampledFunction {
    /// Returns the position of a place among the stretches between joints.
    pub fn position<R: Real>(&self, place: R) -> R {
        self.position_in(place, (R::zero(), self.extent()), |inside| self.search.row(&self.pieces, inside))
    }

    /// Returns the function, or its derivative of an order, at a place on a stretch, beyond its ends, too.
    pub fn at_on<R: Real>(&self, stretch: R, place: R, order: usize) -> R {
        let find = |inside: R| self.search.row(&self.pieces, inside);
        let [inside, row] = self.located_on([stretch, place], (R::zero(), self.extent()), find);
        let ends = [self.first, self.last, self.near()].map(R::constant);
        self.components_at([place, inside, row], order, 1, self.ends_on(stretch, (R::zero(), self.extent()), ends))[0]
    }

    /// Returns the order of the lowest derivative, of the function's derivative of an order, that may jump at a joint, whatever the samples are;
    /// none where there is no joint, or nothing is left of the function.
    pub fn grade(&self, order: usize) -> Option<usize> {
        let within = match (self.joints, self.degree) {
            (Corners::Nowhere, _) => return None,
            // constants, lines, and cubics whose curvatures differ
            (Corners::Samples, degree) => degree.min(2),
            (Corners::Ends, degree) => degree,
        };
        let at_ends = match self.outside {
            Outside::Zero => 0,
            Outside::Hold | Outside::Periodic => self.degree.min(1),
            Outside::Nothing => within,
        };
        (order <= self.degree).then(|| within.min(at_ends).saturating_sub(order))
    }

    /// Returns where a function ends, with what is near beyond that, on a stretch: those between the ends go on beyond them.
    pub(super) fn ends_on<R: Real>(
        &self,
        stretch: R,
        (first_row, extent): (R, Extent<R>),
        [first, last, near]: [R; 3],
    ) -> [R; 3] {
        let (far, half) = (R::constant(FAR), R::constant(0.5));
        let stretches = self.stretches(extent.last_row - first_row + R::one());
        let is_within = (-half).less(stretch) & stretch.less(stretches - half);
        [R::select(is_within, -far, first), R::select(is_within, far, last), near]
    }

    /// Tells whether there are pieces before the first sample and behind the last.
    fn has_outer(&self) -> bool {
        matches!(self.outside, Outside::Hold | Outside::Zero)
    }

    /// Returns how many stretches there are in a period, for a function with so many rows.
    fn stretches<R: Real>(&self, rows: R) -> R {
        match (self.joints, self.has_outer()) {
            // the piece of the last one of constant pieces has no length
            (Corners::Samples, _) if self.degree == 0 => rows - R::one(),
            (Corners::Samples, _) => rows,
            (_, true) => R::constant(3.0),
            (_, false) => R::one(),
        }
    }

    /// Returns the position of a place of a function whose first row is given, and whose row of a place `find` finds.
    pub(super) fn position_in<R: Real>(
        &self,
        place: R,
        (first_row, extent): (R, Extent<R>),
        find: impl FnOnce(R) -> R,
    ) -> R {
        let (one, [first, last]) = (R::one(), extent.ends);
        let inside = self.inside(place, [first, last]);
        let (length, rows) = (last - first, extent.last_row - first_row + one);
        let [below, above] = [first - inside, inside - last].map(|beyond| beyond / length);
        let (number, begin, end) = match self.joints {
            Corners::Samples => {
                let row = find(inside);
                let next = (row + one).min(extent.last_row);
                let end = R::select(row.less(extent.last_row), next.entry(&self.pieces, 0), last);
                (row - first_row, row.entry(&self.pieces, 0), end)
            }
            _ => (R::constant(if self.has_outer() { 1.0 } else { 0.0 }), first, last),
        };
        let has_length = begin.less(end);
        let within =
            number + R::select(has_length, (inside - begin) / R::select(has_length, end - begin, one), R::zero());
        match self.outside {
            Outside::Periodic => within + self.stretches(rows) * ((place - first) / length).floor(),
            Outside::Nothing => within,
            // from 0 far before the first sample to 1 there, and from the number of the last stretch on to one more far behind
            Outside::Hold | Outside::Zero => {
                let before = one / (one + below.max(R::zero()));
                let behind = above.max(R::zero());
                let behind = self.stretches(rows) - one + behind / (one + behind);
                R::select(inside.less(first), before, R::select(last.less(inside), behind, within))
            }
        }
    }

    /// Returns a place counted as it counts on a stretch, in the first period of what repeats itself, and the row of the piece there.
    pub(super) fn located_on<R: Real>(
        &self,
        [stretch, place]: [R; 2],
        (first_row, extent): (R, Extent<R>),
        find: impl FnOnce(R) -> R,
    ) -> [R; 2] {
        let (one, [first, last]) = (R::one(), extent.ends);
        let stretches = self.stretches(extent.last_row - first_row + one);
        let (number, inside) = match self.outside {
            Outside::Periodic => {
                let periods = ((stretch + R::constant(0.5)) / stretches).floor();
                (stretch - stretches * periods, place - (last - first) * periods)
            }
            _ => (stretch, place),
        };
        let row = match (self.joints, self.has_outer()) {
            (Corners::Samples, true) => {
                let is_behind = (stretches - R::constant(1.5)).less(number);
                R::select(is_behind, extent.last_row, first_row + number.max(R::zero()))
            }
            (Corners::Samples, false) => first_row + number.max(R::zero()),
            (_, false) => find(inside),
            (_, true) => {
                // those within are the rows between the first and the last
                let within = find(inside).max(first_row + one).min(extent.last_row - one);
                let outer = R::select(number.less(one), first_row, extent.last_row);
                let is_within = R::constant(0.5).less(number) & number.less(R::constant(1.5));
                R::select(is_within, within, outer)
            }
        };
        [inside, row.min(extent.last_row)]
    }
}
