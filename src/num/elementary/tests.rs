//! The elementary functions against the standard library's.

use super::*;
use crate::num::Dual;

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
fn angles_have_a_sine_up_to_the_largest_and_none_beyond() {
    let largest = largest_angle(Precision::Double);
    for k in 0..200_000 {
        // from 1e-9 to the largest, in both directions, and where the sine or cosine is nearly zero
        let x = largest * 10f64.powf(-18.0 * f64::from(k) / 2e5) * if k % 2 == 0 { 0.999 } else { -0.999 };
        for x in [x, (x / FRAC_PI_2).round() * FRAC_PI_2] {
            let (s, c) = sin_cos(x);
            assert!((s - x.sin()).abs() < 2.5e-16 && (c - x.cos()).abs() < 2.5e-16, "{x}");
            assert!(
                ulp_error(s, x.sin()) < 3.0 && ulp_error(c, x.cos()) < 3.0,
                "{x}: {s} {}, {c} {}",
                x.sin(),
                x.cos()
            );
        }
    }
    for x in [1.001 * largest, 1e12, 1e18, 1e300, f64::MAX, f64::INFINITY, f64::NAN] {
        for x in [x, -x] {
            let (s, c) = sin_cos(x);
            assert!(s.is_nan() && c.is_nan(), "{x}: {s} {c}");
        }
    }
    for k in 0..20_000 {
        let x = 2.5e4f32 * (k as f32 / 2e4 - 0.5) * 2.0;
        let (s, c) = sin_cos(x);
        let limit = if x.abs() < 6.4e3 { 1.5e-7 } else { 1.1e-6 };
        let (exact_s, exact_c) = f64::from(x).sin_cos();
        assert!((f64::from(s) - exact_s).abs() < limit && (f64::from(c) - exact_c).abs() < limit, "{x}");
    }
    assert!(sin_cos(2.6e4f32).0.is_nan() && sin_cos(f32::MAX).1.is_nan() && sin_cos(f32::INFINITY).0.is_nan());
}

#[test]
fn exponential_and_logarithm_match() {
    for i in -7600..7600 {
        let x = f64::from(i) * 0.1;
        assert!(ulp_error(exp(x), x.exp()) < 2.0 || exp(x) == x.exp(), "exp {x}: {} {}", exp(x), x.exp());
        let y = x.exp();
        if y > 0.0 && y.is_finite() {
            assert!((ln(y) - y.ln()).abs() < 4e-16 * y.ln().abs().max(1.0), "ln {y}");
        }
    }
    for x in [709.44, 709.782712893384, 709.7827128933841, 710.0, 1000.0, f64::MAX, f64::INFINITY] {
        assert!(exp(x) == x.exp() || ulp_error(exp(x), x.exp()) < 2.0, "{x}: {} {}", exp(x), x.exp());
        assert_eq!(exp(x).is_finite(), x.exp().is_finite(), "{x}");
    }
    for x in [-708.5, -720.25, -744.4400719213812, -745.13, -745.2, -746.5, -1000.0, -f64::MAX, f64::NEG_INFINITY] {
        // rounded once, and twice where it is half of the smallest number
        assert!((exp(x) - x.exp()).abs() <= 5e-324, "{x}: {} {}", exp(x), x.exp());
    }
    assert!(exp(f64::NAN).is_nan());
    for k in 0..2100 {
        let y = 2f64.powi(k / 2 - 1074) * if k % 2 == 0 { 1.0 } else { 1.4375 };
        if y > 0.0 && y.is_finite() {
            assert!((ln(y) - y.ln()).abs() < 4e-16 * y.ln().abs().max(1.0), "ln {y:e}: {} {}", ln(y), y.ln());
        }
    }
    assert_eq!(exp(0.0), 1.0);
    assert_eq!((ln(0.0), ln(-0.0)), (f64::NEG_INFINITY, f64::NEG_INFINITY));
    assert_eq!(ln(f64::INFINITY), f64::INFINITY);
    assert!(ln(-1.0f64).is_nan() && ln(-1e-320f64).is_nan() && ln(f64::NEG_INFINITY).is_nan() && ln(f64::NAN).is_nan());
    assert_eq!(ln(1.0), 0.0);
    for x in [1e-45f32, 1e-40, 3e-38, 0.7, 1.0, 3e38] {
        assert!((f64::from(ln(x)) - f64::from(x).ln()).abs() < 2e-7 * f64::from(x).ln().abs().max(1.0), "{x}");
    }
    assert_eq!((exp(89.5f32), exp(-104.5f32)), (f32::INFINITY, 0.0));
}

#[test]
fn powers_match() {
    for (x, y) in [(2.0, 0.5), (10.0, -3.7), (1e-3, 2.2), (0.0, 2.0), (5.0, 0.0), (0.0, 0.0)] {
        let (got, expected): (f64, f64) = (pow(x, y), f64::powf(x, y));
        assert!(ulp_error(got, expected) < 16.0, "{x}^{y}: {got} {expected}");
    }
    assert!(pow(-1.0f64, 0.5).is_nan());
    for (x, y) in [(-2.0, 3.0), (-2.0, -4.0), (-0.5, 1e3), (0.0, -1.5), (1e-320, 0.5), (1e300, 2.0), (-3.0, 0.0)] {
        let (got, expected): (f64, f64) = (pow(x, y), f64::powf(x, y));
        assert!(got == expected || ulp_error(got, expected) < 1e3, "{x}^{y}: {got} {expected}");
    }
}

#[test]
fn a_power_of_exponent_zero_has_the_derivatives_of_its_neighbours() {
    // d/dy x^y = x^y ln |x|, d2/dy2 = x^y ln^2 |x|
    let zero = Dual { re: Dual { re: 0.0, eps: [1.0] }, eps: [Dual { re: 1.0, eps: [0.0] }] };
    for x in [1.5f64, 0.2, 1.0] {
        let power = pow(Dual::constant(x), zero);
        let (ln, found) = (x.ln(), [power.re.re, power.eps[0].re, power.eps[0].eps[0]]);
        assert!(
            found.iter().zip([1.0, ln, ln * ln]).all(|(a, b): (&f64, f64)| (a - b).abs() < 1e-15),
            "{x}: {found:?}"
        );
    }
    assert_eq!([pow(0.0, 0.0), pow(f64::INFINITY, 0.0), pow(f64::NEG_INFINITY, -0.0), pow(-3.0, 0.0)], [1.0; 4]);
    assert!(pow(f64::NAN, 0.0).is_nan());
}

#[test]
fn powers_of_zero_have_the_derivatives_that_there_are() {
    let x = Dual { re: Dual::<f64, 1>::variable(0.0, 0), eps: [Dual::one()] };
    let is = |found: f64, expected: f64| if expected.is_infinite() { found > 1e200 } else { found == expected };
    for (y, first, second) in [(3.0, 0.0, 0.0), (2.0, 0.0, 2.0), (1.5, 0.0, f64::INFINITY), (1.0, 1.0, 0.0)] {
        let power = pow(x, Dual::constant(y));
        assert_eq!(power.re.re, 0.0);
        assert!(is(power.eps[0].re, first) && is(power.eps[0].eps[0], second), "{y}: {power:?}");
    }
    assert!(is(pow(x, Dual::constant(0.5)).eps[0].re, f64::INFINITY));
}
