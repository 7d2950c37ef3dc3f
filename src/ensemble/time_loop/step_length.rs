//! How long the next step is. The factor that the error asks for is [`crate::integrator::control`].

use crate::num::{Precision, Real};

/// Returns the part of its length by which a step may reach beyond it to end a run.
fn stretch(precision: Precision) -> f64 {
    match precision {
        Precision::Single => 1e-4,
        Precision::DoubleFloat | Precision::Double => 1e-6,
    }
}

/// Returns the length of an adaptive step after an accepted one of that length, s: times the factor that the error asks
/// for, which has an upper limit after a rejection, within limits.
#[inline(always)]
pub fn after_accepted<R: Real>(length: R, factor: R, most: R, [smallest, largest]: [R; 2]) -> R {
    (length * factor.min(most)).min(largest).max(smallest)
}

/// Returns the length with which a rejected step is repeated, s: times the factor that the error asks for where it is
/// the error that was too large (the outcome is zero), and else, as at least, times the smallest.
pub fn after_rejected<R: Real>(length: R, factor: R, shrink: R, outcome: R) -> R {
    // written so that a factor that is not a number shrinks as well
    let by_error = outcome.less_equal(R::zero()) & factor.less(R::one());
    length * R::select(by_error, factor.max(shrink), shrink)
}

/// Holds where a step of that length (s) is the last one: the end is no further than that, but for rounding.
#[inline(always)]
pub fn reaches_end<R: Real>(length: R, to_end: R) -> R::Mask {
    to_end.less_equal(length * R::constant(1.0 + stretch(R::precision())))
}

/// Returns the time after that many equal steps of that length, s.
#[inline(always)]
pub fn time_of_equal<R: Real>(steps: R, length: R) -> R {
    steps * length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_step_keeps_to_its_limits() {
        let next = |factor, most| after_accepted(0.1, factor, most, [0.05, 0.3]);
        assert_eq!(next(2.0, 5.0), 0.2);
        assert_eq!(next(2.0, 1.0), 0.1);
        assert_eq!(next(5.0, 5.0), 0.3);
        assert_eq!(next(0.2, 5.0), 0.05);
    }

    #[test]
    fn what_fails_shrinks_most() {
        let again = |factor, outcome| after_rejected(1.0, factor, 0.1875, outcome);
        assert_eq!([again(0.5, 0.0), again(0.01, 0.0), again(0.5, 1.0)], [0.5, 0.1875, 0.1875]);
        assert_eq!([again(f64::NAN, 0.0), again(2.0, 0.0)], [0.1875, 0.1875]);
    }

    #[test]
    fn a_remainder_of_rounding_is_no_step() {
        assert!(reaches_end(0.1f64, 0.1 * (1.0 + 1e-7)) && !reaches_end(0.1f64, 0.1 * (1.0 + 1e-5)));
        assert!(reaches_end(0.1f32, 0.1 * (1.0 + 1e-5)));
    }
}
