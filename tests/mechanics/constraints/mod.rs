//! Joints as constraints in absolute coordinates: against joint coordinates, and every derivative three ways.

mod consistent;
mod curves;
mod derivatives;
mod further;
mod generic;
mod kkt;
mod least_norm;
mod nonholonomic;
mod reactions;
mod shafts;
mod switches;
mod trees;
mod wheelsets;

use crate::common::*;
use gyrosweep::formulation::joint::{JointCoordinates, JointSystem};
use gyrosweep::formulation::{self, Formulated};
use gyrosweep::io::scenario::Scenario;
use gyrosweep::lie::{LieGroup, RotationParameterisation, UnitQuaternion};
use gyrosweep::model::base::BaseMotion;
use gyrosweep::model::expression::{Expr, Scope};
use gyrosweep::model::joint::ElementaryJoint;
use gyrosweep::model::{Inconsistent, Mechanism};
use gyrosweep::num::Vec3;
use gyrosweep::problem::Factor;

/// Forces of many kinds on bodies and in joints of the mixed tree.
const FORCES: &str = r#"
[[force]]
name = "spring"
kind = "spring_damper"
between = ["b0", "b6"]
points = [[0.1, 0.2, 0], [0, -0.3, 0.1]]
stiffness = 30
damping = 0.4
length = 0.5
[[force]]
name = "twist"
kind = "rotational_spring_damper"
between = ["b2", "b10"]
stiffness = 3
damping = 0.1
[[force]]
name = "drag"
kind = "expression_force"
body = "b11"
force = ["-0.3*vx*t", "sin(3*t) - 0.1*vy", "0.2*x*z"]
point = [0.1, 0, 0.3]
[[force]]
name = "hinge"
kind = "joint_spring_damper"
joint = "j_b0"
stiffness = 5
damping = 0.2
[[force]]
name = "slide"
kind = "joint_spring_damper"
joint = "j_b1"
stiffness = 7
damping = 0.3
[[force]]
name = "cardan_1"
kind = "joint_spring_damper"
joint = "j_b2"
component = 1
stiffness = 2
damping = 0.2
[[force]]
name = "cardan_2"
kind = "joint_spring_damper"
joint = "j_b2"
component = 2
stiffness = 3
damping = 0.1
[[force]]
name = "screw_1"
kind = "joint_spring_damper"
joint = "j_b4"
component = 1
stiffness = 11
damping = 0.2
[[force]]
name = "screw_2"
kind = "joint_spring_damper"
joint = "j_b4"
component = 2
stiffness = 4
damping = 0.2
[[force]]
name = "plane_2"
kind = "joint_spring_damper"
joint = "j_b6"
component = 2
stiffness = 9
damping = 0.1
[[force]]
name = "air_1"
kind = "joint_spring_damper"
joint = "j_b9"
component = 1
stiffness = 6
damping = 0.1
"#;

/// The scenario with the motion of all bodies and joints, the energy and the forces in joints as its only outputs.
fn observed(scenario: &Scenario, further: &str, text: &str) -> Mechanism {
    let head = text.split("[[output]]").next().expect("a scenario");
    let mut all = format!("{head}{further}[[output]]\nname = \"energy\"\nquantity = \"energy\"\n");
    let mechanism = &scenario.study.mechanism;
    let mut add = |quantity: &str, key: &str, name: &str| {
        all += &format!("[[output]]\nname = \"{quantity}_{name}\"\nquantity = \"{quantity}\"\n{key} = \"{name}\"\n");
    };
    for body in &mechanism.bodies {
        for quantity in ["position", "velocity", "rotation_matrix", "acceleration", "angular_acceleration"] {
            add(quantity, "body", &body.name);
        }
    }
    for joint in mechanism.joints.iter().filter(|joint| joint.kind.degrees() > 0) {
        for quantity in ["joint_position", "joint_velocity", "joint_acceleration", "joint_force"] {
            add(quantity, "joint", &joint.name);
        }
    }
    parse(&all).study.mechanism
}

/// Bodies with many kinds of joints, in two trees, in no order, with axes and inertias that are aligned with nothing.
fn mixed() -> Mechanism {
    mixed_with(FORCES)
}

/// Returns the mixed tree with these forces and constraints.
fn mixed_with(further: &str) -> Mechanism {
    let text = std::fs::read_to_string(root().join("tests/scenarios/mixed_tree.toml")).unwrap();
    // the method stands before the outputs
    let scenario = parse(&text);
    let constrained = "formulation = \"absolute\"\nintegrator = \"generalized_alpha\"";
    let text = text.replace("integrator = \"rkmk4\"", constrained);
    let constrains = further.contains("[[constraint]]");
    observed(&scenario, further, &if constrains { without_initial_joints(&text) } else { text })
}

/// A text whose joints give neither coordinates nor velocities, which constraints might contradict.
fn without_initial_joints(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("initial = { coordinate"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// One body on every kind of joint of the catalog.
fn every_kind() -> Mechanism {
    let method = "integrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.2";
    let (scenario, text) = every_joint_and_text(method);
    observed(&scenario, &format!("[method]\n{method}\n"), &text)
}

/// A mechanism whose ground moves.
fn on_a_moving_base(mut mechanism: Mechanism) -> Mechanism {
    let mut names: Vec<String> = mechanism.parameters.iter().map(|p| p.name.clone()).collect();
    names.push("t".into());
    let expression = |text: &str| Expr::parse(text, &Scope::of_parameters(&names)).unwrap();
    mechanism.base = Some(BaseMotion {
        poses: None,
        spin: None,
        position: ["0.3*sin(2*t)", "0.4*t^2", "cos(t)"].map(expression),
        rotation: Some((["1", "-2", "2"].map(expression), expression("0.7*sin(3*t) + t"))),
    });
    mechanism
}

fn absolute(name: &str, mechanism: &Mechanism) -> Formulated {
    let words = |e: Inconsistent| e.message;
    formulation::find(name).unwrap().of(mechanism).map_err(words).unwrap()
}

/// A tree in joint coordinates in some state, and the state in absolute coordinates.
struct Tree {
    mechanism: Mechanism,
    joint: Formulated,
    /// Time (s), coordinates and velocities.
    t: f64,
    q: Vec<f64>,
    v: Vec<f64>,
    absolute: Formulated,
    /// Coordinates and velocities there.
    x: Vec<f64>,
    u: Vec<f64>,
}

/// A number without a pattern, between -1 and 1.
fn any(i: usize, seed: usize) -> f64 {
    (12.9898 * (i as f64 + 1.0) + 78.233 * (seed as f64 + 0.5)).sin()
}

impl Tree {
    /// The mechanism at the time `t` (s) in any state; every angle of a joint may have made some turns.
    fn new(mechanism: Mechanism, t: f64, seed: usize, name: &str) -> Self {
        let parameters = mechanism.defaults();
        // joint coordinates have neither further constraints nor outputs of any
        let tree = Mechanism { constraints: Vec::new(), outputs: Vec::new(), ..mechanism.clone() };
        let quaternion = RotationParameterisation::Quaternion;
        let coordinates = JointCoordinates::new(&tree, quaternion).unwrap_or_else(|e| panic!("{}", e.message));
        let (mut q, mut v) = coordinates.initial(&mechanism, &parameters);
        v.iter_mut().enumerate().for_each(|(i, v)| *v += any(i, seed));
        let joint = formulation::find("joint").unwrap().of(&tree).unwrap_or_else(|e| panic!("{}", e.message));
        for place in joint.layout().places() {
            let own = &mut q[place.q..place.q + place.factor.coordinate_count()];
            if let Factor::Rotation(_) = place.factor {
                let turn = UnitQuaternion::exp(Vec3::new(any(place.q, seed), any(place.q + 1, seed), 0.7));
                UnitQuaternion::from_slice(own).multiply(turn).normalized().write(own);
            } else {
                own.iter_mut().enumerate().for_each(|(i, x)| *x += any(place.q + i, seed + 7));
            }
        }
        // the angles of the mechanism in the order of its joints, some turns from where they would be found
        let mut angles = Vec::new();
        for (at, joint) in mechanism.joints.iter().enumerate() {
            let first: usize = mechanism.joints[..at].iter().map(|joint| coordinate_count(joint.kind.elements)).sum();
            for (i, element) in joint.kind.elements.iter().enumerate() {
                if matches!(element, ElementaryJoint::Revolute(_)) {
                    q[first + i] += 12.0 * any(first + i, seed + 3);
                    angles.push(q[first + i] + 3.1 * any(i, seed));
                }
            }
        }
        let bodies = JointSystem::new(&coordinates, &mechanism, &parameters).bodies(t, &q, &v);
        let absolute = absolute(name, &mechanism);
        let (mut x, mut u) = (vec![0.0; absolute.layout().angles().start], vec![0.0; 6 * bodies.len()]);
        for (pair, body) in absolute.layout().places().collect::<Vec<_>>().chunks(2).zip(&bodies) {
            let (linear, angular) = (pair[0], pair[1]);
            let Factor::Rotation(rotation) = angular.factor else { panic!("{angular:?}") };
            body.position.write(&mut x[linear.q..]);
            body.velocity.write(&mut u[linear.v..]);
            rotation.write(body.orientation, body.angular_velocity, &mut x[angular.q..], &mut u[angular.v..]);
        }
        x.extend(angles);
        Self { mechanism, joint, t, q, v, absolute, x, u }
    }
}

/// How many coordinates a joint has in joint coordinates with quaternions.
fn coordinate_count(elements: &[ElementaryJoint]) -> usize {
    elements.iter().map(|element| if *element == ElementaryJoint::Spherical { 4 } else { 1 }).sum()
}

/// Every tree in some states, at rest and on a base that moves, in every formulation in turn.
fn trees() -> Vec<Tree> {
    let names = ["absolute", "absolute_matrix", "absolute_rotation_vector"];
    let mut all = Vec::new();
    for seed in 0..3 {
        let puma = scenario("puma560", &[]).study.mechanism;
        let kinds = [every_kind(), mixed(), on_a_moving_base(every_kind()), on_a_moving_base(mixed()), puma];
        for (i, mechanism) in kinds.into_iter().enumerate() {
            all.push(Tree::new(mechanism, 0.4, seed, names[(i + seed) % 3]));
        }
    }
    all
}

fn close(what: &str, a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len(), "{what}");
    let size = b.iter().fold(1.0, |m: f64, x| m.max(x.abs()));
    for (i, (x, y)) in a.iter().zip(b).enumerate() {
        assert!((x - y).abs() <= tolerance * size, "{what}, {i}: {x:e} {y:e}");
    }
}
