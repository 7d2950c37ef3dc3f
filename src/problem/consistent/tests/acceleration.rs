//! Accelerations, multipliers and their rates.

use super::{Linkage, four_bar, four_bar_at};
use crate::linalg::DVector;
use crate::problem::consistent::{AccelerationError, Equations, accelerations, independent_constraints, jerk};

#[test]
fn a_pendulum_in_closed_form() {
    let linkage = Linkage { filter: true, ..Linkage::pendulum() };
    let (angle, rate, l) = (0.4_f64, 1.7, 0.5);
    let (q, mut v) = linkage.swinging(angle, rate);
    v[6] = 0.2;
    let mut equations = Equations::new(&linkage);
    let rows = independent_constraints(&mut equations, 0.0, std::slice::from_ref(&q)).unwrap();
    assert_eq!(rows.kept.len(), 5);
    let at = accelerations(&mut equations, &rows, (0.0, &q, &v)).unwrap();
    // (J + m l^2) angle'' = m g l cos(angle), with the angle downwards
    let inertia = 0.3 + 2.0 * l * l;
    let (s, c) = angle.sin_cos();
    let second = 2.0 * 9.81 * l * c / inertia;
    let (ax, az) = (l * (-s * second - c * rate * rate), l * (-c * second + s * rate * rate));
    let expected = [ax, 0.0, az, 0.0, second, 0.0];
    (0..6).for_each(|i| assert!((at.rate[i] - expected[i]).abs() < 1e-13, "{i}: {}", at.rate[i]));
    // the joint holds with the force that gravity leaves of m a, and lambda is its opposite
    let lambda = [-2.0 * ax, 0.0, -2.0 * (az + 9.81), 0.0, 0.0];
    (0..5).for_each(|i| assert!((at.multipliers[i] - lambda[i]).abs() < 1e-12, "{i}: {}", at.multipliers[i]));
    assert!((at.rate[6] - (az * az + lambda[0] - 0.6)).abs() < 1e-12);

    let (rates, of_multipliers) = jerk(&mut equations, (0.0, &q, &v), &at).unwrap();
    let third = -2.0 * 9.81 * l * s * rate / inertia;
    let x = l * (-s * third - 3.0 * c * rate * second + s * rate.powi(3));
    let z = l * (-c * third + 3.0 * s * rate * second + c * rate.powi(3));
    assert!((rates[0] - x).abs() < 1e-12 && (rates[2] - z).abs() < 1e-12 && (rates[4] - third).abs() < 1e-12);
    assert!((of_multipliers[0] + 2.0 * x).abs() < 1e-11 && (of_multipliers[2] + 2.0 * z).abs() < 1e-11);
    assert!((rates[6] - (2.0 * az * z - 2.0 * x - 3.0 * at.rate[6])).abs() < 1e-11);
}

/// The crank's acceleration and the force of the ground on it, from an independent solution with constraints of the planar
/// mechanism at 0.5 s, 1 s and 2 s, good to 1e-10: angle, rate, acceleration, x and z of the force.
const REFERENCE: [[f64; 5]; 3] = [
    [4.133786892905289, 0.8552962446347931, -18.158138721981903, -13.111163591150229, 22.019912989307965],
    [1.749240172298371, -9.773676930323152, -22.391146297998855, 8.077370330165742, 43.94268481003276],
    [-0.750874721460058, 5.171789612425516, 13.977303438507182, 1.7633658661054827, 4.015077366262776],
];

#[test]
fn a_four_bar_at_reference_states() {
    let (linkage, q, _) = four_bar();
    let mut equations = Equations::new(&linkage);
    let rows = independent_constraints(&mut equations, 0.0, &[q]).unwrap();
    for [angle, rate, second, x, z] in REFERENCE {
        let (q, v) = four_bar_at(&linkage, angle, rate);
        let at = accelerations(&mut equations, &rows, (0.0, &q, &v)).unwrap();
        assert!((at.rate[4] - second).abs() < 1e-9, "{} {second}", at.rate[4]);
        // the ground acts on the crank with -lambda
        assert!((at.multipliers[0] + x).abs() < 1e-9 && (at.multipliers[2] + z).abs() < 1e-9, "{}", at.multipliers);
        assert!(rows.redundant.iter().all(|&row| at.multipliers[row] == 0.0));
        let [free] = &independent_constraints(&mut equations, 0.0, std::slice::from_ref(&q)).unwrap().dependences[..]
        else {
            panic!()
        };
        let b = equations.constraint_matrix(0.0, &q);
        assert!((b.transpose() * free).amax() < 1e-14);
        let determined: Vec<bool> = free.row_iter().map(|row| row.norm() < 1e-7).collect();
        for joint in 0..4 {
            // forces in the plane are determined; the force along y and the moments across are not
            assert_eq!(determined[5 * joint..5 * joint + 5], [true, false, true, false, false]);
        }
    }
}

#[test]
fn rates_of_accelerations_agree_with_differences_along_the_motion() {
    let (linkage, q, _) = four_bar();
    let spring = Some((50.0, [0.2, -0.1, 0.4]));
    let linkage = Linkage { spring, ..linkage };
    let mut equations = Equations::new(&linkage);
    let rows = independent_constraints(&mut equations, 0.0, &[q]).unwrap();
    let mut at = |angle: f64, rate: f64| {
        let (q, v) = four_bar_at(&linkage, angle, rate);
        let at = accelerations(&mut equations, &rows, (0.0, &q, &v)).unwrap();
        (at.clone(), jerk(&mut equations, (0.0, &q, &v), &at).unwrap())
    };
    let (angle, rate, h) = (0.5, 3.0, 1e-4);
    let (now, (rates, of_multipliers)) = at(angle, rate);
    // angle and rate of the crank a moment before and after, to order 4 and 3
    let (second, third) = (now.rate[4], rates[4]);
    let mut shifted = |h: f64| {
        at(angle + h * rate + h * h / 2.0 * second + h.powi(3) / 6.0 * third, rate + h * second + h * h / 2.0 * third).0
    };
    let (before, after) = (shifted(-h), shifted(h));
    let close = |exact: &DVector<f64>, a: &DVector<f64>, b: &DVector<f64>| {
        let difference = (b - a) / (2.0 * h);
        assert!((exact - &difference).amax() < 1e-5 * (1.0 + exact.amax()), "{exact} {difference}");
    };
    close(&rates, &before.rate, &after.rate);
    close(&of_multipliers, &before.multipliers, &after.multipliers);
}

#[test]
fn what_has_no_inertia_must_be_held() {
    // without inertia about its axis the pendulum's mass alone moves it; without mass nothing does
    let light = |mass: f64, inertia: [f64; 3]| {
        let linkage = Linkage { bodies: vec![(mass, inertia)], ..Linkage::pendulum() };
        let (q, v) = linkage.swinging(0.4, 0.0);
        let mut equations = Equations::new(&linkage);
        let rows = independent_constraints(&mut equations, 0.0, std::slice::from_ref(&q)).unwrap();
        accelerations(&mut equations, &rows, (0.0, &q, &v))
    };
    let at = light(1.0, [0.0; 3]).unwrap();
    assert!((at.rate[4] - 9.81 * 0.4_f64.cos() / 0.5).abs() < 1e-12);
    assert!(light(1e-12, [0.0; 3]).is_ok());
    let error = light(0.0, [0.0; 3]).unwrap_err();
    assert!(matches!(error, AccelerationError::NoInertia { velocity: 0 | 2 | 4, .. }), "{error}");
    assert!(error.to_string().contains("has no inertia"), "{error}");
}

#[test]
fn rows_that_depend_at_a_position_are_named() {
    let (linkage, q, v) = four_bar();
    let mut equations = Equations::new(&linkage);
    let mut rows = independent_constraints(&mut equations, 0.0, std::slice::from_ref(&q)).unwrap();
    rows.kept.push(16);
    let error = accelerations(&mut equations, &rows, (0.0, &q, &v)).unwrap_err();
    // forces along y and moments across it depend on each other
    assert!(matches!(error, AccelerationError::Dependent { row, .. } if [1, 3, 4].contains(&(row % 5))), "{error}");
}
