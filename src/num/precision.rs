//! The precisions that there are.

use serde::{Deserialize, Serialize};

/// The precision that a number is computed in: it decides how many terms a series needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Precision {
    /// IEEE binary32, 24 bits.
    #[serde(rename = "f32")]
    Single,
    /// The sum of two binary32, about 48 bits in the range of binary32: [`super::DoubleFloat`].
    #[serde(rename = "df64")]
    DoubleFloat,
    /// IEEE binary64, 53 bits.
    #[serde(rename = "f64")]
    Double,
}

impl Precision {
    /// Returns the name of the precision.
    pub fn name(self) -> &'static str {
        match self {
            Precision::Single => "f32",
            Precision::DoubleFloat => "df64",
            Precision::Double => "f64",
        }
    }
    /// Returns the distance from one to the next larger number that is told apart after an operation.
    pub fn epsilon(self) -> f64 {
        match self {
            Precision::Single => f64::from(f32::EPSILON),
            Precision::DoubleFloat => f64::from(f32::EPSILON) * f64::from(f32::EPSILON),
            Precision::Double => f64::EPSILON,
        }
    }
    /// Returns a number rounded to the precision.
    pub fn round(self, value: f64) -> f64 {
        match self {
            Precision::Single => f64::from(value as f32),
            Precision::DoubleFloat => {
                let high = f64::from(value as f32);
                if high.is_finite() { high + f64::from((value - high) as f32) } else { high }
            }
            Precision::Double => value,
        }
    }
}
