//! Distributions beside SciPy and mpmath, through scenarios and alone.

use crate::common::{golden, numbers, parse, place::Place, refusal, root};
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::sampling::distribution::Distribution;

/// A scenario whose plan draws the mass of the base of examples.
fn drawn(distribution: &str) -> String {
    let base = std::fs::read_to_string(root().join("scenarios/examples/base.toml")).expect("the base");
    let base = base.replace("[plan]\nkind = \"one\"\n", "");
    format!("{base}\n[plan]\nkind = \"sobol\"\nmembers = 512\n[plan.vary]\nmass = {{ {distribution} }}\n")
}

/// The values of the mass.
fn masses(scenario: &Scenario) -> Vec<f64> {
    let plan = scenario.study.plan();
    let mut column = vec![0.0; plan.members() as usize];
    plan.fill_columns(0, &mut [&mut column]);
    column
}

fn close(found: f64, expected: f64, tolerance: f64, what: &str) {
    let error = (found / expected - 1.0).abs();
    assert!(error <= tolerance, "{what}: {found:?} against {expected:?}: {error:e}");
}

#[test]
fn quantiles_and_moments_are_those_of_scipy() {
    for case in golden("p20_studies.json")["distributions"].as_array().unwrap() {
        let (name, arguments) = (case["distribution"].as_str().unwrap(), numbers(&case["arguments"]));
        let distribution = Distribution::from_arguments(name, &arguments).unwrap();
        for (u, expected) in numbers(&case["u"]).into_iter().zip(numbers(&case["quantile"])) {
            close(distribution.quantile(u), expected, 1e-12, &format!("{distribution:?} at {u:e}"));
        }
        let (mean, deviation) = distribution.mean_and_deviation();
        close(mean, case["mean"].as_f64().unwrap(), 1e-13, name);
        close(deviation, case["std"].as_f64().unwrap(), 1e-13, name);
    }
}

/// The numbers are those of mpmath 1.4.1 with 40 digits: of the distribution function between the bounds, inverted, and of
/// its density, integrated.
#[test]
fn parts_of_distributions_are_those_of_mpmath() {
    let cut = |name: &str, arguments: &[f64], bounds: [f64; 2]| {
        Distribution::truncated(Distribution::from_arguments(name, arguments).unwrap(), bounds).unwrap()
    };
    let gumbel = cut("gumbel", &[10.0, 0.7], [9.0, 14.0]);
    for (u, expected) in [
        (1e-12, 9.000000000010683),
        (1e-3, 9.010433532924932),
        (0.5, 10.268829212938305),
        (0.999, 13.817084531658947),
        (1.0 - 1e-6, 13.999791094857306),
    ] {
        close(gumbel.quantile(u), expected, 1e-12, &format!("gumbel at {u:e}"));
    }
    let gamma = cut("gamma", &[3.0, 0.5], [4.0, f64::INFINITY]);
    for (u, expected) in [(1e-12, 4.00000000000064), (0.5, 4.438527521348973), (0.999, 8.096736367386793)] {
        close(gamma.quantile(u), expected, 1e-12, &format!("gamma at {u:e}"));
    }
    for (distribution, expected) in
        [(gumbel, [10.413869809991535, 0.8485612110001405]), (gamma, [4.621951219512195, 0.6076793904049265])]
    {
        let (mean, deviation) = distribution.mean_and_deviation();
        close(mean, expected[0], 1e-13, "mean");
        close(deviation, expected[1], 1e-12, "deviation");
    }
    // far out in a tail, where less than 1e-17 is left: 40 + ln 2
    close(cut("exponential", &[1.0], [40.0, f64::INFINITY]).quantile(0.5), 40.69314718055995, 1e-15, "exponential");
}

/// Of 512 Sobol' points in one column every interval of 1/512 holds one.
#[test]
fn weights_are_shares_of_members() {
    let values = masses(&parse(&drawn("discrete = [[1.8, 1], [2.5, 2], [2.0, 5], [9.0, 0]]")));
    let count = |value: f64| values.iter().filter(|x| **x == value).count();
    assert_eq!([1.8, 2.5, 2.0, 9.0].map(count), [64, 128, 320, 0]);
    let values =
        masses(&parse(&drawn("truncated = { of = { discrete = [[1.8, 1], [2.5, 2], [2.0, 6]] }, max = 2.2 }")));
    let below = values.iter().filter(|x| **x == 1.8).count();
    assert!((72..=74).contains(&below) && values.iter().all(|x| *x <= 2.2), "{below}");
}

/// What was measured is drawn as often as it was measured, in the unit that the head of the column states, and a copy is
/// kept with the results, from which they come again.
#[test]
fn measured_values_are_kept_with_the_results() {
    let text = drawn("empirical = { file = \"loads.csv\", column = \"load\" }");
    let place = Place::new(&text);
    std::fs::write(place.path().join("loads.csv"), "case,load\na,2.5\nb,1.5\nc,2.0\nd,2.0\n").unwrap();
    let scenario = Scenario::parse(&place.path().join("scenario.toml"), &text, Overrides::default()).unwrap();
    let values = masses(&scenario);
    let count = |value: f64| values.iter().filter(|x| **x == value).count();
    assert_eq!([1.5, 2.0, 2.5].map(count), [128, 256, 128]);
    let kept: Vec<String> =
        scenario.files_of_keys.iter().flat_map(|file| file.copies().map(|(copy, _)| copy)).collect();
    assert_eq!(kept, ["input.plan.vary.mass.empirical.csv"]);
    assert!(scenario.text.contains(&format!("file = \"{}\"", kept[0])), "{}", scenario.text);
}

#[test]
fn files_without_values_are_refused() {
    let file = |text: &str| {
        let scenario = drawn("empirical = { file = \"loads.csv\", column = \"load\" }");
        let place = Place::new(&scenario);
        std::fs::write(place.path().join("loads.csv"), text).unwrap();
        let path = place.path().join("scenario.toml");
        Scenario::parse(&path, &scenario, Overrides::default()).expect_err("it is refused").to_string()
    };
    for (text, message) in [
        ("case\na\n", "no column `load`; found \"case\""),
        ("load\n", "the table has a header but no rows: a distribution needs at least one value"),
        ("load\ninf\n", "the column `load` holds \"inf\"; accepted: a finite number"),
        ("load\nx\n", "the column `load` holds \"x\"; accepted: a finite number"),
    ] {
        let found = file(text);
        assert!(found.contains("plan.vary.mass.empirical.file") && found.contains(message), "{found}");
    }
    let found =
        refusal(&drawn("truncated = { of = { empirical = { file = \"members.csv\", column = \"mass\" } }, min = 99 }"));
    assert!(found.contains("practically nothing between min = 99 and max = inf"), "{found}");
}
