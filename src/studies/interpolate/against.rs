//! Errors of the interpolated motion against a finer table.

use crate::interpolation::{Interpolant, Metric, Outcome};
use crate::io::pose_table::PoseTable;
use crate::lie::LieGroup;
use crate::plot::{Dimension, Lines, Picture, Series, lines};

/// Errors over time.
#[derive(Debug)]
pub(super) struct Errors {
    /// Time, s, error of the position, m, and angle of the error of the rotation, rad.
    pub(super) rows: Vec<[f64; 3]>,
    /// Rows of the finer table outside of the coarser.
    pub(super) outside: usize,
    /// Rows where the metric has no answer.
    pub(super) failed: usize,
}

impl Errors {
    pub(super) fn new(motion: &Interpolant, metric: Metric, finer: &PoseTable, mut done: impl FnMut()) -> Self {
        let mut errors = Self { rows: Vec::new(), outside: 0, failed: 0 };
        for (time, exact) in finer.times.iter().zip(&finer.motions) {
            done();
            if !motion.reaches(*time) {
                errors.outside += 1;
                continue;
            }
            let found = motion.at(metric, *time);
            if found.outcome != Outcome::Found {
                errors.failed += 1;
                continue;
            }
            let off = (found.curve.motion.position() - exact.position()).norm();
            let angle = exact.rotation().inverse().compose(found.curve.motion.rotation()).log().norm();
            errors.rows.push([*time, off, angle]);
        }
        errors
    }

    /// Returns the time and the size of the largest error of the position and of the angle.
    pub(super) fn largest(&self) -> Option<[(f64, f64); 2]> {
        let of = |k: usize| {
            let largest = self.rows.iter().max_by(|a, b| a[k].total_cmp(&b[k]));
            largest.map(|row| (row[0], row[k]))
        };
        Some([of(1)?, of(2)?])
    }

    /// Draws the errors over time; none where all are zero.
    pub(super) fn picture(&self, title: String) -> Option<Picture> {
        let series = |name: &str, k: usize| {
            // at nodes they are zero, which the axis does not show
            let rows = self.rows.iter().filter(|row| row[k] > 0.0);
            Series { name: name.into(), points: rows.map(|row| (row[0], row[k])).collect() }
        };
        lines(&Lines {
            title,
            x: Dimension::default().labelled("time (s)"),
            y: Dimension::logarithmic("error"),
            series: vec![series("position (m)", 1), series("angle (rad)", 2)],
            ..Lines::default()
        })
    }
}
