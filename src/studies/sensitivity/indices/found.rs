//! Indices as they are found.

use super::rows::Figure;

/// What an index says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::studies::sensitivity) enum IndexKind {
    /// What a factor explains of the variance alone.
    First,
    /// What a factor explains of the variance, alone and with all others.
    Total,
    /// What a pair explains of the variance beyond both alone.
    Second,
    /// The mean of elementary effects.
    Mu,
    /// The mean of their magnitudes.
    MuStar,
    /// Their standard deviation.
    Sigma,
    /// The mean of what a factor adds to what is explained, over all orders of the factors.
    Shapley,
    /// What a subset explains of the variance.
    Explained,
    /// Spearman's rank correlation.
    Rank,
    /// What a probability changes by where a parameter has half its deviation.
    Halved,
    /// The derivative of a probability by the deviation of a parameter.
    ByDeviation,
    /// The derivative of a probability by the mean of a parameter.
    ByMean,
    /// The change where a parameter alone has its low value.
    Low,
    /// The change where a parameter alone has its high value.
    High,
}

impl IndexKind {
    /// Returns the name in files.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Total => "total",
            Self::Second => "second",
            Self::Mu => "mu",
            Self::MuStar => "mu_star",
            Self::Sigma => "sigma",
            Self::Shapley => "shapley",
            Self::Explained => "explained",
            Self::Rank => "rank_correlation",
            Self::Halved => "half_deviation",
            Self::ByDeviation => "by_deviation",
            Self::ByMean => "by_mean",
            Self::Low => "at_low",
            Self::High => "at_high",
        }
    }
}

/// An index with its interval.
pub(in crate::studies::sensitivity) struct Found {
    pub(in crate::studies::sensitivity) kind: IndexKind,
    /// What it is an index of.
    pub(in crate::studies::sensitivity) of: Vec<String>,
    pub(in crate::studies::sensitivity) figure: Figure,
}
