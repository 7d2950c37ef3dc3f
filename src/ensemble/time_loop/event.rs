//! Events: which changes of sign count, and where the zero lies.

use crate::model::event::Direction;
use crate::num::Real;

/// Tries by regula falsi before bisection.
const TRIES: f64 = 20.0;

/// Holds where the values of an event at two times are a passage through zero that counts.
#[inline(always)]
pub fn crosses<R: Real>(direction: Direction, before: R, after: R) -> R::Mask {
    let zero = R::zero();
    let rising = before.less(zero) & zero.less_equal(after);
    let falling = zero.less(before) & after.less_equal(zero);
    direction.of(rising, falling)
}

/// A bracket of a zero: offsets from the beginning of a step, s, with the values of the event there.
#[derive(Clone, Copy, Debug)]
pub struct Bracket<R> {
    /// The offset before the zero, s, and the value there.
    pub low: R,
    /// See [`Bracket::low`].
    pub g_low: R,
    /// The offset at or after the zero, s, and the value there.
    pub high: R,
    /// See [`Bracket::high`].
    pub g_high: R,
    /// The end that moved last: 1 for the lower, -1 for the upper.
    pub moved: R,
    /// Tries so far.
    pub tries: R,
}

impl<R: Real> Bracket<R> {
    /// Brackets a change of sign between the beginning of a step and its end at the offset `h`, s.
    pub fn new(g_low: R, h: R, g_high: R) -> Self {
        let zero = R::zero();
        Self { low: zero, g_low, high: h, g_high, moved: zero, tries: zero }
    }

    /// Holds where the upper end is at the zero, or just after it, to working precision of the time `end`, s, of the
    /// step.
    pub fn is_located(&self, end: R) -> R::Mask {
        let width = R::constant(2.0 * R::precision().epsilon()) * end;
        (self.high - self.low).less_equal(width) | is_zero(self.g_high)
    }

    /// Returns where to look next, s: regula falsi in the Illinois variant of Dowell and Jarratt (1971), BIT 11, and
    /// bisection after twenty tries.
    pub fn trial(&self) -> R {
        let Self { low, g_low, high, g_high, .. } = *self;
        let x = low - g_low * ((high - low) / (g_high - g_low));
        let inside = self.tries.less(R::constant(TRIES)) & low.less(x) & x.less(high);
        R::select(inside, x, low + (high - low).scale(0.5))
    }

    /// Narrows the bracket by the value at an offset within it, s. The value at an end that stays for a second time
    /// counts half.
    pub fn narrowed(&self, x: R, g: R) -> Self {
        let Self { low, g_low, high, g_high, moved, tries } = *self;
        let (zero, one) = (R::zero(), R::one());
        let (below, low_below) = (g.less(zero), g_low.less(zero));
        let lower = ((below & low_below) | !(below | low_below)) & !is_zero(g);
        let halved = |again: R::Mask, g: R| R::select(again, g.scale(0.5), g);
        Self {
            low: R::select(lower, x, low),
            g_low: R::select(lower, g, halved(moved.less(zero), g_low)),
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
            let mut bracket = Bracket::new(g(0.0), 1.0, g(1.0));
            while !bracket.is_located(2.0) {
                let x = bracket.trial();
                bracket = bracket.narrowed(x, g(x));
            }
            let (x, tries) = (bracket.high, bracket.tries);
            assert!((x - zero).abs() < 1e-15 + 1e-5 * f64::from(u8::from(zero == 0.7)), "{x} {zero}");
            assert!(tries < 80.0, "{tries}");
        }
    }

    #[test]
    fn passages_count_in_their_direction() {
        let count = |before: f64, after: f64| {
            [Direction::Rising, Direction::Falling, Direction::Both].map(|d| crosses(d, before, after))
        };
        assert_eq!(count(-1.0, 1.0), [true, false, true]);
        assert_eq!(count(-1.0, 0.0), [true, false, true]);
        assert_eq!(count(1.0, 0.0), [false, true, true]);
        assert_eq!(count(0.0, 1.0), [false; 3]);
        assert_eq!(count(1.0, f64::NAN), [false; 3]);
    }
}
