//! The distributions that a specification can name.

use super::family::Family;
use super::{
    beta, choice, discrete, empirical, exponential, gamma, gumbel, lognormal, loguniform, normal, triangular,
    truncated, truncated_normal, uniform, weibull,
};

/// Every distribution, in the order of the documentation.
pub const ALL: &[Family] = &[
    uniform::FAMILY,
    normal::FAMILY,
    truncated_normal::FAMILY,
    lognormal::FAMILY,
    triangular::FAMILY,
    beta::FAMILY,
    gamma::FAMILY,
    exponential::FAMILY,
    weibull::FAMILY,
    gumbel::FAMILY,
    loguniform::FAMILY,
    choice::FAMILY,
    discrete::FAMILY,
    empirical::FAMILY,
    truncated::FAMILY,
];
