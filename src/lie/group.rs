//! What every Lie group does.

use crate::num::{Mat3, Real, Vec3};

/// Gives access to a vector of a Lie algebra by the numbers of its components.
pub trait Algebra<R: Real>: Copy {
    /// Says how many components a vector of the algebra has.
    const DIM: usize;
    /// Returns the vector whose component `i < DIM` is `component(i)`.
    fn from_components(component: impl FnMut(usize) -> R) -> Self;
    /// Returns component `i < DIM`.
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

/// Computes with a Lie group in one representation. `tests/numerics/lie_laws` holds the laws that each one satisfies.
pub trait LieGroup<R: Real>: Copy {
    /// Holds a vector of the group's Lie algebra.
    type Algebra: Algebra<R>;

    /// Returns the neutral element.
    fn identity() -> Self;
    /// Returns the product `self` `other`.
    fn compose(self, other: Self) -> Self;
    /// Returns the inverse element.
    fn inverse(self) -> Self;
    /// Returns the exponential map.
    fn exp(v: Self::Algebra) -> Self;
    /// Returns the logarithm: the shortest vector with `exp(log(g)) = g`.
    fn log(self) -> Self::Algebra;
    /// Returns T(v) w: the body-frame velocity of exp(v(t)) at v' = w.
    fn tangent(v: Self::Algebra, w: Self::Algebra) -> Self::Algebra;
    /// Returns T(v)^-1 w, (25) of \[1\]. Singular at rotations by 2 pi.
    fn tangent_inverse(v: Self::Algebra, w: Self::Algebra) -> Self::Algebra;
    /// Returns the derivative of T(v) w with respect to v in the direction `d`.
    fn tangent_derivative(v: Self::Algebra, w: Self::Algebra, d: Self::Algebra) -> Self::Algebra;
    /// Returns the derivative of T(v)^-1 w with respect to v in the direction `d`.
    fn tangent_inverse_derivative(v: Self::Algebra, w: Self::Algebra, d: Self::Algebra) -> Self::Algebra;
}

/// Turns vectors by a representation of SO(3).
pub trait Rotation<R: Real>: LieGroup<R, Algebra = Vec3<R>> {
    /// Returns the rotation matrix `world_from_body`.
    fn matrix(self) -> Mat3<R>;
    /// Returns a body-frame vector in the world frame.
    fn rotate(self, v: Vec3<R>) -> Vec3<R> {
        self.matrix().apply(v)
    }
    /// Returns a world-frame vector in the body frame.
    fn rotate_back(self, v: Vec3<R>) -> Vec3<R> {
        self.matrix().apply_transposed(v)
    }
}
