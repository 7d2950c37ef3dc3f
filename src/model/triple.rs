//! Vectors of forces and constraints: three expressions or three numbers.

use crate::model::expression::Expr3;
use crate::num::{Real, Vec3};

/// Holds three expressions or three numbers.
pub(super) type Triple<N> = [N; 3];

/// Makes a vector of three numbers.
pub(super) fn vec3<R: Real>(t: &Triple<R>) -> Vec3<R> {
    Vec3::new(t[0], t[1], t[2])
}

/// Evaluates three expressions.
pub(super) fn numbers<R: Real>(e: &Expr3, parameters: &[R]) -> Triple<R> {
    std::array::from_fn(|i| e[i].evaluate(parameters))
}
