//! Polynomial chaos: indices from few members, its error, and what it refuses.

use super::indices::{ISHIGAMI, exact, with};
use super::intervals::{PEAK, VARY};
use crate::common::{golden, place::Place};
use gyrosweep::sampling::distribution::Distribution;
use gyrosweep::studies::sensitivity::{ChaosRecord, IndexRecord, IndicesRecord, SensitivityFile};

/// Runs, then finds the polynomial chaos.
fn chaos(place: &Place, degree: &str, run: &[&str]) -> IndicesRecord {
    place.ran("found", run);
    let mut arguments = vec!["sensitivity", "found", "--json", "found.json", "--force", "--chaos"];
    arguments.extend(Some(degree).filter(|degree| !degree.is_empty()));
    let output = place.output(&arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(place.path().join("found.json")).unwrap();
    serde_json::from_str::<SensitivityFile>(&text).unwrap().indices.unwrap()
}

/// The indices that polynomial chaos has found.
fn found(record: &IndicesRecord) -> impl Iterator<Item = &IndexRecord> {
    record.indices.iter().filter(|index| index.by == "chaos")
}

const DERIVATIVES: &str = "[sensitivity]\nparameters = \"all\"\n";

/// Of 128 members, and of 48 with derivatives: rows of mixtures would need some 10^8.
#[test]
fn indices_of_few_members_are_those_of_the_reference() {
    let golden = golden("p20_studies.json");
    let oscillator = format!("{PEAK}{VARY}");
    let ishigami_with_derivatives = format!("{DERIVATIVES}{ISHIGAMI}");
    for (case, scenario, members, degree, tolerance) in [
        (0, ISHIGAMI, 128, "13", 1e-5),
        (0, &ishigami_with_derivatives, 48, "12", 1e-4),
        (1, &oscillator, 128, "", 1e-4),
    ] {
        let place = Place::new(&with(scenario, &format!("kind = \"sobol\"\nmembers = {members}")));
        for seed in ["1", "2"] {
            let record = chaos(&place, degree, &["--seed", seed]);
            let known: Vec<(&IndexRecord, f64)> =
                found(&record).filter_map(|index| Some((index, exact(&golden["indices"][case], index)?))).collect();
            assert!(known.len() >= 9, "{known:?}");
            for (index, exact) in known {
                assert!((index.value - exact).abs() < tolerance, "{index:?}: {exact}");
                let interval = index.interval.as_ref().unwrap();
                assert!((interval.lower - 1e-9..=interval.upper + 1e-9).contains(&exact), "{index:?}: {exact}");
            }
        }
    }
    // the table and a picture have them
    let place = Place::new(&with(&oscillator, "kind = \"sobol\"\nmembers = 128"));
    chaos(&place, "3", &[]);
    assert!(place.path().join("found/indices.parquet").exists());
    let output = place.output(&["plot", "found", "--tornado", "peak", "--chaos", "3", "--out", "t.svg"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(std::fs::read_to_string(place.path().join("t.svg")).unwrap().contains("total index of peak"));
}

/// What is left of Ishigami's function at a point, of uniform parameters.
fn error_at(record: &ChaosRecord, x: [f64; 3]) -> f64 {
    let legendre = |degree: u8, t: f64| {
        let (mut before, mut value) = (0.0, 1.0);
        for k in 0..degree {
            let k = f64::from(k);
            (before, value) = (value, ((2.0 * k + 1.0) * t * value - k * before) / (k + 1.0));
        }
        value * (2.0 * f64::from(degree) + 1.0).sqrt()
    };
    let term =
        |degrees: &[u8]| degrees.iter().zip(x).map(|(k, x)| legendre(*k, x / std::f64::consts::PI)).product::<f64>();
    let sum: f64 = record.sum.iter().map(|of| of.coefficient * term(&of.degrees)).sum();
    x[0].sin() + 7.0 * x[1].sin().powi(2) + 0.1 * x[2].powi(4) * x[0].sin() - sum
}

/// The error that is stated is that of members which nothing was fitted to.
#[test]
fn the_error_is_that_of_new_members() {
    let place = Place::new(&with(ISHIGAMI, "kind = \"sobol\"\nmembers = 128"));
    let mut ratios: Vec<f64> = Vec::new();
    for seed in 0..5 {
        let record = chaos(&place, "9", &["--seed", &seed.to_string()]).chaos.remove(0);
        let mut state = 1u64;
        let mut uniform = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            std::f64::consts::PI * ((state >> 33) as f64 / f64::from(1u32 << 30) - 1.0)
        };
        let squares = (0..4096).map(|_| error_at(&record, [uniform(), uniform(), uniform()]).powi(2));
        ratios.push(record.error / (squares.sum::<f64>() / 4096.0).sqrt());
    }
    ratios.sort_by(f64::total_cmp);
    assert!(ratios[2] >= 0.5 && ratios[2] < 4.0 && ratios[0] >= 0.2, "{ratios:?}");
}

/// Of products of parameters of all kinds of distributions: with means m and deviations s, a b has the parts (s_a m_b)^2, (m_a s_b)^2 and (s_a s_b)^2.
#[test]
fn polynomials_are_exact_whatever_the_distributions() {
    let numbers = |name: &str, numbers: &[f64]| Distribution::from_arguments(name, numbers).unwrap();
    let all = [
        ("a", "{ weibull = [1.5, 2.0] }", numbers("weibull", &[1.5, 2.0])),
        ("b", "{ gamma = [2.5, 0.4] }", numbers("gamma", &[2.5, 0.4])),
        ("c", "{ beta = [0.7, 3.0, 1.0, 2.0] }", numbers("beta", &[0.7, 3.0, 1.0, 2.0])),
        (
            "d",
            "{ truncated = { of = { gumbel = [10, 0.7] }, min = 9, max = 14 } }",
            Distribution::truncated(numbers("gumbel", &[10.0, 0.7]), [9.0, 14.0]).unwrap(),
        ),
        ("e", "{ loguniform = [0.1, 10] }", numbers("loguniform", &[0.1, 10.0])),
        ("f", "{ triangular = [0, 0.2, 2] }", numbers("triangular", &[0.0, 0.2, 2.0])),
        (
            "g",
            "{ empirical = { file = \"loads.csv\", column = \"F\" } }",
            numbers("empirical", &[1.0, 4.0, 2.5, 2.0, 9.0]),
        ),
        ("h", "{ exponential = [0.3] }", numbers("exponential", &[0.3])),
    ];
    let defaults: String = all.iter().map(|(name, ..)| format!("{name} = 1.0\n")).collect();
    let varied: String = all.iter().map(|(name, of, _)| format!("{name} = {of}\n")).collect();
    let scenario = format!(
        "[parameters]\n{defaults}[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"a*b + c*d + e*f + g*h\"\n[plan.vary]\n{varied}"
    );
    let place = Place::new(&with(&scenario, "kind = \"sobol\"\nmembers = 256"));
    std::fs::write(place.path().join("loads.csv"), "F\n1\n4\n2.5\n2\n9\n").unwrap();
    let record = chaos(&place, "", &[]);
    let moments: Vec<(f64, f64)> = all.iter().map(|(.., of)| of.mean_and_deviation()).collect();
    let parts = |i: usize| {
        let ((_, s), (n, t)) = (moments[i], moments[i ^ 1]);
        [(s * n).powi(2), (s * t).powi(2)]
    };
    let variance: f64 = (0..8).map(|i| parts(i)[0] + 0.5 * parts(i)[1]).sum();
    assert!((record.chaos[0].std / variance.sqrt() - 1.0).abs() < 1e-10, "{:?}", record.chaos[0].std);
    for index in found(&record) {
        let place = |name: &String| all.iter().position(|(own, ..)| own == name).unwrap();
        let (first, [own, both]) = (place(&index.of[0]), parts(place(&index.of[0])));
        let exact = match index.index.as_str() {
            "first" => own,
            "total" => own + both,
            "shapley" => own + 0.5 * both,
            _ if place(&index.of[1]) == first ^ 1 => both,
            _ => 0.0,
        } / variance;
        assert!((index.value - exact).abs() < 1e-10, "{index:?}: {exact}");
    }
}

/// Of two dependent normal parameters and an independent one, whose part is 1/4, and a lognormal one of no part.
#[test]
fn inputs_that_depend_on_none_have_indices_beside_those_that_do() {
    for derivatives in ["", DERIVATIVES] {
        let scenario = format!(
            "{derivatives}[parameters]\na = 0.0\nb = 1.0\nc = 0.0\n[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"a + ln(b) + c\"\n\
             [plan.vary]\na = {{ normal = [0, 1] }}\nb = {{ lognormal = [0, 1] }}\nc = {{ normal = [0, 1] }}\n"
        );
        let plan = "kind = \"sobol\"\nmembers = 64\n[plan.dependence]\nnormal_scores = [[\"a\", \"b\", 0.5]]";
        let place = Place::new(&with(&scenario, plan));
        let record = chaos(&place, "", &[]);
        let all: Vec<(&str, &str)> = found(&record).map(|index| (index.index.as_str(), index.of[0].as_str())).collect();
        assert_eq!(all, [("first", "c"), ("total", "c")]);
        assert!(found(&record).all(|index| (index.value - 0.25).abs() < 1e-12), "{record:?}");
        assert!((record.chaos[0].std - 2.0).abs() < 1e-12 && record.chaos[0].error < 1e-12, "{:?}", record.chaos[0]);
    }
}

/// What cannot be expanded is refused in words, with what helps.
#[test]
fn what_has_no_polynomials_is_refused() {
    let two = "[parameters]\na = 0.5\nb = 0.5\n[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"EXPRESSION\"\n\
               [plan.vary]\na = { uniform = [0, 1] }\nb = { DISTRIBUTION }\n";
    let usual = "uniform = [0, 1]";
    for (expression, distribution, plan, degree, expected) in [
        (
            "a + b",
            usual,
            "kind = \"sobol\"\nmembers = 16",
            "4",
            "16 members with a value are too few for polynomials of degree 4 of 2 parameters, which need 18",
        ),
        (
            "a + b",
            usual,
            "kind = \"sobol\"\nmembers = 8",
            "",
            "8 members with a value are too few for polynomials of degree 1 of 2 parameters, which need 10",
        ),
        (
            "a + b",
            "discrete = [[1, 1], [2, 1]]",
            "kind = \"sobol\"\nmembers = 64",
            "",
            "b is discrete, one of some values",
        ),
        ("2.0", usual, "kind = \"sobol\"\nmembers = 64", "", "y: it does not vary"),
        (
            "a + b",
            usual,
            "kind = \"morris\"\ntrajectories = 16",
            "",
            "are not drawn from the distributions; accepted: sobol",
        ),
        ("a + b", usual, "kind = \"sobol\"\nmembers = 64", "31", "the degree is 31; accepted: 1 to 30"),
        ("sqrt(a - 0.5) + b", usual, "kind = \"sobol\"\nmembers = 64", "", "of the members have no value of it"),
    ] {
        let scenario = two.replace("EXPRESSION", expression).replace("DISTRIBUTION", distribution);
        let place = Place::new(&with(&scenario, plan));
        place.ran("found", &[]);
        let mut arguments = vec!["sensitivity", "found", "--chaos"];
        arguments.extend(Some(degree).filter(|degree| !degree.is_empty()));
        let output = place.output(&arguments);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && message.contains(expected), "{expected}: {message}");
    }
}
