//! What a probability changes by where a tolerance or a mean does, from the members of one run.

use super::indices::with;
use crate::common::place::Place;
use gyrosweep::studies::sensitivity::{IndexRecord, IndicesRecord};

/// The standard normal distribution function, by the series of its density (exact to rounding here).
fn normal(x: f64) -> f64 {
    let (mut term, mut sum) = (x, x);
    for k in 1..200 {
        term *= x * x / f64::from(2 * k + 1);
        sum += term;
    }
    0.5 + (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt() * sum
}

fn scenario(expression: &str, vary: &str, further: &str, plan: &str) -> String {
    with(
        &format!(
            "[parameters]\na = 0.0\nb = 0.0\n[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"{expression}\"\n\
             [[probability]]\nname = \"high\"\nof = \"y > 0\"\n[plan.vary]\n{vary}\n{further}"
        ),
        plan,
    )
}

fn of<'a>(record: &'a IndicesRecord, kind: &str, parameter: &str) -> &'a IndexRecord {
    let is_it = |index: &&IndexRecord| index.index == kind && index.of[0] == parameter && index.output == "high";
    record.indices.iter().find(is_it).unwrap_or_else(|| panic!("no {kind} of {parameter}: {:?}", record.without))
}

/// Counts over some seeds how often every interval holds what is exact, and compares the mean of the values with it.
fn check(place: &Place, exact: &[(&str, &str, f64)], (seeds, least, within): (usize, usize, f64)) {
    let records: Vec<IndicesRecord> = (0..seeds).map(|seed| place.indices(&["--seed", &seed.to_string()])).collect();
    for (kind, parameter, value) in exact {
        let all = records.iter().map(|record| of(record, kind, parameter));
        let holds = all.clone().filter(|found| {
            let interval = found.interval.as_ref().unwrap();
            (interval.lower..=interval.upper).contains(value)
        });
        let mean = all.map(|found| found.value).sum::<f64>() / seeds as f64;
        assert!(holds.count() >= least, "{kind} of {parameter}: {mean} {value}");
        assert!((mean - value).abs() < within, "{kind} of {parameter}: {mean} {value}");
    }
}

const SOBOL: &str = "kind = \"sobol\"\nmembers = 2048\nreplicates = 16";

/// P(2 a + b > 4) with normal a and b is that of one normal number: so are its derivatives.
#[test]
fn a_linear_yield_has_its_closed_form() {
    let yield_of = |mean: f64, [a, b]: [f64; 2]| 1.0 - normal((3.0 - mean) / (4.0 * a * a + b * b).sqrt());
    let now = yield_of(0.0, [1.0, 2.0]);
    let slope = |of: &dyn Fn(f64) -> f64| (of(1e-4) - of(-1e-4)) / 2e-4;
    let exact = [
        ("by_mean", "a", slope(&|h| yield_of(2.0 * h, [1.0, 2.0]))),
        ("by_mean", "b", slope(&|h| yield_of(h, [1.0, 2.0]))),
        ("by_deviation", "a", slope(&|h| yield_of(0.0, [1.0 + h, 2.0]))),
        ("by_deviation", "b", slope(&|h| yield_of(0.0, [1.0, 2.0 + h]))),
        ("half_deviation", "a", yield_of(0.0, [0.5, 2.0]) - now),
        ("half_deviation", "b", yield_of(0.0, [1.0, 1.0]) - now),
    ];
    let vary = "a = { normal = [0.5, 1] }\nb = { normal = [0, 2] }";
    for plan in [SOBOL, "kind = \"random\"\nmembers = 2048", "kind = \"saltelli\"\nrows = 1024"] {
        check(&Place::new(&scenario("2*a + b - 4", vary, "", plan)), &exact, (8, 6, 0.012));
    }
}

/// With a uniform a and a normal b, whose scores have a correlation or none: P(a + b > 1) by quadrature.
#[test]
fn bounds_that_move_and_dependence_count() {
    for correlation in [0.0f64, 0.4] {
        // a = m + s (u - 1/2) with u = normal(z), b = 0.3 (c z + sqrt(1 - c^2) w)
        let yield_of = |[m, s]: [f64; 2], deviation: f64| {
            let rest = deviation * (1.0 - correlation * correlation).sqrt();
            let n = 4000;
            let of = |k: i32| {
                let z = -8.0 + 16.0 * (f64::from(k) + 0.5) / f64::from(n);
                let mean = m + s * (normal(z) - 0.5) + deviation * correlation * z;
                (-0.5 * z * z).exp() * (1.0 - normal(((1.0 - mean) / rest).clamp(-8.0, 8.0)))
            };
            (0..n).map(of).sum::<f64>() * 16.0 / f64::from(n) / (2.0 * std::f64::consts::PI).sqrt()
        };
        let now = yield_of([0.5, 1.0], 0.3);
        let slope = |of: &dyn Fn(f64) -> f64| (of(1e-4) - of(-1e-4)) / 2e-4;
        let by_b = slope(&|h| yield_of([0.5, 1.0], 0.3 + h));
        let mut exact = vec![
            ("by_deviation", "b", by_b),
            ("by_mean", "b", slope(&|h| yield_of([0.5 + h, 1.0], 0.3))),
            ("half_deviation", "b", yield_of([0.5, 1.0], 0.15) - now),
            ("half_deviation", "a", yield_of([0.5, 0.5], 0.3) - now),
        ];
        if correlation == 0.0 {
            // the deviation of a uniform number is its width over sqrt(12)
            exact.push(("by_deviation", "a", slope(&|h| yield_of([0.5, 1.0 + h], 0.3)) * 12.0f64.sqrt()));
            exact.push(("by_mean", "a", slope(&|h| yield_of([0.5 + h, 1.0], 0.3))));
        }
        let dependence = format!("[plan.dependence]\nnormal_scores = [[\"a\", \"b\", {correlation:?}]]\n");
        let vary = "a = { uniform = [0, 1] }\nb = { normal = [0, 0.3] }";
        let place = Place::new(&scenario("a + b - 1", vary, &dependence, SOBOL));
        check(&place, &exact, (8, 6, 0.03));
    }
}

#[test]
fn what_members_do_not_tell_is_said() {
    let place = Place::new(&scenario(
        "a + b - 1",
        "a = { discrete = [[0, 1], [1, 1]] }\nb = { normal = [0, 1] }",
        "",
        "kind = \"random\"\nmembers = 120",
    ));
    let record = place.indices(&[]);
    let why: Vec<&str> = record.without.iter().map(|of| of.why.as_str()).collect();
    assert!(why.iter().any(|why| why.contains("a has single values, which have no density")), "{why:?}");
    assert!(why.iter().any(|why| why.contains("half the deviation of b: members are worth ")), "{why:?}");
    assert!(why.iter().any(|why| why.contains("of its own, and 100 are needed")), "{why:?}");
    assert_eq!(of(&record, "by_mean", "b").counted, 120);
    // an output that is no probability has none of it
    assert!(record.indices.iter().all(|index| index.output == "high" || !index.index.starts_with("by_")));
}
