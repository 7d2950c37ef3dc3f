//! Trees in absolute coordinates move as in joint coordinates.

use super::kkt::{Equations, residual};
use super::{Tree, close, mixed, trees};
use gyrosweep::formulation;
use gyrosweep::problem::{Constrained, Unknowns};

#[test]
fn trees_keep_constraints_and_accelerate_as_in_joint_coordinates() {
    for tree in trees() {
        let Tree { mechanism, joint, t, q, v, absolute, x, u } = &tree;
        let parameters = mechanism.defaults();
        let mut expected = Vec::new();
        joint.system(mechanism, &parameters).outputs(*t, (q, v), None, &mut expected);
        let equations = Equations::new(absolute, mechanism, (*t, x, u));
        close("Phi", &equations.position, &vec![0.0; equations.position.len()], 1e-13);
        close("Phi'", &equations.velocity, &vec![0.0; equations.velocity.len()], 1e-12);
        let (rate, multipliers) = equations.solve();
        let known = Unknowns { rate: &rate, multipliers: &multipliers };
        let mut got = Vec::new();
        absolute.system(mechanism, &parameters).outputs(*t, (x, u), Some(known), &mut got);
        for ((column, _), (got, expected)) in mechanism.columns().iter().zip(got.iter().zip(&expected)) {
            // accelerations reach 1e3 and pass the condition of the mass matrix
            let error = (got - expected).abs() / (1.0 + expected.abs());
            assert!(error < 1e-9, "{column}: {got:e} {expected:e}");
        }
    }
}

#[test]
fn scaled_unknowns_scale_the_residual() {
    let tree = Tree::new(mixed(), 0.4, 1, "absolute");
    let Tree { mechanism, t, absolute, x, u, .. } = &tree;
    let (rate, multipliers) = Equations::new(absolute, mechanism, (*t, x, u)).solve();
    let once = residual(absolute, mechanism, (*t, x, u), 1.0, (&rate, &multipliers));
    close("residual", &once[..u.len()], &vec![0.0; u.len()], 1e-9);
    let scale = 1e-3;
    let [rate, multipliers] = [&rate, &multipliers].map(|all| all.iter().map(|x| 0.7 * x + 0.1).collect::<Vec<f64>>());
    let [small, few] = [&rate, &multipliers].map(|all| all.iter().map(|x| x * scale).collect::<Vec<f64>>());
    let once = residual(absolute, mechanism, (*t, x, u), 1.0, (&rate, &multipliers));
    let scaled = residual(absolute, mechanism, (*t, x, u), scale, (&small, &few));
    let n = u.len();
    close("scaled", &scaled[..n].iter().map(|r| r / scale).collect::<Vec<f64>>(), &once[..n], 1e-13);
    assert_eq!(scaled[n..], once[n..]);
}

#[test]
fn a_tree_starts_as_in_joint_coordinates() {
    for (_, tree) in trees().into_iter().enumerate().filter(|(i, _)| *i < 5) {
        let Tree { mechanism, joint, absolute, .. } = &tree;
        let parameters = mechanism.defaults();
        let (q, v) = joint.initial(mechanism, &parameters);
        let (x, u) = absolute.initial(mechanism, &parameters);
        assert_eq!((x.len(), u.len()), (absolute.layout().coordinate_count(), absolute.layout().velocity_count()));
        let equations = Equations::new(absolute, mechanism, (0.0, &x, &u));
        close("Phi", &equations.position, &vec![0.0; equations.position.len()], 1e-13);
        close("Phi'", &equations.velocity, &vec![0.0; equations.velocity.len()], 1e-12);
        let (rate, multipliers) = equations.solve();
        let known = Unknowns { rate: &rate, multipliers: &multipliers };
        let (mut got, mut expected) = (Vec::new(), Vec::new());
        absolute.system(mechanism, &parameters).outputs(0.0, (&x, &u), Some(known), &mut got);
        joint.system(mechanism, &parameters).outputs(0.0, (&q, &v), None, &mut expected);
        close("outputs", &got, &expected, 1e-9);
    }
}

#[test]
fn constraints_have_names_and_may_be_left_out() {
    let mechanism = mixed();
    let all = formulation::find("absolute").unwrap().of(&mechanism).unwrap();
    let names = all.row_names();
    let count =
        |formulated: &formulation::Formulated| formulated.system(&mechanism, &mechanism.defaults()).multiplier_count();
    assert_eq!(names.len(), count(&all));
    let freedoms: usize = mechanism.joints.iter().map(|joint| 6 - joint.kind.degrees()).sum();
    assert_eq!(names.len(), freedoms);
    assert_eq!(
        names[..5],
        ["translation x", "translation y", "translation z", "rotation y", "rotation x"]
            .map(|row| format!("\"j_b0\": {row}"))
    );
    let rows: Vec<usize> = (0..names.len()).filter(|row| row % 3 != 1).collect();
    let some = all.clone().with_rows(&rows);
    assert_eq!((count(&some), some.row_names()), (rows.len(), names));
    let (q, v) = all.initial(&mechanism, &mechanism.defaults());
    let multipliers: Vec<f64> = (0..rows.len()).map(|i| 1.0 + i as f64).collect();
    let mut of_all = vec![0.0; count(&all)];
    rows.iter().zip(&multipliers).for_each(|(row, multiplier)| of_all[*row] = *multiplier);
    let n = v.len();
    let zero = vec![0.0; n];
    let expected = residual(&all, &mechanism, (0.0, &q, &v), 1.0, (&zero, &of_all));
    let got = residual(&some, &mechanism, (0.0, &q, &v), 1.0, (&zero, &multipliers));
    assert_eq!(got[..n], expected[..n]);
    assert_eq!(got[n..], rows.iter().map(|row| expected[n + row]).collect::<Vec<f64>>());
}
