//! Trees of bodies in joint coordinates: against reference data, against Lagrange's equations, against themselves.

mod common;

use common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::formulation::joint::{Algorithm, JointCoordinates, JointSystem};
use gyrosweep::formulation::{self, Coordinates};
use gyrosweep::io::scenario::{Overrides, Scenario};
use gyrosweep::lie::{Rotation, RotationParameterisation, UnitQuaternion};
use gyrosweep::model::base::BaseMotion;
use gyrosweep::model::expression::Scope;
use gyrosweep::model::{Expr, Mechanism};
use gyrosweep::num::{Dual, Precision, Real, Vec3};
use gyrosweep::problem::Field;
use gyrosweep::trace::{Graph, Input, Rate, Traced, interpret, record};
use serde_json::Value;

const ALGORITHMS: [Algorithm; 2] = [Algorithm::Composite, Algorithm::Articulated];

fn mixed_text() -> String {
    std::fs::read_to_string(root().join("tests/scenarios/mixed_tree.toml")).unwrap()
}

/// Bodies with many kinds of joints, in two trees, in no order, with axes and inertias that are aligned with nothing.
fn mixed() -> Scenario {
    parse(&mixed_text())
}

/// The mixed tree with the motion of every body as outputs.
fn observed() -> Scenario {
    let mut text = mixed_text();
    for body in 0..12 {
        for quantity in ["position", "velocity", "acceleration", "rotation_matrix", "angular_acceleration"] {
            text +=
                &format!("[[output]]\nname = \"{quantity}{body}\"\nquantity = \"{quantity}\"\nbody = \"b{body}\"\n");
        }
    }
    parse(&text)
}

/// One body on every kind of joint of the catalog.
fn every_kind() -> Scenario {
    every_joint("integrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.2")
}

const GRAVITY: &str = "[gravity]\nacceleration = [0, 0, -9.81]\n";
const METHOD: &str = "[method]\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = 1e-2\n\
                      [[output]]\nname = \"e\"\nquantity = \"energy\"\n";

/// A chain of spherical links.
fn chain(links: usize) -> Scenario {
    let mut text = String::from(GRAVITY);
    for i in 0..links {
        let before = if i == 0 { "ground".to_string() } else { format!("b{}", i - 1) };
        text += &format!(
            "[[body]]\nname = \"b{i}\"\nmass = 1.5\ninertia = [0.12, 0.13, 0.02]\n\
             initial = {{ position = [0, 0, {}] }}\n\
             [[joint]]\nname = \"j{i}\"\nkind = \"spherical\"\nbetween = [\"{before}\", \"b{i}\"]\nat = [0, 0, {}]\n",
            -0.5 - i as f64,
            -(i as f64)
        );
    }
    parse(&(text + METHOD))
}

fn recorded(s: &Scenario, parameterisation: RotationParameterisation, algorithm: Option<Algorithm>) -> Graph {
    let mechanism = &s.study.mechanism;
    let coordinates = coordinates(mechanism, parameterisation);
    let layout = coordinates.layout();
    let (nq, nv) = (layout.coordinate_count(), layout.velocity_count());
    let inputs = (0..nq + nv).map(|i| Input { name: format!("i{i}"), rate: Rate::Step }).collect();
    record(Precision::Double, inputs, |x: &[Traced]| {
        let p: Vec<Traced> = mechanism.defaults().iter().map(|d| Traced::constant(*d)).collect();
        let system = JointSystem::new(&coordinates, mechanism, &p);
        let mut system = if let Some(a) = algorithm { system.with_algorithm(a) } else { system };
        let mut rate = vec![Traced::constant(0.0); nv];
        system.acceleration(Traced::constant(0.0), &x[..nq], &x[nq..], &mut rate);
        rate
    })
}

fn coordinates(mechanism: &Mechanism, parameterisation: RotationParameterisation) -> JointCoordinates {
    JointCoordinates::new(mechanism, parameterisation).unwrap_or_else(|e| panic!("{}", e.message))
}

fn joint_system<R: Real>(
    mechanism: &Mechanism,
    parameterisation: RotationParameterisation,
    parameters: &[R],
) -> JointSystem<R> {
    JointSystem::new(&coordinates(mechanism, parameterisation), mechanism, parameters)
}

fn initial(
    mechanism: &Mechanism,
    parameterisation: RotationParameterisation,
    parameters: &[f64],
) -> (Vec<f64>, Vec<f64>) {
    coordinates(mechanism, parameterisation).initial(mechanism, parameters)
}

fn system(s: &Scenario, parameterisation: RotationParameterisation) -> JointSystem<f64> {
    joint_system(&s.study.mechanism, parameterisation, &s.study.mechanism.defaults())
}

fn acceleration(system: &mut JointSystem<f64>, q: &[f64], v: &[f64]) -> Vec<f64> {
    let mut rate = vec![0.0; v.len()];
    system.acceleration(0.0, q, v, &mut rate);
    rate
}

fn close(what: &str, a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len(), "{what}");
    let size = b.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
    for (i, (x, y)) in a.iter().zip(b).enumerate() {
        assert!((x - y).abs() <= tolerance * size, "{what}, {i}: {x:e} {y:e}");
    }
}

#[test]
fn accelerations_satisfy_the_equations_of_newton_and_euler() {
    for s in [every_kind(), mixed(), scenario("puma560", &[]), chain(4)] {
        let (q, v) = initial(&s.study.mechanism, RotationParameterisation::Quaternion, &s.study.mechanism.defaults());
        let mut results = Vec::new();
        for algorithm in ALGORITHMS {
            let mut system = system(&s, RotationParameterisation::Quaternion).with_algorithm(algorithm);
            let rate = acceleration(&mut system, &q, &v);
            let weights = system.inverse_dynamics(0.0, &q, &v, &vec![0.0; v.len()]);
            let size = weights.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
            // nothing acts in the joints; rounding grows with the condition of the mass matrix, about 1e4
            for force in system.inverse_dynamics(0.0, &q, &v, &rate) {
                assert!(force.abs() < 1e-12 * size, "{algorithm:?}: {force:e} of {size}");
            }
            results.push(rate);
        }
        close("algorithms", &results[0], &results[1], 1e-11);
    }
}

#[test]
fn the_mass_matrix_is_symmetric_and_makes_the_kinetic_energy() {
    for s in [every_kind(), mixed()] {
        let (q, _) = initial(&s.study.mechanism, RotationParameterisation::Quaternion, &s.study.mechanism.defaults());
        let system = system(&s, RotationParameterisation::Quaternion);
        let matrix = system.mass_matrix(&q);
        let n = matrix.len();
        for seed in 0..6 {
            let v: Vec<f64> = (0..n).map(|i| ((i * 7 + seed * 5) as f64 * 0.7).sin()).collect();
            let mut twice = 0.0;
            for i in 0..n {
                for j in 0..n {
                    assert_eq!(matrix[i][j], matrix[j][i]);
                    twice += v[i] * matrix[i][j] * v[j];
                }
            }
            let mut out = Vec::new();
            system.outputs(0.0, &q, &v, &mut out);
            // the first output is the kinetic energy, from the velocities of the bodies
            assert!(twice > 0.0 && (twice / 2.0 / out[0] - 1.0).abs() < 1e-13, "{twice} {}", out[0]);
        }
    }
}

/// The Lagrangian in coordinates whose velocities are their rates.
fn lagrangian<R: Real>(mechanism: &Mechanism, t: R, q: &[R], v: &[R]) -> R {
    let p: Vec<R> = mechanism.defaults().iter().map(|d| R::constant(*d)).collect();
    let mut out = Vec::new();
    joint_system(mechanism, RotationParameterisation::EulerAngleRates, &p).outputs(t, q, v, &mut out);
    out[0] - out[1]
}

/// Checks d/dt (dL/dv_i) = dL/dq_i, with q' = v and v' the accelerations of the mechanism.
fn satisfies_lagrange(mechanism: &Mechanism, t: f64) {
    type First = Dual<f64, 1>;
    type Second = Dual<First, 1>;
    let parameterisation = RotationParameterisation::EulerAngleRates;
    let p = mechanism.defaults();
    let (q, v) = initial(mechanism, parameterisation, &p);
    let mut rate = vec![0.0; v.len()];
    joint_system(mechanism, parameterisation, &p).acceleration(t, &q, &v, &mut rate);
    // the outer derivative is along time, the inner one with respect to a velocity
    let in_time = |x: &[f64], slope: &[f64], i: Option<usize>| -> Vec<Second> {
        let number = |k: usize| {
            let inner = First { re: x[k], eps: [if i == Some(k) { 1.0 } else { 0.0 }] };
            Second { re: inner, eps: [First::constant(slope[k])] }
        };
        (0..x.len()).map(number).collect()
    };
    let time = in_time(&[t], &[1.0], None)[0];
    for i in 0..v.len() {
        let (q_in_time, v_in_time) = (in_time(&q, &v, None), in_time(&v, &rate, Some(i)));
        let momentum_rate = lagrangian(mechanism, time, &q_in_time, &v_in_time).eps[0].eps[0];
        let mut along: Vec<First> = q.iter().map(|x| First::constant(*x)).collect();
        along[i].eps = [1.0];
        let still: Vec<First> = v.iter().map(|x| First::constant(*x)).collect();
        let force = lagrangian(mechanism, First::constant(t), &along, &still).eps[0];
        // forces here reach 1e3 N, and mass matrices in angles are worse conditioned than in joint axes
        assert!((momentum_rate - force).abs() < 1e-10, "coordinate {i}: {momentum_rate} {force}");
    }
}

#[test]
fn accelerations_satisfy_the_equations_of_lagrange() {
    satisfies_lagrange(&every_kind().study.mechanism, 0.0);
    satisfies_lagrange(&mixed().study.mechanism, 0.0);
}

#[test]
fn a_base_that_moves_carries_what_hangs_from_it() {
    let mut mechanism = mixed().study.mechanism;
    let names = ["m", "l", "t"].map(String::from);
    let expression = |text: &str| Expr::parse(text, &Scope::of_parameters(&names)).unwrap();
    mechanism.base = Some(BaseMotion {
        position: ["0.3*sin(2*t)", "l*t^2", "cos(t + m)"].map(expression),
        rotation: Some((["1", "-2", "2"].map(expression), expression("0.7*sin(3*t) + t"))),
    });
    satisfies_lagrange(&mechanism, 0.4);
    // velocities of bodies are absolute: a door that turns as fast as its frame stands still in it
    let mut mechanism = parse(DOOR).study.mechanism;
    let expression = |text: &str| Expr::parse(text, &Scope::of_parameters(&["t".to_string()])).unwrap();
    mechanism.base = Some(BaseMotion {
        position: ["0", "0", "0"].map(expression),
        rotation: Some((["0", "0", "3"].map(expression), expression("2*t"))),
    });
    let (_, v) = initial(&mechanism, RotationParameterisation::Quaternion, &[]);
    close("velocities", &v, &[0.7, 0.0], 1e-15);
    assert!(formulation::find("joint").unwrap().check(&mechanism, &[]).is_ok());
}

#[test]
fn every_parameterisation_gives_the_same_motion() {
    let s = observed();
    let p = s.study.mechanism.defaults();
    let motion = |parameterisation: RotationParameterisation| {
        let (q, v) = initial(&s.study.mechanism, parameterisation, &p);
        let mut out = Vec::new();
        system(&s, parameterisation).outputs(0.0, &q, &v, &mut out);
        out
    };
    let expected = motion(RotationParameterisation::Quaternion);
    for parameterisation in RotationParameterisation::ALL {
        // accelerations reach 1e2 and pass the condition of the mass matrix
        close(&format!("{parameterisation:?}"), &motion(*parameterisation), &expected, 1e-11);
    }
}

#[test]
fn the_recorded_accelerations_are_the_native_ones_bit_for_bit() {
    for s in [every_kind(), mixed(), scenario("puma560", &[]), chain(3)] {
        for parameterisation in [RotationParameterisation::Quaternion, RotationParameterisation::EulerAngles] {
            let (q, v) = initial(&s.study.mechanism, parameterisation, &s.study.mechanism.defaults());
            for algorithm in ALGORITHMS {
                let native = acceleration(&mut system(&s, parameterisation).with_algorithm(algorithm), &q, &v);
                let inputs: Vec<f64> = q.iter().chain(&v).copied().collect();
                let recorded = interpret(&recorded(&s, parameterisation, Some(algorithm)), &inputs);
                for (a, b) in native.iter().zip(&recorded) {
                    // folding x + 0 may change the sign of a zero
                    assert!(a.to_bits() == b.to_bits() || (*a == 0.0 && *b == 0.0), "{algorithm:?}: {a:e} {b:e}");
                }
            }
        }
    }
}

#[test]
fn energy_is_constant_through_every_kind_of_joint() {
    let drift = |s: Scenario| {
        let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::One).unwrap(), &s);
        chunk.outputs_of(0).unwrap()[column(&s, "energy_drift")]
    };
    let mixed = |step: &str| drift(parse(&mixed_text().replace("step = 1e-3", &format!("step = {step}"))));
    let every_kind = |step: &str| drift(every_joint(&format!("integrator = \"rkmk4\"\nstep = {step}\nduration = 0.2")));
    // of 184 J, and of some 90 J of bodies that turn faster; the drift is that of a method of order 4: 16, within the
    // order 3.8
    let drifts = [(mixed("4e-3"), mixed("2e-3"), 1e-7), (every_kind("4e-3"), every_kind("2e-3"), 1e-5)];
    for (coarse, fine, limit) in drifts {
        assert!(coarse < limit, "{coarse:e}");
        assert!(coarse / fine > 2f64.powf(3.8), "{coarse:e} {fine:e}");
    }
}

fn puma_configuration(name: &str, golden: &Value) -> Vec<f64> {
    if name == "q0_seed" {
        return numbers(&golden["seed001_experiment"]["q_init_deg"]).iter().map(|x| x.to_radians()).collect();
    }
    numbers(&golden["named_configurations_rad"][name])
}

#[test]
fn the_puma_needs_the_torques_of_the_reference() {
    let (s, golden) = (scenario("puma560", &[]), golden("puma560.json"));
    let computed = &golden["computed_here"];
    let system = system(&s, RotationParameterisation::Quaternion);
    let still = [0.0; 6];
    for name in ["qz", "qr", "qs", "qn", "q0_seed"] {
        let q = puma_configuration(name, &golden);
        let torques = system.inverse_dynamics(0.0, &q, &still, &still);
        close(name, &torques, &numbers(&computed[format!("gravload_{name}")]), 1e-13);
    }
    for at in computed["seed_trajectory_inverse_dynamics"].as_array().unwrap() {
        let [q, v, rate] = ["q", "qd", "qdd"].map(|key| numbers(&at[key]));
        let torques = system.inverse_dynamics(0.0, &q, &v, &rate);
        close("trajectory", &torques, &numbers(&at["tau_no_motor"]), 1e-12);
    }
    let matrix = system.mass_matrix(&puma_configuration("qn", &golden));
    for (row, expected) in matrix.iter().zip(computed["inertia_qn_no_motor"].as_array().unwrap()) {
        close("mass matrix", row, &numbers(expected), 1e-13);
    }
}

#[test]
fn motors_add_their_inertia() {
    let (mut text, golden) =
        (std::fs::read_to_string(root().join("scenarios/puma560.toml")).unwrap(), golden("puma560.json"));
    for (i, link) in golden["links"].as_array().unwrap().iter().enumerate() {
        let (inertia, ratio) = (link["motor_inertia_Jm"].as_f64().unwrap(), link["gear_ratio"].as_f64().unwrap());
        let name = format!("name = \"joint{}\"", i + 1);
        text = text.replace(&name, &format!("{name}\nrotor_inertia = {:?}", inertia * ratio * ratio));
    }
    let s = parse(&text);
    let q = puma_configuration("qn", &golden);
    let matrix = system(&s, RotationParameterisation::Quaternion).mass_matrix(&q);
    for (row, expected) in matrix.iter().zip(golden["computed_here"]["inertia_qn_with_motor"].as_array().unwrap()) {
        close("mass matrix", row, &numbers(expected), 1e-13);
    }
    let v = [0.5, -1.0, 2.0, 0.3, -0.7, 1.5];
    let [a, b] = ALGORITHMS
        .map(|a| acceleration(&mut system(&s, RotationParameterisation::Quaternion).with_algorithm(a), &q, &v));
    close("algorithms", &a, &b, 1e-12);
}

#[test]
fn the_hand_of_the_puma_is_where_the_reference_has_it() {
    let (s, golden) = (scenario("puma560", &[]), golden("puma560.json"));
    let system = system(&s, RotationParameterisation::Quaternion);
    for name in ["qz", "qr", "qs", "q0_seed"] {
        let q = puma_configuration(name, &golden);
        let hand = system.bodies(0.0, &q, &[0.0; 6])[5];
        let tip = hand.position - hand.rotation.apply(Vec3::new(0.0, 0.0, 0.032));
        let expected = golden["computed_here"][format!("T06_{name}")].as_array().unwrap();
        let by_quaternion = hand.orientation.matrix();
        for (i, row) in expected.iter().enumerate().take(3) {
            let row = numbers(row);
            close(name, &hand.rotation.rows[i].to_array(), &row[..3], 1e-15);
            close(name, &by_quaternion.rows[i].to_array(), &row[..3], 2e-15);
            close(name, &[tip.to_array()[i]], &row[3..], 1e-15);
        }
    }
}

/// The chain of a case of the reference, at its beginning.
fn reference_chain(case: &Value, step: f64, duration: f64) -> Scenario {
    let mut text = String::from(GRAVITY);
    let mut joint = Vec3::zero();
    let links = case["links"].as_array().unwrap();
    for (i, (link, initial)) in links.iter().zip(case["initial"].as_array().unwrap()).enumerate() {
        let q = UnitQuaternion::from_slice(&numbers(&initial["quaternion_wxyz_unnormalised"])).normalized();
        let vector = |v: &Value| Vec3::from_slice(&numbers(v));
        let centre = joint + q.rotate(vector(&link["c"]));
        let before = if i == 0 { "ground".to_string() } else { format!("link{}", i - 1) };
        text += &format!(
            "[[body]]\nname = \"link{i}\"\nmass = {}\ninertia = {}\ninertia_kind = \"identified\"\n\
             initial = {{ position = {:?}, quaternion = {:?}, angular_velocity = {} }}\n\
             [[joint]]\nname = \"j{i}\"\nkind = \"spherical\"\nbetween = [\"{before}\", \"link{i}\"]\nat = {:?}\n",
            link["m"],
            link["J"],
            centre.to_array(),
            [q.w, q.v.x, q.v.y, q.v.z],
            initial["omega_body"],
            joint.to_array()
        );
        for quantity in ["position", "velocity", "angular_velocity"] {
            text += &format!("[[output]]\nname = \"{quantity}{i}\"\nquantity = \"{quantity}\"\nbody = \"link{i}\"\n");
        }
        joint = joint + q.rotate(vector(&link["l"]));
    }
    text += &format!("[method]\nintegrator = \"rkmk4\"\nstep = {step}\nduration = {duration}\n");
    parse(&text)
}

#[test]
fn chains_end_where_the_reference_has_them() {
    let golden = golden("p06_chain.json");
    for case in golden["cases"].as_array().unwrap() {
        let result = &case["results"][0];
        let errors = [2e-3, 1e-3].map(|step| {
            let s = reference_chain(case, step, result["t"].as_f64().unwrap());
            let chunk = run_on(&CpuBackend::new(Some(1), LaneWidth::One).unwrap(), &s);
            let links = result["links"].as_array().unwrap().iter().enumerate();
            let error = |(i, link): (usize, &Value)| {
                let part = |output: &str, key: &str| {
                    distance(&vector(&s, &chunk, 0, &format!("{output}{i}")), &numbers(&link[key]))
                };
                part("position", "com") + part("velocity", "com_velocity") + part("angular_velocity", "omega_body")
            };
            links.map(error).fold(0.0, f64::max)
        });
        // order 4, within 0.2; links turn at up to 15 rad/s
        let order = (errors[0] / errors[1]).log2();
        assert!(errors[1] < 1e-6 && (order - 4.0).abs() < 0.2, "{}: {errors:?}, order {order}", case["name"]);
    }
}

#[test]
fn the_work_of_an_acceleration_is_known() {
    // operations after folding, by composite and by articulated bodies, and by the algorithm that is chosen
    let work = |name: &str, s: Scenario| {
        let count = |a| recorded(&s, RotationParameterisation::Quaternion, a).operation_counts().0;
        let [composite, articulated] = ALGORITHMS.map(|a| count(Some(a)));
        format!("{name}: {composite}, {articulated}; chosen: {}", count(None))
    };
    let lines = [
        work("heavy top", scenario("heavy_top", &[])),
        work("Puma 560", scenario("puma560", &[])),
        work("mixed tree", mixed()),
        work("chain of 2", chain(2)),
        work("chain of 4", chain(4)),
        work("chain of 8", chain(8)),
    ];
    insta::assert_snapshot!(lines.join("\n"));
    // long chains cost the same per link
    let count = |links| recorded(&chain(links), RotationParameterisation::Quaternion, None).operation_counts().0;
    let (four, eight, long) = (count(4), count(8), count(32));
    assert_eq!((long - eight) / 24, (eight - four) / 4);
}

const DOOR: &str = r#"
[[body]]
name = "slider"
mass = 1
inertia = [0.1, 0.1, 0.1]
initial = { position = [2, 0, 0], rotation_vector = [0.3, 0, 0], velocity = [0.7, 4, 0] }

[[body]]
name = "door"
mass = 2
inertia = [1, 1, 1]
initial = { position = [0.5, 0, 0], angular_velocity = [0, 0, 2] }

[[joint]]
name = "rail"
kind = "prismatic"
between = ["slider", "door"]
axis = [3, 0, 0]

[[joint]]
name = "hinge"
kind = "revolute"
between = ["ground", "door"]
at = [0, 0, 0]
axis = [0, 0, -2]

[method]
integrator = "rkmk4"
step = 1e-3
duration = 1e-2

[[output]]
name = "e"
quantity = "energy"
"#;

#[test]
fn velocities_of_bodies_become_those_of_joints() {
    // the door turns at 2 rad/s about z, against its axis; the slider is carried at 4 m/s and moves outwards at 0.7
    let s = parse(DOOR);
    let mechanism = &s.study.mechanism;
    let names: Vec<&str> = mechanism.joints.iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["rail", "hinge"]);
    let (q, v) = initial(mechanism, RotationParameterisation::Quaternion, &[]);
    assert_eq!(q, [0.0, 0.0]);
    close("velocities", &v, &[0.7, -2.0], 1e-15);
    // what a joint cannot do is said, with what it makes of it
    for (from, to, message) in [
        (
            "velocity = [0.7, 4, 0]",
            "velocity = [0.7, 3, 0]",
            "door.toml:6: body[0].initial.velocity: [0.7, 3.0, 0.0] does not fit the joint, which makes it \
             [0.7, 4.0, 0.0]; leave it out",
        ),
        (
            "angular_velocity = [0, 0, 2]",
            "angular_velocity = [1, 0, 2]",
            "door.toml:12: body[1].initial.angular_velocity: [1.0, 0.0, 2.0] does not fit the joint, which makes it \
             [0.0, 0.0, 2.0]; leave it out",
        ),
        (
            "axis = [3, 0, 0]",
            "axis = [3, 0, 0]\ninitial = { velocity = 0.7 }",
            "door.toml:19: joint[0].initial: \"rail\" has initial velocities, and so has \"slider\", which it moves; \
             give one of them",
        ),
    ] {
        assert!(DOOR.contains(from));
        assert_eq!(refusal(&DOOR.replace(from, to)), message);
    }
}

#[test]
fn bodies_that_turn_alone_have_principal_inertias() {
    let top = |from: &str, to: &str| {
        let s = scenario("heavy_top", &[(from, to)]);
        system(&s, RotationParameterisation::Quaternion).principal_inertia(0).map(Vec3::to_array)
    };
    // about the pivot: 0.234375 + 15 kg at 1 m
    assert_eq!(top("15.0", "15.0"), Some([15.234375, 0.46875, 15.234375]));
    assert_eq!(top("position = [0, 1, 0]", "position = [0.5, 1, 0]"), None);
    let free = system(&scenario("free_body", &[]), RotationParameterisation::Matrix);
    assert_eq!(free.principal_inertia(1).map(Vec3::to_array), Some([1.0, 2.0, 3.0]));
    assert_eq!(free.principal_inertia(0).map(Vec3::to_array), None);
    let s = chain(2);
    let chain = system(&s, RotationParameterisation::Quaternion);
    assert!((0..2).all(|factor| chain.principal_inertia(factor).is_none()));
}

/// What a scenario is refused with.
fn refusal(text: &str) -> String {
    let path = std::path::Path::new("door.toml");
    Scenario::parse(path, text, Overrides::default()).expect_err("a refusal").to_string()
}

#[test]
fn what_is_no_tree_is_refused() {
    let hinge = "[[joint]]\nname = \"hinge\"";
    for (from, to, message) in [
        (
            "between = [\"ground\", \"door\"]",
            "between = [\"ground\", \"dor\"]",
            "door.toml:23: joint[1].between: unknown body \"dor\"; did you mean \"door\"? bodies: ground, slider, door",
        ),
        (
            hinge,
            "[[joint]]\nname = \"lock\"\nkind = \"fixed\"\nbetween = [\"slider\", \"ground\"]\n[[joint]]\nname = \"hinge\"",
            "door.toml:27: joint[2].between: the joint \"hinge\" between \"ground\" and \"door\" closes a loop; joint \
             coordinates need a tree; no formulation can integrate this mechanism yet",
        ),
        (
            hinge,
            "[[joint]]\nname = \"lock\"\nkind = \"fixed\"\nbetween = [\"door\", \"slider\"]\n[[joint]]\nname = \"hinge\"",
            "door.toml:23: joint[1].between: the joint \"lock\" between \"door\" and \"slider\" closes a loop with \
             \"rail\"; joint coordinates need a tree; no formulation can integrate this mechanism yet",
        ),
        ("axis = [3, 0, 0]", "", "door.toml:14: joint[0].axis: this key is needed and missing"),
        ("at = [0, 0, 0]", "", "door.toml:20: joint[1].at: this key is needed and missing"),
        (
            "axis = [3, 0, 0]",
            "axis = [0, 0, 0]",
            "door.toml:18: joint[0].axis: the axis of \"rail\" has no direction: its length is zero",
        ),
        (
            "kind = \"revolute\"",
            "kind = \"universal\"\naxes = [[1, 0, 0], [1, 1, 0]]",
            "door.toml:26: joint[1].axis: unknown key; did you mean \"axes\"? accepted: initial, name, kind, between, at, \
             axes",
        ),
        (
            "kind = \"revolute\"\nbetween = [\"ground\", \"door\"]\nat = [0, 0, 0]\naxis = [0, 0, -2]",
            "kind = \"universal\"\nbetween = [\"ground\", \"door\"]\nat = [0, 0, 0]\naxes = [[1, 0, 0], [1, 1, 0]]",
            "door.toml:25: joint[1].axes: the axes of \"hinge\" make an angle of 45.000000 degrees; accepted: \
             perpendicular axes",
        ),
        (
            "axis = [3, 0, 0]",
            "axis = [3, 0, 0]\ninitial = { coordinates = [1, 2] }",
            "door.toml:19: joint[0].initial.coordinates: unknown key; did you mean \"coordinate\"? accepted: \
             coordinate, velocity",
        ),
        (
            "mass = 2\ninertia = [1, 1, 1]",
            "mass = 2\ninertia = [1, 1, 1]\ninertia_kind = \"measured\"",
            "door.toml:12: body[1].inertia_kind: found \"measured\"; accepted: rigid_body, identified",
        ),
    ] {
        assert!(DOOR.contains(from), "{from}");
        assert_eq!(refusal(&DOOR.replace(from, to)), message);
    }
}

#[test]
fn a_body_without_mass_is_refused_where_it_would_have_to_be_accelerated() {
    // nothing but the slider opposes to the rail
    assert_eq!(
        refusal(&DOOR.replace("mass = 1\n", "mass = 0\n")),
        "door.toml:4: body[0].mass: \"slider\": the mass is 0.0 kg; it must be positive"
    );
    // the door may be massless: the slider opposes to the hinge
    parse(&DOOR.replace("mass = 2\ninertia = [1, 1, 1]", "mass = 0\ninertia = [0, 0, 0]"));
    assert_eq!(
        refusal(&DOOR.replace("inertia = [1, 1, 1]", "inertia = [1, 1, -1]")),
        "door.toml:11: body[1].inertia: \"door\": the inertia has the principal moments -1.0, 1.0, 1.0 kg m^2; they \
         must be positive"
    );
}
