//! Angular velocities between rows, and what they change by with increments of the rows.

use crate::lie::{LieGroup, UnitQuaternion};
use crate::num::{Mat3, Vec3};

/// Returns the angular velocity from a row to the next one, body frame, over a length of time, and the factors by which it falls with the
/// increment of the row and rises with that of the next one.
pub(super) fn part(rows: &[UnitQuaternion<f64>], k: usize, length: f64) -> (Vec3<f64>, Mat3<f64>, Mat3<f64>) {
    let turn = rows[k].inverse().compose(rows[(k + 1) % rows.len()]).log();
    let inverse = |turn: Vec3<f64>| {
        let unit = |i: usize| Vec3::new([1.0, 0.0, 0.0][i], [0.0, 1.0, 0.0][i], [0.0, 0.0, 1.0][i]);
        let [a, b, c] = [0, 1, 2].map(|i| UnitQuaternion::tangent_inverse(turn, unit(i)));
        Mat3::from_rows(a, b, c).transpose().scaled(1.0 / length)
    };
    // log(exp(-a) exp(turn) exp(b)) = turn - T^-1(-turn) a + T^-1(turn) b to first order
    (turn * (1.0 / length), inverse(-turn), inverse(turn))
}
