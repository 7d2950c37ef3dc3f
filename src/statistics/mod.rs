//! Statistics of columns of numbers, in one pass and bounded memory.
//!
//! | type | takes | gives |
//! |---|---|---|
//! | [`Summary`] | one value after another | moments, and quantiles of a sketch |
//! | [`ComponentStatistics`] | blocks of [`BLOCK`] values, which a device can reduce too | moments, a histogram, and quantiles of it |
//! | [`FrechetMean`] | rotations or poses, all at once | their mean, covariance and largest angle |
//! | [`PoseSums`] | blocks of them | the same, with what bounds its error |
//!
//! The first two keep the same [`Moments`]. A [`Proportion`] is a share of members; an
//! [`Estimate`] is a figure with its standard error; an [`Interval`] says between which bounds a figure lies, with
//! [`quantile_ranks`] of quantiles of independent members; [`Wanted`] says how closely a figure is to be known;
//! [`chi_squared_beyond`] says how likely so large a sum of squares is, by one of the
//! incomplete gamma and beta functions ([`incomplete_gamma`], [`incomplete_beta`]).

mod bins;
mod block;
mod chi_squared;
mod component;
mod estimate;
mod frechet;
mod incomplete;
mod interval;
mod moments;
mod order;
mod precision;
mod proportion;
mod ranks;
mod sketch;
mod squares;
mod student;
mod summary;
#[cfg(test)]
mod tests;

pub use bins::{BIN_COUNT, Bins};
pub use block::{BLOCK, BlockSums, ComponentPartial, STRANDS};
pub use chi_squared::chi_squared_beyond;
pub use component::ComponentStatistics;
pub use estimate::Estimate;
pub use frechet::{FrechetMean, PosePartial, PoseSummary, PoseSums, RotationLattice};
pub use incomplete::{Incomplete, incomplete_beta, incomplete_gamma};
pub use interval::{Interval, IntervalKind, LEVEL};
pub use moments::Moments;
pub use order::{fewest_for_quantile, quantile_ranks, smallest_sample};
pub use precision::{FIRST_LOOK, Known, Statistic, Wanted, Width, looks};
pub use proportion::Proportion;
pub use ranks::{correlation, ranks};
pub use squares::SumOfSquares;
pub use student::student_t_beyond;
pub use summary::{Replicates, Summary};
