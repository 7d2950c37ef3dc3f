//! The curve through the rows of a table: its basis over time, and what the rows must be for it.

use super::choices::{BasisKind, Choice};
use crate::interpolation::{Basis, BasisError, Curve, Metric, Outcome};
use crate::io::pose_table::PoseTable;
use crate::lie::{Algebra, LieGroup, Motion, Twist};
use crate::studies::Failure;
use std::f64::consts::TAU;

/// How far a row may be from where the basis has its node, and ends of a period from each other, as a part of the whole: what
/// six decimals leave.
const TOLERANCE: f64 = 1e-6;
/// The most nodes of a basis all of whose nodes have weight everywhere: at the cost of a point that grows as their number, of a
/// trigonometric polynomial as its square.
const MOST: usize = 2000;

/// A motion over time through the poses of a table.
#[derive(Debug)]
pub(super) struct Interpolant {
    basis: Basis,
    motions: Vec<Motion<f64>>,
    /// The parameter of the basis at the start.
    origin: f64,
    /// The parameter by time, 1/s.
    rate: f64,
    /// The first time, s.
    pub(super) start: f64,
    /// The last time, s: of what is periodic the first of the next period.
    pub(super) end: f64,
    /// Whether times may lie outside, in other periods.
    pub(super) is_periodic: bool,
    /// Whether quaternions change their sign over a period.
    pub(super) is_antiperiodic: bool,
}

/// A motion at a time.
#[derive(Debug)]
pub(super) struct Point {
    pub(super) time: f64,
    /// Motion, velocity and acceleration, by time.
    pub(super) curve: Curve<f64>,
    pub(super) outcome: Outcome,
}

impl Interpolant {
    /// Makes the motion through the rows of a table.
    ///
    /// # Errors
    /// Where the rows are not those that the basis needs.
    pub(super) fn new(
        mut table: PoseTable,
        kind: Choice<BasisKind>,
        degree: usize,
        metric: Metric,
        period: Option<f64>,
    ) -> Result<Self, Failure> {
        let shown = table.file.display().to_string();
        let failed = |error: BasisError| Failure::input(format!("{shown}: --basis {}: {error}", kind.name));
        let whole = if kind.is.is_periodic() { Some(period_of(&mut table, kind.name, period)?) } else { None };
        let (count, start) = (table.times.len(), table.times[0]);
        if !kind.is.is_spline() && count > MOST {
            return Err(Failure::input(format!(
                "{shown}: found {count} rows; accepted: at most {MOST} with --basis {}, any number with bspline",
                kind.name
            )));
        }
        let turns = (0..count).map(|k| (table.motions[k].rotation(), table.motions[(k + 1) % count].rotation()));
        let changes = turns.filter(|(a, b)| a.w * b.w + a.v.dot(b.v) < 0.0).count();
        let is_antiperiodic = whole.is_some() && !changes.is_multiple_of(2);
        let span = whole.unwrap_or(table.times[count - 1] - start);
        let (origin, rate) = match kind.is {
            BasisKind::BSpline => (0.0, 1.0),
            _ if whole.is_some() => (0.0, TAU / span),
            _ => (-1.0, 2.0 / span),
        };
        // few rows are told by the basis itself
        let own = |basis: Result<Basis, BasisError>| {
            let basis = basis.map_err(failed)?;
            check_nodes(&table, kind.name, span, basis.nodes().iter().map(|eta| start + (eta - origin) / rate))?;
            Ok::<Basis, Failure>(basis)
        };
        let parameters = || table.times.iter().map(|t| (t - start) * rate + origin).collect();
        // through rows near nodes goes the polynomial through these rows
        let basis = match kind.is {
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
        let motions = table.motions;
        Ok(Self { basis, motions, origin, rate, start, end: start + span, is_periodic, is_antiperiodic })
    }

    /// Returns how many poses it goes through.
    pub(super) fn nodes(&self) -> usize {
        self.motions.len()
    }

    /// Tells whether there is a motion at a time: at any, if it is periodic.
    pub(super) fn reaches(&self, time: f64) -> bool {
        // times in other units are rounded
        let slack = 1e-12 * (self.end - self.start);
        time.is_finite() && (self.is_periodic || (self.start - slack..=self.end + slack).contains(&time))
    }

    fn parameter(&self, time: f64) -> f64 {
        let since = time - self.start;
        let since = if self.is_periodic { since.rem_euclid(self.end - self.start) } else { since };
        since * self.rate + self.origin
    }

    /// Returns the sum of the absolute weights of poses at a time: what errors of poses are multiplied by at most.
    pub(super) fn amplification(&self, time: f64) -> f64 {
        let eta = self.parameter(time);
        self.basis.weights_near(eta, eta).1.iter().map(|weight| weight.abs()).sum()
    }

    /// Returns the motion at a time.
    pub(super) fn at(&self, metric: Metric, time: f64) -> Point {
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

/// Returns the period of a table, without the row that closes it, where it has one.
///
/// # Errors
/// Where that row is another pose than the first, or rows lie beyond the period.
fn period_of(table: &mut PoseTable, basis: &str, given: Option<f64>) -> Result<f64, Failure> {
    let (last, first) = (table.times.len() - 1, table.times[0]);
    let length = table.times[last] - first;
    let period = given.unwrap_or(length);
    let near = TOLERANCE * period;
    if length > period + near {
        let beyond = table.times.iter().position(|t| t - first > period + near).unwrap_or(last);
        return Err(Failure::input(format!(
            "{}: the column `time` holds {:?} s, more than a period of {period:?} s after the first row; accepted: rows of one \
             period",
            table.place(beyond),
            table.times[beyond]
        )));
    }
    if last == 0 || length < period - near {
        return Ok(period);
    }
    let [a, b] = [table.motions[0], table.motions[last]];
    let off = (b.position() - a.position()).norm();
    let angle = a.rotation().inverse().compose(b.rotation()).log().norm();
    let extent = table.motions.iter().map(|motion| (motion.position() - a.position()).norm()).fold(0.0, f64::max);
    if off > TOLERANCE * extent || angle > TOLERANCE {
        return Err(Failure::input(format!(
            "{}: --basis {basis}: the last pose, a period of {period:?} s after the first, differs from it by {off:.3e} m and \
             {angle:.3e} rad; accepted: ends that are equal, or with --period T rows that end before the period does",
            table.place(last)
        )));
    }
    table.times.pop();
    table.motions.pop();
    Ok(period)
}

/// Checks that rows are where a basis has its nodes.
fn check_nodes(table: &PoseTable, basis: &str, span: f64, nodes: impl Iterator<Item = f64>) -> Result<(), Failure> {
    let near = TOLERANCE * span;
    let pairs = table.times.iter().zip(nodes).enumerate();
    match pairs.into_iter().find(|(_, (time, node))| (*time - node).abs() > near) {
        None => Ok(()),
        Some((row, (time, node))) => Err(Failure::input(format!(
            "{}: --basis {basis}: the column `time` holds {time:?} s, {:.3e} s from {node:?} s, where the basis has its node {} of \
             {}; accepted: rows at the nodes within {near:.1e} s, or any rows with bspline",
            table.place(row),
            (time - node).abs(),
            row + 1,
            table.times.len()
        ))),
    }
}
