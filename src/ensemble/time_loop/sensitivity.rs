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
    let is_as_large = (alone.re - result.re).abs().less_equal(result.re.abs().scale(same));
    let parameter = parameter.abs();
    let scale = R::select(R::zero().less(parameter), parameter, R::one());
    let change = (alone.eps[0] - result.eps[0]).abs() * scale;
    let rounding = (value.eps[0].abs() + first.eps[0].abs()).scale(same) * scale;
    let differs = is_as_large & (result.re.abs().scale(OTHER_SLOPE) + rounding).less(change);
    R::select(differs, R::constant(NONE), updated)
}

/// Tells whether a result is the same extreme as another to within what a method makes of them, in double precision.
pub fn is_same_extreme(result: f64, other: f64) -> bool {
    (result - other).abs() <= same_extreme(Precision::Double) * other.abs()
}

/// Tells whether two derivatives of a result by a parameter are the same, from their difference; not where that is no number.
/// Sums that make the difference are rounded as those of derivatives of that size are.
pub fn is_same_slope(difference: f64, result: f64, parameter: f64, size: f64) -> bool {
    let scale = if parameter == 0.0 { 1.0 } else { parameter.abs() };
    difference.abs() * scale <= OTHER_SLOPE * result.abs() || difference.abs() <= ROUNDING * size
}

/// Returns the derivative of the result at the end of a run, where the output is `end`: an extreme at the end moves with it,
/// unless it has come back there with another derivative.
pub fn slope_at_end<R: Real>(reduction: TimeReduction, [first, result]: [Dual<R, 1>; 2], end: Dual<R, 1>) -> R {
    let reached = reduction.alone(first, end);
    let is_there = reached.re.less_equal(result.re) & result.re.less_equal(reached.re);
    R::select(is_there & failure::is_in_range(result.eps[0]), reached.eps[0], result.eps[0])
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
    }

    #[test]
    fn a_result_at_the_end_moves_with_it() {
        let kept = [dual(1.0, 0.5), dual(4.0, 7.0)];
        let at_end = |end| slope_at_end(TimeReduction::Drift, kept, end);
        assert_eq!([at_end(dual(5.0, 2.0)), at_end(dual(-3.0, 2.0)), at_end(dual(3.0, 2.0))], [1.5, -1.5, 7.0]);
        let lost = [dual(1.0, 0.5), dual(4.0, NONE)];
        assert_eq!(slope_at_end(TimeReduction::Drift, lost, dual(5.0, 2.0)), NONE);
        assert_eq!(slope_at_start(TimeReduction::Drift, dual(1.0, 0.5)), 0.0);
        assert_eq!(slope_at_start(TimeReduction::Max, dual(1.0, 0.5)), 0.5);
    }
}
