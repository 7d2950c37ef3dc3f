//! Nodes, points of quadrature and weights of an element: Gauss-Lobatto nodes, Gauss points (B.3), (B.5).

use crate::interpolation::{Basis, Metric, gauss_quadrature};
use crate::num::{Dual, Real, Vec3};

/// A vector of forces and moments, or of strains, as a dual vector.
pub(super) type DualVector<R> = Vec3<Dual<R, 1>>;

/// Returns the one of a number, or the only one.
pub(super) fn one_of<T>(all: &[T], number: usize) -> &T {
    if all.len() == 1 { &all[0] } else { &all[number] }
}

/// Returns those of an element with so many points, or the only one.
pub(super) fn of_element<T: Clone>(all: &[T], element: usize, points: usize) -> Vec<T> {
    if all.len() == 1 { all.to_vec() } else { all[element * points..(element + 1) * points].to_vec() }
}

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
    /// What tells rules apart.
    pub(super) key: String,
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
    /// Its coefficients: of every power, ascending, what the values at the points are multiplied by.
    pub(super) powers: Vec<Vec<f64>>,
    /// The points at which mass is summed up, one more than N.
    pub(super) mass_points: Vec<Point>,
    /// Where these are.
    mass_etas: Vec<f64>,
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
    let Ok(basis) = Basis::lagrange(points.to_vec()) else { return vec![2.0] };
    // by Gauss points that are enough for the degree of each
    let [exact, of_gauss] = gauss_quadrature(points.len());
    let mut sums = vec![0.0; points.len()];
    for (x, w) in exact.iter().zip(of_gauss) {
        sums.iter_mut().zip(basis.weights(*x)).for_each(|(sum, l)| *sum += w * l);
    }
    sums
}

/// Returns the coefficients of the polynomial through values at these points: of every power, ascending, what they are multiplied by.
fn powers(points: &[f64]) -> Vec<Vec<f64>> {
    let mut all = vec![vec![0.0; points.len()]; points.len()];
    for (j, own) in points.iter().enumerate() {
        // the product of (x - other)/(own - other)
        let mut product = vec![1.0];
        for other in points.iter().enumerate().filter(|(k, _)| *k != j).map(|(_, other)| other) {
            let mut next = vec![0.0; product.len() + 1];
            for (m, c) in product.iter().enumerate() {
                next[m + 1] += c / (own - other);
                next[m] -= c * other / (own - other);
            }
            product = next;
        }
        product.into_iter().enumerate().for_each(|(m, c)| all[m][j] = c);
    }
    all
}

impl Rule {
    pub(super) fn new(order: usize, metric: Metric, form: Form, quadrature: Quadrature) -> Self {
        let nodes = Basis::gauss_lobatto_legendre(order + 1).expect("two nodes");
        let at = nodes.nodes().to_vec();
        let points = match quadrature {
            Quadrature::Gauss => gauss_quadrature(order)[0].clone(),
            Quadrature::GaussLobatto => at.clone(),
        };
        let weight = weights(&points);
        let point = |(x, weight): (&f64, f64)| {
            let all = nodes.weights(Dual { re: *x, eps: [1.0] });
            Point { weight, nodes: all.iter().map(|l| l.re).collect(), slopes: all.iter().map(|l| l.eps[0]).collect() }
        };
        let all: Vec<Point> = points.iter().zip(weight).map(point).collect();
        let [exact, of_exact] = gauss_quadrature(order + 1);
        let mut products = vec![vec![0.0; order + 1]; order + 1];
        let mut mass_points = Vec::new();
        for (x, w) in exact.iter().zip(of_exact) {
            let l = nodes.weights(*x);
            mass_points.push(Point { weight: w, nodes: l.clone(), slopes: Vec::new() });
            for (row, a) in products.iter_mut().zip(&l) {
                row.iter_mut().zip(&l).for_each(|(sum, b)| *sum += w * a * b);
            }
        }
        let slopes = nodes.differentiation_matrix();
        Self {
            key: format!("{order} {metric:?} {form:?} {quadrature:?}"),
            metric,
            form,
            slopes,
            lumped: weights(&at),
            points: all,
            powers: powers(&points),
            through_points: points,
            mass_points,
            mass_etas: exact,
            products,
            nodes,
        }
    }

    pub(super) fn order(&self) -> usize {
        self.slopes.len() - 1
    }

    /// Returns the nodes from -1 to 1.
    pub(super) fn nodes(&self) -> &[f64] {
        self.nodes.nodes()
    }

    /// Returns the places from 0 to 1 of points of elements that end at these places.
    fn places_of(ends: &[f64], etas: &[f64]) -> Vec<f64> {
        let within = |pair: &[f64]| {
            let (low, high) = (pair[0], pair[1]);
            etas.iter().map(move |eta| low + 0.5 * (high - low) * (1.0 + eta)).collect::<Vec<f64>>()
        };
        ends.windows(2).flat_map(within).collect()
    }

    /// Returns the places of the nodes of elements that end at these places, from 0 to 1.
    pub(super) fn places(&self, ends: &[f64]) -> Vec<f64> {
        let mut places = vec![0.0];
        places.extend(Self::places_of(ends, &self.nodes()[1..]));
        // without rounding where elements end
        ends.iter().enumerate().for_each(|(element, end)| places[element * self.order()] = *end);
        places
    }

    /// Returns the places of the points of strains.
    pub(super) fn places_of_points(&self, ends: &[f64]) -> Vec<f64> {
        Self::places_of(ends, &self.through_points)
    }

    /// Returns the places of the points of mass.
    pub(super) fn places_of_mass(&self, ends: &[f64]) -> Vec<f64> {
        Self::places_of(ends, &self.mass_etas)
    }

    /// Returns l'_k(eta_j).
    pub(super) fn slope(&self, j: usize, k: usize) -> f64 {
        self.slopes[j][k]
    }

    /// Returns the integral of the product of the weights of two nodes.
    pub(super) fn product(&self, j: usize, k: usize) -> f64 {
        self.products[j][k]
    }

    /// Returns the parts of the length that nodes stand for, by the weights of quadrature of the elements that meet there.
    pub(super) fn shares(&self, ends: &[f64]) -> Vec<f64> {
        let mut shares = vec![0.0; (ends.len() - 1) * self.order() + 1];
        for (element, pair) in ends.windows(2).enumerate() {
            let own = &mut shares[element * self.order()..];
            own.iter_mut().zip(&self.lumped).for_each(|(sum, w)| *sum += 0.5 * (pair[1] - pair[0]) * w);
        }
        shares
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
