//! Reactions of least norm, where constraints follow from others.

use super::close;
use super::consistent::{ANYWHERE, Defaults};
use crate::common::parse;
use crate::mechanics::{CLOSED, METHOD, four_bar};
use gyrosweep::formulation::{self, Formulated};
use gyrosweep::model::Mechanism;
use gyrosweep::problem::Unknowns;
use gyrosweep::problem::consistent::*;
use nalgebra::{DMatrix, DVector};

/// The reactions of some joints as outputs.
fn reactions(joints: &[&str], further: &str) -> String {
    let mut text = String::new();
    for joint in joints {
        for quantity in ["reaction_force", "reaction_torque"] {
            text += &format!(
                "[[output]]\nname = \"{joint}_{quantity}\"\nquantity = \"{quantity}\"\njoint = {joint:?}\n{further}"
            );
        }
    }
    text
}

/// The mechanism with reactions as its outputs, those of least norm or those of the multipliers as they are.
fn mechanism(joints: &[&str], further: &str) -> Mechanism {
    let text = four_bar("x = { default = 0 }", CLOSED, &reactions(joints, further));
    parse(&(text + METHOD)).study.mechanism
}

fn outputs(formulated: &Formulated, mechanism: &Mechanism, (q, v): (&[f64], &[f64]), multipliers: &[f64]) -> Vec<f64> {
    let system = formulated.system(mechanism, &mechanism.defaults());
    let (mut out, rate) = (Vec::new(), vec![0.0; v.len()]);
    system.outputs(0.0, (q, v), Some(Unknowns { rate: &rate, multipliers }), &mut out);
    out
}

#[test]
fn reactions_of_least_norm_are_those_of_a_pseudoinverse() {
    let joints = ["A", "B", "C", "D"];
    let least = mechanism(&joints, "undetermined = \"minimum_norm\"\n");
    let plain = mechanism(&joints, "");
    for name in ["absolute", "absolute_euler_parameters", "absolute_euler_angles"] {
        let formulated = formulation::find(name).unwrap().of(&least).unwrap();
        let units = formulated.layout().unit_lengths().count();
        let names = formulated.row_names();
        // squares of the links' halves: every body has two joints
        let area = [0.15, 0.45, 0.35].iter().map(|half: &f64| half * half).sum::<f64>() / 3.0;
        let weigh = |name: &String| if name.contains("rotation") { area.sqrt().recip() } else { 1.0 };
        let weights = DVector::from_iterator(names.len() - units, names[units..].iter().map(weigh));
        let mut equations = Equations::new(Defaults(&formulated, &least));
        let n = equations.velocity_count();
        let (mut q, v) = formulated.initial(&least, &least.defaults());
        for i in 0..4 {
            let rows = independent_constraints(&mut equations, 0.0, std::slice::from_ref(&q)).unwrap();
            let b = equations.constraint_matrix(0.0, &q).rows(units, names.len() - units).into_owned();
            let all = DVector::from_fn(names.len() - units, |row, _| {
                if rows.kept.contains(&(row + units)) { 100.0 * (1.7 * row as f64 + i as f64).sin() } else { 0.0 }
            });
            let by_weight = DMatrix::from_diagonal(&weights.map(f64::recip));
            let inverse = (b.transpose() * &by_weight).pseudo_inverse(1e-9).unwrap();
            let expected = by_weight * inverse * b.transpose() * &all;
            assert!((b.transpose() * (&expected - &all)).amax() < 1e-11);
            let with_units = |multipliers: Vec<f64>| [vec![0.0; units], multipliers].concat();
            let expected = with_units(expected.iter().copied().collect());
            let expected = outputs(&formulated, &plain, (&q, &v), &expected);
            let in_use: Vec<f64> =
                rows.kept.iter().map(|row| row.checked_sub(units).map_or(0.0, |row| all[row])).collect();
            let reduced = formulated.clone().with_rows(&rows.kept);
            assert_eq!(reduced.constraint_count(), units + 17);
            let found = outputs(&reduced, &least, (&q, &v), &in_use);
            close(name, &found, &expected, 1e-11);
            // what the motion determines, forces in the plane and torques about the axes of others, does not change
            let before = outputs(&reduced, &plain, (&q, &v), &in_use);
            for (of_joint, before) in found.chunks(6).zip(before.chunks(6)) {
                close("x", &of_joint[..1], &before[..1], 1e-11);
                close("z, torque y", &[of_joint[2], of_joint[4]], &[before[2], before[4]], 1e-11);
            }
            assert!((found[1] - before[1]).abs() > 0.1);
            // another position: the crank turns
            let weights = Movement::weights(equations.layout(), 0.5);
            let how = Assembly {
                weights: &weights,
                held: &vec![false; n],
                tolerance: 1e-12,
                limits: ANYWHERE,
                keeps_given: true,
            };
            let turn = DVector::from_fn(n, |j, _| if j == 4 { 0.3 } else { 0.0 });
            let rough = equations.displaced(0.0, &q, &turn);
            q = assemble(&mut equations, 0.0, &rough, &how).unwrap().q;
        }
    }
}

#[test]
fn near_a_singular_position_reactions_of_least_norm_are_not_numbers() {
    // a parallelogram is singular where it is flat
    let text = |angle: f64| {
        let (s, c) = angle.sin_cos();
        let body = |name: &str, x: f64, z: f64, turn: f64| {
            format!(
                "[[body]]\nname = {name:?}\nmass = 1\ninertia = [0.1, 0.1, 0.1]\ninitial = {{ position = [{x:?}, 0, \
                 {z:?}], rotation_vector = [0, {turn:?}, 0] }}\n"
            )
        };
        let joint = |name: &str, a: &str, b: &str, x: f64, z: f64| {
            format!(
                "[[joint]]\nname = {name:?}\nkind = \"revolute\"\nbetween = [{a:?}, {b:?}]\nat = [{x:?}, 0, \
                 {z:?}]\naxis = [0, 1, 0]\n"
            )
        };
        [
            body("left", c / 2.0, s / 2.0, -angle),
            body("right", 2.0 + c / 2.0, s / 2.0, -angle),
            body("top", 1.0 + c, s, 0.0),
            joint("A", "ground", "left", 0.0, 0.0),
            joint("B", "left", "top", c, s),
            joint("C", "top", "right", 2.0 + c, s),
            joint("D", "ground", "right", 2.0, 0.0),
            reactions(&["A", "B"], "undetermined = \"minimum_norm\"\n"),
        ]
        .concat()
    };
    let study = parse(&(text(1.0) + METHOD)).study;
    let (formulated, mechanism) = (study.formulated(), &study.mechanism);
    let (mut q, v) = formulated.initial(mechanism, &mechanism.defaults());
    let multipliers = vec![1.0; formulated.constraint_count()];
    for (angle, finite) in [(1.0_f64, true), (1e-3, true), (1e-7, false), (0.0, false)] {
        // the positions at another angle
        let ((s, c), half) = (angle.sin_cos(), (angle / 2.0).sin_cos());
        let turn = [half.1, 0.0, -half.0, 0.0];
        let poses = [(c / 2.0, s / 2.0, turn), (2.0 + c / 2.0, s / 2.0, turn), (1.0 + c, s, [1.0, 0.0, 0.0, 0.0])];
        for (own, (x, z, turn)) in q.chunks_mut(7).zip(poses) {
            own.copy_from_slice(&[&[x, 0.0, z][..], &turn].concat());
        }
        let found = outputs(formulated, mechanism, (&q, &v), &multipliers);
        assert!(found.iter().all(|x| x.is_finite() == finite), "{angle}: {found:?}");
    }
}
