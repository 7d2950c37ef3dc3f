//! Static equilibrium.

use super::{Linkage, four_bar, four_bar_at};
use crate::linalg::DVector;
use crate::problem::Unknowns;
use crate::problem::consistent::{Equations, EquilibriumError, Point, equilibrium};

#[test]
fn a_pendulum_hangs_down_from_wherever_it_begins() {
    let linkage = Linkage { filter: true, ..Linkage::pendulum() };
    let mut equations = Equations::new(&linkage);
    for angle in [1.5, 0.4, -0.4, -1.5] {
        let (q, mut v) = linkage.swinging(angle, 3.0);
        v[6] = 0.7;
        let found = equilibrium(&mut equations, 0.0, (&q, &v)).unwrap();
        let expected = [0.0, 0.0, -0.5];
        (0..3).for_each(|i| assert!((found.q[i] - expected[i]).abs() < 1e-11, "{angle}: {:?}", found.q));
        assert!((found.multipliers[2] + 2.0 * 9.81).abs() < 1e-9, "{}", found.multipliers);
        let turned = (std::f64::consts::FRAC_PI_2 - angle).abs();
        assert!((found.movement.rotation - turned).abs() < 1e-10, "{:?}", found.movement);
        // m g l per angle, of a motion of unit length: l along x and one about y
        let stiffness = found.smallest_stiffness.unwrap();
        assert!((stiffness - 2.0 * 9.81 * 0.5 / 1.25).abs() < 1e-9, "{stiffness}");
        assert_eq!(found.v, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.7, 0.0]);
        assert!(found.steps < 60, "{found:?}");
    }
    // upright it stays, and is not stable
    let (q, v) = linkage.swinging(-std::f64::consts::FRAC_PI_2, 0.0);
    let found = equilibrium(&mut equations, 0.0, (&q, &v)).unwrap();
    assert!((found.q[2] - 0.5).abs() < 1e-12 && found.smallest_stiffness.unwrap() < -1.0);
}

#[test]
fn a_four_bar_on_a_spring_balances() {
    let (linkage, ..) = four_bar();
    let linkage = Linkage { spring: Some((200.0, [0.2, 0.0, 0.4])), ..linkage };
    let (q, v) = four_bar_at(&linkage, 0.9, 0.0);
    let mut equations = Equations::new(&linkage);
    let found = equilibrium(&mut equations, 0.0, (&q, &v)).unwrap();
    assert!(equations.constraints(0.0, &found.q).amax() < 1e-12);
    let rate = [0.0; 18];
    let unknowns = Unknowns { rate: &rate, multipliers: found.multipliers.as_slice() };
    let left = equations.residual(Point { t: 0.0, q: &found.q, v: &v, scale: 1.0, unknowns });
    assert!(left.amax() < 1e-9, "{left}");
    // the energy is least there, along the crank's angle
    let energy = |q: &[f64]| {
        let spring = (0..3).map(|i| (q[i] - [0.2, 0.0, 0.4][i]).powi(2)).sum::<f64>() * 100.0;
        9.81 * (0.6 * q[2] + 1.8 * q[9] + 1.4 * q[16]) + spring
    };
    let crank = (-found.q[2]).atan2(found.q[0]);
    let at = |angle: f64| energy(&four_bar_at(&linkage, angle, 0.0).0);
    let (low, high) = (at(crank - 1e-3), at(crank + 1e-3));
    assert!((energy(&found.q) - at(crank)).abs() < 1e-10);
    assert!(low > at(crank) && high > at(crank) && ((high - low) / 2e-3).abs() < 1e-3, "{low} {high}");
    assert!(found.load_steps >= 3 && found.smallest_stiffness.unwrap() > 0.0, "{found:?}");
}

#[test]
fn a_chain_of_three_rods_hangs_down_though_it_begins_above() {
    let (linkage, ..) = four_bar();
    let linkage = Linkage { joints: linkage.joints[..3].to_vec(), ..linkage };
    let mut equations = Equations::new(&linkage);
    // angles below the horizontal: the first rod points up, the others lie about level
    let (mut end, mut rods) = ([0.0, 0.0], Vec::new());
    for (angle, length) in [(-1.2_f64, 0.3), (0.1, 0.9), (2.8, -0.7)] {
        let half = [angle.cos() * length / 2.0, -angle.sin() * length / 2.0];
        rods.push(([end[0] + half[0], end[1] + half[1]], angle, [0.0; 2], 0.0));
        end = [end[0] + 2.0 * half[0], end[1] + 2.0 * half[1]];
    }
    let (q, v) = linkage.planar(&rods);
    let found = equilibrium(&mut equations, 0.0, (&q, &v)).unwrap();
    for (place, depth) in [(0, 0.15), (7, 0.75), (14, 1.55)] {
        let at = &found.q[place..place + 3];
        assert!(at[0].abs() < 1e-10 && (at[2] + depth).abs() < 1e-10, "{at:?}");
    }
    assert!(found.smallest_stiffness.unwrap() > 0.1 && found.steps < 120, "{found:?}");
    // the ground carries all
    assert!((found.multipliers[2] + 9.81 * 3.8).abs() < 1e-9, "{}", found.multipliers);
}

#[test]
fn a_stiff_spring_carries_what_hangs_on_it() {
    let free = Linkage { joints: vec![], spring: Some((1e9, [0.3, 0.2, 0.1])), ..Linkage::pendulum() };
    let (q, v) = free.swinging(0.4, 0.0);
    let found = equilibrium(&mut Equations::new(&free), 0.0, (&q, &v)).unwrap();
    let expected = [0.3, 0.2, 0.1 - 2.0 * 9.81 / 1e9];
    (0..3).for_each(|i| assert!((found.q[i] - expected[i]).abs() < 1e-15, "{:?}", found.q));
    assert_eq!(found.q[3..], q[3..]);
}

#[test]
fn a_free_body_stays_without_forces_and_falls_with_them() {
    let free = |gravity: f64| Linkage { joints: vec![], gravity, ..Linkage::pendulum() };
    let (q, v) = free(0.0).swinging(0.4, 0.0);
    let found = equilibrium(&mut Equations::new(&free(0.0)), 0.0, (&q, &v)).unwrap();
    assert_eq!((found.q, found.smallest_stiffness), (q.clone(), Some(0.0)));
    let error = equilibrium(&mut Equations::new(&free(9.81)), 0.0, (&q, &v)).unwrap_err();
    let EquilibriumError::NotReached { velocity: 2, force, .. } = error else { panic!("{error}") };
    assert!(force > 0.0 && error.to_string().contains("unbalanced"), "{error}");
}

#[test]
fn an_open_loop_is_refused() {
    let linkage = Linkage::pendulum();
    let mut equations = Equations::new(&linkage);
    let (q, v) = linkage.swinging(0.4, 0.0);
    let off = equations.displaced(0.0, &q, &DVector::from_element(6, 1e-3));
    let error = equilibrium(&mut equations, 0.0, (&off, &v)).unwrap_err();
    assert!(matches!(error, EquilibriumError::Open { .. }), "{error}");
}
