//! The mass of an element: velocities are interpolated by components in the frames of sections (4.15b), so that the mass matrix is
//! constant.

use super::rule::Rule;
use super::section::Matrix6;
use crate::lie::{dual_vector, parts};
use crate::model::state::{FrameRates, FrameState, Wrench};
use crate::num::{Real, Vec3};
use std::sync::Arc;

/// Returns the velocity and the angular velocity of a frame, both seen from it.
pub(super) fn twist<R: Real>(node: &FrameState<R>) -> [Vec3<R>; 2] {
    [node.rotation.apply_transposed(node.velocity), node.angular_velocity]
}

/// Holds the mass of an element of a consistent beam.
pub(super) struct ElementMass<R> {
    pub(super) rule: Arc<Rule>,
    /// Half the length, m.
    pub(super) half: R,
    /// The mass at the points of quadrature; one where it is the same.
    pub(super) mass: Vec<Matrix6<R>>,
}

/// Returns mass times a twist.
pub(super) fn momentum<R: Real>(mass: &Matrix6<R>, [u, w]: [Vec3<R>; 2]) -> [Vec3<R>; 2] {
    parts(mass.apply(dual_vector(w, u)))
}

/// Adds a share of a twist to a sum.
pub(super) fn add<R: Real>(sum: &mut [Vec3<R>; 2], of: [Vec3<R>; 2], share: R) {
    sum.iter_mut().zip(of).for_each(|(sum, x)| *sum = *sum + x * share);
}

impl<R: Real> ElementMass<R> {
    /// Returns the sums of mass times twists, of which each node has its part.
    pub(super) fn momenta(&self, twists: &[[Vec3<R>; 2]]) -> Vec<[Vec3<R>; 2]> {
        R::note("beam: momenta of nodes");
        let (order, mut sums) = (self.rule.order(), vec![[Vec3::zero(); 2]; twists.len()]);
        if let [mass] = &self.mass[..] {
            let each: Vec<[Vec3<R>; 2]> = twists.iter().map(|twist| momentum(mass, *twist)).collect();
            for (j, sum) in sums.iter_mut().enumerate() {
                (0..=order).for_each(|k| add(sum, each[k], self.half.scale(self.rule.product(j, k))));
            }
            return sums;
        }
        for (point, mass) in self.rule.mass_points.iter().zip(&self.mass) {
            let mut twist = [Vec3::zero(); 2];
            (0..=order).for_each(|k| add(&mut twist, twists[k], R::constant(point.nodes[k])));
            let there = momentum(mass, twist);
            let half = self.half.scale(point.weight);
            (0..=order).for_each(|j| add(&mut sums[j], there, half.scale(point.nodes[j])));
        }
        sums
    }

    /// Returns p' - v~^T p of the nodes (4.9): forces in the world frame, torques in that of the node.
    pub(super) fn inertia(&self, nodes: &[FrameState<R>], rates: &[FrameRates<R>], scale: R) -> Vec<Wrench<R>> {
        opposed(nodes, rates, scale, |twists| self.momenta(twists))
    }
}

/// Returns p' - v~^T p of nodes whose momenta are these of their twists (4.9): forces in the world frame, torques in that of the node.
pub(super) fn opposed<R: Real>(
    nodes: &[FrameState<R>],
    rates: &[FrameRates<R>],
    scale: R,
    momenta: impl Fn(&[[Vec3<R>; 2]]) -> Vec<[Vec3<R>; 2]>,
) -> Vec<Wrench<R>> {
    let twists: Vec<[Vec3<R>; 2]> = nodes.iter().map(twist).collect();
    let rate = |i: usize| {
        let [u, w] = twists[i];
        let along = nodes[i].rotation.apply_transposed(rates[i].acceleration);
        [along - w.cross(u) * scale, rates[i].angular_acceleration]
    };
    let rates: Vec<[Vec3<R>; 2]> = (0..nodes.len()).map(rate).collect();
    let (momenta, changes) = (momenta(&twists), momenta(&rates));
    let of_node = |i: usize| {
        let ([u, w], [p, l], [dp, dl]) = (twists[i], momenta[i], changes[i]);
        let force = dp + w.cross(p) * scale;
        Wrench { force: nodes[i].rotation.apply(force), torque: dl + (w.cross(l) + u.cross(p)) * scale }
    };
    (0..nodes.len()).map(of_node).collect()
}
