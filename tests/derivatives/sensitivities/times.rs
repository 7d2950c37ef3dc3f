//! Derivatives where times depend on parameters: events, extremes, ends, steps.

use super::differences::difference;
use super::*;

/// A damped pendulum with events, extremes, integrals and an expression over what is known at the end, in these lines of a
/// method.
pub(super) fn pendulum(method: &str, is_terminal: bool) -> String {
    format!(
        r#"
[parameters]
m = {{ default = 1.3 }}
l = {{ default = 0.7 }}
g = {{ default = 9.81 }}
w0 = {{ default = 2.0 }}
c = {{ default = 0.1 }}
T = {{ default = 1.503 }}
h = {{ default = 1e-2 }}
[gravity]
acceleration = [0.0, 0.0, "-g"]
[[body]]
name = "bob"
mass = "m"
inertia = ["m*l^2/30", "m*l^2/30", "m*l^2/40"]
initial = {{ position = [0, 0, "-l"] }}
[[joint]]
name = "pivot"
kind = "revolute"
between = ["ground", "bob"]
at = [0, 0, 0]
axis = [0, 1, 0]
initial = {{ velocity = "w0" }}
[[force]]
name = "friction"
kind = "joint_spring_damper"
joint = "pivot"
damping = "c"
[method]
{method}
duration = "T"
[[event]]
name = "through"
expression = "at.x - 0.1*l"
direction = "both"
[[event]]
name = "late"
expression = "t - 1 + 0.3*at.x"
direction = "rising"
terminal = {is_terminal}
[[output]]
name = "at"
quantity = "position"
body = "bob"
[[output]]
name = "rate"
quantity = "joint_velocity"
joint = "pivot"
[[output]]
name = "fastest"
quantity = "joint_velocity"
joint = "pivot"
over = "max"
[[output]]
name = "leftmost"
quantity = "expression"
expression = "at.x*m"
over = "min"
[[output]]
name = "swing"
quantity = "joint_position"
joint = "pivot"
over = "drift"
[[output]]
name = "mean"
quantity = "joint_position"
joint = "pivot"
over = "mean"
[[output]]
name = "action"
quantity = "energy"
over = "integral"
[[output]]
name = "first"
quantity = "time_of"
event = "through"
which = "first"
[[output]]
name = "last"
quantity = "time_of"
event = "through"
which = "last"
[[output]]
name = "passages"
quantity = "count_of"
event = "through"
[[output]]
name = "of_all"
quantity = "expression"
expression = "first*fastest + m*t + mean^2"
"#
    )
}

#[test]
fn equal_steps() {
    let method = "integrator = \"rkmk4\"\nstep = \"h\"";
    for is_terminal in [false, true] {
        let found = difference(&pendulum(method, is_terminal), 1e-4);
        assert!(found < 1e-8, "terminal {is_terminal}: {found:e}");
    }
}

#[test]
fn adaptive_steps() {
    // the steps of perturbed members are other ones, which differences see as noise of the size of the tolerance
    let method = "integrator = \"dop853\"\ntolerance = 1e-11";
    for is_terminal in [false, true] {
        let found = difference(&pendulum(method, is_terminal), 1e-3);
        assert!(found < 1e-7, "terminal {is_terminal}: {found:e}");
    }
}

#[test]
fn implicit_steps() {
    let method = "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = 1e-2\nnewton = { relative = \
                  1e-13, absolute = 1e-14 }";
    // the steps are parts of the duration, so that it moves what is seen at a terminal event by the error of the method
    // alone: rounding of positions over the step, 2e-9 of differences of the rate, is 5e-6 of that derivative
    for (is_terminal, limit) in [(false, 1e-6), (true, 1e-5)] {
        let found = difference(&pendulum(method, is_terminal), 1e-4);
        assert!(found < limit, "terminal {is_terminal}: {found:e}");
    }
}

#[test]
fn numbers_of_events_have_no_derivative() {
    let (s, _) = differentiated(&pendulum("integrator = \"rkmk4\"\nstep = 1e-2", false));
    let columns = s.study.mechanism.columns();
    assert!(!columns.iter().any(|(name, _)| name.starts_with("d(passages)")));
    assert!(columns.iter().any(|(name, unit)| name == "d(first)/d(l)" && unit == "s"));
}

/// The variable x = a sin t + b t^2/2 with b = 0: its largest change is at pi/2 and at 3 pi/2, of either sign.
pub(super) const TWICE: &str = r#"
[parameters]
a = { default = 2.0 }
b = { default = 0.0 }
[[variable]]
name = "x"
initial = 0.0
rate = "a*cos(t) + b*t"
[method]
integrator = "rk67"
step = 0.01
duration = 7.0
[[output]]
name = "drift"
quantity = "variable"
variable = "x"
over = "drift"
[[output]]
name = "max"
quantity = "variable"
variable = "x"
over = "max"
"#;

#[test]
fn an_extreme_that_is_attained_twice_has_no_derivative_where_the_two_differ() {
    let (s, chunk) = differentiated(TWICE);
    let of = |name: &str| value(&s, &chunk, name);
    assert!((of("drift") - 2.0).abs() < 1e-9 && (of("max") - 2.0).abs() < 1e-9);
    assert!((of("d(drift)/d(a)") - 1.0).abs() < 1e-9 && (of("d(max)/d(a)") - 1.0).abs() < 1e-9);
    assert!((of("d(max)/d(b)") - std::f64::consts::PI.powi(2) / 8.0).abs() < 1e-9);
    assert!(of("d(drift)/d(b)").is_nan(), "{}", of("d(drift)/d(b)"));
}

#[test]
fn what_is_made_of_an_output_without_a_derivative_has_none() {
    let made = [
        ("part", "drift/16"),
        ("same", "drift - 16*part"),
        ("chosen", "where(max - 1, max, drift)"),
        ("root", "sqrt(b)"),
    ];
    let made = made.into_iter().chain([("of_root", "1e-280*root")]);
    let of_final = |(name, expression)| {
        format!("[[output]]\nname = \"{name}\"\nquantity = \"expression\"\nexpression = \"{expression} + 0*max\"\n")
    };
    let text = TWICE.to_string() + &made.map(of_final).collect::<String>();
    // the adjoint takes one of the extremes
    let missing = [&["drift", "part", "same", "root", "of_root"][..], &["root", "of_root"]];
    for ((s, chunk), missing) in [differentiated(&text), super::roots::backwards(&text)].into_iter().zip(missing) {
        for name in missing {
            let found = value(&s, &chunk, &format!("d({name})/d(b)"));
            assert!(found.is_nan(), "{name}: {found}");
        }
        let of = |name: &str| value(&s, &chunk, &format!("d({name})/d(a)"));
        assert!((of("part") - 1.0 / 16.0).abs() < 1e-9 && of("same").abs() < 1e-9);
        assert_eq!(value(&s, &chunk, "d(chosen)/d(b)"), value(&s, &chunk, "d(max)/d(b)"));
    }
}

#[test]
fn extremes_have_the_derivatives_of_both_methods() {
    // by the parameter that sets the step, derivatives are as small as the errors of the method
    let method = "integrator = \"rkmk4\"\nstep = \"h\"";
    super::roots::assert_methods_agree(&pendulum(method, false), 1e-11);
    let (s, direct) = differentiated(&pendulum(method, false));
    let (_, adjoint) = super::roots::backwards(&pendulum(method, false));
    for output in ["leftmost", "swing"] {
        let [a, b] = [&direct, &adjoint].map(|chunk| value(&s, chunk, &format!("d({output})/d(h)")));
        // 1e-7 of them is rounding of the outputs
        assert!((a - b).abs() < 1e-5 * a.abs(), "{output}: {a:e} {b:e}");
    }
}
