//! Trigonometric polynomials through equally spaced nodes of a period 2 pi.

use crate::num::Real;
use std::f64::consts::TAU;

/// Returns so many nodes of a period.
pub(super) fn nodes(count: usize) -> Vec<f64> {
    (0..count).map(|k| TAU * k as f64 / count as f64).collect()
}

/// Returns the cardinal functions at a parameter, as sums of cosines: of what is periodic with whole harmonics, of what changes
/// its sign over a period, as the quaternion of an odd number of turns, with halves of odd numbers. Where the number of nodes
/// makes a highest harmonic of which only one of sine and cosine is known, it has half the weight.
pub(super) fn weights<R: Real>(count: usize, antiperiodic: bool, eta: R) -> Vec<R> {
    let n = count as f64;
    let first = if antiperiodic { 0.5 } else { 0.0 };
    let harmonics = (0..).map(|j| f64::from(j) + first).take_while(|h| *h <= n / 2.0);
    let of: Vec<(f64, f64)> =
        harmonics.map(|h| (h, if h == 0.0 || 2.0 * h == n { 1.0 / n } else { 2.0 / n })).collect();
    let cardinal = |node: f64| {
        let x = eta - R::constant(node);
        of.iter().fold(R::zero(), |sum, (h, share)| sum + x.scale(*h).sin_cos().1.scale(*share))
    };
    nodes(count).into_iter().map(cardinal).collect()
}
