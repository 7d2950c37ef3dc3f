//! Lie groups: where configurations live.
//!
//! # Conventions
//!
//! - SI units, angles in rad.
//! - `world_from_body` rotations R; material (body-frame) angular velocity W with R' = R W~.
//! - Increments act on the right: R(n+1) = R(n) exp(psi~).
//! - T(psi) is the tangent operator: W = T(psi) psi', (35) of \[2\], (A2) of \[1\]. With these
//!   conventions it is the right Jacobian of the exponential map.
//! - Tangent vectors of R^3 x SO(3) are ordered (translation, rotation).
//! - Quaternions are scalar first, (w, x, y, z). A rotation vector has |psi| <= pi on output.
//! - The half angle is y = |psi|/2, and s = y^2; a(s) and b(s) are the functions of
//!   [`crate::num::series`].
//!
//! | operation | formula | code |
//! |---|---|---|
//! | exponential map | q = (cos y, psi/2 sin(y)/y) | [`UnitQuaternion::exp`](LieGroup::exp) |
//! | logarithm | psi = 2 atan2(\|v\|, w) v/\|v\| | [`UnitQuaternion::log`](LieGroup::log) |
//! | tangent operator | T = I + f1 psi~ + f2 psi~^2 (A2) | [`so3::tangent`] |
//! | its inverse | T^-1 = I + psi~/2 + f3 psi~^2 (A3) | [`so3::tangent_inverse`] |
//! | composition of rotation vectors | (A10)-(A13) | [`RotationVector`] |
//!
//! # References
//!
//! \[1\] Holzinger, Arnold, Gerstmayr (2024), Evaluation and implementation of Lie group integration
//! methods for rigid multibody systems, Multibody System Dynamics.
//! \[2\] Bruels, Eberhard (2008), Sensitivity analysis for dynamic mechanical systems with finite
//! rotations, International Journal for Numerical Methods in Engineering.

mod nalgebra;
mod parameterisation;
mod product;
mod r3xso3;
mod rn;
mod rotation_matrix;
mod rotation_vector;
pub mod so3;
mod unit_quaternion;

pub use parameterisation::RotationParameterisation;
pub use product::Product;
pub use r3xso3::Pose;
pub use rn::Translation;
pub use rotation_matrix::RotationMatrix;
pub use rotation_vector::RotationVector;
pub use unit_quaternion::UnitQuaternion;

use crate::num::{Mat3, Real, Vec3};

/// A vector of a Lie algebra: components can be read and set by number.
pub trait Algebra<R: Real>: Copy {
    /// Number of components.
    const DIM: usize;
    /// The vector whose component `i < DIM` is `component(i)`.
    fn from_components(component: impl FnMut(usize) -> R) -> Self;
    /// Component `i < DIM`.
    fn component(&self, i: usize) -> R;
}

impl<R: Real> Algebra<R> for Vec3<R> {
    const DIM: usize = 3;
    fn from_components(mut component: impl FnMut(usize) -> R) -> Self {
        Self::new(component(0), component(1), component(2))
    }
    fn component(&self, i: usize) -> R {
        self.to_array()[i]
    }
}

/// A Lie group in one representation. `tests/lie_laws` holds the laws that each one satisfies.
pub trait LieGroup<R: Real>: Copy {
    /// Its Lie algebra.
    type Algebra: Algebra<R>;

    /// The neutral element.
    fn identity() -> Self;
    /// The product `self` `other`.
    fn compose(self, other: Self) -> Self;
    /// The inverse element.
    fn inverse(self) -> Self;
    /// The exponential map.
    fn exp(v: Self::Algebra) -> Self;
    /// The logarithm: the shortest vector with `exp(log(g)) = g`.
    fn log(self) -> Self::Algebra;
    /// T(v) w: the body-frame velocity of exp(v(t)) at v' = w.
    fn tangent(v: Self::Algebra, w: Self::Algebra) -> Self::Algebra;
    /// T(v)^-1 w, (25) of \[1\]. Singular at rotations by 2 pi.
    fn tangent_inverse(v: Self::Algebra, w: Self::Algebra) -> Self::Algebra;
    /// The derivative of T(v) w with respect to v in the direction `d`.
    fn tangent_derivative(v: Self::Algebra, w: Self::Algebra, d: Self::Algebra) -> Self::Algebra;
    /// The derivative of T(v)^-1 w with respect to v in the direction `d`.
    fn tangent_inverse_derivative(v: Self::Algebra, w: Self::Algebra, d: Self::Algebra) -> Self::Algebra;
}

/// A representation of SO(3).
pub trait Rotation<R: Real>: LieGroup<R, Algebra = Vec3<R>> {
    /// The rotation matrix `world_from_body`.
    fn matrix(self) -> Mat3<R>;
    /// A body-frame vector in the world frame.
    fn rotate(self, v: Vec3<R>) -> Vec3<R> {
        self.matrix().apply(v)
    }
    /// A world-frame vector in the body frame.
    fn rotate_back(self, v: Vec3<R>) -> Vec3<R> {
        self.matrix().apply_transposed(v)
    }
}

/// The four operators on the algebra of SO(3), shared by all its representations.
macro_rules! so3_operators {
    () => {
        fn tangent(v: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
            crate::lie::so3::tangent(v, w)
        }
        fn tangent_inverse(v: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
            crate::lie::so3::tangent_inverse(v, w)
        }
        fn tangent_derivative(v: Vec3<R>, w: Vec3<R>, d: Vec3<R>) -> Vec3<R> {
            crate::lie::so3::tangent_derivative(v, w, d)
        }
        fn tangent_inverse_derivative(v: Vec3<R>, w: Vec3<R>, d: Vec3<R>) -> Vec3<R> {
            crate::lie::so3::tangent_inverse_derivative(v, w, d)
        }
    };
}
pub(crate) use so3_operators;
