//! The complementary error function from arithmetic alone, of any number.
//!
//! Rational functions of the FreeBSD library (`s_erf.c`, copyright (C) 1993 by Sun Microsystems, Inc., developed at SunPro;
//! permission to use, copy, modify and distribute is freely granted, provided that this notice is preserved), absolute error
//! below 2^-57 before rounding. What is chosen there by the bits of a number is chosen here by comparisons.

use super::rational::Piece;
use crate::num::Real;

/// Beyond this the function is zero in double precision.
const END: f64 = 40.0;

/// Returns erfc(x) for every x, with its relative accuracy as long as it is a normal number.
pub(super) fn erfc<R: Real>(x: R) -> R {
    let (one, half) = (R::one(), R::constant(0.5));
    let away = x.abs().min(R::constant(END));
    // around zero, which the bound keeps the branch that is not taken within
    let near = x.max(R::constant(-1.0)).min(one);
    let y = near * CENTRAL.ratio(near * near);
    let central = R::select(near.less(R::constant(0.25)), one - (near + y), half - (near - half + y));
    let middle = R::constant(1.0 - AT_ONE) - MIDDLE.ratio(away);
    // exp(-x^2) by a part z of x whose square is exact
    let far = away.max(R::constant(MIDDLE_END));
    let s = one / (far * far);
    let ratio = R::select(far.less(R::constant(1.0 / 0.35)), TAILS[0].ratio(s), TAILS[1].ratio(s));
    let z = far.scale(STEPS).floor().scale(1.0 / STEPS);
    let tail = (-(z * z) - R::constant(0.5625)).exp() * ((z - far) * (z + far) + ratio).exp() / far;
    let outer = R::select(away.less(R::constant(MIDDLE_END)), middle, tail);
    let outer = R::select(x.less(R::zero()), one + one - outer, outer);
    R::select(away.less(R::constant(CENTRAL_END)), central, outer)
}

/// The parts of one that a number is rounded to.
const STEPS: f64 = 4096.0;
/// The ends of the pieces in |x|.
const CENTRAL_END: f64 = 0.84375;
const MIDDLE_END: f64 = 1.25;
/// erf(1) in single precision.
const AT_ONE: f64 = 0.8450629115104675;

/// (erf(x)/x - 1) as a function of x^2.
const CENTRAL: Piece = Piece {
    base: 0.0,
    shift: 0.0,
    numerator: &[
        0.12837916709551256,
        -0.3250421072470015,
        -0.02848174957559851,
        -0.005770270296489442,
        -2.3763016656650163e-05,
    ],
    denominator: &[
        1.0,
        0.39791722395915535,
        0.0650222499887673,
        0.005081306281875766,
        0.00013249473800432164,
        -3.960228278775368e-06,
    ],
};

/// erf(x) - erf(1).
const MIDDLE: Piece = Piece {
    base: 0.0,
    shift: 1.0,
    numerator: &[
        -0.0023621185607526594,
        0.41485611868374833,
        -0.3722078760357013,
        0.31834661990116175,
        -0.11089469428239668,
        0.035478304325618236,
        -0.002166375594868791,
    ],
    denominator: &[
        1.0,
        0.10642088040084423,
        0.540397917702171,
        0.07182865441419627,
        0.12617121980876164,
        0.01363708391202905,
        0.011984499846799107,
    ],
};

/// ln(x erfc(x)) + x^2 + 0.5625 as functions of 1/x^2.
const TAILS: [Piece; 2] = [
    Piece {
        base: 0.0,
        shift: 0.0,
        numerator: &[
            -0.009864944034847148,
            -0.6938585727071818,
            -10.558626225323291,
            -62.375332450326006,
            -162.39666946257347,
            -184.60509290671104,
            -81.2874355063066,
            -9.814329344169145,
        ],
        denominator: &[
            1.0,
            19.651271667439257,
            137.65775414351904,
            434.56587747522923,
            645.3872717332679,
            429.00814002756783,
            108.63500554177944,
            6.570249770319282,
            -0.0604244152148581,
        ],
    },
    Piece {
        base: 0.0,
        shift: 0.0,
        numerator: &[
            -0.0098649429247001,
            -0.799283237680523,
            -17.757954917754752,
            -160.63638485582192,
            -637.5664433683896,
            -1025.0951316110772,
            -483.5191916086514,
        ],
        denominator: &[
            1.0,
            30.33806074348246,
            325.7925129965739,
            1536.729586084437,
            3199.8582195085955,
            2553.0504064331644,
            474.52854120695537,
            -22.44095244658582,
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::erfc;

    /// Compares with the library that the functions are from.
    #[test]
    fn is_that_of_the_library() {
        for k in -6_000..=26_500 {
            let x = f64::from(k) / 1000.0 + 1e-5 * f64::from(k % 7);
            let expected = libm::erfc(x);
            assert!((erfc(x) - expected).abs() <= 1e-15 * expected, "{x}: {} {expected}", erfc(x));
        }
        assert!(erfc(f64::NAN).is_nan());
        for (x, expected) in [(f64::INFINITY, 0.0), (50.0, 0.0), (-50.0, 2.0), (f64::NEG_INFINITY, 2.0)] {
            assert!((erfc(x) - expected).abs() < f64::MIN_POSITIVE);
        }
    }
}
