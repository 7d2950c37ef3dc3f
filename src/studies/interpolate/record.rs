//! The file of `gyrosweep interpolate --json`.

use crate::interpolation::SmoothingFigures;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Says what an interpolation was made of and what came out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InterpolationFile {
    /// The table of poses, as it was named.
    pub poses: String,
    /// The table that was written.
    pub out: String,
    /// The name of the basis.
    pub basis: String,
    /// The degree of splines; null of other bases.
    pub degree: Option<usize>,
    /// The name of the metric.
    pub metric: String,
    /// Poses that the motion goes through.
    pub nodes: usize,
    /// The period, s; null of what is not periodic.
    pub period: Option<f64>,
    /// True where quaternions change their sign over the period.
    pub antiperiodic: bool,
    /// Quaternions of the table whose sign is not the one near that of the row before.
    pub sign_flips: usize,
    /// What became of positions (m) and of rotations (rad) where rows were smoothed.
    pub smoothing: Option<[SmoothingRecord; 2]>,
    /// How many rows have each outcome.
    pub outcomes: BTreeMap<String, u64>,
    /// The largest sum of absolute weights of poses: what errors of poses are multiplied by at most.
    pub largest_sum_of_weights: f64,
    /// Errors against a finer table, if one was given.
    pub against: Option<ErrorRecord>,
}

/// Says how much was smoothed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SmoothingRecord {
    /// The factor of the integral of the squared second derivative, s^3, or of the third one, s^5; null of an infinite one.
    pub factor: Option<f64>,
    /// The degrees of freedom that are left, of as many as there are poses.
    pub freedom: f64,
    /// By how much poses are moved, the root of the mean of squares, m or rad.
    pub moved: f64,
}

impl From<SmoothingFigures> for SmoothingRecord {
    fn from(figures: SmoothingFigures) -> Self {
        let SmoothingFigures { factor, freedom, moved } = figures;
        Self { factor: Some(factor).filter(|factor| factor.is_finite()), freedom, moved }
    }
}

/// Says how far an interpolated motion is from a finer table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ErrorRecord {
    /// The finer table.
    pub file: String,
    /// Rows of it that were compared.
    pub rows: usize,
    /// Rows of it outside of the table.
    pub outside: usize,
    /// Rows of it where the metric has no answer.
    pub failed: usize,
    /// The largest error of the position, m; null where no row was compared.
    pub position: Option<f64>,
    /// When that is, s.
    pub position_time: Option<f64>,
    /// The largest angle of the error of the rotation, rad; null where no row was compared.
    pub angle: Option<f64>,
    /// When that is, s.
    pub angle_time: Option<f64>,
}
