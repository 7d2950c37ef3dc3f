//! What can be wrong with a distribution.

use crate::plot::counted;
use thiserror::Error;

/// A distribution that cannot be sampled, or a description of one that cannot be read.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum DistributionError {
    /// The upper bound lies below the lower one.
    #[error("max = {max} is less than min = {min}")]
    Reversed {
        /// The lower bound given.
        min: f64,
        /// The upper bound given.
        max: f64,
    },
    /// A truncated normal distribution has an empty window.
    #[error("max = {max} is not greater than min = {min}: nothing is left between the bounds")]
    EmptyWindow {
        /// The lower bound given.
        min: f64,
        /// The upper bound given.
        max: f64,
    },
    /// The window of a truncated normal distribution holds practically no probability.
    #[error(
        "min = {min} and max = {max} lie so far from mean = {mean} with std = {std} that \
         the probability between them is {mass:e}"
    )]
    NoMass {
        /// Mean of the normal distribution before the truncation.
        mean: f64,
        /// Standard deviation of the normal distribution before the truncation.
        std: f64,
        /// The lower bound given.
        min: f64,
        /// The upper bound given.
        max: f64,
        /// Probability between the bounds before the truncation.
        mass: f64,
    },
    /// A width that has to be positive is not.
    #[error("{argument} = {value} is not positive")]
    NotPositive {
        /// The name of the argument.
        argument: &'static str,
        /// The value of the argument.
        value: f64,
    },
    /// The most likely value lies outside the bounds.
    #[error("mode = {mode} is outside min = {min} to max = {max}")]
    ModeOutside {
        /// The lower bound given.
        min: f64,
        /// The most likely value given.
        mode: f64,
        /// The upper bound given.
        max: f64,
    },
    /// A number is infinite or not a number.
    #[error("{argument} = {value} is not a finite number")]
    NotFinite {
        /// The name of the argument.
        argument: String,
        /// The value of the argument.
        value: f64,
    },
    /// A shape is so small or so large that its quantiles are in no table.
    #[error("{argument} = {value} is outside {} to {}{}", .limits[0], .limits[1], if *value > 1.0 { ", where it is a normal distribution but for a thousandth of its deviation" } else { "" })]
    ShapeOutside {
        /// The name of the argument.
        argument: &'static str,
        /// The value of the argument.
        value: f64,
        /// The least and the largest shape.
        limits: [f64; 2],
    },
    /// The distribution has nothing to choose from.
    #[error("{family} has no values: it needs at least one")]
    NoValues {
        /// The name of the family.
        family: &'static str,
    },
    /// A weight is negative.
    #[error("{argument} = {value} is negative: weights are proportional to probabilities")]
    NegativeWeight {
        /// Which weight.
        argument: String,
        /// The weight.
        value: f64,
    },
    /// No value has a weight.
    #[error("all weights of {family} are zero: at least one has to be positive")]
    NoWeight {
        /// The name of the family.
        family: &'static str,
    },
    /// The bounds of a truncated distribution leave practically nothing of it.
    #[error(
        "the distribution has practically nothing between min = {min} and max = {max}: the probability is {mass:e}; let the bounds hold more of it"
    )]
    NothingLeft {
        /// The lower bound given.
        min: f64,
        /// The upper bound given.
        max: f64,
        /// The probability between the bounds before the truncation.
        mass: f64,
    },
    /// No distribution has this name.
    #[error("unknown distribution `{name}`{}; known are {known}", suggestion(.nearest.as_ref()))]
    UnknownName {
        /// The name given.
        name: String,
        /// The known name that resembles the unknown name most, if any does.
        nearest: Option<&'static str>,
        /// All known names.
        known: String,
    },
    /// A distribution got too few or too many numbers.
    #[error("{name} takes {accepted}, but {} {} given", counted(*found as u64, "number"), if *found == 1 { "is" } else { "are" })]
    ArgumentCount {
        /// Name of the distribution.
        name: &'static str,
        /// The arguments the distribution takes, as one would write them.
        accepted: String,
        /// How many numbers were given.
        found: usize,
    },
}

/// Returns the part of a message that proposes a name.
fn suggestion(nearest: Option<&&'static str>) -> String {
    nearest.map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"))
}
