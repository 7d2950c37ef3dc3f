//! A reference from a table (CSV) of the user.

use super::{At, Reference, Solution, Source, Target};
use crate::ensemble::Sampling;
use crate::model::unit::{Factor, Header, Unit};
use std::path::{Path, PathBuf};

/// The reason why a table is no reference.
#[derive(Debug, thiserror::Error)]
pub enum ReferenceTableError {
    /// The file cannot be read.
    #[error("cannot read the reference {}: {source}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The reason why the file cannot be read.
        source: std::io::Error,
    },
    /// The text is no CSV.
    #[error("{}: the reference is no table of comma-separated values: {source}", file.display())]
    Malformed {
        /// The file.
        file: PathBuf,
        /// What the reader says.
        source: csv::Error,
    },
    /// A column is missing.
    #[error("{}: the reference has no column `{column}`; its columns are {}", file.display(), found.join(", "))]
    MissingColumn {
        /// The file.
        file: PathBuf,
        /// The column.
        column: String,
        /// The columns that are there.
        found: Vec<String>,
    },
    /// A column states a unit that its numbers cannot be in.
    #[error("{}: {message}", file.display())]
    Unit {
        /// The file.
        file: PathBuf,
        /// What was found and what would be accepted.
        message: String,
    },
    /// A field is no finite number.
    #[error("{}:{line}: the column `{column}` holds {text:?}; accepted: a finite number", file.display())]
    NotANumber {
        /// The file.
        file: PathBuf,
        /// The line.
        line: u64,
        /// The column.
        column: String,
        /// What was found.
        text: String,
    },
    /// Times are not rising.
    #[error("{}:{line}: the time {time:?} s does not follow the one before; accepted: rising times", file.display())]
    Order {
        /// The file.
        file: PathBuf,
        /// The line.
        line: u64,
        /// The time, s.
        time: f64,
    },
    /// Rows without a time.
    #[error(
        "{}: the reference has {rows} rows{of_member} but no column `time`; accepted: one row with the values at the \
         end, or a column `time` (s)", file.display()
    )]
    Rows {
        /// The file.
        file: PathBuf,
        /// The rows of the file.
        rows: usize,
        /// Words for the member that the rows are of, where the table tells members.
        of_member: String,
    },
    /// The time that is needed is not there.
    #[error("{}: the reference has {found}; needed: {needed}", file.display())]
    Times {
        /// The file.
        file: PathBuf,
        /// The times that are there.
        found: String,
        /// The times that are needed.
        needed: String,
    },
}

/// Reads a reference: columns named like the components of the target, in their units where the head states no other, as in
/// `travel (mm)`, and `time` (s) where there are several rows.
/// Other columns are ignored; where there is a column `member`, only the rows of the target's member count (0 for the
/// default parameters). So `members.csv` and `samples.csv` of a run are references.
///
/// # Errors
/// Where the file cannot be read, columns or times are missing, or a field is no number.
pub fn read_table(path: &Path, target: &Target) -> Result<Reference, ReferenceTableError> {
    let file = path.to_path_buf();
    let text = std::fs::read(path).map_err(|source| ReferenceTableError::Unreadable { file: file.clone(), source })?;
    let table = Table::read(&file, &text, target)?;
    let resolution = table.resolution();
    let mut solution = Solution { times: table.times, values: table.values };
    if target.at() == At::End {
        let end = target.duration();
        let near = |t: &f64| (t - end).abs() <= target.time_tolerance();
        let row = if table.timed { solution.times.iter().position(near) } else { Some(0) };
        let row = row.ok_or_else(|| ReferenceTableError::Times {
            file: file.clone(),
            found: times(&solution.times),
            needed: format!("the end of the run, {end:?} s"),
        })?;
        solution = Solution { times: vec![end], values: solution.row(row).to_vec() };
    } else if !table.timed {
        let found = "no column `time`".into();
        return Err(ReferenceTableError::Times { file, found, needed: "times that are sampled (s)".into() });
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
            return Err(ReferenceTableError::Times { file, found: times(&solution.times), needed });
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
    fn read(file: &Path, text: &[u8], target: &Target) -> Result<Self, ReferenceTableError> {
        let malformed = |source| ReferenceTableError::Malformed { file: file.to_path_buf(), source };
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text);
        let header: Vec<String> = reader.headers().map_err(malformed)?.iter().map(str::to_owned).collect();
        let wrong = |message| ReferenceTableError::Unit { file: file.to_path_buf(), message };
        let is_known = |name: &str| name == "time" || target.columns().iter().any(|(column, _)| column == name);
        let heads =
            header.iter().map(|head| Header::read(head, is_known).map_err(wrong)).collect::<Result<Vec<_>, _>>()?;
        let place = |column: &str| heads.iter().position(|head| head.name == column);
        let size = |column: &str, unit: &str| {
            let size = |at: usize| heads[at].conversion(Unit::parse(unit).ok().as_ref()).map_err(wrong);
            place(column).map_or(Ok(Factor::ONE), size)
        };
        let places = target.columns().iter().map(|(column, unit)| {
            let missing = || ReferenceTableError::MissingColumn {
                file: file.to_path_buf(),
                column: column.clone(),
                found: header.clone(),
            };
            Ok((place(column).ok_or_else(missing)?, column.clone(), size(column, unit)?))
        });
        let places = places.collect::<Result<Vec<_>, _>>()?;
        let (time, member, time_size) = (place("time"), place("member"), size("time", "s")?);
        let wanted = target.member().unwrap_or(0).to_string();
        let mut table = Self { timed: time.is_some(), times: Vec::new(), values: Vec::new(), digits: 0 };
        for record in reader.records() {
            let record = record.map_err(malformed)?;
            if member.is_some_and(|at| record[at] != wanted) {
                continue;
            }
            let line = record.position().map_or(0, csv::Position::line);
            let number = |at: usize, column: &str| {
                let text = &record[at];
                text.parse().ok().filter(|x: &f64| x.is_finite()).ok_or_else(|| ReferenceTableError::NotANumber {
                    file: file.to_path_buf(),
                    line,
                    column: column.into(),
                    text: text.into(),
                })
            };
            let t = time_size.to_si(time.map_or(Ok(0.0), |at| number(at, "time"))?);
            if time.is_some() && table.times.last().is_some_and(|before| t <= *before) {
                return Err(ReferenceTableError::Order { file: file.to_path_buf(), line, time: t });
            }
            table.times.push(t);
            for (at, column, size) in &places {
                table.values.push(size.to_si(number(*at, column)?));
                table.digits = table.digits.max(significant_digits(&record[*at]));
            }
        }
        if table.times.is_empty() || (!table.timed && table.times.len() > 1) {
            let of_member = member.map_or(String::new(), |_| format!(" of member {wanted}"));
            return Err(ReferenceTableError::Rows { file: file.to_path_buf(), rows: table.times.len(), of_member });
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
