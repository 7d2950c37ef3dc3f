//! Tests of dependence.

#![allow(clippy::unwrap_used, reason = "tests stop at the first failure")]

use super::*;

fn make(name: &str, numbers: &[f64]) -> Distribution {
    Distribution::from_arguments(name, numbers).unwrap()
}

/// Two lognormal values have the correlation (e^(r s t) - 1)/sqrt((e^(s^2) - 1) (e^(t^2) - 1)), two uniform ones that of their
/// ranks, 6/pi asin(r/2).
#[test]
fn correlations_of_values_have_closed_forms() {
    let (s, t) = (0.5, 0.9);
    let lognormal = [&make("lognormal", &[0.3, s]), &make("lognormal", &[-2.0, t])];
    let uniform = [&make("uniform", &[1.0, 3.0]), &make("uniform", &[-7.0, 3.0])];
    for r in [-0.97, -0.4, 0.1, 0.6, 0.95] {
        let exact = (r * s * t).exp_m1() / ((s * s).exp_m1() * (t * t).exp_m1()).sqrt();
        let found = Measure::Values.of_values(r, lognormal);
        assert!((found - exact).abs() < 1e-12, "{r}: {found} {exact}");
        assert!((Measure::Values.of_scores(exact, lognormal).unwrap() - r).abs() < 1e-11);
        let ranks = 6.0 / std::f64::consts::PI * (r / 2.0_f64).asin();
        let found = Measure::Values.of_values(r, uniform);
        assert!((found - ranks).abs() < 1e-11, "{r}: {found} {ranks}");
        assert!((Measure::Ranks.of_values(r, uniform) - ranks).abs() < 1e-15);
        assert!((Measure::Ranks.of_scores(ranks, uniform).unwrap() - r).abs() < 1e-15);
    }
    let error = Measure::Values.of_scores(-0.9, lognormal).unwrap_err();
    let DependenceError::OutOfReach { attainable: [least, most], .. } = error else { panic!("{error}") };
    let bound = |sign: f64| (sign * s * t).exp_m1() / ((s * s).exp_m1() * (t * t).exp_m1()).sqrt();
    assert!((least - bound(-1.0)).abs() < 1e-12 && (most - bound(1.0)).abs() < 1e-12);
    let choice = make("choice", &[1.0, 2.0]);
    assert!(Measure::Ranks.of_scores(0.1, [&choice, uniform[0]]).is_err());
    assert_eq!(Measure::NormalScores.of_scores(0.1, [&choice, uniform[0]]).unwrap(), 0.1);
}

#[test]
fn scores_have_the_correlations_that_are_asked_for() {
    let pairs = [([0, 3], 0.6), ([1, 3], -0.4), ([0, 1], 0.2)];
    let dependence = Dependence::new(&pairs).unwrap();
    assert_eq!(dependence.columns(), [0, 1, 3]);
    for ([a, b], correlation) in pairs {
        assert!((dependence.of_scores(a, b) - correlation).abs() < 1e-15);
        // the columns of unit scores are those of the factor
        let mut rows = [[0.0; 3]; 3];
        (0..3).for_each(|i| rows[i][i] = 1.0);
        let mut scores: Vec<&mut [f64]> = rows.iter_mut().map(|row| &mut row[..]).collect();
        dependence.correlate(&mut scores);
        let place = |column: usize| dependence.columns().binary_search(&column).unwrap();
        let product: f64 = rows[place(a)].iter().zip(&rows[place(b)]).map(|(x, y)| x * y).sum();
        assert!((product - correlation).abs() < 1e-15, "{product} {correlation}");
    }
    assert_eq!(dependence.of_scores(0, 2), 0.0);
    assert_eq!(dependence.of_scores(2, 2), 1.0);
}

#[test]
fn the_nearest_correlations_are_accepted() {
    let error = Dependence::new(&[([0, 1], 0.9), ([1, 2], 0.9), ([0, 2], -0.9)]).unwrap_err();
    let DependenceError::NotPositive { least, distance, nearest } = error else { panic!("{error}") };
    assert!((least + 0.8).abs() < 1e-12 && distance > 0.5, "{least} {distance}");
    let rounded: Vec<_> = nearest.iter().map(|(pair, x)| (*pair, (x * 1e4).round() / 1e4)).collect();
    assert!(Dependence::new(&rounded).is_ok(), "{rounded:?}");
}
