//! Variables of first order: a vector field on R^n given by expressions, alone and beside bodies, against solutions that
//! are known otherwise.

use crate::common::*;
use gyrosweep::ensemble::Method;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::integrator;
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::num::Precision;

/// The Lorenz scenario for the numbers of a case of `lorenz.json`, one member, with these lines as the method's.
fn lorenz(case: &serde_json::Value, duration: &str, method: &str) -> Scenario {
    let text = |key: &str| case[key].as_str().expect("text").to_string();
    let parameters = |from: &str, key: &str| (format!("{key} = {{ default = {from} }}"), fraction(&text(key)));
    let mut replaced = vec![
        ("integrator = \"tsit5\"\nstep = 1e-3".to_string(), method.to_string()),
        ("duration = 1.0".to_string(), format!("duration = {duration}")),
        ("kind = \"grid\"\n[plan.vary]\nrho = { min = 0.0, max = 21.0, count = 8192 }".into(), "kind = \"one\"".into()),
    ];
    for (from, key) in [("10.0", "sigma"), ("21.0", "rho"), ("2.666", "beta")] {
        let (line, value) = parameters(from, key);
        replaced.push((line, format!("{key} = {{ default = {value:?} }}")));
    }
    let replaced: Vec<(&str, &str)> = replaced.iter().map(|(from, to)| (from.as_str(), to.as_str())).collect();
    scenario("lorenz", &replaced)
}

fn fraction(text: &str) -> f64 {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let number = |t: &str| t.parse::<f64>().expect("a number");
    number(numerator) / number(denominator)
}

fn state(s: &Scenario) -> Vec<f64> {
    let cpu = CpuBackend::new(Some(1), LaneWidth::One).expect("a thread");
    let chunk = run_on(&cpu, s);
    chunk.outputs_of(0).unwrap_or_else(|| panic!("{:?}", chunk.outcomes))
}

#[test]
fn the_lorenz_system_is_that_of_the_taylor_series() {
    let golden = golden("lorenz.json");
    for case in golden["cases"].as_array().unwrap() {
        for at in case["at"].as_array().unwrap() {
            let exact: Vec<f64> =
                at["state"].as_array().unwrap().iter().map(|x| x.as_str().unwrap().parse().unwrap()).collect();
            let time = at["time"].as_str().unwrap();
            // the error of tsit5 is 1e-9 with 2.5e-3 s, so 1e-11 with 1e-3 s, which the chaotic case multiplies by up to
            // 100 until t = 5, as it does the rounding of each step
            let methods = [
                ("integrator = \"dop853\"\nstep = 1e-3", 2e-12),
                ("integrator = \"tsit5\"\nstep = 1e-3", if time == "5" { 2e-9 } else { 2e-11 }),
                ("integrator = \"dop853\"\ntolerance = 1e-13", 2e-11),
            ];
            for (method, limit) in methods {
                let found = state(&lorenz(case, time, method));
                let error = distance(&found, &exact);
                assert!(error < limit, "{} at {time}, {method}: {error:e}", case["name"]);
                eprintln!("{} at {time}, {method:?}: {error:.1e}", case["name"]);
            }
        }
    }
}

/// Every explicit method is the Runge-Kutta method of its coefficients on R^n, whatever it does to rotations.
#[test]
fn every_method_has_its_order() {
    let golden = golden("lorenz.json");
    let case = &golden["cases"][0];
    let reference = state(&lorenz(case, "0.5", "integrator = \"dop853\"\nstep = 5e-4"));
    let base = lorenz(case, "0.5", "integrator = \"dop853\"\nstep = 5e-4");
    for integrator in integrator::ALL {
        // where the error is far above rounding and in the asymptotic range
        let finest = match integrator.order {
            1..=2 => 3200,
            3 => 800,
            4 => 400,
            5 => 200,
            6 => 160,
            _ => 80,
        };
        let points: Vec<(f64, f64)> = [4, 2, 1]
            .into_iter()
            .filter_map(|coarser| {
                let step = 0.5 / f64::from(finest / coarser);
                let steps =
                    lorenz(case, "0.5", &format!("integrator = \"dop853\"\nstep = {step:?}")).study.method.steps;
                let study = base.study.with_method(Method { integrator, steps, ..base.study.method.clone() }).ok()?;
                let s = Scenario { study, ..lorenz(case, "0.5", "integrator = \"euler\"\nstep = 0.1") };
                Some((step, distance(&state(&s), &reference)))
            })
            .collect();
        if points.is_empty() {
            assert!(integrator.name.starts_with("splitting"), "{}", integrator.name);
            continue;
        }
        let found = slope(&points);
        eprintln!("{}: {found:.2}, {points:?}", integrator.name);
        assert!((found - integrator.order as f64).abs() < 0.2, "{}: {found}", integrator.name);
    }
}

/// x' = -x/tau + sin(w t) in closed form, a system without a body or a parameter that varies in time, with an event.
#[test]
fn a_driven_linear_system_in_closed_form() {
    let s = parse(
        r#"
[parameters]
tau = { default = 0.3 }
w = { default = 4.0 }
[[variable]]
name = "level"
initial = "2*tau"
rate = "-level/tau + sin(w*t)"
unit = "V"
[[event]]
name = "crossing"
expression = "level"
direction = "falling"
[method]
integrator = "dopri5"
tolerance = 1e-11
duration = 2.5
[sampling]
every = 0.25
[[output]]
name = "level"
quantity = "variable"
variable = "level"
[[output]]
name = "charge"
quantity = "variable"
variable = "level"
over = "integral"
[[output]]
name = "first"
quantity = "time_of"
event = "crossing"
"#,
    );
    assert_eq!(s.study.mechanism.columns()[0], ("level".to_string(), "V".to_string()));
    assert_eq!(s.study.mechanism.columns()[1].1, "V s");
    let (tau, w) = (0.3f64, 4.0f64);
    let amplitude = tau / (1.0 + (w * tau).powi(2));
    let exact = |t: f64| {
        amplitude * ((w * t).sin() - w * tau * (w * t).cos()) + (2.0 * tau + amplitude * w * tau) * (-t / tau).exp()
    };
    let mut all = None;
    for (name, backend) in f64_backends(&s) {
        let chunk = run_on(backend.as_ref(), &s);
        let outputs = chunk.outputs_of(0).expect("completed");
        // a hundred times the tolerance: the sum of the errors of some hundred steps
        assert!((outputs[0] - exact(2.5)).abs() < 1e-9, "{name}: {outputs:?}");
        for (i, sample) in chunk.samples.values.column(0).iter().enumerate() {
            let t = 0.25 * i as f64;
            assert!((sample - exact(t)).abs() < 1e-9, "{name} at {t}: {sample:e} {:e}", exact(t));
        }
        // at the zero the exact solution changes by 1 V in about 1 s
        assert!(outputs[2] > 0.3 && exact(outputs[2]).abs() < 1e-8, "{name}: {outputs:?}");
        let bits: Vec<u64> = chunk.outputs.as_slice().iter().map(|x| x.to_bits()).collect();
        // a driver may fuse operations; tests/backends/parity.rs compares exact kernels
        if name != "GPU f64" {
            assert_eq!(*all.get_or_insert(bits.clone()), bits, "{name}");
        }
    }
}

/// A slider with an integral controller and a slow actuator, as a body with variables and as variables alone: the same
/// linear system of order four.
#[test]
fn a_body_with_variables_moves_like_the_same_equations_without_it() {
    let method = "[method]\nintegrator = \"rk67\"\nstep = 1e-3\nduration = 1.5\n";
    let controller = r#"
[[variable]]
name = "integral"
initial = 0.1
rate = "place - sin(2*t)"
[[variable]]
name = "force"
initial = 0.0
rate = "(-30*(place - sin(2*t)) - 20*integral - force)/0.05"
"#;
    let slider = replaced(&system("slider"), &[("coordinate = 0.2", "coordinate = 0.2, velocity = -0.3")]);
    let body = parse(&format!(
        r#"
{slider}
[[force]]
name = "motor"
kind = "joint_torque"
joint = "rail"
torque = "force - 0.5*v"
{controller}{method}
[[output]]
name = "f"
quantity = "variable"
variable = "force"
"#
    ));
    let alone = parse(&format!(
        r#"
[[variable]]
name = "place"
initial = 0.2
rate = "speed"
[[variable]]
name = "speed"
initial = -0.3
rate = "(force - 0.5*speed)/2"
{controller}{method}
[[output]]
name = "place"
quantity = "variable"
variable = "place"
[[output]]
name = "f"
quantity = "variable"
variable = "force"
"#
    ));
    let (a, b) = (state(&body), state(&alone));
    // the same method on the same equations: rounding of numbers of about 10 in 1500 steps
    assert!(distance(&a, &b) < 1e-12, "{a:?} {b:?}");
    assert!(a[0].abs() > 0.1 && a[1].abs() > 0.1, "{a:?}");
    // forces on bodies take variables too
    let text = |kind: &str, key: &str| {
        format!(
            "[[body]]\nname = \"a\"\nmass = 2.0\ninertia = [1, 1, 1]\n[[variable]]\nname = \"u\"\ninitial = 1.0\nrate = \
             \"-u\"\n[[force]]\nname = \"push\"\nkind = \"{kind}\"\nbody = \"a\"\n{key} = [\"u\", 0, 0]\n[method]\n\
             integrator = \"dop853\"\nstep = 1e-2\nduration = 1.0\n"
        )
    };
    let velocity = "[[output]]\nname = \"v\"\nquantity = \"velocity\"\nbody = \"a\"\n";
    let spin = "[[output]]\nname = \"w\"\nquantity = \"angular_velocity\"\nbody = \"a\"\n";
    let impulse = 1.0 - (-1.0f64).exp();
    let pushed = state(&parse(&(text("expression_force", "force") + velocity)));
    assert!((pushed[0] - impulse / 2.0).abs() < 1e-14, "{pushed:?}");
    let turned = state(&parse(&(text("expression_torque", "torque") + spin)));
    assert!((turned[0] - impulse).abs() < 1e-14, "{turned:?}");
}

/// With index 2 the coordinates are corrected by forces of constraints, and these alone: what outputs make of accelerations
/// and forces, which variables may use, has no part in it.
#[test]
fn variables_that_use_outputs_go_with_velocities_that_hold_the_constraints() {
    let text = |rate: &str, method: &str| {
        format!(
            r#"
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "link"
mass = 1.0
inertia = [0.02, 0.02, 0.025]
initial = {{ position = [0.1, 0, 0], angular_velocity = [0, 0, 1] }}
[[joint]]
name = "pivot"
kind = "spherical"
between = ["ground", "link"]
at = [0, 0, 0]
[[variable]]
name = "u"
initial = 0.0
rate = "{rate}"
[method]
formulation = "absolute"
integrator = "generalized_alpha"
{method}
duration = 0.1
[[output]]
name = "x"
quantity = "position"
body = "link"
point = [0.1, 0, 0]
[[output]]
name = "u"
quantity = "variable"
variable = "u"
[[output]]
name = "f"
quantity = "reaction_force"
joint = "pivot"
[[output]]
name = "a"
quantity = "acceleration"
body = "link"
[[output]]
name = "torque"
quantity = "reaction_torque"
joint = "pivot"
over = "max"
"#
        )
    };
    for rate in ["x.x - u", "0.1*f.z + a.z - u"] {
        let reference = state(&parse(&text(rate, "step = 1e-3")));
        for (method, limit) in [("step = 1e-3\nindex = 2", 3e-6), ("tolerance = 1e-7", 3e-5)] {
            let s = parse(&text(rate, method));
            for (name, backend) in cpu_backends() {
                let chunk = run_on(backend.as_ref(), &s);
                let found =
                    chunk.outputs_of(0).unwrap_or_else(|| panic!("{name} {method} {rate}: {:?}", chunk.outcomes));
                // position and variable: with half the step they change by less than 1e-6
                let error = distance(&found[..4], &reference[..4]);
                assert!(error < limit, "{name} {method} {rate}: {error:e}");
                assert_eq!(chunk.newton[0].pivoted, 0, "{name} {method} {rate}");
            }
        }
    }
}

/// Single precision, with its state summed with compensation: a sweep that does not blow up errors keeps seven digits.
#[test]
fn single_precision_is_as_accurate_as_it_can_be() {
    let s = scenario("lorenz", &[("count = 8192", "count = 22")]);
    let Some(gpu) = gpu_backend(&s, Precision::Single) else { return };
    let (found, expected) = (run_on(gpu.as_ref(), &s), run_on(cpu_backends()[0].1.as_ref(), &s));
    assert_eq!(found.steps, expected.steps);
    let mut worst = 0.0f64;
    for (a, b) in found.outputs.as_slice().iter().zip(expected.outputs.as_slice()) {
        worst = worst.max((a - b).abs() / b.abs().max(1.0));
    }
    eprintln!("relative error in single precision {worst:.1e}");
    // parameters and states are rounded to 6e-8; errors of the start grow by about ten until t = 1
    assert!(worst < 3e-6, "{worst:e}");
}

#[test]
fn the_numbers_of_members_and_of_a_scenario_agree() {
    let s = scenario("lorenz", &[]);
    assert_eq!(s.study.plan().members(), 8192);
    assert_eq!(s.study.mechanism.unit_count(), 1);
    let layout = s.study.layout();
    assert_eq!((layout.coordinate_count(), layout.velocity_count(), layout.local_count()), (0, 3, 0));
}

/// A scenario of two variables, and the message where a part of it is replaced.
#[test]
fn what_variables_cannot_be() {
    let text = r#"[parameters]
k = { default = 2.0 }
[[variable]]
name = "x"
initial = 1.0
rate = "-k*x + y"
[[variable]]
name = "y"
initial = "k/2"
rate = "x*t"
[method]
integrator = "rkmk4"
step = 0.01
duration = 1.0
[[output]]
name = "end"
quantity = "variable"
variable = "x"
"#;
    let read = |text: &str| Scenario::parse(std::path::Path::new("v.toml"), text, Overrides::default());
    read(text).expect("no fault");
    let cases = [
        (
            "\"-k*x + y\"",
            "\"-k*x + q\"",
            "v.toml:6: variable[0].rate: \"-k*x + q\": unknown name \"q\"; parameters: k; variables: t, x, y, end",
        ),
        (
            "name = \"y\"",
            "name = \"x\"",
            "v.toml:8: variable[1].name: there is a variable \"x\" already; names are unique",
        ),
        (
            "name = \"y\"",
            "name = \"k\"",
            "v.toml:8: variable[1].name: \"k\" is a parameter already; choose another name",
        ),
        (
            "name = \"y\"",
            "name = \"t\"",
            "v.toml:8: variable[1].name: \"t\" is the time in expressions; choose another name",
        ),
        (
            "name = \"y\"",
            "name = \"sin\"",
            "v.toml:8: variable[1].name: \"sin\" is a function or constant of expressions; choose another name",
        ),
        (
            "name = \"y\"",
            "name = \"y.1\"",
            "v.toml:8: variable[1].name: a variable's name consists of letters, digits and _, and begins with a letter",
        ),
        (
            "initial = 1.0\n",
            "",
            "v.toml:3: variable[0].initial: this key is needed and missing: the value at the start, a number or an \
             expression over the parameters",
        ),
        ("rate = \"x*t\"\n", "", "v.toml:7: variable[1].rate: this key is needed and missing"),
        (
            "rate = \"x*t\"",
            "rate = \"x/t\"",
            "v.toml:10: variable[1].rate: the rate is inf at the start; accepted: a finite value there",
        ),
        (
            "rate = \"x*t\"",
            "rate = \"x*t\"\nunti = \"m\"",
            "v.toml:11: variable[1].unti: unknown key; did you mean \"unit\"? accepted: name, initial, unit, rate",
        ),
        (
            "variable = \"x\"",
            "variable = \"z\"",
            "v.toml:18: output[0].variable: unknown variable \"z\"; variables: x, y",
        ),
        (
            "name = \"end\"",
            "name = \"y\"",
            "v.toml:16: output[0].name: \"y\" is the name of a [[variable]]; choose another name",
        ),
        (
            "\"rkmk4\"",
            "\"splitting2\"",
            "v.toml:12: method.integrator: splitting2 composes exact flows of parts of the energy of bodies; variables of \
             first order have no energy",
        ),
    ];
    for (from, to, message) in cases {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        let error = read(&text.replace(from, to)).expect_err(message).to_string();
        assert_eq!(error, message);
    }
    // a force has names of its own
    let body = "[[body]]\nname = \"b\"\nmass = 1.0\ninertia = [1, 1, 1]\n[[force]]\nname = \"f\"\nkind = \
                \"expression_force\"\nbody = \"b\"\nforce = [\"x\", 0, 0]\n[method]";
    let error = read(&text.replace("[method]", body)).expect_err("two meanings").to_string();
    assert_eq!(
        error,
        "v.toml:19: force[0].force: \"x\": \"x\" is both a [[variable]] and a variable that this expression has (t, x, y, \
         z, vx, vy, vz, x, y); rename the [[variable]]"
    );
}
