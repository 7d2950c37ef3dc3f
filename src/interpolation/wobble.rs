//! How far velocities are off between rows that turn by much, of metrics whose mean of a steady spin is not steady.

use super::basis::Basis;
use super::curve::Curve;
use super::metric::Metric;
use super::outcome::Outcome;
use crate::lie::{LieGroup, Motion, UnitQuaternion};
use crate::num::Vec3;
use std::f64::consts::TAU;

/// Holds the largest turn from a row to the next one, and what velocities of a steady spin by as much are off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wobble {
    /// The row, from zero.
    pub row: usize,
    /// By how much the next one is turned, rad.
    pub angle: f64,
    /// The largest error of the angular velocity of a steady spin by the same angle, as a part of it; not a number where the metric
    /// has no answer.
    pub error: f64,
}

/// Turns that differ by this part are equal.
const NEARLY: f64 = 1e-2;
/// Parameters within a part between two rows at which the spin is looked at.
const POINTS: usize = 8;

impl Wobble {
    /// Returns the wobble of a basis through motions; none where there is one alone.
    pub(super) fn new(
        basis: &Basis,
        metric: Metric,
        motions: &[Motion<f64>],
        (period, is_antiperiodic): (Option<f64>, bool),
    ) -> Option<Self> {
        let count = motions.len();
        let nodes = basis.nodes();
        let last = if period.is_some() { count } else { count - 1 };
        let turn = |k: usize| motions[k].rotation().inverse().compose(motions[(k + 1) % count].rotation()).log().norm();
        let turns: Vec<f64> = (0..last).map(turn).collect();
        let most = turns.iter().copied().fold(0.0, f64::max);
        // of equal turns the first: near the ends a basis is least accurate
        let row = turns.iter().position(|angle| *angle >= (1.0 - NEARLY) * most)?;
        let angle = turns[row];
        let end = if row + 1 < count { nodes[row + 1] } else { nodes[0] + period? };
        let part = end - nodes[row];
        // what repeats itself makes whole turns, and an odd number of them where the poses do
        let rate = match period {
            None => angle / part,
            Some(period) => {
                let turns = angle / part * period / TAU;
                let odd = if is_antiperiodic { 1.0 } else { 0.0 };
                (2.0 * ((turns - odd) / 2.0).round() + odd).max(if is_antiperiodic { 1.0 } else { 2.0 }) * TAU / period
            }
        };
        let spin = |eta: &f64| {
            let half = 0.5 * rate * (eta - nodes[0]);
            Motion::new(Vec3::zero(), UnitQuaternion { w: half.cos(), v: Vec3::new(0.0, 0.0, half.sin()) })
        };
        let spinning: Vec<Motion<f64>> = nodes.iter().map(spin).collect();
        let off = |k: usize| {
            let found = Curve::near(basis, metric, &spinning, nodes[row] + part * k as f64 / POINTS as f64);
            let is_found = found.outcome(metric) == Outcome::Found;
            if is_found { (found.curvature.rotation.z / rate - 1.0).abs() } else { f64::NAN }
        };
        Some(Self { row, angle, error: (0..=POINTS).map(off).fold(f64::NAN, f64::max) })
    }
}
