//! The comparison as text.

use super::{Comparison, resolution, short};
use crate::ensemble::Outcome;
use crate::report::{Table, count, counted, shown_unit};
use crate::studies::converge::{Point, Resolution, Series};

/// Behind errors that are not known.
const HIDDEN: &str = " *";

impl Comparison<'_> {
    /// Makes a row for each method: nominal and measured order, and its most accurate point.
    pub(super) fn summary(&self) -> Table {
        let unit = self.unit_in_head();
        let time = self.clock.map_or("evaluations".to_string(), |(clock, _)| format!("{} (s)", clock.name()));
        let head = ["method", "order", "measured", "over", "smallest error", "at", &time, "not completed"];
        let mut rows = vec![head.map(String::from).to_vec()];
        rows[0][4] += &unit;
        for series in self.series {
            let measured = series.fit.as_ref().map_or("-".into(), |fit| format!("{:.2}", fit.slope));
            let over = series.fit.as_ref().map_or(String::new(), |fit| counted(fit.points.len() as u64, "point"));
            let with_error = series.points.iter().filter_map(|p| Some((p, p.error?)));
            let smallest = with_error.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(p, _)| p);
            // of errors that are hidden, the one at the coarsest step says as much as the smallest
            let best = series.points.iter().find(|p| is_hidden(p)).or(smallest);
            let failed = series.points.iter().filter(|p| !p.outcome.has_outputs()).count();
            let failed = if failed == 0 { String::new() } else { failed.to_string() };
            let cell = |of: fn(&Self, &Point) -> String| best.map_or("-".to_string(), |p| of(self, p));
            rows.push(vec![
                self.name(series),
                series.order.to_string(),
                measured,
                over,
                cell(Self::summary_cell),
                cell(|_, p| resolution(p.resolution)),
                cell(Self::cost_cell),
                failed,
            ]);
        }
        Table::new(rows, 1)
    }

    /// Makes a row for each point.
    pub(super) fn points(&self) -> Table {
        let adaptive = self.series.iter().any(|s| s.adaptive);
        let step = if self.is_of_elements() { "elements" } else { "step (s)" };
        let mut head: Vec<String> = ["method", step].map(String::from).to_vec();
        if adaptive {
            head.extend(["tolerance", "steps", "rejected"].map(String::from));
        } else {
            head.push("steps".into());
        }
        head.extend(["evaluations".into(), format!("error{}", self.unit_in_head()), "slope".into()]);
        head.extend(self.clock.map(|(clock, _)| format!("{} (s)", clock.name())));
        let mut rows = vec![head];
        for series in self.series {
            for (i, point) in series.points.iter().enumerate() {
                rows.push(self.point(series, i, point, adaptive));
            }
        }
        Table::new(rows, 1)
    }

    fn point(&self, series: &Series, i: usize, point: &Point, adaptive: bool) -> Vec<String> {
        let step = match point.resolution {
            Resolution::Elements(elements) => elements.to_string(),
            _ => short(point.mean_step()),
        };
        let mut row = vec![self.name(series), step];
        if adaptive {
            row.push(match point.resolution {
                Resolution::Step(_) | Resolution::Elements(_) => String::new(),
                Resolution::Tolerance(tolerance) => short(tolerance),
            });
        }
        row.push(count(point.steps.into()));
        if adaptive {
            row.push(count(point.rejected.into()));
        }
        row.push(count(point.evaluations));
        row.push(self.error_cell(point));
        let in_fit = series.fit.as_ref().is_some_and(|fit| fit.points.contains(&i) && fit.points.start < i);
        let mark = if in_fit { "" } else { " ~" };
        row.push(series.slopes[i].map_or(String::new(), |s| format!("{s:.2}{mark}")));
        if self.clock.is_some() {
            row.push(point.seconds.map_or("-".into(), |s| format!("{s:.2e}")));
        }
        row
    }

    fn unit_in_head(&self) -> String {
        match shown_unit(self.target.unit()) {
            "" => String::new(),
            unit => format!(" ({unit})"),
        }
    }

    fn error_cell(&self, point: &Point) -> String {
        match point.error {
            Some(error) => format!("{error:.2e}{}", if point.known { "" } else { HIDDEN }),
            None if point.outcome == Outcome::Completed => "no value".into(),
            None => format!("{} at {} s", point.outcome.name(), short(point.time)),
        }
    }

    fn cost_cell(&self, point: &Point) -> String {
        match (self.clock, point.seconds) {
            (Some(_), Some(seconds)) => format!("{seconds:.2e}"),
            (Some(_), None) => "-".into(),
            (None, _) => count(point.evaluations),
        }
    }

    fn summary_cell(&self, point: &Point) -> String {
        if is_hidden(point) { format!("< {:.1e}{HIDDEN}", self.reference.least()) } else { self.error_cell(point) }
    }

    /// Says what the marks of the tables mean.
    pub(super) fn footnotes(&self) -> String {
        let mut notes = String::new();
        if self.series.iter().flat_map(|s| &s.points).any(is_hidden) {
            let (limit, unit) = (self.reference.least(), self.unit());
            notes +=
                &format!("* below {limit:.1e}{unit}, ten times the error of the reference; in no slope or picture\n");
        }
        notes + "measured: fitted to a run of points over which the error falls steadily; ~ is outside of it\n"
    }
}

/// Tells whether an error is hidden by that of the reference.
fn is_hidden(point: &Point) -> bool {
    point.error.is_some() && !point.known
}
