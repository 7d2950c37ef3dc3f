//! Positions and velocities.

use super::{Linkage, four_bar, four_bar_at, has_a_clear_rank};
use crate::lie::RotationParameterisation as Rotation;
use crate::linalg::{DMatrix, DVector, sparse};
use crate::problem::consistent::{
    Assembly, AssemblyError, Equations, Family, Given, Movement, VelocityError, assemble, degrees_of_freedom,
    independent_constraints, neighbours, velocities,
};

fn neighbours_of<F: Family>(
    equations: &mut Equations<F>,
    q: &[f64],
    how: &Assembly<'_>,
    distance: f64,
) -> Vec<Vec<f64>> {
    let b = sparse(&equations.constraint_matrix(0.0, q));
    neighbours(equations, 0.0, (q, &b), how, distance)
}

const ANYWHERE: Movement = Movement { translation: f64::INFINITY, rotation: f64::INFINITY };

fn how<'a>(weights: &'a [f64], held: &'a [bool]) -> Assembly<'a> {
    Assembly { weights, held, tolerance: 1e-12, limits: ANYWHERE, keeps_given: true }
}

/// Moves everything somewhat.
fn shaken(equations: &Equations<impl Family>, q: &[f64], size: f64) -> Vec<f64> {
    let off = DVector::from_fn(equations.velocity_count(), |i, _| size * (2.7 * i as f64 + 0.5).sin());
    equations.displaced(0.0, q, &off)
}

#[test]
fn a_four_bar_is_assembled_from_rough_poses_in_every_parameterisation() {
    for parameterisation in Rotation::ALL.iter().copied().filter(|&p| p != Rotation::EulerParameterRates) {
        let (linkage, ..) = four_bar();
        let linkage = Linkage { parameterisation, filter: true, ..linkage };
        let (q, _) = four_bar_at(&linkage, 0.5, 0.0);
        let mut equations = Equations::new(&linkage);
        let weights = Movement::weights(equations.layout(), 0.5);
        let rough = shaken(&equations, &q, 0.1);
        let open = vec![false; equations.velocity_count()];
        let found = assemble(&mut equations, 0.0, &rough, &how(&weights, &open)).unwrap();
        assert!(found.residual < 1e-13 && found.steps < 12, "{parameterisation:?}: {found:?}");
        assert!(found.movement.translation < 0.3 && found.movement.rotation < 0.4, "{:?}", found.movement);
        // found again from where it is, nothing moves
        let again = assemble(&mut equations, 0.0, &found.q, &how(&weights, &open)).unwrap();
        assert!(again.movement.translation < 1e-12 && again.movement.rotation < 1e-12);
    }
}

#[test]
fn what_is_held_stays_and_what_is_too_far_is_refused() {
    let (linkage, q, _) = four_bar();
    let mut equations = Equations::new(&linkage);
    let weights = Movement::weights(equations.layout(), 0.5);
    // the crank's pose is right, the others are not
    let crank: Vec<bool> = (0..18).map(|i| i < 6).collect();
    let off = DVector::from_fn(18, |i, _| if i < 6 { 0.0 } else { 0.1 * (2.7 * i as f64).sin() });
    let rough = equations.displaced(0.0, &q, &off);
    let found = assemble(&mut equations, 0.0, &rough, &how(&weights, &crank)).unwrap();
    assert_eq!(found.q[..7], q[..7]);
    assert!(found.q.iter().zip(&q).all(|(a, b)| (a - b).abs() < 1e-11));
    let limits = Movement { translation: 0.01, rotation: 1.0 };
    let error = assemble(&mut equations, 0.0, &rough, &Assembly { limits, ..how(&weights, &crank) }).unwrap_err();
    let AssemblyError::TooFar { movement, .. } = error else { panic!("{error}") };
    assert_eq!(movement, Movement::between(equations.layout(), &rough, &found.q));
    // a revolute joint and a body that is fixed elsewhere
    let all = vec![true; 18];
    let error = assemble(&mut equations, 0.0, &rough, &how(&weights, &all)).unwrap_err();
    assert!(matches!(error, AssemblyError::NotReached { steps: 0, .. }), "{error}");
}

#[test]
fn links_that_cannot_meet_are_refused_with_what_stays_open() {
    // 0.3 + 0.9 + 0.7 m do not reach over 2 m
    let linkage = Linkage::four_bar([0.3, 0.9, 0.7], [0.6, 1.8, 1.4], [2.0, 0.0, 0.0]);
    let (q, _) = four_bar_at(&linkage, 0.5, 0.0);
    let mut equations = Equations::new(&linkage);
    let weights = Movement::weights(equations.layout(), 0.5);
    let error = assemble(&mut equations, 0.0, &q, &how(&weights, &[false; 18])).unwrap_err();
    let AssemblyError::NotReached { open, .. } = &error else { panic!("{error}") };
    // stretched, the four joints share the 0.1 m that are missing, along x
    assert_eq!(open.iter().map(|x| x.0 % 5).collect::<Vec<_>>(), [0; 4]);
    // the search ends where a step gains less than a millionth
    assert!(open.iter().all(|x| (x.1.abs() - 0.025).abs() < 2e-4), "{open:?}");
    let message = error.to_string();
    assert!(message.contains("stays open by 2.5") && message.contains("contradict"), "{message}");
}

#[test]
fn a_singular_position_is_seen_beside_its_neighbours() {
    let mut linkage = Linkage::four_bar([0.3, 0.9, 0.7], [0.6, 1.8, 1.4], [0.5, 0.0, 0.0]);
    linkage.gravity = 0.0;
    let middles = [0.15, 0.75, 0.85].map(|x| ([x, 0.0], 0.0, [0.0; 2], 0.0));
    let (q, _) = linkage.planar(&middles);
    let mut equations = Equations::new(&linkage);
    let weights = Movement::weights(equations.layout(), 0.5);
    let mut positions = vec![q.clone()];
    positions.extend(neighbours_of(&mut equations, &q, &how(&weights, &[false; 18]), 0.1));
    assert!(positions.len() >= 3, "{}", positions.len());
    let rows = independent_constraints(&mut equations, 0.0, &positions).unwrap();
    assert_eq!((degrees_of_freedom(&equations, &rows), &rows.singular[..]), (1, &[0][..]));
}

#[test]
fn bricards_loop_moves_in_spite_of_30_constraints() {
    let (linkage, q) = Linkage::bricard();
    let mut equations = Equations::new(&linkage);
    assert!(equations.constraints(0.0, &q).amax() < 1e-15);
    let weights = Movement::weights(equations.layout(), 0.5);
    let rows = independent_constraints(&mut equations, 0.0, std::slice::from_ref(&q)).unwrap();
    assert_eq!((rows.kept.len(), degrees_of_freedom(&equations, &rows)), (29, 1));
    let mut positions = neighbours_of(&mut equations, &q, &how(&weights, &[false; 30]), 0.2);
    assert_eq!(positions.len(), 3);
    positions.push(q.clone());
    // all constraints are independent beside the positions that hold them, and they are found all the same
    let rough = shaken(&equations, &q, 0.05);
    assert_eq!(independent_constraints(&mut equations, 0.0, std::slice::from_ref(&rough)).unwrap().kept.len(), 30);
    let found = assemble(&mut equations, 0.0, &rough, &how(&weights, &[false; 30])).unwrap();
    assert!(found.residual < 1e-13 && found.steps < 20, "{found:?}");
    positions.push(found.q);
    let rows = independent_constraints(&mut equations, 0.0, &positions).unwrap();
    assert_eq!((rows.kept.len(), rows.singular.len()), (29, 0));
    positions
        .iter()
        .zip(&rows.dependences)
        .for_each(|(q, z)| has_a_clear_rank(&mut equations, q, (&rows.kept, z), 1e-11));
}

#[test]
fn a_singular_position_is_reached() {
    let linkage = Linkage::four_bar([0.3, 0.9, 0.7], [0.6, 1.8, 1.4], [0.5, 0.0, 0.0]);
    let (q, _) = linkage.planar(&[0.15, 0.75, 0.85].map(|x| ([x, 0.0], 0.0, [0.0; 2], 0.0)));
    let mut equations = Equations::new(&linkage);
    let weights = Movement::weights(equations.layout(), 0.5);
    // the crank is kept in line with the ground, so that nothing but the stretched position is left
    let crank: Vec<bool> = (0..18).map(|i| i < 6).collect();
    let off = DVector::from_fn(18, |i, _| if i < 6 { 0.0 } else { 0.05 * (2.7 * i as f64).sin() });
    let rough = equations.displaced(0.0, &q, &off);
    let found = assemble(&mut equations, 0.0, &rough, &how(&weights, &crank)).unwrap();
    // residuals grow with the square of the distance there
    assert!(found.residual < 1e-12 && found.q.iter().zip(&q).all(|(a, b)| (a - b).abs() < 1e-5), "{found:?}");
}

fn given(rows: &[(usize, f64)], n: usize) -> Given {
    let matrix = DMatrix::from_fn(rows.len(), n, |i, j| if rows[i].0 == j { 1.0 } else { 0.0 });
    Given { matrix, values: DVector::from_iterator(rows.len(), rows.iter().map(|x| x.1)) }
}

#[test]
fn the_speed_of_the_crank_is_enough() {
    let (linkage, q, v) = four_bar();
    let mut equations = Equations::new(&linkage);
    let mut still = vec![0.0; 19];
    still[18] = 7.0;
    let found = velocities(&mut equations, (0.0, &q, &still), &given(&[(4, 16.0)], 18), (1e-9, false)).unwrap();
    assert!(found.v[..18].iter().zip(&v).all(|(a, b)| (a - b).abs() < 1e-12), "{:?}", found.v);
    assert!(found.miss < 1e-13 && found.v[18] == 7.0);
    // nothing given: as little motion as before
    let none = Given { matrix: DMatrix::zeros(0, 18), values: DVector::zeros(0) };
    let found = velocities(&mut equations, (0.0, &q, &still), &none, (1e-9, false)).unwrap();
    assert_eq!(found.v, still);
    // what is consistent is kept
    let kept = velocities(&mut equations, (0.0, &q, &v), &given(&[(4, 16.0)], 18), (1e-9, false)).unwrap();
    assert_eq!(kept.v, v);
    // the reference's rates, from its positions and velocities
    assert!((v[10] + 5.893002047761519).abs() < 1e-13 && (v[16] + 1.3909080451015128).abs() < 1e-13);
}

#[test]
fn points_that_move_by_the_time_take_bodies_along() {
    let linkage = Linkage { shake: 0.1, ..Linkage::pendulum() };
    let (q, v) = linkage.swinging(0.4, 0.0);
    let mut equations = Equations::new(&linkage);
    let found = velocities(&mut equations, (0.0, &q, &v), &given(&[(4, 2.0)], 6), (1e-9, false)).unwrap();
    let (s, c) = 0.4_f64.sin_cos();
    let expected = [0.3 - 0.5 * s * 2.0, 0.0, -0.5 * c * 2.0, 0.0, 2.0, 0.0];
    assert!(found.v.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-13), "{:?}", found.v);
}

#[test]
fn inconsistent_velocities_are_refused_with_the_amount_or_projected() {
    let linkage = Linkage::pendulum();
    let (q, v) = linkage.swinging(0.4, 2.0);
    let mut equations = Equations::new(&linkage);
    let all = |v: &[f64]| given(&v.iter().copied().enumerate().take(6).collect::<Vec<_>>(), 6);
    let mut wrong = v.clone();
    wrong[1] = 0.25;
    let mut try_with = |given: &Given, project| velocities(&mut equations, (0.0, &q, &v), given, (1e-9, project));
    assert!(try_with(&all(&v), false).is_ok());
    let error = try_with(&all(&wrong), false).unwrap_err();
    assert!(matches!(error, VelocityError::Inconsistent { row: 1, .. }), "{error}");
    assert!(error.to_string().contains("number 1 by 2.5"), "{error}");
    let projected = try_with(&all(&wrong), true).unwrap();
    assert!(projected.v.iter().zip(&v).all(|(a, b)| (a - b).abs() < 1e-13) && (projected.miss - 0.25).abs() < 1e-13);
    // a speed of the mass and one of the angle that do not belong together: 0.5 m times 2 rad/s is 1 m/s
    let (s, c) = 0.4_f64.sin_cos();
    let error = try_with(&given(&[(4, 2.0), (2, -1.1 * c), (0, -s)], 6), false).unwrap_err();
    let VelocityError::Inconsistent { row: 2, violation, .. } = error else { panic!("{error}") };
    assert!((violation - 0.1 * c).abs() < 1e-13, "{violation}");
    let error = try_with(&given(&[(4, 2.0), (4, 3.0)], 6), false).unwrap_err();
    assert!(matches!(error, VelocityError::Contradictory { miss, .. } if (miss - 0.5).abs() < 1e-13), "{error}");
}
