//! Instants at which sides change that a parameter moves: derivatives of what is integrated and watched, by closed forms.

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};

const EXPLICIT: [&str; 2] = ["integrator = \"tsit5\"\ntolerance = 1e-9", "integrator = \"rkmk4\"\nstep = 0.03125"];

const IMPLICIT: [&str; 3] = [
    "integrator = \"radau2a_3\"\nformulation = \"absolute\"\ntolerance = 1e-9",
    "integrator = \"generalized_alpha\"\nformulation = \"absolute\"\nstep = 0.03125",
    "integrator = \"generalized_alpha\"\nformulation = \"absolute\"\ntolerance = 1e-7",
];

const BY: [&str; 2] = ["direct", "adjoint"];

/// Runs a scenario by methods, direct and adjoint, and compares columns of all members with functions of their parameter, to 1e-8.
fn check(scenario: &str, methods: &[&str], duration: f64, columns: &[(&str, &dyn Fn(f64) -> f64)]) {
    for (method, by) in methods.iter().flat_map(|method| BY.map(|by| (method, by))) {
        let s = parse(&format!(
            "{scenario}\n[method]\n{method}\nduration = {duration}\n[sensitivity]\nparameters = \"all\"\nmethod = {by:?}\n"
        ));
        let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"), &s);
        for member in 0..chunk.members.count() {
            let p = chunk.members.row(member)[0];
            for (name, right) in columns {
                let (found, right) = (chunk.outputs.value(member, column(&s, name)), right(p));
                assert!((found - right).abs() < 1e-8, "{method}, {by}, p = {p}, {name}: {found}, right {right}");
            }
        }
    }
}

const WHOLE: &str = r#"
[parameters]
p = 1.5
[[variable]]
name = "z"
initial = 0.843
rate = 0.615
[[output]]
name = "z_o"
quantity = "variable"
variable = "z"
[[output]]
name = "i"
quantity = "expression"
expression = "step(z_o - p)"
over = "integral"
[[output]]
name = "j"
quantity = "expression"
expression = "mod(z_o - p, 1)"
over = "integral"
[plan]
kind = "grid"
[plan.vary]
p = { min = 0.911, max = 2.411, count = 16 }
"#;

#[test]
fn integrals_of_what_jumps_move_with_two_functions_that_jump_at_one_instant() {
    let passed = |p: f64| (0.843 + 0.615 * 2.7 - p).floor() - (0.843 - p).floor();
    check(
        WHOLE,
        &[EXPLICIT, IMPLICIT[..2].try_into().expect("two")].concat(),
        2.7,
        &[("d(i)/d(p)", &|_| -1.0 / 0.615), ("d(j)/d(p)", &|p| -2.7 + passed(p) / 0.615)],
    );
}
