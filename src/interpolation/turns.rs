//! Rotations seen from one between them by more than half a turn: angles go on from row to row, as the signs of quaternions do.

use super::metric::{Foreknown, HALF_TURN, each};
use super::relative::{Generator, Way, Weighted, sum_of_quaternions};
use crate::lie::{LieGroup, UnitQuaternion, parts};
use crate::num::{Dual, Real, Vec3};
use std::f64::consts::{FRAC_1_SQRT_2, TAU};

/// The part of the largest weight, slope of a weight or second derivative below which a row does not matter.
const LEAST_WEIGHT: f64 = 1e-12;
/// The cosine of half the largest angle, three quarters of a turn: rows beyond it may be on either side of a whole turn, near which
/// positions take part with more than their weight.
const FARTHEST: f64 = -FRAC_1_SQRT_2;
/// The cosine of half the angle from which on a relative quaternion keeps its sign.
const FAR: f64 = 0.5;
/// What rows may be off one screw, as a part of the whole: what nine decimals leave.
const OFF_SCREW: f64 = 1e-9;
const STEPS: usize = 40;

/// Holds rows with their weights, and the signs that go on from row to row.
pub(super) struct Turns<'a> {
    pub(super) generator: Generator,
    /// Weights, their slopes and their second derivatives.
    pub(super) weights: &'a [Vec<f64>; 3],
    pub(super) nodes: &'a [UnitQuaternion<Dual<f64, 1>>],
    /// Whether the rows go on with the first one behind the last.
    pub(super) is_closed: bool,
}

/// Says how rows are seen from the motion between them.
pub(super) enum Seen {
    /// Each by a way of its own.
    Known(Foreknown),
    /// All of them along one screw, however often they turn.
    Along(Screw),
    /// Some are so far away that it is not known by which way.
    Antipodal,
}

/// Holds rows along one screw.
pub(super) struct Screw {
    /// The row that they are seen from.
    pub(super) from: UnitQuaternion<Dual<f64, 1>>,
    /// The line about which they turn, of length one.
    pub(super) axis: Vec3<Dual<f64, 1>>,
    /// The angle and, as its dual part, the way along the line, of each row.
    pub(super) angles: Vec<Dual<f64, 1>>,
}

impl Turns<'_> {
    /// Tells whether the metric takes parameters of each rotation, which jump half a turn away.
    pub(super) fn matter(&self) -> bool {
        !matches!(self.generator, Generator::Matrix | Generator::Quaternion)
    }

    /// Returns the rows from the first to the last that matter.
    fn that_matter(&self) -> std::ops::Range<usize> {
        let largest = self.weights.each_ref().map(|all| all.iter().fold(0.0, |most: f64, l| most.max(l.abs())));
        let matters =
            |k: &usize| self.weights.iter().zip(largest).any(|(all, largest)| all[*k].abs() > LEAST_WEIGHT * largest);
        let first = (0..self.nodes.len()).find(matters).unwrap_or(0);
        first..(0..self.nodes.len()).rev().find(matters).map_or(0, |last| last + 1)
    }

    /// Tells whether all rows that matter are less than half a turn from a rotation, with the signs that they have.
    pub(super) fn are_short(&self, from: UnitQuaternion<f64>) -> bool {
        self.that_matter().all(|k| cosine(from, self.primal(k)) > HALF_TURN)
    }

    fn primal(&self, k: usize) -> UnitQuaternion<f64> {
        each(self.nodes[k], |x| x.re)
    }

    /// Returns the row with the largest weight.
    fn nearest(&self) -> usize {
        let weight = |k: &usize| self.weights[0][*k].abs();
        (0..self.nodes.len()).max_by(|a, b| weight(a).total_cmp(&weight(b))).unwrap_or(0)
    }

    /// Says how the rows are seen.
    pub(super) fn seen(&self) -> Seen {
        if !self.generator.goes_beyond_half_a_turn() {
            return Seen::Antipodal;
        }
        if let Generator::Angle = self.generator
            && let Some(screw) = self.screw()
        {
            return Seen::Along(screw);
        }
        let last = self.nodes.len() - 1;
        if self.is_closed && cosine(self.primal(last), self.primal(0)) < 0.0 {
            return Seen::Antipodal;
        }
        let primal: Vec<UnitQuaternion<f64>> = (0..self.nodes.len()).map(|k| self.primal(k)).collect();
        let that_matter = self.that_matter();
        let ways = |from: UnitQuaternion<f64>| -> Vec<Way> {
            let is_far = |k: usize| that_matter.contains(&k) && cosine(from, primal[k]) < FAR;
            (0..primal.len()).map(|k| if is_far(k) { Way::Given } else { Way::Short }).collect()
        };
        let step = |at: UnitQuaternion<f64>| {
            let weighted = Weighted::by_ways(self.generator, &self.weights[0], &primal, Some(&ways(at)));
            let (residual, hessian) = weighted.seen_from(at);
            (at.multiply(UnitQuaternion::exp(hessian.solve(residual))).normalized(), residual.norm())
        };
        // the mean of quaternions, where rows are near each other, else what the nearest row sees
        let start = self.primal(self.nearest());
        let mean = sum_of_quaternions(&self.weights[0], &primal).normalized();
        let mut at = if cosine(start, mean) > FAR { mean } else { step(start).0 };
        for _ in 0..STEPS {
            let (next, residual) = step(at);
            at = next;
            if residual < 1e-14 {
                break;
            }
        }
        let is_near = |k: usize| cosine(at, primal[k]) > FARTHEST;
        if that_matter.clone().all(is_near) {
            Seen::Known(Foreknown { start: at, ways: ways(at) })
        } else {
            Seen::Antipodal
        }
    }

    /// Returns the screw that all rows that matter are along, if there is one.
    fn screw(&self) -> Option<Screw> {
        let from = self.nodes[self.nearest()];
        let seen: Vec<UnitQuaternion<Dual<f64, 1>>> =
            self.nodes.iter().map(|node| from.inverse().multiply(*node)).collect();
        let size = |k: &usize| parts(seen[*k].v)[0].norm();
        let farthest = self.that_matter().max_by(|a, b| size(a).total_cmp(&size(b)))?;
        if size(&farthest) < 1e-3 {
            return None;
        }
        let axis = seen[farthest].v * (Dual::one() / seen[farthest].v.norm());
        let extent = self.that_matter().map(|k| parts(seen[k].v)[1].norm()).fold(0.0, f64::max);
        let is_along = |k: usize| {
            let off = parts(seen[k].v - axis * axis.dot(seen[k].v));
            off[0].norm() <= OFF_SCREW && off[1].norm() <= OFF_SCREW * extent
        };
        if !self.that_matter().all(is_along) {
            return None;
        }
        let angle = |q: &UnitQuaternion<Dual<f64, 1>>| axis.dot(q.v).atan2(q.w).scale(2.0);
        let near = |angle: Dual<f64, 1>, before: Dual<f64, 1>| {
            angle + Dual::constant(2.0 * TAU * ((before.re - angle.re) / (2.0 * TAU)).round())
        };
        let own = self.nearest();
        let mut angles: Vec<Dual<f64, 1>> = seen.iter().map(angle).collect();
        (own + 1..angles.len()).for_each(|k| angles[k] = near(angles[k], angles[k - 1]));
        (0..own).rev().for_each(|k| angles[k] = near(angles[k], angles[k + 1]));
        let last = angles.len() - 1;
        // behind the last row comes the first again, as it is, by less than half a turn
        let is_open = self.is_closed && (angles[0].re - angles[last].re).abs() > 0.5 * TAU;
        (!is_open).then_some(Screw { from, axis, angles })
    }
}

/// Returns the cosine of half the angle between two rotations, with the signs of their quaternions.
fn cosine(a: UnitQuaternion<f64>, b: UnitQuaternion<f64>) -> f64 {
    a.w * b.w + a.v.dot(b.v)
}
