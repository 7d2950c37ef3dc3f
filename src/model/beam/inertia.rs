//! Momenta of the nodes of a beam, and their rates: velocities are interpolated by components in the frames of sections (4.15b), so
//! that the mass matrix is constant.

use super::numbers::{BeamAt, one_of};
use super::section::Matrix6;
use crate::lie::parts;
use crate::model::state::{FrameRates, FrameState, Wrench};
use crate::num::{Real, Vec3};

/// Returns the velocity and the angular velocity of a frame, both seen from it.
pub(super) fn twist<R: Real>(node: &FrameState<R>) -> [Vec3<R>; 2] {
    [node.rotation.apply_transposed(node.velocity), node.angular_velocity]
}

impl<R: Real> BeamAt<R> {
    /// Returns the sums of mass times twists, of which each node has its part.
    pub(super) fn momenta_of(&self, twists: &[[Vec3<R>; 2]]) -> Vec<[Vec3<R>; 2]> {
        R::note("beam: momenta of nodes");
        let momentum = |mass: &Matrix6<R>, [u, w]: [Vec3<R>; 2]| parts(mass.apply(Self::dual(u, w)));
        let add = |sum: &mut [Vec3<R>; 2], of: [Vec3<R>; 2], share: R| {
            sum.iter_mut().zip(of).for_each(|(sum, x)| *sum = *sum + x * share);
        };
        let (order, mut sums) = (self.rule.order(), vec![[Vec3::zero(); 2]; twists.len()]);
        let is_uniform = self.mass.len() == 1;
        if self.is_lumped || is_uniform {
            let of = |(i, twist): (usize, &[Vec3<R>; 2])| momentum(one_of(&self.mass_of_nodes, i), *twist);
            let each: Vec<[Vec3<R>; 2]> = twists.iter().enumerate().map(of).collect();
            if self.is_lumped {
                (0..twists.len()).for_each(|i| add(&mut sums[i], each[i], self.shares[i]));
                return sums;
            }
            for element in 0..self.element_count() {
                let first = element * order;
                for j in 0..=order {
                    for k in 0..=order {
                        let share = self.half(element).scale(self.rule.product(j, k));
                        add(&mut sums[first + j], each[first + k], share);
                    }
                }
            }
            return sums;
        }
        let points = &self.rule.mass_points;
        for element in 0..self.element_count() {
            let first = element * order;
            for (number, point) in points.iter().enumerate() {
                let mut twist = [Vec3::zero(); 2];
                (0..=order).for_each(|k| add(&mut twist, twists[first + k], R::constant(point.nodes[k])));
                let there = momentum(&self.mass[element * points.len() + number], twist);
                let half = self.half(element).scale(point.weight);
                (0..=order).for_each(|j| add(&mut sums[first + j], there, half.scale(point.nodes[j])));
            }
        }
        sums
    }

    /// Returns p' - v~^T p of the nodes (4.9): forces in the world frame, torques in that of the node.
    pub(super) fn inertia_of(&self, nodes: &[FrameState<R>], rates: &[FrameRates<R>], scale: R) -> Vec<Wrench<R>> {
        let twists: Vec<[Vec3<R>; 2]> = nodes.iter().map(twist).collect();
        let rate = |i: usize| {
            let [u, w] = twists[i];
            let along = nodes[i].rotation.apply_transposed(rates[i].acceleration);
            [along - w.cross(u) * scale, rates[i].angular_acceleration]
        };
        let rates: Vec<[Vec3<R>; 2]> = (0..nodes.len()).map(rate).collect();
        let (momenta, changes) = (self.momenta_of(&twists), self.momenta_of(&rates));
        let of_node = |i: usize| {
            let ([u, w], [p, l], [dp, dl]) = (twists[i], momenta[i], changes[i]);
            let force = dp + w.cross(p) * scale;
            Wrench { force: nodes[i].rotation.apply(force), torque: dl + (w.cross(l) + u.cross(p)) * scale }
        };
        (0..nodes.len()).map(of_node).collect()
    }
}
