//! Momenta of the nodes of a beam, and their rates: velocities are interpolated by components in the frames of sections (4.15b), so
//! that the mass matrix is constant.

use super::numbers::BeamAt;
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
        let of = |[u, w]: &[Vec3<R>; 2]| parts(self.mass.apply(Self::dual(*u, *w)));
        let each: Vec<[Vec3<R>; 2]> = twists.iter().map(of).collect();
        let order = self.rule.order();
        let mut sums = vec![[Vec3::zero(); 2]; twists.len()];
        for first in (0..twists.len() - 1).step_by(order) {
            for j in 0..=order {
                for k in 0..=order {
                    let share = self.rule.product(j, k, self.is_lumped);
                    if share != 0.0 {
                        let share = self.half.scale(share);
                        for i in 0..2 {
                            sums[first + j][i] = sums[first + j][i] + each[first + k][i] * share;
                        }
                    }
                }
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
