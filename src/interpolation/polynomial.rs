//! Lagrange polynomials through nodes on [-1, 1].

use crate::num::Real;
use std::f64::consts::PI;

/// Returns so many nodes at equal distances, from -1 to 1.
pub(super) fn equispaced(count: usize) -> Vec<f64> {
    let last = count.saturating_sub(1).max(1) as f64;
    (0..count).map(|k| 2.0 * k as f64 / last - 1.0).collect()
}

/// Returns the zeros of the Legendre polynomial of that degree (B.3).
pub(super) fn gauss(count: usize) -> Vec<f64> {
    let start = |k: usize| -(PI * (k as f64 + 0.75) / (count as f64 + 0.5)).cos();
    (0..count)
        .map(|k| {
            zero(start(k), |x| {
                let [p, slope, _] = legendre(count, x);
                [p, slope]
            })
        })
        .collect()
}

/// Returns so many points of Gauss quadrature over [-1, 1], and their weights 2/((1 - x^2) P_n'(x)^2) (B.3), (B.4).
pub(crate) fn gauss_quadrature(count: usize) -> [Vec<f64>; 2] {
    let points = gauss(count);
    let weight = |x: &f64| {
        let [_, slope, _] = legendre(count, *x);
        2.0 / ((1.0 - x * x) * slope * slope)
    };
    let weights = points.iter().map(weight).collect();
    [points, weights]
}

/// Returns the ends, and the zeros of the derivative of the Legendre polynomial of one degree less than there are nodes (B.5).
pub(super) fn gauss_lobatto(count: usize) -> Vec<f64> {
    let degree = count - 1;
    let inner = |k: usize| {
        let start = -(PI * k as f64 / degree as f64).cos();
        zero(start, |x| {
            let [_, slope, second] = legendre(degree, x);
            [slope, second]
        })
    };
    (0..count)
        .map(|k| {
            if k == 0 {
                -1.0
            } else if k == degree {
                1.0
            } else {
                inner(k)
            }
        })
        .collect()
}

/// Returns the extremes of the Chebyshev polynomial of one degree less than there are nodes.
pub(super) fn chebyshev_gauss_lobatto(count: usize) -> Vec<f64> {
    // symmetric to the last bit
    let last = (count - 1) as f64;
    (0..count).map(|k| (PI * (2.0 * k as f64 - last) / (2.0 * last)).sin()).collect()
}

/// Returns the Legendre polynomial of a degree, its first and its second derivative, within (-1, 1) (B.17).
fn legendre(degree: usize, x: f64) -> [f64; 3] {
    let (mut before, mut p) = (1.0, x);
    for k in 1..degree {
        let k = k as f64;
        (before, p) = (p, ((2.0 * k + 1.0) * x * p - k * before) / (k + 1.0));
    }
    let n = degree as f64;
    let slope = n * (before - x * p) / (1.0 - x * x);
    [p, slope, (2.0 * x * slope - n * (n + 1.0) * p) / (1.0 - x * x)]
}

/// Returns the zero of a function near a start, by Newton's method; the function returns its value and slope.
fn zero(start: f64, function: impl Fn(f64) -> [f64; 2]) -> f64 {
    let step = |x: f64| {
        let [value, slope] = function(x);
        x - value / slope
    };
    // quadratic, from within a part of the distance between zeros
    (0..8).fold(start, |x, _| step(x))
}

/// Returns the indices of nodes in an order in which those that follow each other are far apart: products of twice the differences
/// to nodes on an interval of length 2, which neither grow nor decay as a whole, do neither on the way.
fn scattered(count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|k| k.reverse_bits());
    order
}

/// Returns the barycentric weights of nodes, of twice their differences.
pub(super) fn barycentric(nodes: &[f64]) -> Vec<f64> {
    let order = scattered(nodes.len());
    let product =
        |k: usize| -> f64 { order.iter().filter(|j| **j != k).map(|j| 2.0 * (nodes[k] - nodes[*j])).product() };
    (0..nodes.len()).map(|k| 1.0 / product(k)).collect()
}

/// Returns the Lagrange polynomials at a parameter: each weight times the products of the differences to all other nodes, of
/// which no branch is taken at a node.
pub(super) fn weights<R: Real>(nodes: &[f64], barycentric: &[f64], eta: R) -> Vec<R> {
    let order = scattered(nodes.len());
    let difference = |j: usize| (eta - R::constant(nodes[j])).scale(2.0);
    let mut weights = vec![R::zero(); nodes.len()];
    // the products of those before and of those behind
    let mut before = R::one();
    for k in &order {
        weights[*k] = before.scale(barycentric[*k]);
        before = before * difference(*k);
    }
    let mut behind = R::one();
    for k in order.iter().rev() {
        weights[*k] = weights[*k] * behind;
        behind = behind * difference(*k);
    }
    weights
}
