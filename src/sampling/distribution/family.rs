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
    /// What a specification says of it.
    pub form: Form,
    /// One line that says what it is.
    pub help: &'static str,
    /// Tables of a scenario that use it, to be added to `scenarios/examples/base.toml`.
    pub example: &'static str,
    /// Makes the law of these numbers; `None` where it takes another count of them.
    pub(super) law: fn(&[f64]) -> Option<Arc<dyn Law>>,
}

/// The form of what a specification says of a distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Numbers, by their names.
    Numbers(&'static [&'static str]),
    /// Values with their weights.
    Pairs,
    /// A column of a file.
    Column,
    /// Another distribution, and bounds.
    Truncated,
}

impl Form {
    /// Returns the form as one would write it.
    #[must_use]
    pub fn written(self) -> String {
        match self {
            Self::Numbers(names) => format!("[{}]", names.join(", ")),
            Self::Pairs => "[[value, weight], ...]".into(),
            Self::Column => "{ file, column }".into(),
            Self::Truncated => "{ of = { a distribution }, min, max }".into(),
        }
    }
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

/// Checks that there is something between two bounds.
pub(super) fn nonempty(min: f64, max: f64) -> Result<(), DistributionError> {
    match (min < max, max < min) {
        (true, _) => Ok(()),
        (_, true) => Err(DistributionError::Reversed { min, max }),
        _ => Err(DistributionError::EmptyWindow { min, max }),
    }
}

/// Checks that a shape is one that tables of quantiles are made for.
pub(super) fn shape(argument: &'static str, value: f64) -> Result<(), DistributionError> {
    positive(argument, value)?;
    let limits = [0.01, 1e6];
    if (limits[0]..=limits[1]).contains(&value) {
        return Ok(());
    }
    Err(DistributionError::ShapeOutside { argument, value, limits })
}

/// Checks that two finite bounds are in order and that their distance is finite too.
pub(super) fn ordered(min: f64, max: f64) -> Result<(), DistributionError> {
    if max < min {
        return Err(DistributionError::Reversed { min, max });
    }
    finite(&[("max - min", max - min)])
}
