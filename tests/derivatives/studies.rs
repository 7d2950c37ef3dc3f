//! What is made of derivatives over a whole ensemble: measures of global sensitivity, linear propagation, designs.

use crate::common::place::gyrosweep;
use crate::common::{golden, parse, root, scenario};
use gyrosweep::design::{Design, Goal};
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, BackendPool, Members, Study};
use gyrosweep::io::manifest::read_json;
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::studies::optimise::{ActiveBound, Optimised, Reason, StartResult, fit_in_words, optimise};
use gyrosweep::studies::sensitivity::{OutputSensitivity, SensitivityFile};
use std::f64::consts::PI;
use std::fmt::Write as _;
use std::path::Path;

/// Runs a scenario and returns what `gyrosweep sensitivity` says of it.
fn sensitivity(text: &str) -> SensitivityFile {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("s.toml"), text).expect("a scenario");
    for arguments in [&["run", "s.toml", "--backend", "cpu"][..], &["sensitivity", "s.toml", "--json", "s.json"]] {
        let done = gyrosweep(folder.path(), arguments);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
    read_json(&folder.path().join("s.json"), "a file of sensitivities").unwrap_or_else(|e| panic!("{e}"))
}

/// A scenario whose output y is a formula over parameters, sampled from distributions: the integral of a constant rate.
fn formula(rate: &str, members: u64, parameters: &[(&str, &str)]) -> String {
    let mut text = String::from("[parameters]\n");
    parameters.iter().for_each(|(name, _)| writeln!(text, "{name} = {{ default = 1.0 }}").expect("text"));
    let method = "[method]\nintegrator = \"rkmk4\"\nstep = 0.5\nduration = 1.0\n[sensitivity]\nparameters = \"all\"\n";
    let output = "[[output]]\nname = \"y\"\nquantity = \"variable\"\nvariable = \"y\"\n";
    write!(text, "[[variable]]\nname = \"y\"\ninitial = 0.0\nrate = \"{rate}\"\n{method}{output}").expect("text");
    write!(text, "[plan]\nkind = \"sobol\"\nmembers = {members}\nseed = 1\n[plan.vary]\n").expect("text");
    parameters.iter().for_each(|(name, distribution)| writeln!(text, "{name} = {distribution}").expect("text"));
    text
}

fn of<'a>(file: &'a SensitivityFile, name: &str) -> &'a OutputSensitivity {
    file.outputs.iter().find(|o| o.name == name).expect("an output")
}

fn close(what: &str, found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{what}: {found:e} against {expected:e}");
}

#[test]
fn of_a_linear_function_everything_is_exact() {
    let distributions = [
        ("a", "{ uniform = [1, 3] }"),
        ("b", "{ normal = [2, 0.5] }"),
        ("c", "{ triangular = [0, 1, 2] }"),
        ("d", "{ choice = [1, 2] }"),
    ];
    let file = sensitivity(&formula("2*a - 3*b + 0.5*c + d", 1024, &distributions));
    let y = of(&file, "y");
    // b: 9*0.25, a: 4*4/pi^2, c: 0.25/2.4048^2; d has no bound and is ranked by its variance
    let names: Vec<&str> = y.parameters.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["b", "a", "d", "c"]);
    let variance = y.propagation.expect("a central member").std.powi(2);
    let constants = [0.25, 4.0 / (PI * PI), f64::NAN, 2.404_825_557_695_773_f64.powi(-2)];
    for ((p, slope), constant) in y.parameters.iter().zip([-3.0, 2.0, 1.0, 0.5_f64]).zip(constants) {
        close(&p.name, p.mean_square, slope * slope, 1e-12);
        close(&p.name, p.mean_square_standard_error, 0.0, 1e-12);
        match p.total_index_bound {
            Some(bound) => close(&p.name, bound, constant * slope * slope / variance, 1e-4),
            None => assert!(p.no_bound.as_ref().is_some_and(|why| why.contains("single")), "{p:?}"),
        }
    }
    // the mean of a linear function is its value at the means, its variance the sum of those of the terms
    let p = y.propagation.expect("a central member");
    close("mean", p.linear_mean, 2.0 * 2.0 - 3.0 * 2.0 + 0.5 + 1.5, 1e-12);
    close("std", p.linear_std.powi(2), 4.0 / 3.0 + 9.0 * 0.25 + 0.25 / 6.0 + 0.25, 1e-12);
    assert!(p.agrees, "{p:?}");
}

#[test]
fn the_function_of_ishigami_has_its_measures_and_its_total_indices_keep_their_bounds() {
    let (a, b) = (7.0, 0.1);
    let uniform = "{ uniform = [-3.141592653589793, 3.141592653589793] }";
    let rate = "sin(x) + 7*sin(y0)^2 + 0.1*z^4*sin(x)";
    let file = sensitivity(&formula(rate, 4096, &[("x", uniform), ("y0", uniform), ("z", uniform)]));
    let y = of(&file, "y");
    let (p4, p8) = (PI.powi(4), PI.powi(8));
    let nu = [0.5 * (1.0 + 2.0 * b * p4 / 5.0 + b * b * p8 / 9.0), a * a / 2.0, 8.0 * b * b * PI.powi(6) / 7.0];
    let variance = a * a / 8.0 + b * p4 / 5.0 + b * b * p8 / 18.0 + 0.5;
    let both = 8.0 * b * b * p8 / 225.0;
    let total = [(0.5 * (1.0 + b * p4 / 5.0).powi(2) + both) / variance, a * a / 8.0 / variance, both / variance];
    for ((name, nu), total) in ["x", "y0", "z"].into_iter().zip(nu).zip(total) {
        let p = y.parameters.iter().find(|p| p.name == name).expect("a parameter");
        close(name, p.mean_square, nu, 2.0 * p.mean_square_standard_error);
        close(name, p.mean_square, nu, 0.01 * nu);
        let bound = p.total_index_bound.expect("a bound");
        close(name, bound, 4.0 * nu / variance, 0.01 * bound);
        assert!(bound >= total, "{name}: {bound} below {total}");
    }
    let p = y.propagation.expect("a central member");
    close("variance", p.std.powi(2), variance, 0.01 * variance);
    // at the middle the function is zero and its only slope that of sin(x): linear propagation is far off
    close("linear", p.linear_std, PI / 3f64.sqrt(), 1e-12);
    assert!(!p.agrees && p.linear_mean.abs() < 1e-12, "{p:?}");
}

#[test]
fn of_a_lognormal_parameter_the_derivative_by_its_logarithm_bounds() {
    // y = ln p is linear in the logarithm: all of the variance is of p, and the bound of a linear function of a normal
    // number is exact
    let file = sensitivity(&formula("ln(p)", 4096, &[("p", "{ lognormal = [0.7, 0.3] }")]));
    let p = &of(&file, "y").parameters[0];
    close("bound", p.total_index_bound.expect("a bound"), 1.0, 0.01);
}

#[test]
fn bounds_of_an_uncertain_top_lie_above_the_reference_indices() {
    let text = std::fs::read_to_string(root().join("scenarios/heavy_top_uncertain.toml")).expect("the scenario");
    let file = sensitivity(&text.replace("members = 16384", "members = 1024"));
    let reference = &golden("p11_uq.json")["cases"][1];
    let z = of(&file, "com.z");
    let p = z.propagation.expect("a central member");
    let number = |key: &str| reference[key].as_f64().expect("a number");
    // a scrambled Sobol' sequence of 1024 points: its moments are that close
    close("mean", p.mean, number("mean"), 2e-5);
    close("std", p.std, number("std"), 2e-5);
    for (name, at) in [("mass", 0), ("spin", 1), ("arm", 2)] {
        let bound = z.parameters.iter().find(|p| p.name == name).and_then(|p| p.total_index_bound).expect("a bound");
        let total = reference["sobol_total"][at].as_f64().expect("a number");
        // 12/pi^2 = 1.216 for a linear function
        assert!(bound > total && bound < 1.25 * total, "{name}: {bound} for {total}");
    }
}

#[test]
fn derivatives_in_the_scenarios_to_copy_are_those_of_differences() {
    for name in ["slider_crank_design", "four_bar_design", "puma560_payload", "rotor_bearings"] {
        // where an extreme moves to another step its interpolation is another: short steps, so that this does not show
        let shorter = [("step = 1e-3", "step = 2.5e-4")];
        let s = scenario(name, if name == "four_bar_design" { &shorter } else { &[] });
        let (study, backend) = (&s.study, CpuBackend::new(Some(1), LaneWidth::best()).expect("threads"));
        let mechanism = &study.mechanism;
        let central: Vec<f64> = study.varied().iter().map(|at| mechanism.parameters[*at].default).collect();
        // central differences of fourth order
        let (weights, h) = ([(2.0, -1.0 / 12.0), (1.0, 2.0 / 3.0), (-1.0, -2.0 / 3.0), (-2.0, 1.0 / 12.0)], 1e-3);
        let mut values = central.clone();
        for k in 0..central.len() {
            for (shift, _) in weights {
                let mut moved = central.clone();
                moved[k] *= 1.0 + h * shift;
                values.extend(moved);
            }
        }
        let count = 1 + 4 * central.len();
        let chunk = backend.run(study, Members::of_rows(0, count, &values)).expect("a run");
        let outputs = |i: usize| chunk.outputs_of(i).unwrap_or_else(|| panic!("{name}: {:?}", chunk.outcomes[i]));
        for (place, of) in mechanism.derivative_columns() {
            let at = mechanism.sensitivities[of.by];
            let Some(k) = study.varied().iter().position(|v| *v == at) else { continue };
            let terms = weights.iter().enumerate().map(|(j, (_, w))| w * outputs(1 + 4 * k + j)[of.column]);
            let (found, scale) = (outputs(0)[place], outputs(0)[of.column].abs());
            let difference = terms.sum::<f64>() / (h * central[k]);
            // steps of 0.1 % leave h^4 of the output over the parameter, and Newton's tolerance 1e-10 of it over h
            let limit = 1e-6 * found.abs() + 1e-7 * scale / central[k];
            let column = &mechanism.columns()[place].0;
            assert!((found - difference).abs() < limit, "{name}, {column}: {found:e} against {difference:e}");
        }
    }
}

fn optimised(scenario: &Scenario) -> Optimised {
    optimised_as(&scenario.study, scenario.design.as_ref().expect("a design"))
}

fn optimised_as(study: &Study, design: &Design) -> Optimised {
    let backend = CpuBackend::new(Some(2), LaneWidth::best()).expect("threads");
    optimise(&design.study(study).expect("a study"), design, &BackendPool::new(vec![&backend]), |_, _| ())
        .unwrap_or_else(|e| panic!("{e}"))
}

/// The valley of Rosenbrock, whose least value is at (1, 1), with these bounds of x.
fn rosenbrock(bounds: &str) -> Scenario {
    let parameters = [("x", bounds), ("z", "{ uniform = [-1, 3] }")];
    parse(&(formula("(1 - x)^2 + 100*(z - x^2)^2", 16, &parameters) + "[design]\nminimise = \"y\"\n"))
}

#[test]
fn all_starts_find_the_least_value_as_one_ensemble() {
    let found = optimised(&rosenbrock("{ uniform = [-2, 2] }"));
    assert_eq!(found.starts.len(), 16);
    for start in &found.starts {
        assert_eq!(start.reason, Reason::Converged);
        start.point.iter().for_each(|p| close("the least value", *p, 1.0, 1e-5));
    }
    let evaluations: Vec<u64> = found.starts.iter().map(|start| start.evaluations).collect();
    // in lockstep: as many ensembles as the longest way has points
    assert_eq!(found.rounds, evaluations.iter().copied().max().unwrap_or(0));
    assert_eq!(found.members, evaluations.iter().sum::<u64>());
}

#[test]
fn a_bound_is_met_where_the_least_value_lies_beyond() {
    let found = optimised(&rosenbrock("{ uniform = [-2, 0.5] }"));
    for start in &found.starts {
        assert_eq!(start.reason, Reason::AtBound);
        assert!(start.point[0] <= 0.5);
        close("x", start.point[0], 0.5, 1e-9);
        close("z", start.point[1], 0.25, 1e-5);
        // what points out of the bounds does not count
        assert!(start.gradient.expect("a gradient") < 1e-4, "{start:?}");
    }
}

#[test]
fn a_start_whose_member_fails_says_so_and_stops_no_other() {
    // beyond x = 1 the rate is not finite
    let parameters = [("x", "{ uniform = [-2, 2] }")];
    let s = parse(&(formula("(x + 1)^2 + 0*sqrt(1 - x)", 8, &parameters) + "[design]\nminimise = \"y\"\n"));
    let found = optimised(&s);
    for start in &found.starts {
        let expected = if start.start[0] < 1.0 { Reason::Converged } else { Reason::Failed };
        assert_eq!(start.reason, expected, "{start:?}");
        assert_eq!(start.failed.is_some(), expected == Reason::Failed);
    }
    assert!(found.starts.iter().any(|start| start.reason == Reason::Failed));
}

#[test]
fn parameters_of_a_top_are_found_from_its_noisy_path_within_their_standard_errors() {
    let s = scenario("heavy_top_identification", &[]);
    let found = optimised(&s);
    let best = &found.starts[found.best().expect("a start")];
    let errors = best.fit.as_ref().and_then(|fit| fit.standard_errors.as_ref()).expect("standard errors");
    for ((p, truth), error) in best.point.iter().zip([0.4, 150.0]).zip(errors) {
        close("a parameter", *p, truth, 2.0 * error);
    }
    for start in &found.starts {
        assert_eq!(start.reason, Reason::Converged, "{start:?}");
        start.point.iter().zip(&best.point).for_each(|(p, q)| close("where starts end", *p, *q, 1e-6 * q));
    }
    // 300 values with deviations of 1 mm, less two parameters: 298 within four times sqrt(2*298)
    close("sum of squares", best.objective.expect("a sum"), 298.0, 4.0 * (2.0 * 298.0f64).sqrt());
}

/// Numbers of a standard normal distribution: twelve uniform ones added.
fn noise(seed: &mut u64) -> f64 {
    let mut uniform = || {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 11) as f64 / (1u64 << 53) as f64
    };
    (0..12).map(|_| uniform()).sum::<f64>() - 6.0
}

#[test]
fn standard_errors_are_those_of_repeated_measurements() {
    let s = scenario("heavy_top_identification", &[("members = 8", "members = 2")]);
    let backend = CpuBackend::new(Some(1), LaneWidth::best()).expect("threads");
    let study = s.design.as_ref().expect("a design").study(&s.study).expect("a study");
    let truth = backend.run(&study, Members::of_rows(0, 1, &[0.4, 150.0])).expect("a run");
    let Some(Design { goal: Goal::Fit(measured), .. }) = &s.design else { panic!("a fit") };
    let exact: Vec<f64> = measured
        .samples
        .iter()
        .flat_map(|k| (0..3).map(|c| truth.samples.values.value(*k, c)).collect::<Vec<f64>>())
        .collect();
    let design = |values: Vec<f64>| {
        let fit = Goal::Fit(gyrosweep::design::Measurements { values, ..measured.clone() });
        Design { goal: fit, ..s.design.clone().expect("a design") }
    };
    // without noise the parameters themselves
    let found = optimised_as(&s.study, &design(exact.clone()));
    for start in &found.starts {
        start.point.iter().zip([0.4, 150.0]).for_each(|(p, truth)| close("without noise", *p, truth, 1e-9 * truth));
    }
    let (mut seed, repeats) = (1, 20);
    let mut squares = [0.0; 2];
    for _ in 0..repeats {
        let noisy = exact.iter().map(|x| x + 1e-3 * noise(&mut seed)).collect();
        let found = optimised_as(&s.study, &design(noisy));
        let start = &found.starts[0];
        let errors = start.fit.as_ref().and_then(|fit| fit.standard_errors.as_ref()).expect("standard errors");
        for k in 0..2 {
            squares[k] += ((start.point[k] - [0.4, 150.0][k]) / errors[k]).powi(2) / f64::from(repeats);
        }
    }
    // the mean of 20 squares of standard normal numbers is 1 with a deviation of sqrt(2/20) = 0.32
    squares.iter().for_each(|square| close("squared errors", *square, 1.0, 3.0 * 0.32));
}

/// A damped swing whose damping is fitted to what a file in a folder holds, with these lines of [design].
fn damped(folder: &Path, rows: &str, lines: &str) -> Scenario {
    swinging(folder, rows, lines, "-k*x - c*v")
}

/// Likewise, with this acceleration.
fn swinging(folder: &Path, rows: &str, lines: &str, acceleration: &str) -> Scenario {
    let text = formula("c", 4, &[("c", "{ uniform = [0.1, 2] }"), ("k", "{ uniform = [5, 20] }")]).replace(
        "[plan]",
        "[[variable]]\nname = \"x\"\ninitial = 1.0\nrate = \"v\"\n[[variable]]\nname = \"v\"\ninitial = 0.0\nrate = \"RATE\"\n\
         [[output]]\nname = \"angle\"\nquantity = \"variable\"\nvariable = \"x\"\n[plan]",
    );
    let text = text.replace("RATE", acceleration);
    let text = text.replace("step = 0.5", "step = 0.01") + "[design]\nfit = \"m.csv\"\n" + lines;
    std::fs::write(folder.join("s.toml"), &text).expect("a scenario");
    std::fs::write(folder.join("m.csv"), rows).expect("a table");
    let read = Scenario::parse(&folder.join("s.toml"), &text, Overrides::default());
    read.unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// The swing of c = 0.5 and k = 10 at a time.
fn swing(t: f64) -> f64 {
    let (decay, w) = (0.25, (10.0f64 - 0.0625).sqrt());
    (-decay * t).exp() * ((w * t).cos() + decay / w * (w * t).sin())
}

#[test]
fn measurements_at_any_times_are_fitted_with_the_deviations_that_are_given() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut seed = 5;
    let times: Vec<f64> = (0..60).map(|i| 1e-3 + 0.016_180_339_887 * f64::from(i)).collect();
    let table = |noise_of: f64, seed: &mut u64| {
        let rows: Vec<String> =
            times.iter().rev().map(|t| format!("{t},{}\n", swing(*t) + noise_of * noise(seed))).collect();
        "time,angle\n".to_string() + &rows.concat()
    };
    // without noise the parameters themselves, though no time is one of a step, and rows are in no order
    let found = optimised(&damped(folder.path(), &table(0.0, &mut seed), ""));
    for start in &found.starts {
        close("c", start.point[0], 0.5, 1e-6);
        close("k", start.point[1], 10.0, 1e-6);
    }
    let rows = table(1e-3, &mut seed);
    let best = |lines: &str| {
        let found = optimised(&damped(folder.path(), &rows, lines));
        found.starts[found.best().expect("a best")].clone()
    };
    let [stated, tenfold, none] = ["deviations = [1e-3]\n", "deviations = [1e-2]\n", ""].map(best);
    let quality = |start: &StartResult| start.fit.clone().expect("a fit");
    assert_eq!(quality(&stated).degrees_of_freedom, 58);
    // errors follow from what is stated, not from the differences
    for k in 0..2 {
        let error = |start: &StartResult| start.standard_error(k).expect("an error");
        close("errors", error(&tenfold), 10.0 * error(&stated), 1e-5 * error(&tenfold));
        let scale = (stated.objective.expect("a sum") / 58.0).sqrt();
        close("errors by differences", error(&none), scale * error(&stated), 1e-5 * error(&none));
        close("a parameter", stated.point[k], [0.5, 10.0][k], 4.0 * error(&stated));
    }
    let p = quality(&stated).probability.expect("a probability");
    assert!((0.001..0.999).contains(&p), "{p}");
    assert!(quality(&tenfold).probability.is_some_and(|p| p > 0.999_999), "{:?}", quality(&tenfold));
    assert_eq!(quality(&none).probability, None);
    let words = |start: &StartResult, lines: &str| {
        let s = damped(folder.path(), &rows, lines);
        let names = s.study.plan().columns().to_vec();
        fit_in_words(&names, &s.study.mechanism.columns(), &s.design.expect("a design").goal, start).expect("words")
    };
    let said = words(&stated, "deviations = [1e-3]\n");
    assert!(said.contains("deviations: angle 0.001\nchi^2 = ") && said.contains("58 degrees of freedom"), "{said}");
    assert!(!said.contains("unlikely") && said.contains("follow from the deviations"), "{said}");
    assert!(words(&tenfold, "deviations = [1e-2]\n").contains("smaller than the deviations say"));
    assert!(words(&best("deviations = [1e-4]\n"), "deviations = [1e-4]\n").contains("larger than the deviations say"));
    assert!(words(&none, "").contains("no deviations are given"));
}

#[test]
fn a_fit_names_the_parameters_that_measurements_do_not_determine() {
    let folder = tempfile::tempdir().expect("a folder");
    let says = |rows: &str, acceleration: &str, words: &str| {
        let s = swinging(folder.path(), rows, "", acceleration);
        let found = optimised(&s);
        let best = &found.starts[found.best().expect("a best")];
        assert!(found.starts.iter().any(|start| start.reason == Reason::Undetermined), "{found:?}");
        assert_eq!((best.standard_error(0), best.standard_error(1)), (None, None), "{best:?}");
        let names = s.study.plan().columns().to_vec();
        let said = fit_in_words(&names, &s.study.mechanism.columns(), &s.design.expect("a design").goal, best);
        let said = said.expect("words");
        assert!(said.contains(words) && said.contains("so there are no standard errors"), "{said}");
    };
    // nothing depends on them at the start
    says(
        "time,angle\n0,1.01\n0,1.02\n0,1.03\n",
        "-k*x - c*v",
        "do not determine c, k: no value that was measured depends on them",
    );
    let rows: Vec<String> = (1..40).map(|i| f64::from(i) * 0.025).map(|t| format!("{t},{}\n", swing(t))).collect();
    let rows = "time,angle\n".to_string() + &rows.concat();
    says(&rows, "-(k + c)*x", "do not determine each of c, k: there, changes of them can make up for each other");
    says(&rows, "-k*x", "do not determine c: no value that was measured depends on it");
}

#[test]
fn measurements_that_cannot_be_read_are_refused_with_the_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "[design]\nfit = \"m.csv\"\n";
    let says = |rows: &str, words: &[&str]| {
        damped(folder.path(), "time,angle\n0.1,1\n0.2,1\n", "");
        std::fs::write(folder.path().join("m.csv"), rows).expect("a table");
        let scenario = std::fs::read_to_string(folder.path().join("s.toml")).expect("a scenario");
        assert!(scenario.contains(text));
        let read = Scenario::parse(&folder.path().join("s.toml"), &scenario, Overrides::default());
        let message = read.expect_err("refused").to_string();
        words.iter().for_each(|words| assert!(message.contains(words), "{message:?} lacks {words:?}"));
    };
    says(
        "time;angle\n0.1;1\n",
        &["m.csv:1: no column `time`; found \"time;angle\"; accepted: time and output components, separated by commas"],
    );
    says("time,angle,comment\n0.1,1,2\n", &["m.csv: unknown", "\"comment\"", "columns = [..] in [design] names"]);
    says("time,angle\n\n0.1,1\n2.5,1\n", &["m.csv:4: the row has the time 2.5 s"]);
    says("time,angle\n0.1,1\n0.2,high\n", &["m.csv:3: the column `angle` holds \"high\"; accepted: a finite number"]);
    says("time,angle\n0.1,1\n0.2\n", &["m.csv:3: the row has 1 value, but the header has 2 columns"]);
}

#[test]
fn rows_of_measurements_that_come_twice_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let advice = |rows: &str| damped(folder.path(), rows, "").advice().join("\n");
    assert!(!advice("time,angle\n0.1,0.9\n0.2,0.7\n0.3,0.5\n").contains("lines"));
    let said = advice("time,angle\n0.1,0.9\n0.2,0.7\n0.1,0.9\n0.2,0.71\n");
    assert!(said.contains("m.csv: lines 2 and 4 (0.1 s) are the same"), "{said}");
    assert!(said.contains("lines 3 and 5 (0.2 s) have the same time"), "{said}");
}

#[test]
fn a_parameter_that_a_bound_holds_has_no_standard_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let rows: Vec<String> = (1..40).map(|i| f64::from(i) * 0.025).map(|t| format!("{t},{}\n", swing(t))).collect();
    let mut s = damped(folder.path(), &("time,angle\n".to_string() + &rows.concat()), "");
    s.design.as_mut().expect("a design").bounds[0] = [0.6, 2.0];
    let found = optimised(&s);
    let best = &found.starts[found.best().expect("a best")];
    close("c", best.point[0], 0.6, 1e-5);
    assert_eq!((best.standard_error(0), best.standard_error(1).is_some()), (None, true), "{best:?}");
    assert_eq!(best.fit.as_ref().map(|fit| fit.degrees_of_freedom), Some(38));
}

#[test]
fn a_design_leaves_a_table_and_a_manifest() {
    let folder = tempfile::tempdir().expect("a folder");
    for (file, text) in ["heavy_top_identification.toml", "heavy_top_measured.csv"].map(|file| {
        (file, std::fs::read_to_string(root().join("scenarios").join(file)).expect("a file of the project"))
    }) {
        std::fs::write(folder.path().join(file), text).expect("a file");
    }
    let arguments = ["optimise", "heavy_top_identification.toml", "--format", "csv", "--members", "2"];
    let done = gyrosweep(folder.path(), &arguments);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    let results = folder.path().join("results/heavy_top_identification_design");
    let table = std::fs::read_to_string(results.join("design.csv")).expect("the table");
    let head = "start,start.transverse,start.spin,transverse,spin,standard_error.transverse,standard_error.spin,objective,gradient_norm,\
                iterations,evaluations,group,end,at_bounds,failure";
    assert_eq!(table.lines().next(), Some(head));
    assert_eq!(table.lines().filter(|line| line.ends_with("0,converged,none,none")).count(), 2, "{table}");
    let manifest: gyrosweep::studies::optimise::DesignManifest =
        read_json(&results.join("manifest.json"), "the manifest of a design").unwrap_or_else(|e| panic!("{e}"));
    let best = manifest.results.and_then(|results| results.best).expect("a best start");
    close("spin", best.parameters["spin"], 150.0, 2.0 * best.standard_errors.expect("errors")["spin"]);
    // the folder alone is enough to repeat it
    assert_eq!(manifest.inputs, ["scenario.toml", "measurements.csv"]);
    let alone = folder.path().join("alone");
    std::fs::create_dir(&alone).expect("a folder");
    for file in &manifest.inputs {
        std::fs::copy(results.join(file), alone.join(file)).expect("a copy");
    }
    let again = gyrosweep(&alone, &["optimise", "scenario.toml", "--format", "csv", "--out", "again"]);
    assert_eq!(again.status.code(), Some(0), "{}", String::from_utf8_lossy(&again.stderr));
    assert_eq!(std::fs::read_to_string(alone.join("again/design.csv")).expect("the table"), table);
    // results stand in the way, and are replaced on demand; one iteration does not suffice
    assert_eq!(gyrosweep(folder.path(), &arguments).status.code(), Some(2));
    let file = folder.path().join(arguments[1]);
    let text =
        std::fs::read_to_string(&file).expect("the scenario").replace("[design]\n", "[design]\niterations = 1\n");
    std::fs::write(&file, text).expect("a file");
    let done = gyrosweep(folder.path(), &[&arguments[..], &["--force"]].concat());
    assert_eq!(done.status.code(), Some(3), "{}", String::from_utf8_lossy(&done.stderr));
}

/// What is said of a design that is refused.
fn refused(text: &str) -> String {
    let read = Scenario::parse(&root().join("scenarios/test.toml"), text, Overrides::default());
    read.err().unwrap_or_else(|| panic!("accepted:\n{text}")).to_string()
}

#[test]
fn designs_that_cannot_be_are_refused_in_words() {
    let uniform = [("x", "{ uniform = [-2, 2] }")];
    let with = |design: &str| formula("x^2", 4, &uniform) + "[design]\n" + design;
    let says = |text: &str, words: &[&str]| {
        let message = refused(text);
        words.iter().for_each(|words| assert!(message.contains(words), "{message:?} lacks {words:?}"));
    };
    says(&with("minimise = \"yy\"\n"), &["design.minimise: unknown output component \"yy\"", "\"y\"?"]);
    says(&with("minimise = \"y\"\nfit = \"f.csv\"\n"), &["either minimise = \"output component\" or fit"]);
    says(&with("iterations = 5\n"), &["either minimise"]);
    says(&with("minimise = \"y\"\niterations = 0\n"), &["design.iterations", "a positive number"]);
    says(&with("minimise = \"y\"\ncolumns = [\"y\"]\n"), &["design.columns", "belongs to fit"]);
    says(&with("minimise = \"y\"\nstarts = 3\n"), &["design.starts: unknown key"]);
    let minimise = with("minimise = \"y\"\n");
    let normal = minimise.replace("uniform = [-2, 2]", "normal = [0, 1]");
    says(&normal, &["gives \"x\" no bounds", "uniform, triangular or truncated_normal"]);
    let plan = minimise.find("[plan]").expect("a plan");
    let design = minimise.find("[design]").expect("a design");
    says(&format!("{}{}", &minimise[..plan], &minimise[design..]), &["starts and bounds come from a plan"]);
    says(&minimise.replace("[sensitivity]\nparameters = \"all\"\n", ""), &["no derivatives by \"x\"", "[sensitivity]"]);
    let sampled = with("fit = \"heavy_top_measured.csv\"\n").replace("[plan]", "[sampling]\nevery = 0.01\n[plan]");
    says(&sampled, &["unknown output component with derivatives \"com.x\""]);
    let top = std::fs::read_to_string(root().join("scenarios/heavy_top_identification.toml")).expect("the scenario");
    let changed = |from: &str, to: &str| {
        assert!(top.contains(from), "{from}");
        top.replace(from, to)
    };
    says(
        &changed("duration = 1.0", "duration = 0.5"),
        &["heavy_top_measured.csv:52: the row has the time 0.51 s", "to the end of the run, 0.5 s"],
    );
    says(
        &changed("[sensitivity]\n", "[sensitivity]\nmethod = \"adjoint\"\n"),
        &["sensitivity.method", "samples would have no derivatives", "\"direct\""],
    );
    says(&changed("deviations = [1e-3, 1e-3, 1e-3]", "deviations = [1e-3, 0.0]"), &["3 positive numbers"]);
    says(&changed("heavy_top_measured.csv\"\n", "nowhere.csv\"\n"), &["design.fit", "the table cannot be read"]);
}

#[test]
fn nothing_is_said_of_runs_that_do_not_suffice() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = formula("x^2", 16, &[("x", "{ uniform = [-2, 2] }")]);
    let write = |text: &str| std::fs::write(folder.path().join("s.toml"), text).expect("a scenario");
    let says = |arguments: &[&str], words: &str| {
        let done = gyrosweep(folder.path(), arguments);
        let message = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{message}");
        assert!(message.contains(words), "{message:?} lacks {words:?}");
    };
    let run = |arguments: &[&str]| {
        let done = gyrosweep(folder.path(), &[&["run", "s.toml", "--force"][..], arguments].concat());
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    write(&text);
    says(&["sensitivity", "s.toml"], "accepted: the results of `gyrosweep run s.toml`");
    says(&["optimise", "s.toml"], "there is no [design]");
    run(&["--statistics"]);
    says(&["sensitivity", "s.toml"], "holds statistics only");
    run(&[]);
    // a remark makes no other scenario, another step does
    write(&format!("{text}# a remark\n"));
    let done = gyrosweep(folder.path(), &["sensitivity", "s.toml"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    write(&text.replace("step = 0.5", "step = 0.25"));
    says(&["sensitivity", "s.toml"], "of another scenario or of another text of it");
    write(&text.replace("[sensitivity]\nparameters = \"all\"\n", ""));
    says(&["sensitivity", "s.toml"], "of another scenario or of another text of it");
    write(
        &text
            .replace("kind = \"sobol\"\nmembers = 16\nseed = 1\n", "kind = \"grid\"\n")
            .replace("{ uniform = [-2, 2] }", "[1, 2]"),
    );
    says(&["sensitivity", "s.toml"], "the plan is \"grid\"");
}

/// A design whose output y is a formula over parameters, with these lines of [design].
fn designed(rate: &str, members: u64, parameters: &[(&str, &str)], lines: &str) -> Scenario {
    parse(&(formula(rate, members, parameters) + "[design]\n" + lines))
}

#[test]
fn ends_say_what_is_true() {
    // least on the line z = x, along which it falls to x = 0.5; the gradient beside the line is not zero
    let bounds = [("x", "{ uniform = [-2, 3] }"), ("z", "{ uniform = [-2, 2] }")];
    let kink = designed("(x - 0.5)^2 + 3*abs(z - x)", 8, &bounds, "minimise = \"y\"\n");
    let found = optimised(&kink);
    for start in &found.starts {
        assert_eq!(start.reason, Reason::AtKink, "{start:?}");
        start.point.iter().for_each(|p| close("the least value on the kink", *p, 0.5, 1e-3));
        assert!(start.gradient.expect("a gradient") > 1.0, "{start:?}");
    }
    assert_eq!(found.equal_ends(&kink.design.as_ref().expect("a design").bounds).len(), 1, "{found:?}");
    // least at a bound of x, where the gradient by z is zero
    let bound = designed("x + (z - 1)^2", 8, &bounds, "minimise = \"y\"\n");
    for start in optimised(&bound).starts {
        assert_eq!(start.reason, Reason::AtBound, "{start:?}");
        assert_eq!((start.point[0], start.held[0], start.held[1]), (-2.0, Some(ActiveBound::Lower), None));
        assert_eq!(start.at_bounds(&["x".into(), "z".into()]).as_deref(), Some("x least"));
    }
    // two valleys are two ends
    let two = designed("(x^2 - 1)^2 + z^2", 16, &[("x", "{ uniform = [-2, 2.5] }"), bounds[1]], "minimise = \"y\"\n");
    let found = optimised(&two);
    let groups = found.equal_ends(&two.design.as_ref().expect("a design").bounds);
    assert_eq!((groups.len(), groups.iter().map(Vec::len).sum::<usize>()), (2, 16), "{groups:?}");
    assert!(found.starts.iter().all(|start| start.reason == Reason::Converged), "{found:?}");
    // no time for it
    let short = designed("(1 - x)^2 + 100*(z - x^2)^2", 8, &bounds, "minimise = \"y\"\niterations = 2\n");
    assert!(optimised(&short).starts.iter().any(|start| start.reason == Reason::Limit));
}

#[test]
fn constraints_are_met_with_their_multipliers() {
    let bounds = [("x", "{ uniform = [-2, 3] }"), ("z", "{ uniform = [-2, 3] }")];
    // nearest to (2, 1) within x^2 + z^2 <= 1: (2, 1)/sqrt(5), with the multiplier sqrt(5) - 1
    let lines = "minimise = \"y\"\nsubject_to = [\"x^2 + z^2 <= 1\", \"x > -5\"]\n";
    let s = designed("(x - 2)^2 + (z - 1)^2", 8, &bounds, lines);
    let found = optimised(&s);
    for start in &found.starts {
        assert_eq!(start.reason, Reason::Converged, "{start:?}");
        let root = 5.0f64.sqrt();
        start.point.iter().zip([2.0 / root, 1.0 / root]).for_each(|(p, q)| close("the nearest point", *p, q, 1e-6));
        close("the objective", start.objective.expect("a value"), (root - 1.0).powi(2), 1e-6);
        close("the rate", start.constraints[0].rate, root - 1.0, 1e-4);
        close("the excess", start.constraints[0].value, 0.0, 1e-6);
        assert!(start.constraints[1].rate == 0.0 && start.constraints[1].value < -2.0, "{start:?}");
    }
    // outputs are constrained as well, from both sides
    let bounds = [("x", "{ uniform = [0.1, 3] }"), ("z", "{ uniform = [0.1, 3] }")];
    let s = designed("x*z", 8, &bounds, "minimise = \"x^2 + z^2\"\nsubject_to = [\"y >= 1\", \"x >= 2*z\"]\n");
    for start in optimised(&s).starts {
        assert_eq!(start.reason, Reason::Converged, "{start:?}");
        let z = 0.5f64.sqrt();
        start.point.iter().zip([2.0 * z, z]).for_each(|(p, q)| close("with x z = 1 and x = 2 z", *p, q, 1e-6));
    }
    let s = designed("x + z", 4, &bounds, "minimise = \"y\"\nsubject_to = [\"x^2 < -1\"]\n");
    let found = optimised(&s);
    assert!(found.starts.iter().all(|start| start.reason == Reason::Infeasible), "{found:?}");
}

#[test]
fn figures_over_random_members_are_optimised() {
    // y = (x - d)^2 + x with d of mean 0.2 and deviation 0.1
    let sought = [("x", "{ uniform = [-2, 3] }")];
    let random = "[design.random]\nmembers = 512\nvary = { d = { normal = [0.2, 0.1] } }\n";
    let with = |lines: &str| {
        let text =
            formula("(x - d)^2 + x", 4, &sought).replace("[parameters]\n", "[parameters]\nd = { default = 0.2 }\n");
        parse(&(text + "[design]\n" + lines + random))
    };
    let least = |lines: &str| {
        let found = optimised(&with(lines));
        // where all members are far beyond a limit a probability has no slope, and starts there do not find the way
        let best = found.starts[found.best().expect("a best")].clone();
        for start in found.starts.iter().filter(|start| !lines.contains("probability") || start.reason.is_least()) {
            assert!(start.reason.is_least(), "{lines}: {start:?}");
            close("all starts", start.point[0], best.point[0], 1e-3);
        }
        assert!(best.reason.is_least(), "{lines}: {best:?}");
        assert_eq!(found.members % 512, 0);
        (found, best.point[0])
    };
    // E y = (x - 0.2)^2 + 0.01 + x is least at x = -0.3
    let (found, x) = least("minimise = \"mean(y)\"\n");
    close("mean", x, -0.3, 2e-4);
    let figure = &found.figures[0];
    assert_eq!(figure.text, "mean(y)");
    close("the mean itself", figure.plain, figure.smooth, 1e-12);
    close("of others", figure.others.expect("others"), figure.smooth, 2e-3);
    // the deviation of y is about 0.2 |x - 0.2|: with twice it 2 (x - 0.2) + 1 - 0.4 = 0
    let (_, x) = least("minimise = \"mean(y) + 2*std(y)\"\n");
    close("mean and deviation", x, -0.1, 2e-2);
    // x at which P(d > x) is 5 %: 0.2 + 1.645*0.1
    let (_, x) = least("minimise = \"x\"\nsubject_to = [\"probability(d + 0*y > x) <= 0.05\"]\n");
    close("a probability", x, 0.3645, 1e-2);
    let (_, x) = least("minimise = \"x\"\nsubject_to = [\"quantile(d + 0*y, 0.95) <= x\"]\n");
    close("a quantile", x, 0.3645, 3e-3);
    // what cannot be
    let says = |lines: &str, words: &str| {
        let text =
            formula("(x - d)^2 + x", 4, &sought).replace("[parameters]\n", "[parameters]\nd = { default = 0.2 }\n");
        let message = refused(&(text + "[design]\n" + lines));
        assert!(message.contains(words), "{message}");
    };
    says("minimise = \"mean(y)\"\n", "with [design.random]");
    says(&format!("minimise = \"y\"\n{random}"), "accepted: mean(peak), std(peak)");
    says(&format!("minimise = \"mean(y) + 2*y\"\n{random}"), "names an output outside of a figure");
    says(&format!("minimise = \"mean(y) + d\"\n{random}"), "\"d\" is random and stands outside of a figure");
    says(&format!("minimise = \"quantile(y, 95)\"\n{random}"), "a share between 0 and 1");
    says(&format!("minimise = \"mean(y)\"\n{}", random.replace("d =", "x =")), "\"x\" is sought");
    says("minimise = \"y\"\nsubject_to = [\"y\"]\n", "accepted: one comparison");
    says("minimise = \"y\"\nsubject_to = [\"yy + 1 < 3\"]\n", "\"yy\"");
    says("minimise = \"1 + 2\"\n", "is the same at all points");
}

#[test]
fn an_unknown_output_is_named_before_all_else() {
    let text = formula("x", 4, &[("x", "{ normal = [0, 1] }")]).replace("[sensitivity]\nparameters = \"all\"\n", "");
    let message = refused(&(text + "[design]\nminimise = \"peek\"\n"));
    assert!(message.contains("design.minimise: unknown output component \"peek\""), "{message}");
}
