//! Smoothing splines through poses that are measured, with deviations: rows are moved as far as makes the motion through them smooth, and
//! then they are interpolated as others.
//!
//! Positions are those of the smoothing spline in R^3: the sum of w |x_k - y_k|^2 and a factor times the integral of the squared
//! derivative of an order (2: the acceleration) is least. Rotations are those of the same on SO(3): the sum of w |log(G_k^T R_k)|^2 and
//! the factor times the roughness of the angular velocities log(G_k^T G_k+1)/h, body frame, is least, by Gauss-Newton's method.
//! Neither depends on the frame of the world.

mod choice;
mod linear;
mod rotations;
mod roughness;

pub use choice::Smoothing;

use crate::lie::{LieGroup, Motion, UnitQuaternion};
use crate::num::{Mat3, Vec3};
use choice::Scores;
use linear::{Increments, Linear};
use roughness::Roughness;

/// How rows are smoothed: the derivative that is penalised, how much, and what is known of rows.
#[derive(Clone, Debug)]
pub struct Smoother {
    /// The order of the derivative: 2 or more.
    pub order: usize,
    /// How the factor is chosen.
    pub how: Smoothing,
    /// The standard deviations of every component of positions, m, and of rotations, rad, of each row, where they are known.
    pub deviations: Option<[Vec<f64>; 2]>,
    /// The period of what repeats itself, s, whose first row comes once.
    pub period: Option<f64>,
}

/// Holds rows that are smoothed.
#[derive(Clone, Debug)]
pub struct Smoothed {
    /// The rows.
    pub motions: Vec<Motion<f64>>,
    /// What became of positions, m, and of rotations, rad.
    pub figures: [SmoothingFigures; 2],
}

/// Says how much was smoothed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SmoothingFigures {
    /// The factor of the integral, s to the power of twice the order less one; infinite of the smoothest motion.
    pub factor: f64,
    /// The degrees of freedom that are left, of as many as there are rows.
    pub freedom: f64,
    /// By how much rows are moved, the root of the mean of squares.
    pub moved: f64,
}

/// Steps of Gauss-Newton's method.
const STEPS: usize = 100;
/// An increment that is none, rad.
const SMALL: f64 = 1e-13;
/// Factors are chosen anew so often, with rows that are smoothed by the one before.
const ROUNDS: usize = 2;
/// A row may be moved by this angle, rad: beyond it is not known what is near.
const FARTHEST: f64 = std::f64::consts::FRAC_PI_2;
/// Of what repeats itself the least inverse of a factor, as a part of that which leaves half of the freedom.
const LEAST_INVERSE: f64 = 1e-9;

impl Smoother {
    /// Returns the order of the derivative that splines of a degree are smoothed by: from degree 5 on 3, which penalises how the
    /// acceleration changes.
    pub fn order_of(degree: usize) -> usize {
        if degree < 5 { 2 } else { 3 }
    }

    /// Returns the same for the first so many rows, which repeat themselves with a period, s, where there is one.
    pub(super) fn with_period(&self, period: Option<f64>, rows: usize) -> Self {
        let first = |all: &Vec<f64>| all[..rows].to_vec();
        let deviations = self.deviations.as_ref().map(|both| both.each_ref().map(first));
        Self { period, deviations, ..self.clone() }
    }

    /// Smooths rows at rising times, s.
    ///
    /// # Errors
    /// Where there are too few rows, or they are too far from any smooth motion: a message.
    pub fn smooth(&self, times: &[f64], motions: &[Motion<f64>]) -> Result<Smoothed, String> {
        let (rows, order) = (motions.len(), self.order);
        let least = if self.period.is_some() { 2 * order + 1 } else { order + 2 };
        if rows < least {
            return Err(format!("found {rows} rows; accepted to smooth them: at least {least}"));
        }
        let roughness = Roughness::new(times, order, self.period);
        let positions = self.positions(&roughness, motions)?;
        let rotations = self.rotations(&roughness, motions)?;
        let pairs = positions.0.into_iter().zip(rotations.0);
        let motions = pairs.map(|(position, rotation)| Motion::new(position, rotation)).collect();
        Ok(Smoothed { motions, figures: [positions.1, rotations.1] })
    }

    /// Returns weights of rows, with the mean one, and the variance of a row whose weight is one, where it is known.
    fn weights(&self, part: usize, rows: usize) -> (Vec<f64>, Option<f64>) {
        let Some(deviations) = &self.deviations else { return (vec![1.0; rows], None) };
        let inverse: Vec<f64> = deviations[part].iter().map(|s| 1.0 / (s * s)).collect();
        let variance = rows as f64 / inverse.iter().sum::<f64>();
        (inverse.into_iter().map(|w| w * variance).collect(), Some(variance))
    }

    fn positions(
        &self,
        roughness: &Roughness,
        motions: &[Motion<f64>],
    ) -> Result<(Vec<Vec3<f64>>, SmoothingFigures), String> {
        let (weights, variance) = self.weights(0, motions.len());
        let given: Vec<Vec3<f64>> = motions.iter().map(|motion| motion.position()).collect();
        let velocity = |k: usize| (given[(k + 1) % given.len()] - given[k]) * (1.0 / roughness.lengths[k]);
        let part = |k: usize| {
            let one = Mat3::identity().scaled(1.0 / roughness.lengths[k]);
            (velocity(k), one, one)
        };
        let linear = self.linear(roughness, &weights, vec![Vec3::zero(); given.len()], part);
        let scores = Scores { variance, least_inverse: self.least_inverse() };
        let inverse = scores.chosen(&linear, self.how)?;
        let Some(inverse) = inverse else { return Ok((given.clone(), unchanged(given.len()))) };
        let found =
            linear.solve(inverse).ok_or("the factor leaves no answer but for rounding; accepted: a smaller one")?;
        let moved: Vec<Vec3<f64>> = given.iter().zip(&found.of_rows).map(|(x, e)| *x + *e).collect();
        let figures = figures(&found, inverse, found.of_rows.iter().map(|e| e.norm()));
        Ok((moved, figures))
    }

    fn rotations(
        &self,
        roughness: &Roughness,
        motions: &[Motion<f64>],
    ) -> Result<(Vec<UnitQuaternion<f64>>, SmoothingFigures), String> {
        let (weights, variance) = self.weights(1, motions.len());
        let given: Vec<UnitQuaternion<f64>> = motions.iter().map(|motion| motion.rotation()).collect();
        let scores = Scores { variance, least_inverse: self.least_inverse() };
        let mut rows = given.clone();
        let mut result = unchanged(given.len());
        for _ in 0..if matches!(self.how, Smoothing::Factor(_)) { 1 } else { ROUNDS } {
            let equations = |rows: &[UnitQuaternion<f64>]| {
                let residual = |(g, r): (&UnitQuaternion<f64>, &UnitQuaternion<f64>)| g.inverse().compose(*r).log();
                let residuals: Vec<Vec3<f64>> = rows.iter().zip(&given).map(residual).collect();
                self.linear(roughness, &weights, residuals, |k| rotations::part(rows, k, roughness.lengths[k]))
            };
            let Some(inverse) = scores.chosen(&equations(&rows), self.how)? else { return Ok((rows, result)) };
            let mut last = None;
            for _ in 0..STEPS {
                let linear = equations(&rows);
                let found = linear
                    .solve(inverse)
                    .ok_or("the factor leaves no answer but for rounding; accepted: a smaller one")?;
                let largest = found.of_rows.iter().map(|e| e.norm()).fold(0.0, f64::max);
                // a step is no longer than the equations are linear
                let share = (0.5 / largest).min(1.0);
                rows = rows
                    .iter()
                    .zip(&found.of_rows)
                    .map(|(g, e)| g.compose(UnitQuaternion::exp(*e * share)).normalized())
                    .collect();
                let is_done = largest < SMALL || last.is_some_and(|before| largest < 1e-9 && largest >= before);
                last = Some(largest);
                if is_done {
                    break;
                }
            }
            let linear = equations(&rows);
            let farthest = linear.residuals.iter().map(|r| r.norm()).fold(0.0, f64::max);
            if last.is_none_or(|last| last > 1e-6) || farthest > FARTHEST {
                return Err(format!(
                    "a smooth rotation is {farthest:.2} rad from a row; accepted: a smaller factor, which keeps rows within a quarter of a turn"
                ));
            }
            let found =
                linear.solve(inverse).ok_or("the factor leaves no answer but for rounding; accepted: a smaller one")?;
            result = figures(&found, inverse, linear.residuals.iter().map(|r| r.norm()));
        }
        Ok((rows, result))
    }

    fn least_inverse(&self) -> f64 {
        if self.period.is_some() { LEAST_INVERSE } else { 0.0 }
    }

    /// Makes the equations of rows with these residuals, between which a velocity changes by minus the first and by the second factor
    /// times the increments of the row before and of the one behind.
    fn linear<'a>(
        &self,
        roughness: &'a Roughness,
        weights: &'a [f64],
        residuals: Vec<Vec3<f64>>,
        part: impl Fn(usize) -> (Vec3<f64>, Mat3<f64>, Mat3<f64>),
    ) -> Linear<'a> {
        let rows = residuals.len();
        let parts: Vec<_> = (0..roughness.lengths.len()).map(part).collect();
        let mut differences = Vec::new();
        let mut factors = Vec::new();
        for stencil in &roughness.differences {
            differences.push(stencil.iter().fold(Vec3::zero(), |sum, (k, c)| sum + parts[*k].0 * *c));
            let mut of_rows: Vec<(usize, Mat3<f64>)> = Vec::new();
            for (k, c) in stencil {
                for (row, factor) in [(*k, parts[*k].1.scaled(-c)), ((k + 1) % rows, parts[*k].2.scaled(*c))] {
                    match of_rows.iter_mut().find(|(other, _)| *other == row) {
                        Some((_, sum)) => *sum = *sum + factor,
                        None => of_rows.push((row, factor)),
                    }
                }
            }
            factors.push(of_rows);
        }
        Linear { roughness, weights, residuals, differences, factors, is_periodic: self.period.is_some() }
    }
}

/// Returns the figures of rows that stay where they are.
fn unchanged(rows: usize) -> SmoothingFigures {
    SmoothingFigures { factor: 0.0, freedom: rows as f64, moved: 0.0 }
}

fn figures(found: &Increments, inverse: f64, moved: impl ExactSizeIterator<Item = f64>) -> SmoothingFigures {
    let rows = moved.len() as f64;
    let freedom = rows - found.removed / 3.0;
    SmoothingFigures { factor: 1.0 / inverse, freedom, moved: (moved.map(|x| x * x).sum::<f64>() / rows).sqrt() }
}
