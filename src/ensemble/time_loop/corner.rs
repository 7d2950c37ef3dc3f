//! Steps that end at corners of functions of the time, as [`crate::model::Corner`] has them.
//!
//! A step towards a corner ends a little before it, by the gap, and what follows begins the gap behind it: all stages of a step are
//! on one side, however times are rounded. The state then lags behind its time by twice the gap, which the next step that does not
//! end at a corner makes good: it is longer by the lag.

use crate::num::{Precision, Real};

/// A corner so near the end of an equal step, in parts of the step, takes its place, so that no step is much shorter than the others.
pub const NEAR: f64 = 0.05;

/// Equal steps whose lengths differ by less than this part of one are as long as each other: rounding and lags are shorter.
pub const SAME_LENGTH: f64 = 1e-6;

/// Lags of so many gaps are made good before the next corner.
pub const MOST_GAPS: f64 = 16.0;

/// What passes zero so many gaps from a corner, or from the zero of something else, passes there.
const AT_CORNER: f64 = 64.0;

/// How far before a corner steps end and behind it begin, in roundings of the times that decide where it is.
const ROUNDINGS: f64 = 4.0;

/// Returns how far before a corner steps end and behind it begin, s, where its time is rounded by units of such times, s.
pub fn gap<R: Real>(precision: Precision, scale: R) -> R {
    scale * R::constant(ROUNDINGS * precision.epsilon())
}

/// Returns a time before the corner that a step begins behind, if it begins behind one, s.
pub fn before_begin<R: Real>(t: R, gap: R) -> R {
    t - gap * R::constant(3.0)
}

/// Holds where a number beside a corner, or the zero of something else, passes zero there by itself, by its rate, 1/s, to within rounding.
pub fn passes_by_itself<R: Real>(value: R, rate: R, gap: R) -> R::Mask {
    value.abs().less(rate.abs() * gap.scale(AT_CORNER))
}

/// Returns how much earlier or later than an equal step it may end at a corner, s; `last` where the run ends with it.
fn tolerance<R: Real>(length: R, gap: R, last: R::Mask) -> R {
    R::select(last, gap, length * R::constant(NEAR))
}

/// Holds where an equal step of a length that ends at that time meets a corner: it ends there, or a part of it does.
pub fn is_met<R: Real>(corner: R, end: R, [length, gap]: [R; 2], last: R::Mask) -> R::Mask {
    corner.less_equal(end + tolerance(length, gap, last))
}

/// Holds where a corner that is met is within the step: what is left of it follows.
pub fn is_within<R: Real>(corner: R, end: R, [length, gap]: [R; 2], last: R::Mask) -> R::Mask {
    corner.less(end - tolerance(length, gap, last))
}

/// Holds where nothing is left of a run behind a corner.
pub fn is_at_end<R: Real>(corner: R, gap: R, end: R) -> R::Mask {
    end.less_equal(corner + gap)
}

/// Holds where the lag is to be made good before a corner: half of the way to it is the next step.
pub fn lags_too_much<R: Real>(lag: R, gap: R) -> R::Mask {
    (gap * R::constant(MOST_GAPS)).less(lag)
}

/// Returns the length of a step of half of the way to a corner, s, which makes the lag good.
pub fn half_way<R: Real>(to_corner: R, lag: R) -> R {
    to_corner * R::constant(0.5) + lag
}

/// Returns by how much the time goes on in a step of a length that makes the lag good, s: hardly where the step ends at an event before that, since the
/// time does not go back over the corner.
pub fn progress<R: Real>(t: R, length: R, lag: R) -> R {
    let (way, least) = (length - lag, t.scale(2.0 * R::precision().epsilon()));
    R::select(R::zero().less(lag) & way.less(least), least, way)
}

/// Returns the lag that is left behind such a step, s.
pub fn lag_left<R: Real>(t: R, length: R, lag: R) -> R {
    progress(t, length, lag) - (length - lag)
}

/// Returns the time at the end of such a step, s.
pub fn made_good<R: Real>(t: R, length: R, lag: R) -> R {
    t + progress(t, length, lag)
}

/// Returns how long a step is that does no more than look at what holds behind a corner, s: long enough that the next one does not
/// take itself for the one behind the corner.
pub fn look<R: Real>(gap: R) -> R {
    gap.scale(4.0)
}

/// Returns the lag behind another corner, s.
pub fn lag_behind<R: Real>(lag: R, gap: R) -> R {
    lag + (gap + gap)
}

/// Returns the time from which on the next corner is looked for, s: behind the corner at the last one.
pub fn looked_for_from<R: Real>(time: R, gap: R) -> R {
    time + gap
}
