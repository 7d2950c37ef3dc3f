//! What was measured, of a design study that fits it: a table in CSV.

use crate::design::Measurements;
use crate::io::table::Numbers;
use std::path::Path;

/// How far a time may be after the end of the run and count as the end, in parts of the duration.
const SAME_TIME: f64 = 1e-9;

/// Rows of a kind that are named, where they come more than once.
const SHOWN: usize = 5;

/// Makes measurements of a column of times and those of values.
///
/// # Errors
/// What is wrong with a row, in words.
pub(super) fn measurements(
    file: &Path,
    read: &[Numbers],
    columns: Vec<usize>,
    deviations: Option<Vec<f64>>,
    duration: f64,
) -> Result<Measurements, String> {
    let (file, given) = (file.display(), &read[0].values);
    let outside = given.iter().position(|t| !(*t >= 0.0 && *t <= duration * (1.0 + SAME_TIME)));
    if let Some(row) = outside {
        return Err(format!(
            "{file}: row {} has the time {:?} s; accepted: times from 0 to the end of the run, {duration:?} s",
            row + 1,
            given[row]
        ));
    }
    let given: Vec<f64> = given.iter().map(|t| t.min(duration)).collect();
    let mut times = given.clone();
    times.sort_by(f64::total_cmp);
    times.dedup();
    let samples: Vec<usize> = given.iter().map(|t| times.partition_point(|other| other < t)).collect();
    let values: Vec<f64> = (0..given.len()).flat_map(|row| read[1..].iter().map(move |c| c.values[row])).collect();
    let notes = repeated(&file.to_string(), &times, &samples, &values);
    Ok(Measurements { times, samples, columns, values, deviations, notes })
}

/// Names rows of the same time: those that are the same in all columns, which may be a mistake, and others.
fn repeated(file: &str, times: &[f64], samples: &[usize], values: &[f64]) -> Vec<String> {
    let width = values.len() / samples.len().max(1);
    let row = |i: usize| values[i * width..(i + 1) * width].iter().map(|v| v.to_bits());
    let mut rows_of = vec![Vec::new(); times.len()];
    samples.iter().enumerate().for_each(|(i, sample)| rows_of[*sample].push(i));
    let several = rows_of.iter().enumerate().filter(|(_, rows)| rows.len() > 1);
    let is_same = |rows: &[usize]| rows.iter().enumerate().any(|(n, i)| rows[..n].iter().any(|j| row(*i).eq(row(*j))));
    let (same, other): (Vec<_>, Vec<_>) = several.partition(|(_, rows)| is_same(rows));
    let named = |of: &[(usize, &Vec<usize>)]| {
        let one = |(sample, rows): &(usize, &Vec<usize>)| {
            let rows: Vec<String> = rows.iter().map(|i| (i + 1).to_string()).collect();
            format!("{} ({:?} s)", rows.join(" and "), times[*sample])
        };
        let shown: Vec<String> = of.iter().take(SHOWN).map(one).collect();
        let more = of.len().saturating_sub(SHOWN);
        let more = if more > 0 { format!(" and {more} more such times") } else { String::new() };
        format!("{}{more}", shown.join(", "))
    };
    let mut notes = Vec::new();
    if !same.is_empty() {
        notes.push(format!(
            "{file}: rows {} are the same and count as often as they come, which makes standard errors too small",
            named(&same)
        ));
    }
    if !other.is_empty() {
        notes.push(format!("{file}: rows {} have the same time and count as measurements of their own", named(&other)));
    }
    notes
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn made(times: &[f64], values: &[f64]) -> Result<Measurements, String> {
        let numbers = |values: &[f64]| Numbers { name: String::new(), unit: None, values: values.to_vec() };
        measurements(Path::new("m.csv"), &[numbers(times), numbers(values)], vec![0], None, 1.0)
    }

    #[test]
    fn rows_may_be_in_any_order_and_at_any_time() {
        let found = made(&[0.3, 0.0127, 1.0 + 1e-12], &[1.0, 2.0, 3.0]).unwrap();
        assert_eq!((found.times, found.samples), (vec![0.0127, 0.3, 1.0], vec![1, 0, 2]));
        assert!(found.notes.is_empty());
        assert!(made(&[0.5, 1.1], &[1.0, 2.0]).unwrap_err().contains("row 2 has the time 1.1 s"));
        assert!(made(&[f64::NAN], &[1.0]).unwrap_err().contains("row 1"));
    }

    #[test]
    fn rows_that_come_twice_are_named() {
        let found = made(&[0.1, 0.2, 0.1, 0.2], &[1.0, 2.0, 1.0, 2.5]).unwrap();
        assert_eq!(found.notes.len(), 2);
        assert!(found.notes[0].contains("rows 1 and 3 (0.1 s) are the same"), "{}", found.notes[0]);
        assert!(found.notes[1].contains("rows 2 and 4 (0.2 s) have the same time"), "{}", found.notes[1]);
    }
}
