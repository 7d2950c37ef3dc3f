//! What is watched within steps jumps: largest and smallest values on both sides of a jump, events that pass by one, and how they move.

use crate::common::*;
use gyrosweep::ensemble::Backend;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};

/// A number of a run, and the right one.
type Right<'a> = (&'a str, f64);

fn lanes() -> Box<dyn Backend> {
    Box::new(CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread"))
}

/// Runs a scenario on all backends of double precision, and compares numbers.
fn check(text: &str, tolerance: f64, numbers: &[Right<'_>]) {
    let s = parse(text);
    // the adjoint method is one of the CPU
    let backends = if text.contains("adjoint") { vec![("lanes", lanes())] } else { f64_backends(&s) };
    for (name, backend) in backends {
        let chunk = run_on(backend.as_ref(), &s);
        assert_eq!(chunk.outcomes[0].name(), "completed", "{name}\n{text}");
        for (output, right) in numbers {
            let found = chunk.outputs.value(0, column(&s, output));
            let error = (found - right).abs() / right.abs().max(1.0);
            assert!(error < tolerance, "{name}, {output}: {found:?}, right {right:?}\n{text}");
        }
    }
}

const EXPLICIT: [&str; 3] = [
    "integrator = \"dopri5\"\ntolerance = 1e-11",
    "integrator = \"rkmk4\"\nstep = 2e-3",
    "integrator = \"rk67\"\nstep = 0.013",
];

fn with(method: &str, duration: f64, sensitivity: &str, more: &str) -> String {
    format!(
        "{more}[method]\n{method}\nduration = {duration:?}\n[plan]\nkind = \"one\"\n[sensitivity]\nparameters = \"all\"\n{sensitivity}"
    )
}

/// A mass falls into a rope with a damper, where the tension jumps to c v, v = sqrt(2 g len), and falls from there.
const ROPE: &str = r#"
[parameters]
len = 0.503
c = 20.0
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "mass"
mass = 1
[[force]]
name = "rope"
kind = "rope"
bodies = ["ground", "mass"]
points = [[0, 0, 0.1], [0, 0, 0]]
stiffness = 100
damping = "c"
length = "len"
[[output]]
name = "peak"
quantity = "tension"
force = "rope"
over = "max"
"#;

#[test]
fn what_is_largest_right_behind_a_jump() {
    let speed = (2.0 * 9.81 * 0.403_f64).sqrt();
    let numbers = [("peak", 20.0 * speed), ("d(peak)/d(c)", speed), ("d(peak)/d(len)", 20.0 * 9.81 / speed)];
    for method in EXPLICIT {
        check(&with(method, 0.5, "", ROPE), 1e-9, &numbers);
        check(&with(method, 0.5, "method = \"adjoint\"\n", ROPE), 1e-9, &numbers);
    }
    for method in ["generalized_alpha", "radau2a"] {
        // where it falls freely both are exact
        let method = format!("formulation = \"absolute\"\nintegrator = \"{method}\"\nstep = 1e-3");
        check(&with(&method, 0.5, "", ROPE), 1e-8, &numbers);
    }
}

/// A spring breaks where it is stretched by b; a signal falls from a q to zero at a time q.
const BREAKS: &str = r#"
[parameters]
a = 0.9
b = 0.7123
k = 3.0
q = 0.41
[[variable]]
name = "x"
initial = 0
rate = "a"
[[output]]
name = "x"
quantity = "variable"
variable = "x"
[[output]]
name = "force"
quantity = "expression"
expression = "where(b - x, k*x, 0)"
over = "max"
[[output]]
name = "ramp"
quantity = "expression"
expression = "where(q - t, x, -5)"
over = "max"
[[output]]
name = "least"
quantity = "expression"
expression = "where(t - q, x - 8, 5)"
over = "min"
[[output]]
name = "range"
quantity = "expression"
expression = "where(x - b, 2*x, 0) + 1"
over = "drift"
"#;

#[test]
fn what_is_largest_right_before_a_jump() {
    let (a, b, k, q) = (0.9, 0.7123, 3.0, 0.41);
    let numbers = [
        ("force", k * b),
        ("d(force)/d(b)", k),
        ("d(force)/d(k)", b),
        ("d(force)/d(a)", 0.0),
        ("ramp", a * q),
        ("d(ramp)/d(q)", a),
        ("d(ramp)/d(a)", q),
        ("least", a * q - 8.0),
        ("d(least)/d(q)", a),
        ("d(least)/d(a)", q),
        ("range", 2.0 * a),
        ("d(range)/d(a)", 2.0),
        ("d(range)/d(b)", 0.0),
    ];
    for method in EXPLICIT {
        for how in ["", "method = \"adjoint\"\n"] {
            check(&with(method, 1.0, how, BREAKS), 1e-9, &numbers);
        }
    }
}

/// A sawtooth of the state falls through zero by jumps, and a square wave that is made of it; another signal at a time.
const SAW: &str = r#"
[parameters]
x0 = 0.1
s = 1.2
q = 0.71
[[variable]]
name = "x"
initial = "x0"
rate = "s"
[[output]]
name = "x"
quantity = "variable"
variable = "x"
[[output]]
name = "saw"
quantity = "expression"
expression = "mod(x, 1) - 0.5"
[[event]]
name = "falls"
expression = "saw"
direction = "falling"
[[event]]
name = "square"
expression = "where(saw, 1, -1)"
direction = "falling"
[[event]]
name = "at_a_time"
expression = "where(t - q, 1 + x, x - 9)"
direction = "rising"
[[output]]
name = "n"
quantity = "count_of"
event = "falls"
[[output]]
name = "n_square"
quantity = "count_of"
event = "square"
[[output]]
name = "first"
quantity = "time_of"
event = "falls"
[[output]]
name = "first_square"
quantity = "time_of"
event = "square"
[[output]]
name = "later"
quantity = "time_of"
event = "at_a_time"
"#;

#[test]
fn events_pass_by_jumps() {
    let (x0, s, q) = (0.1, 1.2, 0.71);
    let when = (1.0 - x0) / s;
    let numbers = [
        ("n", 3.0),
        ("n_square", 3.0),
        ("first", when),
        ("d(first)/d(x0)", -1.0 / s),
        ("d(first)/d(s)", -when / s),
        ("first_square", when),
        ("d(first_square)/d(s)", -when / s),
        ("later", q),
        ("d(later)/d(q)", 1.0),
        ("d(later)/d(x0)", 0.0),
    ];
    for method in EXPLICIT {
        for how in ["", "method = \"adjoint\"\n"] {
            check(&with(method, 2.6, how, SAW), 1e-9, &numbers);
        }
    }
}

#[test]
fn smooth_says_that_nothing_switches() {
    let run = |rate: &str, method: &str| {
        let text = format!(
            "[[variable]]\nname = \"x\"\ninitial = 0\nrate = \"{rate}\"\n[[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n[method]\n\
             integrator = \"rkmk4\"\nstep = 0.1\nduration = 1\n{method}\n[plan]\nkind = \"one\"\n"
        );
        let s = parse(&text);
        run_on(f64_backends(&s)[0].1.as_ref(), &s).outputs.value(0, 0)
    };
    let switches = "1 - where(x - 0.5005, 0.5, 0) - where(t - 0.3005, 0.25, 0)";
    let smooth = "1 - smooth(where(x - 0.5005, 0.5, 0)) - smooth(where(t - 0.3005, 0.25, 0))";
    // 0.75 from 0.3005 on, a third of that from where x is 0.5005
    let until = 0.3005 + 0.2 / 0.75;
    assert!((run(switches, "") - (0.5005 + 0.25 * (1.0 - until))).abs() < 1e-12);
    // steps go over what switches
    let over = run(smooth, "");
    assert!((over - run(switches, "")).abs() > 1e-3);
    assert_eq!(over, run(switches, "events = \"none\""));
}
