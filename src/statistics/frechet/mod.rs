//! The Fréchet mean of rotations and of poses, with its dispersion.
//!
//! The mean is the rotation R whose relative rotation vectors psi_k = log(R^T R_k) have the sum zero: the one with the least sum
//! of squared angles, by Newton's method from the mean of the matrix metric. That of poses is the same equation over dual
//! numbers, (3.37) of \[3\] of [`crate::lie`] with equal weights: its primal part is the mean of the rotations, its dual part is
//! linear in the position. Every quaternion may have either sign.

mod lattice;
mod mean;
mod summary;
mod sums;
#[cfg(test)]
mod tests;

pub use lattice::RotationLattice;
pub use mean::FrechetMean;
pub use summary::PoseSummary;
pub use sums::{PosePartial, PoseSums};
