//! Trees of bodies in joint coordinates: against reference data, against Lagrange's equations, against themselves.

mod equations;
mod geometry;
mod inertia;
mod reference;
mod trees;

use crate::common::*;
use gyrosweep::formulation::Coordinates;
use gyrosweep::formulation::joint::{Algorithm, JointCoordinates, JointSystem};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::lie::RotationParameterisation;
use gyrosweep::model::Mechanism;
use gyrosweep::num::{Precision, Real};
use gyrosweep::problem::Field;
use gyrosweep::trace::{Graph, Input, Rate, Traced, record};

const ALGORITHMS: [Algorithm; 2] = [Algorithm::Composite, Algorithm::Articulated];

fn mixed_text() -> String {
    std::fs::read_to_string(root().join("tests/scenarios/mixed_tree.toml")).unwrap()
}

/// Bodies with many kinds of joints, in two trees, in no order, with axes and inertias that are aligned with nothing.
fn mixed() -> Scenario {
    parse(&mixed_text())
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
