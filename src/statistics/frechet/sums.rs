//! Sums over rotations or poses that are seen once, in blocks.
//!
//! Sums of blocks are rounded to whole numbers of 2^-44 of their units, which add up to the same whatever the order: so parts of
//! a run are merged without their blocks.

use super::lattice::{POINTS, RotationLattice};
use super::mean::{FrechetMean, jacobian, positive_inverse};
use crate::lie::{LieGroup, Pose, Product, Rotation, Translation, UnitQuaternion};
use crate::num::{Mat3, Real, Vec3};
use std::f64::consts::PI;

/// Numbers per point: of rotations psi and the upper half of psi psi^T; of poses also A of the position w, a = A w, the upper half of
/// a a^T, and a psi^T.
const WIDTHS: [usize; 2] = [9, 9 + 9 + 3 + 6 + 9];

/// The part of a unit that sums are whole numbers of.
const RESOLUTION: f64 = (1u64 << 44) as f64;

/// Steps of Newton's method at most.
const STEPS: usize = 60;

/// What is left of a block of rotations or poses.
#[derive(Clone, Debug, PartialEq)]
pub struct PosePartial {
    /// How many there are.
    count: u64,
    /// Those that a lattice's size is enough for to be half a turn from the mean.
    opposite: u64,
    /// The sums, point by point, in units of the lattice.
    sums: Vec<f64>,
    /// The rotation farthest from the middle, with its angle, rad.
    farthest: Option<(f64, UnitQuaternion<f64>)>,
}

/// The sums over all rotations or poses so far.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseSums {
    /// What they are seen from.
    pub lattice: RotationLattice,
    /// How many there are.
    pub count: u64,
    /// Those that the lattice's size is enough for to be half a turn from the mean.
    pub opposite: u64,
    /// The sums, point by point, in 2^-44 of units of the lattice.
    pub sums: Vec<i128>,
    /// The rotation farthest from the middle, with its angle, rad.
    pub farthest: Option<(f64, UnitQuaternion<f64>)>,
}

/// Returns the rotation vector of a quaternion as it stands: up to a full turn.
fn rotation_vector(q: UnitQuaternion<f64>) -> Vec3<f64> {
    if q.w >= 0.0 {
        return q.log();
    }
    let length = q.v.norm();
    q.v * (2.0 * Real::atan2(length, q.w) / length)
}

/// Returns the six entries of the upper half of x x^T.
fn upper(x: Vec3<f64>) -> [f64; 6] {
    [x.x * x.x, x.x * x.y, x.x * x.z, x.y * x.y, x.y * x.z, x.z * x.z]
}

/// Returns the symmetric matrix with that upper half.
fn symmetric(half: &[f64]) -> Mat3<f64> {
    let row = |i: usize, j: usize, k: usize| Vec3::new(half[i], half[j], half[k]);
    Mat3::from_rows(row(0, 1, 2), row(1, 3, 4), row(2, 4, 5))
}

/// Returns the product of a column and a row.
fn outer(x: Vec3<f64>, y: Vec3<f64>) -> Mat3<f64> {
    Mat3::from_rows(y * x.x, y * x.y, y * x.z)
}

/// Returns the matrix with these nine entries, row by row.
fn matrix(entries: &[f64]) -> Mat3<f64> {
    let row = |i: usize| Vec3::from_slice(&entries[i..]);
    Mat3::from_rows(row(0), row(3), row(6))
}

/// Returns the one of two rotations that is farther; the first of equally far ones.
fn farther<T: Copy>(a: Option<(f64, T)>, b: Option<(f64, T)>) -> Option<(f64, T)> {
    match (a, b) {
        (Some(own), Some(other)) if other.0 > own.0 => b,
        (None, _) => b,
        _ => a,
    }
}

impl PosePartial {
    /// Reduces the rotations or poses of a block, in their order.
    pub fn new(poses: impl Iterator<Item = Pose<f64>>, lattice: &RotationLattice) -> Self {
        let width = WIDTHS[usize::from(lattice.positions)];
        let points: Vec<UnitQuaternion<f64>> = lattice.rotations().into_iter().map(|q| q.inverse()).collect();
        let (per_angle, per_length) = (1.0 / lattice.size, 1.0 / lattice.length);
        let mut block = Self { count: 0, opposite: 0, sums: vec![0.0; POINTS * width], farthest: None };
        for pose in poses {
            let Product(Translation(u), q) = pose;
            // the sign that makes the angle from the middle the smaller one; from the other points it may be above half a turn
            let turned = lattice.middle.inverse().compose(q);
            let q = if turned.w < 0.0 { UnitQuaternion { w: -q.w, v: -q.v } } else { q };
            let angle = turned.log().norm();
            block.count += 1;
            block.opposite += u64::from(angle > PI - lattice.size);
            block.farthest = farther(block.farthest, Some((angle, q)));
            for (back, sums) in points.iter().zip(block.sums.chunks_exact_mut(width)) {
                let psi = rotation_vector(back.compose(q)) * per_angle;
                let [x, y, z] = psi.to_array();
                let of_rotation = [x, y, z].into_iter().chain(upper(psi));
                if !lattice.positions {
                    sums.iter_mut().zip(of_rotation).for_each(|(sum, x)| *sum += x);
                    continue;
                }
                let map = jacobian(psi * lattice.size);
                let a = map.apply(back.rotate((u - lattice.position) * per_length));
                let of_pose = map.to_array().into_iter().chain(a.to_array()).chain(upper(a));
                let all = of_rotation.chain(of_pose).chain(outer(a, psi).to_array());
                sums.iter_mut().zip(all).for_each(|(sum, x)| *sum += x);
            }
        }
        block
    }
}

impl PoseSums {
    /// Returns the sums over nothing.
    pub fn new(lattice: RotationLattice) -> Self {
        let width = WIDTHS[usize::from(lattice.positions)];
        Self { lattice, count: 0, opposite: 0, sums: vec![0; POINTS * width], farthest: None }
    }

    /// Tells whether there are as many sums as the lattice has.
    pub fn is_whole(&self) -> bool {
        self.sums.len() == POINTS * WIDTHS[usize::from(self.lattice.positions)]
    }

    /// Takes in a block; of rotations equally far from the middle the first one is kept.
    pub fn add(&mut self, block: &PosePartial) {
        self.count += block.count;
        self.opposite += block.opposite;
        for (sum, x) in self.sums.iter_mut().zip(&block.sums) {
            *sum = sum.saturating_add((x * RESOLUTION).round() as i128);
        }
        self.farthest = farther(self.farthest, block.farthest);
    }

    /// Takes in the sums over members that come later, seen from the same lattice.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.opposite += other.opposite;
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, x)| *sum = sum.saturating_add(*x));
        self.farthest = farther(self.farthest, other.farthest);
    }

    /// Returns the means of the sums at a rotation vector from the middle, rad, in units of the lattice.
    fn means(&self, at: Vec3<f64>) -> Vec<f64> {
        let width = WIDTHS[usize::from(self.lattice.positions)];
        let mut means = vec![0.0; width];
        let unit = 1.0 / (RESOLUTION * self.count as f64);
        for (weight, sums) in self.lattice.weights(at).into_iter().zip(self.sums.chunks_exact(width)) {
            means.iter_mut().zip(sums).for_each(|(mean, sum)| *mean += weight * (*sum as f64 * unit));
        }
        means
    }

    /// Returns the mean relative rotation vector seen from a rotation vector from the middle, rad.
    fn residual(&self, at: Vec3<f64>) -> Vec3<f64> {
        Vec3::from_slice(&self.means(at)) * self.lattice.size
    }

    /// Returns the Hessian there, by central differences.
    fn hessian(&self, at: Vec3<f64>) -> Mat3<f64> {
        let step = 0.02 * self.lattice.size;
        let beside = |i: usize, step: f64| self.residual(after(at, Mat3::identity().rows[i] * step));
        let [x, y, z] = [0, 1, 2].map(|i| (beside(i, -step) - beside(i, step)) * (0.5 / step));
        Mat3::from_rows(x, y, z).transpose()
    }

    /// Returns the mean, with what bounds its error; nothing where there is no single mean, or none near the lattice.
    pub fn mean(&self) -> Option<FrechetMean> {
        if self.count == 0 {
            return None;
        }
        let mut at = Vec3::zero();
        let mut found = None;
        for _ in 0..STEPS {
            let hessian = self.hessian(at);
            let inverse = positive_inverse(hessian)?;
            let step = hessian.solve(self.residual(at));
            let length = step.norm();
            let within = if length > self.lattice.size { step * (self.lattice.size / length) } else { step };
            at = after(at, within);
            if at.norm() > PI {
                return None;
            }
            if length < 1e-9 * self.lattice.size {
                found = Some(inverse);
                break;
            }
        }
        let (farthest, rotation) = self.farthest?;
        let middle = self.lattice.middle;
        let mean = middle.compose(UnitQuaternion::exp(at)).normalized();
        let distance = at.norm();
        // those on the other side of the half turn from the mean than from the middle
        let crossing = match self.opposite as f64 / self.count as f64 {
            _ if farthest + distance < PI => 0.0,
            share if distance <= self.lattice.size => 2.0 * PI * share,
            _ => PI,
        };
        let error = (self.lattice.error(at, farthest) + crossing) * found?;
        let largest_angle = mean.inverse().compose(rotation).log().norm();
        let (position, covariance) = self.dispersion(at, mean);
        Some(FrechetMean {
            rotation: mean.short(),
            position,
            covariance,
            largest_angle,
            largest_angle_within: (farthest + distance).min(PI) - largest_angle,
            error: error.min(PI),
        })
    }

    /// Returns the mean position of poses, and the covariance at a mean.
    fn dispersion(&self, at: Vec3<f64>, mean: UnitQuaternion<f64>) -> (Option<Vec3<f64>>, Vec<Vec<f64>>) {
        let means = self.means(at);
        let RotationLattice { size, length, .. } = self.lattice;
        let turns = symmetric(&means[3..9]).scaled(size * size);
        if !self.lattice.positions {
            return (None, rows(&[&[turns]]));
        }
        let moved = Vec3::from_slice(&means[18..21]) * length;
        let way = matrix(&means[9..18]).solve(moved);
        let squares = symmetric(&means[21..27]).scaled(length * length);
        let mixed = matrix(&means[27..36]).scaled(length * size);
        // A way = the mean of that, less half of psi x way, which is of first order; the second order is left out
        let half = Mat3::skew(way).scaled(0.5);
        let back = half.transpose();
        let mixed_way = mixed * back;
        let squares = squares - outer(moved, moved) - mixed_way - mixed_way.transpose() + half * turns * back;
        let mixed = mixed - half * turns;
        let covariance = rows(&[&[squares, mixed], &[mixed.transpose(), turns]]);
        (Some(self.lattice.position + mean.rotate(way)), covariance)
    }
}

/// Returns the rotation vector of one rotation after another.
fn after(first: Vec3<f64>, second: Vec3<f64>) -> Vec3<f64> {
    UnitQuaternion::exp(first).compose(UnitQuaternion::exp(second)).log()
}

/// Returns the rows of a matrix of blocks of three rows.
fn rows(blocks: &[&[Mat3<f64>]]) -> Vec<Vec<f64>> {
    let row = |(blocks, i): (&&[Mat3<f64>], usize)| blocks.iter().flat_map(|block| block.rows[i].to_array()).collect();
    blocks.iter().flat_map(|blocks| [0, 1, 2].map(|i| row((blocks, i)))).collect()
}
