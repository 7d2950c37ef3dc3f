//! Nodes, points of quadrature and weights of an element: Gauss-Lobatto nodes, Gauss points (B.3), (B.5).

use crate::interpolation::{Basis, Metric};
use crate::num::{Dual, Real, Vec3};

/// A vector of forces and moments, or of strains, as a dual vector.
pub(super) type DualVector<R> = Vec3<Dual<R, 1>>;

/// Says how virtual motions are interpolated, which decides what forces strains make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As the motion itself: forces are the gradient of the energy of strains.
    Variational,
    /// By their components in the frames of the sections, (4.17): no gradient.
    Thesis,
}

/// Says where strains are summed up over an element of N + 1 nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quadrature {
    /// N Gauss points.
    Gauss,
    /// The N + 1 nodes, which locks.
    GaussLobatto,
}

/// What elements of an order have in common.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) metric: Metric,
    pub(super) form: Form,
    nodes: Basis,
    /// The derivatives of the weights of nodes at each of them, row by row.
    slopes: Vec<Vec<f64>>,
    /// The weights of quadrature at nodes.
    lumped: Vec<f64>,
    /// The points at which strains are summed up.
    pub(super) points: Vec<Point>,
    /// The polynomial through those points.
    through_points: Vec<f64>,
    /// The integrals of products of the weights of nodes.
    products: Vec<Vec<f64>>,
}

/// A point of quadrature.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// The weight.
    pub(super) weight: f64,
    /// The weights of nodes there.
    pub(super) nodes: Vec<f64>,
    /// Their derivatives.
    pub(super) slopes: Vec<f64>,
}

/// Returns the weights of quadrature that integrate polynomials through these points exactly over [-1, 1].
fn weights(points: &[f64]) -> Vec<f64> {
    // by Gauss points that are enough for the degree of each
    let exact = Basis::gauss(points.len().max(2)).expect("two points").nodes().to_vec();
    let of_gauss: Vec<f64> = exact.iter().map(|x| gauss_weight(exact.len(), *x)).collect();
    let Ok(basis) = Basis::lagrange(points.to_vec()) else { return vec![2.0] };
    let mut sums = vec![0.0; points.len()];
    for (x, w) in exact.iter().zip(of_gauss) {
        sums.iter_mut().zip(basis.weights(*x)).for_each(|(sum, l)| *sum += w * l);
    }
    sums
}

/// Returns the weight 2/((1 - x^2) P_n'(x)^2) of a Gauss point (B.4).
fn gauss_weight(count: usize, x: f64) -> f64 {
    let (mut before, mut p) = (1.0, x);
    for k in 1..count {
        let k = k as f64;
        (before, p) = (p, ((2.0 * k + 1.0) * x * p - k * before) / (k + 1.0));
    }
    let slope = count as f64 * (before - x * p) / (1.0 - x * x);
    2.0 / ((1.0 - x * x) * slope * slope)
}

/// Returns so many Gauss points.
fn gauss(count: usize) -> Vec<f64> {
    if count == 1 { vec![0.0] } else { Basis::gauss(count).expect("two points").nodes().to_vec() }
}

impl Rule {
    pub(super) fn new(order: usize, metric: Metric, form: Form, quadrature: Quadrature) -> Self {
        let nodes = Basis::gauss_lobatto_legendre(order + 1).expect("two nodes");
        let (at, places) = (nodes.nodes().to_vec(), gauss(order));
        let points = if quadrature == Quadrature::Gauss { places } else { at.clone() };
        let weight = weights(&points);
        let point = |(x, weight): (&f64, f64)| {
            let all = nodes.weights(Dual { re: *x, eps: [1.0] });
            Point { weight, nodes: all.iter().map(|l| l.re).collect(), slopes: all.iter().map(|l| l.eps[0]).collect() }
        };
        let all: Vec<Point> = points.iter().zip(weight).map(point).collect();
        let exact = gauss(order + 1);
        let mut products = vec![vec![0.0; order + 1]; order + 1];
        for x in &exact {
            let (l, w) = (nodes.weights(*x), gauss_weight(exact.len(), *x));
            for (row, a) in products.iter_mut().zip(&l) {
                row.iter_mut().zip(&l).for_each(|(sum, b)| *sum += w * a * b);
            }
        }
        let slopes = nodes.differentiation_matrix();
        Self { metric, form, slopes, lumped: weights(&at), points: all, through_points: points, products, nodes }
    }

    pub(super) fn order(&self) -> usize {
        self.slopes.len() - 1
    }

    /// Returns the nodes from -1 to 1.
    pub(super) fn nodes(&self) -> &[f64] {
        self.nodes.nodes()
    }

    /// Returns the places of the nodes of so many elements, from 0 to 1.
    pub(super) fn places(&self, elements: usize) -> Vec<f64> {
        let inner = |element: usize| self.nodes()[1..].iter().map(move |eta| element as f64 + 0.5 * (1.0 + eta));
        let ends = (0..elements).flat_map(inner).map(|x| x / elements as f64);
        std::iter::once(0.0).chain(ends).collect()
    }

    /// Returns l'_k(eta_j).
    pub(super) fn slope(&self, j: usize, k: usize) -> f64 {
        self.slopes[j][k]
    }

    /// Returns the integral of the product of the weights of two nodes; all of it at the nodes where the mass is there.
    pub(super) fn product(&self, j: usize, k: usize, lumped: bool) -> f64 {
        match (lumped, j == k) {
            (true, true) => self.lumped[j],
            (true, false) => 0.0,
            (false, _) => self.products[j][k],
        }
    }

    /// Returns the weight of quadrature of a node of so many, of the elements that meet there.
    pub(super) fn share(&self, node: usize, count: usize) -> f64 {
        let inner = self.lumped[node % self.order()];
        let meets = node > 0 && node + 1 < count && node.is_multiple_of(self.order());
        if meets { 2.0 * inner } else { inner }
    }

    /// Returns the curvatures k_j at the nodes (4.5) of parameters s_jk for j < k of relative motions; seen the other way round they
    /// have the opposite sign.
    pub(super) fn curvatures<R: Real>(
        &self,
        half: R,
        relative: impl Fn(usize, usize) -> DualVector<R>,
    ) -> Vec<DualVector<R>> {
        let mut sums = vec![Vec3::zero(); self.order() + 1];
        for j in 0..=self.order() {
            for k in j + 1..=self.order() {
                let s = relative(j, k);
                sums[j] = sums[j] + s * Dual::constant(self.slope(j, k));
                sums[k] = sums[k] - s * Dual::constant(self.slope(k, j));
            }
        }
        let inverse = Dual::resting(R::one() / half);
        sums.into_iter().map(|sum| sum * inverse).collect()
    }

    /// Returns the weights of nodes at a place of an element.
    pub(super) fn nodes_at(&self, eta: f64) -> Vec<f64> {
        self.nodes.weights(eta)
    }

    /// Returns what a polynomial through the points of quadrature weighs values at nodes with, at a place of an element.
    pub(super) fn weights_at(&self, eta: f64) -> Vec<f64> {
        let of_points = match Basis::lagrange(self.through_points.clone()) {
            Ok(basis) => basis.weights(eta),
            Err(_) => vec![1.0],
        };
        let mut weights = vec![0.0; self.order() + 1];
        for (point, share) in self.points.iter().zip(of_points) {
            weights.iter_mut().zip(&point.nodes).for_each(|(sum, l)| *sum += share * l);
        }
        weights
    }
}
