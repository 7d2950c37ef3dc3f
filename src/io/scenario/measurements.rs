//! What was measured, of a design study that fits it: a table.

use crate::design::Measurements;
use crate::io::table::GivenTable;
use crate::model::Invalid;
use std::collections::BTreeMap;

/// How far a time may be after the end of the run and count as the end, in parts of the duration.
const SAME_TIME: f64 = 1e-9;

/// Rows of a time, and times, that are named, where they come more than once.
const SHOWN: usize = 5;

/// Makes measurements of a column of times and those of values, which the rows of a table hold.
///
/// # Errors
/// What is wrong with a row.
pub(super) fn measurements(
    table: &GivenTable,
    read: &[Vec<f64>],
    columns: Vec<usize>,
    deviations: Option<Vec<f64>>,
    duration: f64,
) -> Result<Measurements, Invalid> {
    let given = &read[0];
    let outside = given.iter().position(|t| !(*t >= 0.0 && *t <= duration * (1.0 + SAME_TIME)));
    if let Some(row) = outside {
        let found = if given[row].is_nan() { "no time".into() } else { format!("the time {:?} s", given[row]) };
        let message = format!("the row has {found}; accepted: times from 0 to the end of the run, {duration:?} s");
        return Err(Invalid { place: table.place(row), message });
    }
    let given: Vec<f64> = given.iter().map(|t| t.min(duration)).collect();
    let mut times = given.clone();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let samples: Vec<usize> = given.iter().map(|t| times.partition_point(|other| other < t)).collect();
    let values: Vec<f64> = (0..given.len()).flat_map(|row| read[1..].iter().map(move |values| values[row])).collect();
    let rows = Rows { times: &times, samples: &samples, values: &values };
    let notes = rows.notes(table);
    Ok(Measurements { times, samples, columns, values, deviations, notes })
}

/// The rows of a file.
struct Rows<'a> {
    /// The times that there are.
    times: &'a [f64],
    /// The number of the time of each row.
    samples: &'a [usize],
    /// The values, row by row.
    values: &'a [f64],
}

impl Rows<'_> {
    /// Names the rows of the same time: those that are the same in all columns, which may be a mistake, and those that
    /// differ.
    fn notes(&self, table: &GivenTable) -> Vec<String> {
        let (file, line) = (table.name(), |row| table.line(row));
        let of_time = |rows: &[usize]| -> String {
            let lines: Vec<String> = rows.iter().map(|row| line(*row).to_string()).collect();
            let (shown, others) = lines.split_at(lines.len().min(SHOWN));
            let (last, before) = match (others.len(), shown.split_last()) {
                (0, Some((last, before))) => (last.clone(), before),
                (others, _) => (format!("{others} more"), shown),
            };
            format!("{} and {last} ({:?} s)", before.join(", "), self.times[self.samples[rows[0]]])
        };
        let named = |groups: &[Vec<usize>]| {
            let shown: Vec<String> = groups.iter().take(SHOWN).map(|rows| of_time(rows)).collect();
            let more = groups.len().saturating_sub(SHOWN);
            let more = if more > 0 { format!(", and so {more} other groups of lines") } else { String::new() };
            format!("{}{more}", shown.join(", "))
        };
        let (same, other) = self.repeated();
        let mut notes = Vec::new();
        if !same.is_empty() {
            notes.push(format!(
                "{file}: lines {} are the same and count as often as they come, which makes standard errors too small",
                named(&same)
            ));
        }
        if !other.is_empty() {
            notes.push(format!(
                "{file}: lines {} have the same time and count as measurements of their own",
                named(&other)
            ));
        }
        notes
    }

    /// Returns the groups of rows that are the same, and those of the same time that differ, each of which begins equal ones.
    fn repeated(&self) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
        let width = self.values.len() / self.samples.len().max(1);
        let row = |i: usize| self.values[i * width..(i + 1) * width].iter().map(|v| v.to_bits()).collect::<Vec<u64>>();
        let mut of_times: Vec<Vec<usize>> = vec![Vec::new(); self.times.len()];
        self.samples.iter().enumerate().for_each(|(i, sample)| of_times[*sample].push(i));
        let (mut same, mut other) = (Vec::new(), Vec::new());
        for rows in of_times.iter().filter(|rows| rows.len() > 1) {
            let mut equal: BTreeMap<Vec<u64>, Vec<usize>> = BTreeMap::new();
            rows.iter().for_each(|i| equal.entry(row(*i)).or_default().push(*i));
            let mut groups: Vec<Vec<usize>> = equal.into_values().collect();
            groups.sort();
            if groups.len() > 1 {
                other.push(groups.iter().map(|rows| rows[0]).collect());
            }
            same.extend(groups.into_iter().filter(|rows| rows.len() > 1));
        }
        (same, other)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn made(times: &[f64], values: &[f64]) -> Result<Measurements, String> {
        let row = |(k, (time, value)): (usize, (&f64, &f64))| {
            let time = if time.is_nan() { String::new() } else { time.to_string() };
            format!("{}{time},{value}\n", if k == 2 { "\n" } else { "" })
        };
        let rows: String = times.iter().zip(values).enumerate().map(row).collect();
        let text = format!("time,x\n{rows}");
        let mut table = GivenTable::of_text("m.csv", text.into(), |_| true).unwrap();
        let columns = ["time", "x"].map(|name| table.column(name, None).unwrap().unwrap());
        let read = table.numbers(&columns, true).unwrap();
        measurements(&table, &read, vec![0], None, 1.0).map_err(|error| error.to_string())
    }

    #[test]
    fn rows_may_be_in_any_order_and_at_any_time() {
        let found = made(&[0.3, 0.0127, 1.0 + 1e-12], &[1.0, 2.0, 3.0]).unwrap();
        assert_eq!((found.times, found.samples), (vec![0.0127, 0.3, 1.0], vec![1, 0, 2]));
        assert!(found.notes.is_empty());
        assert!(made(&[0.5, 1.1], &[1.0, 2.0]).unwrap_err().contains("m.csv:3: the row has the time 1.1 s"));
        assert!(made(&[f64::NAN], &[1.0]).unwrap_err().contains("m.csv:2: the row has no time"));
    }

    #[test]
    fn rows_that_come_twice_are_named() {
        let notes = |times: &[f64], values: &[f64]| made(times, values).unwrap().notes;
        let same = "are the same and count as often as they come, which makes standard errors too small";
        let other = "have the same time and count as measurements of their own";
        assert_eq!(
            notes(&[0.1, 0.2, 0.1, 0.2], &[1.0, 2.0, 1.0, 2.5]),
            [format!("m.csv: lines 2 and 5 (0.1 s) {same}"), format!("m.csv: lines 3 and 6 (0.2 s) {other}")]
        );
        // of rows of the same time only some may be the same
        assert_eq!(
            notes(&[0.0; 4], &[57.295779, 57.3, 57.0, 57.0]),
            [format!("m.csv: lines 5 and 6 (0.0 s) {same}"), format!("m.csv: lines 2, 3 and 5 (0.0 s) {other}")]
        );
        assert_eq!(notes(&[0.5; 8], &[1.0; 8]), [format!("m.csv: lines 2, 3, 5, 6, 7 and 3 more (0.5 s) {same}")]);
    }
}
