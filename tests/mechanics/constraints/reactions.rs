//! What joints exert and how well constraints hold, as outputs.

use super::kkt::Equations;
use super::{Tree, close, mixed, without_initial_joints};
use crate::common::{self, parse, refusal, tables_of};
use crate::mechanics::METHOD;
use gyrosweep::formulation;
use gyrosweep::lie::Rotation;
use gyrosweep::model::expression::evaluate3;
use gyrosweep::num::Vec3;
use gyrosweep::problem::{Constrained, Factor, Unknowns};

/// A body that moves freely, since a mechanism must move.
const FREE: &str = "[[body]]\nname = \"other\"\nmass = 1\ninertia = [1, 1, 1]\n";

/// The outputs of a tree in a state at the time 0.4 s, where the equations of motion hold; the reactions of the joint on
/// its body, or on the ground, in both frames, then the motion of the body.
fn observed(tables: &str, joint: &str, body: &str) -> (Tree, Vec<Vec3<f64>>, Vec<Vec3<f64>>) {
    let mut text = format!(
        "[parameters]\nmass = {{ default = 2.0 }}\n[gravity]\nacceleration = [0.4, -0.7, -9.81]\n{tables}{METHOD}"
    );
    for (quantity, frame) in [("force", "world"), ("torque", "world"), ("force", "body"), ("torque", "body")] {
        text += &format!(
            "[[output]]\nname = \"{quantity}_{frame}\"\nquantity = \"reaction_{quantity}\"\njoint = {joint:?}\nframe = \
             {frame:?}\n"
        );
    }
    for quantity in ["position", "acceleration", "angular_velocity", "angular_acceleration"] {
        text += &format!("[[output]]\nname = {quantity:?}\nquantity = {quantity:?}\nbody = {body:?}\n");
    }
    text += &format!("[[output]]\nname = \"R\"\nquantity = \"rotation_matrix\"\nbody = {body:?}\n");
    let tree = Tree::new(parse(&text).study.mechanism, 0.4, 2, "absolute");
    let Tree { mechanism, t, absolute, x, u, .. } = &tree;
    let (rate, multipliers) = Equations::new(absolute, mechanism, (*t, x, u)).solve();
    let known = Unknowns { rate: &rate, multipliers: &multipliers };
    let mut out = Vec::new();
    absolute.system(mechanism, &mechanism.defaults()).outputs(*t, (x, u), Some(known), &mut out);
    let mut vectors: Vec<Vec3<f64>> = out.chunks(3).map(Vec3::from_slice).collect();
    let motion = vectors.split_off(4);
    (tree, vectors, motion)
}

#[test]
fn reactions_are_what_bodies_need_to_move_as_they_do() {
    for tables in tables_of(&["joint"]) {
        // a rotor is no constraint: what it opposes is not part of the reaction
        let lines = tables.lines().filter(|line| !line.starts_with("rotor_inertia"));
        let tables: String = lines.flat_map(|line| [line, "\n"]).collect();
        let tables = tables.replace("\"plate\"", "\"ground\"") + FREE;
        let name = |table: &str| {
            let rest = tables.split(table).nth(1).expect("the table");
            rest.split("name = \"").nth(1).and_then(|rest| rest.split('"').next()).expect("a name").to_string()
        };
        let (joint, body) = (name("[[joint]]"), name("[[body]]"));
        let reversed = tables.replace(&format!("\"ground\", \"{body}\""), &format!("\"{body}\", \"ground\""));
        assert_ne!(reversed, tables);
        let (tree, reaction, motion) = observed(&tables, &joint, &body);
        let (of, mass) = (&tree.mechanism.bodies[0], tree.mechanism.bodies[0].mass_properties(&[2.0]));
        let [position, acceleration, w, rate] = [0, 1, 2, 3].map(|i| motion[i]);
        let rotation = gyrosweep::num::Mat3::from_rows(motion[4], motion[5], motion[6]);
        let [force, torque] = [reaction[0], reaction[1]];
        // Newton: the joint carries m (a - g)
        let gravity = Vec3::new(0.4, -0.7, -9.81);
        let needed = (acceleration - gravity) * mass.mass;
        close(&format!("{joint}, force"), &force.to_array(), &needed.to_array(), 1e-12);
        // Euler: the torque about the place of the joint in the body, J W' + W x J W less the moment of the force
        let place = of_joint(&tree, of);
        let momentum = mass.inertia.apply(rate) + w.cross(mass.inertia.apply(w));
        let needed = rotation.apply(momentum) - rotation.apply(place).cross(force);
        close(&format!("{joint}, torque"), &torque.to_array(), &needed.to_array(), 1e-12);
        for (seen, world) in [(reaction[2], force), (reaction[3], torque)] {
            close(&format!("{joint}, in the body"), &rotation.apply(seen).to_array(), &world.to_array(), 1e-12);
        }
        // on the ground, about the place that is fixed there, seen from there either way
        let (_, on_ground, _) = observed(&reversed, &joint, &body);
        let at = place_in_world(&tree);
        let moment = (position + rotation.apply(place) - at).cross(force);
        close(&format!("{joint}, back"), &on_ground[0].to_array(), &(-force).to_array(), 1e-12);
        close(&format!("{joint}, back"), &on_ground[1].to_array(), &(-(torque + moment)).to_array(), 1e-12);
        assert_eq!((on_ground[0], on_ground[1]), (on_ground[2], on_ground[3]));
    }
}

/// Where the joint is in the assembled configuration, world frame.
fn place_in_world(tree: &Tree) -> Vec3<f64> {
    let at = tree.mechanism.joints[0].at.as_ref().unwrap_or(&tree.mechanism.bodies[0].position);
    evaluate3(at, &[2.0])
}

/// Where it is in its body, body frame.
fn of_joint(tree: &Tree, body: &gyrosweep::model::body::Body) -> Vec3<f64> {
    let offset = place_in_world(tree) - evaluate3(&body.position, &[2.0]);
    let free = tree.mechanism.joints[0].kind.is_free();
    if free { Vec3::zero() } else { body.orientation.evaluate(&[2.0]).rotate_back(offset) }
}

#[test]
fn residuals_are_those_of_all_constraints() {
    let levels = ["position", "velocity", "acceleration"]
        .map(|level| format!("[[output]]\nname = {level:?}\nquantity = \"constraint_residual\"\nlevel = {level:?}\n"));
    let text = std::fs::read_to_string(common::root().join("tests/scenarios/mixed_tree.toml")).unwrap();
    let head = without_initial_joints(text.split("[method]").next().unwrap());
    let rod = "[[constraint]]\nname = \"rod\"\nkind = \"distance\"\nbetween = [\"b0\", \"b6\"]\npoints = [[0.1, 0.2, \
               0], [0, 0, 0]]\nlength = 0.4\n";
    let mechanism = parse(&format!("{head}{rod}{}{METHOD}", levels.concat())).study.mechanism;
    let tree = Tree::new(mixed(), 0.4, 1, "absolute");
    let all = formulation::find("absolute").unwrap().of(&mechanism).unwrap();
    let mut x = tree.x.clone();
    for place in all.layout().places().filter(|place| place.factor == Factor::Vector(3)) {
        (0..3).for_each(|i| x[place.q + i] += 0.1 * ((place.q + i) as f64).cos());
    }
    let rate: Vec<f64> = (0..tree.u.len()).map(|i| (i as f64).sin()).collect();
    let equations = Equations::new(&all, &mechanism, (tree.t, &x, &tree.u));
    let accelerations = equations.transposed.transpose() * nalgebra::DVector::from_vec(rate.clone()) + equations.gamma;
    let norm = |values: &[f64]| values.iter().map(|x| x * x).sum::<f64>().sqrt();
    let expected = [norm(&equations.position), norm(&equations.velocity), accelerations.norm()];
    assert!(expected.iter().all(|norm| *norm > 0.05), "{expected:?}");
    let some = all.clone().with_rows(&[0, 2, 4]);
    for formulated in [all, some] {
        let system = formulated.system(&mechanism, &mechanism.defaults());
        let multipliers = vec![0.0; system.multiplier_count()];
        let known = Unknowns { rate: &rate, multipliers: &multipliers };
        let mut out = Vec::new();
        system.outputs(tree.t, (&x, &tree.u), Some(known), &mut out);
        close("residuals", &out, &expected, 1e-13);
    }
}

#[test]
fn joint_coordinates_have_no_reactions() {
    let text = "[[body]]\nname = \"top\"\nmass = 1\ninertia = [1, 1, 1]\n[[joint]]\nname = \"pivot\"\nkind = \
                \"spherical\"\nbetween = [\"ground\", \"top\"]\n[[output]]\nname = \"f\"\nquantity = \
                \"reaction_force\"\njoint = \"pivot\"\n[method]\nintegrator = \"rkmk4\"\nstep = 1e-3\nduration = 0.1\n";
    let found = refusal(text);
    let message = "11: output[0].quantity: the output \"f\" tells of constraints, and joint coordinates have none; \
                   formulations that can: absolute";
    assert!(found.ends_with(message), "{found}");
}
