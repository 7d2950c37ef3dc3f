//! Fans: outputs over time, as bands that hold shares of the members.

use super::section::Section;
use super::source::Source;
use crate::ensemble::Outcome;
use crate::io::table::{Column, DataTable};
use crate::plot::{Bands, Dimension, Picture, Series, bands, count};
use std::collections::BTreeSet;

/// Outputs that are shown.
const OUTPUTS: usize = 6;

/// Rows of the table of samples that are looked at, at most: about 2 s.
const MOST: usize = 4_000_000;

/// Times at which quantiles are taken where members are sampled at different ones.
const TIMES: usize = 200;

/// The shares below which the limits of bands lie, from the outermost in, with the median in the middle.
const SHARES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

/// The samples of the members that have outputs.
struct Samples<'a> {
    times: &'a [f64],
    /// The rows of each member, in order of time.
    members: Vec<std::ops::Range<usize>>,
    /// How many members there are.
    of: usize,
}

impl<'a> Samples<'a> {
    fn of(table: &'a DataTable) -> Option<Self> {
        let column =
            |name: &str| table.fields().iter().position(|field| field.name == name).map(|at| &table.columns()[at]);
        let (Column::Integer(numbers), Column::Text(outcomes), Column::Real(times)) =
            (column("member")?, column("outcome")?, column("time")?)
        else {
            return None;
        };
        let (mut members, mut from) = (Vec::new(), 0);
        for of in numbers.chunk_by(|a, b| a == b) {
            let rows = from..from + of.len();
            let completed = Outcome::ALL.iter().any(|o| o.has_outputs() && o.name() == outcomes[from]);
            members.extend(completed.then_some(rows.clone()));
            from = rows.end;
        }
        let of = members.len();
        let every = numbers.len().div_ceil(MOST).max(1);
        Some(Self { times, members: members.into_iter().step_by(every).collect(), of })
    }

    /// Returns the times at which quantiles are taken: those of samples where most members share them, else equally far apart.
    fn grid(&self) -> Vec<f64> {
        let longest = self.members.iter().map(ExactSizeIterator::len).max().unwrap_or(0);
        let mut all = BTreeSet::new();
        for time in self.members.iter().flat_map(|rows| &self.times[rows.clone()]) {
            all.insert(time.to_bits());
            if all.len() > 2 * longest {
                break;
            }
        }
        if all.len() <= 2 * longest {
            // times are not negative, so that their bits have their order
            let every = all.len().div_ceil(4 * TIMES).max(1);
            return all.into_iter().step_by(every).map(f64::from_bits).collect();
        }
        let last = self.members.iter().map(|rows| self.times[rows.end - 1]).fold(0.0, f64::max);
        (0..=TIMES).map(|k| last * k as f64 / TIMES as f64).collect()
    }

    /// Returns the values of an output at some times, time by time, of the members that have got so far; between samples on
    /// straight lines.
    fn at(&self, grid: &[f64], values: &[f64]) -> Vec<Vec<f64>> {
        let mut found = vec![Vec::new(); grid.len()];
        for rows in &self.members {
            let (times, values) = (&self.times[rows.clone()], &values[rows.clone()]);
            let mut next = 0;
            for (time, found) in grid.iter().zip(&mut found) {
                while next < times.len() && times[next] < *time {
                    next += 1;
                }
                let Some(after) = times.get(next) else { break };
                let value = match next.checked_sub(1).filter(|_| after > time) {
                    None if after > time => continue,
                    None => values[next],
                    Some(before) => {
                        let share = (time - times[before]) / (after - times[before]);
                        values[before] + share * (values[next] - values[before])
                    }
                };
                found.extend((!value.is_nan()).then_some(value));
            }
        }
        found
    }
}

/// Returns the least value, those below which the shares lie, and the greatest, of some in order.
fn limits(sorted: &[f64]) -> Option<[f64; 7]> {
    let (first, last) = (sorted.first()?, sorted.last()?);
    let quantile = |share: f64| {
        let place = share * (sorted.len() - 1) as f64;
        let (low, part) = (place.floor(), place.fract());
        let [a, b] = [low as usize, place.ceil() as usize].map(|at| sorted[at]);
        a + part * (b - a)
    };
    let [a, b, c, d, e] = SHARES.map(quantile);
    Some([*first, a, b, c, d, e, *last])
}

fn picture(samples: &Samples<'_>, grid: &[f64], (name, unit): (&str, &str), values: &[f64]) -> Option<Picture> {
    let mut points = Vec::new();
    for (time, mut values) in grid.iter().zip(samples.at(grid, values)) {
        values.sort_unstable_by(f64::total_cmp);
        points.extend(limits(&values).map(|limits| (*time, limits)));
    }
    let band = |low: usize, high: usize| points.iter().map(|(t, q)| [*t, q[low], q[high]]).collect::<Vec<_>>();
    let line = |at: usize| points.iter().map(|(t, q)| (*t, q[at])).collect::<Vec<_>>();
    let extreme = |at: usize| Series { name: String::new(), points: line(at) };
    let unit = if unit == "1" { "" } else { unit };
    let unit = (!unit.is_empty()).then(|| unit.to_string());
    let members = if samples.members.len() == samples.of {
        format!("{} members with outputs", count(samples.of as u64))
    } else {
        format!(
            "{} of {} members with outputs, evenly chosen",
            count(samples.members.len() as u64),
            count(samples.of as u64)
        )
    };
    bands(&Bands {
        title: name.to_string(),
        x: Dimension::default().labelled("time (s)"),
        y: Dimension { name: name.into(), unit, ..Dimension::default() },
        bands: vec![band(1, 5), band(2, 4)],
        middle: line(3),
        outlines: vec![extreme(0), extreme(6)],
        notes: vec![members, "median, middle 50 % and 90 % of them, extremes (dashed)".into()],
        ..Bands::default()
    })
}

/// Draws the first outputs that are sampled and are not the same everywhere.
pub(super) fn section(source: &Source) -> Option<Section> {
    let table = source.samples.as_ref()?;
    let samples = Samples::of(table)?;
    if samples.members.len() < 2 {
        return None;
    }
    let grid = samples.grid();
    let is_shown = |name: &str| source.outputs().any(|column| column.name == name);
    let named = table.fields().iter().zip(table.columns()).filter(|(field, _)| is_shown(&field.name));
    let html = figures(named.take(OUTPUTS).filter_map(|(field, column)| {
        let Column::Real(values) = column else { return None };
        picture(&samples, &grid, (&field.name, field.unit.as_deref().unwrap_or_default()), values)
    }));
    (!html.is_empty()).then(|| Section::new("Over time", html))
}

/// Returns a picture in a box within which it scrolls where the window is narrow, so that its letters stay large enough.
fn scrolled(picture: &Picture) -> String {
    format!("<div class=\"scroll\">{}</div>", picture.svg())
}

/// Returns a picture within the page; its title is within it.
pub(super) fn figure(picture: &Picture) -> String {
    format!("<figure style=\"margin-top:12px;max-width:{}px\">{}</figure>\n", picture.size()[0], scrolled(picture))
}

/// Returns pictures beside each other, as far as there is room.
pub(super) fn figures(pictures: impl Iterator<Item = Picture>) -> String {
    let one = |picture: Picture| {
        let width = picture.size()[0];
        format!("<figure style=\"flex:1 1 480px;min-width:0;max-width:{width}px\">{}</figure>\n", scrolled(&picture))
    };
    let all: String = pictures.map(one).collect();
    if all.is_empty() { all } else { format!("<div style=\"display:flex;flex-wrap:wrap;gap:16px\">\n{all}</div>\n") }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::io::table::{ColumnKind, Field};

    fn table(rows: &[(u64, &'static str, f64, f64)]) -> DataTable {
        let kinds = [ColumnKind::Integer, ColumnKind::Text, ColumnKind::Real, ColumnKind::Real];
        let names = ["member", "outcome", "time", "x"];
        let fields = names.iter().zip(kinds).map(|(name, kind)| Field::new(*name, kind)).collect();
        let mut table = DataTable::new(fields);
        let columns = vec![
            Column::Integer(rows.iter().map(|row| row.0).collect()),
            Column::Text(rows.iter().map(|row| row.1.into()).collect()),
            Column::Real(rows.iter().map(|row| row.2).collect()),
            Column::Real(rows.iter().map(|row| row.3).collect()),
        ];
        table.append(columns).unwrap();
        table
    }

    #[test]
    fn members_that_have_ended_and_failed_ones_are_left_out() {
        let rows = [
            (0, "completed", 0.0, 1.0),
            (0, "completed", 1.0, 2.0),
            (0, "completed", 2.0, 3.0),
            (1, "non_finite", 0.0, 100.0),
            (3, "completed", 0.0, 5.0),
            (3, "completed", 1.0, 7.0),
        ];
        let table = table(&rows);
        let samples = Samples::of(&table).unwrap();
        let Column::Real(values) = &table.columns()[3] else { panic!() };
        assert_eq!(samples.grid(), [0.0, 1.0, 2.0]);
        assert_eq!(samples.at(&samples.grid(), values), [vec![1.0, 5.0], vec![2.0, 7.0], vec![3.0]]);
        assert_eq!(samples.at(&[0.25], values), [vec![1.25, 5.5]]);
    }

    #[test]
    fn members_of_different_times_are_compared_at_equal_ones() {
        let rows: Vec<_> = (0..40u64)
            .flat_map(|k| (0..5).map(move |i| (k, "completed", f64::from(i) * (1.0 + k as f64 * 1e-3), f64::from(i))))
            .collect();
        let table = table(&rows);
        let samples = Samples::of(&table).unwrap();
        assert_eq!(samples.grid().len(), TIMES + 1);
    }

    #[test]
    fn limits_are_quantiles_and_extremes() {
        let values: Vec<f64> = (0..=100).map(f64::from).collect();
        assert_eq!(limits(&values).unwrap(), [0.0, 5.0, 25.0, 50.0, 75.0, 95.0, 100.0]);
    }
}
