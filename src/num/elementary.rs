//! Sine, cosine, arc tangent, exponential and logarithm from arithmetic alone.
//!
//! The standard library's functions differ between platforms, are calls that stop vectorisation, and
//! do not exist for double precision on a GPU. These are the same operations on every number and
//! every device. Accuracy in double precision: a few units in the last place (see the tests).

use super::dual::sqrt_slope;
use super::series::{polynomial, quarter_turn};
use super::{Precision, Real};
use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, LN_2, PI};

/// pi/2 in parts, all but the last with so few bits that their products with a quadrant number up to 2^30 (double),
/// 2^24 (double-float) or 2^12 (single) are exact. The first is larger than pi/2 and the second negative: the
/// differences from an infinite quadrant number are then infinities of both signs, and what remains is not a number.
const PI_2_DOUBLE: &[f64] =
    &[1.5707964897155762, -1.6292068494294654e-07, 5.390302529957765e-15, 3.2820035428735005e-22];
const PI_2_DOUBLE_FLOAT: &[f64] = &[1.5707963705062866, -4.371138828673793e-08, -1.7151244994428829e-15];
const PI_2_SINGLE: &[f64] = &[1.572265625, -0.0014691352844238281, -1.6292068494294654e-07];

/// Returns how many quadrants an angle may have, and the power of two that makes more of them overflow, both as
/// exponents of two.
const fn quadrants(precision: Precision) -> (i32, i32) {
    match precision {
        Precision::Double => (30, 1024 - 30),
        Precision::DoubleFloat => (24, 128 - 24),
        Precision::Single => (14, 128 - 14),
    }
}

/// ln 2 in two parts, the first with 32 bits (double), 24 bits (double-float) or 13 bits (single).
const LN_2_DOUBLE: [f64; 2] = [0.6931471803691238, 1.9082149292705877e-10];
const LN_2_DOUBLE_FLOAT: [f64; 2] = [0.6931471824645996, -1.904654299957768e-09];
const LN_2_SINGLE: [f64; 2] = [0.693115234375, 3.1946184945309415e-5];

/// (atan(x)/x - 1)/x^2 on |x| <= tan(pi/8), near-minimax, relative error below 7e-17.
const ATAN: [f64; 12] = [
    -0.3333333333333333,
    0.19999999999999785,
    -0.14285714285654638,
    0.11111111104652255,
    -0.09090908728587459,
    0.07692295658327873,
    -0.06666412077725274,
    0.058787824694439814,
    -0.0522938047378184,
    0.045467195095551666,
    -0.034445844423577385,
    0.016148228546771868,
];

/// Returns the parts of pi/2 for the precision in use.
fn half_pi<R: Real>() -> &'static [f64] {
    match R::precision() {
        Precision::Double => PI_2_DOUBLE,
        Precision::DoubleFloat => PI_2_DOUBLE_FLOAT,
        Precision::Single => PI_2_SINGLE,
    }
}

/// Returns the largest angle, rad, that has a sine and a cosine: 1.6e9 in double precision, 2.6e7 in double-float
/// numbers, 2.5e4 in single precision.
pub fn largest_angle(precision: Precision) -> f64 {
    FRAC_PI_2 * 2f64.powi(quadrants(precision).0)
}

/// Returns the parts of ln 2 for the precision in use.
fn ln_2<R: Real>() -> [f64; 2] {
    match R::precision() {
        Precision::Double => LN_2_DOUBLE,
        Precision::DoubleFloat => LN_2_DOUBLE_FLOAT,
        Precision::Single => LN_2_SINGLE,
    }
}

/// Returns the sine and cosine of `x` in rad, not a number beyond [`largest_angle`]. The absolute error is about 1e-16
/// in double precision; in single, 1e-7 up to 6e3 rad and 1e-6 beyond.
pub fn sin_cos<R: Real>(x: R) -> (R, R) {
    let half = R::constant(0.5);
    // beyond the largest angle the product overflows
    let (_, overflow) = quadrants(R::precision());
    let turns = x.scale(FRAC_2_PI * 2f64.powi(overflow)).scale(2f64.powi(-overflow));
    let quadrant = (turns + half).floor();
    // r = x - quadrant pi/2, by the parts of pi/2 (Cody and Waite, 1980)
    let r = half_pi::<R>().iter().fold(x, |r, part| r - quadrant.scale(*part));
    let s = r * r;
    let (a, b) = quarter_turn(s);
    let (sin, cos) = (r - r * (s * a), R::one() - s * b);
    // of two quadrants the second turns (cos, sin) by a quarter, of two pairs the second by a half
    let pairs = quadrant.scale(0.5);
    let odd = pairs.floor().less(pairs);
    let halves = pairs.floor().scale(0.5);
    let below = halves.floor().less(halves);
    let (s0, c0) = (R::select(odd, cos, sin), R::select(odd, -sin, cos));
    (R::select(below, -s0, s0), R::select(below, -c0, c0))
}

/// Returns atan(u)/u as a function of u^2, for 0 <= u <= tan(pi/8).
#[inline(always)]
pub fn atan_over_argument<R: Real>(u_squared: R) -> R {
    R::one() + u_squared * atan_remainder(u_squared)
}

/// Returns (atan(u)/u - 1)/u^2 as a function of u^2, for 0 <= u <= tan(pi/8).
#[inline(always)]
pub fn atan_remainder<R: Real>(u_squared: R) -> R {
    polynomial(u_squared, &ATAN)
}

/// Returns the angle of the point (`x`, `y`) in (-pi, pi]; 0 at the origin.
#[inline(always)]
pub fn atan2<R: Real>(y: R, x: R) -> R {
    let zero = R::zero();
    let (ax, ay) = (x.abs(), y.abs());
    let steep = ax.less(ay);
    let (large, small) = (R::select(steep, ay, ax), R::select(steep, ax, ay));
    let origin = large.less_equal(zero);
    let t = small / R::select(origin, R::one(), large); // 0 <= t <= 1
    // beyond pi/8: atan t = pi/4 + atan((t - 1)/(t + 1))
    let far = R::constant(0.414213562373095).less(t);
    let u = R::select(far, (t - R::one()) / (t + R::one()), t);
    let core = u + u * (u * u * polynomial(u * u, &ATAN)); // as atan_over_argument, one rounding less
    let angle = R::select(far, R::constant(PI / 4.0) + core, core);
    let angle = R::select(steep, R::constant(FRAC_PI_2) - angle, angle);
    let angle = R::select(x.less(zero), R::constant(PI) - angle, angle);
    R::select(y.less(zero), -angle, angle)
}

/// Returns the exponential e^x. Relative error about 2e-16 in double precision; infinity and 0 above and below the
/// range of the number, and rounded once where the result is subnormal.
pub fn exp<R: Real>(x: R) -> R {
    // beyond these e^x is infinite or rounds to zero
    let (least, most) = match R::precision() {
        Precision::Double => (-746.0, 710.0),
        Precision::DoubleFloat | Precision::Single => (-104.0, 89.0),
    };
    let x = x.min(R::constant(most)).max(R::constant(least));
    let k = (x.scale(1.0 / LN_2) + R::constant(0.5)).floor();
    let r = ln_2::<R>().into_iter().fold(x, |r, part| r - k.scale(part));
    // |r| <= ln(2)/2: 1/n! up to n = 14 leaves 1e-19
    let mut factorial = [1.0; 15];
    for n in 1..15 {
        factorial[n] = factorial[n - 1] / n as f64;
    }
    // 2^k is no number at the ends of the range, but its root is: k = 2 n + 0 or 1
    let n = k.scale(0.5).floor();
    let odd = (n + n).less(k);
    let root = power_of_two(n);
    (polynomial(r, &factorial) * root) * R::select(odd, root + root, root)
}

/// Returns 2^n for a whole number n, at most half the exponents of the number: one exact factor per bit of how far n is
/// above the least, the largest bit twice.
fn power_of_two<R: Real>(n: R) -> R {
    let least = match R::precision() {
        Precision::Double => 538,
        Precision::DoubleFloat | Precision::Single => 76,
    };
    let mut rest = n + R::constant(f64::from(least));
    let mut power = R::constant(2f64.powi(-least));
    let highest = exponent_bits::<R>() - 1;
    for bit in std::iter::once(highest).chain((0..=highest).rev()) {
        let weight = R::constant(f64::from(1u32 << bit));
        let set = weight.less_equal(rest);
        power = power * R::select(set, R::constant(2f64.powi(1 << bit)), R::one());
        rest = R::select(set, rest - weight, rest);
    }
    power
}

/// Returns the number of bits of a binary exponent: powers 2^(2^bit) below this bit are representable.
fn exponent_bits<R: Real>() -> u32 {
    match R::precision() {
        Precision::Double => 10,
        Precision::DoubleFloat | Precision::Single => 7,
    }
}

/// Returns the natural logarithm of a positive number, subnormal or not. Absolute error about 2e-16 near one, relative
/// 2e-16 elsewhere, in double precision. Not a number below zero, minus infinity at zero.
pub fn ln<R: Real>(x: R) -> R {
    let one = R::one();
    // to 1 or above by exact products, first with the digits that make a subnormal number a normal one
    let (digits, exponents) = match R::precision() {
        Precision::Double => (54, 1022),
        Precision::DoubleFloat | Precision::Single => (25, 126),
    };
    let raised = |m: R, k: R, below: f64, by: i32| {
        let low = m.less(R::constant(below));
        let by_less = k - R::constant(f64::from(by));
        (R::select(low, m.scale(2f64.powi(by)), m), R::select(low, by_less, k))
    };
    let (m, k) = raised(x, R::zero(), 2f64.powi(-exponents), digits);
    let (mut m, mut k) = raised(m, k, 1.0, exponents);
    // and into [1, 2) by dividing out powers of two, largest first
    for bit in (0..exponent_bits::<R>()).rev() {
        let power = 2f64.powi(1 << bit);
        let large = R::constant(power).less_equal(m);
        m = R::select(large, m.scale(power.recip()), m);
        k = R::select(large, k + R::constant(f64::from(1u32 << bit)), k);
    }
    let upper = R::constant(std::f64::consts::SQRT_2).less(m);
    m = R::select(upper, m.scale(0.5), m);
    k = R::select(upper, k + one, k);
    // ln m = 2 artanh(z), z = (m - 1)/(m + 1), |z| <= 0.172: z^23/23 is the last term needed
    let z = (m - one) / (m + one);
    let odd: [f64; 12] = std::array::from_fn(|i| 2.0 / (2 * i + 1) as f64);
    let z2 = z * z;
    let core = z * polynomial(z2, &odd);
    let [high, low] = ln_2::<R>();
    let value = k.scale(high) + (core + k.scale(low));
    // 0 and below, infinity and what is not a number, as IEEE has them
    let nan = not_a_number(x);
    let value = R::select(R::zero().less(x), value, nan);
    let value = R::select(is_zero(x), -one / x.abs(), value);
    R::select(R::constant(max_finite::<R>()).less(x), x, value)
}

/// Holds for a zero of either sign.
fn is_zero<R: Real>(x: R) -> R::Mask {
    x.less_equal(R::zero()) & R::zero().less_equal(x)
}

/// Returns `value` where `x` is a number, and what is not a number where `x` is not: choices by comparison would lose
/// it.
pub fn unless_nan<R: Real>(x: R, value: R) -> R {
    R::select(x.less_equal(x), value, x)
}

/// Computes 0/0 from a number that is not a constant, so that a recording does not fold it away.
#[allow(clippy::eq_op)]
pub fn not_a_number<R: Real>(x: R) -> R {
    (x - x) / (x - x)
}

fn max_finite<R: Real>() -> f64 {
    match R::precision() {
        Precision::Double => f64::MAX,
        Precision::DoubleFloat | Precision::Single => f64::from(f32::MAX),
    }
}

/// Returns x^y = 0 for x = 0 and y > 0, with derivatives up to the second: x x^(y-1), where what is infinite is a
/// number beyond all limits, as of [`sqrt_slope`].
fn power_of_zero<R: Real>(x: R, y: R) -> R {
    let huge = sqrt_slope(R::zero());
    let by_exponent = |whole: f64, below: R, above: R| {
        let whole = R::constant(whole);
        R::select(y.less(whole), below, R::select(whole.less(y), above, R::one()))
    };
    x * by_exponent(1.0, huge, x * by_exponent(2.0, huge, R::zero()))
}

/// Returns the power x^y as exp(y ln |x|), with the sign of the power of a negative number where y is whole, and not a
/// number where it is not; x^0 = 1, and 0^y is 0 for y > 0 and infinite for y < 0. Relative error about 2e-16 |y ln x|.
/// Whole constant exponents are multiplied out by the caller.
#[allow(clippy::eq_op)]
pub fn pow<R: Real>(x: R, y: R) -> R {
    let (zero, one) = (R::zero(), R::one());
    let (negative, origin) = (x.less(zero), is_zero(x));
    // the branch that is not taken stays finite, also where a recording knows it
    let power = (y * R::select(origin, one, x.abs()).ln()).exp();
    // zero where x and y are finite, though no constant
    let nothing = (x - x) + (y - y);
    let half = y.scale(0.5);
    let power = R::select(negative & half.floor().less(half), -power, power);
    let power = R::select(negative & y.floor().less(y), nothing / nothing, power);
    let power = R::select(origin & y.less(zero), one / nothing, power);
    let power = R::select(origin & zero.less(y), power_of_zero(R::select(origin, x.abs(), zero), y), power);
    // where y is zero this is one, with its derivatives, unless x is infinite
    let power = R::select(is_zero(y) & !power.less_equal(power), one, power);
    unless_nan(x, unless_nan(y, power))
}

/// Gives a number the elementary functions of this file, within its `impl Real`.
macro_rules! elementary_functions {
    () => {
        fn sin_cos(self) -> (Self, Self) {
            $crate::num::elementary::sin_cos(self)
        }
        #[inline(always)]
        fn atan2(self, x: Self) -> Self {
            $crate::num::elementary::atan2(self, x)
        }
        fn exp(self) -> Self {
            $crate::num::elementary::exp(self)
        }
        fn ln(self) -> Self {
            $crate::num::elementary::ln(self)
        }
    };
}
pub(crate) use elementary_functions;

#[cfg(test)]
mod tests;
