//! What became of an interpolated motion: whether the metric has one answer there.

use super::curve::Curve;
use super::metric::Metric;
use crate::linalg::symmetric_eigenvalues;

/// Says whether a metric has an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The motion is the one that the metric means.
    Found,
    /// The metric is a distance, and the motion is no minimum of its sum, or not the only one near: the smallest eigenvalue of the
    /// Hessian is not positive.
    NoMinimum,
    /// A pose that has weight is so far away that the parameters of the metric jump, or that it is not told how often it has turned.
    Antipodal,
    /// The equation is not solved: Newton's method did not converge, or of metrics but that of matrices a number is not finite.
    NotConverged,
}

/// Eigenvalues of the Hessian, of poses that are near each other 1, that are no more than this are zero but for rounding.
const LEAST_EIGENVALUE: f64 = 1e-9;
/// The weight of poses beyond half a turn that is negligible: the answer jumps by it.
const LEAST_WEIGHT: f64 = 1e-12;

impl Outcome {
    /// All outcomes.
    pub const ALL: [Outcome; 4] = [Self::Found, Self::NoMinimum, Self::Antipodal, Self::NotConverged];

    /// Returns the name of the outcome, as tables have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::NoMinimum => "no_minimum",
            Self::Antipodal => "antipodal",
            Self::NotConverged => "not_converged",
        }
    }
}

impl Curve<f64> {
    /// Says whether the metric that the curve was made with has an answer there.
    pub fn outcome(&self, metric: Metric) -> Outcome {
        let [xx, xy, xz, _, yy, yz, _, _, zz] = self.hessian.to_array();
        let least = symmetric_eigenvalues([xx, yy, zz, xy, xz, yz])[0];
        let is_solved = self.is_solved();
        let is_distance = !matches!(metric, Metric::Implicit(_));
        if self.jump > LEAST_WEIGHT * LEAST_WEIGHT {
            Outcome::Antipodal
        } else if !is_solved && metric != Metric::Matrix {
            Outcome::NotConverged
        } else if !is_solved || is_distance && least <= LEAST_EIGENVALUE {
            // the steps of the matrix metric begin at its answer, and leave it only where the Hessian is singular
            Outcome::NoMinimum
        } else {
            Outcome::Found
        }
    }
}
