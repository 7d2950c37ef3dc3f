//! What happens within a step: passages of events through zero and extremes of outputs.
//!
//! Every event and every output whose largest or smallest value matters is known at both ends of a part of a step with
//! its exact rate. The cubic polynomial with these values and rates says whether the part has to be looked at closer: by
//! halves, down to a part of [`SMALLEST_PART`] of the step. A part that is clear has at most one passage and one extreme,
//! which a sign at its ends shows: of the value of an event, of the rate of an output. Parts end where the method ends
//! after a shorter step, so that no value is interpolated, and steps do not change.
//!
//! What can still be missed are two passages closer to each other than two such parts, and what the values and rates at
//! the ends of a step do not hint at; the cure is a smaller step.

use super::event::{Bracket, SIDE};
use crate::model::TimeReduction;
use crate::num::{Precision, Real};

/// Parts of a step are not halved below this.
pub const SMALLEST_PART: f64 = 1.0 / 1024.0;

/// How many times as fast as elsewhere in a part of a step its rate changes at a kink: there it jumps, over a distance that is found to
/// rounding.
const KINK: f64 = 16.0;

/// What is below this part of what it changes by over a part of a step is zero at its beginning.
const AT_ZERO: f64 = 1e-6;

/// Changes of an output below this part of its magnitude are rounding.
fn noise(precision: Precision) -> f64 {
    512.0 * precision.epsilon()
}

/// A part of a step, as an event or an output sees it.
#[derive(Clone, Copy, Debug)]
pub struct Part<R> {
    /// The value and its rate, 1/s, at the beginning.
    pub begin: [R; 2],
    /// The value and its rate, 1/s, at the end.
    pub end: [R; 2],
    /// The length of the part, s.
    pub length: R,
}

impl<R: Real> Part<R> {
    /// Returns by how much the value changes by the rate at the beginning, by that at the end, and in fact.
    #[inline(always)]
    fn changes(&self) -> [R; 3] {
        [self.begin[1] * self.length, self.end[1] * self.length, self.end[0] - self.begin[0]]
    }

    /// Returns four times the largest distance of a parabola with these rates from its chord.
    #[inline(always)]
    fn deviation(&self) -> R {
        let [first, last, change] = self.changes();
        ((first - change).abs() + (last - change).abs()).scale(0.5)
    }

    /// Holds where the value changes otherwise than its rates at both ends say.
    #[inline(always)]
    fn is_unresolved(&self) -> R::Mask {
        let [first, last, change] = self.changes();
        let other = (change - (first + last).scale(0.5)).abs();
        (first.abs() + last.abs()).scale(0.1).less(other)
    }

    /// Holds where the value changes by no more than a few times what its rates at the ends say. What changes more has jumped,
    /// or consists of rounding: a momentum, say, that is zero because large terms cancel. Parts of it would be looked into
    /// down to the smallest (measured: a satellite's momentum from rest, a hundred times the time of the whole run).
    #[inline(always)]
    fn follows_its_rates(&self) -> R::Mask {
        let [first, last, change] = self.changes();
        change.abs().less_equal((first.abs() + last.abs()).scale(4.0))
    }

    /// Holds where an event begins at zero, as behind its passage, and goes away from there. What is exactly zero at the end has not, or is met where it
    /// goes on.
    #[inline(always)]
    fn leaves_zero(&self) -> R::Mask {
        let ([from, rate], [to, _], [first, ..]) = (self.begin, self.end, self.changes());
        let is_elsewhere = R::zero().less(to.abs());
        R::zero().less(from * rate) & from.abs().less_equal(first.abs().scale(AT_ZERO)) & is_elsewhere
    }

    /// Holds where an event leaves zero and is back at the end: parts of it are to be looked at down to [`shortest`].
    #[inline(always)]
    pub fn returns(&self) -> R::Mask {
        let [first, _, change] = self.changes();
        self.leaves_zero() & (first * change).less_equal(R::zero())
    }

    /// Holds where the cubic polynomial of an event that leaves zero stays away from it.
    #[inline(always)]
    fn stays_away(&self) -> R::Mask {
        let (zero, one) = (R::zero(), R::one());
        let [first, last, change] = self.changes();
        let falls = first.less(zero);
        let [first, last, change] = [first, last, change].map(|x| R::select(falls, -x, x));
        // over the part, the polynomial divided by the way is first + b x + c x^2
        let (b, c) = (change.scale(3.0) - first.scale(2.0) - last, first + last - change.scale(2.0));
        let turns = zero.less(c) & b.less(zero) & (-b).less(c.scale(2.0));
        let lowest = R::select(turns, first - b * b / (R::select(turns, c, one)).scale(4.0), change);
        (first.min(change).scale(0.25)).less(lowest) & zero.less(change)
    }

    /// Holds where an event may pass through zero more often than the signs at both ends say. (Of the passages of a sine
    /// with random phase in steps of up to 24 periods, 0.1 % are missed with these limits.)
    #[inline(always)]
    pub fn hides_passages(&self) -> R::Mask {
        let zero = R::zero();
        let (leaves, stays) = (self.leaves_zero(), self.stays_away() & !self.is_unresolved());
        let ([from, _], [to, _], deviation) = (self.begin, self.end, self.deviation());
        let one_side = (zero.less(from) & zero.less(to)) | (from.less(zero) & to.less(zero));
        let least = from.abs().min(to.abs());
        let [first, last, change] = self.changes();
        // along the passage, the changes by the rates at both ends; from rest the last is twice the change
        let falling = change.less(zero);
        let along = [first, last].map(|x| R::select(falling, -x, x));
        let steep = change.abs().scale(2.5).less(along[0].max(along[1]));
        let back = along[0].min(along[1]).less(change.abs().scale(-0.25));
        let near = least.less_equal(deviation);
        let unresolved = self.is_unresolved() & (!one_side | least.less_equal(deviation.scale(2.0)));
        // what stands for zero and zero differ, and what rests there does not move
        let moves = R::constant(2.0 * SIDE).less(change.abs()) | zero.less(first.abs() + last.abs());
        // behind a passage it may come back, and has not done so at once
        moves & ((leaves & !stays) | (!leaves & ((one_side & near) | (!one_side & (steep | back)) | unresolved)))
    }

    /// Holds where an event stays on its side of zero, or at zero, for certain: with half the operations of what it saves, [`Self::hides_passages`] and
    /// [`super::event::Passages::crosses`], which do not hold there. Elsewhere these tell.
    #[inline(always)]
    pub fn is_clear(&self) -> R::Mask {
        let zero = R::zero();
        let ([from, _], [to, _]) = (self.begin, self.end);
        let [first, last, _] = self.changes();
        let (least, deviation) = (from.abs().min(to.abs()), self.deviation());
        let is_beyond = deviation.scale(2.0).less(least) | deviation.less(least) & !self.is_unresolved();
        let has_left = first.abs().scale(AT_ZERO).less(from.abs());
        let rests = (to.abs() + first.abs() + last.abs()).less_equal(zero) & from.abs().less_equal(R::constant(SIDE));
        zero.less(from * to) & is_beyond & has_left | rests
    }

    /// Holds where a value within may change what a reduction makes of the output; `kept` is the value at the start of
    /// the run and the result so far.
    #[inline(always)]
    fn matters(&self, reduction: TimeReduction, [first, result]: [R; 2]) -> R::Mask {
        let ([from, _], [to, _], deviation) = (self.begin, self.end, self.deviation());
        let result = reduction.update(first, result, to);
        reduction.may_change(first, result, from.min(to) - deviation, from.max(to) + deviation)
    }

    /// Holds where an output has a largest or smallest value within, of those that change the result of a reduction, and
    /// nothing is hidden.
    #[inline(always)]
    pub fn has_extreme(&self, reduction: TimeReduction, kept: [R; 2]) -> R::Mask {
        let [first, last, _] = self.changes();
        let small = self.noise();
        let largest = small.less(first) & last.less(-small);
        let smallest = first.less(-small) & small.less(last);
        self.matters(reduction, kept) & self.follows_its_rates() & reduction.of_extremes(largest, smallest)
    }

    /// Holds where an output may have more extremes than its rates at both ends say.
    #[inline(always)]
    pub fn hides_extremes(&self, reduction: TimeReduction, kept: [R; 2]) -> R::Mask {
        let [first, last, _] = self.changes();
        let size = first.abs() + last.abs();
        self.matters(reduction, kept) & self.follows_its_rates() & self.is_unresolved() & self.noise().less(size)
    }

    /// Holds where the rate jumps at a zero within that is bracketed: much faster than in the whole part.
    pub fn has_kink(&self, bracket: &Bracket<R>) -> R::Mask {
        let rates = self.begin[1].abs() + self.end[1].abs();
        let jump = (bracket.g_high - bracket.g_low).abs();
        ((bracket.high - bracket.low) * rates).scale(KINK).less(self.length * jump)
    }

    #[inline(always)]
    fn noise(&self) -> R {
        (self.begin[0].abs() + self.end[0].abs()).scale(noise(R::precision()))
    }
}

/// Holds where a part of that length, s, of a step of that length, s, can be halved.
pub fn can_be_halved<R: Real>(part: R, step: R) -> R::Mask {
    step.scale(SMALLEST_PART).less(part)
}

/// Returns below which length a step, or a part of one, that ends at that time, s, consists of rounding, s.
pub fn shortest<R: Real>(end: R) -> R {
    end.scale(8.0 * R::precision().epsilon())
}

/// Returns the middle of a part, as an offset from the beginning of the step, s.
pub fn middle<R: Real>(from: R, to: R) -> R {
    from + (to - from).scale(0.5)
}

/// Returns the end of the part after one that went from `from` to `to`, as an offset from the beginning of a step of
/// that length, s: parts become longer again.
pub fn next_end<R: Real>(from: R, to: R, step: R) -> R {
    let end = to + (to - from).scale(2.0);
    R::select(end.less(step), end, step)
}

#[cfg(test)]
mod tests {
    use super::super::event::Passages;
    use super::*;
    use crate::model::event::Direction;

    fn part(f: fn(f64) -> [f64; 2], from: f64, to: f64) -> Part<f64> {
        Part { begin: f(from), end: f(to), length: to - from }
    }

    /// Returns how many parts of 0..1 the passages of a function are looked for in, and how many are found.
    fn passages(f: fn(f64) -> [f64; 2]) -> (usize, usize) {
        let (mut from, mut to, mut parts, mut found) = (0.0, 1.0, 0, 0);
        loop {
            parts += 1;
            let part = part(f, from, to);
            if part.hides_passages() && can_be_halved(part.length, 1.0) {
                to = middle(from, to);
                continue;
            }
            found += usize::from(part.begin[0] * part.end[0] < 0.0);
            if to == 1.0 {
                return (parts, found);
            }
            (from, to) = (to, next_end(from, to, 1.0));
        }
    }

    #[test]
    fn passages_are_found_however_many() {
        type Case = (fn(f64) -> [f64; 2], usize, usize);
        let cases: [Case; 7] = [
            (|x| [x - 0.3, 1.0], 1, 1),
            (|x| [(x - 0.3) * (x - 0.4), 2.0 * x - 0.7], 2, 30),
            (|x| [(3.0 * x).exp() - 2.0, 3.0 * (3.0 * x).exp()], 1, 6),
            (|x| [(x - 0.5).powi(2) + 0.01, 2.0 * (x - 0.5)], 0, 20),
            (|x| [(200.0 * x + 0.3).sin(), 200.0 * (200.0 * x + 0.3).cos()], 63, 700),
            // a jump has no rate
            (|x| [if x < 0.6 { -1.0 } else { 1.0 }, 0.0], 1, 30),
            // what touches zero does not pass it
            (|x| [(x - 0.5).powi(2), 2.0 * (x - 0.5)], 0, 60),
        ];
        for (i, (f, count, most)) in cases.into_iter().enumerate() {
            let (parts, found) = passages(f);
            assert!(found == count && parts <= most, "{i}: {found} in {parts} parts");
        }
    }

    #[test]
    fn nothing_happens_in_a_part_that_is_clear() {
        let values = [-2.0, -1.0, -1e-7, -1e-13, -SIDE, 0.0, SIDE, 1e-13, 1e-7, 1.0, 2.0];
        let rates = [-3.0, -1.0, -0.5, -1e-7, 0.0, 1e-7, 0.5, 1.0, 3.0];
        let pairs = |x: &[f64]| -> Vec<[f64; 2]> { x.iter().flat_map(|a| x.iter().map(|b| [*a, *b])).collect() };
        let mut clear = 0;
        for ([from, to], [first, last]) in
            pairs(&values).iter().flat_map(|v| pairs(&rates).into_iter().map(|r| (*v, r)))
        {
            let part = Part { begin: [from, first], end: [to, last], length: 1.0 };
            for at_zero in [false, true] {
                let passages = Passages { direction: Direction::Both, terminal: false, ends_step: at_zero, at_zero };
                assert!(!part.is_clear() || !(part.hides_passages() || passages.crosses(from, to)), "{part:?}");
            }
            clear += usize::from(part.is_clear());
        }
        assert!(clear > 150, "{clear}");
    }

    #[test]
    fn an_extreme_matters_where_it_is_beyond_the_result() {
        let hill = part(|x| [1.0 - (x - 0.4).powi(2), -2.0 * (x - 0.4)], 0.0, 1.0);
        let kept = |result| [0.0, result];
        for (result, max) in [(0.9, true), (0.999, true), (3.0, false)] {
            assert_eq!(hill.has_extreme(TimeReduction::Max, kept(result)), max, "{result}");
            assert!(!hill.has_extreme(TimeReduction::Min, kept(-result)));
        }
        assert!(hill.has_extreme(TimeReduction::Drift, kept(0.9)));
        assert!(!hill.hides_extremes(TimeReduction::Max, kept(0.9)));
        let waves = part(|x| [(40.0 * x + 1.0).sin(), 40.0 * (40.0 * x + 1.0).cos()], 0.0, 1.0);
        assert!(waves.hides_extremes(TimeReduction::Max, kept(0.9)));
        let bracket = |low: f64, high: f64, f: fn(f64) -> f64| Bracket::new([low, f(low)], [high, f(high)]);
        assert!(!hill.has_kink(&bracket(0.4 - 1e-8, 0.4 + 1e-8, |x| 0.8 - 2.0 * x)));
        assert!(hill.has_kink(&bracket(0.4 - 1e-8, 0.4 + 1e-8, |x| if x < 0.4 { 1.0 } else { -1.0 })));
        // rounding is no extreme
        let flat = Part { begin: [2.0, 1e-15], end: [2.0, -1e-15], length: 0.1 };
        assert!(!flat.has_extreme(TimeReduction::Max, kept(2.0)));
        // and so it is where large terms cancel
        let cancelled = Part { begin: [1e-17, 1e-18], end: [-2e-17, -1e-18], length: 0.1 };
        assert!(!cancelled.has_extreme(TimeReduction::Drift, kept(1e-18)));
        assert!(!cancelled.hides_extremes(TimeReduction::Drift, kept(1e-18)));
    }
}
