//! Generalized-alpha beside the discrete solutions of the scheme itself, and the work that solving its steps takes.

use crate::common::{self, column, cpu_backends, golden, numbers, parse, replaced, run_on, scenario, system};
use gyrosweep::ensemble::cpu::{Arithmetic, CpuBackend, LaneWidth};
use gyrosweep::ensemble::{Backend, NewtonWork, Outcome};
use gyrosweep::io::scenario::Scenario;
use serde_json::Value;

/// The heavy top in a formulation, with this step (s), duration (s) and settings of Newton's method, with the criterion of the
/// papers, begun with a = v'.
fn top(formulation: &str, h: f64, duration: f64, newton: &str) -> Scenario {
    let keys = format!("start = \"plain\"\nnewton = {{ criterion = \"residual\"{newton} }}");
    top_with(formulation, h, duration, &keys)
}

/// The heavy top with these keys of the method.
fn top_with(formulation: &str, h: f64, duration: f64, keys: &str) -> Scenario {
    let method = format!("integrator = \"generalized_alpha\"\n{keys}");
    scenario(
        "heavy_top",
        &[
            ("formulation = \"joint\"", &format!("formulation = \"{formulation}\"")),
            ("integrator = \"rkmk4\"", &method),
            ("step = 1e-4", &format!("step = {h:e}")),
            ("duration = 0.1", &format!("duration = {duration}")),
            ("[sampling]\nevery = 0.01", ""),
        ],
    )
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("number")
}

/// The largest differences of position and angular velocity on all backends from the discrete solutions of a case, and of the
/// latter times the step.
fn differences(case: usize, formulation: &str) -> [f64; 3] {
    let reference = golden("p13_generalized_alpha.json");
    let results = reference["cases"][case]["results"].as_array().unwrap();
    let mut largest = [0f64; 3];
    for result in results.iter().filter(|r| number(&r["t"]) == 0.1) {
        // the reference is solved to rounding
        let h = number(&result["h"]);
        let s = top(formulation, h, 0.1, ", relative = 1e-13");
        let mut bits = Vec::new();
        for (name, backend) in cpu_backends() {
            let chunk = run_on(backend.as_ref(), &s);
            let found = chunk.outputs_of(0).unwrap_or_else(|| panic!("{name}: {:?}", chunk.outcomes));
            for (k, (at, key)) in [(0, "x"), (3, "Omega_body")].into_iter().enumerate() {
                for (found, expected) in found[at..at + 3].iter().zip(numbers(&result[key])) {
                    let difference = (found - expected).abs();
                    largest[k] = largest[k].max(difference);
                    largest[2] = largest[2].max(if k == 1 { h * difference } else { 0.0 });
                }
            }
            bits.push(found);
        }
        // the scalar code pivots, and so rounds otherwise
        assert_eq!(bits[1], bits[2], "8 and 64 lanes");
    }
    largest
}

#[test]
fn the_unconstrained_top_is_that_of_the_scheme() {
    let [x, omega, _] = differences(0, "joint");
    assert!(x < 1e-12 && omega < 1e-11, "{x:e} {omega:e}");
}

#[test]
fn the_constrained_top_is_that_of_the_scheme_however_rotations_are_stored() {
    for formulation in ["absolute", "absolute_matrix", "absolute_rotation_vector"] {
        let [x, _, turned] = differences(1, formulation);
        // the velocities carry what rounding makes of the constraints, over h: of coordinates of up to 1 m and pi rad some tens
        // of 1e-16, 2.5e-15 with rotation vectors in the scalar code
        assert!(x < 1e-12 && turned < 4e-15, "{formulation}: {x:e} {turned:e}");
    }
}

/// Iterations, factorisations and steps of one second of the constrained top.
fn work(h: f64, newton: &str) -> (NewtonWork, f64) {
    let s = top("absolute", h, 1.0, &format!(", {newton}"));
    let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).unwrap(), &s);
    assert!(chunk.outputs_of(0).is_some(), "{h}: {:?} at {:?}", chunk.outcomes, chunk.times);
    (chunk.newton[0], f64::from(chunk.steps[0]))
}

#[test]
fn iterations_are_those_of_table_5() {
    let reference = golden("p13_generalized_alpha.json");
    let table = &reference["iterations"]["table5"];
    let (steps, printed) = (numbers(&table["h"]), &table["printed"]);
    let [with, without, modified] = ["full_with", "full_without", "modified_without"].map(|key| numbers(&printed[key]));
    // without optimisation the first steps alone are quick
    let count = if cfg!(debug_assertions) { 2 } else { steps.len() };
    for (i, h) in steps.into_iter().enumerate().take(count) {
        for (settings, expected) in [
            ("stiffness = \"applied\"", with[i]),
            ("stiffness = \"applied\", tangent = \"neglected\"", without[i]),
            ("stiffness = \"applied\", tangent = \"neglected\", kind = \"modified\"", modified[i]),
        ] {
            let (work, steps) = work(h, settings);
            let found = f64::from(work.iterations) / steps;
            println!("h = {h:e} {settings}: {found:.4}, printed {expected}, {work:?}");
            // printed with two decimals
            assert!((found - expected).abs() < 0.0051, "h = {h:e} {settings}: {found} {expected}");
        }
    }
}

#[test]
fn adaptive_steps_keep_the_order() {
    let reference = [0.421296658925, 0.894571974346, -0.149164700562]; // p02_heavytop.json
    let backend = CpuBackend::new(Some(1), LaneWidth::SixtyFour).unwrap();
    let mut points = Vec::new();
    for tolerance in [1e-5, 1e-6, 1e-7] {
        let mut s = top("absolute", 1e-4, 0.1, "");
        let study = s.study.with_method(gyrosweep::ensemble::Method {
            steps: gyrosweep::ensemble::Steps::Adaptive(Box::new(gyrosweep::ensemble::Adaptive::new(
                tolerance, tolerance, 2,
            ))),
            ..s.study.method.clone()
        });
        s.study = study.unwrap();
        let chunk = run_on(&backend, &s);
        let found = chunk.outputs_of(0).unwrap_or_else(|| panic!("{:?} at {:?}", chunk.outcomes, chunk.times));
        let error = common::distance(&found[..3], &reference);
        println!("{tolerance:e}: {} steps, {} rejected, error {error:e}", chunk.steps[0], chunk.rejected[0]);
        points.push((1.0 / f64::from(chunk.steps[0]), error));
    }
    let slope = common::slope(&points);
    assert!((slope - 2.0).abs() < 0.2, "{slope} {points:?}");
}

/// Where the constrained top is at 0.1 s: p02_heavytop.json.
const AT_THE_END: [f64; 3] = [0.421296658925, 0.894571974346, -0.149164700562];

#[test]
fn every_setting_converges_with_order_2() {
    let settings = [
        ("rho_inf = 0.9", ""),
        ("rho_inf = 0.0", ""),
        ("rho_inf = 1.0", ""),
        ("hht_alpha = -0.1", ""),
        ("newmark = [0.25, 0.5]", ""),
        ("index = 2", ""),
        ("index = 2", "tangent = \"neglected\""),
        ("rho_inf = 0.8", "criterion = \"increment\""),
        ("rho_inf = 0.8", "kind = \"quasi\""),
    ];
    for (method, newton) in settings {
        let mut points = Vec::new();
        for h in [1e-3, 5e-4, 2.5e-4] {
            let s = top_with("absolute", h, 0.1, &format!("{method}\nnewton = {{ {newton} }}"));
            let mut bits = Vec::new();
            for (name, backend) in cpu_backends() {
                let chunk = run_on(backend.as_ref(), &s);
                let found = chunk.outputs_of(0).unwrap_or_else(|| panic!("{name} {method}: {:?}", chunk.outcomes));
                bits.push(found.to_vec());
                assert_eq!(chunk.newton[0].pivoted, 0, "{name} {method} {newton}");
            }
            assert_eq!(bits[1], bits[2], "{method} {newton}");
            points.push((h, common::distance(&bits[2][..3], &AT_THE_END)));
        }
        let slope = common::slope(&points);
        println!("{method} {newton}: {slope:.3} {points:?}");
        assert!((slope - 2.0).abs() < 0.2, "{method} {newton}: {slope} {points:?}");
    }
}

/// A pendulum on a hinge, its body apart, to the time T: 1 s where the plan does not say.
const HINGE: &str = r#"
[parameters]
T = 1.0
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "bob"
mass = 1
inertia = [1e-3, 1e-3, 1e-3]
initial = { position = [0, 0, -1] }
[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "bob"]
at = [0, 0, 0]
axis = [0, 1, 0]
initial = { coordinate = 1.0 }
[method]
formulation = "absolute"
integrator = "generalized_alpha"
step = 1e-3
duration = "T"
[plan]
kind = "grid"
[plan.vary]
T = [1.0, 1.0005, 1.0001, 1.00001, 1.0000001, 1.000000000001]
[sensitivity]
parameters = ["T"]
[[output]]
name = "q"
quantity = "joint_position"
joint = "hinge"
[[output]]
name = "v"
quantity = "joint_velocity"
joint = "hinge"
[[output]]
name = "a"
quantity = "joint_acceleration"
joint = "hinge"
[[output]]
name = "R"
quantity = "reaction_force"
joint = "hinge"
[[output]]
name = "largest"
quantity = "reaction_force"
joint = "hinge"
over = "max"
[[output]]
name = "residual"
quantity = "constraint_residual"
"#;

#[test]
fn ends_between_steps_leave_forces_right() {
    let s = parse(HINGE);
    // what is left of constraints is no function of parameters
    let is_of_residual = |(name, _): &(String, String)| name.starts_with("d(residual)");
    assert!(!s.study.mechanism.columns().iter().any(is_of_residual));
    for (name, backend) in cpu_backends() {
        let chunk = run_on(backend.as_ref(), &s);
        for member in 0..6 {
            let found = chunk.outputs_of(member).unwrap_or_else(|| panic!("{name}: {:?}", chunk.outcomes));
            let at = |column: &str| found[common::column(&s, column)];
            // of a rigid body that turns about y, from its own angle and rate
            let k = 9.81 / 1.001;
            let ((sin, cos), v) = (at("q").sin_cos(), at("v"));
            let a = -k * sin;
            let force = 9.81 + sin * a + cos * v * v;
            let force_rate = v * (3.0 * cos * a - k * sin * cos - sin * v * v);
            // steps of 1e-3 s miss forces by some 1e-5
            let limits = [
                ("a", a, 1e-4),
                ("R.z", force, 1e-4),
                ("d(a)/d(T)", -k * cos * v, 1e-3),
                ("d(R.z)/d(T)", force_rate, 1e-2),
            ];
            for (column, expected, limit) in limits {
                let error = (at(column) - expected).abs();
                assert!(error < limit, "{name}, member {member}: {column} {} {expected}", at(column));
            }
            assert!((at("largest.x").abs() - 7.76).abs() < 0.01, "{name}, member {member}: {}", at("largest.x"));
        }
    }
}

#[test]
fn an_integral_of_a_power_is_that_of_its_values() {
    let integral =
        "[[output]]\nname = \"y\"\nquantity = \"expression\"\nexpression = \"1.5^(t*p)\"\nover = \"integral\"\n";
    let text = HINGE.replacen("[parameters]", "[parameters]\np = { default = 1.0 }", 1).replacen(
        "[method]",
        &format!("{integral}[method]"),
        1,
    );
    let s = parse(&text);
    for (name, backend) in cpu_backends() {
        let chunk = run_on(backend.as_ref(), &s);
        for member in 0..6 {
            let found = chunk.outputs_of(member).unwrap_or_else(|| panic!("{name}: {:?}", chunk.outcomes));
            let exact = (1.5f64.powf(chunk.times[member]) - 1.0) / 1.5f64.ln();
            assert!((found[column(&s, "y")] - exact).abs() < 1e-12, "{name}: {} {exact}", found[column(&s, "y")]);
        }
    }
}

/// The force of the support on the top at every 2 ms to 0.1 s: from joint coordinates the accelerations of the centre of mass,
/// in absolute coordinates the reaction.
fn support(method: &str, quantity: &str) -> Vec<f64> {
    let top = replaced(&system("heavy_top"), &[("\"spin\", 0]", "\"spin\", -4.61538]")]);
    let rest = format!("duration = 0.1\n[[output]]\nname = \"of\"\n{quantity}\n[sampling]\nevery = 2e-3\n");
    let s = common::parse(&format!("{top}[method]\n{method}\n{rest}"));
    run_on(&CpuBackend::new(Some(1), LaneWidth::SixtyFour).unwrap(), &s).samples.values.each_row().flatten().collect()
}

#[test]
fn multipliers_are_of_order_2_from_the_first_step_on() {
    let accelerations = support(
        "formulation = \"joint\"\nintegrator = \"rkmk4\"\nstep = 1e-5",
        "quantity = \"acceleration\"\nbody = \"top\"",
    );
    let exact: Vec<f64> =
        accelerations.chunks(3).flat_map(|a| [15.0 * a[0], 15.0 * a[1], 15.0 * (a[2] + 9.81)]).collect();
    // how the largest error over all samples falls with the step
    let slope = |keys: &str| {
        let error = |h: f64| {
            let method =
                format!("formulation = \"absolute\"\nintegrator = \"generalized_alpha\"\nstep = {h:e}\n{keys}");
            let found = support(&method, "quantity = \"reaction_force\"\njoint = \"pivot\"");
            assert_eq!(found.len(), exact.len());
            found.iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
        };
        let points: Vec<(f64, f64)> = [1e-3, 5e-4, 2.5e-4].map(|h| (h, error(h))).to_vec();
        println!("{keys}: {points:?}");
        common::slope(&points)
    };
    for keys in ["start = \"optimal\"", "index = 2", "start = \"optimal\"\nrho_inf = 0.5"] {
        let slope = slope(keys);
        assert!((slope - 2.0).abs() < 0.2, "{keys}: {slope}");
    }
    // begun with a = v' they oscillate, by what is of order 1
    let plain = slope("start = \"plain\"");
    assert!((plain - 1.0).abs() < 0.2, "{plain}");
}

#[test]
fn iterations_that_keep_their_matrix_are_said_to_be_native() {
    for (kind, words) in
        [("full", "64 lanes"), ("modified", "1 lane, f64, native code"), ("quasi", "1 lane, f64, native code")]
    {
        let s = top_with("absolute", 1e-3, 0.01, &format!("newton = {{ kind = {kind:?} }}"));
        let width = LaneWidth::for_study(&s.study);
        let description = CpuBackend::new(Some(1), width).unwrap().description();
        assert!(description.contains(words), "{kind}: {description}");
        // native code fuses nothing, whatever is asked for, and a user is told what it takes
        let fused = CpuBackend::new(Some(1), width).unwrap().with_arithmetic(Arithmetic::Fused);
        assert_eq!(fused.arithmetic() == "f64", kind != "full", "{kind}: {}", fused.arithmetic());
        let told = s.study.advice().iter().any(|advice| advice.contains("times as long as with newton"));
        assert_eq!(told, kind != "full", "{kind}: {:?}", s.study.advice());
    }
}

#[test]
fn reactions_converge_with_the_tolerance_also_from_rest() {
    // a pendulum of 1 kg, 0.5 m, 0.27 kg m^2 about its joint falls from the horizontal: the energy gives what it is held by
    let held = |angle: f64| -9.81 * angle.sin() * (1.0 + 2.0 * 0.25 / 0.27);
    for (tolerance, limit) in [("1e-4", 0.5), ("1e-6", 3e-2), ("1e-8", 3e-3)] {
        let scenario = parse(&format!(
            r#"[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "bob"
mass = 1
inertia = [0.02, 0.02, 0.02]
initial = {{ position = [0.5, 0, 0] }}
[[joint]]
name = "A"
kind = "revolute"
between = ["ground", "bob"]
at = [0, 0, 0]
axis = [0, 1, 0]
[method]
formulation = "absolute"
integrator = "generalized_alpha"
tolerance = {tolerance}
duration = 1.0
[[output]]
name = "angle"
quantity = "joint_position"
joint = "A"
[[output]]
name = "force"
quantity = "reaction_force"
joint = "A"
frame = "body"
[sampling]
every = 0.05
"#
        ));
        let chunk = run_on(cpu_backends()[0].1.as_ref(), &scenario);
        assert_eq!(chunk.outcomes[0], Outcome::Completed, "{tolerance}");
        let [angle, force] = ["angle", "force.x"].map(|name| column(&scenario, name));
        let rows = chunk.samples.values.each_row();
        let worst = rows.map(|row| (row[force] - held(row[angle])).abs()).fold(0.0, f64::max);
        println!("tolerance {tolerance}: {} steps, reaction off by {worst:.2e} N", chunk.steps[0]);
        assert!(worst < limit, "{tolerance}: {worst:e}");
    }
}
