//! Tests of the distributions.

#![allow(
    clippy::float_cmp,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "tests compare exact values and stop at the first failure"
)]

use super::*;

/// Returns a valid example of every distribution with its exact mean and standard deviation.
fn examples() -> Vec<(Distribution, f64, f64)> {
    let make = |name, args: &[f64]| Distribution::from_arguments(name, args).unwrap();
    vec![
        (make("uniform", &[-1.0, 3.0]), 1.0, 4.0 / 12_f64.sqrt()),
        (make("normal", &[2.0, 0.5]), 2.0, 0.5),
        // Half-normal: mean sqrt(2/pi), variance 1 - 2/pi.
        (make("truncated_normal", &[0.0, 1.0, 0.0, f64::INFINITY]), 0.797_884_560_802_865_4, 0.602_810_274_989_086_9),
        // Mean exp(mu + s^2/2), variance (exp(s^2) - 1) exp(2 mu + s^2).
        (make("lognormal", &[0.3, 0.4]), 0.38_f64.exp(), (0.16_f64.exp_m1() * 0.76_f64.exp()).sqrt()),
        // Variance (a^2 + b^2 + c^2 - ab - ac - bc) / 18.
        (make("triangular", &[0.0, 1.0, 4.0]), 5.0 / 3.0, (13.0_f64 / 18.0).sqrt()),
        (make("choice", &[1.0, 2.0, 6.0]), 3.0, (14.0_f64 / 3.0).sqrt()),
    ]
}

#[test]
fn midpoint_rule_over_the_quantile_gives_the_moments() {
    let n = 60_000;
    for (distribution, mean, std) in examples() {
        let values: Vec<f64> = (0..n).map(|k| distribution.quantile((f64::from(k) + 0.5) / f64::from(n))).collect();
        assert!(values.windows(2).all(|pair| pair[0] <= pair[1]));
        let m = values.iter().sum::<f64>() / f64::from(n);
        let s = (values.iter().map(|v| (v - m).powi(2)).sum::<f64>() / f64::from(n)).sqrt();
        assert!((m - mean).abs() < 1e-4, "{distribution:?}: mean {m}");
        assert!((s - std).abs() < 1e-3, "{distribution:?}: std {s}");
    }
}

#[test]
fn ends_of_the_unit_interval_stay_finite_and_in_bounds() {
    let (first, last) = (f64::EPSILON / 2.0, 1.0 - f64::EPSILON / 2.0);
    for (distribution, _, _) in examples() {
        assert!(distribution.quantile(first).is_finite());
        assert!(distribution.quantile(last).is_finite());
    }
    let far = Distribution::from_arguments("truncated_normal", &[1.0, 2.0, 61.0, 63.0]).unwrap();
    for u in [first, 0.5, last] {
        assert!((61.0..=63.0).contains(&far.quantile(u)));
    }
    // mpmath 1.3.0: quantile 0.5 of the standard normal between 30 and 31.
    assert!((far.quantile(0.5) - (1.0 + 2.0 * 30.023_070_467_827_31)).abs() < 1e-12);
    let constant = Distribution::Uniform { min: 0.1, max: 0.1 };
    assert_eq!(constant.quantile(0.3), 0.1);
    let point = Distribution::Triangular { min: 2.0, mode: 2.0, max: 2.0 };
    assert_eq!(point.quantile(0.3), 2.0);
}

#[test]
fn triangular_with_the_mode_at_an_end() {
    let rising = Distribution::Triangular { min: 0.0, mode: 2.0, max: 2.0 };
    assert!((rising.quantile(0.25) - 1.0).abs() < 1e-15);
    let falling = Distribution::Triangular { min: 0.0, mode: 0.0, max: 2.0 };
    assert!((falling.quantile(0.75) - 1.0).abs() < 1e-15);
}

#[test]
fn messages_carry_the_numbers() {
    let nan = f64::NAN;
    let inf = f64::INFINITY;
    for (name, args, message) in [
        ("uniform", &[2.0, 1.0][..], "max = 1 is less than min = 2"),
        ("uniform", &[0.0, inf], "max = inf is not a finite number"),
        ("uniform", &[-1e308, 1e308], "max - min = inf is not a finite number"),
        ("uniform", &[1.0], "uniform takes 2 numbers [min, max], but 1 number is given"),
        ("normal", &[0.0, 0.0], "std = 0 is not positive"),
        ("normal", &[nan, 1.0], "mean = NaN is not a finite number"),
        ("lognormal", &[0.0, -1.0], "sigma = -1 is not positive"),
        ("triangular", &[0.0, 3.0, 2.0], "mode = 3 is outside min = 0 to max = 2"),
        ("triangular", &[0.0, 1.0, -2.0], "max = -2 is less than min = 0"),
        (
            "truncated_normal",
            &[0.0, 1.0, 2.0, 2.0],
            "max = 2 is not greater than min = 2: nothing is left between the bounds",
        ),
        ("truncated_normal", &[0.0, 1.0, nan, 2.0], "min = NaN is not a finite number"),
        (
            "truncated_normal",
            &[0.0, 1.0, 50.0, 51.0],
            "min = 50 and max = 51 lie so far from mean = 0 with std = 1 that the \
             probability between them is 0e0",
        ),
        ("choice", &[], "choice has no values: it needs at least one"),
        ("choice", &[1.0, inf], "choice value 2 = inf is not a finite number"),
        (
            "truncated-normal",
            &[],
            "unknown distribution `truncated-normal` (did you mean `truncated_normal`?); \
             known are uniform, normal, truncated_normal, lognormal, triangular, choice",
        ),
    ] {
        let error = Distribution::from_arguments(name, args).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn every_catalog_entry_can_be_built() {
    let numbers = [0.0, 0.5, 1.0, 2.0];
    for info in ALL {
        let built = Distribution::from_arguments(info.name, &numbers[..info.arguments.len()]);
        assert!(built.is_ok(), "{}: {built:?}", info.name);
    }
}
