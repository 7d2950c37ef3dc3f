//! Intervals: between which bounds what is estimated lies.

use super::{Estimate, student_t_beyond};

/// The share of intervals that hold what they are estimates of.
pub const LEVEL: f64 = 0.95;

/// How the bounds of an interval were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntervalKind {
    /// Wilson's, of a share of independent members.
    Wilson,
    /// Student's t, of the spread of replicates or of independent members.
    StudentT,
    /// Two of the sorted values of independent members.
    OrderStatistics,
    /// Fisher's transformation, of a rank correlation of independent members.
    Fisher,
}

impl IntervalKind {
    /// Every kind.
    pub const ALL: [Self; 4] = [Self::Wilson, Self::StudentT, Self::OrderStatistics, Self::Fisher];

    /// Returns the name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wilson => "wilson",
            Self::StudentT => "student_t",
            Self::OrderStatistics => "order_statistics",
            Self::Fisher => "fisher",
        }
    }

    /// Returns how bounds are found, in words.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Wilson => "Wilson",
            Self::StudentT => "Student's t",
            Self::OrderStatistics => "order statistics",
            Self::Fisher => "Fisher",
        }
    }
}

/// The bounds that hold what is estimated in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// How the bounds were found.
    pub kind: IntervalKind,
    /// The lower and the upper bound.
    pub bounds: [f64; 2],
}

impl Interval {
    /// Returns Student's interval around an estimate whose standard error has so many degrees of freedom, at least one.
    pub fn of_estimate(estimate: Estimate, degrees: u64) -> Option<Self> {
        Self::of_estimate_at(LEVEL, estimate, degrees)
    }

    /// Returns Student's interval as [`Interval::of_estimate`], of another level.
    pub fn of_estimate_at(level: f64, estimate: Estimate, degrees: u64) -> Option<Self> {
        let Estimate { value, standard_error } = estimate;
        if degrees == 0 || !value.is_finite() || !standard_error.is_finite() {
            return None;
        }
        let half = student_t_beyond(1.0 - level, degrees) * standard_error;
        Some(Self { kind: IntervalKind::StudentT, bounds: [value - half, value + half] })
    }

    /// Returns Student's interval around the figure of all members, by what independent replicates of them have in its
    /// place; none where fewer than two have a figure.
    pub fn of_replicates(whole: f64, replicates: &[f64]) -> Option<Self> {
        Self::of_replicates_at(LEVEL, whole, replicates)
    }

    /// Returns Student's interval as [`Interval::of_replicates`], of another level.
    pub fn of_replicates_at(level: f64, whole: f64, replicates: &[f64]) -> Option<Self> {
        let known: Vec<f64> = replicates.iter().copied().filter(|x| x.is_finite()).collect();
        if known.len() < 2 {
            return None;
        }
        let standard_error = Estimate::mean(known.iter().copied()).standard_error;
        Self::of_estimate_at(level, Estimate { value: whole, standard_error }, known.len() as u64 - 1)
    }

    /// Returns Student's interval around a figure, by what it is without each of the independent parts that it is made of (the jackknife), which is
    /// right for ratios of sums and variances, too.
    pub fn of_jackknife(whole: f64, without: &[f64]) -> Option<Self> {
        let count = without.len() as f64;
        let of_each: Vec<f64> = without.iter().map(|rest| count * whole - (count - 1.0) * rest).collect();
        Self::of_replicates(whole, &of_each)
    }

    /// Returns the interval within limits that what is estimated cannot pass.
    #[must_use]
    pub fn within(self, [least, most]: [f64; 2]) -> Self {
        Self { bounds: self.bounds.map(|x| x.clamp(least, most)), ..self }
    }
}
