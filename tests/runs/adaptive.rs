//! Adaptive steps: the error follows the tolerance, every backend makes the same steps, sampling changes nothing,
//! and a member that cannot go on says so.

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Adaptive, Backend, Chunk, Method, Outcome, Steps, Study};
use gyrosweep::integrator;
use gyrosweep::io::scenario::Scenario;
use gyrosweep::model::Expr;

/// Every explicit integrator that estimates its error; generalized-alpha, whose order of 2 lets the error grow over the steps,
/// has its own test.
fn embedded() -> impl Iterator<Item = &'static str> {
    integrator::ALL.iter().filter(|i| i.error_order().is_some() && !i.is_implicit()).map(|i| i.name)
}

/// Heavy tops with these lines as the method's, tolerances from 1e-4 to 1e-12 in a grid.
fn tops(method: &str, further: &str) -> Scenario {
    heavy_top("-4.61538", method, 0.1, further)
}

const TOLERANCES: &str = "[plan]\nkind = \"grid\"\n[plan.vary]\nexponent = { min = -12, max = -4, count = 33 }\n";

fn reference() -> Vec<f64> {
    let golden = golden("p02_heavytop.json");
    let cases = golden["cases"].as_array().unwrap();
    let case = cases.iter().find(|c| numbers(&c["parameters"]["Omega0"])[2] < 0.0).unwrap();
    numbers(&case["results"][0]["x"])
}

fn assert_same_steps(name: &str, expected: &Chunk, found: &Chunk) {
    assert_eq!(expected.outcomes, found.outcomes, "{name}");
    assert_eq!(expected.steps, found.steps, "{name}");
    assert_eq!(expected.rejected, found.rejected, "{name}");
}

#[test]
fn the_error_follows_the_tolerance_and_all_backends_make_the_same_steps() {
    let exact = reference();
    for method in embedded() {
        let s = tops(&format!("integrator = \"{method}\"\ntolerance = \"10^exponent\""), TOLERANCES);
        let backends = f64_backends(&s);
        let expected = run_on(backends[0].1.as_ref(), &s);
        for i in 0..expected.outcomes.len() {
            let tolerance = 10f64.powf(expected.members.row(i)[0]);
            let error = distance(&vector(&s, &expected, i, "com"), &exact);
            // rounding of some thousand steps adds up to 1e-13
            assert!(error < 10.0 * tolerance + 1e-13, "{method}: {error:e} at the tolerance {tolerance:e}");
            // methods of higher order are more accurate than their estimate says; this one is not, so that a
            // control that wastes steps shows
            assert!(method != "dopri5" || error > 0.1 * tolerance, "{error:e} at the tolerance {tolerance:e}");
        }
        for (name, backend) in &backends[1..] {
            assert_same_steps(&format!("{method}, {name}"), &expected, &run_on(backend.as_ref(), &s));
        }
    }
}

#[test]
fn rejected_steps_are_the_same_everywhere() {
    // a soft support that is hit again and again: the step is found anew every time
    let text = r#"
[parameters]
height = { default = 1.0, unit = "m" }
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "ball"
mass = 1.0
inertia = [1, 1.2, 1.4]
initial = { position = [0, 0, "height"], angular_velocity = [1, 2, 3] }
[[force]]
name = "ground"
kind = "expression_force"
body = "ball"
force = [0, 0, "1e5*max(0.1 - z, 0)"]
[method]
integrator = "INTEGRATOR"
tolerance = 1e-8
control = "CONTROL"
duration = 2.0
[plan]
kind = "grid"
[plan.vary]
height = { min = 0.5, max = 1.5, count = 40 }
[[output]]
name = "com"
quantity = "position"
body = "ball"
[[output]]
name = "energy"
quantity = "kinetic_energy"
"#;
    for (method, control) in [("dopri5", "pi"), ("ode23", "i"), ("dop853", "pid"), ("tsit5", "pi")] {
        let s = parse(&text.replace("INTEGRATOR", method).replace("CONTROL", control));
        let backends = f64_backends(&s);
        let expected = run_on(backends[0].1.as_ref(), &s);
        assert!(expected.outcomes.iter().all(|o| *o == Outcome::Completed));
        assert!(expected.rejected.iter().all(|r| *r > 5), "{method}: {:?}", expected.rejected);
        for (name, backend) in &backends[1..] {
            assert_same_steps(&format!("{method}, {name}"), &expected, &run_on(backend.as_ref(), &s));
        }
    }
}

#[test]
fn sampling_never_changes_the_steps() {
    let exact = reference();
    for method in ["integrator = \"tsit5\"\ntolerance = 1e-9", "integrator = \"rkmk4\"\nstep = 1e-4"] {
        let plain = tops(method, "");
        // neither a multiple of the step nor a part of the duration
        let sampled = tops(method, "[sampling]\nevery = 0.0007123\n");
        let expected = run_on(cpu_backends()[0].1.as_ref(), &plain);
        let mut first: Option<Chunk> = None;
        for (name, backend) in f64_backends(&sampled) {
            let chunk = run_on(backend.as_ref(), &sampled);
            assert_same_steps(name, &expected, &chunk);
            assert_eq!(expected.outputs, chunk.outputs, "{name}");
            let times: Vec<f64> = chunk.samples.rows.iter().map(|(_, t)| *t).collect();
            let due = (0..141).map(|n| f64::from(n) * 0.0007123).chain([0.1]);
            assert_eq!(times, due.collect::<Vec<_>>(), "{name}");
            assert_eq!(chunk.samples.values.row(141), chunk.outputs.row(0), "the last sample is the end: {name}");
            let first = first.get_or_insert_with(|| chunk.clone());
            assert_eq!(first.samples.values, chunk.samples.values, "{name}");
        }
        assert!(distance(&vector(&plain, &expected, 0, "com"), &exact) < 1e-8);
    }
}

#[test]
fn samples_within_a_step_have_the_order_of_the_method() {
    // a step of 1e-3 s, sampled at a tenth of it, against samples of a fine solution
    let run = |method: &str| {
        let s = tops(method, "[sampling]\nevery = 0.0001\n");
        let chunk = run_on(cpu_backends()[0].1.as_ref(), &s);
        assert_eq!(chunk.samples.rows.len(), 1001);
        chunk.samples.values
    };
    let fine = run("integrator = \"dop853\"\ntolerance = 1e-13");
    for (method, order) in [("rk33", 3.0), ("rkmk4", 4.0), ("dopri5", 5.0), ("rk67", 6.0)] {
        let error = |step: f64| {
            let values = run(&format!("integrator = \"{method}\"\nstep = {step:?}"));
            let distances = values.each_row().zip(fine.each_row()).map(|(a, b)| distance(&a, &b));
            distances.fold(0.0, f64::max)
        };
        let points: Vec<(f64, f64)> = [4e-4, 8e-4, 1.6e-3].map(|h| (h, error(h))).to_vec();
        let slope = slope(&points);
        assert!((slope - order).abs() < 0.35, "{method}: {slope}, {points:?}");
    }
}

#[test]
fn a_member_that_cannot_go_on_says_so() {
    let outcome_of = |method: &str| {
        let s = tops(method, "");
        let mut all: Option<(Outcome, u32, u32, f64)> = None;
        for (name, backend) in f64_backends(&s) {
            let chunk = run_on(backend.as_ref(), &s);
            let found = (chunk.outcomes[0], chunk.steps[0], chunk.rejected[0], chunk.times[0]);
            assert_eq!(*all.get_or_insert(found), found, "{name}");
            assert!(chunk.outputs.as_slice().iter().all(|y| y.is_nan()));
        }
        all.unwrap()
    };
    let limited = outcome_of("integrator = \"dopri5\"\ntolerance = 1e-10\nstep_limit = 50");
    assert_eq!((limited.0, limited.1 + limited.2), (Outcome::StepLimit, 50));
    assert!(limited.3 > 0.0 && limited.3 < 0.1);
    let small = outcome_of("integrator = \"dopri5\"\ntolerance = 1e-10\nsmallest_step = 1e-3\nfirst_step = 2e-3");
    assert_eq!(small.0, Outcome::StepTooSmall);
    assert!(small.2 > 0);
}

#[test]
fn limits_of_the_step_are_kept() {
    let s = tops("integrator = \"dop853\"\ntolerance = 1e-6\nlargest_step = 1e-3", "");
    for (name, backend) in f64_backends(&s) {
        let chunk = run_on(backend.as_ref(), &s);
        assert!((100..120).contains(&chunk.steps[0]), "{name}: {}", chunk.steps[0]);
    }
}

#[test]
fn members_do_not_wait_for_each_other() {
    // tolerances that differ by eight orders beside each other: the results are those of each alone
    let method = "integrator = \"dopri5\"\ntolerance = \"10^exponent\"";
    let all = tops(method, TOLERANCES);
    let together = run_on(cpu_backends().last().unwrap().1.as_ref(), &all);
    for i in [0, 7, 32] {
        let exponent = together.members.row(i)[0];
        let alone = tops(&method.replace("exponent", &format!("({exponent:?})")), "");
        let chunk = run_on(cpu_backends()[0].1.as_ref(), &alone);
        assert_eq!(chunk.steps[0], together.steps[i]);
        assert_eq!(chunk.outputs_of(0), together.outputs_of(i));
    }
}

#[test]
fn every_width_takes_every_backend() {
    // the lanes of processors that this one may not have
    use gyrosweep::ensemble::cpu::{CpuBackend, InstructionSet, LaneWidth};
    let s = tops("integrator = \"tsit5\"\ntolerance = \"10^exponent\"", TOLERANCES);
    let expected = run_on(cpu_backends()[0].1.as_ref(), &s);
    for width in LaneWidth::ALL {
        for instructions in InstructionSet::ALL {
            let backend = CpuBackend::with(Some(2), width, instructions).unwrap();
            let chunk = run_on(&backend as &dyn Backend, &s);
            assert_same_steps(&backend.description(), &expected, &chunk);
            assert_eq!(expected.outputs, chunk.outputs);
        }
    }
}

/// Where bodies are at the end of a scenario of the project with a method and a tolerance.
fn positions(file: &str, body: &str, method: &str, tolerance: f64) -> Vec<f64> {
    let s = scenario(file, &[]);
    let integrator = integrator::find(method).expect(method);
    let order = integrator.error_order().expect("an estimate");
    let steps = Steps::Adaptive(Box::new(Adaptive::new(tolerance, tolerance, order)));
    let duration = Expr::Constant(2.0);
    let own = Method { integrator, steps, duration, ..s.study.method.clone() };
    let study =
        Study::new(s.study.mechanism.clone(), own, None, s.study.plan().clone()).unwrap_or_else(|e| panic!("{e}"));
    let s = Scenario { study, ..s };
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &s);
    vector(&s, &chunk, 0, body).to_vec()
}

#[test]
fn positions_of_implicit_methods_follow_the_tolerance() {
    for (file, body) in [("pendulum", "mass"), ("slider_crank", "slider"), ("four_bar", "rocker")] {
        let exact = positions(file, body, "radau2a_3", 1e-11);
        for method in ["generalized_alpha", "radau2a", "radau2a_3", "dg"] {
            for tolerance in [1e-3, 1e-4, 1e-5, 1e-6] {
                let error = distance(&positions(file, body, method, tolerance), &exact);
                eprintln!("{file} {method} {tolerance:e}: {:.2} times", error / tolerance);
                assert!(error < 30.0 * tolerance, "{file}, {method}: {error:e} at the tolerance {tolerance:e}");
            }
        }
    }
}
