//! What the self-test evaluates: the operations and series that kernels are made of.

use crate::num::{Precision, Real, elementary, series};

/// Returns the relative error of an operation that is rounded well: a unit in the last place, and four of double-float
/// numbers, whose operations have bounds of that size instead of one rounding.
pub(super) fn unit(precision: Precision) -> f64 {
    match precision {
        Precision::Single | Precision::Double => precision.epsilon(),
        Precision::DoubleFloat => 4.0 * precision.epsilon(),
    }
}

/// What an error is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// No scale: there must be no error.
    Exact,
    /// The value.
    Value,
    /// The sum of the magnitudes of the first two numbers.
    Terms,
    /// One.
    One,
    /// The value, at least one.
    AtLeastOne,
}

/// One result of [`evaluate`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Check {
    pub(crate) name: &'static str,
    pub(crate) scale: Scale,
    /// The largest error that is accepted, in units in the last place.
    pub(crate) limit: f64,
    /// Why.
    pub(crate) reason: &'static str,
    /// True where only arithmetic that is not fused and not reassociated promises it.
    pub(crate) exact_only: bool,
}

const fn check(name: &'static str, scale: Scale, limit: f64, reason: &'static str) -> Check {
    Check { name, scale, limit, reason, exact_only: false }
}

const ROUNDED: &str = "one rounding";
const VULKAN_DIVISION: &str = "the 2.5 units that Vulkan allows";
const VULKAN_ROOT: &str = "the units that Vulkan allows a root made of an inverse root";
const SERIES: &str = "a few roundings of a polynomial";
const ERROR_FREE: &str = "exact by Knuth (1969) and Dekker (1971) where nothing is fused or reassociated";
const DECISION: &str = "decisions have no error";

/// The results of [`evaluate`] in their order.
pub(crate) const CHECKS: [Check; 16] = [
    check("x + y", Scale::Terms, 1.0, ROUNDED),
    check("x - y", Scale::Terms, 1.0, ROUNDED),
    check("x * y", Scale::Value, 1.0, ROUNDED),
    check("x / y", Scale::Value, 2.5, VULKAN_DIVISION),
    check("sqrt x", Scale::Value, 3.0, VULKAN_ROOT),
    Check { exact_only: true, ..check("the error term of x + y", Scale::Exact, 0.0, ERROR_FREE) },
    Check { exact_only: true, ..check("the error term of x * y", Scale::Exact, 0.0, ERROR_FREE) },
    check("the series of 1 - sin(y)/y", Scale::Value, 4.0, SERIES),
    check("the series of 1 - cos y", Scale::Value, 4.0, SERIES),
    check("sin", Scale::One, 4.0, SERIES),
    check("cos", Scale::One, 4.0, SERIES),
    check("exp", Scale::Value, 8.0, SERIES),
    check("ln", Scale::AtLeastOne, 8.0, SERIES),
    check("a choice by x < y", Scale::Exact, 0.0, DECISION),
    check("a choice by |x| <= |y| and not x < 0", Scale::Exact, 0.0, DECISION),
    check("floor", Scale::Exact, 0.0, DECISION),
];

/// The inputs: x and y, the square s of half an angle up to half a turn, an angle, rad, and an exponent.
pub(crate) const INPUTS: [&str; 5] = ["x", "y", "s", "angle", "exponent"];

/// Evaluates all checked operations.
pub(crate) fn evaluate<R: Real>(inputs: &[R]) -> Vec<R> {
    let [x, y, s, angle, exponent] = *inputs else { unreachable!("as many as INPUTS") };
    let positive = x.abs();
    let (a, b) = series::half_turn(s);
    let (sin, cos) = elementary::sin_cos(angle);
    let below = R::select(x.less(y), x, y);
    let mask = positive.less_equal(y.abs()) & !x.less(R::zero());
    vec![
        x + y,
        x - y,
        x * y,
        x / y,
        positive.sqrt(),
        sum_error(x, y),
        product_error(x, y),
        a,
        b,
        sin,
        cos,
        exponent.exp(),
        positive.ln(),
        below,
        R::select(mask, -x, y),
        angle.floor(),
    ]
}

/// What [`special`] evaluates.
pub(crate) const SPECIAL: [&str; 9] =
    ["x + 0", "-x", "0 - x", "x * 0", "the sign of x", "not x < 1", "the root of x", "min(x, 1)", "max(1, x)"];

/// Evaluates what drivers simplify where they take it for granted that numbers are finite and zeros have no sign; y is
/// below 2 and at least 1.
pub(crate) fn special<R: Real>(x: R, y: R) -> Vec<R> {
    let (zero, one) = (R::zero(), R::one());
    // a zero that is not known
    let nought = y.floor() - one;
    let sign = R::select(zero.less(x), one, R::select(x.less(zero), -one, zero));
    let not_below = R::select(!x.less(one), one, zero);
    vec![
        x + nought,
        -x,
        nought - x,
        x * nought,
        sign,
        not_below,
        x.sqrt(),
        R::select(one.less(x), one, x),
        R::select(one.less(x), x, one),
    ]
}

/// Returns the rounding error of x + y: the two-sum of Knuth (1969).
fn sum_error<R: Real>(x: R, y: R) -> R {
    let sum = x + y;
    let share = sum - x;
    (x - (sum - share)) + (y - share)
}

/// Returns the rounding error of x y: the product of Dekker (1971).
fn product_error<R: Real>(x: R, y: R) -> R {
    let ((xh, xl), (yh, yl)) = (split(x), split(y));
    let product = x * y;
    ((xh * yh - product) + xh * yl + xl * yh) + xl * yl
}

/// Returns a number as the sum of two of half its digits: Veltkamp (1968).
fn split<R: Real>(x: R) -> (R, R) {
    let factor = if R::precision() == Precision::Single { 4097.0 } else { 134_217_729.0 };
    let large = x.scale(factor);
    let high = large - (large - x);
    (high, x - high)
}
