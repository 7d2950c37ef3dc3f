mod acceleration;
mod assembly;
mod derivatives;
mod equilibrium;
mod linkage;
mod rank;

use super::{Equations, Family};
use crate::linalg::{DMatrix, Svd};
use linkage::Linkage;

/// Checks that the constraints which are kept are far from dependent, and that nothing is left of dependences but rounding.
fn has_a_clear_rank<F: Family>(
    equations: &mut Equations<F>,
    q: &[f64],
    (kept, dependences): (&[usize], &DMatrix<f64>),
    rounding: f64,
) {
    let b = equations.constraint_matrix(0.0, q);
    let singular = Svd::new(&b.select_rows(kept).transpose(), 0.0);
    assert!(singular.values().last().unwrap() / singular.values()[0] > 1e-3);
    assert_eq!(kept.len() + dependences.ncols(), b.nrows());
    assert!((b.transpose() * dependences).amax() < rounding, "{:e}", (b.transpose() * dependences).amax());
}

/// Returns the four-bar of the tests: crank 0.3 m, coupler 0.9 m, rocker 0.7 m, pivots 1 m apart; the crank at 0.5 rad
/// and 16 rad/s. Coordinates and velocities in closed form.
fn four_bar() -> (Linkage, Vec<f64>, Vec<f64>) {
    let linkage = Linkage::four_bar([0.3, 0.9, 0.7], [0.6, 1.8, 1.4], [1.0, 0.0, 0.0]);
    let (q, v) = four_bar_at(&linkage, 0.5, 16.0);
    (linkage, q, v)
}

/// Returns coordinates and velocities of the four-bar for an angle and a rate of the crank.
fn four_bar_at(linkage: &Linkage, angle: f64, rate: f64) -> (Vec<f64>, Vec<f64>) {
    let [a, b, c] = [0.3, 0.9, 0.7];
    let along = |angle: f64| [angle.cos(), -angle.sin()];
    let turned = |angle: f64, rate: f64| [-angle.sin() * rate, -angle.cos() * rate];
    let [bx, bz] = along(angle).map(|x| a * x);
    // the triangle B, C, D: coupler and rocker meet below the line from B to D
    let (dx, dz) = (1.0 - bx, -bz);
    let distance = dx.hypot(dz);
    let far = (distance.powi(2) + b * b - c * c) / (2.0 * distance);
    let off = (b * b - far * far).sqrt();
    let (ux, uz) = (dx / distance, dz / distance);
    let (cx, cz) = (bx + far * ux + off * uz, bz + far * uz - off * ux);
    let (coupler, rocker) = ((bz - cz).atan2(cx - bx), (-cz).atan2(cx - 1.0));
    // b turned(coupler) - c turned(rocker) = -a turned(angle)
    let ([p, r], [s, u], [e, f]) = (turned(coupler, b), turned(rocker, c), turned(angle, a * rate));
    let determinant = -p * u + s * r;
    let (coupler_rate, rocker_rate) = ((e * u - s * f) / determinant, (-p * f + r * e) / determinant);
    let middle = |from: [f64; 2], angle: f64, l: f64| {
        let [x, z] = along(angle);
        [from[0] + l / 2.0 * x, from[1] + l / 2.0 * z]
    };
    let at_b = turned(angle, a * rate);
    let moved = |from: [f64; 2], angle: f64, rate: f64, l: f64| {
        let [x, z] = turned(angle, rate * l / 2.0);
        [from[0] + x, from[1] + z]
    };
    linkage.planar(&[
        (middle([0.0, 0.0], angle, a), angle, moved([0.0, 0.0], angle, rate, a), rate),
        (middle([bx, bz], coupler, b), coupler, moved(at_b, coupler, coupler_rate, b), coupler_rate),
        (middle([1.0, 0.0], rocker, c), rocker, moved([0.0, 0.0], rocker, rocker_rate, c), rocker_rate),
    ])
}
