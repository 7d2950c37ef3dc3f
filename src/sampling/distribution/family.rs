//! What a family of distributions says of itself.

use super::DistributionError;
use super::law::Law;
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
