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

/// Times of a curve that follows rates, about.
const FINE: usize = 600;

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
        Some(Self::new(numbers, |row| &outcomes[row], times))
    }

    /// Takes the rows of a table: the number of the member of each, its outcome and its time.
    fn new<'o>(numbers: &[impl PartialEq], outcome: impl Fn(usize) -> &'o str, times: &'a [f64]) -> Self {
        let (mut members, mut from) = (Vec::new(), 0);
        for of in numbers.chunk_by(|a, b| a == b) {
            let rows = from..from + of.len();
            let completed = Outcome::ALL.iter().any(|o| o.has_outputs() && o.name() == outcome(from));
            members.extend(completed.then_some(rows.clone()));
            from = rows.end;
        }
        let of = members.len();
        let every = numbers.len().div_ceil(MOST).max(1);
        Self { times, members: members.into_iter().step_by(every).collect(), of }
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
    /// cubics by values and rates where both are known, else on straight lines.
    fn at(&self, grid: &[f64], all: (&[f64], Option<&[f64]>)) -> Vec<Vec<f64>> {
        let mut found = vec![Vec::new(); grid.len()];
        for rows in &self.members {
            let (times, values) = (&self.times[rows.clone()], &all.0[rows.clone()]);
            let rate = |row: usize| all.1.map_or(f64::NAN, |rates| rates[rows.start + row]);
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
                        let length = after - times[before];
                        let (share, rise) = ((time - times[before]) / length, values[next] - values[before]);
                        let [first, last] = [before, next].map(|row| length * rate(row) - rise);
                        let bend = share * (1.0 - share) * ((1.0 - share) * first - share * last);
                        values[before] + share * rise + if bend.is_finite() { bend } else { 0.0 }
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

/// Returns the bands that hold shares of the members that have outputs, of one output with its unit, at some times; `rates` are those of the values.
fn bands_of(samples: &Samples<'_>, grid: &[f64], (name, unit): (&str, &str), of: (&[f64], Option<&[f64]>)) -> Bands {
    let mut points = Vec::new();
    for (time, mut values) in grid.iter().zip(samples.at(grid, of)) {
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
    Bands {
        title: name.to_string(),
        x: Dimension::default().labelled("time (s)"),
        y: Dimension { name: name.into(), unit, ..Dimension::default() },
        bands: vec![band(1, 5), band(2, 4)],
        middle: line(3),
        outlines: vec![extreme(0), extreme(6)],
        notes: vec![members, "median, middle 50 % and 90 % of them, extremes (dashed)".into()],
        ..Bands::default()
    }
}

/// Returns the bands that hold shares of members over time, of the rows of a table of samples: the member of each, its outcome, its time, its value and
/// where it is known its rate; nothing where fewer than two members have outputs. With rates, curves between samples follow both.
pub fn fan(
    (members, outcomes): (&[f64], &[String]),
    times: &[f64],
    (name, unit): (&str, &str),
    (values, rates): (&[f64], Option<&[f64]>),
) -> Option<Bands> {
    let samples = Samples::new(members, |row| &outcomes[row], times);
    if samples.members.len() < 2 {
        return None;
    }
    let mut grid = samples.grid();
    if rates.is_some() {
        let parts = FINE.div_ceil(grid.len()).max(1);
        let between = |ends: &[f64]| {
            let [a, b] = [ends[0], ends[1]];
            (1..parts).map(move |part| a + (b - a) * part as f64 / parts as f64).collect::<Vec<f64>>()
        };
        let further: Vec<f64> = grid.windows(2).flat_map(between).collect();
        grid.extend(further);
        grid.sort_by(f64::total_cmp);
    }
    Some(bands_of(&samples, &grid, (name, unit), (values, rates)))
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
        bands(&bands_of(&samples, &grid, (&field.name, field.unit.as_deref().unwrap_or_default()), (values, None)))
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
        assert_eq!(samples.at(&samples.grid(), (values, None)), [vec![1.0, 5.0], vec![2.0, 7.0], vec![3.0]]);
        assert_eq!(samples.at(&[0.25], (values, None)), [vec![1.25, 5.5]]);
    }

    /// Cubics x = t^3 - a t, of which samples are a second apart, with their rates.
    #[test]
    fn curves_follow_rates_between_samples() {
        let (mut rows, mut rates) = (Vec::new(), Vec::new());
        for (member, a) in [1.0, 2.0, 3.0].into_iter().enumerate() {
            for t in 0..4 {
                let t = f64::from(t);
                rows.push((member as f64, t, t * t * t - a * t));
                rates.push(3.0 * t * t - a);
            }
        }
        let column = |of: fn(&(f64, f64, f64)) -> f64| rows.iter().map(of).collect::<Vec<f64>>();
        let [members, times, values] = [column(|row| row.0), column(|row| row.1), column(|row| row.2)];
        let outcomes = vec!["completed".to_string(); rows.len()];
        let drawn = |rates: Option<&[f64]>| fan((&members, &outcomes), &times, ("x", "m"), (&values, rates)).unwrap();
        let followed = drawn(Some(&rates)).middle;
        assert_eq!(followed.len(), 3 * 150 + 1);
        assert!(followed.iter().all(|(t, x)| (x - (t * t * t - 2.0 * t)).abs() < 1e-12));
        assert_eq!(drawn(None).middle, [(0.0, 0.0), (1.0, -1.0), (2.0, 4.0), (3.0, 21.0)]);
        // a rate that is not known leaves a straight line
        rates[4] = f64::NAN;
        let bent = drawn(Some(&rates)).middle;
        assert!(bent.iter().filter(|(t, _)| *t > 1.0).all(|(t, x)| (x - (t * t * t - 2.0 * t)).abs() < 1e-12));
        assert!(bent.iter().all(|(_, x)| x.is_finite()));
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
