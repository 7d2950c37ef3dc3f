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

fn make(name: &str, numbers: &[f64]) -> Distribution {
    Distribution::from_arguments(name, numbers).unwrap()
}

/// Returns the distribution of the example in the documentation of every family that is made of numbers.
fn documented() -> Vec<Distribution> {
    let of = |family: &Family| {
        let line = family.example.lines().find(|line| line.contains(family.name)).unwrap();
        let (_, numbers) = line.split_once('[').unwrap();
        let (numbers, _) = numbers.split_once('}').unwrap();
        let words = numbers.split(['[', ']', ',', ' ']).filter(|word| !word.is_empty());
        let numbers: Vec<f64> = words.map(|x| x.parse().unwrap()).collect();
        make(family.name, &numbers)
    };
    ALL.iter().filter(|family| matches!(family.form, Form::Numbers(_) | Form::Pairs)).map(of).collect()
}

/// Returns what a distribution has between bounds.
fn part(name: &str, numbers: &[f64], min: f64, max: f64) -> Distribution {
    Distribution::truncated(make(name, numbers), [min, max]).unwrap()
}

/// Returns distributions, one of every family among them.
fn examples() -> Vec<Distribution> {
    let mut all = documented();
    all.extend([
        make("uniform", &[-1.0, 3.0]),
        make("normal", &[2.0, 0.5]),
        make("truncated_normal", &[0.0, 1.0, -0.5, f64::INFINITY]),
        make("truncated_normal", &[0.0, 1.0, 30.0, 31.0]),
        make("lognormal", &[0.3, 0.4]),
        make("triangular", &[1.0, 1.5, 4.0]),
        make("choice", &[1.0, 2.0, 5.0]),
        make("beta", &[0.5, 0.7, 0.0, 1.0]),
        make("beta", &[40.0, 3.0, -1.0, 3.0]),
        make("gamma", &[1.5, 2.0]),
        make("weibull", &[1.3, 2.0]),
        make("gumbel", &[10.0, 0.7]),
        make("loguniform", &[0.1, 10.0]),
        make("discrete", &[1.0, 0.0, 2.0, 3.0, 5.0, 1.0, 7.0, 0.0]),
        make("empirical", &[3.0, 1.0, 2.0, 2.0, 7.0]),
        part("gumbel", &[10.0, 0.7], 9.0, 14.0),
        part("lognormal", &[0.3, 0.4], 1.0, f64::INFINITY),
        part("normal", &[0.0, 1.0], 8.0, 9.0),
        part("beta", &[2.0, 5.0, -1.0, 3.0], -0.5, 1.0),
        part("triangular", &[1.0, 1.5, 4.0], 1.2, 3.0),
        part("discrete", &[1.0, 1.0, 2.0, 3.0, 5.0, 1.0], 1.5, 6.0),
    ]);
    all
}

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found / expected - 1.0).abs() < tolerance, "{found} against {expected}");
}

#[test]
fn moments_have_closed_forms() {
    for (distribution, mean, std) in [
        (make("uniform", &[-1.0, 3.0]), 1.0, 4.0 / 12_f64.sqrt()),
        // Half-normal: mean sqrt(2/pi), variance 1 - 2/pi.
        (make("truncated_normal", &[0.0, 1.0, 0.0, f64::INFINITY]), 0.797_884_560_802_865_4, 0.602_810_274_989_086_9),
        // Mean exp(mu + s^2/2), variance (exp(s^2) - 1) exp(2 mu + s^2).
        (make("lognormal", &[0.3, 0.4]), 0.38_f64.exp(), (0.16_f64.exp_m1() * 0.76_f64.exp()).sqrt()),
        // Variance (a^2 + b^2 + c^2 - ab - ac - bc) / 18.
        (make("triangular", &[0.0, 1.0, 4.0]), 5.0 / 3.0, (13.0_f64 / 18.0).sqrt()),
        (make("choice", &[1.0, 2.0, 6.0]), 3.0, (14.0_f64 / 3.0).sqrt()),
    ] {
        let (m, s) = distribution.mean_and_deviation();
        close(m, mean, 1e-12);
        close(s, std, 1e-12);
    }
}

#[test]
fn midpoint_rule_over_the_quantile_gives_the_moments() {
    let n = 60_000;
    for distribution in examples() {
        let values: Vec<f64> = (0..n).map(|k| distribution.quantile((f64::from(k) + 0.5) / f64::from(n))).collect();
        assert!(values.windows(2).all(|pair| pair[0] <= pair[1]), "{distribution:?}");
        let m = values.iter().sum::<f64>() / f64::from(n);
        let s = (values.iter().map(|v| (v - m).powi(2)).sum::<f64>() / f64::from(n)).sqrt();
        let (mean, std) = distribution.mean_and_deviation();
        assert!((m - mean).abs() < 1e-4 * std.max(0.1), "{distribution:?}: {m} against {mean}");
        close(s, std, 1e-3);
    }
}

#[test]
fn poincare_constants_are_those_of_closed_forms() {
    let constant = |name, numbers: &[f64]| make(name, numbers).poincare().map(|p| p.constant).unwrap_or(f64::NAN);
    let pi = std::f64::consts::PI;
    close(constant("uniform", &[1.0, 3.0]), 4.0 / (pi * pi), 1e-15);
    // the numbers of the grid: a window so narrow that the density is constant, and one without ends
    let window = |min, max| constant("truncated_normal", &[0.0, 2.0, min, max]);
    close(window(-2e-3, 2e-3), 1.6e-5 / (pi * pi), 1e-5);
    close(window(f64::NEG_INFINITY, f64::INFINITY), 4.0, 1e-4);
    // He_3 has its extremes at -1 and 1, so it is the eigenfunction of that window
    close(window(-2.0, 2.0), 4.0 / 3.0, 1e-5);
    // J_0(2.404825557695773) = 0
    close(constant("triangular", &[1.0, 2.0, 3.0]), 1.0 / 2.404_825_557_695_773_f64.powi(2), 1e-5);
    assert!(make("choice", &[1.0, 2.0]).poincare().is_err());
}

/// A linear function has the quotient 1/variance.
#[test]
fn poincare_constants_are_no_less_than_variances() {
    let constants = examples().into_iter().filter_map(|d| Some((d.poincare().ok()?, d)));
    for (poincare, distribution) in constants.filter(|(poincare, _)| !poincare.logarithmic) {
        let variance = distribution.mean_and_deviation().1.powi(2);
        assert!(poincare.constant > variance * (1.0 - 1e-4), "{distribution:?}");
    }
}

#[test]
fn ends_of_the_unit_interval_stay_finite_and_in_bounds() {
    let (first, last) = (f64::EPSILON / 2.0, 1.0 - f64::EPSILON / 2.0);
    for distribution in examples() {
        assert!(distribution.quantile(first).is_finite(), "{distribution:?}");
        assert!(distribution.quantile(last).is_finite());
    }
    let far = make("truncated_normal", &[1.0, 2.0, 61.0, 63.0]);
    for u in [first, 0.5, last] {
        assert!((61.0..=63.0).contains(&far.quantile(u)));
    }
    // mpmath 1.3.0: quantile 0.5 of the standard normal between 30 and 31.
    assert!((far.quantile(0.5) - (1.0 + 2.0 * 30.023_070_467_827_31)).abs() < 1e-12);
    let constant = make("uniform", &[0.1, 0.1]);
    assert_eq!(constant.quantile(0.3), 0.1);
    let point = make("triangular", &[2.0, 2.0, 2.0]);
    assert_eq!(point.quantile(0.3), 2.0);
}

#[test]
fn columns_have_the_bits_of_single_values() {
    let mut units: Vec<f64> = (0..4_001).map(|k| (f64::from(k) + 0.5) / 4_001.0).collect();
    units.extend((1..=53).flat_map(|k| [0.5_f64.powi(k), 1.0 - 0.5_f64.powi(k)]));
    for distribution in examples() {
        let mut column = units.clone();
        distribution.put_quantiles(&mut column);
        for (u, value) in units.iter().zip(column) {
            assert_eq!(distribution.quantile(*u).to_bits(), value.to_bits(), "{distribution:?} at {u:e}");
        }
    }
}

/// Compares derivatives with differences of order four, and values with those of the probability.
#[test]
fn values_have_two_derivatives_by_the_normal_score() {
    let h = 1e-3;
    for distribution in examples().into_iter().filter(|d| d.poincare().is_ok()) {
        let at = |z: f64| distribution.at_score(z);
        // none is near a kink of a triangle
        for z in [-4.03, -2.21, -0.41, 0.07, 0.93, 2.02] {
            let [first, second] = distribution.slopes_at_score(z);
            let near = [at(z - 2.0 * h), at(z - h), at(z), at(z + h), at(z + 2.0 * h)];
            let slope = (near[0] - near[4] + 8.0 * (near[3] - near[1])) / (12.0 * h);
            let bend = (16.0 * (near[1] + near[3]) - near[0] - near[4] - 30.0 * near[2]) / (12.0 * h * h);
            let size = near.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            assert!((first - slope).abs() < 1e-11 * size / h + 1e-9 * slope.abs(), "{distribution:?}: {first} {slope}");
            assert!(
                (second - bend).abs() < 1e-14 * size / (h * h) + 1e-6 * bend.abs(),
                "{distribution:?}: {second} {bend}"
            );
            let value = distribution.quantile(gaussian::cdf(z));
            assert!((at(z) - value).abs() <= 1e-12 * size, "{distribution:?}: {} {value}", at(z));
        }
    }
}

/// The slope of exp(mu + sigma z) is sigma times the value, that of a mean and z deviations the deviation; of a uniform
/// number it is the density of z, times the width.
#[test]
fn derivatives_by_the_normal_score_have_closed_forms() {
    let (width, sigma, mu) = (4.0, 0.4, 0.3);
    for k in -60..=60 {
        let z = f64::from(k) / 10.0 + 0.003;
        let value = (mu + sigma * z).exp();
        let density = width * (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        for (distribution, [first, second]) in [
            (make("normal", &[2.0, 0.5]), [0.5, 0.0]),
            (make("lognormal", &[mu, sigma]), [sigma * value, sigma * sigma * value]),
            (make("uniform", &[-1.0, 3.0]), [density, -z * density]),
        ] {
            let found = distribution.slopes_at_score(z);
            assert!((found[0] - first).abs() <= 1e-13 * first, "{distribution:?} at {z}: {found:?}");
            assert!((found[1] - second).abs() <= 1e-12 * (first + second.abs()), "{distribution:?} at {z}: {found:?}");
        }
    }
}

#[test]
fn triangular_with_the_mode_at_an_end() {
    let rising = make("triangular", &[0.0, 2.0, 2.0]);
    assert!((rising.quantile(0.25) - 1.0).abs() < 1e-15);
    let falling = make("triangular", &[0.0, 0.0, 2.0]);
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
        ("loguniform", &[1e-300, 1e29], "max over min = inf is not a finite number"),
        ("discrete", &[1.0, 0.0, 2.0, 0.0], "all weights of discrete are zero: at least one has to be positive"),
        ("discrete", &[1.0, -0.5], "discrete weight 1 = -0.5 is negative: weights are proportional to probabilities"),
        ("discrete", &[1.0, nan], "discrete weight 1 = NaN is not a finite number"),
        ("discrete", &[1.0], "discrete takes [[value, weight], ...], but 1 number is given"),
        ("gamma", &[0.001, 1.0], "shape = 0.001 is outside 0.01 to 1000000"),
        (
            "beta",
            &[2e6, 1.0, 0.0, 1.0],
            "alpha = 2000000 is outside 0.01 to 1000000, where it is a normal distribution but for a thousandth of its deviation",
        ),
        ("beta", &[2.0, 1.0, 1.0, 1.0], "max = 1 is not greater than min = 1: nothing is left between the bounds"),
        ("loguniform", &[0.0, 1.0], "min = 0 is not positive"),
        ("exponential", &[-1.0], "mean = -1 is not positive"),
        ("weibull", &[1.0, inf], "scale = inf is not a finite number"),
        ("gumbel", &[1.0, 0.0], "scale = 0 is not positive"),
        ("choice", &[1.0, inf], "choice value 2 = inf is not a finite number"),
        (
            "truncated-normal",
            &[],
            "unknown distribution `truncated-normal` (did you mean `truncated_normal`?); \
             known are uniform, normal, truncated_normal, lognormal, triangular, beta, gamma, exponential, weibull, gumbel, \
             loguniform, choice, discrete, empirical, truncated",
        ),
    ] {
        let error = Distribution::from_arguments(name, args).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn bounds_that_leave_nothing_are_refused() {
    let nan = f64::NAN;
    for (name, args, bounds, message) in [
        (
            "gumbel",
            &[10.0, 0.7][..],
            [9.0, 9.0],
            "max = 9 is not greater than min = 9: nothing is left between the bounds",
        ),
        ("gumbel", &[10.0, 0.7], [9.0, 8.0], "max = 8 is less than min = 9"),
        ("gumbel", &[10.0, 0.7], [nan, 8.0], "min = NaN is not a finite number"),
        (
            "exponential",
            &[1.0],
            [-3.0, -1.0],
            "the distribution has practically nothing between min = -3 and max = -1: the probability is 0e0; let the bounds hold \
             more of it",
        ),
        (
            "choice",
            &[1.0, 2.0],
            [1.2, 1.8],
            "the distribution has practically nothing between min = 1.2 and max = 1.8: the probability is 0e0; let the bounds \
             hold more of it",
        ),
    ] {
        let error = Distribution::truncated(make(name, args), bounds).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

/// What eigenvalues of Schroedinger's equation with the potentials of Coulomb and Morse say is what linear elements find.
#[test]
fn poincare_constants_of_potentials_are_those_of_elements() {
    for (name, numbers, tolerance) in [
        ("gamma", &[3.0, 0.5][..], 1e-3),
        ("gamma", &[30.0, 2.0], 1e-4),
        ("exponential", &[2.5], 2e-3),
        ("gumbel", &[10.0, 0.7], 2e-3),
    ] {
        let distribution = make(name, numbers);
        let found = poincare::constant(|z| distribution.at_score(z)).unwrap();
        close(found, distribution.poincare().unwrap().constant, tolerance);
    }
    let light = make("weibull", &[1.0, 2.5]).poincare().unwrap().constant;
    close(light, 4.0 * 2.5 * 2.5, 2e-3);
    assert!(make("weibull", &[0.9, 2.5]).poincare().is_err());
}

/// A part of a distribution has the density of the whole over its probability: parts of parts and their complements agree.
#[test]
fn parts_of_parts_are_parts() {
    for whole in examples().into_iter().filter(|d| d.bounds().is_some() || d.poincare().is_ok()) {
        let at = |u: f64| whole.quantile(u);
        let outer = Distribution::truncated(whole.clone(), [at(0.1), at(0.9)]).unwrap();
        let inner = Distribution::truncated(outer.clone(), [at(0.3), at(0.7)]).unwrap();
        for u in [0.01, 0.25, 0.5, 0.75, 0.99] {
            let size = at(0.9) - at(0.1);
            let [a, b] = [outer.quantile(u) - at(0.1 + 0.8 * u), inner.quantile(u) - at(0.3 + 0.4 * u)];
            assert!(a.abs() < 1e-11 * size && b.abs() < 1e-11 * size, "{whole:?} at {u}: {a:e} {b:e}");
        }
    }
}

/// Weights count by their ratios, also where their sum overflows, and densities that are infinite at an end have no constant by elements.
#[test]
fn extreme_shapes_are_drawn_or_told_of() {
    let halves = make("discrete", &[1.0, 1e308, 2.0, 1e308]);
    assert_eq!([0.25, 0.75].map(|u| halves.quantile(u)), [1.0, 2.0]);
    assert_eq!(halves.mean_and_deviation(), (1.5, 0.5));
    for shapes in [[0.1, 0.1], [0.5, 0.5], [0.05, 0.2], [2.0, 0.3]] {
        let distribution = make("beta", &[shapes[0], shapes[1], 0.0, 1.0]);
        assert!(distribution.poincare().is_err(), "{shapes:?}");
    }
    assert!(make("beta", &[1.0, 2.5, 0.0, 1.0]).poincare().is_ok());
}
