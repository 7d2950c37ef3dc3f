//! Direct products of groups: every operation acts on each factor.

use super::{Algebra, LieGroup};
use crate::num::Real;

/// An element of the direct product of two groups. Products of products make longer ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Product<A, B>(pub A, pub B);

impl<R: Real, A: Algebra<R>, B: Algebra<R>> Algebra<R> for Product<A, B> {
    const DIM: usize = A::DIM + B::DIM;
    fn from_components(mut component: impl FnMut(usize) -> R) -> Self {
        let a = A::from_components(&mut component);
        Self(a, B::from_components(|i| component(A::DIM + i)))
    }
    fn component(&self, i: usize) -> R {
        if i < A::DIM { self.0.component(i) } else { self.1.component(i - A::DIM) }
    }
}

impl<R: Real, A: LieGroup<R>, B: LieGroup<R>> LieGroup<R> for Product<A, B> {
    type Algebra = Product<A::Algebra, B::Algebra>;

    fn identity() -> Self {
        Self(A::identity(), B::identity())
    }
    fn compose(self, other: Self) -> Self {
        Self(self.0.compose(other.0), self.1.compose(other.1))
    }
    fn inverse(self) -> Self {
        Self(self.0.inverse(), self.1.inverse())
    }
    fn exp(v: Self::Algebra) -> Self {
        Self(A::exp(v.0), B::exp(v.1))
    }
    fn log(self) -> Self::Algebra {
        Product(self.0.log(), self.1.log())
    }
    fn tangent(v: Self::Algebra, w: Self::Algebra) -> Self::Algebra {
        Product(A::tangent(v.0, w.0), B::tangent(v.1, w.1))
    }
    fn tangent_inverse(v: Self::Algebra, w: Self::Algebra) -> Self::Algebra {
        Product(A::tangent_inverse(v.0, w.0), B::tangent_inverse(v.1, w.1))
    }
    fn tangent_derivative(v: Self::Algebra, w: Self::Algebra, d: Self::Algebra) -> Self::Algebra {
        Product(A::tangent_derivative(v.0, w.0, d.0), B::tangent_derivative(v.1, w.1, d.1))
    }
    fn tangent_inverse_derivative(v: Self::Algebra, w: Self::Algebra, d: Self::Algebra) -> Self::Algebra {
        Product(A::tangent_inverse_derivative(v.0, w.0, d.0), B::tangent_inverse_derivative(v.1, w.1, d.1))
    }
}
