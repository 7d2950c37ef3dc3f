//! What can be wrong with a dependence.

use thiserror::Error;

/// Correlations that no members have.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum DependenceError {
    /// No distribution has correlations of normal scores like these.
    #[error("no normal scores have these correlations together: their matrix has the eigenvalue {least:.4}")]
    NotPositive {
        /// The least eigenvalue of the matrix.
        least: f64,
        /// How far the nearest matrix is, the root of the sum of squares of differences of all entries.
        distance: f64,
        /// The correlations of the nearest matrix, by pairs of columns.
        nearest: Vec<([usize; 2], f64)>,
    },
    /// A correlation is not between those of values that determine each other.
    #[error("found {found}; accepted: between {:.6} and {:.6}, which values of these distributions have when each determines the other", .attainable[0], .attainable[1])]
    OutOfReach {
        /// The correlation.
        found: f64,
        /// The least and the largest correlation.
        attainable: [f64; 2],
    },
    /// Ranks or correlations of single values are not those of a normal distribution.
    #[error(
        "one of the two has single values, whose {measure} do not determine those of normal scores; accepted: normal_scores"
    )]
    SingleValues {
        /// The measure.
        measure: &'static str,
    },
}
