//! What a comparison of methods looks like to a reader: tables, pictures and one answer.

mod elements;
mod pictures;
mod tables;

use super::{Check, Clock, Place, Point, Reference, Resolution, Series, Source, Target, cheapest};
use crate::report::{Page, count, counted, shown_unit};
use crate::studies::AnalysisKind;

/// Rows that are shown; more are in the file.
const MOST_ROWS: usize = 64;

/// A finished comparison of methods.
#[derive(Debug)]
pub struct Comparison<'a> {
    /// The title of the scenario.
    pub title: &'a str,
    /// What makes the error.
    pub target: &'a Target,
    /// What errors are taken against.
    pub reference: &'a Reference,
    /// The methods.
    pub series: &'a [Series],
    /// The scenario's own method.
    pub own: Option<Place>,
    /// True where no method makes an error, see [`super::is_fixed`].
    pub fixed: bool,
    /// The wanted error, in the unit of the outputs; that of the scenario's own method where it is not given.
    pub wanted: Option<f64>,
    /// What times are, and how many members are integrated at once while they are measured; `None` where they are not.
    pub clock: Option<(Clock, usize)>,
}

/// Returns a number with at most five significant digits.
pub(super) fn short(x: f64) -> String {
    let text = format!("{x:.4e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => format!("{}e{exponent}", mantissa.trim_end_matches('0').trim_end_matches('.')),
        None => text,
    }
}

fn resolution(resolution: Resolution) -> String {
    match resolution {
        Resolution::Step(step) => format!("step {} s", short(step)),
        Resolution::Tolerance(tolerance) => format!("tolerance {}", short(tolerance)),
        Resolution::Elements(count) => counted(count as u64, "element"),
    }
}

impl Comparison<'_> {
    fn unit(&self) -> String {
        match shown_unit(self.target.unit()) {
            "" => String::new(),
            unit => format!(" {unit}"),
        }
    }

    /// Returns the name of a method: its formulation is said where there are several.
    fn name(&self, series: &Series) -> String {
        let first = self.series.first().map_or("", |s| s.formulation.kind.name);
        let several = self.series.iter().any(|s| s.formulation.kind.name != first);
        if series.analysis != AnalysisKind::Run {
            return series.analysis.name().into();
        }
        let adaptive = if series.adaptive { " adaptive" } else { "" };
        let formulation = if several { format!(" in {}", series.formulation.kind.name) } else { String::new() };
        format!("{}{adaptive}{formulation}", series.integrator.name)
    }

    /// Tells whether elements of beams are compared.
    fn is_of_elements(&self) -> bool {
        let mut points = self.series.iter().flat_map(|s| &s.points);
        points.any(|point| matches!(point.resolution, Resolution::Elements(_)))
    }

    fn at(&self, (i, j): Place) -> (&Series, &Point) {
        (&self.series[i], &self.series[i].points[j])
    }

    /// Returns the error that methods are compared at: where that of the scenario's own method is hidden by the
    /// reference, the least that is not.
    fn goal(&self) -> Option<f64> {
        let of_own = |p: &Point| p.error.map(|error| if p.known { error } else { self.reference.least() });
        self.wanted.or_else(|| of_own(self.at(self.own?).1))
    }

    fn cost(&self, point: &Point) -> String {
        match (point.seconds, self.clock) {
            (Some(seconds), Some((clock, _))) => format!("{seconds:.2e} s of {} per member", clock.name()),
            _ => format!("{} evaluations of the dynamics", count(point.evaluations)),
        }
    }

    fn error(&self, point: &Point) -> String {
        match point.error {
            Some(error) => format!("{error:.1e}{}", self.unit()),
            None => format!("no error ({} at {} s)", point.outcome.name(), short(point.time)),
        }
    }

    /// Returns what is known of the methods, computed by something of that description.
    pub(super) fn page(&self, description: &str, seconds: f64) -> Page {
        let mut page = self.cuts(seconds);
        page.text(self.reference());
        if let Some((clock, batch)) = self.clock {
            let name = clock.name();
            page.text(format!(
                "{name}: per member, {batch} or more alike at once on {description}; starting does not count"
            ));
        }
        page.space();
        if !self.fixed {
            let rows: usize = self.series.iter().map(|s| s.points.len()).sum();
            if rows <= MOST_ROWS {
                page.table(self.points());
                page.space();
            }
            page.table(self.summary());
            page.text(self.footnotes());
            page.space();
        }
        page.text(self.answer());
        page
    }

    /// Says what would have taken too long.
    fn cuts(&self, seconds: f64) -> Page {
        let mut page = Page::default();
        if self.reference.is_cut() {
            page.warning(format!(
                "a finer reference would have taken more than its part of --seconds {seconds}: give more, or a --reference"
            ));
        }
        let cut = self.left_out();
        if !cut.is_empty() {
            page.warning(format!("steps that would have taken more than --seconds {seconds} are left out: {cut}"));
        }
        page
    }

    /// Names the methods of which steps or tolerances were left out, with how many.
    fn left_out(&self) -> String {
        let cut = self.series.iter().filter(|s| s.left_out > 0);
        cut.map(|s| format!("{} of {}", s.left_out, self.name(s))).collect::<Vec<_>>().join(", ")
    }

    fn of_fixed(&self) -> String {
        let values: Vec<String> = self.reference.solution.last().iter().map(|x| short(*x)).collect();
        let errors = self.series.iter().flat_map(|s| &s.points).filter_map(|p| p.error);
        let with = match self.is_of_elements() {
            true => "with every number of elements",
            false => "with every method at every step",
        };
        format!(
            "{} is fixed: it is {}{} {with}, to {:.1e}{}; constraints, a symmetry or a jump decide \
             it, so that there are no errors to compare; name another --output",
            self.target.names().join(", "),
            values.join(", "),
            self.unit(),
            errors.fold(self.reference.error, f64::max),
            self.unit()
        )
    }

    /// Says what errors are, and how the reference was found.
    fn reference(&self) -> String {
        let unit = self.unit();
        let bound = format!("its error is below {:.1e}{unit}", self.reference.error);
        match &self.reference.source {
            Source::Table(file) => format!("reference: {}, by its digits {bound}", file.display()),
            Source::Elements { elements, change, .. } => format!(
                "reference: {elements} elements in each beam, differs from that of half as many by {change:.1e}{unit}: {bound}"
            ),
            Source::Own(own) => {
                let check = own.check.as_ref().map_or(String::new(), |check| {
                    let Check { integrator, distance, .. } = check;
                    format!(" and from {integrator} by {distance:.1e}{unit}")
                });
                let step = short(own.step);
                let steps = match own.extrapolated {
                    false => format!("step {step} s, differs from that of twice the step"),
                    true => format!(
                        "extrapolated to zero from steps of {} and {step} s, differs from that of twice the steps",
                        short(2.0 * own.step)
                    ),
                };
                format!(
                    "reference: {} in {}, {steps} by {:.1e}{unit}{check}: {bound}",
                    own.integrator, own.formulation, own.change,
                )
            }
        }
    }

    /// Says in one sentence which is the cheapest method that reaches the wanted error, and what the scenario's own
    /// costs.
    pub fn answer(&self) -> String {
        if self.fixed {
            return self.of_fixed();
        }
        if self.is_of_elements() {
            return self.elements();
        }
        let Some(goal) = self.goal() else {
            return "the scenario's own method has no error to compare with; --error says which is wanted".into();
        };
        let unit = self.unit();
        let own_series = self.own.map(|own| &self.series[own.0]);
        let own_name = own_series.map_or(String::new(), |s| self.name(s));
        let to = match (self.wanted, self.own) {
            (None, Some(own)) => {
                let point = self.at(own).1;
                let (here, below) = (resolution(point.resolution), if point.known { "" } else { "below " });
                format!("as accurate as the scenario's own {own_name} at {here} ({below}{goal:.1e}{unit})")
            }
            _ => format!("cheapest to {}{unit}", short(goal)),
        };
        let Some(best) = cheapest(self.series, self.reference, goal, |_| true) else {
            return format!("{to}: none of these methods{}", self.nearest(goal));
        };
        let (series, point) = self.at(best);
        let found = format!("{}, {}, {}", self.name(series), resolution(point.resolution), self.cost(point));
        let cost = |p: &Point| p.seconds.unwrap_or(p.evaluations as f64);
        let is_own = |s: &Series| own_series.is_some_and(|own| std::ptr::eq(s, own));
        let compared = match cheapest(self.series, self.reference, goal, is_own) {
            _ if own_series.is_none() => String::new(),
            Some(own) if own == best => "; it is the scenario's own method".into(),
            Some(own) => {
                let own = self.at(own).1;
                let times = cost(own) / cost(point);
                format!(
                    "; the scenario's own {own_name} needs {}, {}: {times:.1} times as much",
                    resolution(own.resolution),
                    self.cost(own)
                )
            }
            None => format!("; the scenario's own {own_name} does not reach it here"),
        };
        format!("{to}: {found}{compared}")
    }

    /// Names the most accurate point, where none reaches a wanted error.
    fn nearest(&self, goal: f64) -> String {
        if goal < self.reference.error {
            return format!(
                "; errors below {:.1e}{} are hidden by the reference's own",
                self.reference.error,
                self.unit()
            );
        }
        let points = self.series.iter().flat_map(|s| s.points.iter().map(move |p| (s, p)));
        let with_error = points.filter_map(|(s, p)| Some((s, p, p.error?)));
        with_error.min_by(|a, b| a.2.total_cmp(&b.2)).map_or(String::new(), |(s, p, _)| {
            format!("; the most accurate is {}, {}, {}", self.name(s), resolution(p.resolution), self.error(p))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn steps_are_written_as_people_write_them() {
        for (x, text) in [(1e-4, "1e-4"), (7.8125e-7, "7.8125e-7"), (0.1 / 3.0, "3.3333e-2"), (20.0, "2e1")] {
            assert_eq!(short(x), text);
        }
    }
}
