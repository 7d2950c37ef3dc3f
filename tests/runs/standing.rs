//! Events that follow each other without way between them: rounding alone ends no member there.

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::io::scenario::Scenario;

fn lanes() -> CpuBackend {
    CpuBackend::new(None, LaneWidth::SixtyFour).expect("threads")
}

/// The outcomes of the members of a scenario, each with how often it is.
fn outcomes(scenario: &Scenario) -> Vec<(&'static str, usize)> {
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for outcome in run_on(&lanes(), scenario).outcomes {
        match counts.iter_mut().find(|(name, _)| *name == outcome.name()) {
            Some((_, count)) => *count += 1,
            None => counts.push((outcome.name(), 1)),
        }
    }
    counts
}

/// A pendulum of two bodies whose upper joint is controlled up to a torque, with that method.
fn controlled(method: &str) -> String {
    format!(
        r#"
[parameters]
c0 = 0.4
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "a"
mass = 1.3
inertia = [0.05, 0.04, 0.02]
initial = {{ position = [0, 0, -0.5] }}
[[body]]
name = "b"
mass = 0.8
inertia = [0.03, 0.04, 0.02]
initial = {{ position = [0, 0, -1.4] }}
[[joint]]
name = "j"
kind = "revolute"
between = ["ground", "a"]
at = [0, 0, 0]
axis = [0, 1, 0]
initial = {{ coordinate = "c0", velocity = 0.3 }}
[joint.control]
trajectory = {{ kind = "accelerations", times = [0, 0.33, 0.71, 1.2], accelerations = [3, -4, 1], position = 0.4, velocity = 0.3 }}
proportional = 60
derivative = 4
limit = 8
[[joint]]
name = "k"
kind = "revolute"
between = ["a", "b"]
at = [0, 0, -1]
axis = [0, 1, 0.1]
initial = {{ coordinate = -0.3, velocity = 0.1 }}
[[output]]
name = "q"
quantity = "joint_position"
joint = "j"
[method]
{method}
duration = 1.13
[plan]
kind = "random"
members = 600
[plan.vary]
c0 = {{ uniform = [0.3, 0.5] }}
"#
    )
}

#[test]
fn a_limit_of_a_control_law_is_passed_whatever_rounding_says_of_its_side() {
    for method in ["integrator = \"rkmk4\"\nstep = 5e-3", "integrator = \"dopri5\"\ntolerance = 1e-8"] {
        assert_eq!(outcomes(&parse(&controlled(method))), [("completed", 600)], "{method}");
    }
}

#[test]
fn a_staircase_is_left_where_it_was_come_to() {
    // rises through 3/7 and falls back 9 ms later
    let text = |c0: f64| {
        format!(
            r#"
[parameters]
c0 = {c0:?}
[[variable]]
name = "q"
initial = "c0"
rate = "v"
[[variable]]
name = "v"
initial = 0.5
rate = "-25*q - 2*floor(7*q)"
[[output]]
name = "q_"
quantity = "variable"
variable = "q"
[method]
integrator = "dopri5"
tolerance = 1e-8
duration = 5.0
[plan]
kind = "one"
"#
        )
    };
    let value = |c0: f64| {
        let s = parse(&text(c0));
        let chunk = run_on(&lanes(), &s);
        assert_eq!(chunk.outcomes[0].name(), "completed", "{c0}");
        chunk.outputs.value(0, column(&s, "q_"))
    };
    let [low, there, high] = [0.4203195, 0.42032051297993217, 0.4203215].map(value);
    assert!((there - low).abs() < 1e-4 && (there - high).abs() < 1e-4, "{low} {there} {high}");
}

#[test]
fn what_rests_where_it_switches_stays_on_its_side() {
    // y stops at r, to the bit for some r, and the event that sets x there passes once
    for method in [
        "dop853\"\ntolerance = 1e-10",
        "rkmk4\"\nstep = 0.013",
        "radau2a_3\"\nformulation = \"absolute\"\ntolerance = 1e-8",
    ] {
        let s = parse(&format!(
            r#"
[parameters]
r = 0.3
[[variable]]
name = "y"
initial = 0
rate = "where(r - y, 1, 0)"
[[variable]]
name = "x"
initial = 1
rate = "0"
[[output]]
name = "y_now"
quantity = "variable"
variable = "y"
[[output]]
name = "x_now"
quantity = "variable"
variable = "x"
[[event]]
name = "there"
expression = "y_now - r"
direction = "rising"
set = {{ x = "-2*x" }}
[method]
integrator = "{method}
duration = 1.1
[plan]
kind = "grid"
[plan.vary]
r = {{ min = 0.1, max = 0.9, count = 17 }}
"#
        ));
        let chunk = run_on(&lanes(), &s);
        for member in 0..17 {
            let r = 0.1 + 0.05 * member as f64;
            let [y, x] = ["y_now", "x_now"].map(|name| chunk.outputs.value(member, column(&s, name)));
            assert!((y - r).abs() < 1e-12 && (x + 2.0).abs() < 1e-12, "{method}, {r}: y {y:?}, x {x:?}");
        }
    }
}

#[test]
fn more_than_a_few_functions_may_switch() {
    // 30 oscillators with dry friction in a limited slope, 60 sides: each moves as it does alone
    let text = |oscillators: std::ops::Range<usize>| {
        let one = |i: usize| {
            let x = 0.1 + 0.02 * i as f64;
            format!(
                "[[variable]]\nname = \"x{i}\"\ninitial = {x:?}\nrate = \"v{i}\"\n[[variable]]\nname = \"v{i}\"\ninitial = 0\nrate = \
                 \"-20*x{i} - 0.5*clamp(50*v{i}, -1, 1)\"\n[[output]]\nname = \"q{i}\"\nquantity = \"variable\"\nvariable = \"x{i}\"\n"
            )
        };
        let all: String = oscillators.map(one).collect();
        format!("{all}[method]\nintegrator = \"dop853\"\ntolerance = 1e-11\nduration = 0.3\n[plan]\nkind = \"one\"\n")
    };
    let all = parse(&text(0..30));
    let together = run_on(&lanes(), &all);
    assert_eq!(together.outcomes[0].name(), "completed");
    for i in [0, 13, 29] {
        let s = parse(&text(i..i + 1));
        let alone = run_on(&lanes(), &s).outputs.value(0, 0);
        let beside = together.outputs.value(0, column(&all, &format!("q{i}")));
        assert!((alone - beside).abs() < 1e-10, "{i}: {alone} alone, {beside} beside others");
    }
}

#[test]
fn what_slides_ends_however_slowly_one_side_leads_back() {
    // near x = 0.28 one side leads back 20 times as fast as the other
    for method in
        ["dop853\"\nstep = 1e-3", "rkmk4\"\nstep = 1e-3", "radau2a_3\"\nformulation = \"absolute\"\nstep = 1e-3"]
    {
        let s = parse(&format!(
            "[[variable]]\nname = \"v\"\ninitial = 1.0\nrate = \"where(x - 0.4, -2, 0) - 3*x - 0.5*v - sign(v - 0.3)\"\n[[variable]]\nname = \
             \"x\"\ninitial = 0\nrate = \"v\"\n[[output]]\nname = \"x_\"\nquantity = \"variable\"\nvariable = \"x\"\n[method]\nintegrator = \
             \"{method}\nduration = 0.9\n[plan]\nkind = \"one\"\n"
        ));
        assert_eq!(run_on(&lanes(), &s).outcomes[0].name(), "event_limit", "{method}");
    }
}

#[test]
fn the_time_does_not_go_back_over_a_corner_to_what_passes_just_behind_it() {
    // y passes 1.25 at the instant at which z begins to grow, or a few roundings beside it
    for method in [
        "generalized_alpha\"\nformulation = \"absolute\"\ntolerance = 1e-7",
        "radau2a_3\"\nformulation = \"absolute\"\ntolerance = 1e-8",
        "tsit5\"\ntolerance = 1e-8",
    ] {
        let s = parse(&format!(
            r#"
[parameters]
y0 = 0.75
[[variable]]
name = "y"
initial = "y0"
rate = "1"
[[variable]]
name = "w"
initial = 0
rate = "where(y - 1.25, 1, 0)"
[[variable]]
name = "z"
initial = 0
rate = "where(t - 0.5, 1, 0)"
[[output]]
name = "w_now"
quantity = "variable"
variable = "w"
[[output]]
name = "z_now"
quantity = "variable"
variable = "z"
[method]
integrator = "{method}
duration = 3
[plan]
kind = "grid"
[plan.vary]
y0 = {{ min = 0.74999999999999, max = 0.75000000000001, count = 21 }}
"#
        ));
        let chunk = run_on(&lanes(), &s);
        for member in 0..21 {
            for name in ["w_now", "z_now"] {
                let found = chunk.outputs.value(member, column(&s, name));
                assert!((found - 2.5).abs() < 1e-11, "{method}, {member}: {name} {found}");
            }
        }
    }
}
