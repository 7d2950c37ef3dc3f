//! The Puma 560 and chains of links against reference data.

use super::{ALGORITHMS, GRAVITY, acceleration, close, system};
use crate::common::{distance, golden, numbers, parse, root, run_on, scenario, vector};
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::lie::{Rotation, RotationParameterisation, UnitQuaternion};
use gyrosweep::num::Vec3;
use serde_json::Value;

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
