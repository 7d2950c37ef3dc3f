//! Steps that end at corners of signals and trajectories.

use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::io::scenario::Scenario;

/// The samples of a force that is constant from each to the next, and the time by which it is late.
const PUSH: [[f64; 2]; 4] = [[0.0, 1.0], [0.213, -2.0], [0.4, 3.0], [0.61, 0.5]];
const DELAY: f64 = 0.0137;

fn lanes() -> CpuBackend {
    CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread")
}

/// The same force by a signal, and by relations of the time.
const FORCES: [&str; 2] = [
    "push(t - delay)",
    "1 - 3*step(t - delay - 0.213) + 5*where(0.4 + delay - t, 0, 1) - 1.25*(1 + sign(2*(t - 0.61) - 2*delay))",
];

/// A block of 1 kg on a spring of `k` N/m that is pushed, with that method, over 1 s.
fn pushed(k: f64, method: &str, more: &str) -> Scenario {
    pushed_by(FORCES[0], k, method, more)
}

fn pushed_by(force: &str, k: f64, method: &str, more: &str) -> Scenario {
    parse(&pushed_text(force, k, method, more))
}

fn pushed_text(force: &str, k: f64, method: &str, more: &str) -> String {
    format!(
        r#"
[parameters]
delay = {DELAY}
k = {k:?}
[[body]]
name = "block"
mass = 1.0
inertia = [0.1, 0.1, 0.1]
[[joint]]
name = "rail"
kind = "prismatic"
between = ["ground", "block"]
axis = [1, 0, 0]
[[signal]]
name = "push"
interpolation = "previous"
samples = {PUSH:?}
[[force]]
name = "f"
kind = "expression_force"
body = "block"
force = ["{force} - k*x", "0", "0"]
[method]
{method}
duration = 1.0
[plan]
kind = "one"
[[output]]
name = "x"
quantity = "joint_position"
joint = "rail"
{more}
"#
    )
}

/// The position of the block after a time, from the solution of each piece.
fn solution(k: f64, time: f64) -> f64 {
    solution_of(&PUSH.map(|[t, force]| [if t == 0.0 { 0.0 } else { t + DELAY }, force]), k, time)
}

/// The position for a force that begins to be so large at these times.
fn solution_of(push: &[[f64; 2]], k: f64, time: f64) -> f64 {
    let w = k.sqrt();
    let ends = push.iter().skip(1).map(|[t, _]| *t).chain([f64::INFINITY]);
    let (mut x, mut v) = (0.0, 0.0);
    for ([begin, force], end) in push.iter().copied().zip(ends) {
        let way = end.min(time) - begin;
        if way > 0.0 {
            let (rest, phase) = (force / k, w * way);
            let from = x - rest;
            (x, v) = (rest + from * phase.cos() + v / w * phase.sin(), -from * w * phase.sin() + v * phase.cos());
        }
    }
    x
}

#[test]
fn methods_keep_their_order_across_corners() {
    for (method, steps, order) in [
        ("rkmk4", [0.01, 0.005, 0.0025], 4.0),
        ("rattle", [0.01, 0.005, 0.0025], 2.0),
        ("dop853", [0.04, 0.02, 0.01], 8.0),
        ("generalized_alpha", [0.01, 0.005, 0.0025], 2.0),
        ("radau2a", [0.01, 0.005, 0.0025], 3.0),
    ] {
        for force in FORCES {
            let error = |step: f64| {
                let s = pushed_by(force, 300.0, &format!("integrator = \"{method}\"\nstep = {step:?}"), "");
                (run_on(&lanes(), &s).outputs.value(0, 0) - solution(300.0, 1.0)).abs()
            };
            let errors = steps.map(error);
            let slope = |pair: &[f64]| (pair[0] / pair[1]).log2();
            for slope in errors.windows(2).map(slope) {
                assert!((slope - order).abs() < 0.5, "{method}, {force}: {slope} from {errors:?}");
            }
        }
    }
}

/// What a method remembers of the accelerations before a jump says nothing of those behind it.
#[test]
fn generalized_alpha_begins_anew_behind_corners() {
    // steps are of the order of the tolerance to the power 1/3, and the method is of order 2: errors without corners are as large
    for (tolerance, most) in [(1e-4, 4e-3), (1e-6, 2.5e-4), (1e-8, 1.3e-5)] {
        for force in FORCES {
            let method = format!("integrator = \"generalized_alpha\"\ntolerance = {tolerance:e}");
            for by in ["direct", "adjoint"] {
                let more = format!("[sensitivity]\nparameters = [\"k\"]\nmethod = \"{by}\"\n");
                let s = pushed_by(force, 300.0, &method, &more);
                let chunk = run_on(&lanes(), &s);
                let error = (chunk.outputs.value(0, 0) - solution(300.0, 1.0)).abs();
                assert!(error < most, "{tolerance}, {force}: {error}");
                let x = |k: f64| solution(k, 1.0);
                let expected = (8.0 * (x(300.1) - x(299.9)) - (x(300.2) - x(299.8))) / 1.2;
                let error = (chunk.outputs.value(0, column(&s, "d(x)/d(k)")) - expected).abs();
                assert!(error < most, "{tolerance}, {force}, {by}: {error}");
            }
        }
    }
    let (method, adjoint) =
        ("integrator = \"generalized_alpha\"\nstep = \"3/k\"", "parameters = [\"k\"]\nmethod = \"adjoint\"");
    let found = refusal(&pushed_text(FORCES[1], 300.0, method, &format!("[sensitivity]\n{adjoint}\n")));
    assert!(found.contains("generalized_alpha begins anew behind corners"), "{found}");
}

/// The torque that leads a disc along a smooth step jumps at both ends of it.
#[test]
fn forces_that_jump_at_corners_are_seen_behind_them() {
    for method in ["step = 0.01", "step = 0.0013", "tolerance = 1e-4", "tolerance = 1e-8"] {
        let s = parse(&format!(
            r#"
[[body]]
name = "disc"
mass = 2
inertia = [0.3, 0.3, 0.5]
[[joint]]
name = "axle"
kind = "revolute"
between = ["ground", "disc"]
at = [0, 0, 0]
axis = [0, 0, 1]
[[constraint]]
name = "drive"
kind = "motion"
joint = "axle"
position = "smoothstep((t - 0.1)/0.4)"
[[output]]
name = "largest"
quantity = "constraint_force"
constraint = "drive"
over = "max"
[[output]]
name = "least"
quantity = "constraint_force"
constraint = "drive"
over = "min"
[method]
formulation = "absolute"
integrator = "generalized_alpha"
{method}
duration = 1.0
[plan]
kind = "one"
"#
        ));
        let found = run_on(&lanes(), &s).outputs.row(0);
        // J 6/T^2
        for (found, expected) in found.iter().zip([18.75, -18.75]) {
            assert!((found - expected).abs() < 1e-6, "{method}: {found} beside {expected}");
        }
    }
}

/// However long steps have become, they end where something switches.
#[test]
fn pulses_are_not_stepped_over() {
    for (text, expected) in [
        ("where(0.05 - abs(t - 10), 20, 0)", 2.0),
        ("where(0.001 - mod(t - 0.3, 5), 1, 0)", 0.004),
        ("step(t - 19.99) - floor(t/7)", 0.01 - 7.0 - 12.0),
        ("clamp(100*(t - 3), 0, 1)*clamp(100*(3.05 - t), 0, 1)", 0.04),
        // the side at the start is that behind it
        ("t*sign(sin(pi*t))", -10.0),
        ("where(0.5 - cos(pi*t), 1, 0) + where(t, 1, 1e9)", 40.0 / 3.0 + 20.0),
    ] {
        for method in ["integrator = \"dopri5\"\ntolerance = 1e-6", "integrator = \"radau2a\"\ntolerance = 1e-6"] {
            let s = parse(&format!(
                "[[variable]]\nname = \"x\"\ninitial = 0.0\nrate = \"{text}\"\n[method]\n{method}\nduration = 20.0\n\
                 [[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n"
            ));
            let chunk = run_on(&lanes(), &s);
            let (found, steps) = (chunk.outputs.value(0, 0), chunk.steps[0]);
            assert!((found - expected).abs() < 1e-9 && steps < 400, "{text}, {method}: {found}, {steps} steps");
        }
    }
}

#[test]
fn adaptive_steps_end_at_corners() {
    for (tolerance, most) in [(1e-6, 1e-5), (1e-9, 1e-8), (1e-12, 1e-11)] {
        let s = pushed(300.0, &format!("integrator = \"dopri5\"\ntolerance = {tolerance:e}"), "");
        let chunk = run_on(&lanes(), &s);
        let error = (chunk.outputs.value(0, 0) - solution(300.0, 1.0)).abs();
        assert!(error < most, "{tolerance}: {error}");
        // corners reject no steps
        assert_eq!(chunk.rejected[0], 0, "{tolerance}");
    }
}

/// What is seen within steps and what derivatives are carried goes across corners as well.
#[test]
fn samples_and_derivatives_cross_corners() {
    let method = "integrator = \"dop853\"\nstep = 0.01";
    let s = pushed(300.0, method, "[sampling]\nevery = 0.037\n");
    let chunk = run_on(&lanes(), &s);
    assert_eq!(chunk.samples.rows.len(), 29);
    for ((_, time), x) in chunk.samples.rows.iter().zip(chunk.samples.values.column(0)) {
        assert!((x - solution(300.0, *time)).abs() < 1e-12, "{time}: {x}");
    }
    let by = |method: &str| {
        let s = pushed(
            300.0,
            "integrator = \"dop853\"\nstep = 0.01",
            &format!("[sensitivity]\nparameters = [\"k\"]\nmethod = \"{method}\"\n"),
        );
        run_on(&lanes(), &s).outputs.value(0, column(&s, "d(x)/d(k)"))
    };
    // a central difference of fourth order
    let x = |k: f64| solution(k, 1.0);
    let expected = (8.0 * (x(300.1) - x(299.9)) - (x(300.2) - x(299.8))) / 1.2;
    for method in ["direct", "adjoint"] {
        let found = by(method);
        assert!((found - expected).abs() < 1e-11, "{method}: {found} beside {expected}");
    }
}

/// Derivatives by a parameter that moves jumps of the force are those of the solution.
#[test]
fn derivatives_by_what_moves_a_jump_are_exact() {
    let x = |delay: f64| {
        let late = |t: f64| if t == 0.0 { 0.0 } else { t + delay };
        solution_of(&PUSH.map(|[t, force]| [late(t), force]), 300.0, 1.0)
    };
    // a central difference of fourth order
    let h = 1e-4;
    let expected = (8.0 * (x(DELAY + h) - x(DELAY - h)) - (x(DELAY + 2.0 * h) - x(DELAY - 2.0 * h))) / (12.0 * h);
    for steps in ["integrator = \"dop853\"\nstep = 0.01", "integrator = \"dopri5\"\ntolerance = 1e-12"] {
        for method in ["direct", "adjoint"] {
            for force in FORCES {
                let more = format!("[sensitivity]\nparameters = [\"delay\"]\nmethod = \"{method}\"\n");
                let s = pushed_by(force, 300.0, steps, &more);
                let found = run_on(&lanes(), &s).outputs.value(0, column(&s, "d(x)/d(delay)"));
                assert!((found - expected).abs() < 1e-9, "{steps}, {method}, {force}: {found} beside {expected}");
            }
        }
    }
    for (steps, most) in [
        ("integrator = \"radau2a_3\"\nstep = 0.002", 1e-7),
        ("integrator = \"radau2a_3\"\ntolerance = 1e-9", 1e-6),
        ("integrator = \"rattle\"\nstep = 0.0005", 1e-4),
        ("integrator = \"generalized_alpha\"\nstep = 0.0005", 1e-4),
    ] {
        for force in FORCES {
            let s = pushed_by(force, 300.0, steps, "[sensitivity]\nparameters = [\"delay\"]\n");
            let found = run_on(&lanes(), &s).outputs.value(0, column(&s, "d(x)/d(delay)"));
            assert!((found - expected).abs() < most, "{steps}, {force}: {found} beside {expected}");
        }
    }
}

/// The integral of a signal at places that move with the time, exact for pieces of degree 3, in a few steps.
fn integral(signal: &str, place: &str, method: &str) -> f64 {
    let s = parse(&format!(
        "[[signal]]\nname = \"u\"\n{signal}\n[[variable]]\nname = \"x\"\ninitial = 0.0\nrate = \"u({place})\"\n\
         [method]\n{method}\nduration = 2.0\n[[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n"
    ));
    run_on(&lanes(), &s).outputs.value(0, 0)
}

#[test]
fn integrals_over_corners_are_exact() {
    let samples = "samples = [[0, 1], [0.3, 2], [0.7, -1], [1.1, 1]]";
    // between the first and the last sample
    let (linear, previous) = (0.45 + 0.2 + 0.0, 0.3 + 0.8 - 0.4);
    for (kind, place, expected) in [
        ("interpolation = \"linear\"\noutside = \"hold\"", "t", linear + 0.9),
        ("interpolation = \"linear\"\noutside = \"zero\"", "t", linear),
        ("interpolation = \"linear\"\noutside = \"periodic\"", "t", linear + (0.45 + 0.2 - 0.1)),
        ("interpolation = \"linear\"\noutside = \"zero\"", "2*t - 1", 0.5 * linear),
        ("interpolation = \"linear\"\noutside = \"zero\"", "(3 - 2*t)/2", linear),
        ("interpolation = \"linear\"\noutside = \"periodic\"", "-t", linear + (linear - 0.8 / 3.0)),
        ("interpolation = \"previous\"\noutside = \"hold\"", "t", previous + 0.9),
        ("interpolation = \"previous\"\noutside = \"zero\"", "t/3 - 0.1", 3.0 * (0.3 + 2.0 * (17.0 / 30.0 - 0.3))),
        ("interpolation = \"previous\"\noutside = \"zero\"", "1.2 - t", previous),
    ] {
        for method in [
            "integrator = \"rkmk4\"\nstep = 0.3",
            "integrator = \"rkmk4\"\nstep = 0.1",
            "integrator = \"dopri5\"\ntolerance = 1e-6",
        ] {
            let found = integral(&format!("{kind}\n{samples}"), place, method);
            assert!((found - expected).abs() < 1e-13, "{kind}, {place}, {method}: {found} beside {expected}");
        }
    }
}

/// A state lags behind its time by the gap around each corner; that is made good, however many there are.
#[test]
fn a_corner_at_the_end_of_every_step_costs_no_time() {
    let rows: Vec<String> =
        (0..=4000).map(|i| format!("[{:?}, {:?}]", f64::from(i) * 0.0005, 1 - 2 * (i % 2))).collect();
    let samples = format!("interpolation = \"previous\"\nsamples = [{}]", rows.join(", "));
    for method in ["integrator = \"rkmk4\"\nstep = 0.0005", "integrator = \"rkmk4\"\nstep = 0.00051"] {
        let found = integral(&samples, "t", method);
        assert!(found.abs() < 1e-13, "{method}: {found}");
    }
}

/// A corner that lies behind the end of a step by the very part of it that decides, and one behind a short last step.
#[test]
fn rounding_decides_of_no_corner() {
    let signal = "interpolation = \"previous\"\nsamples = [[0, 0], [0.661, 1], [9, 1]]\noutside = \"hold\"";
    for (duration, expected) in [(2.0, 1.339), (0.6605, 0.0), (0.661, 0.0), (0.6625, 0.0015)] {
        let s = parse(&format!(
            "[[signal]]\nname = \"u\"\n{signal}\n[[variable]]\nname = \"x\"\ninitial = 0.0\nrate = \"u(t)\"\n\
             [[variable]]\nname = \"y\"\ninitial = 1.0\nrate = \"y\"\n\
             [method]\nintegrator = \"rk67\"\nstep = 0.02\nduration = {duration:?}\n\
             [[output]]\nname = \"x\"\nquantity = \"variable\"\nvariable = \"x\"\n\
             [[output]]\nname = \"y\"\nquantity = \"variable\"\nvariable = \"y\"\n"
        ));
        for (name, backend) in f64_backends(&s) {
            let found = run_on(backend.as_ref(), &s).outputs.row(0);
            let right = (found[0] - expected).abs() < 1e-12 && (found[1] - f64::exp(duration)).abs() < 1e-12;
            assert!(right, "{name}, {duration} s: {found:?}");
        }
    }
}

#[test]
fn derivatives_by_corners_that_are_where_equal_steps_end() {
    // of the integral of a function of t - p over 1 s, by p
    let cases = [("max(0, t - p)", 0.3, -0.7), ("abs(t - p)", 0.3, -0.4), ("clamp(t - p, 0, 0.2)", 0.4, -0.2)];
    let methods = [
        ("integrator = \"rkmk4\"\nstep = 1e-2", 1e-12),
        ("integrator = \"tsit5\"\nstep = 1e-2", 1e-12),
        ("integrator = \"rk67\"\nstep = 0.1", 1e-12),
        ("integrator = \"radau2a_3\"\nstep = 1e-2", 1e-10),
        ("integrator = \"generalized_alpha\"\nstep = 1e-2", 1e-10),
    ];
    for (rate, p, right) in cases {
        for ((method, tolerance), by) in methods.iter().flat_map(|of| ["direct", "adjoint"].map(|by| (*of, by))) {
            let s = parse(&format!(
                "[parameters]\np = {p:?}\n[[variable]]\nname = \"y\"\ninitial = 0\nrate = \"{rate}\"\n[[output]]\nname = \"y_\"\nquantity = \
                 \"variable\"\nvariable = \"y\"\n[method]\n{method}\nduration = 1.0\n[plan]\nkind = \"one\"\n[sensitivity]\nparameters = \
                 [\"p\"]\nmethod = \"{by}\"\n"
            ));
            let found = run_on(&lanes(), &s).outputs.value(0, column(&s, "d(y_)/d(p)"));
            assert!((found - right).abs() < tolerance, "{rate}, {method}, {by}: {found:?}, right {right:?}");
        }
    }
}
