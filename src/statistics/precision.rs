//! How closely a figure of members is to be known, and how closely it is.

use super::{Estimate, Interval, LEVEL, Proportion, Replicates, Summary};

/// A figure of the values of a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Statistic {
    /// The mean.
    Mean,
    /// The standard deviation.
    Std,
    /// The value below which a share of the values lies.
    Quantile(f64),
    /// The share of the values that are 1, of a column of 0 and 1.
    Probability,
}

impl Statistic {
    /// The names in scenarios.
    pub const NAMES: [&'static str; 4] = ["mean", "std", "quantile", "probability"];

    /// Returns the name in scenarios and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mean => "mean",
            Self::Std => "std",
            Self::Quantile(_) => "quantile",
            Self::Probability => "probability",
        }
    }

    /// Returns the figure of all values.
    fn estimate(self, all: &Summary) -> Option<f64> {
        match self {
            Self::Mean | Self::Probability => all.mean(),
            Self::Std => all.std(),
            Self::Quantile(q) => all.quantile(q),
        }
    }

    /// Returns the interval of the figure, of a level: by the spread of replicates where there are some, else that of independent values.
    #[must_use]
    pub fn interval(self, level: f64, all: &Summary, replicates: Replicates<'_>) -> Option<Interval> {
        let of_replicates = || {
            let each: Vec<f64> = replicates.summaries.iter().filter_map(|of| self.estimate(of)).collect();
            Interval::of_replicates_at(level, self.estimate(all)?, &each)
        };
        let are_independent = replicates.summaries.is_empty();
        match self {
            Self::Probability if are_independent => proportion(all).interval_at(level),
            Self::Probability => {
                let spread = of_replicates()?;
                // replicates that are all alike tell nothing of their spread
                let is_alike = spread.bounds[0] == spread.bounds[1];
                if is_alike { proportion(all).interval_at(level) } else { Some(spread.within([0.0, 1.0])) }
            }
            Self::Mean if are_independent => {
                let estimate = Estimate { value: all.mean()?, standard_error: all.standard_error()? };
                Interval::of_estimate_at(level, estimate, all.count().saturating_sub(1))
            }
            Self::Mean => of_replicates(),
            Self::Std if are_independent => None,
            Self::Std => of_replicates().map(|interval| interval.within([0.0, f64::INFINITY])),
            Self::Quantile(q) if are_independent => all.quantile_interval_at(level, q),
            Self::Quantile(q) => all.quantile_interval_of_replicates_at(level, q, replicates),
        }
    }
}

/// Returns how many values are 1, of 0 and 1.
fn proportion(all: &Summary) -> Proportion {
    let of = all.count();
    Proportion { having: (all.mean().unwrap_or(0.0) * of as f64).round() as u64, of }
}

/// How wide the interval of a figure may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Width {
    /// Half of it, in the unit of the figure.
    Half(f64),
    /// Half of it, as a part of the magnitude of the figure.
    Relative(f64),
}

/// A figure of a column that is to be known so closely.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// The figure.
    pub statistic: Statistic,
    /// The name of the column.
    pub of: String,
    /// How wide its interval may be.
    pub width: Width,
}

/// How closely a figure is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// The figure; none where there are no values.
    pub estimate: Option<f64>,
    /// Its interval, if there is one.
    pub interval: Option<Interval>,
    /// The level of the interval.
    pub level: f64,
    /// Whether that is as close as it is to be.
    pub is_met: bool,
}

impl Wanted {
    /// Returns how closely the figure is known from these values, replicate by replicate where there are some, by an interval whose level is so
    /// much nearer to 1 that one of so many looks is wrong as rarely as one interval of [`LEVEL`] is (Bonferroni).
    #[must_use]
    pub fn known(&self, all: &Summary, replicates: Replicates<'_>, looks: u32) -> Known {
        let level = 1.0 - (1.0 - LEVEL) / f64::from(looks.max(1));
        let (estimate, interval) = (self.statistic.estimate(all), self.statistic.interval(level, all, replicates));
        let half = interval.map(|Interval { bounds: [lower, upper], .. }| 0.5 * (upper - lower));
        let wanted = match self.width {
            Width::Half(half) => Some(half),
            Width::Relative(part) => estimate.map(|estimate| part * estimate.abs()),
        };
        let is_met = half.zip(wanted).is_some_and(|(half, wanted)| half <= wanted && self.tells(half, estimate));
        Known { estimate, interval, level, is_met }
    }

    /// Says whether an interval of that half width tells something: not where it is a spread that is none but for rounding. Values that are all the same, or
    /// replicates that all have as many of a rare one, tell nothing of what others would be.
    fn tells(&self, half: f64, estimate: Option<f64>) -> bool {
        let is_spread = matches!(self.statistic, Statistic::Mean | Statistic::Std);
        !is_spread || half > ROUNDING * estimate.map_or(0.0, f64::abs)
    }

    /// Returns the figure in words, as "mean of peak".
    #[must_use]
    pub fn words(&self) -> String {
        match self.statistic {
            Statistic::Quantile(q) => format!("quantile {q} of {}", self.of),
            statistic => format!("{} of {}", statistic.name(), self.of),
        }
    }
}

/// The numbers of members after which it is looked whether figures are known closely enough: 1024 and its doubles, up to this number.
#[must_use]
pub fn looks(most: u64) -> Vec<u64> {
    (0..u64::BITS).map_while(|j| FIRST_LOOK.checked_mul(1 << j)).take_while(|members| *members <= most).collect()
}

/// A spread of figures, as a part of them, that is rounding.
const ROUNDING: f64 = 1e-13;

/// The first number of members after which it is looked.
pub const FIRST_LOOK: u64 = 1024;
