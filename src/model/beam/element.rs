//! Strains of an element, and what they exert on its nodes.
//!
//! Strains at nodes are k_j - k_0j by (4.5), assumed ones their polynomial at the points of quadrature (4.6). The forces of the
//! variational form are B^T f: what parameters of relative motions change by is T^-1(s) of the one node, less T^-1(-s) of the other.

use super::line::between;
use super::rule::{DualVector, Form, Point, Rule, one_of};
use super::section::Matrix6;
use crate::interpolation::{Block, Relative};
use crate::lie::{dual_vector, parts};
use crate::model::state::FrameState;
use crate::num::{Dual, Real, Vec3};
use std::sync::Arc;

/// Holds an element in numbers, for values of the parameters.
pub(super) struct Element<R> {
    pub(super) rule: Arc<Rule>,
    /// Half the length, m: J = ds/d eta.
    pub(super) half: R,
    /// The curvatures at the nodes at rest.
    pub(super) at_rest: Vec<DualVector<R>>,
    /// The stiffness at the points of quadrature; one where it is the same.
    pub(super) stiffness: Vec<Matrix6<R>>,
    /// The roots of the times that strain rates are multiplied by.
    pub(super) damping: Option<[R; 6]>,
}

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

impl<R: Real> Element<R> {
    fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let order = self.rule.order();
        (0..=order).flat_map(move |j| (j + 1..=order).map(move |k| (j, k)))
    }

    /// Returns the number of a pair of nodes j < k.
    fn pair(&self, j: usize, k: usize) -> usize {
        // those of a row follow those of the rows before
        j * (2 * self.rule.order() + 1 - j) / 2 + (k - j - 1)
    }

    fn strained(&self, nodes: &[FrameState<R>]) -> Strained<R> {
        let relatives: Vec<Relative<Dual<R, 1>>> =
            self.pairs().map(|(j, k)| self.rule.metric.relative(between(&nodes[j], &nodes[k]))).collect();
        let curvatures = self.rule.curvatures(self.half, |j, k| relatives[self.pair(j, k)].parameters());
        Strained { blocks: relatives.iter().map(Relative::tangent_inverse).collect(), curvatures }
    }

    /// Returns the strains at the nodes.
    fn strains(&self, curvatures: &[DualVector<R>]) -> Vec<DualVector<R>> {
        curvatures.iter().zip(&self.at_rest).map(|(k, k0)| *k - *k0).collect()
    }

    /// Returns the rates of the strains at the nodes.
    fn strain_rates(&self, nodes: &[FrameState<R>], strained: &Strained<R>) -> Vec<DualVector<R>> {
        let twists: Vec<DualVector<R>> = nodes
            .iter()
            .map(|node| {
                let [u, w] = super::mass::twist(node);
                dual_vector(w, u)
            })
            .collect();
        let rate = |j: usize, k: usize| {
            let block = &strained.blocks[self.pair(j, k)];
            block.apply(twists[k]) - block.apply_transposed(twists[j])
        };
        self.rule.curvatures(self.half, rate)
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

    fn stiffness_at(&self, point: usize) -> &Matrix6<R> {
        one_of(&self.stiffness, point)
    }

    /// Returns strains, forces and moments at the points of quadrature.
    pub(super) fn strains_and_forces(&self, nodes: &[FrameState<R>]) -> Vec<[DualVector<R>; 2]> {
        self.at(nodes, &self.strained(nodes))
    }

    fn at(&self, nodes: &[FrameState<R>], strained: &Strained<R>) -> Vec<[DualVector<R>; 2]> {
        let strains = self.strains(&strained.curvatures);
        let rates = self.damping.map(|_| self.strain_rates(nodes, strained));
        let at_point = |(number, point): (usize, &Point)| {
            let of_nodes = |values: &Vec<DualVector<R>>| weighted(&point.nodes, values);
            let strain = of_nodes(&strains);
            [strain, self.force(self.stiffness_at(number), strain, rates.as_ref().map(of_nodes))]
        };
        self.rule.points.iter().enumerate().map(at_point).collect()
    }

    /// Returns forces and moments on every node that strains and their rates oppose with, in the frame of the node.
    pub(super) fn internal(&self, nodes: &[FrameState<R>]) -> Vec<DualVector<R>> {
        R::note("beam: strains at nodes (4.5), assumed ones (4.6), forces B^T D e");
        let mut forces = vec![Vec3::zero(); nodes.len()];
        let strained = self.strained(nodes);
        let at_points: Vec<DualVector<R>> = self.at(nodes, &strained).into_iter().map(|[_, force]| force).collect();
        match self.rule.form {
            Form::Variational => self.add_gradient(&strained, &at_points, &mut forces),
            Form::Thesis => self.add_by_components(&strained, &at_points, &mut forces),
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
    fn add_by_components(&self, strained: &Strained<R>, at_points: &[DualVector<R>], forces: &mut [DualVector<R>]) {
        for (point, force) in self.rule.points.iter().zip(at_points) {
            let curvature = weighted(&point.nodes, &strained.curvatures) * Dual::resting(self.half.scale(point.weight));
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
        let strains = self.strains(&self.strained(nodes).curvatures);
        for (number, point) in self.rule.points.iter().enumerate() {
            let quadratic = self.stiffness_at(number).quadratic(weighted(&point.nodes, &strains));
            energy = energy + quadratic * self.half.scale(0.5 * point.weight);
        }
        energy
    }

    /// Returns the power of damping, W.
    pub(super) fn damping_power(&self, nodes: &[FrameState<R>]) -> R {
        let mut power = R::zero();
        let rates = self.strain_rates(nodes, &self.strained(nodes));
        for (number, point) in self.rule.points.iter().enumerate() {
            let Some(rooted) = self.rooted(weighted(&point.nodes, &rates), false) else { continue };
            power = power - self.stiffness_at(number).quadratic(rooted) * self.half.scale(point.weight);
        }
        power
    }

    /// Returns the assumed strain at a place of the element with that stiffness, and the forces and moments there.
    pub(super) fn strain_and_force(
        &self,
        nodes: &[FrameState<R>],
        eta: f64,
        stiffness: &Matrix6<R>,
    ) -> [DualVector<R>; 2] {
        let (strained, weights) = (self.strained(nodes), self.rule.weights_at(eta));
        let strain = weighted(&weights, &self.strains(&strained.curvatures));
        let rate = self.damping.map(|_| weighted(&weights, &self.strain_rates(nodes, &strained)));
        [strain, self.force(stiffness, strain, rate)]
    }
}
