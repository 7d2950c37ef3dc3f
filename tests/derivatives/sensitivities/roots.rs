//! Derivatives where those of functions on the way are not finite, by both methods.

use super::differences::difference;
use super::*;
use gyrosweep::num::Precision;

/// The only member of a scenario with derivatives by all parameters, by the adjoint method.
pub(super) fn backwards(text: &str) -> (Scenario, Chunk) {
    let section = "[sensitivity]\nparameters = \"all\"\nmethod = \"adjoint\"\n";
    let scenario = parse(&(without(text, &["plan", "sensitivity", "sampling"]) + section));
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("threads"), &scenario);
    (scenario, chunk)
}

/// Asserts that both methods give the derivatives that there are, each to a part of the largest one of its output, and leave
/// out the others.
pub(super) fn assert_methods_agree(text: &str, tolerance: f64) {
    let ((s, direct), (_, adjoint)) = (differentiated(text), backwards(text));
    let columns = s.study.mechanism.columns();
    let of =
        |name: &str| name.strip_prefix("d(").and_then(|name| name.split_once(")/d(")).map(|(of, _)| of.to_string());
    for (c, (a, b)) in completed(&direct).iter().zip(completed(&adjoint)).enumerate() {
        assert_eq!(a.is_nan(), b.is_nan(), "{}: {a} {b}", columns[c].0);
        let difference = (a - b).abs();
        let size = (0..columns.len())
            .filter(|k| of(&columns[*k].0) == of(&columns[c].0))
            .map(|k| completed(&direct)[k].abs())
            .fold(1e-3, f64::max);
        assert!(a.is_nan() || difference < tolerance * size, "{}: {a} {b}", columns[c].0);
    }
}

/// A slider that is pulled from rest against a drag in proportion to the square of its speed.
pub(super) fn slider(method: &str, further: &str) -> String {
    let slider =
        replaced(&system("slider"), &[("mass = 2.0", "mass = \"m\""), ("initial = { coordinate = 0.2 }\n", "")]);
    format!(
        r#"{slider}
[parameters]
m = {{ default = 1.3 }}
c = {{ default = 0.7 }}
pull = {{ default = 5.0 }}
idle = {{ default = 2.0 }}
[[force]]
name = "drag"
kind = "joint_torque"
joint = "rail"
torque = "pull - c*sqrt(v^2)*v"
[method]
{method}
duration = 0.5
[[output]]
name = "velocity"
quantity = "velocity"
body = "slider"
[[output]]
name = "mean"
quantity = "expression"
expression = "sqrt(velocity.x^2 + velocity.y^2)"
over = "mean"
{further}"#
    )
}

#[test]
fn a_motion_from_rest_may_have_the_root_of_its_square() {
    for method in ["integrator = \"rkmk4\"\nstep = 1e-2", "integrator = \"dop853\"\ntolerance = 1e-11"] {
        let text = slider(method, "");
        let found = difference(&text, 1e-3);
        assert!(found < 1e-8, "{method}: {found:e}");
        assert_methods_agree(&text, 1e-11);
    }
    let (s, scalar) = differentiated(&slider("integrator = \"rkmk4\"\nstep = 1e-2", ""));
    let dual = run_on(cpu_backends()[0].1.as_ref(), &s);
    for (a, b) in completed(&scalar).iter().zip(completed(&dual)) {
        assert!((a - b).abs() < 1e-12, "{a} {b}");
    }
}

#[test]
fn what_has_no_derivative_leaves_outputs_and_other_derivatives() {
    // the derivative by `idle` is infinite all the time, that of the angle is not a number at the start
    let edge = "[[output]]\nname = \"edge\"\nquantity = \"expression\"\nexpression = \"place + sqrt(abs(idle - \
                2))\"\nover = \"integral\"\n";
    let angle = "[[output]]\nname = \"angle\"\nquantity = \"expression\"\nexpression = \"atan2(idle*velocity.x, \
                 velocity.x)\"\nover = \"integral\"\n";
    for (method, further) in [
        ("integrator = \"rkmk4\"\nstep = 1e-2", angle),
        ("formulation = \"absolute\"\nintegrator = \"rattle\"\nstep = 1e-2", ""),
    ] {
        let text = slider(method, &format!("{edge}{further}"));
        let plain = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("threads"), &parse(&text));
        for (s, chunk) in [differentiated(&text), backwards(&text)] {
            assert_eq!(completed(&chunk)[..completed(&plain).len()], completed(&plain), "{method}");
            assert!(value(&s, &chunk, "d(edge)/d(idle)").is_nan(), "{method}");
            assert!(further.is_empty() || value(&s, &chunk, "d(angle)/d(idle)").is_nan(), "{method}");
            assert_eq!(value(&s, &chunk, "d(place)/d(idle)"), 0.0, "{method}");
            assert!(value(&s, &chunk, "d(place)/d(pull)") > 0.01, "{method}");
            assert!(value(&s, &chunk, "d(edge)/d(pull)") > 0.001, "{method}");
        }
    }
}

#[test]
fn a_rotation_vector_that_is_varied_has_kernels_of_every_precision() {
    let plan = "[plan]\nkind = \"grid\"\n[plan.vary]\nidle = [0.0, 0.1, 3.5]\n";
    let text = slider("integrator = \"rkmk4\"\nstep = 1e-2", plan).replace(
        "inertia = [0.1, 0.1, 0.1]",
        "inertia = [0.1, 0.1, 0.1]\ninitial = { rotation_vector = [0, 0, \"idle\"] }",
    );
    let s = parse(&text);
    for precision in [Precision::Single, Precision::DoubleFloat, Precision::Double] {
        if let Err(e) = gyrosweep::gpu::Kernel::new(&s.study, precision) {
            panic!("{precision:?}: {e}");
        }
    }
}

/// A number x that falls from x0 at the rate k and turns its direction at a time a, and one with a rate of its own.
pub(super) fn falling(method: &str, by: &str, rate: &str, x0: f64) -> String {
    format!(
        r#"[parameters]
k = 0.71
a = 0.8371
x0 = {x0:?}
[[variable]]
name = "x"
initial = "x0"
rate = "-k*(1 + 0.5*cos(t))"
[[variable]]
name = "y"
initial = 0.2
rate = "{rate}"
[[output]]
name = "y_"
quantity = "variable"
variable = "y"
[method]
{method}
duration = 3.0
[plan]
kind = "one"
[sensitivity]
parameters = "all"
method = "{by}"
"#
    )
}

/// Returns the time at which X = x0 - k (t + sin(t)/2) is zero.
fn zero_of_falling(k: f64, x0: f64) -> f64 {
    let step = |zero: f64, _| zero + (x0 - k * (zero + 0.5 * zero.sin())) / (k * (1.0 + 0.5 * zero.cos()));
    (0..50).fold(x0 / k, step)
}

/// Returns the integral of 1/sqrt(|X(t)|)/2 over a run for X = x0 - k (t + sin(t)/2), by the midpoint rule in the root of the time from its zero.
fn integral_of_root_slopes(k: f64, x0: f64) -> f64 {
    let (x, zero) = (|t: f64| x0 - k * (t + 0.5 * t.sin()), zero_of_falling(k, x0));
    let half = |length: f64, sign: f64| {
        let parts = 20_000;
        let width = length.sqrt() / f64::from(parts);
        let at = |i: i32| {
            let s = (f64::from(i) + 0.5) * width;
            s / x(zero + sign * s * s).abs().sqrt() * width
        };
        (0..parts).map(at).sum::<f64>()
    };
    half(zero, -1.0) + half(3.0 - zero, 1.0)
}

#[test]
fn there_are_right_derivatives_of_roots_at_an_instant_that_moves_or_none() {
    let methods = [
        ("integrator = \"dop853\"\ntolerance = 1e-10", 1e-5),
        ("integrator = \"rkmk4\"\nstep = 2e-3", 1e-3),
        ("integrator = \"radau2a_3\"\nformulation = \"absolute\"\ntolerance = 1e-8", 1e-2),
        ("integrator = \"generalized_alpha\"\nformulation = \"absolute\"\nstep = 2e-3", 2e-2),
    ];
    let (k, a, x0) = (0.71_f64, 0.8371_f64, 1.2143_f64);
    let of_time = [
        ("where(t - a, sqrt(t - a)*k, 0)", -k * (3.0 - a).sqrt()),
        ("where(a - t, sqrt(a - t), k)", a.sqrt() - k),
        ("where(t - a, exp(-k/(t - a)), 0)", -(-k / (3.0 - a)).exp()),
        // what jumps alone has all
        ("where(t - a, k, 0.3*x)", 0.3 * (x0 - k * (a + 0.5 * a.sin())) - k),
    ];
    let found = |method: &str, by: &str, rate: &str, x0: f64, name: &str| {
        let s = parse(&falling(method, by, rate, x0));
        let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("threads"), &s);
        assert_eq!(chunk.outcomes[0], Outcome::Completed, "{method}, {by}, {rate}");
        value(&s, &chunk, name)
    };
    for (method, tolerance) in methods {
        for by in ["direct", "adjoint"] {
            for (rate, right) in of_time {
                let slope = found(method, by, rate, x0, "d(y_)/d(a)");
                let is_empty = slope.is_nan() && !rate.contains("0.3*x");
                assert!(is_empty || (slope - right).abs() < tolerance, "{method}, {by}, {rate}: {slope}, {right}");
            }
            for i in 0..3 {
                let x0 = x0 + 0.2 * f64::from(i);
                let slope = found(method, by, "sign(x)*sqrt(abs(x))", x0, "d(y_)/d(x0)");
                let right = integral_of_root_slopes(k, x0);
                let is_right = (slope - right).abs() < tolerance * right;
                assert!(slope.is_nan() || is_right, "{method}, {by}, {x0}: {slope}, {right}");
            }
        }
    }
}

#[test]
fn what_ends_with_a_power_jumps_from_its_end() {
    let (k, x0) = (0.71_f64, 1.2143_f64);
    let methods = [
        "integrator = \"dop853\"\ntolerance = 1e-12",
        "integrator = \"radau2a_3\"\nformulation = \"absolute\"\nstep = 2e-3",
    ];
    // x rounds to both sides of zero where its side changes
    for x0 in (0..12).map(|i| x0 + 0.02 * f64::from(i)) {
        let zero = zero_of_falling(k, x0);
        let parts = 2_000;
        let width = zero.sqrt() / f64::from(parts);
        let slope = |i: i32| {
            let s = (f64::from(i) + 0.5) * width;
            let t = zero - s * s;
            2.0 * s * 1.5 * (x0 - k * (t + 0.5 * t.sin())).sqrt() * width
        };
        let right = (0..parts).map(slope).sum::<f64>() - 1.0 / (1.0 + 0.5 * zero.cos());
        for method in methods {
            for by in ["direct", "adjoint"] {
                let s = parse(&falling(method, by, "where(x, x^1.5, k)", x0));
                let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).expect("threads"), &s);
                let found = value(&s, &chunk, "d(y_)/d(x0)");
                assert!((found - right).abs() < 1e-5, "{method}, {by}, {x0}: {found}, {right}");
            }
        }
    }
}
