//! Sampled variables: digital controllers beside exact simulations of the sampled system.

use crate::common::*;
use gyrosweep::ensemble::cpu::{Code, CpuBackend, LaneWidth};
use gyrosweep::io::scenario::Scenario;

const EVERY: f64 = 1e-3;
const DELAY: f64 = 4e-4;
const SECONDS: f64 = 0.25;
/// Gains and limit of the controller, its target, and the mass (kg) and damping (N s/m) of the block.
const P: f64 = 900.0;
const I: f64 = 4000.0;
const D: f64 = 30.0;
const LIMIT: f64 = 40.0;
const TARGET: f64 = 0.1;
const MASS: f64 = 1.3;
const DAMPING: f64 = 2.0;

fn lanes() -> CpuBackend {
    CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("a thread")
}

/// A block on a rail that a controller drives at a kilohertz: proportional, integral with anti-windup, differences of the measured
/// position, saturated.
fn controlled(method: &str, delay: f64, more: &str) -> Scenario {
    let delay = if delay > 0.0 { format!("delay = {delay:?}\n") } else { String::new() };
    parse(&format!(
        r#"
[parameters]
gain = {P:?}
[[body]]
name = "block"
mass = {MASS:?}
inertia = [0.1, 0.1, 0.1]
[[joint]]
name = "rail"
kind = "prismatic"
between = ["ground", "block"]
axis = [1, 0, 0]
[[sampled]]
name = "sum"
every = {EVERY:?}
value = "where({LIMIT:?} - abs(previous(wanted)), previous(sum) + {I:?}*{EVERY:?}*({TARGET:?} - x), previous(sum))"
[[sampled]]
name = "measured"
every = {EVERY:?}
value = "x"
[[sampled]]
name = "wanted"
every = {EVERY:?}
value = "gain*({TARGET:?} - measured) + sum - {D:?}*(measured - previous(measured))/{EVERY:?}"
[[sampled]]
name = "u"
every = {EVERY:?}
value = "clamp(wanted, -{LIMIT:?}, {LIMIT:?})"
{delay}
[[force]]
name = "motor"
kind = "joint_torque"
joint = "rail"
torque = "u"
[[force]]
name = "oil"
kind = "joint_spring_damper"
joint = "rail"
stiffness = 0
damping = {DAMPING:?}
[method]
{method}
duration = {SECONDS:?}
[plan]
kind = "one"
[[output]]
name = "x"
quantity = "joint_position"
joint = "rail"
[[output]]
name = "drive"
quantity = "variable"
variable = "u"
{more}
"#
    ))
}

/// The position and the force at the end, from the exact solution between instants.
fn simulated(gain: f64, delay: f64) -> [f64; 2] {
    let (rate, mut state) = (DAMPING / MASS, [0.0, 0.0]);
    let mut advance = |u: f64, h: f64| {
        let decay = (-rate * h).exp();
        let [x, v] = state;
        let steady = u / DAMPING;
        let way = (v - steady) * (1.0 - decay) / rate;
        state = [x + steady * h + way, steady + (v - steady) * decay];
        state
    };
    let (mut sum, mut measured, mut wanted, mut u) = (0.0, 0.0, 0.0f64, 0.0);
    let mut x = 0.0;
    let count = (SECONDS / EVERY).round() as usize;
    for k in 0..=count {
        sum = if wanted.abs() < LIMIT { sum + I * EVERY * (TARGET - x) } else { sum };
        let before = measured;
        measured = x;
        wanted = gain * (TARGET - measured) + sum - D * (measured - before) / EVERY;
        let next = wanted.clamp(-LIMIT, LIMIT);
        if k == count {
            // at the last instant the value is there already, where it is not late
            u = if delay > 0.0 { u } else { next };
            break;
        }
        advance(u, delay);
        u = next;
        x = advance(u, EVERY - delay)[0];
    }
    [x, u]
}

#[test]
fn a_digital_controller_is_that_of_the_sampled_system_whatever_the_steps() {
    for delay in [0.0, DELAY] {
        let expected = simulated(P, delay);
        for method in [
            "integrator = \"dop853\"\nstep = 0.001",
            "integrator = \"dop853\"\nstep = 0.0037",
            "integrator = \"rkmk4\"\nstep = 0.00013",
            "integrator = \"dopri5\"\ntolerance = 1e-12",
        ] {
            let s = controlled(method, delay, "");
            for (name, width, code) in [
                ("lanes", LaneWidth::SixtyFour, Code::Machine),
                ("tapes", LaneWidth::SixtyFour, Code::Tape),
                ("scalar", LaneWidth::One, Code::Tape),
            ] {
                let backend = CpuBackend::new(Some(1), width).expect("a thread").with_code(code);
                let found = run_on(&backend, &s).outputs.row(0);
                for (found, expected) in found.iter().zip(expected) {
                    let error = (found - expected).abs();
                    assert!(error < 1e-10 * expected.abs().max(1.0), "{method}, {name}: {found} beside {expected}");
                }
            }
        }
    }
}

/// Implicit methods take the same values at the same instants, to their order.
#[test]
fn implicit_methods_keep_their_order_with_a_controller() {
    let [expected, _] = simulated(P, 0.0);
    for integrator in ["rattle", "generalized_alpha"] {
        let error = |step: f64| {
            let method = format!("formulation = \"absolute\"\nintegrator = \"{integrator}\"\nstep = {step:?}");
            (run_on(&lanes(), &controlled(&method, 0.0, "")).outputs.value(0, 0) - expected).abs()
        };
        let errors = [1e-3, 5e-4, 2.5e-4].map(error);
        for pair in errors.windows(2) {
            let slope = (pair[0] / pair[1]).log2();
            assert!((slope - 2.0).abs() < 0.2, "{integrator}: {slope} from {errors:?}");
        }
    }
}

#[test]
fn derivatives_pass_through_a_controller() {
    let h = 1e-2;
    let x = |gain: f64| simulated(gain, DELAY)[0];
    let expected = (8.0 * (x(P + h) - x(P - h)) - (x(P + 2.0 * h) - x(P - 2.0 * h))) / (12.0 * h);
    for method in ["direct", "adjoint"] {
        let more = format!("[sensitivity]\nparameters = [\"gain\"]\nmethod = \"{method}\"\n");
        let s = controlled("integrator = \"dop853\"\nstep = 0.001", DELAY, &more);
        let found = run_on(&lanes(), &s).outputs.value(0, column(&s, "d(x)/d(gain)"));
        assert!((found - expected).abs() < 1e-10, "{method}: {found} beside {expected}");
    }
}

/// The derivative of the position and of the force by the gain, from the sampled system.
fn slopes_of_simulated(delay: f64) -> [f64; 2] {
    let h = 1e-2;
    let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(|multiple| simulated(P + multiple * h, delay));
    [0, 1].map(|i| (a[i] - 8.0 * b[i] + 8.0 * c[i] - d[i]) / (12.0 * h))
}

/// Methods that remember steps begin anew at every instant, with derivatives that go on.
#[test]
fn derivatives_by_implicit_methods_pass_through_a_controller() {
    for (method, delay, tolerance) in [
        ("integrator = \"radau2a_3\"\nformulation = \"absolute\"\nstep = 1e-3", DELAY, 1e-8),
        ("integrator = \"radau2a_3\"\nformulation = \"joint\"\nstep = 1e-3", 0.0, 1e-8),
        ("integrator = \"generalized_alpha\"\nformulation = \"joint\"\nstep = 1e-3", DELAY, 5e-6),
    ] {
        let expected = slopes_of_simulated(delay);
        let mut of_direct = Vec::new();
        for by in ["direct", "adjoint"] {
            let more = format!("[sensitivity]\nparameters = [\"gain\"]\nmethod = \"{by}\"\n");
            let s = controlled(method, delay, &more);
            let chunk = run_on(&lanes(), &s);
            let found = ["d(x)/d(gain)", "d(drive)/d(gain)"].map(|name| chunk.outputs.value(0, column(&s, name)));
            for (found, expected) in found.iter().zip(expected) {
                let error = (found / expected - 1.0).abs();
                assert!(error < tolerance, "{method}, {by}: {found} beside {expected}");
            }
            of_direct.push(found);
        }
        let [direct, adjoint] = of_direct[..] else { panic!("two") };
        for (direct, adjoint) in direct.iter().zip(adjoint) {
            assert!((adjoint / direct - 1.0).abs() < 1e-10, "{method}: {direct:?} directly, adjoint {adjoint:?}");
        }
    }
}

#[test]
fn the_example_overshoots_as_it_says_with_any_method() {
    for method in ["integrator = \"dopri5\"\ntolerance = 1e-8", "integrator = \"dop853\"\nstep = 0.0037"] {
        let s = scenario(
            "digital_controller",
            &[
                ("integrator = \"dopri5\"\ntolerance = 1e-8", method),
                ("kind = \"sobol\"\nmembers = 256\n[plan.vary]\nload = { uniform = [0.5, 2.5] }", "kind = \"one\""),
            ],
        );
        let overshoot = run_on(&lanes(), &s).outputs.value(0, column(&s, "overshoot"));
        assert!((overshoot - 2.029_090_835_126).abs() < 1e-9, "{method}: {overshoot}");
    }
}

/// A value that is sampled takes what a rate switches by over zero, at the instant: it is sampled once there.
#[test]
fn what_switches_with_a_sampled_value_does_not_sample_again() {
    let text = "[[sampled]]\nname = \"n\"\nevery = 0.25\nvalue = \"previous(n) + 1\"\n[[variable]]\nname = \"z\"\ninitial = 0\nrate = \"where(n - 1.5, \
                1, 0) + 0.1*floor(n)\"\n[[output]]\nname = \"count\"\nquantity = \"variable\"\nvariable = \"n\"\n[[output]]\nname = \"z_\"\nquantity = \
                \"variable\"\nvariable = \"z\"\n";
    for method in [
        "integrator = \"dopri5\"\ntolerance = 1e-9",
        "integrator = \"rkmk4\"\nstep = 0.01",
        "integrator = \"dop853\"\nstep = 0.37",
    ] {
        let s = parse(&format!("{text}[method]\n{method}\nduration = 1.1\n[plan]\nkind = \"one\"\n"));
        for (name, backend) in f64_backends(&s) {
            let chunk = run_on(backend.as_ref(), &s);
            let found = ["count", "z_"].map(|output| chunk.outputs.value(0, column(&s, output)));
            // 1 from 0 s on, 2 from a quarter on, .., 5 from 1 s on
            let right = [5.0, 0.85 + 0.1 * (0.25 * (1.0 + 2.0 + 3.0 + 4.0) + 0.1 * 5.0)];
            let errors = [found[0] - right[0], found[1] - right[1]];
            assert!(errors.iter().all(|x| x.abs() < 1e-9), "{name}, {method}: {found:?}, right {right:?}");
        }
    }
}

/// What has moved since the last instant: largest right before the next one.
#[test]
fn what_is_largest_right_before_an_instant() {
    let text = "[parameters]\nk = 3.0\na = 1.0\n[[variable]]\nname = \"x\"\ninitial = 0.5\nrate = \"a + 0*u\"\n[[sampled]]\nname = \"u\"\nvalue = \
                \"x\"\nevery = 0.1\n[[output]]\nname = \"x_now\"\nquantity = \"variable\"\nvariable = \"x\"\n[[output]]\nname = \"u_now\"\nquantity = \
                \"variable\"\nvariable = \"u\"\n[[event]]\nname = \"falls\"\nexpression = \"x_now - u_now - 0.05\"\ndirection = \
                \"falling\"\n[[output]]\nname = \"falls\"\nquantity = \"count_of\"\nevent = \"falls\"\n[[output]]\nname = \"most\"\nquantity = \
                \"expression\"\nexpression = \"k*(x_now - u_now)*(1 + 0.01*t)\"\nover = \"max\"\n";
    let implicit = |name: &str| format!("integrator = {name:?}\nformulation = \"absolute\"\nstep = 0.02");
    for method in [
        "integrator = \"rkmk4\"\nstep = 0.03".to_string(),
        "integrator = \"dop853\"\ntolerance = 1e-10".to_string(),
        implicit("generalized_alpha"),
        implicit("radau2a_3"),
    ] {
        let with =
            |more: &str| parse(&format!("{text}[method]\n{method}\nduration = 1.05\n[plan]\nkind = \"one\"\n{more}"));
        let s = with("");
        for (name, backend) in f64_backends(&s) {
            let found = run_on(backend.as_ref(), &s).outputs.value(0, column(&s, "most"));
            assert!((found - 0.303).abs() < 1e-9, "{name}, {method}: {found}");
        }
        for by in ["direct", "adjoint"] {
            let s = with(&format!("[sensitivity]\nparameters = \"all\"\nmethod = {by:?}\n"));
            let chunk = run_on(&lanes(), &s);
            let numbers = [("falls", 10.0), ("most", 0.303), ("d(most)/d(k)", 0.101), ("d(most)/d(a)", 0.303)];
            for (name, right) in numbers {
                let found = chunk.outputs.value(0, column(&s, name));
                assert!((found - right).abs() < 1e-9, "{method}, {by}, {name}: {found}, right {right}");
            }
        }
    }
}

/// An event that passes by the jump of a sampled value happens at the instant, which no parameter moves.
#[test]
fn what_passes_at_an_instant_stays_there() {
    let text = "[parameters]\nc = -0.1801\nx0 = 0.446\n[[variable]]\nname = \"x\"\ninitial = \"x0\"\nrate = \"y - 0.534*x\"\n[[variable]]\nname = \
                \"y\"\ninitial = 0.1\nrate = \"cos(4.397*t) + 1.285*u - 4*x - 0.534*y\"\n[[sampled]]\nname = \"u\"\nevery = 0.1355\nvalue = \"x + \
                0.3*(x - previous(u))\"\ninitial = -0.312\n[[output]]\nname = \"x_o\"\nquantity = \"variable\"\nvariable = \"x\"\n[[output]]\nname = \
                \"u_o\"\nquantity = \"variable\"\nvariable = \"u\"\n[[event]]\nname = \"e\"\nexpression = \"x_o - u_o - c\"\ndirection = \
                \"both\"\nterminal = TERMINAL\n[[output]]\nname = \"when\"\nquantity = \"time_of\"\nevent = \"e\"\n";
    for method in [
        "integrator = \"dop853\"\ntolerance = 1e-12",
        "integrator = \"rkmk4\"\nstep = 0.01",
        "integrator = \"radau2a_3\"\nformulation = \"absolute\"\nstep = 0.01",
    ] {
        for terminal in ["true", "false"] {
            let of = ["direct", "adjoint"].map(|by| {
                let more = format!("[sensitivity]\nparameters = \"all\"\nmethod = {by:?}\n");
                let text = text.replace("TERMINAL", terminal);
                let s = parse(&format!("{text}[method]\n{method}\nduration = 0.3\n[plan]\nkind = \"one\"\n{more}"));
                let chunk = run_on(&lanes(), &s);
                ["when", "d(when)/d(c)", "d(when)/d(x0)", "d(x_o)/d(c)", "d(x_o)/d(x0)"]
                    .map(|name| chunk.outputs.value(0, column(&s, name)))
            });
            let [direct, adjoint] = of;
            assert!((direct[0] - 0.1355).abs() < 1e-9 && direct[1..4] == [0.0; 3], "{method}: {direct:?}");
            let error = direct.iter().zip(adjoint).fold(0.0f64, |most, (a, b)| most.max((a - b).abs()));
            assert!(error < 1e-10, "{method}, terminal = {terminal}: {direct:?} directly, adjoint {adjoint:?}");
        }
    }
}

/// Instants may be closer to each other than steps are long: a step from one to the next, at which an event passes by a jump, ends at a corner of its own.
#[test]
fn derivatives_pass_two_instants_with_a_step_between_them() {
    let sampled = |name: &str, value: &str, more: &str| {
        format!("[[sampled]]\nname = \"{name}\"\nevery = 0.121\nvalue = \"{value}\"\n{more}\n")
    };
    let output =
        |name: &str| format!("[[output]]\nname = \"{name}_o\"\nquantity = \"variable\"\nvariable = \"{name}\"\n");
    let text = [
        "[parameters]\na = 1.8188\nc = -0.2096\nx0 = 0.3926\n[[variable]]\nname = \"x\"\ninitial = \"x0\"\nrate = \"a*cos(5.736*t) - \
         1.355*u2 - 0.251*x\"\n"
            .to_string(),
        sampled("u0", "previous(u0) + 0.4*(x - previous(u0))", "initial = 0\ndelay = 0.0318"),
        sampled("u1", "x", "initial = 0"),
        sampled("u2", "0.7*u1 + 0.3*x + 0.1*previous(u1)", "initial = 0.473\ndelay = 0.0334"),
        ["x", "u0", "u1", "u2"].map(output).concat(),
        "[[event]]\nname = \"e\"\nexpression = \"x_o - u2_o - c\"\ndirection = \"rising\"\nset = { x = \"0.5*x\" }\n".to_string(),
    ]
    .concat();
    for method in ["generalized_alpha", "radau2a_3"] {
        let [direct, adjoint] = ["direct", "adjoint"].map(|by| {
            let s = parse(&format!(
                "{text}[method]\nintegrator = {method:?}\nformulation = \"absolute\"\nstep = 0.005\nduration = 1.0432\n[plan]\nkind = \
                 \"one\"\n[sensitivity]\nparameters = \"all\"\nmethod = {by:?}\n"
            ));
            let chunk = run_on(&lanes(), &s);
            ["d(x_o)/d(a)", "d(x_o)/d(c)", "d(x_o)/d(x0)", "d(u2_o)/d(a)"]
                .map(|name| chunk.outputs.value(0, column(&s, name)))
        });
        let error = direct.iter().zip(adjoint).fold(0.0f64, |most, (a, b)| most.max((a - b).abs()));
        assert!(error < 1e-10, "{method}: {direct:?} directly, adjoint {adjoint:?}");
    }
}
