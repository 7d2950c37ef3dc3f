//! The curve through poses at given times: its basis over time, and what the times must be for it.

use super::basis::{Basis, BasisError};
use super::choices::BasisKind;
use super::curve::Curve;
use super::metric::Metric;
use super::outcome::Outcome;
use super::smoothing::{Smoother, SmoothingFigures};
use super::wobble::Wobble;
use crate::lie::{Algebra, LieGroup, Motion, Twist};
use std::f64::consts::TAU;

/// How far a row may be from where the basis has its node, and ends of a period from each other, as a part of the whole: what
/// six decimals leave.
const TOLERANCE: f64 = 1e-6;
/// The most nodes of a basis all of whose nodes have weight everywhere: at the cost of a point that grows as their number, of a
/// trigonometric polynomial as its square.
const MOST: usize = 2000;

/// Holds a motion over time through poses.
#[derive(Debug)]
pub struct Interpolant {
    basis: Basis,
    motions: Vec<Motion<f64>>,
    /// The parameter of the basis at the start.
    origin: f64,
    /// The parameter by time, 1/s.
    rate: f64,
    /// The first time, s.
    pub start: f64,
    /// The last time, s: of what is periodic the first of the next period.
    pub end: f64,
    /// Whether times may lie outside, in other periods.
    pub is_periodic: bool,
    /// Whether quaternions change their sign over a period.
    pub is_antiperiodic: bool,
}

/// Holds a motion at a time.
#[derive(Debug)]
pub struct Point {
    /// The time, s.
    pub time: f64,
    /// Motion, velocity and acceleration, by time.
    pub curve: Curve<f64>,
    /// Whether the metric has an answer.
    pub outcome: Outcome,
}

/// The reason why poses are not those that a basis needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Unsuitable {
    /// The pose that it is about, from zero, if it is about one.
    pub row: Option<usize>,
    /// What was found and what would be accepted.
    pub message: String,
    /// True where the basis is the reason, and not the times.
    pub of_basis: bool,
}

impl Unsuitable {
    fn of(row: Option<usize>, of_basis: bool, message: String) -> Self {
        Self { row, message, of_basis }
    }
}

impl Interpolant {
    /// Makes the motion through poses at increasing times, s; `period` is that of what is periodic, s, the time from the first to the
    /// last where it is absent.
    ///
    /// # Errors
    /// Where the poses are not those that the basis needs.
    pub fn new(
        poses: (Vec<f64>, Vec<Motion<f64>>),
        kind: BasisKind,
        degree: usize,
        metric: Metric,
        period: Option<f64>,
    ) -> Result<Self, Unsuitable> {
        Ok(Self::smoothed(poses, (kind, degree), metric, period, None)?.0)
    }

    /// Makes the motion through poses as [`Interpolant::new`], of a basis and its degree, that are smoothed before, with the figures of
    /// positions and rotations.
    ///
    /// # Errors
    /// Also where they cannot be smoothed.
    pub fn smoothed(
        (mut times, mut motions): (Vec<f64>, Vec<Motion<f64>>),
        (kind, degree): (BasisKind, usize),
        metric: Metric,
        period: Option<f64>,
        smoother: Option<&Smoother>,
    ) -> Result<(Self, Option<[SmoothingFigures; 2]>), Unsuitable> {
        let failed = |error: BasisError| Unsuitable::of(None, true, error.to_string());
        let whole = if kind.is_periodic() { Some(period_of(&mut times, &mut motions, period)?) } else { None };
        let (count, start) = (times.len(), times[0]);
        let mut figures = None;
        if let Some(smoother) = smoother {
            let found = smoother.with_period(whole, count).smooth(&times, &motions);
            let found = found.map_err(|message| Unsuitable::of(None, false, message))?;
            (motions, figures) = (found.motions, Some(found.figures));
        }
        if !kind.is_spline() && count > MOST {
            let message = format!("found {count} rows; accepted: at most {MOST}, any number with bspline");
            return Err(Unsuitable::of(None, true, message));
        }
        let turns = (0..count).map(|k| (motions[k].rotation(), motions[(k + 1) % count].rotation()));
        let changes = turns.filter(|(a, b)| a.w * b.w + a.v.dot(b.v) < 0.0).count();
        let is_antiperiodic = whole.is_some() && !changes.is_multiple_of(2);
        let span = whole.unwrap_or(times[count - 1] - start);
        let (origin, rate) = match kind {
            BasisKind::BSpline => (0.0, 1.0),
            _ if whole.is_some() => (0.0, TAU / span),
            _ => (-1.0, 2.0 / span),
        };
        // few rows are told by the basis itself
        let own = |basis: Result<Basis, BasisError>| {
            let basis = basis.map_err(failed)?;
            check_nodes(&times, span, basis.nodes().iter().map(|eta| start + (eta - origin) / rate))?;
            Ok::<Basis, Unsuitable>(basis)
        };
        let parameters = || times.iter().map(|t| (t - start) * rate + origin).collect();
        // through rows near nodes goes the polynomial through these rows
        let basis = match kind {
            BasisKind::Lagrange => Basis::lagrange(parameters()).map_err(failed)?,
            BasisKind::GaussLobattoLegendre => {
                own(Basis::gauss_lobatto_legendre(count))?;
                Basis::lagrange(parameters()).map_err(failed)?
            }
            BasisKind::ChebyshevGaussLobatto => {
                own(Basis::chebyshev_gauss_lobatto(count))?;
                Basis::lagrange(parameters()).map_err(failed)?
            }
            BasisKind::BSpline => Basis::b_spline_through(degree, parameters()).map_err(failed)?,
            BasisKind::Fourier => own(Basis::fourier(count, is_antiperiodic && metric == Metric::Quaternion))?,
            BasisKind::BSplinePeriodic => own(Basis::b_spline_periodic(degree, count))?,
        };
        let is_periodic = whole.is_some();
        let motion = Self { basis, motions, origin, rate, start, end: start + span, is_periodic, is_antiperiodic };
        Ok((motion, figures))
    }

    /// Returns the poses that it goes through.
    pub fn motions(&self) -> &[Motion<f64>] {
        &self.motions
    }

    /// Returns how many poses it goes through.
    pub fn nodes(&self) -> usize {
        self.motions.len()
    }

    /// Tells whether there is a motion at a time: at any, if it is periodic.
    pub fn reaches(&self, time: f64) -> bool {
        // times in other units are rounded
        let slack = 1e-12 * (self.end - self.start);
        time.is_finite() && (self.is_periodic || (self.start - slack..=self.end + slack).contains(&time))
    }

    /// Returns the times between which the motion is smooth, from the start to the end, s.
    pub fn breaks(&self) -> Vec<f64> {
        let least = 1e-9 * (self.end - self.start);
        let mut breaks = vec![self.start];
        for knot in self.basis.knots() {
            let time = self.start + (knot - self.origin) / self.rate;
            if time > breaks[breaks.len() - 1] + least && time < self.end - least {
                breaks.push(time);
            }
        }
        breaks.push(self.end);
        breaks
    }

    fn parameter(&self, time: f64) -> f64 {
        let since = time - self.start;
        let since = if self.is_periodic { since.rem_euclid(self.end - self.start) } else { since };
        since * self.rate + self.origin
    }

    /// Returns the sum of the absolute weights of poses at a time: what errors of poses are multiplied by at most.
    pub fn amplification(&self, time: f64) -> f64 {
        let eta = self.parameter(time);
        self.basis.weights_near(eta, eta).1.iter().map(|weight| weight.abs()).sum()
    }

    /// Returns the largest turn from a row to the next one, and how far a steady spin by as much is off; none of one row.
    pub fn wobble(&self, metric: Metric) -> Option<Wobble> {
        let period = self.is_periodic.then_some((self.end - self.start) * self.rate);
        Wobble::new(&self.basis, metric, &self.motions, (period, self.is_antiperiodic))
    }

    /// Returns the motion at a time.
    pub fn at(&self, metric: Metric, time: f64) -> Point {
        let found = Curve::near(&self.basis, metric, &self.motions, self.parameter(time));
        let outcome = found.outcome(metric);
        let by = |twist: Twist<f64>, factor: f64| Twist::from_components(|i| twist.component(i) * factor);
        let curve = Curve {
            curvature: by(found.curvature, self.rate),
            derivative: by(found.derivative, self.rate * self.rate),
            ..found
        };
        Point { time, curve, outcome }
    }
}

/// Returns the period of poses, without the one that closes it, where there is one.
///
/// # Errors
/// Where that one is another than the first, or some lie beyond the period.
fn period_of(times: &mut Vec<f64>, motions: &mut Vec<Motion<f64>>, given: Option<f64>) -> Result<f64, Unsuitable> {
    let (last, first) = (times.len() - 1, times[0]);
    let length = times[last] - first;
    let period = given.unwrap_or(length);
    let near = TOLERANCE * period;
    if length > period + near {
        let beyond = times.iter().position(|t| t - first > period + near).unwrap_or(last);
        let message = format!(
            "the column `time` holds {:?} s, more than a period of {period:?} s after the first row; accepted: rows of one period",
            times[beyond]
        );
        return Err(Unsuitable::of(Some(beyond), false, message));
    }
    if last == 0 || length < period - near {
        return Ok(period);
    }
    let [a, b] = [motions[0], motions[last]];
    let off = (b.position() - a.position()).norm();
    let angle = a.rotation().inverse().compose(b.rotation()).log().norm();
    let extent = motions.iter().map(|motion| (motion.position() - a.position()).norm()).fold(0.0, f64::max);
    if off > TOLERANCE * extent || angle > TOLERANCE {
        let message = format!(
            "the last pose, a period of {period:?} s after the first, differs from it by {off:.3e} m and {angle:.3e} rad; accepted: \
             ends that are equal, or, with a period that is given, rows that end before the period does"
        );
        return Err(Unsuitable::of(Some(last), true, message));
    }
    times.pop();
    motions.pop();
    Ok(period)
}

/// Checks that times are where a basis has its nodes.
fn check_nodes(times: &[f64], span: f64, nodes: impl Iterator<Item = f64>) -> Result<(), Unsuitable> {
    let near = TOLERANCE * span;
    let pairs = times.iter().zip(nodes).enumerate();
    match pairs.into_iter().find(|(_, (time, node))| (*time - node).abs() > near) {
        None => Ok(()),
        Some((row, (time, node))) => {
            let message = format!(
                "the column `time` holds {time:?} s, {:.3e} s from {node:?} s, where the basis has its node {} of {}; accepted: rows at \
                 the nodes within {near:.1e} s, or any rows with bspline",
                (time - node).abs(),
                row + 1,
                times.len()
            );
            Err(Unsuitable::of(Some(row), true, message))
        }
    }
}
