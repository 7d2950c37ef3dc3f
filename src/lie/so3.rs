//! The functions of SO(3) that do not depend on how a rotation is stored: the tangent operator, its
//! inverse and their derivatives, and the increment that an integrator takes.

pub use super::tangent::{
    AngleFunctions, tangent, tangent_derivative, tangent_inverse, tangent_inverse_derivative, tangent_inverse_with,
    tangent_less_one_with,
};

use super::unit_quaternion::UnitQuaternion;
use crate::num::{Real, Vec3};

/// Returns exp(psi) as a quaternion: (cos y, psi/2 sin(y)/y), |psi| <= pi.
#[inline]
pub fn exponential<R: Real>(f: &AngleFunctions<R>, half_psi: Vec3<R>) -> UnitQuaternion<R> {
    R::note("exp(psi) = (cos(y), psi/2 sin(y)/y)");
    UnitQuaternion { w: f.cos(), v: half_psi * f.sinc() }
}

/// Returns exp(psi) - 1 as a quaternion: (cos y - 1, psi/2 sin(y)/y), |psi| <= pi.
///
/// An integrator adds q (exp(psi) - 1) to q instead of multiplying, so that a small increment keeps
/// all its digits and the sum can be compensated in single precision.
#[inline]
pub fn increment<R: Real>(f: &AngleFunctions<R>, half_psi: Vec3<R>) -> UnitQuaternion<R> {
    R::note("exp(psi) - 1 = (cos(y) - 1, psi/2 sin(y)/y)");
    UnitQuaternion { w: -(f.s * f.b), v: half_psi * f.sinc() }
}
