//! Instants at which sides change that a parameter moves: derivatives of what is integrated and watched, by closed forms.

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};

const EXPLICIT: [&str; 2] = ["integrator = \"tsit5\"\ntolerance = 1e-9", "integrator = \"rkmk4\"\nstep = 0.03125"];

const IMPLICIT: [&str; 2] = [
    "integrator = \"radau2a_3\"\nformulation = \"absolute\"\ntolerance = 1e-9",
    "integrator = \"generalized_alpha\"\nformulation = \"absolute\"\nstep = 0.03125",
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
            let p = chunk.members.row(member).first().copied().unwrap_or(f64::NAN);
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
        &[EXPLICIT, IMPLICIT].concat(),
        2.7,
        &[("d(i)/d(p)", &|_| -1.0 / 0.615), ("d(j)/d(p)", &|p| -2.7 + passed(p) / 0.615)],
    );
}

/// y passes c at the instant, to the bit, at which the force on w jumps.
const AT_CORNER: &str = r#"
[parameters]
p = 0.0
q = 0.5
[[variable]]
name = "y"
initial = 0
rate = "1 + p"
[[variable]]
name = "z"
initial = 0
rate = "where(y - c, 2, 1)"
[[variable]]
name = "w"
initial = 0
rate = "where(t - q, 3, 1)"
[[variable]]
name = "s"
initial = 0.2
rate = 1
[[variable]]
name = "n"
initial = 0
rate = 0
[[output]]
name = "s_o"
quantity = "variable"
variable = "s"
[[output]]
name = "n_o"
quantity = "variable"
variable = "n"
[[output]]
name = "y_o"
quantity = "variable"
variable = "y"
[[output]]
name = "z_o"
quantity = "variable"
variable = "z"
[[output]]
name = "w_o"
quantity = "variable"
variable = "w"
[[output]]
name = "i"
quantity = "expression"
expression = "where(y_o - c, 0, t + 0.2)"
over = "integral"
[[event]]
name = "e"
expression = "y_o - c"
direction = "rising"
more
[[output]]
name = "t_e"
quantity = "time_of"
event = "e"
[plan]
kind = "one"
"#;

#[test]
fn what_passes_by_itself_where_a_function_of_the_time_switches_does_not_move_with_that() {
    for c in [0.5, 0.3, 0.7123] {
        for set in [false, true] {
            let more = if set { "set = { n = \"n + s_o\" }" } else { "" };
            let scenario = AT_CORNER.replace("q = 0.5", &format!("q = {c}")).replace("- c", &format!("- {c}"));
            let of_set = if set { -c } else { 0.0 };
            let right = [-c, 0.0, c, 0.0, 0.0, -2.0, -c * (c + 0.2), 0.0, of_set, 0.0];
            let names = ["t_e", "z_o", "w_o", "i", "n_o"].map(|name| ["p", "q"].map(|by| format!("d({name})/d({by})")));
            let functions = right.map(|right| move |_: f64| right);
            let columns: Vec<(&str, &dyn Fn(f64) -> f64)> = names
                .iter()
                .flatten()
                .map(String::as_str)
                .zip(functions.iter().map(|f| f as &dyn Fn(f64) -> f64))
                .collect();
            check(&scenario.replace("more", more), &[EXPLICIT, IMPLICIT].concat(), 1.3, &columns);
        }
    }
}

/// y comes to rest at p, where y - t/2 is largest.
const RESTS: &str = r#"
[parameters]
p = 1.9
[[variable]]
name = "y"
initial = 0
rate = "where(p - y, 1, 0)"
[[output]]
name = "y_o"
quantity = "variable"
variable = "y"
[[output]]
name = "m"
quantity = "variable"
variable = "y"
over = "max"
[[output]]
name = "peak"
quantity = "expression"
expression = "y_o - 0.5*t"
over = "max"
[plan]
kind = "grid"
[plan.vary]
p = [1.922, 1.3, 0.5]
"#;

#[test]
fn what_is_largest_where_it_comes_to_rest_moves_as_it_comes_there() {
    let columns: [(&str, &dyn Fn(f64) -> f64); 4] =
        [("m", &|p| p), ("d(m)/d(p)", &|_| 1.0), ("peak", &|p| 0.5 * p), ("d(peak)/d(p)", &|_| 0.5)];
    check(RESTS, &EXPLICIT, 2.7, &columns);
    check(RESTS, &IMPLICIT, 2.7, &columns[..3]);
}
