//! What a distribution answers: its quantile, written once for all numbers, and figures of it.

use super::DistributionError;
use super::level::Level;
use super::poincare::Poincare;
use crate::num::{Dual, Real};
use crate::trace::Traced;

/// A number with its first two derivatives by one variable.
pub(super) type Twice = Dual<Dual<f64, 1>, 1>;

/// The quantile of a distribution, written once.
pub(super) trait Quantile: Send + Sync {
    /// Returns the value at a level.
    fn quantile<R: Evaluated>(&self, level: Level<R>) -> R;
    /// Returns the value at a normal score.
    fn at_score(&self, z: f64) -> f64 {
        self.quantile(Level::NormalScore(z))
    }
}

/// Returns the number moved into an interval, whose ends may be infinite.
pub(super) fn limited<R: Real>(x: R, min: f64, max: f64) -> R {
    let x = if min.is_finite() { x.max(R::constant(min)) } else { x };
    if max.is_finite() { x.min(R::constant(max)) } else { x }
}

/// A number that quantiles of distributions behind a pointer are evaluated in.
pub(super) trait Evaluated: Real {
    /// Returns the value of a distribution at a level.
    fn of_law(law: &dyn Law, level: Level<Self>) -> Self;
}

/// The quantile of a distribution in each number that it is evaluated in.
pub(super) trait Quantiles: Send + Sync {
    /// Returns the value at a level.
    fn in_doubles(&self, level: Level<f64>) -> f64;
    /// Returns the value at a level, with two derivatives.
    fn with_derivatives(&self, level: Level<Twice>) -> Twice;
    /// Records the value at a level.
    fn recorded(&self, level: Level<Traced>) -> Traced;
}

impl<T: Quantile> Quantiles for T {
    fn in_doubles(&self, level: Level<f64>) -> f64 {
        self.quantile(level)
    }
    fn with_derivatives(&self, level: Level<Twice>) -> Twice {
        self.quantile(level)
    }
    fn recorded(&self, level: Level<Traced>) -> Traced {
        self.quantile(level)
    }
}

impl Evaluated for f64 {
    fn of_law(law: &dyn Law, level: Level<Self>) -> Self {
        law.in_doubles(level)
    }
}

impl Evaluated for Twice {
    fn of_law(law: &dyn Law, level: Level<Self>) -> Self {
        law.with_derivatives(level)
    }
}

impl Evaluated for Traced {
    fn of_law(law: &dyn Law, level: Level<Self>) -> Self {
        law.recorded(level)
    }
}

/// A distribution of a family, which knows its numbers.
pub(super) trait Law: Quantiles {
    /// Checks that the numbers make a distribution. The other questions are asked of those that do.
    fn validate(&self) -> Result<(), DistributionError>;
    /// Returns the mean and the standard deviation.
    fn mean_and_deviation(&self) -> (f64, f64);
    /// Returns the probabilities of values below `x` and above it; of single values nothing asks.
    fn probabilities(&self, x: f64) -> [f64; 2];
    /// Returns the values, where these are single ones, and their weights, where these differ.
    fn single_values(&self) -> Option<(&[f64], Option<&[f64]>)> {
        None
    }
    /// Returns the least and the greatest value, where values lie everywhere between them; they may be infinite.
    fn support(&self) -> Option<[f64; 2]>;
    /// Returns the constant of the Poincare inequality, or why there is none.
    fn poincare(&self) -> Result<Poincare, &'static str>;
    /// Says what is odd about the numbers, of a parameter with that default value, in words that follow them.
    fn advice(&self, _default: Option<f64>) -> Option<String> {
        None
    }
}
