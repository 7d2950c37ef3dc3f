//! What interpolated motions, and curvatures at nodes, change by when the motions at nodes do.
//!
//! Increments are those of the body, on the right; blocks act on them as matrices of three rows over dual numbers, see
//! [`extended`] for six.

use super::basis::Basis;
use super::metric::{Interpolated, Metric, near_first, near_neighbours};
use super::relative::Relative;
use crate::lie::{Motion, Twist, UnitQuaternion};
use crate::num::{Dual, Mat3, Real, Vec3};

/// Holds a linear map of twists as a matrix over dual numbers.
pub type Block<R> = Mat3<Dual<R, 1>>;

/// Returns the blocks L_k of an interpolated motion: its increment is the sum of L_k times those of the nodes (3.38), with the
/// T^-1(s_k) that is missing in print. `found` is what [`super::motion_at`] returns of them.
pub fn increment_blocks<R: Real>(
    metric: Metric,
    weights: &[R],
    motions: &[Motion<R>],
    found: &Interpolated<Dual<R, 1>>,
) -> Vec<Block<R>> {
    let block = |(l, q): (&R, UnitQuaternion<Dual<R, 1>>)| {
        let own = Relative::new(metric.generator(), found.rotation, q).tangent_inverse().scaled(Dual::resting(*l));
        let [a, b, c] = [0, 1, 2].map(|j| found.hessian.solve(own.column(j)));
        Mat3::from_rows(a, b, c).transpose()
    };
    weights.iter().zip(near_first(motions)).map(block).collect()
}

/// The derivatives of weights at a node, and the parameters of all motions seen from that of the node.
type Seen<R> = Vec<(R, Relative<R>)>;

/// Returns of every node j the pairs (l'_k(eta_j), s_jk).
fn pairs<R: Real>(basis: &Basis, metric: Metric, motions: &[Motion<R>]) -> Vec<Seen<Dual<R, 1>>> {
    let nodes = near_neighbours(motions);
    let row = |(from, slopes): (&UnitQuaternion<Dual<R, 1>>, Vec<f64>)| {
        let pair = |(to, slope): (&UnitQuaternion<_>, f64)| {
            (Dual::constant(slope), Relative::new(metric.generator(), *from, *to))
        };
        nodes.iter().zip(slopes).map(pair).collect()
    };
    nodes.iter().zip(basis.differentiation_matrix()).map(row).collect()
}

/// Returns the curvatures at the nodes of a basis, body frame, by the parameter: k_j = sum of l'_k(eta_j) s_jk (3.44), which needs
/// no equation to be solved.
pub fn nodal_curvature<R: Real>(basis: &Basis, metric: Metric, motions: &[Motion<R>]) -> Vec<Twist<R>> {
    let of = |row: Seen<Dual<R, 1>>| {
        let terms = row.iter().map(|(slope, relative)| relative.parameters() * *slope);
        Twist::from_dual(terms.fold(Vec3::zero(), |sum, s| sum + s))
    };
    pairs(basis, metric, motions).into_iter().map(of).collect()
}

/// Returns the blocks B_jk of curvatures at nodes: that of node j changes by the sum of B_jk times the increments of nodes k
/// (3.46), with the node itself left out of the sum on the diagonal, since it does not see itself.
pub fn nodal_curvature_blocks<R: Real>(basis: &Basis, metric: Metric, motions: &[Motion<R>]) -> Vec<Vec<Block<R>>> {
    let of = |(j, row): (usize, Seen<Dual<R, 1>>)| {
        let zero = Mat3::identity().scaled(Dual::zero());
        let mut blocks = vec![zero; row.len()];
        for (k, (slope, relative)) in row.iter().enumerate().filter(|(k, _)| *k != j) {
            blocks[k] = relative.tangent_inverse().scaled(*slope);
            // T^-1(-s) is the transpose
            blocks[j] = blocks[j] - blocks[k].transpose();
        }
        blocks
    };
    pairs(basis, metric, motions).into_iter().enumerate().map(of).collect()
}

/// Returns a block as a matrix of six rows, [T, T_dual; 0, T] (2.60), that acts on (translation, rotation).
pub fn extended<R: Real>(block: Block<R>) -> [[R; 6]; 6] {
    let entries = block.to_array();
    let at = |i: usize, j: usize| entries[3 * i + j];
    std::array::from_fn(|i| {
        std::array::from_fn(|j| match (i < 3, j < 3) {
            (true, true) => at(i, j).re,
            (true, false) => at(i, j - 3).eps[0],
            (false, true) => R::zero(),
            (false, false) => at(i - 3, j - 3).re,
        })
    })
}
