//! Parameters: their short form, expressions in place of numbers, and what is derived from others.

mod common;
#[path = "parameters/units.rs"]
mod units;

use common::*;
use gyrosweep::ensemble::Chunk;

/// A pendulum on an arm, of a mass that varies.
fn pendulum(parameters: &str, arm: &str, mass: &str) -> Chunk {
    let s = parse(&format!(
        "[parameters]\n{parameters}\n[gravity]\nacceleration = [0, 0, -9.81]\n[[body]]\nname = \"bob\"\nmass = \
         \"{mass}\"\ninertia = [0.01, 0.01, 0.02]\ninitial = {{ position = [\"{arm}\", 0, 0] }}\n[[joint]]\nname = \
         \"hinge\"\nkind = \"revolute\"\nbetween = [\"ground\", \"bob\"]\nat = [0, 0, 0]\naxis = [0, 1, \
         0]\n[method]\nintegrator = \"rkmk4\"\nstep = 0.01\nduration = 0.5\n[[output]]\nname = \"at\"\nquantity = \
         \"position\"\nbody = \"bob\"\n[[output]]\nname = \"shown\"\nquantity = \"expression\"\nexpression = \
         \"{arm}\"\n[sensitivity]\nparameters = \"all\"\n[plan]\nkind = \"grid\"\n[plan.vary]\nhalf = {{ min = \
         \"pi/8\", max = 0.5, count = 3 }}\n"
    ));
    run_on(cpu_backends().remove(2).1.as_ref(), &s)
}

#[test]
fn derived_parameters_are_the_expressions_that_they_stand_for() {
    // in any order, over each other
    let derived = pendulum(
        "arm = { value = \"2*half\", unit = \"m\" }\nheavy = { value = \"arm^2/half\" }\nhalf = 0.25",
        "arm",
        "heavy",
    );
    let plain = pendulum("half = { default = 0.25 }", "2*half", "(2*half)^2/half");
    assert_eq!(derived.outcomes, plain.outcomes);
    let bits = |chunk: &Chunk| chunk.outputs.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&derived), bits(&plain));
    let shown: Vec<f64> = (0..3).map(|member| derived.outputs_of(member).expect("completed")[3]).collect();
    let expected = [2.0 * std::f64::consts::PI / 8.0, std::f64::consts::PI / 8.0 + 0.5, 1.0];
    assert!(shown.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15), "{shown:?}");
}

#[test]
fn a_default_may_be_written_in_any_way() {
    let at = |half: &str| pendulum(&format!("half = {half}"), "2*half", "1").outputs;
    let expected = at("{ default = 0.25 }");
    for half in ["0.25", "\"1/4\"", "{ default = \"cos(0)/4\" }"] {
        assert_eq!(at(half), expected, "{half}");
    }
}
