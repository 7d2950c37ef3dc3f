//! The two entire functions from which every function of a rotation angle is made without loss of
//! significance.
//!
//! With the half angle y = |psi| / 2 and s = y^2,
//!
//! ```text
//! a(s) = (1 - sin(y)/y) / s = 1/6 - s/120 + ...
//! b(s) = (1 - cos(y))   / s = 1/2 - s/24  + ...
//! ```
//!
//! sin(y)/y = 1 - s a and cos(y) = 1 - s b follow without cancellation, and so do the functions of
//! the tangent operators, (A4)-(A6) of \[1\], because their numerators are themselves combinations of
//! a and b: see [`crate::lie::so3`]. The usual remedy, a Taylor series below some small angle and the
//! closed form above it, loses up to ten digits just above that angle; here no digit is lost
//! anywhere, and no branch is needed.
//!
//! The polynomials are near-minimax on 0 <= y <= 1.01 pi/2 (Chebyshev interpolation of the exact
//! functions with 50 digits, coefficients then rounded to binary64): degree 7 for double precision,
//! relative error below 8e-17, which serves double-float numbers too; degree 4 for single, below 1e-9. On half of that,
//! 0 <= y <= 1.01 pi/4, they have degree 5 and 6 for double precision (s a and s b are off by 3e-17) and 3 for single.
//!
//! \[1\] Holzinger, Arnold, Gerstmayr (2024), Multibody System Dynamics, Appendix A.

use super::{Precision, Real};
use std::f64::consts::PI;

/// s = (pi/2)^2: up to here, that is up to half a turn, the polynomials hold.
pub const HALF_TURN: f64 = PI * PI / 4.0;

const A_DOUBLE: [f64; 8] = [
    0.16666666666666666,
    -0.008333333333333314,
    0.00019841269841253107,
    -2.755731921866371e-06,
    2.5052107554017463e-08,
    -1.60589732699067e-10,
    7.643842510960149e-13,
    -2.7298671957896056e-15,
];
const B_DOUBLE: [f64; 8] = [
    0.5,
    -0.04166666666666629,
    0.001388888888885717,
    -2.480158729149988e-05,
    2.755731764801122e-07,
    -2.087662320917389e-09,
    1.1464447810725509e-11,
    -4.62468750085538e-14,
];
const A_SINGLE: [f64; 5] = [
    0.16666666663593133,
    -0.008333332722570011,
    0.00019841075451724425,
    -2.7535631894638873e-06,
    2.406112851828137e-08,
];
const B_SINGLE: [f64; 5] =
    [0.4999999996022821, -0.04166665876304099, 0.0013888637288200576, -2.4773504931206352e-05, 2.627288419324747e-07];

/// a and b to degree 8, whose derivatives are needed to full precision.
const A_SLOPE: [f64; 9] = [
    0.16666666666666666,
    -0.008333333333333333,
    0.000198412698412698,
    -2.7557319223969426e-06,
    2.5052108382075343e-08,
    -1.6059043450114201e-10,
    7.647137625616907e-13,
    -2.8104291925786013e-15,
    8.001834389976968e-18,
];
const B_SLOPE: [f64; 9] = [
    0.5,
    -0.041666666666666664,
    0.0013888888888888805,
    -2.4801587301552793e-05,
    2.755731921693092e-07,
    -2.087675617738014e-09,
    1.1470690876197589e-11,
    -4.777321965157342e-14,
    1.5160294346240459e-16,
];

/// Evaluates a polynomial with constant coefficients, lowest power first, by Horner's rule.
#[inline]
pub fn polynomial<R: Real>(x: R, coefficients: &[f64]) -> R {
    let (last, rest) = match coefficients.split_last() {
        Some(split) => split,
        None => return R::zero(),
    };
    let mut value = R::constant(*last);
    for c in rest.iter().rev() {
        value = value * x + R::constant(*c);
    }
    value
}

/// Returns the value of c0 + c1 x.
#[inline]
fn linear<R: Real>(x: R, c0: f64, c1: f64) -> R {
    x.scale(c1) + R::constant(c0)
}

/// Evaluates a polynomial of degree 7 by Estrin's scheme: as many operations as Horner's and half the latency, which is
/// what an integration step waits for.
#[inline]
fn estrin8<R: Real>(x: R, x2: R, x4: R, c: &[f64; 8]) -> R {
    let low = linear(x, c[0], c[1]) + linear(x, c[2], c[3]) * x2;
    let high = linear(x, c[4], c[5]) + linear(x, c[6], c[7]) * x2;
    low + high * x4
}

/// Evaluates a polynomial of degree 4 by Estrin's scheme.
#[inline]
fn estrin5<R: Real>(x: R, x2: R, c: &[f64; 5]) -> R {
    linear(x, c[0], c[1]) + (linear(x, c[2], c[3]) + x2.scale(c[4])) * x2
}

/// Returns the functions (a(s), b(s)) for 0 <= s <= [`HALF_TURN`]; finite but wrong beyond.
#[inline]
pub fn half_turn<R: Real>(s: R) -> (R, R) {
    match R::precision() {
        Precision::Double | Precision::DoubleFloat => {
            let s2 = s * s;
            let s4 = s2 * s2;
            (estrin8(s, s2, s4, &A_DOUBLE), estrin8(s, s2, s4, &B_DOUBLE))
        }
        Precision::Single => {
            let s2 = s * s;
            (estrin5(s, s2, &A_SINGLE), estrin5(s, s2, &B_SINGLE))
        }
    }
}

const A_QUARTER: [f64; 6] = [
    0.16666666666666666,
    -0.0083333333333307,
    0.00019841269836385435,
    -2.7557315910939e-06,
    2.5051092308431318e-08,
    -1.5915309183057952e-10,
];
const B_QUARTER: [f64; 7] = [
    0.5,
    -0.04166666666666663,
    0.0013888888888879927,
    -2.4801587293040553e-05,
    2.755731534181856e-07,
    -2.0875851505773207e-09,
    1.1365942454032322e-11,
];
const A_QUARTER_SINGLE: [f64; 4] =
    [0.1666666666362283, -0.008333331785217696, 0.00019840038872556747, -2.724378140946123e-06];
const B_QUARTER_SINGLE: [f64; 4] =
    [0.4999999996656692, -0.04166664966197666, 0.0013887536609763352, -2.4457042963646783e-05];

/// Evaluates a polynomial by Horner's rule in the square of its argument.
#[inline]
fn in_pairs<R: Real>(x: R, x2: R, coefficients: &[f64]) -> R {
    let mut value: Option<R> = None;
    for pair in coefficients.chunks(2).rev() {
        let low = if let [c0, c1] = *pair { linear(x, c0, c1) } else { R::constant(pair[0]) };
        value = Some(value.map_or(low, |high| low + high * x2));
    }
    value.unwrap_or_else(R::zero)
}

/// Returns the functions (a(s), b(s)) for 0 <= s <= (pi/4)^2, half of [`HALF_TURN`]'s angle; finite but wrong beyond.
#[inline]
pub fn quarter_turn<R: Real>(s: R) -> (R, R) {
    let s2 = s * s;
    match R::precision() {
        Precision::Double | Precision::DoubleFloat => (in_pairs(s, s2, &A_QUARTER), in_pairs(s, s2, &B_QUARTER)),
        Precision::Single => (in_pairs(s, s2, &A_QUARTER_SINGLE), in_pairs(s, s2, &B_QUARTER_SINGLE)),
    }
}

/// Returns the functions (a(s), b(s)) for every s >= 0. Beyond half a turn by the closed forms, which lose nothing
/// there.
pub fn any_angle<R: Real>(s: R) -> (R, R) {
    let limit = R::constant(HALF_TURN);
    let within = s.less_equal(limit);
    let (a, b) = half_turn(R::select(within, s, limit));
    let far = R::select(within, limit, s);
    let y = far.sqrt();
    let (sin, cos) = y.sin_cos();
    let a_far = (R::one() - sin / y) / far;
    let b_far = (R::one() - cos) / far;
    (R::select(within, a, a_far), R::select(within, b, b_far))
}

/// Returns the derivatives (a'(s), b'(s)) with respect to s, for every s >= 0.
pub fn slopes<R: Real>(s: R) -> (R, R) {
    let limit = R::constant(HALF_TURN);
    let within = s.less_equal(limit);
    let near = R::select(within, s, limit);
    let slope = |c: &[f64; 9]| -> [f64; 8] { std::array::from_fn(|i| (i + 1) as f64 * c[i + 1]) };
    let (da, db) = (polynomial(near, &slope(&A_SLOPE)), polynomial(near, &slope(&B_SLOPE)));
    // beyond: s a' = (b - 3 a)/2 and s b' = (1 - s a)/2 - b; at half a turn these differences are 1/23 and
    // 1/8 of the sum of their terms, so that one digit is lost there, and less beyond
    let far = R::select(within, limit, s);
    let (a, b) = any_angle(far);
    let half = R::constant(0.5);
    let da_far = half * (b - a.scale(3.0)) / far;
    let db_far = (half * (R::one() - far * a) - b) / far;
    (R::select(within, da, da_far), R::select(within, db, db_far))
}
