//! Sine, cosine, arc tangent, exponential and logarithm from arithmetic alone.
//!
//! The standard library's functions differ between platforms, are calls that stop vectorisation, and
//! do not exist for double precision on a GPU. These are the same operations on every number and
//! every device. Accuracy in double precision: a few units in the last place (see the tests).

use super::series::{half_turn, polynomial};
use super::{Precision, Real};
use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, LN_2, PI};

/// pi/2 in three parts, the first two with so few bits that their product with a quadrant number up
/// to 2^20 (double), 2^24 (double-float) or 2^10 (single) is exact.
const PI_2_DOUBLE: [f64; 3] = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21];
const PI_2_DOUBLE_FLOAT: [f64; 3] = [1.5707963705062866, -4.371138828673793e-08, -1.7151244994428829e-15];
const PI_2_SINGLE: [f64; 3] = [1.5703125, 0.0004837512969970703, 7.549789954891882e-8];

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

/// The parts of pi/2 for the precision in use.
fn half_pi<R: Real>() -> [f64; 3] {
    match R::precision() {
        Precision::Double => PI_2_DOUBLE,
        Precision::DoubleFloat => PI_2_DOUBLE_FLOAT,
        Precision::Single => PI_2_SINGLE,
    }
}

/// The parts of ln 2 for the precision in use.
fn ln_2<R: Real>() -> [f64; 2] {
    match R::precision() {
        Precision::Double => LN_2_DOUBLE,
        Precision::DoubleFloat => LN_2_DOUBLE_FLOAT,
        Precision::Single => LN_2_SINGLE,
    }
}

/// Sine and cosine of `x` in rad. Absolute error about 1e-16 for |x| up to 1e6 in double precision.
pub fn sin_cos<R: Real>(x: R) -> (R, R) {
    let half = R::constant(0.5);
    let quadrant = (x.scale(FRAC_2_PI) + half).floor();
    // r = x - quadrant pi/2, by the parts of pi/2 (Cody and Waite, 1980)
    let r = half_pi::<R>().into_iter().fold(x, |r, part| r - quadrant.scale(part));
    let s = r * r;
    let (a, b) = half_turn(s);
    let (sin, cos) = (r - r * (s * a), R::one() - s * b);
    let q = quadrant - (quadrant.scale(0.25)).floor().scale(4.0); // 0, 1, 2 or 3
    let odd = (half.less(q) & q.less(R::constant(1.5))) | R::constant(2.5).less(q);
    let (s0, c0) = (R::select(odd, cos, sin), R::select(odd, sin, cos));
    let below = R::constant(1.5).less(q); // quadrants 2 and 3
    let left = half.less(q) & q.less(R::constant(2.5)); // quadrants 1 and 2
    (R::select(below, -s0, s0), R::select(left, -c0, c0))
}

/// atan(u)/u as a function of u^2, for 0 <= u <= tan(pi/8).
#[inline(always)]
pub fn atan_over_argument<R: Real>(u_squared: R) -> R {
    R::one() + u_squared * polynomial(u_squared, &ATAN)
}

/// The angle of the point (`x`, `y`) in (-pi, pi]; 0 at the origin.
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

/// e^x. Relative error about 2e-16 in double precision; 0 and the largest power below and above the
/// range of the number.
pub fn exp<R: Real>(x: R) -> R {
    let limit = match R::precision() {
        Precision::Double => 745.0,
        Precision::DoubleFloat | Precision::Single => 104.0,
    };
    let x = x.min(R::constant(limit)).max(R::constant(-limit));
    let k = (x.scale(1.0 / LN_2) + R::constant(0.5)).floor();
    let r = ln_2::<R>().into_iter().fold(x, |r, part| r - k.scale(part));
    // |r| <= ln(2)/2: 1/n! up to n = 14 leaves 1e-19
    let mut factorial = [1.0; 15];
    for n in 1..15 {
        factorial[n] = factorial[n - 1] / n as f64;
    }
    scale_by_power_of_two(polynomial(r, &factorial), k)
}

/// x 2^k for a whole number k, exact where the result is normal: one factor per bit of |k|.
fn scale_by_power_of_two<R: Real>(x: R, k: R) -> R {
    let negative = k.less(R::zero());
    let mut rest = k.abs();
    let mut value = x;
    for bit in (0..exponent_bits::<R>()).rev() {
        let weight = R::constant(f64::from(1u32 << bit));
        let set = weight.less_equal(rest);
        let power = 2f64.powi(1 << bit);
        let factor = R::select(negative, R::constant(power.recip()), R::constant(power));
        value = R::select(set, value * factor, value);
        rest = R::select(set, rest - weight, rest);
    }
    value
}

/// Powers 2^(2^bit) below this bit are representable.
fn exponent_bits<R: Real>() -> u32 {
    match R::precision() {
        Precision::Double => 10,
        Precision::DoubleFloat | Precision::Single => 7,
    }
}

/// The natural logarithm of a positive number. Absolute error about 2e-16 near one, relative 2e-16
/// elsewhere, in double precision. Not a number below zero, minus infinity at zero.
pub fn ln<R: Real>(x: R) -> R {
    // bring the mantissa into [1, 2) by dividing out powers of two, largest first
    let one = R::one();
    let small = x.less(one);
    let (mut m, mut k) = (x, R::zero());
    for bit in (0..exponent_bits::<R>()).rev() {
        let power = 2f64.powi(1 << bit);
        let weight = R::constant(f64::from(1u32 << bit));
        let large = R::constant(power).less_equal(m);
        m = R::select(large, m.scale(power.recip()), m);
        k = R::select(large, k + weight, k);
        let tiny = small & m.less_equal(R::constant(power.recip()));
        m = R::select(tiny, m.scale(power), m);
        k = R::select(tiny, k - weight, k);
    }
    let below = m.less(one);
    m = R::select(below, m + m, m);
    k = R::select(below, k - one, k);
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
    let value = R::select(x.less_equal(R::zero()) & R::zero().less_equal(x), -one / x.abs(), value);
    R::select(R::constant(max_finite::<R>()).less(x), x, value)
}

/// 0/0 from a number that is not a constant, so that a recording does not fold it away.
#[allow(clippy::eq_op)]
fn not_a_number<R: Real>(x: R) -> R {
    (x - x) / (x - x)
}

fn max_finite<R: Real>() -> f64 {
    match R::precision() {
        Precision::Double => f64::MAX,
        Precision::DoubleFloat | Precision::Single => f64::from(f32::MAX),
    }
}

/// x^y for x > 0 as exp(y ln x); for other x not a number, but x^0 = 1 and 0^y = 0 for y > 0.
/// Relative error about 2e-16 |y ln x|. Whole constant exponents are multiplied out by the caller.
pub fn pow<R: Real>(x: R, y: R) -> R {
    let zero = R::zero();
    let is_zero = |r: R| r.less_equal(zero) & zero.less_equal(r);
    let positive = zero.less(x);
    // the branch that is not taken stays finite, also where a recording knows it
    let power = (y * R::select(positive, x, R::one()).ln()).exp();
    let nan = not_a_number(x + y);
    let power = R::select(positive, power, nan);
    let power = R::select(is_zero(x) & zero.less(y), zero, power);
    R::select(is_zero(y), R::one(), power)
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
mod tests {
    use super::*;

    fn ulp_error(got: f64, expected: f64) -> f64 {
        (got - expected).abs() / (expected.abs() * f64::EPSILON).max(f64::MIN_POSITIVE)
    }

    #[test]
    fn sine_and_cosine_match_the_standard_library() {
        for i in -40_000..40_000 {
            let x = f64::from(i) * 0.0137;
            let (s, c) = sin_cos(x);
            assert!((s - x.sin()).abs() < 3e-16, "sin {x}: {s}");
            assert!((c - x.cos()).abs() < 3e-16, "cos {x}: {c}");
        }
        let (s, c) = sin_cos(1.0f32);
        assert!((s - 1f32.sin()).abs() < 2e-7 && (c - 1f32.cos()).abs() < 2e-7);
    }

    #[test]
    fn arc_tangent_matches_in_all_quadrants() {
        for i in 0..2000 {
            let angle = -3.1 + f64::from(i) * 0.0031;
            for radius in [1e-200, 1.0, 3e150] {
                let (y, x) = (radius * angle.sin(), radius * angle.cos());
                assert!(ulp_error(atan2(y, x), y.atan2(x)) < 4.0, "{angle}");
            }
        }
        assert_eq!(atan2(0.0, 0.0), 0.0);
        assert_eq!(atan2(0.0, -1.0), PI);
        assert_eq!(atan2(1.0, 0.0), FRAC_PI_2);
    }

    #[test]
    fn exponential_and_logarithm_match() {
        for i in -7000..7000 {
            let x = f64::from(i) * 0.1;
            assert!(ulp_error(exp(x), x.exp()) < 4.0, "exp {x}: {} {}", exp(x), x.exp());
            let y = x.exp();
            if y > 1e-300 {
                assert!((ln(y) - y.ln()).abs() < 4e-16 * y.ln().abs().max(1.0), "ln {y}");
            }
        }
        assert_eq!(ln(0.0), f64::NEG_INFINITY);
        assert!(ln(-1.0f64).is_nan() && ln(f64::NAN).is_nan());
        assert_eq!(ln(1.0), 0.0);
    }

    #[test]
    fn powers_match() {
        for (x, y) in [(2.0, 0.5), (10.0, -3.7), (1e-3, 2.2), (0.0, 2.0), (5.0, 0.0), (0.0, 0.0)] {
            let (got, expected): (f64, f64) = (pow(x, y), f64::powf(x, y));
            assert!(ulp_error(got, expected) < 16.0, "{x}^{y}: {got} {expected}");
        }
        assert!(pow(-1.0f64, 0.5).is_nan());
    }
}
