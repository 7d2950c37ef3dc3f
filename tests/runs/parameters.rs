//! Parameters: their short form, expressions in place of numbers, and what is derived from others.

mod check;
mod units;

use crate::common::*;
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
    let bits = |chunk: &Chunk| chunk.outputs.as_slice().iter().map(|x| x.to_bits()).collect::<Vec<_>>();
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

/// A mass that many names lead to, each of which uses the one before twice, in the order of `order`.
fn chain(length: usize, order: impl Fn(usize) -> usize) -> gyrosweep::io::scenario::Scenario {
    let line = |i: usize| format!("a{} = {{ value = \"a{i}/2 + a{i}/2\" }}\n", i + 1);
    let names: String = (0..length).map(|i| line(order(i))).collect();
    parse(&format!(
        "[parameters]\na0 = 2.0\n{names}[[body]]\nname = \"b\"\nmass = \"a{length}\"\ninertia = [\"a{length}\", 2, \
         2]\n[[force]]\nname = \"f\"\nkind = \"force\"\nbody = \"b\"\nforce = [\"3*a{length}^2\", 0, 0]\n[method]\nintegrator = \
         \"rkmk4\"\nstep = 0.1\nduration = 1\n[[output]]\nname = \"at\"\nquantity = \"position\"\nbody = \
         \"b\"\n[sensitivity]\nparameters = [\"a0\"]\n[plan]\nkind = \"grid\"\n[plan.vary]\na0 = [2, 3]\n"
    ))
}

#[test]
fn names_that_use_each_other_twice_cost_as_much_as_their_texts_are_long() {
    // written out, these would be 2^200 terms
    let length = 200;
    let forwards = chain(length, |i| i);
    let backwards = chain(length, |i| length - 1 - i);
    for (name, backend) in cpu_backends() {
        let [chunk, other] = [&forwards, &backwards].map(|s| run_on(backend.as_ref(), s));
        assert_eq!(chunk.outputs, other.outputs, "{name}");
        for (member, a0) in [2.0, 3.0].into_iter().enumerate() {
            // half of the force 3 a0^2 over the mass a0, and its derivative
            let outputs = chunk.outputs_of(member).expect("completed");
            assert!((outputs[0] - 1.5 * a0).abs() < 1e-12, "{name}: {outputs:?}");
            let slope = outputs[column(&forwards, "d(at.x)/d(a0)")];
            assert!((slope - 1.5).abs() < 1e-12, "{name}: {slope}");
        }
    }
}
