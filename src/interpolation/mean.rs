//! Means of rotations, however far they are apart.

use super::eigenproblem;
use super::metric::Metric;
use super::relative::{Generator, Weighted};
use crate::lie::{
    DescentError, Expansion, Found, LieGroup, Trust, UnitQuaternion, VectorialParameterisation as V, minimum, newton,
};
use crate::linalg::{DMatrix, DVector};
use crate::num::Real;

/// Returns the mean of rotations with weights by a metric: a minimum of the weighted sum of squared distances (3.30), met by going
/// down from the mean of the matrix metric, which is the lowest one of its own. Where the metric is no distance, as of implicit
/// interpolation, the rotation of which the weighted parameters have the sum zero (3.37), by algorithm 1.
///
/// Unlike [`super::rotation_at`], which takes a fixed number of steps, it cannot be recorded, and its steps lead to a minimum from
/// anywhere; the signs of quaternions do not matter.
///
/// # Errors
/// Where the steps lead to none.
pub fn mean(
    metric: Metric,
    weights: &[f64],
    rotations: &[UnitQuaternion<f64>],
    trust: Trust,
) -> Result<Found<UnitQuaternion<f64>>, DescentError> {
    let Weighted::Matrix(sum) = Weighted::new(Generator::Matrix, weights, rotations) else {
        unreachable!("matrices are added")
    };
    let start = eigenproblem::nearest(&sum);
    // the distance that has these parameters as its derivative
    let distance = match metric {
        Metric::Matrix => V::EULER_RODRIGUES,
        Metric::Quaternion => V::Sine(4.0),
        Metric::Geodesic => V::Cartesian,
        Metric::Vector(kind) => kind,
        Metric::Implicit(_) => {
            let weighted = Weighted::new(metric.generator(), weights, rotations);
            return newton(start, trust, |at| {
                let (s, hessian) = weighted.seen_from(at);
                (DVector::from_row_slice(&s.to_array()), -DMatrix::from_row_slice(3, 3, &hessian.to_array()))
            });
        }
    };
    let weighted = Weighted::new(Metric::Vector(distance).generator(), weights, rotations);
    minimum(start, trust, |at| {
        let squares = weights.iter().zip(rotations).map(|(l, q)| l * squared(distance, at, *q));
        let (s, hessian) = weighted.seen_from(at);
        Expansion { value: 0.5 * squares.sum::<f64>(), gradient: -s, hessian }
    })
}

/// Returns the squared length of the parameters of a rotation seen from another one.
fn squared<R: Real>(kind: V, from: UnitQuaternion<R>, to: UnitQuaternion<R>) -> R {
    kind.of_rotation(from.inverse().multiply(to)).norm_squared()
}
