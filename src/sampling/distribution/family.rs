//! What a family of distributions says of itself.

use super::DistributionError;
use std::fmt;
use std::sync::Arc;

/// One entry of the catalog of distributions: a family, whose numbers make a distribution.
#[derive(Clone, Copy)]
pub struct Family {
    /// Name as written in a specification.
    pub name: &'static str,
    /// Names of the numbers, in their order.
    pub arguments: &'static [&'static str],
    /// One line that says what it is.
    pub help: &'static str,
    /// Tables of a scenario that use it, to be added to `scenarios/examples/base.toml`.
    pub example: &'static str,
    /// Makes the law of these numbers; `None` where it takes another count of them.
    pub(super) law: fn(&[f64]) -> Option<Arc<dyn Law>>,
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A distribution of a family, which knows its numbers.
pub(super) trait Law: Send + Sync {
    /// Checks that the numbers make a distribution. The other questions are asked of those that do.
    fn validate(&self) -> Result<(), DistributionError>;
    /// Returns the value that a sample stays below with probability `u`, for `u` in (0, 1).
    fn quantile(&self, u: f64) -> f64;
    /// Puts quantiles in place of probabilities: compiled for the law, where a call for each would not be.
    fn put_quantiles(&self, column: &mut [f64]) {
        column.iter_mut().for_each(|u| *u = self.quantile(*u));
    }
    /// Returns the mean and the standard deviation.
    fn mean_and_deviation(&self) -> (f64, f64);
    /// Returns the least and the greatest value, where values lie everywhere between them; they may be infinite.
    fn support(&self) -> Option<[f64; 2]>;
    /// Returns the constant of the Poincare inequality, or why there is none.
    fn poincare(&self) -> Result<Poincare, &'static str>;
    /// Says what is odd about the numbers, of a parameter with that default value, in words that follow them.
    fn advice(&self, _default: Option<f64>) -> Option<String> {
        None
    }
}

/// Holds the constant of a Poincare inequality, Var f <= C E[f'^2], which holds for every smooth f.
///
/// Roustant, Barthe, Iooss (2017), Poincare inequalities on intervals - application to sensitivity analysis, Electronic
/// Journal of Statistics 11(2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Poincare {
    /// The least C with Var f <= C E[f'^2].
    pub constant: f64,
    /// True where f' is the derivative by the logarithm of the parameter.
    pub logarithmic: bool,
}

impl Poincare {
    /// Makes the constant for derivatives by the parameter itself.
    pub(super) fn plain(constant: f64) -> Self {
        Self { constant, logarithmic: false }
    }
}

/// Checks that all the named numbers are finite.
pub(super) fn finite(arguments: &[(&str, f64)]) -> Result<(), DistributionError> {
    match arguments.iter().find(|(_, value)| !value.is_finite()) {
        Some(&(argument, value)) => Err(DistributionError::NotFinite { argument: argument.to_owned(), value }),
        None => Ok(()),
    }
}

/// Checks that a width is positive.
pub(super) fn positive(argument: &'static str, value: f64) -> Result<(), DistributionError> {
    if value > 0.0 { Ok(()) } else { Err(DistributionError::NotPositive { argument, value }) }
}

/// Checks that two finite bounds are in order and that their distance is finite too.
pub(super) fn ordered(min: f64, max: f64) -> Result<(), DistributionError> {
    if max < min {
        return Err(DistributionError::Reversed { min, max });
    }
    finite(&[("max - min", max - min)])
}
