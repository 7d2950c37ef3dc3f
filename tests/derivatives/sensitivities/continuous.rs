//! The derivatives of the solution itself: golden/p02_heavytop.json has those of the heavy top by seven parameters, of
//! variational equations in 34 digits beside complex steps and differences.

use super::*;

/// The parameters of the golden file, and what they are here.
const PARAMETERS: [(&str, &str); 7] = [
    ("m", "m"),
    ("Jxx", "Jxx"),
    ("Jyy", "Jyy"),
    ("Jzz", "Jzz"),
    ("Xy", "Xy"),
    ("Omega0_y", "spin"),
    ("Omega0_z", "third"),
];

/// The largest error of derivatives of outputs by every parameter, in units of the largest component.
fn error(scenario: &Scenario, chunk: &Chunk, outputs: &[(&str, &str)]) -> f64 {
    let golden = golden("p02_heavytop.json");
    let all = &golden["cases"][0]["results"][0]["sensitivities"];
    let mut worst: f64 = 0.0;
    for (key, name) in PARAMETERS {
        for (of, output) in outputs {
            let mut exact = numbers(&all[key][format!("d{of}")]);
            if (key, *of) == ("Omega0_z", "xdot") || (key, *of) == ("Omega0_y", "xdot") {
                // the velocity at the start follows from the angular velocity there as here
                exact.truncate(3);
            }
            let size = exact.iter().fold(0.0, |size: f64, x| size.max(x.abs()));
            for (axis, exact) in ["x", "y", "z"].into_iter().zip(exact) {
                let found = value(scenario, chunk, &format!("d({output}.{axis})/d({name})"));
                worst = worst.max((found - exact).abs() / size);
            }
        }
    }
    worst
}

#[test]
fn derivatives_of_an_explicit_method_meet_those_of_the_solution() {
    let (s, chunk) = differentiated(&top("joint", "integrator = \"rk67\"\nstep = 1e-4", ""));
    let found = error(&s, &chunk, &[("x", "x"), ("Omega", "omega"), ("xdot", "v")]);
    assert!(found < 1e-11, "{found:e}");
}

#[test]
fn derivatives_converge_with_the_order_of_the_method() {
    for (formulation, method, order, steps) in [
        ("joint", "rkmk4", 4.0, [1e-3, 5e-4, 2.5e-4]),
        ("absolute", "generalized_alpha", 2.0, [1e-3, 5e-4, 2.5e-4]),
        ("absolute", "rattle", 2.0, [1e-3, 5e-4, 2.5e-4]),
    ] {
        let point = |step: f64| {
            let lines = format!("integrator = \"{method}\"\nstep = {step:e}");
            let reaction = "[[output]]\nname = \"lambda\"\nquantity = \"reaction_force\"\njoint = \"pivot\"\n";
            let is_constrained = formulation == "absolute";
            let (s, chunk) = differentiated(&top(formulation, &lines, if is_constrained { reaction } else { "" }));
            let mut outputs = vec![("x", "x"), ("Omega", "omega"), ("xdot", "v")];
            // the reaction is the force of the support on the body, as in the golden file
            outputs.extend(is_constrained.then_some(("lambda", "lambda")));
            (step, error(&s, &chunk, &outputs))
        };
        let points: Vec<(f64, f64)> = steps.into_iter().map(point).collect();
        assert!((slope(&points) - order).abs() < 0.2, "{method}: {points:?}");
    }
}

#[test]
fn derivatives_by_a_held_parameter_change_no_bit_of_the_outputs() {
    let text = top("joint", "integrator = \"rkmk4\"\nstep = 1e-3", "");
    let plain = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("threads"), &parse(&text));
    let (s, chunk) = differentiated(&text);
    let first = completed(&plain);
    assert_eq!(completed(&chunk)[..first.len()], first);
    assert_eq!(s.study.channel_count(), first.len() * 9);
}
