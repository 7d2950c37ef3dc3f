//! R^3 as a group: translations.

use super::LieGroup;
use crate::num::{Real, Vec3};

/// A translation in the world frame, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Translation<R>(pub Vec3<R>);

impl<R: Real> LieGroup<R> for Translation<R> {
    type Algebra = Vec3<R>;

    fn identity() -> Self {
        Self(Vec3::zero())
    }
    fn compose(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
    fn inverse(self) -> Self {
        Self(-self.0)
    }
    fn exp(v: Vec3<R>) -> Self {
        Self(v)
    }
    fn log(self) -> Vec3<R> {
        self.0
    }
    fn tangent(_: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
        w
    }
    fn tangent_inverse(_: Vec3<R>, w: Vec3<R>) -> Vec3<R> {
        w
    }
    fn tangent_derivative(_: Vec3<R>, _: Vec3<R>, _: Vec3<R>) -> Vec3<R> {
        Vec3::zero()
    }
    fn tangent_inverse_derivative(_: Vec3<R>, _: Vec3<R>, _: Vec3<R>) -> Vec3<R> {
        Vec3::zero()
    }
}
