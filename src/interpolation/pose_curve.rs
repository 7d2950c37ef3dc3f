//! Curves through many poses, for equations, at a cost that does not depend on how many there are: cubic splines of what metrics have
//! sums of, and pieces of polynomials that are the curve of any basis and metric but for rounding.

use super::fitted::Fitted;
use super::metric::{Metric, near_neighbours};
use super::outcome::Outcome;
use super::relative::matrices_seen_from;
use super::samples::{Between, Outside, SampledFunction, SamplesError};
use super::through::Interpolant;
use crate::lie::{LieGroup, Motion, Rotation, UnitQuaternion, dual};
use crate::num::{Dual, Mat3, Real, Vec3};

/// Newton steps from the mean of quaternions to that of matrices: three reach rounding for poses within 1.5 rad of each other.
const STEPS: usize = 3;
/// What pieces of polynomials may be off: some roundings of the curve that they are fitted to.
const TOLERANCE: f64 = 1e-14;

/// Says which sum of poses a curve is made of: the metrics with a closed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveMetric {
    /// [`super::Metric::Matrix`].
    Matrix,
    /// [`super::Metric::Quaternion`].
    Quaternion,
}

/// The reason why a curve of poses cannot be looked up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CurveError {
    /// The metric has no answer at a time, s.
    NoAnswer(f64, Outcome),
    /// It takes too many pieces of polynomials.
    Rough,
}

/// Holds a curve through poses at increasing times: the cubic spline of a metric, [`super::Basis::b_spline_not_a_knot`], or that of
/// what repeats itself.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseCurve {
    /// The components of dual quaternions, primal and dual ones in turn; then, for the metric of matrices, those of dual matrices.
    sums: SampledFunction,
    metric: CurveMetric,
}

impl PoseCurve {
    /// Makes the curve through poses; before the first and after the last it is what `outside` says, and a period lasts from the first to
    /// the last, which are the same.
    ///
    /// # Errors
    /// Where times do not increase, there are too few poses, or what repeats itself has other poses at its ends; of the quaternion metric
    /// also where the body has turned once more, an odd number of times.
    pub fn new(
        times: &[f64],
        motions: &[Motion<f64>],
        metric: CurveMetric,
        outside: Outside,
    ) -> Result<Self, SamplesError> {
        let rotations = near_neighbours(motions);
        let is_periodic = outside == Outside::Periodic;
        let numbers = |x: Dual<f64, 1>| [x.re, x.eps[0]];
        let row = |q: &UnitQuaternion<Dual<f64, 1>>| {
            let mut row: Vec<f64> = [q.w, q.v.x, q.v.y, q.v.z].into_iter().flat_map(numbers).collect();
            if metric == CurveMetric::Matrix {
                row.extend(q.matrix().to_array().into_iter().flat_map(numbers));
            }
            row
        };
        let rows: Vec<Vec<f64>> = rotations.iter().map(row).collect();
        let columns: Vec<Vec<f64>> = (0..rows[0].len()).map(|c| rows.iter().map(|row| row[c]).collect()).collect();
        let between = |column: usize| match metric {
            _ if !is_periodic => Between::CubicNotAKnot,
            // where Newton's method begins: after an odd number of turns the other sign does not matter
            CurveMetric::Matrix if column < 8 => Between::CubicNotAKnot,
            _ => Between::CubicPeriodic,
        };
        let columns: Vec<(&[f64], Between)> = columns.iter().enumerate().map(|(c, of)| (&of[..], between(c))).collect();
        Ok(Self { sums: SampledFunction::of_components(times, &columns, outside)?, metric })
    }

    /// Makes the curve of poses that another basis or metric goes through: dual quaternions by pieces of polynomials, which are within
    /// 1e-14 rad, and of the extent of the positions, of the curve, and what rounding leaves of it.
    ///
    /// # Errors
    /// Where the metric has no answer, or the curve takes too many pieces.
    pub fn through(motion: &Interpolant, metric: Metric, outside: Outside) -> Result<Self, CurveError> {
        let numbers = |x: Dual<f64, 1>| [x.re, x.eps[0]];
        let rows = |times: &[f64]| {
            let mut rows: Vec<Vec<f64>> = Vec::with_capacity(times.len());
            for time in times {
                let found = motion.at(metric, *time);
                if found.outcome != Outcome::Found {
                    return Err(CurveError::NoAnswer(*time, found.outcome));
                }
                let Motion(UnitQuaternion { w, v }) = found.curve.motion;
                let mut row: Vec<f64> = [w, v.x, v.y, v.z].into_iter().flat_map(numbers).collect();
                // of both signs the one that is near the row before
                let along = rows.last().map_or(1.0, |last| (0..4).map(|k| last[2 * k] * row[2 * k]).sum());
                if along < 0.0 {
                    row.iter_mut().for_each(|x| *x = -*x);
                }
                rows.push(row);
            }
            let amplified = times.iter().map(|time| motion.amplification(*time)).fold(0.0, f64::max);
            let last = times.len() - 1;
            let moved = rows[0].iter().zip(&rows[last]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            // of weights that cancel, and of times far from zero
            let of_time = moved / (times[last] - times[0]) * times[last].abs().max(times[0].abs());
            let rounding = 4.0 * f64::EPSILON / TOLERANCE * (amplified + of_time);
            Ok((rows, rounding))
        };
        let extent = 1.0 + motion.motions().iter().map(|motion| motion.position().norm()).fold(0.0, f64::max);
        let tolerances: Vec<f64> = (0..8).map(|k| if k % 2 == 0 { TOLERANCE } else { TOLERANCE * extent }).collect();
        let fitted = Fitted::new(&motion.breaks(), &tolerances, rows)?.ok_or(CurveError::Rough)?;
        Ok(Self { sums: SampledFunction::of_pieces(&fitted, outside), metric: CurveMetric::Quaternion })
    }

    /// Returns the times of the first and the last pose, s.
    pub fn range(&self) -> [f64; 2] {
        self.sums.range()
    }

    /// Tells whether there are no poses outside of the table.
    pub fn is_limited(&self) -> bool {
        self.sums.outside() == Outside::Nothing
    }

    /// Returns the pose at a time, s.
    pub fn at<R: Real>(&self, time: R) -> Motion<R> {
        let count = if self.metric == CurveMetric::Matrix { 26 } else { 8 };
        let sums = self.sums.components(time, 0, count);
        let number = |k: usize| dual(sums[2 * k], sums[2 * k + 1]);
        let mean = UnitQuaternion { w: number(0), v: Vec3::new(number(1), number(2), number(3)) }.normalized();
        if self.metric == CurveMetric::Quaternion {
            return Motion(mean);
        }
        let row = |k: usize| Vec3::new(number(k), number(k + 1), number(k + 2));
        let sum = Mat3::from_rows(row(4), row(7), row(10));
        let step = |rotation: UnitQuaternion<Dual<R, 1>>| {
            let (residual, hessian) = matrices_seen_from(&sum, rotation);
            rotation.compose(UnitQuaternion::exp(hessian.solve(residual))).normalized()
        };
        Motion((0..STEPS).fold(mean, |rotation, _| step(rotation)))
    }
}
