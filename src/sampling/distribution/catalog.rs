//! The distributions that a specification can name.

use super::family::Family;
use super::{choice, lognormal, normal, triangular, truncated_normal, uniform};

/// Every distribution, in the order of the documentation.
pub const ALL: &[Family] =
    &[uniform::FAMILY, normal::FAMILY, truncated_normal::FAMILY, lognormal::FAMILY, triangular::FAMILY, choice::FAMILY];
