//! Trigonometric polynomials through equally spaced nodes of a period 2 pi.

use crate::num::Real;
use std::f64::consts::{PI, TAU};

/// Returns so many nodes of a period.
pub(super) fn nodes(count: usize) -> Vec<f64> {
    (0..count).map(|k| TAU * k as f64 / count as f64).collect()
}

/// Returns the cardinal functions at a parameter, as sums of cosines: of what is periodic with whole harmonics, of what changes
/// its sign over a period, as the quaternion of an odd number of turns, with halves of odd numbers. Where the number of nodes
/// makes a highest harmonic of which only one of sine and cosine is known, it has half the weight.
pub(super) fn weights<R: Real>(count: usize, antiperiodic: bool, eta: R) -> Vec<R> {
    let n = count as f64;
    // sines and cosines of all multiples that harmonics have at nodes
    let at_nodes: Vec<(f64, f64)> = (0..2 * count).map(|j| (PI * j as f64 / n).sin_cos()).collect();
    let mut weights = vec![R::zero(); count];
    // twice each harmonic
    for twice in (usize::from(antiperiodic)..=count).step_by(2) {
        let share = if twice == 0 || twice == count { 1.0 / n } else { 2.0 / n };
        let (sin, cos) = eta.scale(0.5 * twice as f64).sin_cos();
        for (node, weight) in weights.iter_mut().enumerate() {
            let (s, c) = at_nodes[twice * node % (2 * count)];
            *weight = *weight + cos.scale(share * c) + sin.scale(share * s);
        }
    }
    weights
}
