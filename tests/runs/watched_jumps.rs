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

#[test]
fn the_least_of_a_root_of_a_distance_has_no_slope_in_either_method() {
    for (expression, over, k) in
        [("sqrt(abs(x_ - a))", "min", 0.0), ("-abs(x_ - a)^0.4", "max", 0.0), ("sqrt(abs(x_ - a)) + k*x_", "min", 0.5)]
    {
        let text = format!(
            "[parameters]\nk = 0.9\na = 0.5\nx0 = 0.1752\n[[variable]]\nname = \"x\"\ninitial = \"x0\"\nrate = \"k + 0.3*sin(5*t)\"\n[[output]]\n\
             name = \"x_\"\nquantity = \"variable\"\nvariable = \"x\"\n[[output]]\nname = \"o\"\nquantity = \"expression\"\nexpression = \
             \"{expression}\"\nover = \"{over}\"\n"
        );
        for (method, by) in EXPLICIT.iter().flat_map(|method| ["", "method = \"adjoint\"\n"].map(|by| (method, by))) {
            check(&with(method, 1.2, by, &text), 1e-6, &[("d(o)/d(k)", k), ("d(o)/d(x0)", 0.0)]);
        }
    }
}

#[test]
fn what_an_event_sets_is_the_least_where_another_event_passes_with_it() {
    // y is set to r at y = c x, where it passes 0.55 c, too; |y - a| is the least right behind
    let text = r#"
[parameters]
k = 0.9128
a = 0.5241
c = 1.1347
x0 = 0.1752
r = 0.6124
[[variable]]
name = "x"
initial = "x0"
rate = "k"
[[variable]]
name = "y"
initial = 0.1
rate = "1.2 + 0.3*cos(3*t)"
[[output]]
name = "x_"
quantity = "variable"
variable = "x"
[[output]]
name = "y_"
quantity = "variable"
variable = "y"
[[event]]
name = "set"
expression = "y_ - c*x_"
direction = "both"
set = { y = "r" }
[[event]]
name = "passes"
expression = "y_ - c*0.5"
direction = "both"
[[output]]
name = "least"
quantity = "expression"
expression = "abs(y_ - a)"
over = "min"
"#;
    for (method, by) in EXPLICIT.iter().flat_map(|method| ["", "method = \"adjoint\"\n"].map(|by| (method, by))) {
        let numbers = [("least", 0.0883), ("d(least)/d(a)", -1.0), ("d(least)/d(r)", 1.0), ("d(least)/d(x0)", 0.0)];
        check(&with(method, 0.3, by, text), 1e-8, &numbers);
    }
}

#[test]
fn the_largest_force_of_a_motion_does_not_change_with_when_that_begins() {
    // a shaft of inertia J is led by smoothstep, whose curvature jumps where the force is the largest
    let text = r#"
[parameters]
t1 = 0.25
b = 0.8
D = 1.9
J = 0.62
[[body]]
name = "shaft"
mass = 2
inertia = ["J", "J", "J"]
[[joint]]
name = "axle"
kind = "revolute"
between = ["ground", "shaft"]
at = [0, 0, 0]
axis = [0, 0, 1]
[[constraint]]
name = "drive"
kind = "motion"
joint = "axle"
position = "D*smoothstep((t - t1)/b)"
[[output]]
name = "largest"
quantity = "constraint_force"
constraint = "drive"
over = "max"
"#;
    let largest = 0.62 * 6.0 * 1.9 / 0.64;
    for method in ["rattle", "radau2a_3", "generalized_alpha"] {
        for by in ["", "method = \"adjoint\"\n"] {
            let method = format!("formulation = \"absolute\"\nintegrator = \"{method}\"\nstep = 1.3e-3");
            let numbers = [
                ("largest", largest),
                ("d(largest)/d(t1)", 0.0),
                ("d(largest)/d(b)", -2.0 * largest / 0.8),
                ("d(largest)/d(J)", largest / 0.62),
            ];
            check(&with(&method, 1.3, by, text), 2e-3, &numbers);
        }
    }
}
