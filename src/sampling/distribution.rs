//! Distributions of a varied parameter, all sampled through their inverse.
//!
//! Every plan supplies a number `u` in (0, 1) per member and column; the distribution turns
//! it into a value by its quantile function. So a stratified or low-discrepancy plan keeps
//! its structure under every distribution.

mod catalog;
mod erfc_inverse;
mod error;
mod normal;
mod spread;
#[cfg(test)]
mod tests;

pub use catalog::{ALL, DistributionInfo};
pub use error::DistributionError;
pub use spread::Poincare;

use crate::num::elementary;
use normal::Window;

/// Least probability that the window of a truncated normal distribution may hold.
///
/// Below it the tail probabilities come close to the smallest numbers that `f64` can hold
/// with full precision. It is reached about 36 standard deviations from the mean.
const LEAST_MASS: f64 = 1e-290;

/// How the values of one parameter are distributed.
#[derive(Debug, Clone, PartialEq)]
pub enum Distribution {
    /// Equally likely between two bounds.
    Uniform {
        /// Lower bound.
        min: f64,
        /// Upper bound; equal to the lower one it makes a constant.
        max: f64,
    },
    /// Gaussian.
    Normal {
        /// Mean.
        mean: f64,
        /// Standard deviation.
        std: f64,
    },
    /// Gaussian, cut to a window.
    TruncatedNormal {
        /// Mean before the truncation.
        mean: f64,
        /// Standard deviation before the truncation.
        std: f64,
        /// Lower bound; may be minus infinity.
        min: f64,
        /// Upper bound; may be infinity.
        max: f64,
    },
    /// Positive, with a Gaussian logarithm.
    LogNormal {
        /// Mean of the natural logarithm.
        mu: f64,
        /// Standard deviation of the natural logarithm.
        sigma: f64,
    },
    /// Density with the shape of a triangle.
    Triangular {
        /// Lower bound.
        min: f64,
        /// Most likely value.
        mode: f64,
        /// Upper bound.
        max: f64,
    },
    /// One of the listed values, each equally likely.
    Choice(Vec<f64>),
}

impl Distribution {
    /// Returns the value that a sample stays below with probability `u`, for `u` in (0, 1).
    ///
    /// The distribution has to be valid (see [`Distribution::validate`]); otherwise the result means nothing, and may be
    /// not a number.
    ///
    /// # Panics
    ///
    /// If the bounds of an invalid distribution are reversed.
    #[must_use]
    pub fn quantile(&self, u: f64) -> f64 {
        match *self {
            Self::Uniform { min, max } => (u * (max - min) + min).clamp(min, max),
            Self::Normal { mean, std } => normal::quantile(u) * std + mean,
            Self::TruncatedNormal { mean, std, min, max } => {
                let z = Window::new((min - mean) / std, (max - mean) / std).quantile(u);
                (z * std + mean).clamp(min, max)
            }
            Self::LogNormal { mu, sigma } => elementary::exp(normal::quantile(u) * sigma + mu),
            Self::Triangular { min, mode, max } => triangular_quantile([min, mode, max], u),
            Self::Choice(ref values) => chosen(values, u),
        }
    }

    /// Checks that the numbers make a distribution.
    ///
    /// # Errors
    ///
    /// If they do not; the error carries the numbers at fault.
    pub fn validate(&self) -> Result<(), DistributionError> {
        match *self {
            Self::Uniform { min, max } => {
                finite(&[("min", min), ("max", max)])?;
                ordered(min, max)
            }
            Self::Normal { mean, std } => {
                finite(&[("mean", mean), ("std", std)])?;
                positive("std", std)
            }
            Self::TruncatedNormal { mean, std, min, max } => {
                finite(&[("mean", mean), ("std", std)])?;
                positive("std", std)?;
                window(mean, std, min, max)
            }
            Self::LogNormal { mu, sigma } => {
                finite(&[("mu", mu), ("sigma", sigma)])?;
                positive("sigma", sigma)
            }
            Self::Triangular { min, mode, max } => {
                finite(&[("min", min), ("mode", mode), ("max", max)])?;
                ordered(min, max)?;
                if mode < min || mode > max {
                    return Err(DistributionError::ModeOutside { min, mode, max });
                }
                Ok(())
            }
            Self::Choice(ref values) => {
                if values.is_empty() {
                    return Err(DistributionError::EmptyChoice);
                }
                match values.iter().enumerate().find(|(_, v)| !v.is_finite()) {
                    Some((index, &value)) => {
                        Err(DistributionError::NotFinite { argument: format!("choice value {}", index + 1), value })
                    }
                    None => Ok(()),
                }
            }
        }
    }
}

/// Returns the inverse of the triangular distribution function, which is made of two parabolas.
fn triangular_quantile([min, mode, max]: [f64; 3], u: f64) -> f64 {
    let width = max - min;
    let along = u * width;
    if width <= 0.0 {
        min
    } else if along < mode - min {
        (along * (mode - min)).sqrt() + min
    } else {
        max - ((1.0 - u) * width * (max - mode)).sqrt()
    }
}

/// Returns the entry of `values` whose share of the unit interval holds `u`.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the product lies between 0 and the length of a list in memory"
)]
fn chosen(values: &[f64], u: f64) -> f64 {
    let index = (u * values.len() as f64) as usize;
    let last = values.len().saturating_sub(1);
    values.get(index.min(last)).copied().unwrap_or(f64::NAN)
}

/// Checks that all the named numbers are finite.
fn finite(arguments: &[(&str, f64)]) -> Result<(), DistributionError> {
    match arguments.iter().find(|(_, value)| !value.is_finite()) {
        Some(&(argument, value)) => Err(DistributionError::NotFinite { argument: argument.to_owned(), value }),
        None => Ok(()),
    }
}

/// Checks that a width is positive.
fn positive(argument: &'static str, value: f64) -> Result<(), DistributionError> {
    if value > 0.0 { Ok(()) } else { Err(DistributionError::NotPositive { argument, value }) }
}

/// Checks that two finite bounds are in order and that their distance is finite too.
fn ordered(min: f64, max: f64) -> Result<(), DistributionError> {
    if max < min {
        return Err(DistributionError::Reversed { min, max });
    }
    finite(&[("max - min", max - min)])
}

/// Checks the window of a truncated normal distribution.
fn window(mean: f64, std: f64, min: f64, max: f64) -> Result<(), DistributionError> {
    for (argument, value) in [("min", min), ("max", max)] {
        if value.is_nan() {
            return finite(&[(argument, value)]);
        }
    }
    if max < min {
        return Err(DistributionError::Reversed { min, max });
    }
    if max <= min {
        return Err(DistributionError::EmptyWindow { min, max });
    }
    let mass = normal::mass((min - mean) / std, (max - mean) / std);
    if mass < LEAST_MASS {
        return Err(DistributionError::NoMass { mean, std, min, max, mass });
    }
    Ok(())
}
