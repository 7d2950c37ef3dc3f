//! Probabilities of failure beside closed forms and the figures of p20_studies.json.

use crate::common::{golden, numbers, parse};
use gyrosweep::studies::reliability::{ReliabilityRecord, Request};
use gyrosweep::studies::{self, Failure, Silent};
use serde_json::Value;

/// What a study of a scenario finds.
fn found(text: &str) -> Result<ReliabilityRecord, Failure> {
    let folder = tempfile::tempdir().expect("a folder");
    let request = Request { folder: Some(folder.path().join("out")), ..Request::of(parse(text)) };
    studies::run(request, &Silent).map(|results| results.found.record)
}

/// A function of two independent standard normal numbers, and what is asked of it.
fn normal(reliability: &str) -> String {
    format!(
        "[parameters]\na = 0.0\nb = 0.0\n[[output]]\nname = \"sum\"\nquantity = \"expression\"\nexpression = \"a + b\"\n\
         [plan]\nkind = \"random\"\nmembers = 16\nseed = 4\n[plan.vary]\na = {{ normal = [0.0, 1.0] }}\nb = {{ normal = [0.0, 1.0] }}\n\
         [reliability]\n{reliability}\n"
    )
}

/// The case of a name in the reference, with its scenario.
fn case(name: &str, which: usize, methods: &str) -> (Value, String) {
    let golden = golden("p20_studies.json");
    let all = golden["reliability"].as_array().unwrap();
    let case = all.iter().filter(|case| case["name"] == name).nth(which).unwrap().clone();
    let scenario = case["scenario"].as_str().map_or_else(|| sum(&case), String::from);
    (case, format!("{scenario}[reliability]\nfailure = \"g < 0\"\n{methods}\n"))
}

/// The scenario of a sum of exponential variables.
fn sum(case: &Value) -> String {
    let number = case["number"].as_u64().unwrap();
    let lines = |line: &dyn Fn(u64) -> String| (1..=number).map(line).collect::<String>();
    format!(
        "[parameters]\n{}[[output]]\nname = \"g\"\nquantity = \"expression\"\nexpression = {}\n[plan]\nkind = \"random\"\nmembers = \
         16\nseed = 1\n[plan.vary]\n{}",
        lines(&|i| format!("x{i} = 1.0\n")),
        case["expression"],
        lines(&|i| format!("x{i} = {{ exponential = [1.0] }}\n"))
    )
}

fn close(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance, "{what}: {found:?} against {expected:?}");
}

fn relative(found: f64, expected: f64, tolerance: f64, what: &str) {
    close(found / expected, 1.0, tolerance, what);
}

const FORM: &str = "methods = [\"form\", \"sorm\"]";

/// Beta to 1e-8, alpha^2 to 1e-7, curvatures and formulas to 1e-6; of the heavy top, whose reference has the error of its own
/// integration, curvatures and formulas to 1e-5.
#[test]
fn design_points_and_curvatures_are_the_reference_ones() {
    let cases = [
        ("paraboloid", 0, 1e-6),
        ("strength less load, lognormal, dependent", 0, 1e-6),
        ("strength less load, lognormal, dependent", 1, 1e-6),
        ("strength less load, lognormal, dependent", 2, 1e-6),
        ("peak of an oscillator beyond a limit", 0, 1e-6),
        ("heavy top above a height after 1 s", 0, 1e-5),
        ("sum of exponential variables", 0, 1e-6),
        ("sum of exponential variables", 1, 1e-6),
    ];
    for (name, which, tolerance) in cases {
        let (case, scenario) = case(name, which, FORM);
        let found = found(&scenario).unwrap();
        assert!(found.starts.iter().all(|start| start.end == "converged"), "{name}: {:?}", found.starts);
        let point = &found.design_points[0];
        close(point.beta, case["beta"].as_f64().unwrap(), 1e-8, name);
        if let Some(order) = case.get("importance").map(numbers) {
            let names = case
                .get("order")
                .map_or_else(|| found.parameters.clone(), |o| serde_json::from_value(o.clone()).unwrap());
            for (name, expected) in names.iter().zip(order) {
                close(point.importance[name], expected, 1e-7, name);
            }
        }
        if let Some(expected) = case.get("curvatures").map(numbers) {
            let curvatures = point.curvatures.as_ref().unwrap();
            curvatures.iter().zip(expected).for_each(|(found, expected)| close(*found, expected, tolerance, name));
        }
        for formula in ["breitung", "hohenbichler_rackwitz", "tvedt"] {
            if let Some(expected) = case[formula].as_f64() {
                relative(found.sorm[formula].probability, expected, tolerance, formula);
            }
        }
        for (parameter, key) in [("r", "dbeta_by_mu_of_r"), ("s", "dbeta_by_mu_of_s")] {
            if let Some(expected) = case[key].as_f64() {
                relative(point.by_numbers[parameter]["mu"], expected, 1e-9, key);
            }
        }
    }
}

/// The figures are those of OpenTURNS 1.27 (SORM from AbdoRackwitz, errors of 1e-12), whose second derivatives are differences.
#[test]
fn design_points_of_dependent_parameters_are_those_of_openturns() {
    let scenario = "[parameters]\nr = 30.0\ns = 10.0\nw = 2.0\n[[output]]\nname = \"g\"\nquantity = \"expression\"\nexpression = \"r - \
                    s*w^1.2 - 0.05*s^2\"\n[plan]\nkind = \"random\"\nmembers = 16\n[plan.vary]\nr = { lognormal = [3.6, 0.12] }\ns = { gumbel = [8.0, 0.8] \
                    }\nw = { weibull = [5.0, 2.0] }\n[plan.dependence]\nnormal_scores = [[\"r\", \"s\", 0.3], [\"s\", \"w\", \
                    -0.4]]\n[reliability]\nfailure = \"g < 0\"\nmethods = [\"form\", \"sorm\"]\n";
    let found = found(scenario).unwrap();
    assert!(found.starts.iter().all(|start| start.end == "converged"), "{:?}", found.starts);
    let point = &found.design_points[0];
    close(point.beta, 2.935854656795276, 1e-9, "beta");
    for (name, expected) in [("r", 31.96358399572029), ("s", 9.581574706290107), ("w", 2.398324615515126)] {
        relative(point.x[name], expected, 1e-6, name);
    }
    for (formula, expected) in [
        ("breitung", 0.0019447262413453091),
        ("hohenbichler_rackwitz", 0.002001911390881688),
        ("tvedt", 0.0019641236108733687),
    ] {
        relative(found.sorm[formula].probability, expected, 1e-6, formula);
    }
}

/// All four points are found, and Ditlevsen's bounds of their half spaces are exact.
#[test]
fn a_series_of_four_branches_has_four_design_points() {
    for which in [0, 1] {
        let (case, scenario) =
            case("series system of four branches", which, "methods = [\"form\", \"sorm\", \"importance\"]");
        let found = found(&scenario).unwrap();
        assert_eq!(found.design_points.len(), 4);
        let form = found.form.unwrap();
        relative(form.sum, case["sum_of_form"].as_f64().unwrap(), 1e-9, "sum");
        relative(found.sorm["breitung"].sum, case["sum_of_breitung"].as_f64().unwrap(), 1e-9, "sum of Breitung's");
        for (found, expected) in form.ditlevsen.into_iter().zip(numbers(&case["ditlevsen_of_form"])) {
            relative(found, expected, 1e-9, "Ditlevsen's bound");
        }
        let (sampled, exact) = (found.importance.unwrap(), case["probability"].as_f64().unwrap());
        let interval = sampled.interval.unwrap();
        assert!(sampled.trusted && (interval.lower..=interval.upper).contains(&exact), "{interval:?} {exact}");
        assert!(sampled.standard_error / exact < 0.03, "{}", sampled.standard_error / exact);
    }
}

/// Planes, paraboloids and importance sampling are far off in twenty dimensions; subset simulation is not, and the study says so.
#[test]
fn methods_that_are_apart_are_called_so() {
    let (case, scenario) = case("sum of exponential variables", 1, "");
    let found = found(&scenario).unwrap();
    let exact = case["probability"].as_f64().unwrap();
    relative(found.form.unwrap().probability, 5.312892589694474e-10, 1e-6, "planes");
    assert!(!found.agree && !found.importance.unwrap().trusted, "{}", found.verdict);
    for method in ["form", "breitung", "importance"] {
        assert!(found.apart.iter().any(|apart| apart == method), "{method}: {}", found.verdict);
    }
    let best = found.best.unwrap();
    let interval = best.interval.unwrap();
    assert!(best.method == "subset" && (interval.lower..=interval.upper).contains(&exact), "{interval:?}");
}

/// Closed forms: a plane, both tails of a normal number and what is between them, parallel systems of two and three planes,
/// and a nested one.
#[test]
fn systems_of_planes_have_the_probabilities_of_closed_forms() {
    let tail = |beta: f64| 0.5 * libm::erfc(beta / 2.0_f64.sqrt());
    let mixed = {
        let [both, first, second] = [tail(2.5) * tail(1.5), tail(3.0), tail(3.2)];
        both + first + second - first * second
    };
    for (failure, exact, tolerance) in [
        ("sum > -2.0", 1.0 - tail(2.0_f64.sqrt()), 1e-12),
        ("a^2 > 9", 2.0 * tail(3.0), 1e-9),
        ("a^2 < 9", 1.0 - 2.0 * tail(3.0), 1e-12),
        ("a > 2 and b > 1.5", tail(2.0) * tail(1.5), 1e-9),
        ("a > 2.5 and b > 1.5 or a < -3 or b < -3.2", mixed, 1e-5),
        // by quadrature (SciPy 1.16) over b of the probability of 3 - b < a < 1 + b; the rule of three planes is good to 1e-4
        ("sum > 3 and a - b < 1 and b > 0.5", 0.012884280160695288, 3e-4),
    ] {
        let found =
            found(&normal(&format!("failure = \"{failure}\"\nmethods = [\"form\", \"importance\", \"random\"]")))
                .unwrap();
        relative(found.form.unwrap().probability, exact, tolerance, failure);
        for interval in [found.importance.unwrap().interval, found.random.unwrap().interval] {
            let interval = interval.unwrap();
            // of twelve intervals of 95 % one may be beside it, by little
            let more = 0.5 * (interval.upper - interval.lower);
            assert!(
                (interval.lower - more..=interval.upper + more).contains(&exact),
                "{failure}: {interval:?} {exact}"
            );
        }
        assert!(found.agree, "{failure}: {}", found.verdict);
    }
}

/// Every point of the circle is as near as any other: planes and paraboloids have nothing to say, and subset simulation has.
#[test]
fn limit_states_without_a_nearest_point_are_told() {
    let found = found(&normal("failure = \"a^2 + b^2 > 9\"")).unwrap();
    assert!(found.design_points.len() == 1 && !found.design_points[0].is_nearest && found.sorm.is_empty());
    let interval = found.subset.unwrap().interval.unwrap();
    assert!((interval.lower..=interval.upper).contains(&f64::exp(-4.5)), "{interval:?}");
}

/// The gradient is zero at the medians, where all parameters are 0.
#[test]
fn a_margin_that_is_flat_at_the_medians_has_its_design_points() {
    let found = found(&normal("failure = \"a^4 > 256 or b^2 > 20.25\"\nmethods = [\"form\"]")).unwrap();
    let mut betas: Vec<f64> = found.design_points.iter().map(|point| point.beta).collect();
    betas.sort_by(f64::total_cmp);
    assert_eq!(betas.len(), 4);
    for (found, expected) in betas.into_iter().zip([4.0, 4.0, 4.5, 4.5]) {
        close(found, expected, 1e-8, "beta");
    }
}

#[test]
fn what_always_or_never_holds_has_the_probabilities_one_and_zero() {
    for (failure, p) in [("a^2 > -1", 1.0), ("a^2 < -1", 0.0)] {
        let found =
            found(&normal(&format!("failure = \"{failure}\"\nsubset = {{ members = 500, repeats = 2 }}"))).unwrap();
        assert!(found.form.is_none() && found.starts.iter().all(|start| start.end == "no_failure_found"), "{failure}");
        assert_eq!(found.subset.unwrap().probability, p, "{failure}");
    }
}

/// Half of all members have no value: the root of a negative number.
#[test]
fn members_without_a_value_count_as_the_scenario_says() {
    let text = |failed: &str| {
        normal(&format!(
            "failure = \"sqrt(b) + 0*a > 2\"\nmethods = [\"random\"]\nrandom = {{ members = 4096 }}\n{failed}"
        ))
    };
    let Err(Failure::Other(message)) = found(&text("")) else { panic!("members without a value are refused") };
    assert!(
        message.contains("of 4,096 members of random sampling have no value")
            && message.contains("failed = \"failure\""),
        "{message}"
    );
    let of = |failed: &str| found(&text(failed)).unwrap();
    let [failure, safe] = [of("failed = \"failure\""), of("failed = \"safe\"")];
    let without: u64 = failure.without_value.values().sum();
    assert!((1900..2200).contains(&without) && safe.without_value == failure.without_value, "{without}");
    let failures = |record: ReliabilityRecord| record.random.unwrap().failures;
    assert_eq!(failures(failure), failures(safe) + without);
}

/// Of 40 seeds each; the probability is Phi(-3).
#[test]
fn intervals_hold_over_seeds() {
    let exact = 0.001349898031630093;
    let text = normal(
        "failure = \"sum > 4.242640687119285\"\nmethods = [\"importance\", \"subset\"]\nimportance = { members = 2000 }\nsubset = { members = 500, repeats = 8 }",
    );
    let mut holds = [0, 0];
    for seed in 1..=40 {
        let found = found(&text.replace("seed = 4", &format!("seed = {seed}"))).unwrap();
        let intervals = [found.importance.unwrap().interval, found.subset.unwrap().interval];
        for (count, interval) in holds.iter_mut().zip(intervals) {
            let interval = interval.unwrap();
            *count += u32::from((interval.lower..=interval.upper).contains(&exact));
        }
    }
    assert!(holds.iter().all(|count| *count >= 33), "{holds:?}");
}

/// Neither threads nor chunks decide anything.
#[test]
fn studies_are_the_same_bits_for_any_threads() {
    let (_, scenario) = case("peak of an oscillator beyond a limit", 0, "subset = { members = 200, repeats = 4 }");
    let of = |threads: usize| {
        let folder = tempfile::tempdir().unwrap();
        let mut request = Request { folder: Some(folder.path().join("out")), ..Request::of(parse(&scenario)) };
        request.backends.threads = Some(threads);
        studies::run(request, &Silent).unwrap();
        ["reliability.json", "reliability.parquet"]
            .map(|file| std::fs::read(folder.path().join("out").join(file)).unwrap())
    };
    assert!(of(1) == of(2));
}

/// What no method can see is not called right: an estimate by members of one side of a jump, by planes whose search saw nothing, by levels that came no
/// closer, by members that all fail.
#[test]
fn what_methods_do_not_see_is_told() {
    let tail = |beta: f64| 0.5 * libm::erfc(beta / 2.0_f64.sqrt());
    let quick = "importance = { members = 4000 }\nsubset = { members = 500, level = 0.1, repeats = 6 }";
    let of = |failure: &str, further: &str| found(&normal(&format!("failure = \"{failure}\"\n{further}"))).unwrap();
    // members beyond a = -5 have no value and count as failures, which neither design points nor levels come to
    let blind = of("sqrt(a + 5) > 3.193743884534262", &format!("failed = \"failure\"\n{quick}"));
    assert!(!blind.agree || blind.without_value.is_empty(), "{}", blind.verdict);
    // a jump has no derivative that leads to it
    let jump = of("where(a - 4, 1, 0) > 0.5 or b > 4", quick);
    assert!(!jump.agree, "{}", jump.verdict);
    assert!(!jump.importance.as_ref().unwrap().trusted, "{}", jump.verdict);
    // nearly all fail: the few that do not tell, and none is above one
    let most = of("a > -4", quick);
    assert!(most.best.as_ref().unwrap().probability <= 1.0 && !most.importance.unwrap().trusted, "{}", most.verdict);
    let whole = of("a < 2 or a > 1", quick);
    assert!(
        whole.best.unwrap().probability <= 1.0 && whole.importance.unwrap().probability <= 1.0,
        "{}",
        whole.verdict
    );
    // beyond a half it is the other part that methods have to agree on
    let bent = of("a - 0.3*b^2 > -2", FORM);
    assert!(!bent.agree, "{}", bent.verdict);
    // a corner at the design point: no search passes it
    let corner = of("min(a, b) > 2", FORM);
    assert!(corner.best.is_none() && !corner.agree, "{}", corner.verdict);
    let exact = tail(2.0).powi(2);
    let corner = of("min(a, b) > 2", quick).best.unwrap();
    assert!((corner.probability / exact - 1.0).abs() < 0.6, "{corner:?}");
}

/// Five planes far out that nearly contradict each other: their probability is that of importance sampling, 1.28e-25, and not a number where it is not known.
#[test]
fn planes_far_out_have_no_probability_that_is_not_known() {
    let scenario = "[parameters]\na = 0.0\nb = 0.0\nc = 0.0\nd = 0.0\n[[output]]\nname = \"sum\"\nquantity = \"expression\"\nexpression = \"a\"\n\
         [plan]\nkind = \"random\"\nmembers = 16\n[plan.vary]\na = { normal = [0, 1] }\nb = { normal = [0, 1] }\nc = { normal = [0, 1] }\nd = { normal = [0, 1] }\n\
         [reliability]\nmethods = [\"form\"]\nfailure = \"0.4*b - 0.9*d > 2.2 and -0.3*a + 0.1*b - 0.6*c - 0.7*d > -0.4 and 0.2*a - 0.3*b - 0.9*c - 0.3*d > 0.6 \
         and 0.4*a - 0.2*b + 0.5*c + 0.7*d > 1.5 and -0.7*b - 0.8*c > -0.9\"\n";
    let found = found(scenario).unwrap();
    assert!(found.form.as_ref().is_none_or(|form| (form.probability / 1.28e-25 - 1.0).abs() < 0.1), "{:?}", found.form);
}
