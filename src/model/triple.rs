//! Vectors of forces and constraints: three expressions or three numbers.

use crate::model::expression::Expr3;
use crate::num::{Real, Vec3};

/// Holds three expressions or three numbers.
pub(super) type Triple<N> = [N; 3];

/// Makes a vector of three numbers.
pub(super) fn vec3<R: Real>(t: &Triple<R>) -> Vec3<R> {
    Vec3::new(t[0], t[1], t[2])
}

/// Returns three perpendicular directions, the last along a vector; the first is the one across that is nearest to x, or to y
/// where the vector is nearer to x.
pub(super) fn frame_along<R: Real>(z: &Triple<R>) -> [Vec3<R>; 3] {
    let z = vec3(z).normalized();
    let [to_x, to_y] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::constant);
    let nearest = Vec3::select(R::constant(0.5).less(z.x.square()), to_y, to_x);
    let x = (nearest - z * nearest.dot(z)).normalized();
    [x, z.cross(x), z]
}

/// Evaluates three expressions.
pub(super) fn numbers<R: Real>(e: &Expr3, parameters: &[R]) -> Triple<R> {
    std::array::from_fn(|i| e[i].evaluate(parameters))
}
