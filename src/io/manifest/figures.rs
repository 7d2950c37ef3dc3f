//! Figures of an output over the members of a run.

use super::interval::IntervalRecord;
use crate::ensemble::OutputSummaries;
use crate::sampling::plan::SampleKind;
use crate::statistics::{
    Bins, ComponentStatistics, Estimate, Interval, LEVEL, Moments, Replicates, Statistic, SumOfSquares, Summary,
    fewest_for_quantile,
};
use serde::{Deserialize, Serialize};

/// The shares whose quantiles are written.
pub const SHARES: [(&str, f64); 3] = [("quantile_05", 0.05), ("quantile_50", 0.5), ("quantile_95", 0.95)];

/// Figures of an output component. Values that are missing or not finite do not enter; a figure is null where there is
/// no value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutputFigures {
    /// The name of the component, a column of the tables.
    pub name: String,
    /// The unit of the component and of all its figures.
    pub unit: String,
    /// Members that have a finite value: all figures are over these alone.
    #[serde(default)]
    pub count: u64,
    /// The mean; null, as standard deviation and quantiles, of a number that a rotation consists of: see [`super::PoseFigures`].
    pub mean: Option<f64>,
    /// The standard error of the mean; null where members are not random, whose means are closer or no estimates.
    #[serde(default)]
    pub standard_error: Option<f64>,
    /// The standard deviation.
    pub std: Option<f64>,
    /// The smallest value.
    pub min: Option<f64>,
    /// The value that 5 % of the members stay below.
    pub quantile_05: Option<f64>,
    /// The median.
    pub quantile_50: Option<f64>,
    /// The value that 95 % of the members stay below.
    pub quantile_95: Option<f64>,
    /// The largest value.
    pub max: Option<f64>,
    /// The intervals of these figures; null where members are neither random nor replicates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intervals: Option<FigureIntervals>,
    /// The keys of [`HistogramFigures`], where only statistics are written.
    #[serde(flatten)]
    pub histogram: Option<HistogramFigures>,
}

/// The intervals of the figures of an output component; null where there is none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FigureIntervals {
    /// Of the mean.
    pub mean: Option<IntervalRecord>,
    /// Of the standard deviation.
    pub std: Option<IntervalRecord>,
    /// Of the value that 5 % of the members stay below.
    pub quantile_05: Option<IntervalRecord>,
    /// Of the median.
    pub quantile_50: Option<IntervalRecord>,
    /// Of the value that 95 % of the members stay below.
    pub quantile_95: Option<IntervalRecord>,
    /// The number of random members from which on all of these quantiles have intervals, where there are fewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub members_needed: Option<u64>,
}

impl FigureIntervals {
    /// Makes the intervals of a component of random members: Student's of the mean, and these of quantiles.
    fn of_random(mean: Option<Estimate>, count: u64, quantile: impl Fn(f64) -> Option<Interval>) -> Self {
        let [quantile_05, quantile_50, quantile_95] =
            SHARES.map(|(_, share)| quantile(share).map(IntervalRecord::from));
        let needed = SHARES.map(|(_, share)| fewest_for_quantile(share)).into_iter().max();
        Self {
            mean: mean.and_then(|mean| Interval::of_estimate(mean, count - 1)).map(IntervalRecord::from),
            std: None,
            quantile_05,
            quantile_50,
            quantile_95,
            members_needed: needed.filter(|needed| count < *needed),
        }
    }

    /// Makes the intervals around the figures of a component, by the spread of those of replicates.
    fn of_replicates(whole: &Summary, replicates: Replicates<'_>) -> Self {
        let of = |statistic: Statistic| statistic.interval(LEVEL, whole, replicates).map(IntervalRecord::from);
        let [quantile_05, quantile_50, quantile_95] = SHARES.map(|(_, share)| of(Statistic::Quantile(share)));
        let (mean, std) = (of(Statistic::Mean), of(Statistic::Std));
        Self { mean, std, quantile_05, quantile_50, quantile_95, members_needed: None }
    }
}

/// What is known of an output component where members are not kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HistogramFigures {
    /// The width within which the histogram knows `quantile_05`.
    pub quantile_05_within: Option<f64>,
    /// The width within which the histogram knows `quantile_50`.
    pub quantile_50_within: Option<f64>,
    /// The width within which the histogram knows `quantile_95`.
    pub quantile_95_within: Option<f64>,
    /// The histogram.
    pub histogram: Histogram,
    /// The bits of what a run goes on from when it is resumed: offset of the mean from the middle of the histogram, what
    /// rounding added to it, sum of squares, least and greatest value.
    #[serde(default)]
    pub moments_bits: [u64; 5],
    /// The exponent of two of the scale of that sum of squares, where it is not as it is.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub squares_exponent: i32,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde calls
fn is_zero(value: &i32) -> bool {
    *value == 0
}

/// Members by classes of a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Histogram {
    /// The bounds between classes, rising, in the unit of the component.
    pub edges: Vec<f64>,
    /// Members in each class: below the first edge, between edges, above the last one.
    pub counts: Vec<u64>,
}

impl OutputFigures {
    /// Makes the figures of all components, whose members were kept.
    pub(crate) fn all(outputs: &OutputSummaries, sample: SampleKind) -> Vec<Self> {
        let figures = outputs.iter().enumerate();
        figures.map(|(at, output)| Self::of_members(output, outputs.replicates(at), sample)).collect()
    }

    /// Makes the figures of a component whose members were kept, also replicate by replicate where there are some.
    pub(crate) fn of_members(
        (name, unit, summary): (&str, &str, &Summary),
        replicates: Replicates<'_>,
        sample: SampleKind,
    ) -> Self {
        let estimate = |value: f64| Some(Estimate { value, standard_error: summary.standard_error()? });
        let of_random = || {
            FigureIntervals::of_random(summary.mean().and_then(estimate), summary.count(), |q| {
                summary.quantile_interval(q)
            })
        };
        let intervals = match replicates.summaries {
            [] => sample.of_random(Some(())).map(|()| of_random()),
            _ => Some(FigureIntervals::of_replicates(summary, replicates)),
        };
        let [quantile_05, quantile_50, quantile_95] = summary.quantiles(SHARES.map(|(_, share)| share));
        Self {
            name: name.into(),
            unit: unit.into(),
            count: summary.count(),
            mean: summary.mean(),
            standard_error: sample.of_random(summary.standard_error()),
            std: summary.std(),
            min: summary.min(),
            quantile_05,
            quantile_50,
            quantile_95,
            max: summary.max(),
            intervals,
            histogram: None,
        }
    }

    /// Makes the figures of a component of which only statistics were kept.
    pub(crate) fn of_statistics(
        (name, unit, statistics): (&str, &str, &ComponentStatistics),
        sample: SampleKind,
    ) -> Self {
        let quantiles = SHARES.map(|(_, share)| statistics.quantile(share));
        let [quantile_05, quantile_50, quantile_95] = quantiles.map(|q| q.map(|(value, _)| value));
        let [quantile_05_within, quantile_50_within, quantile_95_within] = quantiles.map(|q| q.map(|(_, width)| width));
        Self {
            name: name.into(),
            unit: unit.into(),
            count: statistics.count(),
            mean: statistics.mean(),
            standard_error: sample.of_random(statistics.standard_error()),
            std: statistics.std(),
            min: statistics.min(),
            quantile_05,
            quantile_50,
            quantile_95,
            max: statistics.max(),
            intervals: sample.of_random(Some(())).map(|()| {
                let estimate = |value: f64| Some(Estimate { value, standard_error: statistics.standard_error()? });
                FigureIntervals::of_random(statistics.mean().and_then(estimate), statistics.count(), |q| {
                    statistics.quantile_interval(q)
                })
            }),
            histogram: Some(HistogramFigures {
                quantile_05_within,
                quantile_50_within,
                quantile_95_within,
                histogram: Histogram {
                    edges: statistics.bins().edges().to_vec(),
                    counts: statistics.counts().to_vec(),
                },
                moments_bits: {
                    let Moments { offset, excess, squares, min, max, .. } = *statistics.moments();
                    [offset, excess, squares.scaled, min, max].map(f64::to_bits)
                },
                squares_exponent: statistics.moments().squares.exponent,
            }),
        }
    }

    /// Returns figures without what of these components is true of no rotation: means, deviations and quantiles of the numbers that
    /// a rotation consists of, and of their derivatives.
    pub(crate) fn without_means(mut all: Vec<Self>, rotations: &[usize]) -> Vec<Self> {
        for at in rotations {
            let Some(own) = all.get_mut(*at) else { continue };
            let quantiles = [&mut own.quantile_05, &mut own.quantile_50, &mut own.quantile_95];
            let means = [&mut own.mean, &mut own.standard_error, &mut own.std];
            quantiles.into_iter().chain(means).for_each(|figure| *figure = None);
            own.intervals = None;
            if let Some(known) = &mut own.histogram {
                (known.quantile_05_within, known.quantile_50_within, known.quantile_95_within) = (None, None, None);
            }
        }
        all
    }

    /// Returns the statistics that the figures were made of; none where members were kept.
    pub(crate) fn statistics(&self) -> Option<ComponentStatistics> {
        let HistogramFigures { histogram, moments_bits, squares_exponent, .. } = self.histogram.as_ref()?;
        let bins = Bins::between(*histogram.edges.first()?, *histogram.edges.last()?);
        let [offset, excess, squares, min, max] = moments_bits.map(f64::from_bits);
        let squares = SumOfSquares { scaled: squares, exponent: *squares_exponent };
        let moments = Moments { count: self.count, offset, excess, squares, min, max };
        ComponentStatistics::restored(bins, histogram.counts.clone(), moments)
    }
}
