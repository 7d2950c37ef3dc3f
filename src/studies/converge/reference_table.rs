//! A reference from a table (CSV, Parquet) of the user.

use super::{At, Reference, Solution, Source, Target};
use crate::ensemble::Sampling;
use crate::io::table::GivenTable;
use crate::model::Invalid;
use crate::model::unit::Unit;
use std::path::Path;

/// Reads a reference: columns named like the components of the target, in their units where the head states no other, as in
/// `travel (mm)`, and `time` (s) where there are several rows.
/// Other columns are ignored; where there is a column `member`, only the rows of the target's member count (0 for the
/// default parameters). So `members.csv` and `samples.csv` of a run are references.
///
/// # Errors
/// Where the file cannot be read, columns or times are missing, or a field is no number.
pub fn read_table(path: &Path, target: &Target) -> Result<Reference, Invalid> {
    let file = path.to_path_buf();
    let table = Table::read(&file, target)?;
    let resolution = table.resolution();
    let mut solution = Solution { times: table.times, values: table.values };
    let refused = |found: String, needed: String| {
        Err(Invalid {
            place: path.display().to_string(),
            message: format!("the reference has {found}; needed: {needed}"),
        })
    };
    if target.at() == At::End {
        let end = target.duration();
        let near = |t: &f64| (t - end).abs() <= target.time_tolerance();
        let row = if table.timed { solution.times.iter().position(near) } else { Some(0) };
        let Some(row) = row else {
            return refused(times(&solution.times), format!("the end of the run, {end:?} s"));
        };
        solution = Solution { times: vec![end], values: solution.row(row).to_vec() };
    } else if !table.timed {
        return refused("no column `time`".into(), "times that are sampled (s)".into());
    } else if let Some(sampling) = &target.study().sampling {
        let sampled = |t: &f64| {
            let near = |other: f64| (t - other).abs() <= target.time_tolerance();
            match sampling {
                Sampling::Every(every) => near((t / every).round() * every) || near(target.duration()),
                Sampling::At(times) => times.iter().copied().any(near),
            }
        };
        if !solution.times.iter().any(sampled) {
            let needed = match sampling {
                Sampling::Every(every) => format!("at least one sampled time, a multiple of {every:?} s"),
                Sampling::At(_) => "at least one of the times of [sampling]".into(),
            };
            return refused(times(&solution.times), needed);
        }
    }
    Ok(Reference { error: resolution, solution, source: Source::Table(file) })
}

fn times(times: &[f64]) -> String {
    match times {
        [one] => format!("the time {one:?} s"),
        [first, .., last] => format!("{} times from {first:?} to {last:?} s", times.len()),
        [] => "no times".into(),
    }
}

/// The rows of the target's member.
struct Table {
    /// True where times are given.
    timed: bool,
    times: Vec<f64>,
    values: Vec<f64>,
    /// The most significant digits of any value.
    digits: usize,
}

impl Table {
    fn read(file: &Path, target: &Target) -> Result<Self, Invalid> {
        let is_known = |name: &str| name == "time" || target.columns().iter().any(|(column, _)| column == name);
        let mut source = GivenTable::open(file, is_known)?;
        let column = |name: &str, unit: &str| source.column(name, Unit::parse(unit).ok().as_ref());
        let accepted = || target.columns().iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(",");
        let needed = |(name, unit): &(String, String)| {
            column(name, unit)?.ok_or_else(|| source.missing(name, &format!("{}, and time", accepted())))
        };
        let columns = target.columns().iter().map(needed).collect::<Result<Vec<_>, _>>()?;
        let (time, member) = (column("time", "s")?, source.column("member", None)?);
        let wanted = target.member().unwrap_or(0).to_string();
        let mut table = Self { timed: time.is_some(), times: Vec::new(), values: Vec::new(), digits: 0 };
        while source.next_row()? {
            if member.as_ref().is_some_and(|member| source.cell(member.at) != wanted) {
                continue;
            }
            let t = time.as_ref().map_or(Ok(0.0), |time| source.number(time))?;
            if time.is_some() && table.times.last().is_some_and(|before| t <= *before) {
                let message = format!("the time {t:?} s does not follow the one before; accepted: rising times");
                return Err(source.wrong(message));
            }
            table.times.push(t);
            for column in &columns {
                table.values.push(source.number(column)?);
                table.digits = table.digits.max(significant_digits(source.cell(column.at)));
            }
        }
        let rows = table.times.len();
        if rows == 0 || (!table.timed && rows > 1) {
            let of_member = member.map_or(String::new(), |_| format!(" of member {wanted}"));
            return Err(source.whole(format!(
                "the reference has {rows} rows{of_member} but no column `time`; accepted: one row with the values at the end, or a \
                 column `time` (s)"
            )));
        }
        Ok(table)
    }

    /// Returns half a unit of the last digit, as the largest Euclidean norm over the components at any time. Trailing
    /// zeros may have been dropped, so every value is taken to have as many digits as the longest.
    fn resolution(&self) -> f64 {
        let width = self.values.len() / self.times.len().max(1);
        let half_unit = |x: &f64| match x.abs() {
            0.0 => 0.0,
            size => {
                (0.5 * 10f64.powi(size.log10().floor() as i32 + 1 - self.digits as i32)).max(0.5 * f64::EPSILON * size)
            }
        };
        let norm = |row: &[f64]| row.iter().map(|x| half_unit(x).powi(2)).sum::<f64>().sqrt();
        self.values.chunks(width.max(1)).map(norm).fold(0.0, f64::max)
    }
}

/// Counts the digits of a number as written, without leading zeros and the exponent.
fn significant_digits(text: &str) -> usize {
    let mantissa = text.split(['e', 'E']).next().unwrap_or(text);
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_start_matches('0').len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_that_say_something() {
        for (text, digits) in [("0.4213", 4), ("-1.50e-03", 3), ("0.000", 0), ("12", 2), ("1e5", 1)] {
            assert_eq!(significant_digits(text), digits, "{text}");
        }
        let table = Table { timed: false, times: vec![0.0], values: vec![0.5, 300.0, 0.0], digits: 3 };
        assert!((table.resolution() - 0.5f64.hypot(5e-4)).abs() < 1e-12);
    }
}
