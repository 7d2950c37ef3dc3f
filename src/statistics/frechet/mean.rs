//! The mean of rotations or poses that are all there.

use crate::lie::{LieGroup, Motion, Pose, Product, Rotation, Translation, UnitQuaternion};
use crate::num::{Mat3, Vec3};

/// Steps of Newton's method at most; from the mean of the matrix metric it takes about four.
const STEPS: usize = 40;

/// Squarings that bring out the leading eigenvector: of eigenvalues that differ by 1e-6 of themselves.
const SQUARINGS: usize = 26;

/// Holds the Fréchet mean of some rotations or poses, and how far they are from it.
#[derive(Clone, Debug, PartialEq)]
pub struct FrechetMean {
    /// The mean of the rotations, `world_from_body`; its scalar part is not negative.
    pub rotation: UnitQuaternion<f64>,
    /// The mean position, world frame, of poses.
    pub position: Option<Vec3<f64>>,
    /// The covariance of the population (divided by the count) in the tangent space at the mean, in axes of the mean body: 3 x 3 of
    /// psi_k, rad^2, of rotations; 6 x 6 of (translation, rotation) of log(M^-1 M_k) of poses.
    pub covariance: Vec<Vec<f64>>,
    /// The largest angle from the mean, rad.
    pub largest_angle: f64,
    /// What the largest angle may be larger by, rad.
    pub largest_angle_within: f64,
    /// What bounds the error of the mean rotation, rad.
    pub error: f64,
}

impl FrechetMean {
    /// Returns the mean of rotations or, where `positions` says so, of poses, in their order; nothing where there are none, or where
    /// they are spread so far that the sum of squared angles has no minimum near the mean of the matrix metric, or that has no single
    /// one.
    pub fn of(poses: &[Pose<f64>], positions: bool) -> Option<Self> {
        let (rotation, error) = mean_rotation(poses)?;
        let count = poses.len() as f64;
        let back = rotation.inverse();
        let angle = |pose: &Pose<f64>| back.compose(pose.1).log().norm();
        let largest_angle = poses.iter().map(angle).fold(0.0, f64::max);
        let (mut mean, mut dimension) = (Vec3::zero(), 3);
        if positions {
            mean = mean_position(poses, rotation);
            dimension = 6;
        }
        let mut covariance = vec![vec![0.0; dimension]; dimension];
        for pose in poses {
            let seen = seen_from(pose, rotation, mean).log();
            let [t, r] = [seen.translation.to_array(), seen.rotation.to_array()];
            let all = [t[0], t[1], t[2], r[0], r[1], r[2]];
            let shown = &all[6 - dimension..];
            for (row, x) in covariance.iter_mut().zip(shown) {
                row.iter_mut().zip(shown).for_each(|(sum, y)| *sum += x * y);
            }
        }
        covariance.iter_mut().flatten().for_each(|sum| *sum /= count);
        let position = positions.then_some(mean);
        Some(Self { rotation: rotation.short(), position, covariance, largest_angle, largest_angle_within: 0.0, error })
    }
}

/// Returns a pose seen from another, of this rotation and position.
fn seen_from(pose: &Pose<f64>, rotation: UnitQuaternion<f64>, position: Vec3<f64>) -> Motion<f64> {
    let Product(Translation(u), q) = *pose;
    Motion::new(rotation.rotate_back(u - position), rotation.inverse().compose(q))
}

/// Returns the mean position of poses whose mean rotation is known: of which the dual parts have the sum zero.
fn mean_position(poses: &[Pose<f64>], rotation: UnitQuaternion<f64>) -> Vec3<f64> {
    // from the first one, so that a large distance costs no digits
    let first = poses[0].0.0;
    let (mut matrix, mut sum) = (Mat3::identity().scaled(0.0), Vec3::zero());
    for pose in poses {
        matrix = matrix + jacobian(rotation.inverse().compose(pose.1).log());
        sum = sum + seen_from(pose, rotation, first).log().translation;
    }
    first + rotation.rotate(matrix.solve(sum))
}

/// Returns the mean rotation, and what bounds its error, rad.
fn mean_rotation(poses: &[Pose<f64>]) -> Option<(UnitQuaternion<f64>, f64)> {
    let mut rotation = mean_of_matrices(poses)?;
    let count = 1.0 / poses.len() as f64;
    for _ in 0..STEPS {
        let (mut sum, mut hessian) = (Vec3::zero(), Mat3::identity().scaled(0.0));
        for pose in poses {
            let psi = rotation.inverse().compose(pose.1).log();
            sum = sum + psi;
            hessian = hessian + jacobian(psi);
        }
        let (hessian, mean) = (hessian.scaled(count), sum * count);
        let inverse = positive_inverse(hessian)?;
        let step = hessian.solve(mean);
        let length = step.norm();
        let within = if length > 0.5 { step * (0.5 / length) } else { step };
        rotation = rotation.compose(UnitQuaternion::exp(within)).normalized();
        // what is left is of the order of the square
        if length < 1e-9 {
            // rounding of quaternions, and of their sum
            return Some((rotation, f64::EPSILON * (8.0 + (poses.len() as f64).sqrt()) * inverse));
        }
    }
    None
}

/// Returns minus the derivative of log(exp(-x) exp(psi)) by x at zero, (A3) of \[1\] of [`crate::lie`] with the sign of psi changed;
/// what the translation of the logarithm of a pose is of its position, too.
pub(super) fn jacobian(psi: Vec3<f64>) -> Mat3<f64> {
    let skew = Mat3::skew(psi);
    let f3 = crate::lie::so3::AngleFunctions::new(psi).f3();
    Mat3::identity() - skew.scaled(0.5) + (skew * skew).scaled(f3)
}

/// Returns the length (Frobenius) of the inverse of the symmetric part of a matrix, which bounds that of any step over its
/// residual; nothing where that part is not positive definite, so that there is no minimum.
pub(super) fn positive_inverse(matrix: Mat3<f64>) -> Option<f64> {
    let matrix = (matrix + matrix.transpose()).scaled(0.5);
    let [a, b, _] = matrix.rows;
    let minors = [a.x, a.x * b.y - a.y * b.x, matrix.determinant()];
    if !minors.iter().all(|minor| *minor > 1e-9) {
        return None;
    }
    let [x, y, z] = Mat3::identity().rows.map(|axis| matrix.solve(axis).norm_squared());
    Some((x + y + z).sqrt())
}

/// Returns the mean of the matrix metric: the leading eigenvector of the sum of q q^T, in which signs do not matter.
fn mean_of_matrices(poses: &[Pose<f64>]) -> Option<UnitQuaternion<f64>> {
    let mut sum = [[0.0; 4]; 4];
    for pose in poses {
        let mut q = [0.0; 4];
        pose.1.write(&mut q);
        for (row, x) in sum.iter_mut().zip(q) {
            row.iter_mut().zip(q).for_each(|(sum, y)| *sum += x * y);
        }
    }
    for _ in 0..SQUARINGS {
        let trace: f64 = (0..4).map(|i| sum[i][i]).sum();
        let square = |i: usize, j: usize| (0..4).map(|k| sum[i][k] * sum[k][j]).sum::<f64>() / (trace * trace);
        sum = std::array::from_fn(|i| std::array::from_fn(|j| square(i, j)));
    }
    // a second eigenvalue that is as large has left a second direction
    if (0..4).map(|i| sum[i][i]).sum::<f64>() < 0.99 {
        return None;
    }
    let best = (0..4).max_by(|i, j| sum[*i][*i].total_cmp(&sum[*j][*j]))?;
    let mean = UnitQuaternion::from_slice(&sum[best]).normalized();
    mean.w.is_finite().then_some(mean)
}
