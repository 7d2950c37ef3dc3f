//! Lines of beams that tables of poses give, and what is checked of them: that `s` is the length along the line, and that first axes
//! are its tangents.

use super::turn::Turn;
use crate::interpolation::{CurveMetric, Outside, PoseCurve};
use crate::lie::{LieGroup, Motion, Twist};
use crate::model::section::{Invalid, Poses, Section as Table};
use crate::num::Vec3;
use std::f64::consts::FRAC_PI_4;

/// A line that a table gives.
pub(super) struct Curve {
    /// The length, m.
    pub(super) length: f64,
    /// The poses of nodes, seen from the frame of the beam.
    pub(super) nodes: Vec<Motion<f64>>,
    /// How the line turns within elements.
    pub(super) turns: Vec<Turn>,
}

/// Turns within elements are summed up over so many parts.
const PARTS: usize = 48;

/// Lengths and axes are right up to these parts: of an interval between rows, and of the whole line, which rounded numbers leave.
const OF_INTERVAL: f64 = 0.02;
const OF_LINE: f64 = 1e-3;
/// The whole length is right up to this part.
const OF_LENGTH: f64 = 0.01;
/// What is said of a length that is right but for more than this part.
const NOTED: f64 = 1e-3;
/// What is said of axes that are this far from the line, rad.
const NOTED_ANGLE: f64 = 0.1;
/// Rows may turn by so much, rad: by more, what is between them is not told.
const MOST_BETWEEN: f64 = 0.5 * std::f64::consts::PI;

/// Reads a table of poses along the line of the beam of that name, whose nodes are at these places of elements that end at those.
pub(super) fn read_curve(table: &mut dyn Table, name: &str, places: &[f64], ends: &[f64]) -> Result<Curve, Invalid> {
    for key in ["length", "curvature"] {
        if table.has(key) {
            return Err(table.invalid(key, "the table of `curve` says it; accepted: one of both".into()));
        }
    }
    let mut inner = table.inner("curve")?;
    let poses = inner.poses_along("file")?;
    inner.finish()?;
    drop(inner);
    let interpolant = PoseCurve::new(&poses.times, &poses.motions, CurveMetric::Matrix, Outside::Hold)
        .map_err(|error| table.invalid("curve", format!("{}: {error}", poses.name)))?;
    if poses.times.len() < 2 {
        return Err(table.invalid("curve", format!("{}: found one pose; accepted: at least two", poses.name)));
    }
    let rows = Rows::of(&poses);
    rows.check(&poses, name).map_err(|message| table.invalid("curve", message))?;
    if let Some(note) = rows.note(&poses, name) {
        table.note(note);
    }
    let (first, last) = (poses.times[0], poses.times[poses.times.len() - 1]);
    let at = |place: f64| interpolant.at(first + (last - first) * place);
    let turn = |pair: &[f64]| {
        let part = |k: usize| pair[0] + (pair[1] - pair[0]) * k as f64 / PARTS as f64;
        let poses: Vec<Motion<f64>> = (0..=PARTS).map(|k| at(part(k))).collect();
        Turn::along(poses.windows(2).map(|pair| between(pair[0], pair[1]).rotation))
    };
    Ok(Curve {
        length: last - first,
        nodes: places.iter().map(|place| at(*place)).collect(),
        turns: ends.windows(2).map(turn).collect(),
    })
}

/// Returns the screw from one pose to the next: of a line of constant curvature that is its length along its tangent, and its turn.
fn between(from: Motion<f64>, to: Motion<f64>) -> Twist<f64> {
    Motion(from.inverse().compose(to).0.short()).log()
}

/// What is between two rows.
struct Interval {
    /// What `s` grows by, m.
    given: f64,
    /// The line between the rows, by their screw, frame of the first row, m.
    line: Vec3<f64>,
    /// The turn between the rows, rad.
    turn: f64,
    /// How far the curvature is from that of the intervals beside, times the length: what the screw does not know, rad.
    unknown: f64,
}

impl Interval {
    fn length(&self) -> f64 {
        self.line.norm()
    }

    /// Returns what the length may be off where the curvature is not constant, m.
    fn bent(&self) -> f64 {
        (self.turn + self.unknown) * self.unknown / 24.0 * self.given
    }

    /// Returns the angle of the first axis with the line, rad, as far as no varying curvature explains it.
    fn angle(&self) -> f64 {
        let Vec3 { x, y, z } = self.line;
        (y.hypot(z).atan2(x) - 0.5 * self.unknown).max(0.0)
    }
}

/// The intervals between the rows of a table.
struct Rows {
    intervals: Vec<Interval>,
    /// The whole length that `s` tells, m.
    given: f64,
}

impl Rows {
    fn of(poses: &Poses) -> Self {
        let given: Vec<f64> = poses.times.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let screws: Vec<Twist<f64>> = poses.motions.windows(2).map(|pair| between(pair[0], pair[1])).collect();
        let curvature = |k: usize| screws[k].rotation * (1.0 / given[k]);
        let interval = |k: usize| {
            let beside = [k.checked_sub(1), Some(k + 1).filter(|next| *next < given.len())];
            let apart = |other: usize| (curvature(other) - curvature(k)).norm() * given[k];
            let turn = screws[k].rotation.norm();
            // of one interval alone nothing is known
            let unknown = beside
                .into_iter()
                .flatten()
                .map(apart)
                .fold(None, |most: Option<f64>, x| Some(most.map_or(x, |most| most.max(x))));
            let unknown = unknown.unwrap_or(turn).min(turn + std::f64::consts::PI);
            Interval { given: given[k], line: screws[k].translation, turn, unknown }
        };
        Self { intervals: (0..given.len()).map(interval).collect(), given: given.iter().sum() }
    }

    /// Returns the first interval whose length is further from `s` than this part of it, or of the line.
    fn odd_length(&self, of_interval: f64, of_line: f64) -> Option<usize> {
        let is_odd = |interval: &Interval| {
            let allowed = of_interval * interval.given + of_line * self.given + interval.bent();
            (interval.length() - interval.given).abs() > allowed
        };
        self.intervals.iter().position(is_odd)
    }

    /// Returns the length of the line where it is further from `s` than this part of it, m.
    fn odd_sum(&self, part: f64) -> Option<f64> {
        let length: f64 = self.intervals.iter().map(Interval::length).sum();
        let bent: f64 = self.intervals.iter().map(Interval::bent).sum();
        ((length - self.given).abs() > part * self.given + bent).then_some(length)
    }

    /// Returns the first interval at which axes are further from the line than an angle, rad.
    fn odd_axis(&self, most: f64) -> Option<usize> {
        // rows that are close say little where numbers are rounded
        let allowed = |interval: &Interval| most + OF_LINE * self.given / interval.length().max(f64::MIN_POSITIVE);
        self.intervals.iter().position(|interval| interval.angle() > allowed(interval))
    }

    /// Fails where the table contradicts itself.
    fn check(&self, poses: &Poses, beam: &str) -> Result<(), String> {
        let accepted = "accepted: in `s` the length along the line, m";
        if let Some(k) = self.odd_length(OF_INTERVAL, OF_LINE) {
            let (Interval { given, .. }, length) = (&self.intervals[k], self.intervals[k].length());
            return Err(format!(
                "{}: from the row before to this one `s` of the line of {beam:?} grows by {given:.5} m, and the positions are {length:.5} m \
                 apart along the line; {accepted}",
                poses.place(k + 1)
            ));
        }
        if let Some(length) = self.odd_sum(OF_LENGTH) {
            return Err(format!(
                "{}: `s` of the line of {beam:?} grows by {:.5} m from the first row to the last, and the line through the positions is \
                 {length:.5} m long; {accepted}",
                poses.name, self.given
            ));
        }
        let Some(k) = self.odd_axis(FRAC_PI_4) else { return Ok(()) };
        Err(format!(
            "{}: {}; accepted: sections whose first axis is the tangent of the line, towards the tip",
            poses.place(k + 1),
            self.axes(k, beam)
        ))
    }

    /// Returns how the axes of sections lie at an interval, in words.
    fn axes(&self, k: usize, beam: &str) -> String {
        let Interval { line, .. } = &self.intervals[k];
        let [x, y, z] = (*line * (1.0 / self.intervals[k].length())).to_array();
        let angle = x.clamp(-1.0, 1.0).acos().to_degrees();
        let along = [(y, "2"), (z, "3")].into_iter().find(|(part, _)| part.abs() > 0.9);
        let along = match along {
            Some((_, axis)) => format!(", along which axis {axis} lies"),
            None if x < -0.9 => ", which runs the other way".into(),
            None => String::new(),
        };
        format!(
            "from the row before to this one the first axis of the sections of {beam:?} is {angle:.1} degrees from the line{along}"
        )
    }

    /// Returns what is likely not meant, though the table does not contradict itself.
    fn note(&self, poses: &Poses, beam: &str) -> Option<String> {
        if let Some(k) = self.intervals.iter().position(|interval| interval.turn > MOST_BETWEEN) {
            return Some(format!(
                "{}: the line of {beam:?} turns by {:.3} rad from the row before: rows that are nearer to each other tell how",
                poses.place(k + 1),
                self.intervals[k].turn
            ));
        }
        if let Some(length) = self.odd_sum(NOTED) {
            return Some(format!(
                "{}: `s` of the line of {beam:?} grows by {:.6} m, and the line through the positions is {length:.6} m long: the beam has \
                 the length of `s`",
                poses.name, self.given
            ));
        }
        if let Some(k) = self.odd_length(OF_INTERVAL, 0.1 * OF_LINE) {
            let (Interval { given, .. }, length) = (&self.intervals[k], self.intervals[k].length());
            return Some(format!(
                "{}: from the row before to this one `s` of the line of {beam:?} grows by {given:.3e} m, and the positions are \
                 {length:.3e} m apart",
                poses.place(k + 1)
            ));
        }
        let k = self.odd_axis(NOTED_ANGLE)?;
        Some(format!("{}: {}: the beam is strained as if it were its tangent", poses.place(k + 1), self.axes(k, beam)))
    }
}
