//! Strains of an element, and what they exert on its nodes.
//!
//! Strains at nodes are k_j - k_0j by (4.5), assumed ones their polynomial at the points of quadrature (4.6). The forces of the
//! variational form are B^T f: what parameters of relative motions change by is T^-1(s) of the one node, less T^-1(-s) of the other.

use super::line::between;
use super::numbers::{BeamAt, one_of};
use super::rule::{DualVector, Form, Point};
use super::section::Matrix6;
use crate::interpolation::{Block, Relative};
use crate::lie::{dual_vector, parts};
use crate::model::state::FrameState;
use crate::num::{Dual, Real, Vec3};

/// An element in a state.
struct Strained<R> {
    /// T^-1(s_jk) of pairs of nodes j < k.
    blocks: Vec<Block<R>>,
    /// The curvatures at the nodes.
    curvatures: Vec<DualVector<R>>,
}

fn weighted<R: Real>(weights: &[f64], values: &[DualVector<R>]) -> DualVector<R> {
    let mut terms = weights.iter().zip(values).filter(|(w, _)| **w != 0.0).map(|(w, x)| *x * Dual::constant(*w));
    let first = terms.next().unwrap_or_else(Vec3::zero);
    terms.fold(first, |sum, term| sum + term)
}

impl<R: Real> BeamAt<R> {
    fn element<'a>(&self, nodes: &'a [FrameState<R>], element: usize) -> &'a [FrameState<R>] {
        let (first, order) = (element * self.rule.order(), self.rule.order());
        &nodes[first..=first + order]
    }

    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let order = self.rule.order();
        (0..=order).flat_map(move |j| (j + 1..=order).map(move |k| (j, k)))
    }

    /// Returns the number of a pair of nodes j < k.
    fn pair(&self, j: usize, k: usize) -> usize {
        // those of a row follow those of the rows before
        j * (2 * self.rule.order() + 1 - j) / 2 + (k - j - 1)
    }

    fn strained(&self, element: usize, nodes: &[FrameState<R>]) -> Strained<R> {
        let relatives: Vec<Relative<Dual<R, 1>>> =
            self.pairs().map(|(j, k)| self.rule.metric.relative(between(&nodes[j], &nodes[k]))).collect();
        let curvatures = self.rule.curvatures(self.half(element), |j, k| relatives[self.pair(j, k)].parameters());
        Strained { blocks: relatives.iter().map(Relative::tangent_inverse).collect(), curvatures }
    }

    /// Returns the strains at the nodes.
    fn strains(&self, element: usize, curvatures: &[DualVector<R>]) -> Vec<DualVector<R>> {
        let at_rest = one_of(&self.at_rest, element);
        curvatures.iter().zip(at_rest).map(|(k, k0)| *k - *k0).collect()
    }

    /// Returns the rates of the strains at the nodes.
    fn strain_rates(&self, element: usize, nodes: &[FrameState<R>], strained: &Strained<R>) -> Vec<DualVector<R>> {
        let twists: Vec<DualVector<R>> = nodes
            .iter()
            .map(|node| {
                let [u, w] = super::inertia::twist(node);
                Self::dual(u, w)
            })
            .collect();
        let rate = |j: usize, k: usize| {
            let block = &strained.blocks[self.pair(j, k)];
            block.apply(twists[k]) - block.apply_transposed(twists[j])
        };
        self.rule.curvatures(self.half(element), rate)
    }

    /// Multiplies strain rates, or forces, by the roots of the times of damping: T^1/2 D T^1/2 takes energy whatever the times are.
    fn rooted(&self, rate: DualVector<R>, is_force: bool) -> Option<DualVector<R>> {
        let roots = self.damping?;
        let by =
            |x: Vec3<R>, first: usize| Vec3::new(x.x * roots[first], x.y * roots[first + 1], x.z * roots[first + 2]);
        // rotation first of strains, forces first of forces
        let [first, second] = parts(rate);
        let (a, b) = if is_force { (0, 3) } else { (3, 0) };
        Some(dual_vector(by(first, a), by(second, b)))
    }

    /// Returns the forces and moments that a section with that stiffness opposes to a strain and its rate, if it is damped.
    fn force(&self, stiffness: &Matrix6<R>, strain: DualVector<R>, rate: Option<DualVector<R>>) -> DualVector<R> {
        let force = stiffness.apply(strain);
        let damped = rate
            .and_then(|rate| self.rooted(rate, false))
            .and_then(|rooted| self.rooted(stiffness.apply(rooted), true));
        damped.map_or(force, |damped| force + damped)
    }

    /// Returns forces and moments on every node that strains and their rates oppose with, in the frame of the node.
    pub(super) fn internal(&self, nodes: &[FrameState<R>]) -> Vec<DualVector<R>> {
        R::note("beam: strains at nodes (4.5), assumed ones (4.6), forces B^T D e");
        let mut forces = vec![Vec3::zero(); nodes.len()];
        for element in 0..self.element_count() {
            let own = self.element(nodes, element);
            let strained = self.strained(element, own);
            let strains = self.strains(element, &strained.curvatures);
            let rates = self.damping.map(|_| self.strain_rates(element, own, &strained));
            let at_point = |(number, point): (usize, &Point)| {
                let of_nodes = |values: &Vec<DualVector<R>>| weighted(&point.nodes, values);
                self.force(self.stiffness_of(element, number), of_nodes(&strains), rates.as_ref().map(of_nodes))
            };
            let at_points: Vec<DualVector<R>> = self.rule.points.iter().enumerate().map(at_point).collect();
            let first = element * self.rule.order();
            match self.rule.form {
                Form::Variational => self.add_gradient(&strained, &at_points, &mut forces[first..]),
                Form::Thesis => self.add_by_components(element, &strained, &at_points, &mut forces[first..]),
            }
        }
        forces
    }

    /// Adds B^T f.
    fn add_gradient(&self, strained: &Strained<R>, at_points: &[DualVector<R>], forces: &mut [DualVector<R>]) {
        let at_node = |j: usize| {
            let weights: Vec<f64> = self.rule.points.iter().map(|point| point.weight * point.nodes[j]).collect();
            weighted(&weights, at_points)
        };
        let at_nodes: Vec<DualVector<R>> = (0..=self.rule.order()).map(at_node).collect();
        for ((j, k), block) in self.pairs().zip(&strained.blocks) {
            let [by_j, by_k] = [self.rule.slope(j, k), self.rule.slope(k, j)].map(Dual::constant);
            let force = at_nodes[j] * by_j - at_nodes[k] * by_k;
            forces[k] = forces[k] + block.apply_transposed(force);
            forces[j] = forces[j] - block.apply(force);
        }
    }

    /// Adds the integral of l'_k f + J l_k k~^T f (4.17).
    fn add_by_components(
        &self,
        element: usize,
        strained: &Strained<R>,
        at_points: &[DualVector<R>],
        forces: &mut [DualVector<R>],
    ) {
        for (point, force) in self.rule.points.iter().zip(at_points) {
            let curvature =
                weighted(&point.nodes, &strained.curvatures) * Dual::resting(self.half(element).scale(point.weight));
            let turned = force.cross(curvature);
            for (sum, (slope, share)) in forces.iter_mut().zip(point.slopes.iter().zip(&point.nodes)) {
                let along = *force * Dual::constant(point.weight * slope);
                *sum = *sum + along + turned * Dual::constant(*share);
            }
        }
    }

    /// Returns the energy of strains, J.
    pub(super) fn strain_energy(&self, nodes: &[FrameState<R>]) -> R {
        let mut energy = R::zero();
        for element in 0..self.element_count() {
            let strains = self.strains(element, &self.strained(element, self.element(nodes, element)).curvatures);
            for (number, point) in self.rule.points.iter().enumerate() {
                let quadratic = self.stiffness_of(element, number).quadratic(weighted(&point.nodes, &strains));
                energy = energy + quadratic * self.half(element).scale(0.5 * point.weight);
            }
        }
        energy
    }

    /// Returns the power of damping, W.
    pub(super) fn damping_power(&self, nodes: &[FrameState<R>]) -> R {
        let mut power = R::zero();
        for element in (0..self.element_count()).filter(|_| self.damping.is_some()) {
            let own = self.element(nodes, element);
            let rates = self.strain_rates(element, own, &self.strained(element, own));
            for (number, point) in self.rule.points.iter().enumerate() {
                let rate = weighted(&point.nodes, &rates);
                let Some(rooted) = self.rooted(rate, false) else { continue };
                let quadratic = self.stiffness_of(element, number).quadratic(rooted);
                power = power - quadratic * self.half(element).scale(point.weight);
            }
        }
        power
    }

    /// Returns the assumed strain at a place of an element with that stiffness, and the forces and moments there.
    pub(super) fn strain_and_force(
        &self,
        nodes: &[FrameState<R>],
        (element, eta): (usize, f64),
        stiffness: &Matrix6<R>,
    ) -> [DualVector<R>; 2] {
        let own = self.element(nodes, element);
        let (strained, weights) = (self.strained(element, own), self.rule.weights_at(eta));
        let strain = weighted(&weights, &self.strains(element, &strained.curvatures));
        let rate = self.damping.map(|_| weighted(&weights, &self.strain_rates(element, own, &strained)));
        [strain, self.force(stiffness, strain, rate)]
    }
}
