//! Rotations around one, between which sums over members are interpolated.
//!
//! A mean that is known only at the end has a neighbour that is known at the beginning: the mean of the first members. Sums over
//! members of relative rotation vectors, seen from 56 rotations around that one, are a polynomial of degree 5 in the place that
//! they are seen from, but for an error of sixth order in the size of the lattice, which is small. So the place where their sum is
//! zero is found at the end, in one pass.

use super::mean::FrechetMean;
use crate::lie::{LieGroup, Pose, UnitQuaternion};
use crate::num::Vec3;

/// The degree of the polynomial.
const DEGREE: usize = 5;

/// Points of the lattice: the principal lattice of a tetrahedron.
pub(super) const POINTS: usize = (DEGREE + 1) * (DEGREE + 2) * (DEGREE + 3) / 6;

/// The corners of a regular tetrahedron about the origin.
const CORNERS: [[f64; 3]; 4] = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];

/// The radius of the sphere within that tetrahedron.
const INNER: f64 = 0.577;

/// Bounds of the size, rad: within the upper one the sixth order is small, within the lower one there is rounding alone.
const SIZES: [f64; 2] = [1e-8, 0.2];

/// Holds the place and the size of a lattice.
#[derive(Clone, Debug, PartialEq)]
pub struct RotationLattice {
    /// The rotation in its middle.
    pub middle: UnitQuaternion<f64>,
    /// The position that those of poses are seen from, world frame; zero of rotations.
    pub position: Vec3<f64>,
    /// The unit of rotation vectors from the middle, rad.
    pub size: f64,
    /// The unit of distances, that of the position.
    pub length: f64,
    /// True of poses.
    pub positions: bool,
}

impl RotationLattice {
    /// Makes a lattice for rotations, or where `positions` says so poses, like these.
    pub fn around(poses: &[Pose<f64>], positions: bool) -> Self {
        let mean = FrechetMean::of(poses, positions);
        // without a mean any rotation is as good
        let first = poses.first().map_or_else(UnitQuaternion::identity, |pose| pose.1);
        let middle = mean.as_ref().map_or(first, |mean| mean.rotation);
        let position = mean.as_ref().and_then(|mean| mean.position).unwrap_or_else(Vec3::zero);
        let spread = |axes: std::ops::Range<usize>| {
            let variance = |mean: &FrechetMean| axes.map(|i| mean.covariance[i][i]).sum::<f64>();
            mean.as_ref().map_or(1.0, variance).sqrt()
        };
        let rotations = if positions { 3..6 } else { 0..3 };
        let least = 1e-9 * (1.0 + position.norm());
        let length = if positions { spread(0..3).max(least) } else { 1.0 };
        let size = (4.0 * spread(rotations)).clamp(SIZES[0], SIZES[1]);
        Self { middle, position, size, length, positions }
    }

    /// Returns the coordinates of the points, whole numbers of a fifth of the way to each corner, with the sum five.
    fn coordinates() -> impl Iterator<Item = [usize; 4]> {
        let all = 0..=DEGREE;
        let pairs = all.clone().flat_map(move |a| (0..=DEGREE - a).map(move |b| (a, b)));
        pairs.flat_map(|(a, b)| (0..=DEGREE - a - b).map(move |c| [a, b, c, DEGREE - a - b - c]))
    }

    /// Returns the rotations of the points.
    pub(super) fn rotations(&self) -> Vec<UnitQuaternion<f64>> {
        let point = |at: [usize; 4]| {
            let axis = |k: usize| at.iter().zip(&CORNERS).map(|(n, corner)| *n as f64 * corner[k]).sum::<f64>();
            let x = Vec3::new(axis(0), axis(1), axis(2)) * (self.size / DEGREE as f64);
            self.middle.compose(UnitQuaternion::exp(x))
        };
        Self::coordinates().map(point).collect()
    }

    /// Returns the weights of the points at a rotation vector from the middle, rad: Lagrange's polynomials of the lattice.
    pub(super) fn weights(&self, psi: Vec3<f64>) -> Vec<f64> {
        let x = psi * (1.0 / self.size);
        // how near each corner is, five at it
        let near = CORNERS.map(|[a, b, c]| DEGREE as f64 * (1.0 + a * x.x + b * x.y + c * x.z) / 4.0);
        let factor = |(n, near): (usize, f64)| (0..n).map(|k| (near - k as f64) / (k + 1) as f64).product::<f64>();
        Self::coordinates().map(|at| at.into_iter().zip(near).map(factor).product()).collect()
    }

    /// Returns what bounds the error of an interpolated rotation vector at one from the middle, rad, of rotations up to an angle
    /// from it: of sixth order, with a factor that was measured and is twice as large as what was found.
    pub(super) fn error(&self, psi: Vec3<f64>, largest: f64) -> f64 {
        let distance = psi.norm();
        let reach = (distance / (INNER * self.size)).max(1.0) * self.size;
        let factor = 3e-6 * (1.75 * (largest + distance).min(3.4)).exp();
        // rounding of the sums is larger by as much as the weights are
        let weights: f64 = self.weights(psi).iter().map(|weight| weight.abs()).sum();
        factor * reach.powi(6) + 1e-14 * weights * (largest + self.size)
    }
}
