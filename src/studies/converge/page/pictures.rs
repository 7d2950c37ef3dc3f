//! The comparison as pictures: errors over steps, and costs over errors.

use super::Comparison;
use crate::plot::{Dimension, Lines, Picture, Series as Line, lines};
use crate::report::shown_unit;
use crate::studies::converge::{Point, Series, cheapest};

/// More methods than this are not told apart in a picture.
const MOST: usize = 16;

impl Comparison<'_> {
    /// Draws the error over the step, with lines of the nominal orders; `None` where no error is known.
    pub fn error_picture(&self) -> Option<Picture> {
        let chosen = self.chosen();
        let mut slopes: Vec<usize> = chosen.iter().map(|s| s.order).collect();
        slopes.sort_unstable();
        slopes.dedup();
        let adaptive = self.series.iter().any(|s| s.adaptive);
        let (over, axis) = match (self.is_of_elements(), adaptive) {
            (true, _) => ("elements", "length of an element, parts of the beam"),
            (_, true) => ("step", "step, mean of adaptive ones (s)"),
            _ => ("step", "step (s)"),
        };
        lines(&Lines {
            title: format!("{}: error over {over}", self.title),
            x: Dimension::logarithmic(axis),
            y: self.error_axis(),
            series: self.lines(&chosen, Point::in_plot),
            slopes: slopes.into_iter().map(|order| order as f64).collect(),
            notes: self.notes(chosen.len()),
            ..Lines::default()
        })
    }

    /// Draws the cost over the error: time per member, or evaluations of the dynamics where no time was measured.
    /// `None` where no error is known.
    pub fn work_picture(&self) -> Option<Picture> {
        let chosen = self.chosen();
        let cost = match self.clock {
            Some((clock, _)) => format!("{} per member (s)", clock.name()),
            None => "evaluations of the dynamics".into(),
        };
        let point = |p: &Point| {
            let (_, error) = p.in_plot()?;
            Some((error, p.seconds.unwrap_or(p.evaluations as f64)))
        };
        lines(&Lines {
            title: format!("{}: cost over error", self.title),
            x: self.error_axis(),
            y: Dimension::logarithmic(&cost),
            series: self.lines(&chosen, point),
            notes: self.notes(chosen.len()),
            ..Lines::default()
        })
    }

    fn error_axis(&self) -> Dimension {
        let unit = match shown_unit(self.target.unit()) {
            "" => String::new(),
            unit => format!(" ({unit})"),
        };
        Dimension::logarithmic(&format!("error of {}{unit}", self.target.names().join(", ")))
    }

    fn lines(&self, chosen: &[&Series], point: impl Fn(&Point) -> Option<(f64, f64)>) -> Vec<Line> {
        let line = |s: &&Series| Line { name: self.name(s), points: s.points.iter().filter_map(&point).collect() };
        chosen.iter().map(line).filter(|line| !line.points.is_empty()).collect()
    }

    /// Returns the methods that are drawn: those that reach the wanted error most cheaply, then the most accurate ones;
    /// in the order of the comparison.
    fn chosen(&self) -> Vec<&Series> {
        let rank = |s: &Series| {
            let same = |other: &Series| std::ptr::eq(other, s);
            let place = self.goal().and_then(|goal| cheapest(self.series, self.reference, goal, same));
            let error = s.points.iter().filter_map(|p| p.error).fold(f64::INFINITY, f64::min);
            match place.map(|(i, j)| &self.series[i].points[j]) {
                Some(p) => (0.0, p.seconds.unwrap_or(p.evaluations as f64)),
                None => (1.0, error),
            }
        };
        let with_points = |s: &&Series| s.points.iter().any(|p| p.in_plot().is_some());
        let mut ranked: Vec<(usize, (f64, f64))> =
            self.series.iter().enumerate().filter(|(_, s)| with_points(s)).map(|(i, s)| (i, rank(s))).collect();
        ranked.sort_by(|(_, a), (_, b)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        ranked.truncate(MOST);
        ranked.sort_by_key(|(i, _)| *i);
        ranked.into_iter().map(|(i, _)| &self.series[i]).collect()
    }

    fn notes(&self, drawn: usize) -> Vec<String> {
        let known = self.series.iter().filter(|s| s.points.iter().any(|p| p.in_plot().is_some())).count();
        let mut notes = Vec::new();
        if drawn < known {
            notes.push(format!("The {drawn} best of {known} methods; all are in the table"));
        }
        notes
    }
}
