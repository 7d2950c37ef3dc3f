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

    /// Returns the figure of all values and its interval of a level: of replicates where there are some, else of independent values.
    fn found(self, level: f64, all: &Summary, replicates: Replicates<'_>) -> (Option<f64>, Option<Interval>) {
        let of_each = |figure: &dyn Fn(&Summary) -> Option<f64>| {
            let each: Vec<f64> = replicates.summaries.iter().filter_map(figure).collect();
            Interval::of_replicates_at(level, figure(all)?, &each)
        };
        let are_independent = replicates.summaries.is_empty();
        match self {
            Self::Mean | Self::Probability if !are_independent => {
                let spread = of_each(&Summary::mean);
                // replicates that are all alike tell nothing of their spread
                let is_alike = |of: &Interval| of.bounds[0] == of.bounds[1];
                let interval = match (self, spread) {
                    (Self::Probability, Some(spread)) if is_alike(&spread) => proportion(all).interval_at(level),
                    (Self::Probability, spread) => spread.map(|spread| spread.within([0.0, 1.0])),
                    (_, spread) => spread,
                };
                (all.mean(), interval)
            }
            Self::Probability => (all.mean(), proportion(all).interval_at(level)),
            Self::Mean => {
                let estimate = all.mean().zip(all.standard_error());
                let interval = estimate.and_then(|(value, standard_error)| {
                    Interval::of_estimate_at(level, Estimate { value, standard_error }, all.count().saturating_sub(1))
                });
                (all.mean(), interval)
            }
            Self::Std if are_independent => (all.std(), None),
            Self::Std => (all.std(), of_each(&Summary::std).map(|interval| interval.within([0.0, f64::INFINITY]))),
            Self::Quantile(q) if are_independent => (all.quantile(q), all.quantile_interval_at(level, q)),
            Self::Quantile(q) => (all.quantile(q), all.quantile_interval_of_replicates_at(level, q, replicates)),
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
        let (estimate, interval) = self.statistic.found(level, all, replicates);
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
