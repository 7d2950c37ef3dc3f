//! What the strength of a dependence is stated by.

use super::DependenceError;
use super::nataf::Pair;
use crate::num::elementary::{atan2, sin_cos};
use crate::sampling::distribution::Distribution;
use std::f64::consts::PI;

/// Says what the correlations of a dependence are those of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The ranks of values: Spearman's correlation.
    Ranks,
    /// The normal scores of values: the parameters of the copula.
    NormalScores,
    /// The values: Pearson's correlation.
    Values,
}

impl Measure {
    /// Every measure, in the order of the documentation.
    pub const ALL: [Self; 3] = [Self::Ranks, Self::NormalScores, Self::Values];

    /// Returns the name as written in a scenario.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ranks => "ranks",
            Self::NormalScores => "normal_scores",
            Self::Values => "values",
        }
    }

    /// Returns the correlation of the normal scores of values with these distributions that have a correlation.
    ///
    /// # Errors
    ///
    /// If no normal scores have that correlation.
    pub fn of_scores(self, correlation: f64, distributions: [&Distribution; 2]) -> Result<f64, DependenceError> {
        let has_single_values = distributions.iter().any(|distribution| distribution.single_values().is_some());
        match self {
            Self::NormalScores => Ok(correlation),
            _ if has_single_values => Err(DependenceError::SingleValues { measure: self.name() }),
            Self::Ranks => Ok(2.0 * sin_cos(PI / 6.0 * correlation).0),
            Self::Values => Pair::new(distributions).solved(correlation),
        }
    }

    /// Returns the correlation of values with these distributions whose normal scores have a correlation.
    #[must_use]
    pub fn of_values(self, scores: f64, distributions: [&Distribution; 2]) -> f64 {
        match self {
            Self::NormalScores => scores,
            // the arc sine of half of it
            Self::Ranks => 6.0 / PI * atan2(0.5 * scores, (1.0 - 0.25 * scores * scores).sqrt()),
            Self::Values => Pair::new(distributions).correlation(scores),
        }
    }
}
