//! SO(3) by rotation vectors, composed as in (A10)-(A13) of \[1\].

use super::group::{LieGroup, Rotation};
use super::tangent::so3_operators;
use super::unit_quaternion::UnitQuaternion;
use crate::num::{Mat3, Real, Vec3};

/// Holds a rotation vector psi = angle x axis, `world_from_body`; any length on input. On output of `exp`,
/// `compose` and `log` |psi| <= pi; the inverse is as long as its argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RotationVector<R>(pub Vec3<R>);

impl<R: Real> LieGroup<R> for RotationVector<R> {
    type Algebra = Vec3<R>;

    fn identity() -> Self {
        Self(Vec3::zero())
    }
    /// Follows (A10)-(A13). The printed form divides by sinc(acos(..)), which loses digits near the identity
    /// and is singular where the sum of angles is 2 pi. The numerator of (A10) and the argument of
    /// (A13) are the vector and the scalar part of a quaternion product, whose logarithm has neither
    /// defect.
    fn compose(self, other: Self) -> Self {
        let eta = UnitQuaternion::exp(self.0); // (A11)
        let nu = UnitQuaternion::exp(other.0); // (A12)
        Self(eta.multiply(nu).log()) // (A10), (A13)
    }
    fn inverse(self) -> Self {
        Self(-self.0)
    }
    fn exp(psi: Vec3<R>) -> Self {
        Self(UnitQuaternion::exp(psi).log())
    }
    fn log(self) -> Vec3<R> {
        UnitQuaternion::exp(self.0).log()
    }
    so3_operators!();
}

impl<R: Real> Rotation<R> for RotationVector<R> {
    fn matrix(self) -> Mat3<R> {
        UnitQuaternion::exp(self.0).matrix()
    }
}
