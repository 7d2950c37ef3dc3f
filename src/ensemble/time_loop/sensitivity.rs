//! How times move with a parameter, and which derivatives extremes of outputs have.

use super::failure;
use crate::ensemble::Outcome;
use crate::model::TimeReduction;
use crate::num::{Dual, Precision, Real};

/// Returns by how much values may differ, relatively, that are the same extreme to within what a method makes of them.
fn same_extreme(precision: Precision) -> f64 {
    match precision {
        Precision::Single => 1e-5,
        Precision::DoubleFloat | Precision::Double => 1e-9,
    }
}

/// Derivatives there differ where they move the value by more, relatively, as the parameter changes by all of itself.
/// Those of one extreme that comes back with every revolution of a four-bar differ by 1e-6 or more, as the offsets in
/// their steps do.
const OTHER_SLOPE: f64 = 1e-3;

/// Sums that make a derivative in the reverse sweep differ by less than this part of the largest derivative by the
/// parameter, whose rounding all share: 4e-16 after 100 steps.
const ROUNDING: f64 = 1e-12;

/// Returns which part of its terms a derivative at a kink is rounding of.
fn cancelled(precision: Precision) -> f64 {
    match precision {
        Precision::Single => 1e-5,
        Precision::DoubleFloat | Precision::Double => 1e-12,
    }
}

/// The derivative where there is none: beyond the limit of what counts as one, and finite, as numbers of kernels have to be.
const NONE: f64 = 2.0 * Outcome::STATE_LIMIT;

/// Returns how a time `t` (s) moves besides moving with the steps, which it does by `t` times their rate; `slope` is how it
/// moves in all.
pub fn moved_time<R: Real>(slope: R, t: R, rate: R) -> R {
    slope - t * rate
}

/// Returns how the time of an event moves besides moving with the steps, so that the event's value stays zero: from the
/// derivatives of that value by the parameter and by the time.
pub fn moved_zero<R: Real>(slope: R, by_time: R) -> R {
    -slope / by_time
}

/// Returns how the time of an event moves as [`moved_zero`] does; another number where the event rests at zero, by its rate.
pub fn moved_zero_or<R: Real>((slope, by_time): (R, R), rate: R, other: R) -> R {
    R::select(R::zero().less(rate.abs()), moved_zero(slope, by_time), other)
}

/// Returns the derivative of an output where its rate is zero and stays so, from those of the output and of its rate: each by
/// the parameter and by the time.
pub fn slope_at_extreme<R: Real>([slope, by_time]: [R; 2], [rate_slope, rate_by_time]: [R; 2]) -> R {
    let moved = -rate_slope / rate_by_time;
    slope + R::select(failure::is_in_range(moved), by_time * moved, R::zero())
}

/// Returns the derivative of the result at the start, where the output is `value`.
pub fn slope_at_start<R: Real>(reduction: TimeReduction, value: Dual<R, 1>) -> R {
    reduction.start(value).eps[0]
}

/// Returns the derivative of an output at a time that moves so besides moving with the steps, from those by the parameter and
/// by the time.
pub fn slope_at_moved<R: Real>([slope, by_time]: [R; 2], moved: R) -> R {
    slope + by_time * moved
}

/// Returns a derivative, or what stands for none where it is no number.
pub fn finite_or_lost(slope: f64) -> f64 {
    if slope.is_finite() { slope } else { NONE }
}

/// Returns the derivative of an output at a kink that is an extreme, where two functions meet, from those of both: each by the
/// parameter and by the time. The time moves so that both stay equal. Where the output does not turn there, both are one. A side may be
/// at the kink itself, where the rate of |x| is zero. What is rounding is zero: of |x| all zeros have the same derivative.
pub fn slope_at_kink<R: Real>([slope, by_time]: [R; 2], [other_slope, other_by_time]: [R; 2]) -> R {
    let differ = by_time.less(other_by_time) | other_by_time.less(by_time);
    let turns = (by_time * other_by_time).less_equal(R::zero()) & differ;
    let [one, other] = [slope * other_by_time, other_slope * by_time];
    let is_rounding = (one - other).abs().less_equal((one.abs() + other.abs()).scale(cancelled(R::precision())));
    let found = R::select(is_rounding, R::zero(), (one - other) / (other_by_time - by_time));
    R::select(turns, found, other_slope)
}

/// Holds where a value alone gives a result that is the same extreme as another to within what a method makes of them.
#[inline(always)]
pub fn is_as_large<R: Real>(alone: R, result: R) -> R::Mask {
    (alone - result).abs().less_equal(result.abs().scale(same_extreme(R::precision())))
}

/// Returns the derivative of the result after a value, where the output was `first` at the start and the result was `result`.
/// A result that two values give which differ in their derivatives has none, also where it is that of the start. The size of the
/// parameter tells how much they may differ, or they do by what rounds them.
#[inline(always)]
pub fn slope_after<R: Real>(
    reduction: TimeReduction,
    [first, result]: [Dual<R, 1>; 2],
    value: Dual<R, 1>,
    parameter: R,
) -> R {
    let updated = reduction.update(first, result, value).eps[0];
    let alone = reduction.alone(first, value);
    let same = same_extreme(R::precision());
    let parameter = parameter.abs();
    let scale = R::select(R::zero().less(parameter), parameter, R::one());
    let change = (alone.eps[0] - result.eps[0]).abs() * scale;
    let rounding = (value.eps[0].abs() + first.eps[0].abs()).scale(same) * scale;
    let differs = is_as_large(alone.re, result.re) & (result.re.abs().scale(OTHER_SLOPE) + rounding).less(change);
    R::select(differs, R::constant(NONE), updated)
}

/// Tells whether a result is the same extreme as another to within what a method makes of them, in double precision.
pub fn is_same_extreme(result: f64, other: f64) -> bool {
    (result - other).abs() <= same_extreme(Precision::Double) * other.abs()
}

/// Tells whether two derivatives of a result by a parameter are the same, from their difference; not where that is no number.
/// Sums that make the difference are rounded as those of derivatives of that size are, and as the largest value of the output is.
pub fn is_same_slope(difference: f64, (result, largest): (f64, f64), (parameter, size): (f64, f64)) -> bool {
    let scale = if parameter == 0.0 { 1.0 } else { parameter.abs() };
    let by_itself = difference.abs() * scale;
    by_itself <= OTHER_SLOPE * result.abs() || by_itself <= ROUNDING * largest || difference.abs() <= ROUNDING * size
}

/// Holds where the value `y` of an output gives a further result than `best` does.
pub fn is_further<R: Real>(reduction: TimeReduction, first: R, best: R, y: R) -> R::Mask {
    let alone = reduction.alone(first, best);
    let updated = reduction.update(first, alone, y);
    updated.less(alone) | alone.less(updated)
}

/// Holds where a result that has a derivative is as large as a value, and as the value `before` it: it is of the same extreme, and no
/// other one that comes back.
fn is_beside<R: Real>(
    reduction: TimeReduction,
    [first, result]: [Dual<R, 1>; 2],
    (before, value): (R, Dual<R, 1>),
) -> R::Mask {
    let is_as_large = |y: R| is_as_large(reduction.alone(first.re, y), result.re);
    is_as_large(before) & is_as_large(value.re) & failure::is_in_range(result.eps[0])
}

/// Returns the derivative of the result after the value at the end of a run, which moves with the time of that: `before` is the value
/// at the beginning of the last part of a step.
pub fn slope_after_end<R: Real>(
    reduction: TimeReduction,
    [first, result]: [Dual<R, 1>; 2],
    (before, end): (R, Dual<R, 1>),
    parameter: R,
) -> R {
    let alone = reduction.alone(first, end);
    let updated = reduction.update(first.re, result.re, end.re);
    let gives = alone.re.less_equal(updated) & updated.less_equal(alone.re);
    let near = R::select(gives, alone.eps[0], result.eps[0]);
    let is_beside = is_beside(reduction, [first, result], (before, end));
    R::select(is_beside, near, slope_after(reduction, [first, result], end, parameter))
}

/// Returns the derivative of the result after a value at a kink, which moves with this: `before` is the value at the beginning of
/// the part of a step that it is in.
pub fn slope_after_kink<R: Real>(
    reduction: TimeReduction,
    [first, result]: [Dual<R, 1>; 2],
    (before, value): (R, Dual<R, 1>),
    parameter: R,
) -> R {
    let is_beside = is_beside(reduction, [first, result], (before, value));
    let own = reduction.alone(first, value).eps[0];
    R::select(is_beside, own, slope_after(reduction, [first, result], value, parameter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dual(re: f64, slope: f64) -> Dual<f64, 1> {
        Dual { re, eps: [slope] }
    }

    #[test]
    fn a_zero_and_an_extreme_move_as_their_equations_say() {
        // g = t - p, so that t = p
        assert_eq!(moved_zero(-1.0, 1.0), 1.0);
        // y = p t - t^2 has its extreme p^2/4 at p/2: at p = 3, and half a unit off, where the rate is not yet zero
        let at = |t: f64| slope_at_extreme([t, 3.0 - 2.0 * t], [1.0, -2.0]);
        assert_eq!([at(1.5), at(2.0)], [1.5, 1.5]);
        // a rate that stays zero says nothing of the time
        assert_eq!(slope_at_extreme([2.0, 5.0], [0.0, 0.0]), 2.0);
        assert_eq!(moved_time(1.0, 2.0, 0.25), 0.5);
        assert_eq!(slope_at_moved([1.0, 2.0], 3.0), 7.0);
        // |t - p| has its least value, 0, wherever p is; and a + t meets b - t at (a + b)/2
        assert_eq!([slope_at_kink([1.0, -1.0], [-1.0, 1.0]), slope_at_kink([1.0, 1.0], [0.0, -1.0])], [0.0, 0.5]);
        assert_eq!(slope_at_kink([1.0, 0.0], [2.0, 0.0]), 2.0);
        // of what cancels nothing is left
        assert_eq!(slope_at_kink([0.3, 0.1], [-0.3 * (1.0 + 4e-16), -0.1]), 0.0);
        // a side at the kink itself
        assert_eq!([slope_at_kink([0.0, 0.0], [-1.0, 1.0]), slope_at_kink([1.0, -1.0], [0.0, 0.0])], [0.0, 0.0]);
    }

    #[test]
    fn a_result_that_two_values_give_has_a_derivative_where_theirs_agree() {
        let (first, so_far) = (dual(0.0, 0.0), dual(2.0, 3.0));
        let after = |value| slope_after(TimeReduction::Max, [first, so_far], value, 1.0);
        assert_eq!([after(dual(1.0, 9.0)), after(dual(2.5, 9.0)), after(dual(2.0, 3.0))], [3.0, 9.0, 3.0]);
        assert!(failure::finite_or_none(after(dual(2.0, 3.1))).is_nan());
        // the start is as large, and so is all of what rests
        let at_start = |value| slope_after(TimeReduction::Max, [so_far, so_far], value, 1.0);
        assert_eq!([at_start(dual(2.0, 0.5)), at_start(dual(2.0, 3.0))], [NONE, 3.0]);
        let drift = |slope| slope_after(TimeReduction::Drift, [so_far, dual(0.0, 0.0)], dual(2.0, slope), 1.0);
        assert_eq!([drift(3.5), drift(3.0)], [NONE, 0.0]);
        assert!(drift(3.0 + 1e-15) < 1e-14);
        let lost = dual(2.0, NONE);
        assert_eq!(slope_after(TimeReduction::Max, [first, lost], dual(2.0, 3.0), 1.0), NONE);
        assert_eq!(slope_after(TimeReduction::Max, [first, lost], dual(4.0, 5.0), 1.0), 5.0);
        // the last end of a step is at a kink
        let at_kink =
            |before: f64| slope_after_kink(TimeReduction::Max, [first, so_far], (before, dual(2.0, 0.5)), 1.0);
        assert_eq!([at_kink(2.0), at_kink(1.0)], [0.5, NONE]);
    }

    #[test]
    fn a_result_at_the_end_moves_with_it() {
        let kept = [dual(1.0, 0.5), dual(4.0, 7.0)];
        let at_end = |before: f64, end| slope_after_end(TimeReduction::Drift, kept, (before, end), 1.0);
        let [beyond, below, less] = [dual(6.0, 2.0), dual(-4.0, 2.0), dual(3.0, 2.0)].map(|end| at_end(2.0, end));
        assert_eq!([beyond, below, less], [1.5, -1.5, 7.0]);
        // it has come back there with another derivative, or has been there a moment ago
        assert_eq!(at_end(2.0, dual(5.0, 2.0)), NONE);
        let beside = at_end(5.0 - 1e-12, dual(5.0 + 1e-12, 2.0));
        assert_eq!([beside, at_end(5.0, dual(5.0 - 1e-12, 2.0))], [1.5, 7.0]);
        let lost = [dual(1.0, 0.5), dual(4.0, NONE)];
        assert_eq!(slope_after_end(TimeReduction::Drift, lost, (5.0, dual(5.0, 2.0)), 1.0), NONE);
        assert_eq!(slope_at_start(TimeReduction::Drift, dual(1.0, 0.5)), 0.0);
        assert_eq!(slope_at_start(TimeReduction::Max, dual(1.0, 0.5)), 0.5);
    }
}
