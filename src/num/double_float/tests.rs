use super::*;
use crate::num::{elementary, series};
use std::f64::consts::PI;

/// 2^-47: half of what the low part resolves.
const UNIT: f64 = 7.105427357601002e-15;

/// Numbers with 48 random bits between 2^-`powers` and 2^`powers`, of both signs.
fn numbers(seed: u64, powers: i32) -> impl Iterator<Item = f64> {
    let mut state = seed;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 11
    };
    std::iter::repeat_with(move || {
        let size = 1.0 + next() as f64 / (1u64 << 53) as f64;
        let power = (next() % (2 * powers as u64 + 1)) as i32 - powers;
        let sign = if next() % 2 == 0 { 1.0 } else { -1.0 };
        f64::from(DoubleFloat::from(sign * size * f64::from(power).exp2()))
    })
}

fn relative(got: DoubleFloat, expected: f64) -> f64 {
    assert_eq!(got.high, got.high + got.low, "the high part is the number rounded");
    let got = f64::from(got);
    if got == expected { 0.0 } else { ((got - expected) / expected).abs() / UNIT }
}

#[test]
fn an_f64_is_kept_to_48_bits() {
    for x in numbers(1, 60).take(10_000) {
        let pair = DoubleFloat::from(x * (1.0 + 1e-15));
        assert!(relative(pair, x * (1.0 + 1e-15)) <= 1.0, "{x}");
        assert_eq!(f64::from(DoubleFloat::from(f64::from(pair))), f64::from(pair));
    }
    assert_eq!(f64::from(DoubleFloat::from(-1e300)), f64::NEG_INFINITY);
}

/// The oracle computes in f64, whose own error is 2^-53.
#[test]
fn sums_products_quotients_and_roots_have_47_bits() {
    let mut worst = [0.0f64; 5];
    for (x, y) in numbers(2, 20).zip(numbers(3, 20)).take(200_000) {
        let (a, b) = (DoubleFloat::from(x), DoubleFloat::from(y));
        let errors = [
            relative(a + b, x + y),
            relative(a - b, x - y),
            relative(a * b, x * y),
            relative(a / b, x / y),
            relative(a.abs().sqrt(), x.abs().sqrt()),
        ];
        worst = std::array::from_fn(|i| worst[i].max(errors[i]));
    }
    // 3 u^2 and 7 u^2 are bounds of 1.5 and 3.5 units, met in contrived cases only
    assert!(worst.iter().all(|e| *e < 2.0), "{worst:?}");
}

/// What cancels is exact: no digits are lost beyond those that the operands never had.
#[test]
fn differences_of_near_numbers_keep_all_digits() {
    for (x, y) in numbers(4, 3).zip(numbers(5, 3)).take(100_000) {
        let near = f64::from(DoubleFloat::from(x * (1.0 + y * 1e-9)));
        assert!(relative(DoubleFloat::from(x) - DoubleFloat::from(near), x - near) < 2.0);
    }
}

/// Vulkan lets a quotient be 2.5 units in the last place off, and its roots are made of such.
#[test]
fn inexact_quotients_and_roots_of_the_hardware_are_corrected() {
    let mut worst = [0.0f64; 2];
    for (i, (x, y)) in numbers(6, 20).zip(numbers(7, 20)).take(100_000).enumerate() {
        let off = |exact: f32, units: i32| f32::from_bits((exact.to_bits() as i32 + units) as u32);
        let units = i as i32 % 7 - 3;
        let divide = |a: f32, b: f32| off(a / b, if a == 0.0 { 0 } else { units });
        let (a, b) = (DoubleFloat::from(x), DoubleFloat::from(y));
        worst[0] = worst[0].max(relative(a.over(b, divide), x / y));
        worst[1] = worst[1].max(relative(a.abs().root(|v| off(v.sqrt(), units), divide), x.abs().sqrt()));
    }
    assert!(worst.iter().all(|e| *e < 2.0), "{worst:?}");
}

#[test]
fn comparisons_and_whole_parts_look_at_both_parts() {
    for (x, y) in numbers(8, 30).zip(numbers(9, 30)).take(100_000) {
        let near = f64::from(DoubleFloat::from(x + x.abs() * y.signum() * 1e-10));
        let (a, b, c) = (DoubleFloat::from(x), DoubleFloat::from(y), DoubleFloat::from(near));
        assert_eq!(a.less(b), x < y);
        assert_eq!(a.less(c), x < near);
        assert_eq!(c.less_equal(a), near <= x);
        assert!(a.less_equal(a) && !a.less(a));
        assert_eq!(f64::from(a.abs()), x.abs());
        assert_eq!(f64::from(a.floor()), x.floor(), "{x}");
    }
    // a whole high part with a negative low one
    let below = DoubleFloat::from(3.0) - DoubleFloat::from(1e-9);
    assert_eq!((below.high, f64::from(below.floor())), (3.0, 2.0));
}

/// The high part alone tells whether a number is one: kernels look at its magnitude.
#[test]
fn what_leaves_the_range_shows_in_the_high_part() {
    let number = DoubleFloat::from;
    let large = number(1e30);
    let is_lost = |x: DoubleFloat| !x.high.is_finite();
    assert!((f64::from(large * number(1e7) / large) / 1e7 - 1.0).abs() < 1e-13, "up to 1e38 all is well");
    for x in [large * large, large * large - large, -(large * large), number(1.0) / number(0.0), number(-1.0).sqrt()] {
        assert!(is_lost(x) && is_lost(x + number(1.0)) && is_lost(x * large) && is_lost(x.abs()), "{x:?}");
    }
    let lost = large * large;
    let nothing = lost - lost;
    assert!(is_lost(nothing) && !nothing.less(large) && !nothing.less_equal(nothing));
    assert_eq!(f64::from(number(0.0).sqrt()), 0.0);
    assert_eq!(f64::from(number(0.0) * number(-3.0)), 0.0);
    assert_eq!(f64::from(number(0.0) / number(-3.0)), 0.0);
    // error terms that underflow leave single precision, never more
    let (a, b) = (number(1.234567890123e-18), number(3.21e-17));
    assert!((f64::from(a * b) / (1.234567890123e-18 * 3.21e-17) - 1.0).abs() < 1e-7);
}

/// As kernels may find it where fma is rounded once.
#[test]
fn the_error_of_a_product_is_what_fma_gives() {
    let smallest = f64::from(f32::from_bits(1));
    let mut state = 11u64;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f32::from_bits((state >> 32) as u32)
    };
    let of_any_size = std::iter::repeat_with(move || [next(), next()]).take(400_000);
    let some = [0.0, 1.0, 1.5, 3e38, 1e30, 1e-20, 2e-38, f32::MIN_POSITIVE, 1e-40, f32::from_bits(1)];
    let some = some.map(|x: f32| [x, -x, x.next_up(), f32::INFINITY, f32::NAN]).concat();
    let of_these = some.iter().flat_map(|a| some.iter().map(|b| [*a, *b])).collect::<Vec<_>>();
    let (mut same, mut other, mut not_finite) = (0, 0, 0);
    for [a, b] in of_any_size.chain(of_these) {
        let DoubleFloat { high, low } = two_product(a, b);
        let fused = a.mul_add(b, -high);
        let exact = f64::from(a) * f64::from(b);
        if !high.is_finite() {
            // no number either way, and none in the high part after the next sum
            assert!(fast_two_sum(high, low).high.is_nan() && fast_two_sum(high, fused).high.is_nan(), "{a:e} {b:e}");
            not_finite += 1;
        } else if (exact / smallest).fract() == 0.0 {
            assert_eq!(low.to_bits(), fused.to_bits(), "{a:e} {b:e}: {low:e} {fused:e}");
            assert_eq!(f64::from(high) + f64::from(low), exact, "{a:e} {b:e}");
            same += 1;
        } else {
            let by = (f64::from(low) - f64::from(fused)).abs() / smallest;
            assert!(by <= 2.0, "{a:e} {b:e}: {low:e} {fused:e}");
            other += usize::from(low.to_bits() != fused.to_bits());
        }
    }
    assert!(same > 100_000 && other > 10_000 && not_finite > 10_000, "{same} {other} {not_finite}");
}

/// Returns the largest error of a function in units of 2^-47, relative to `scale` of the exact value.
fn worst(
    values: impl Iterator<Item = f64>,
    function: impl Fn(DoubleFloat) -> DoubleFloat,
    exact: impl Fn(f64) -> f64,
    scale: impl Fn(f64) -> f64,
) -> f64 {
    values.fold(0.0, |worst: f64, x| {
        let x = f64::from(DoubleFloat::from(x));
        let (got, expected) = (f64::from(function(DoubleFloat::from(x))), exact(x));
        let error = (got - expected).abs() / scale(expected) / UNIT;
        assert!(error.is_finite(), "at {x}: {got}, {expected}");
        worst.max(error)
    })
}

#[test]
fn elementary_functions_have_46_bits() {
    let some = |from: f64, to: f64| (0..4000).map(move |i| from + (to - from) * (f64::from(i) + 0.37) / 4000.0);
    let absolute = |_: f64| 1.0;
    let own = |x: f64| x.abs();
    let errors = [
        ("sin", worst(some(-1e3, 1e3), |x| elementary::sin_cos(x).0, f64::sin, absolute)),
        ("cos", worst(some(-1e3, 1e3), |x| elementary::sin_cos(x).1, f64::cos, absolute)),
        ("sin of many turns", worst(some(0.99e6, 1e6), |x| elementary::sin_cos(x).0, f64::sin, absolute)),
        // near a multiple of pi the sine is as small as the parts of pi/2 let it be
        ("small sines", worst((1..1000).map(|k| PI * f64::from(k)), |x| x.sin_cos().0, f64::sin, absolute)),
        ("atan2", worst(some(-3.1, 3.1), |x| x.sin_cos().0.atan2(x.sin_cos().1), |x| x, |x| x.abs().max(0.1))),
        ("exp", worst(some(-60.0, 88.0), |x| x.exp(), f64::exp, own)),
        ("ln", worst(some(-60.0, 88.0).map(f64::exp), |x| x.ln(), f64::ln, |x| x.abs().max(1.0))),
        ("ln near one", worst(some(0.6, 1.6), |x| x.ln(), f64::ln, absolute)),
        (
            "pow",
            worst(
                some(0.1, 20.0),
                |x| elementary::pow(x, DoubleFloat::from(-2.7)),
                |x| x.powf(-2.7),
                |x| x * (1.0 + x.ln().abs()),
            ),
        ),
    ];
    for (name, error) in errors {
        // ten operations or more, each of which may add one unit
        assert!(error < 8.0, "{name}: {error}");
    }
    let number = DoubleFloat::from;
    assert_eq!(f64::from(number(0.0).atan2(number(-1.0))), f64::from(number(PI)));
    assert!(!number(0.0).ln().high.is_finite() && number(-1.0).ln().high.is_nan());
    assert!(!number(200.0).exp().high.is_finite() && f64::from(number(-200.0).exp()) < 1e-37);
    assert!(!number(3e7).sin_cos().0.high.is_finite() && !number(1e30).sin_cos().1.high.is_finite());
}

#[test]
fn the_series_of_rotations_have_46_bits() {
    let squares = || (0..3000).map(|i| f64::from(i) * 0.004);
    let errors = [
        worst(squares(), |s| series::any_angle(s).0, |s| series::any_angle(s).0, f64::abs),
        worst(squares(), |s| series::any_angle(s).1, |s| series::any_angle(s).1, f64::abs),
        worst(squares(), |s| series::slopes(s).0, |s| series::slopes(s).0, f64::abs),
        worst(squares(), |s| series::slopes(s).1, |s| series::slopes(s).1, f64::abs),
    ];
    assert!(errors[..2].iter().all(|e| *e < 4.0), "{errors:?}");
    // beyond half a turn, slopes are differences: see there
    assert!(errors[2..].iter().all(|e| *e < 100.0), "{errors:?}");
}
