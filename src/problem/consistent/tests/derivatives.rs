//! Derivatives of the residual three ways.

use super::{Linkage, four_bar};
use crate::lie::RotationParameterisation as Rotation;
use crate::linalg::{DMatrix, DVector};
use crate::problem::Unknowns;
use crate::problem::consistent::Family;
use crate::problem::consistent::{Directions, Equations, Point};

const H: f64 = 1e-6;

fn near(a: &DMatrix<f64>, b: &DMatrix<f64>, tolerance: f64) {
    assert_eq!(a.shape(), b.shape());
    let scale = 1.0 + a.amax();
    assert!((a - b).amax() < tolerance * scale, "{} of {scale}", (a - b).amax());
}

/// Returns a four-bar with a spring, a filter, a shaken ground and coordinates away from symmetries.
fn rich(parameterisation: Rotation) -> (Linkage, Vec<f64>, Vec<f64>) {
    let (linkage, ..) = four_bar();
    let spring = Some((50.0, [0.2, -0.1, 0.4]));
    let linkage = Linkage { parameterisation, shake: 0.1, spring, filter: true, ..linkage };
    let (q, mut v) = super::four_bar_at(&linkage, 0.7, 3.0);
    v.iter_mut().enumerate().for_each(|(i, v)| *v += 0.3 * (1.3 * i as f64).sin());
    let equations = Equations::new(&linkage);
    let off = DVector::from_fn(equations.velocity_count(), |i, _| 0.2 * (0.7 * i as f64).cos());
    let displaced = equations.displaced(0.0, &q, &off);
    (linkage, displaced, v)
}

#[test]
fn the_constraint_matrix_by_forces_by_dual_numbers_and_by_differences() {
    for parameterisation in [Rotation::Quaternion, Rotation::Matrix, Rotation::RotationVector, Rotation::EulerAngles] {
        let (linkage, q, v) = rich(parameterisation);
        let mut equations = Equations::new(&linkage);
        let (n, m, t) = (equations.velocity_count(), equations.constraint_count(), 0.4);
        let b = equations.constraint_matrix(t, &q);
        // B^T from the forces of multipliers, without those on the value of first order
        let rate = vec![0.0; n];
        let mut forces = |scale: f64, multipliers: &[f64]| {
            let unknowns = Unknowns { rate: &rate, multipliers };
            equations.residual(Point { t, q: &q, v: &v, scale, unknowns }).rows(0, n - 1).into_owned()
        };
        let none = forces(1.0, &vec![0.0; m]);
        let columns: Vec<_> = (0..m)
            .map(|i| {
                let mut one = vec![0.0; m];
                one[i] = 1.0;
                forces(1.0, &one) - &none
            })
            .collect();
        near(&b.columns(0, n - 1).transpose(), &DMatrix::from_columns(&columns), 1e-13);
        let difference: Vec<_> = (0..n)
            .map(|j| {
                let moved = |by: f64| {
                    let mut e = DVector::zeros(n);
                    e[j] = by;
                    equations.displaced(0.0, &q, &e)
                };
                let (back, forth) = (moved(-H), moved(H));
                (equations.constraints(t, &forth) - equations.constraints(t, &back)) / (2.0 * H)
            })
            .collect();
        near(&b, &DMatrix::from_columns(&difference), 1e-9);
        // Phi_t of points that shake
        let rate = equations.constraint_rate(t, &q);
        let expected = -0.3 * (3.0 * t).cos();
        for row in 0..m {
            assert!((rate[row] - if row == 0 || row == 15 { expected } else { 0.0 }).abs() < 1e-14);
        }
    }
}

#[test]
fn the_jacobian_of_the_residual_by_any_direction() {
    let (linkage, q, v) = rich(Rotation::RotationVector);
    let mut equations = Equations::new(&linkage);
    let (n, m, t, scale) = (equations.velocity_count(), equations.constraint_count(), 0.4, 1e-2);
    let some =
        |rows: usize, shift: f64| DMatrix::from_fn(rows, 7, |i, j| (shift + (i * j) as f64 + 0.3 * i as f64).sin());
    let directions = Directions { q: some(n, 0.1), v: some(n, 1.1), rate: some(n, 2.1), multipliers: some(m, 3.1) };
    let rate: Vec<f64> = (0..n).map(|i| (0.9 * i as f64).cos()).collect();
    let multipliers: Vec<f64> = (0..m).map(|i| (0.8 * i as f64).sin()).collect();
    let jacobian = equations.jacobian(
        Point { t, q: &q, v: &v, scale, unknowns: Unknowns { rate: &rate, multipliers: &multipliers } },
        &directions,
    );
    let columns: Vec<_> = (0..7)
        .map(|j| {
            let mut at = |h: f64| {
                let moved = |x: &[f64], d: &DMatrix<f64>| {
                    let by = |i: usize| if i < d.nrows() { h * d[(i, j)] } else { 0.0 };
                    x.iter().enumerate().map(|(i, x)| x + by(i)).collect::<Vec<f64>>()
                };
                let q = equations.displaced(0.0, &q, &(directions.q.column(j) * h));
                let v = moved(&v, &directions.v);
                let (rate, multipliers) =
                    (moved(&rate, &directions.rate), moved(&multipliers, &directions.multipliers));
                let unknowns = Unknowns { rate: &rate, multipliers: &multipliers };
                equations.residual(Point { t, q: &q, v: &v, scale, unknowns })
            };
            (at(H) - at(-H)) / (2.0 * H)
        })
        .collect();
    near(&jacobian, &DMatrix::from_columns(&columns), 1e-8);
}

/// Returns q after the time h along v(t) = v + t rate by the group's own flow, to order 4: steps of the midpoint rule,
/// extrapolated.
fn flow(equations: &Equations<impl Family>, q: &[f64], v: &[f64], rate: &[f64], h: f64) -> Vec<f64> {
    let steps = 200;
    let mut q = q.to_vec();
    for i in 0..steps {
        let middle = h * (f64::from(i) + 0.5) / f64::from(steps);
        let increment = DVector::from_fn(rate.len(), |j, _| (v[j] + middle * rate[j]) * h / f64::from(steps));
        q = equations.displaced(0.0, &q, &increment);
    }
    q
}

#[test]
fn second_and_third_derivatives_of_constraints_along_a_motion() {
    let (linkage, q, v) = rich(Rotation::Quaternion);
    let mut equations = Equations::new(&linkage);
    let (n, t) = (equations.velocity_count(), 0.4);
    let rate: Vec<f64> = (0..n).map(|i| (0.9 * i as f64).cos()).collect();
    let later =
        |h: f64| -> Vec<f64> { v.iter().enumerate().map(|(i, v)| v + h * rate.get(i).unwrap_or(&0.0)).collect() };
    let h = 1e-3;
    let at = [-h, h].map(|h| (t + h, flow(&equations, &q, &v, &rate, h), later(h)));
    let mut velocity = |(t, q, v): &(f64, Vec<f64>, Vec<f64>)| {
        equations.constraint_matrix(*t, q) * DVector::from_column_slice(&v[..n]) + equations.constraint_rate(*t, q)
    };
    let difference = (velocity(&at[1]) - velocity(&at[0])) / (2.0 * h);
    let exact = equations.constraint_accelerations(t, &q, &v, &rate);
    let close =
        |a: &DVector<f64>, b: &DVector<f64>| assert!((a - b).amax() < 1e-4 * (1.0 + a.amax()), "{}", (a - b).amax());
    close(&exact, &difference);
    // linear in the rates, with B
    let still = equations.constraint_accelerations(t, &q, &v, &vec![0.0; n]);
    let b = equations.constraint_matrix(t, &q);
    assert!((&exact - still - b * DVector::from_column_slice(&rate)).amax() < 1e-12 * exact.amax());
    let mut acceleration = |(t, q, v): &(f64, Vec<f64>, Vec<f64>)| equations.constraint_accelerations(*t, q, v, &rate);
    let difference = (acceleration(&at[1]) - acceleration(&at[0])) / (2.0 * h);
    let exact = equations.constraint_jerks(t, &q, &v, &rate);
    close(&exact, &difference);
}
