//! Functions of parameters alone: scenarios in which nothing moves.

use crate::common::{column, cpu_backends, f64_backends, gpu_backend, parse, refusal, replaced, run_on};
use gyrosweep::ensemble::Outcome;
use gyrosweep::num::Precision;
use gyrosweep::studies::converge::{At, Target};

/// Ishigami's function.
const ISHIGAMI: &str = r#"
[parameters]
x1 = 0.0
x2 = 0.0
x3 = 0.0
[[output]]
name = "y"
quantity = "expression"
expression = "sin(x1) + 7.0*sin(x2)^2 + 0.1*x3^4*sin(x1)"
[[output]]
name = "twice"
quantity = "expression"
expression = "2*y + x3"
[plan]
kind = "sobol"
members = 300
seed = 1
[plan.vary]
x1 = { uniform = [-3.1, 3.1] }
x2 = { uniform = [-3.1, 3.1] }
x3 = { uniform = [-3.1, 3.1] }
"#;

/// What makes a mechanism of a function: a variable that stays as it is, and one step.
const IDLE: &str = r#"
[[variable]]
name = "nothing"
initial = 0.0
rate = "0"
[method]
integrator = "euler"
step = 1.0
duration = 1.0
"#;

#[test]
fn members_are_evaluated_once_with_exact_derivatives() {
    let scenario = parse(&format!("{ISHIGAMI}[sensitivity]\nparameters = [\"x1\", \"x3\"]\nsecond = [\"y\"]\n"));
    let [y, twice, by_x1, by_x3, by_both] =
        ["y", "twice", "d(y)/d(x1)", "d(y)/d(x3)", "d2(y)/d(x1)d(x3)"].map(|name| column(&scenario, name));
    for (code, backend) in f64_backends(&scenario) {
        let chunk = run_on(&*backend, &scenario);
        assert!(chunk.outcomes.iter().all(|outcome| *outcome == Outcome::Completed), "{code}");
        assert!(chunk.steps.iter().all(|steps| *steps == 1), "{code}");
        for member in 0..300 {
            let (row, found) = (chunk.members.row(member), chunk.outputs.row(member));
            let [a, b, c] = row[..] else { panic!("three parameters") };
            let exact = [
                (y, a.sin() + 7.0 * b.sin().powi(2) + 0.1 * c.powi(4) * a.sin()),
                (twice, 2.0 * (a.sin() + 7.0 * b.sin().powi(2) + 0.1 * c.powi(4) * a.sin()) + c),
                (by_x1, a.cos() * (1.0 + 0.1 * c.powi(4))),
                (by_x3, 0.4 * c.powi(3) * a.sin()),
                (by_both, 0.4 * c.powi(3) * a.cos()),
            ];
            for (place, value) in exact {
                assert!((found[place] - value).abs() < 2e-13, "{code}: {} {value}", found[place]);
            }
        }
    }
}

/// The same bits as those of a mechanism that does nothing, in all codes; the adjoint finds the same derivatives.
#[test]
fn functions_are_mechanisms_that_do_nothing() {
    let by = "[sensitivity]\nparameters = [\"x1\", \"x2\", \"x3\"]\n";
    let function = parse(&format!("{ISHIGAMI}{by}"));
    let idle = parse(&format!("{ISHIGAMI}{by}{IDLE}"));
    let adjoint = parse(&format!("{ISHIGAMI}{by}method = \"adjoint\"\n"));
    let mut reference = None;
    for ((code, backend), (_, of_idle)) in f64_backends(&function).into_iter().zip(f64_backends(&idle)) {
        let found = run_on(&*backend, &function).outputs;
        assert_eq!(found, run_on(&*of_idle, &idle).outputs, "{code}");
        assert_eq!(found, *reference.get_or_insert_with(|| found.clone()), "{code}");
    }
    for (code, backend) in cpu_backends() {
        let (found, direct) = (run_on(&*backend, &adjoint).outputs, reference.as_ref().expect("outputs"));
        for place in 0..found.columns().len() {
            let all = found.column(place).iter().zip(direct.column(place));
            assert!(all.clone().all(|(a, b)| (a - b).abs() < 2e-12), "{code}: column {place}");
        }
    }
}

#[test]
fn kernels_of_single_precision_evaluate_functions() {
    let scenario = parse(ISHIGAMI);
    let exact = run_on(&*cpu_backends().remove(0).1, &scenario).outputs;
    for (precision, tolerance) in [(Precision::Single, 1e-4), (Precision::DoubleFloat, 1e-11)] {
        let Some(backend) = gpu_backend(&scenario, precision) else { continue };
        let found = run_on(&*backend, &scenario).outputs;
        let all = found.column(0).iter().zip(exact.column(0));
        assert!(all.clone().all(|(a, b)| (a - b).abs() < tolerance), "{precision:?}");
    }
}

#[test]
fn what_moves_is_no_function() {
    let moving = "a mechanism needs at least one [[body]], [[beam]] or [[variable]]";
    for (text, message) in [
        (
            replaced(ISHIGAMI, &[("0.1*x3^4", "t*x3^4")]),
            "output[0].expression: found the time t, which a function of parameters",
        ),
        (
            format!("{ISHIGAMI}[method]\nintegrator = \"euler\"\nstep = 1.0\nduration = 1.0\n"),
            "; a function of parameters, whose outputs are expressions, needs none of them, and has no \"method\"",
        ),
        (format!("{ISHIGAMI}[sampling]\nevery = 0.1\n"), "and has no \"sampling\""),
        (format!("{ISHIGAMI}[gravity]\nacceleration = [0, 0, -9.81]\n"), "and has no \"gravity\""),
        (
            replaced(ISHIGAMI, &[("expression = \"2*y + x3\"", "expression = \"2*y + x3\"\nover = \"integral\"")]),
            "output[1].over: found \"integral\" in a function of parameters",
        ),
        (
            replaced(ISHIGAMI, &[("quantity = \"expression\"\nexpression = \"2*y + x3\"", "quantity = \"energy\"")]),
            "output[1].quantity: found what is no expression in a function of parameters",
        ),
        ("[parameters]\nx = 1.0\n".to_string(), moving),
        (replaced(ISHIGAMI, &[("expression = \"2*y + x3\"", "expression = \"2*z + x3\"")]), "unknown name \"z\""),
    ] {
        let found = refusal(&text);
        assert!(found.contains(message), "{found}");
    }
    let error = Target::new(&parse(ISHIGAMI).study, None, &[], At::End).expect_err("it is refused");
    assert!(error.to_string().starts_with("nothing moves in the scenario"), "{error}");
}
