//! Momenta of the nodes of a beam, and their rates.

use super::calls;
use super::mass::{ElementMass, add, momentum, opposed};
use super::numbers::BeamAt;
use super::rule::{of_element, one_of};
use crate::model::state::{FrameRates, FrameState, Wrench};
use crate::num::{Real, Vec3};
use std::sync::Arc;

impl<R: Real> BeamAt<R> {
    /// Returns the mass of an element.
    pub(super) fn element_mass(&self, number: usize) -> ElementMass<R> {
        let mass = of_element(&self.mass, number, self.rule.mass_points.len());
        ElementMass { rule: Arc::clone(&self.rule), half: self.half(number), mass }
    }

    /// Returns the sums of mass times twists where it is at the nodes.
    fn lumped_momenta(&self, twists: &[[Vec3<R>; 2]]) -> Vec<[Vec3<R>; 2]> {
        R::note("beam: momenta of nodes");
        let of_node = |(i, twist): (usize, &[Vec3<R>; 2])| {
            momentum(one_of(&self.mass_of_nodes, i), *twist).map(|x| x * self.shares[i])
        };
        twists.iter().enumerate().map(of_node).collect()
    }

    /// Returns the sums of mass times twists, of which each node has its part.
    pub(super) fn momenta_of(&self, twists: &[[Vec3<R>; 2]]) -> Vec<[Vec3<R>; 2]> {
        if self.is_lumped {
            return self.lumped_momenta(twists);
        }
        let mut sums = vec![[Vec3::zero(); 2]; twists.len()];
        for element in 0..self.element_count() {
            let nodes = self.nodes_of(element);
            let own = self.element_mass(element).momenta(&twists[nodes.clone()]);
            sums[nodes].iter_mut().zip(own).for_each(|(sum, own)| add(sum, own, R::one()));
        }
        sums
    }

    /// Returns p' - v~^T p of the nodes (4.9): forces in the world frame, torques in that of the node.
    pub(super) fn inertia_of(&self, nodes: &[FrameState<R>], rates: &[FrameRates<R>], scale: R) -> Vec<Wrench<R>> {
        if self.is_lumped {
            return opposed(nodes, rates, scale, |twists| self.lumped_momenta(twists));
        }
        let mut all = vec![Wrench { force: Vec3::zero(), torque: Vec3::zero() }; nodes.len()];
        for element in 0..self.element_count() {
            let own = self.nodes_of(element);
            let opposed = calls::inertia(&self.element_mass(element), &nodes[own.clone()], &rates[own.clone()], scale);
            for (sum, part) in all[own].iter_mut().zip(opposed) {
                *sum = Wrench { force: sum.force + part.force, torque: sum.torque + part.torque };
            }
        }
        all
    }
}
