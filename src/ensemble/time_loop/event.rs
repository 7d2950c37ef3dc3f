//! Which changes of sign count as events, and where a zero lies.

use crate::model::event::Direction;
use crate::model::expression::{is_at_rest, parity, side_at_rest, side_at_whole, whole_of};
use crate::num::Real;

/// Tries by regula falsi before bisection.
const TRIES: f64 = 20.0;

/// What stands for a value of zero that came from one side. Representable in single precision.
pub const SIDE: f64 = 1e-30;

/// How far before a zero is looked at what holds before it, in roundings of the time: a zero may be met with a wide bracket.
const SHORT_OF: f64 = 16.0;

/// The value of an event that is zero but for rounding where constraints have held it there.
pub const ZERO: f64 = 1e-9;

/// Events that follow each other without way between them, of which so many in turn never make any.
pub const MOST_STANDING: f64 = 100.0;

/// Events that follow each other without way between them, behind so many of which the next one is a little beyond its zero.
const SEVERAL: f64 = 4.0;

/// Returns a way about a time, s, that is none: of the time, or of 1 s, more than rounding.
pub fn no_way<R: Real>(time: R) -> R {
    R::constant(1e-12_f64.max(4.0 * R::precision().epsilon())) * time.abs().max(R::one())
}

/// The way, over none, that what is a little beyond its zero may take to come back, where it goes there faster than back.
const BACK: f64 = 1e4;

/// Returns how far before a zero, s, in a step that ends at the time `end`, s, what holds before it is looked at: what may rest at zero does so within a
/// way that is none.
pub fn short_of<R: Real>(end: R, may_rest: bool) -> R {
    let rounding = R::constant(SHORT_OF * R::precision().epsilon()) * end;
    if may_rest { rounding.max(no_way(end).scale(2.0)) } else { rounding }
}

/// Returns how many events in turn have followed each other without way between them, after one that follows another at these times, s.
pub fn standing_after<R: Real>(standing: R, before: R, now: R) -> R {
    let way = R::select(R::constant(SEVERAL).less_equal(standing), no_way(now).scale(BACK), no_way(now));
    R::select((now - before).less_equal(way), standing + R::one(), R::zero())
}

/// Returns the offset of the end at a zero, s, in a step from a time on that is so long, s: beyond the zero where several events have followed each other
/// without way between them, so that what looks for the zero and what changes sides agree on where it is, whatever either rounds.
pub fn beyond_standing<R: Real>(zero: R, standing: R, [t, length]: [R; 2]) -> R {
    let beyond = zero.max(no_way(t).scale(0.25).min(length));
    R::select(R::constant(SEVERAL).less_equal(standing), beyond, zero)
}

/// Which passages of an event through zero count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passages {
    /// The direction in which passages count.
    pub direction: Direction,
    /// True where the first ends the run: then it counts, too, that the value leaves zero at the start.
    pub terminal: bool,
    /// True where every one ends the step, and the run goes on.
    pub ends_step: bool,
    /// True where what comes to zero, and what leaves it behind a rest, has passed: a side changes there.
    pub at_zero: bool,
}

impl Passages {
    /// Holds where the values of an event at two times are a passage that counts: from one side to the other. What comes
    /// to zero has not passed it, and what leaves zero neither, unless it is that a side changes; what has been at zero and rests there has not.
    #[inline(always)]
    pub fn crosses<R: Real>(self, before: R, after: R) -> R::Mask {
        let zero = R::zero();
        let [from_below, from_above] = if self.terminal || self.at_zero {
            [before.less_equal(zero), zero.less_equal(before)]
        } else {
            [before.less(zero), zero.less(before)]
        };
        let comes = |mask: R::Mask| mask | is_zero(after) & R::constant(SIDE).less(before.abs());
        let (above, below) = (zero.less(after), after.less(zero));
        let [above, below] = if self.at_zero { [comes(above), comes(below)] } else { [above, below] };
        self.direction.of(from_below & above, from_above & below)
    }

    /// Returns what is kept of the value at the start of a run until the next one: where it is zero the side that it goes
    /// to by its rate, unless to leave zero to that side counts. It stays zero where the rate is zero too.
    pub fn at_start<R: Real>(self, value: R, rate: R) -> R {
        let (zero, side) = (R::zero(), R::constant(SIDE));
        let [above, below] = match (self.terminal, self.direction) {
            (false, _) => [side, -side],
            (true, Direction::Rising) => [zero, -side],
            (true, Direction::Falling) => [side, zero],
            (true, Direction::Both) => [zero, zero],
        };
        let to = R::select(zero.less(rate), above, R::select(rate.less(zero), below, zero));
        R::select(is_zero(value), to, value)
    }
}

/// Returns what is kept of the value of an event until the next one: at zero the side that it came from, so that a touch
/// is no passage. It stays zero where it was at the start.
#[inline(always)]
pub fn kept<R: Real>(before: R, after: R) -> R {
    let (zero, side) = (R::zero(), R::constant(SIDE));
    let from = R::select(zero.less(before), side, R::select(before.less(zero), -side, zero));
    R::select(is_zero(after), from, after)
}

/// Returns what is kept of the value of an event behind a step that ends where an event passes through zero: of that one the side that
/// it went to, of another that has passed, too, the side that it came from, so that the next step meets it where it begins.
pub fn kept_behind<R: Real>(before: R, after: R, ends_step: bool) -> R {
    let (zero, side) = (R::zero(), R::constant(SIDE));
    let from = R::select(before.less(zero), -side, side);
    if ends_step {
        return R::select(is_zero(after), -from, after);
    }
    let passed = (before.less(zero) & zero.less(after)) | (zero.less(before) & after.less(zero));
    R::select(passed, from, kept(before, after))
}

/// Returns what is kept of the value of an event, with its rate, behind the end of a step, that a side changes which has become this, a whole
/// number or a sign: where the value is on another side, or zero, a little of the one that is held; zero where it rests there.
pub fn kept_of_side<R: Real>([after, rate]: [R; 2], side: R, is_whole: bool) -> R {
    let (zero, little) = (R::zero(), R::constant(SIDE));
    let sign = if is_whole { parity(whole_of(side)) } else { R::select(is_at_rest(side), zero, side) };
    let held = R::select(zero.less(sign), little, R::select(sign.less(zero), -little, after));
    let kept = R::select(zero.less(after * sign), after, held);
    R::select(is_zero(after) & is_zero(rate), zero, kept)
}

/// Returns the value with which the place is sought at which what a side changes with leaves zero, if it begins there: on the other side of zero than the end.
pub fn left<R: Real>(before: R, end: R) -> R {
    let side = R::constant(SIDE);
    R::select(is_zero(before), R::select(R::zero().less(end), -side, side), before)
}

/// Returns the side of a relation behind a step that has ended at a change of sides, from that before and that behind the place where it switches: where
/// it has come there and does not move on, that it rests there. The place is the value that passes zero there, with the rate of that.
pub fn at_rest_behind<R: Real>([before, behind]: [R; 2], [place, rate]: [R; 2], is_whole: bool) -> R {
    let (changes, found, rests) = if is_whole {
        let [from, to] = [before, behind].map(whole_of);
        let whole = from.max(to);
        let (found, is_near) = side_at_whole(whole, place * parity(whole));
        // one that rests already has its place
        let changes = R::constant(0.5).less((to - from).abs()) & is_zero(behind - to);
        (changes, found, is_near)
    } else {
        let found = side_at_rest(place);
        (R::constant(1.5).less((behind - before).abs()), found, is_at_rest(found))
    };
    R::select(changes & is_zero(rate) & rests, found, behind)
}

/// Holds where an event does not pass through zero at a change of its sign, but a pole: its value there is far beyond those
/// at both ends of the part of the step. That behind a jump may be a little beyond them.
pub fn is_pole<R: Real>(there: R, before: R, after: R) -> R::Mask {
    before.abs().max(after.abs()).scale(4.0).less(there.abs())
}

/// A bracket of a zero: offsets from the beginning of a step, s, with the values of the event there.
#[derive(Clone, Copy, Debug)]
pub struct Bracket<R> {
    /// The offset before the zero, s, and the value there.
    pub low: R,
    /// The value at the offset [`Bracket::low`].
    pub g_low: R,
    /// The offset at or after the zero, s, and the value there.
    pub high: R,
    /// The value at the offset [`Bracket::high`].
    pub g_high: R,
    /// The end that moved last: 1 for the lower, -1 for the upper.
    pub moved: R,
    /// Tries so far.
    pub tries: R,
}

impl<R: Real> Bracket<R> {
    /// Brackets a change of sign between two offsets with the values there.
    pub fn new([low, g_low]: [R; 2], [high, g_high]: [R; 2]) -> Self {
        Self { low, g_low, high, g_high, moved: R::zero(), tries: R::zero() }
    }

    /// Holds where the value is next to nothing at the lower end, and may rest at zero for a while behind it.
    fn rests(&self) -> R::Mask {
        self.g_low.abs().less_equal(R::constant(SIDE))
    }

    /// Holds where the zero is at one end, or between the ends to working precision of the time `end`, s, of the step.
    pub fn is_located(&self, end: R) -> R::Mask {
        let width = R::constant(2.0 * R::precision().epsilon()) * end;
        (self.high - self.low).less_equal(width) | is_zero(self.g_high) | is_zero(self.g_low)
    }

    /// Holds where an extreme of that value is located, for a bracket of a zero of its rate: elsewhere within, the value
    /// is hardly another.
    pub fn is_extreme_located(&self, end: R, value: R) -> R::Mask {
        let change = (self.high - self.low) * (self.g_low.abs() + self.g_high.abs());
        self.is_located(end) | change.less_equal(value.abs().scale(R::precision().epsilon()))
    }

    /// Returns where the zero is, s, or just after it.
    pub fn zero(&self) -> R {
        R::select(is_zero(self.g_low), self.low, self.high)
    }

    /// Returns an offset short of the zero, s, in a step that ends at the time `end`, s: at most a few roundings of that, or where what may rest at zero
    /// does not yet.
    pub fn short_of_zero(&self, end: R, may_rest: bool) -> R {
        self.low.max(self.zero() - short_of(end, may_rest))
    }

    /// Returns where to look next, s: regula falsi in the Illinois variant of Dowell and Jarratt (1971), BIT 11, and
    /// bisection after twenty tries.
    pub fn trial(&self) -> R {
        let Self { low, g_low, high, g_high, .. } = *self;
        let x = low - g_low * ((high - low) / (g_high - g_low));
        let inside = self.tries.less(R::constant(TRIES)) & low.less(x) & x.less(high);
        let middle = low + (high - low).scale(0.5);
        // a value of zero is there only at the start of a run
        R::select(is_zero(g_low), low, R::select(inside & !self.rests(), x, middle))
    }

    /// Narrows the bracket by the value at an offset within it, s. The value at an end that stays for a second time
    /// counts half. Where the value has rested at zero from the lower end on, the end of that rest is sought.
    pub fn narrowed(&self, x: R, g: R) -> Self {
        let Self { low, g_low, high, g_high, moved, tries } = *self;
        let (zero, one) = (R::zero(), R::one());
        let (below, low_below) = (g.less(zero), g_low.less(zero));
        let (rests, is_zero) = (self.rests(), is_zero(g));
        let lower = ((below & low_below) | !(below | low_below)) & !is_zero | rests & is_zero;
        let halved = |again: R::Mask, g: R| R::select(again, g.scale(0.5), g);
        Self {
            low: R::select(lower, x, low),
            g_low: R::select(lower & !is_zero, g, halved(moved.less(zero) & !rests, g_low)),
            high: R::select(lower, high, x),
            g_high: R::select(lower, halved(zero.less(moved), g_high), g),
            moved: R::select(lower, one, -one),
            tries: tries + one,
        }
    }
}

fn is_zero<R: Real>(x: R) -> R::Mask {
    x.less_equal(R::zero()) & R::zero().less_equal(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_located_to_working_precision() {
        type Case = (fn(f64) -> f64, f64);
        let cases: [Case; 5] = [
            (|x| x - 0.3, 0.3),
            (|x| 0.3 - x, 0.3),
            (|x| (x - 0.7).powi(3), 0.7),
            (|x| (20.0 * x).exp() - 3.0, 3f64.ln() / 20.0),
            (|x| if x < 0.123 { -1e-9 } else { 1.0 }, 0.123),
        ];
        for (g, zero) in cases {
            let mut bracket = Bracket::new([0.0, g(0.0)], [1.0, g(1.0)]);
            while !bracket.is_located(2.0) {
                let x = bracket.trial();
                bracket = bracket.narrowed(x, g(x));
            }
            let (x, tries) = (bracket.zero(), bracket.tries);
            assert!((x - zero).abs() < 1e-15 + 1e-5 * f64::from(u8::from(zero == 0.7)), "{x} {zero}");
            assert!(tries < 80.0, "{tries}");
        }
    }

    #[test]
    fn passages_count_in_their_direction() {
        let count = |before: f64, after: f64| {
            [Direction::Rising, Direction::Falling, Direction::Both].map(|direction| {
                Passages { direction, terminal: false, ends_step: false, at_zero: false }.crosses(before, after)
            })
        };
        assert_eq!(count(-1.0, 1.0), [true, false, true]);
        assert_eq!(count(1.0, -1.0), [false, true, true]);
        assert_eq!(count(-1.0, 0.0), [false; 3]);
        // from zero at the start
        assert_eq!(count(0.0, 1.0), [false; 3]);
        assert_eq!(count(0.0, 0.0), [false; 3]);
        assert_eq!(count(1.0, f64::NAN), [false; 3]);
    }

    #[test]
    fn a_touch_is_no_passage_and_a_stop_at_zero_is_one() {
        let passages = |values: &[f64]| {
            let passages = Passages { direction: Direction::Both, terminal: true, ends_step: false, at_zero: false };
            let mut before = values[0];
            let mut count = 0;
            for after in &values[1..] {
                count += usize::from(passages.crosses(before, *after));
                before = kept(before, *after);
            }
            count
        };
        assert_eq!(passages(&[-1.0, 0.0, -1.0]), 0);
        assert_eq!(passages(&[-1.0, 0.0, 0.0, 1.0, 0.0, 1.0]), 1);
        assert_eq!(passages(&[0.0, 0.0, 1.0, 0.0, -1.0]), 2);
    }

    #[test]
    fn a_side_changes_where_zero_is_come_to_and_not_where_it_is_rested_at() {
        let passages = Passages { direction: Direction::Both, terminal: false, ends_step: true, at_zero: true };
        let counts = |[before, after]: [f64; 2]| passages.crosses(before, after);
        assert_eq!([[1.0, 0.0], [-1e-9, 0.0], [SIDE, -1e-9], [-SIDE, 2.0]].map(counts), [true; 4]);
        assert_eq!([[SIDE, 0.0], [-SIDE, 0.0], [0.0, 0.0], [1.0, 1e-9]].map(counts), [false; 4]);
        assert_eq!([[0.0, 1e-30], [0.0, -2.0]].map(counts), [true; 2]);
    }

    #[test]
    fn where_a_rest_at_zero_ends_is_found() {
        for (end, sign) in [(0.0, 1.0), (0.3, 1.0), (0.3, -1.0)] {
            let g = |x: f64| if x <= end { 0.0 } else { sign * (x - end).powi(2) };
            let mut bracket = Bracket::new([0.0, left(0.0, g(1.0))], [1.0, g(1.0)]);
            while !bracket.is_located(1.0) {
                let x = bracket.trial();
                bracket = bracket.narrowed(x, g(x));
            }
            assert!(g(bracket.zero()) * sign > 0.0 && bracket.zero() < end + 1e-15, "{end} {}", bracket.zero());
            assert!(bracket.tries < 600.0, "{}", bracket.tries);
        }
    }

    #[test]
    fn behind_a_step_that_ends_at_a_passage_it_is_over() {
        assert_eq!([kept_behind(-1.0, 1e-9, true), kept_behind(2.0, -1e-9, true)], [1e-9, -1e-9]);
        assert_eq!([kept_behind(-1.0, 0.0, true), kept_behind(2.0, 0.0, true)], [SIDE, -SIDE]);
        // others that have passed are met again
        assert_eq!([kept_behind(-1.0, 1e-9, false), kept_behind(2.0, -1e-9, false)], [-SIDE, SIDE]);
        assert_eq!([kept_behind(-1.0, -3.0, false), kept_behind(2.0, 0.0, false)], [-3.0, SIDE]);
    }

    #[test]
    fn a_pole_is_no_zero() {
        assert!(is_pole(1e9, -3.0, 4.0f64) && !is_pole(1e-9, -3.0, 4.0f64));
        // a jump is
        assert!(!is_pole(1.0, -1.0, 1.0f64));
    }

    #[test]
    fn what_leaves_zero_at_the_start_ends_a_run_and_is_else_no_passage() {
        // the value is zero with a rate, then is not zero
        let counts = |direction, terminal, rate: f64, after: f64| {
            let passages = Passages { direction, terminal, ends_step: false, at_zero: false };
            passages.crosses(passages.at_start(0.0, rate), after)
        };
        for (direction, rate, after, is_passage) in [
            (Direction::Falling, -1.0, -1.0, true),
            (Direction::Falling, 0.0, -1.0, true),
            (Direction::Falling, 1.0, 1.0, false),
            (Direction::Rising, 1.0, 1.0, true),
            (Direction::Rising, -1.0, -1.0, false),
            (Direction::Both, 1.0, 1.0, true),
        ] {
            assert_eq!(counts(direction, true, rate, after), is_passage, "{direction:?} {rate} {after}");
            assert!(!counts(direction, false, rate, after), "{direction:?} {rate} {after}");
        }
        // thrown up, it has come back
        assert!(counts(Direction::Falling, true, 1.0, -1.0) && counts(Direction::Falling, false, 1.0, -1.0));
    }

    #[test]
    fn a_zero_at_the_start_lies_there() {
        let bracket = Bracket::new([0.0, 0.0], [0.1, -1.0f64]);
        let bracket = bracket.narrowed(bracket.trial(), 0.0);
        assert!(bracket.is_located(0.1));
        assert_eq!(bracket.zero(), 0.0);
    }
}
