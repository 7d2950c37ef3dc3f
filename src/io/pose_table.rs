//! Tables of poses over time (CSV, Parquet): positions with unit quaternions or rotation vectors.

use super::cause::cause;
use super::table::{Format, Heads, Numbers, ReadError, csv_lines, read_numbers};
use crate::lie::{LieGroup, Motion, UnitQuaternion};
use crate::model::text::short;
use crate::model::unit::{Factor, Unit};
use crate::model::{Poses, row_place};
use crate::num::Vec3;
use crate::plot;
use csv::{Position, ReaderBuilder, Trim};
use std::path::{Path, PathBuf};

/// The columns of a table with unit quaternions, scalar first, and those of one with rotation vectors, each with its unit.
pub const COLUMNS: [&[(&str, &str)]; 2] = [
    &[("time", "s"), ("x", "m"), ("y", "m"), ("z", "m"), ("qw", "1"), ("qx", "1"), ("qy", "1"), ("qz", "1")],
    &[("time", "s"), ("x", "m"), ("y", "m"), ("z", "m"), ("rx", "rad"), ("ry", "rad"), ("rz", "rad")],
];

/// The columns of a table of poses along a line, as [`COLUMNS`].
pub const ALONG: [&[(&str, &str)]; 2] = [
    &[("s", "m"), ("x", "m"), ("y", "m"), ("z", "m"), ("qw", "1"), ("qx", "1"), ("qy", "1"), ("qz", "1")],
    &[("s", "m"), ("x", "m"), ("y", "m"), ("z", "m"), ("rx", "rad"), ("ry", "rad"), ("rz", "rad")],
];

/// The columns of standard deviations of every component of the position and of the rotation, both or none of which a table over time has.
pub const DEVIATIONS: [(&str, &str); 2] = [("deviation_position", "m"), ("deviation_rotation", "rad")];

/// The names and units of columns, of a table with unit quaternions and of one with rotation vectors.
type Names = [&'static [(&'static str, &'static str)]; 2];

/// How far the length of a quaternion may be from one: what six decimals leave, with some to spare.
const LENGTH_TOLERANCE: f64 = 1e-5;
/// The length of a rotation vector that is longer than a turn, rad, with some to spare for rounding.
const TURN: f64 = std::f64::consts::TAU + 1.5e-5;

/// Says why a table of poses cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct PoseTableError {
    /// Where: the file, and the line of CSV or the row of Parquet.
    pub place: String,
    /// What was found and what is accepted.
    pub message: String,
}

/// Holds poses over time.
#[derive(Clone, Debug)]
pub struct PoseTable {
    /// The file.
    pub file: PathBuf,
    /// The times, s, rising.
    pub times: Vec<f64>,
    /// The poses `world_from_body`: positions, m, and unit quaternions with the signs of the table.
    pub motions: Vec<Motion<f64>>,
    /// How many quaternions have a sign that is not the one near that of the row before, which says nothing of the motion.
    pub sign_flips: usize,
    /// The standard deviations of every component of positions, m, and of rotations, rad, where the table has them.
    pub deviations: Option<[Vec<f64>; 2]>,
    /// The first row whose rotation vector is longer than a turn, its length, rad, and how many there are.
    long_vectors: Option<(usize, f64, u64)>,
    /// The lines of CSV that the rows stand on.
    lines: Option<Vec<usize>>,
}

impl PoseTable {
    /// Reads a table with the columns of one of [`COLUMNS`], in any order; others are ignored. A head may state a unit, as in
    /// `x [mm]`; that of a column without one is the SI's. What the name of the file does not say to be Parquet is CSV.
    ///
    /// # Errors
    /// Where the file cannot be read, has no such columns, no rows, a number that is missing or not finite, a quaternion that is
    /// not of unit length, or times that do not rise.
    pub fn read(path: &Path) -> Result<Self, PoseTableError> {
        Self::read_with(path, COLUMNS)
    }

    /// Reads a table as [`PoseTable::read`] does, of poses over lengths along a line, m, with the columns [`ALONG`].
    ///
    /// # Errors
    /// As that.
    pub fn read_along(path: &Path) -> Result<Self, PoseTableError> {
        Self::read_with(path, ALONG)
    }

    fn read_with(path: &Path, accepted: Names) -> Result<Self, PoseTableError> {
        let is_parquet = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("parquet"));
        let columns = if is_parquet { Columns::parquet(path, accepted) } else { Columns::csv(path, accepted) }?;
        let table = Self {
            file: path.into(),
            times: vec![],
            motions: vec![],
            sign_flips: 0,
            deviations: columns.names.contains(&DEVIATIONS[0]).then(|| [vec![], vec![]]),
            long_vectors: None,
            lines: columns.lines,
        };
        table.with_rows(&columns.names, &columns.rows)
    }

    /// Returns where a row stands, counted from 0: file and line of CSV, file and row of Parquet.
    pub fn place(&self, row: usize) -> String {
        place(&self.file, self.lines.as_deref(), row)
    }

    /// Says that rotation vectors are longer than a turn, if some are.
    pub fn long_vectors(&self) -> Option<String> {
        let (row, length, count) = self.long_vectors?;
        let all = if count > 1 { format!(", the first of {} such rows,", plot::count(count)) } else { String::new() };
        Some(format!(
            "{}: the rotation vector is {} rad long{all} and so more than a turn: its pose alone counts, and from row to row the body \
             turns by the shorter way; angles in another unit are told by heads, as rx [deg]",
            self.place(row),
            short(length, 4)
        ))
    }

    /// Returns the poses with their places in the file.
    pub fn into_poses(self) -> Poses {
        let name = self.file.display().to_string();
        Poses { name, times: self.times, motions: self.motions, deviations: self.deviations, lines: self.lines }
    }

    fn with_rows(mut self, names: &[(&str, &str)], rows: &[Vec<f64>]) -> Result<Self, PoseTableError> {
        let fail = |place, message| Err(PoseTableError { place, message });
        for (row, numbers) in rows.iter().enumerate() {
            if let Some(at) = numbers.iter().position(|x| !x.is_finite()) {
                let message = format!("the column `{}` holds no finite number; accepted: a finite number", names[at].0);
                return fail(self.place(row), message);
            }
            let time = numbers[0];
            if let Some(before) = self.times.last().filter(|before| **before >= time) {
                let (name, unit) = names[0];
                let rising = if name == "s" { "lengths" } else { "times" };
                let message = format!(
                    "the column `{name}` holds {time:?} {unit} after {before:?} {unit} of the row before; accepted: rising {rising}"
                );
                return fail(self.place(row), message);
            }
            let poses = numbers.len() - if self.deviations.is_some() { DEVIATIONS.len() } else { 0 };
            for (at, all) in self.deviations.iter_mut().flatten().enumerate() {
                let deviation = numbers[poses + at];
                if deviation <= 0.0 {
                    let name = DEVIATIONS[at].0;
                    let message = format!("the column `{name}` holds {deviation:?}; accepted: a positive number");
                    return fail(place(&self.file, self.lines.as_deref(), row), message);
                }
                all.push(deviation);
            }
            let rotation = match &numbers[4..poses] {
                [x, y, z] => {
                    let vector = Vec3::new(*x, *y, *z);
                    if vector.norm() > TURN {
                        let first = self.long_vectors.get_or_insert((row, vector.norm(), 0));
                        first.2 += 1;
                    }
                    UnitQuaternion::exp(vector)
                }
                quaternion => {
                    let length = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
                    if (length - 1.0).abs() > LENGTH_TOLERANCE {
                        let message = format!(
                            "the columns `qw`, `qx`, `qy`, `qz` hold a quaternion of length {length:?}, which is {:.1e} off; \
                             accepted: unit quaternions, whose length is 1 within {LENGTH_TOLERANCE:e}",
                            (length - 1.0).abs()
                        );
                        return fail(self.place(row), message);
                    }
                    UnitQuaternion::from_slice(quaternion).normalized()
                }
            };
            let before = self.motions.last().map(|motion| motion.rotation());
            self.sign_flips += usize::from(before.is_some_and(|q| rotation.near(q) != rotation));
            self.times.push(time);
            self.motions.push(Motion::new(Vec3::from_slice(&numbers[1..4]), rotation));
        }
        match self.times.is_empty() {
            true => {
                fail(self.file.display().to_string(), "the table has no rows; accepted: a row for each pose".into())
            }
            false => Ok(self),
        }
    }
}

fn place(file: &Path, lines: Option<&[usize]>, row: usize) -> String {
    row_place(&file.display().to_string(), lines, row)
}

/// The numbers of a table, row by row in the order of the names, in units of the SI; NaN where one is missing.
struct Columns {
    names: Vec<(&'static str, &'static str)>,
    rows: Vec<Vec<f64>>,
    lines: Option<Vec<usize>>,
}

/// Returns the columns that a table has, or says which are missing.
fn columns(file: &Path, accepted: Names, found: &[&str]) -> Result<Vec<(&'static str, &'static str)>, PoseTableError> {
    let fail = |message| Err(PoseTableError { place: file.display().to_string(), message });
    let has = |name: &str| found.contains(&name);
    let [quaternion, vector] = accepted.map(|names| names[4..].iter().filter(|(name, _)| has(name)).count());
    if quaternion > 0 && vector > 0 {
        return fail("found columns of quaternions and of rotation vectors; accepted: one of both".into());
    }
    let names = accepted[usize::from(vector > 0)];
    if let Some((missing, _)) = names.iter().find(|(name, _)| !has(name)) {
        let list = |names: &[(&str, &str)]| names.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(",");
        let accepted = accepted.map(list).join(" or ");
        let found = found.join(",");
        let commas = if found.contains([';', '\t']) { ", separated by commas" } else { "" };
        return fail(format!("no column `{missing}`; found {found:?}; accepted: {accepted}{commas}"));
    }
    let mut names = names.to_vec();
    let deviations = DEVIATIONS.iter().filter(|(name, _)| has(name) && names[0].0 == "time");
    let deviations: Vec<_> = deviations.copied().collect();
    if let [(one, _)] = deviations[..] {
        let both = DEVIATIONS.map(|(name, _)| name).join(" and ");
        return fail(format!("found the column `{one}` alone; accepted: {both}, or none of them"));
    }
    names.extend(deviations);
    Ok(names)
}

/// Returns where columns are, and the factors by which their numbers are in their units.
fn places(heads: &Heads, names: &[(&str, &str)]) -> Result<Vec<(usize, Factor)>, String> {
    let of = |(name, unit): &(&str, &str)| heads.column(name, Unit::parse(unit).ok().as_ref()).transpose();
    names.iter().filter_map(of).map(|found| found.map(|(at, _, factor)| (at, factor))).collect()
}

impl Columns {
    fn csv(file: &Path, accepted: Names) -> Result<Self, PoseTableError> {
        let fail = |place: String, message: String| PoseTableError { place, message };
        let shown = || file.display().to_string();
        let malformed = |error: csv::Error| {
            let line = error.position().map_or(1, Position::line);
            fail(format!("{}:{line}", shown()), format!("this is no table of comma-separated values: {error}"))
        };
        let text =
            std::fs::read(file).map_err(|e| fail(shown(), format!("the table cannot be read: {}", cause(&e))))?;
        let mut reader = ReaderBuilder::new().trim(Trim::All).from_reader(&text[..]);
        let header = reader.headers().map_err(malformed)?.clone();
        let is_known =
            |name: &str| accepted.iter().copied().chain([&DEVIATIONS[..]]).flatten().any(|(known, _)| *known == name);
        let heads = Heads::read(&header, is_known).map_err(|message| fail(shown(), message))?;
        let names = columns(file, accepted, &heads.names().collect::<Vec<_>>())?;
        let places = places(&heads, &names).map_err(|message| fail(shown(), message))?;
        let lines = csv_lines(file);
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(malformed)?;
            let row = rows.len();
            let number = |((at, factor), (name, _)): (&(usize, Factor), &(&str, &str))| {
                let text = &record[*at];
                let number = text.parse().ok().filter(|x: &f64| x.is_finite());
                number.map(|x| factor.to_si(x)).ok_or_else(|| {
                    let message = format!("the column `{name}` holds {text:?}; accepted: a finite number");
                    fail(place(file, Some(&lines), row), message)
                })
            };
            rows.push(places.iter().zip(&names).map(number).collect::<Result<Vec<_>, _>>()?);
        }
        Ok(Self { names, rows, lines: Some(lines) })
    }

    fn parquet(file: &Path, accepted: Names) -> Result<Self, PoseTableError> {
        let failed =
            |error: ReadError| PoseTableError { place: file.display().to_string(), message: error.to_string() };
        // asked for a column that no table has, the reader says which there are
        let found = match read_numbers(file, Format::Parquet, &[""]) {
            Err(ReadError::UnknownColumn { known, .. }) => known,
            Err(error) => return Err(failed(error)),
            Ok(_) => Vec::new(),
        };
        let names = columns(file, accepted, &found.iter().map(String::as_str).collect::<Vec<_>>())?;
        let wanted: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        let mut numbers = read_numbers(file, Format::Parquet, &wanted).map_err(failed)?;
        let head = |column: &Numbers| match &column.unit {
            Some(unit) => format!("{} ({unit})", column.name),
            None => column.name.clone(),
        };
        let heads: Vec<String> = numbers.iter().map(head).collect();
        let heads = Heads::read(heads.iter().map(String::as_str), |name| wanted.contains(&name));
        let places = heads.and_then(|heads| places(&heads, &names));
        let places = places.map_err(|message| PoseTableError { place: file.display().to_string(), message })?;
        for (column, (_, factor)) in numbers.iter_mut().zip(places) {
            column.values.iter_mut().for_each(|x| *x = factor.to_si(*x));
        }
        let count = numbers.first().map_or(0, |column| column.values.len());
        let row = |k: usize| numbers.iter().map(|column| column.values[k]).collect();
        Ok(Self { names, rows: (0..count).map(row).collect(), lines: None })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::io::table::{Column, ColumnKind, Field, create};

    fn read(text: &str) -> Result<PoseTable, String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("poses.csv");
        std::fs::write(&file, text).unwrap();
        let shown = format!("{}", file.display());
        PoseTable::read(&file).map_err(|error| error.to_string().replace(&shown, "poses.csv"))
    }

    const HEAD: &str = "time,x,y,z,qw,qx,qy,qz\n";

    #[test]
    fn positions_and_rotations_in_units_of_the_table() {
        let found =
            read("note,time [ms],z,y,x (mm),rz [deg],ry,rx\na,0,3,2,1000,90,0,0\n\nb,500,3,2,1500,0,0,0\n").unwrap();
        assert_eq!(found.times, [0.0, 0.5]);
        // a unit dual quaternion holds it but for rounding
        assert!((found.motions[0].position() - Vec3::new(1.0, 2.0, 3.0)).norm() < 2e-15);
        let turned = found.motions[0].rotation().log().to_array();
        assert!((turned[2] - std::f64::consts::FRAC_PI_2).abs() < 1e-15 && turned[..2] == [0.0; 2], "{turned:?}");
        assert!(found.place(1).ends_with("poses.csv:4"), "{}", found.place(1));
    }

    #[test]
    fn signs_of_quaternions_are_counted_and_say_nothing() {
        let found = read(&format!("{HEAD}0,0,0,0,1,0,0,0\n1,0,0,0,-0.6,-0.8,0,0\n2,0,0,0,-0.6,-0.8,0,0\n")).unwrap();
        assert_eq!(found.sign_flips, 1);
        let angle = found.motions[1].rotation().log().norm();
        assert!((angle - 2.0 * 0.6f64.acos()).abs() < 1e-15, "{angle}");
    }

    #[test]
    fn parquet_with_units() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("poses.parquet");
        let field = |(name, unit): &(&str, &str)| {
            Field::new(*name, ColumnKind::Real).with_unit(if *name == "x" { "mm" } else { unit })
        };
        let mut table = create(&file, Format::Parquet, COLUMNS[0].iter().map(field).collect()).unwrap();
        let rows = [[0.0, 5.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0], [1.0, 6.0, 0.0, 1.0, 0.0, f64::NAN, 0.0, 1.0]];
        let column = |at: usize| Column::Real(rows.iter().map(|row: &[f64; 8]| row[at]).collect());
        table.append((0..8).map(column).collect()).unwrap();
        table.publish(false).unwrap();
        let error = PoseTable::read(&file).unwrap_err();
        assert!(error.place.ends_with("poses.parquet, row 2"), "{error}");
        assert_eq!(error.message, "the column `qx` holds no finite number; accepted: a finite number");
        let mut table = create(&file, Format::Parquet, COLUMNS[0].iter().map(field).collect()).unwrap();
        table.append((0..8).map(|at| Column::Real(vec![rows[0][at]])).collect()).unwrap();
        table.publish(false).unwrap();
        assert_eq!(PoseTable::read(&file).unwrap().motions[0].position().to_array(), [0.005, 0.0, 1.0]);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let good = "0,0,0,0,1,0,0,0\n";
        for (text, message) in [
            (
                "time,x,y,z,qw,qx,qy\n".into(),
                "poses.csv: no column `qz`; found \"time,x,y,z,qw,qx,qy\"; accepted: time,x,y,z,qw,qx,qy,qz or \
                 time,x,y,z,rx,ry,rz",
            ),
            ("time;x;y;z;rx;ry;rz\n".into(), "rx,ry,rz, separated by commas"),
            ("time,x,y,z,rx,ry,rz,qw\n".into(), "found columns of quaternions and of rotation vectors"),
            ("time,x,y,z,z,rx,ry,rz\n".into(), "the column \"z\" comes twice"),
            (HEAD.into(), "poses.csv: the table has no rows; accepted: a row for each pose"),
            (
                HEAD.replace("x,y", "x [furlong],y") + good,
                "poses.csv: the column \"x [furlong]\": unknown unit \"furlong\"",
            ),
            (
                HEAD.replace("time", "time [mm]") + good,
                "poses.csv: the column \"time\" is in mm, a length (m); accepted: a time, as in s",
            ),
            (
                format!("{HEAD}{good}1,0,0,0,1,0.1,0,0\n"),
                "poses.csv:3: the columns `qw`, `qx`, `qy`, `qz` hold a quaternion of length 1.004987562112089, which is \
                 5.0e-3 off; accepted: unit quaternions, whose length is 1 within 1e-5",
            ),
            (
                format!("{HEAD}{good}1,0,0,0,1,0,0,0\n1,0,0,0,1,0,0,0\n"),
                "poses.csv:4: the column `time` holds 1.0 s after 1.0 s of the row before; accepted: rising times",
            ),
            (
                format!("{HEAD}{good}1,0,nan,0,1,0,0,0\n"),
                "poses.csv:3: the column `y` holds \"nan\"; accepted: a finite number",
            ),
            (format!("{HEAD}{good}1,0,,0,1,0,0,0\n"), "poses.csv:3: the column `y` holds \"\""),
            (format!("{HEAD}{good}1,0,0,0,1\n"), "poses.csv:3: this is no table of comma-separated values"),
        ] {
            let found = read(&text).unwrap_err();
            assert!(found.contains(message), "{text}: {found}");
        }
    }
}
