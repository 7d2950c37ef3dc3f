//! Tables of poses over time (CSV, Parquet): positions with unit quaternions or rotation vectors.

use super::table::{GivenTable, NumberColumn};
use crate::lie::{LieGroup, Motion, UnitQuaternion};
use crate::model::text::short;
use crate::model::unit::Unit;
use crate::model::{Invalid, Poses, row_place};
use crate::num::Vec3;
use crate::plot;
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
    pub fn read(path: &Path) -> Result<Self, Invalid> {
        Self::read_with(path, COLUMNS)
    }

    /// Reads a table as [`PoseTable::read`] does, of poses over lengths along a line, m, with the columns [`ALONG`].
    ///
    /// # Errors
    /// As that.
    pub fn read_along(path: &Path) -> Result<Self, Invalid> {
        Self::read_with(path, ALONG)
    }

    fn read_with(path: &Path, accepted: Names) -> Result<Self, Invalid> {
        let is_known =
            |name: &str| accepted.into_iter().chain([&DEVIATIONS[..]]).flatten().any(|(known, _)| *known == name);
        let mut source = GivenTable::open(path, is_known)?;
        let names = columns(&source, accepted)?;
        let column = |(name, unit): &(&str, &str)| source.column(name, Unit::parse(unit).ok().as_ref()).transpose();
        let columns: Vec<NumberColumn> = names.iter().filter_map(column).collect::<Result<_, _>>()?;
        let mut table = Self {
            file: path.into(),
            times: vec![],
            motions: vec![],
            sign_flips: 0,
            deviations: names.contains(&DEVIATIONS[0]).then(|| [vec![], vec![]]),
            long_vectors: None,
            lines: None,
        };
        while source.next_row()? {
            let numbers = columns.iter().map(|column| source.number(column)).collect::<Result<Vec<f64>, _>>()?;
            table.add(&names, &numbers).map_err(|message| source.wrong(message))?;
        }
        if table.times.is_empty() {
            return Err(source.whole("the table has no rows; accepted: a row for each pose"));
        }
        table.lines = source.into_lines();
        Ok(table)
    }

    /// Returns where a row stands, counted from 0: file and line of CSV, file and row of Parquet.
    pub fn place(&self, row: usize) -> String {
        row_place(&self.file.display().to_string(), self.lines.as_deref(), row)
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

    /// Adds a row, or says what is wrong with it.
    fn add(&mut self, names: &[(&str, &str)], numbers: &[f64]) -> Result<(), String> {
        let time = numbers[0];
        if let Some(before) = self.times.last().filter(|before| **before >= time) {
            let (name, unit) = names[0];
            let rising = if name == "s" { "lengths" } else { "times" };
            return Err(format!(
                "the column `{name}` holds {time:?} {unit} after {before:?} {unit} of the row before; accepted: rising {rising}"
            ));
        }
        let poses = numbers.len() - if self.deviations.is_some() { DEVIATIONS.len() } else { 0 };
        for (at, all) in self.deviations.iter_mut().flatten().enumerate() {
            let deviation = numbers[poses + at];
            if deviation <= 0.0 {
                let name = DEVIATIONS[at].0;
                return Err(format!("the column `{name}` holds {deviation:?}; accepted: a positive number"));
            }
            all.push(deviation);
        }
        let rotation = match &numbers[4..poses] {
            [x, y, z] => {
                let vector = Vec3::new(*x, *y, *z);
                if vector.norm() > TURN {
                    let first = self.long_vectors.get_or_insert((self.times.len(), vector.norm(), 0));
                    first.2 += 1;
                }
                UnitQuaternion::exp(vector)
            }
            quaternion => {
                let length = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
                if (length - 1.0).abs() > LENGTH_TOLERANCE {
                    return Err(format!(
                        "the columns `qw`, `qx`, `qy`, `qz` hold a quaternion of length {length:?}, which is {:.1e} off; \
                         accepted: unit quaternions, whose length is 1 within {LENGTH_TOLERANCE:e}",
                        (length - 1.0).abs()
                    ));
                }
                UnitQuaternion::from_slice(quaternion).normalized()
            }
        };
        let before = self.motions.last().map(|motion| motion.rotation());
        self.sign_flips += usize::from(before.is_some_and(|q| rotation.near(q) != rotation));
        self.times.push(time);
        self.motions.push(Motion::new(Vec3::from_slice(&numbers[1..4]), rotation));
        Ok(())
    }
}

/// Returns the columns that a table has, or says which are missing.
fn columns(table: &GivenTable, accepted: Names) -> Result<Vec<(&'static str, &'static str)>, Invalid> {
    let found: Vec<&str> = table.names().collect();
    let has = |name: &str| found.contains(&name);
    let [quaternion, vector] = accepted.map(|names| names[4..].iter().filter(|(name, _)| has(name)).count());
    if quaternion > 0 && vector > 0 {
        let message = "found columns of quaternions and of rotation vectors; accepted: one of both";
        return Err(table.of_heads(message.into()));
    }
    let names = accepted[usize::from(vector > 0)];
    if let Some((missing, _)) = names.iter().find(|(name, _)| !has(name)) {
        let list = |names: &[(&str, &str)]| names.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(",");
        return Err(table.missing(missing, &accepted.map(list).join(" or ")));
    }
    let mut names = names.to_vec();
    let deviations = DEVIATIONS.iter().filter(|(name, _)| has(name) && names[0].0 == "time");
    let deviations: Vec<_> = deviations.copied().collect();
    if let [(one, _)] = deviations[..] {
        let both = DEVIATIONS.map(|(name, _)| name).join(" and ");
        return Err(table.of_heads(format!("found the column `{one}` alone; accepted: {both}, or none of them")));
    }
    names.extend(deviations);
    Ok(names)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::io::table::{Column, ColumnKind, Field, Format, create};

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
        assert_eq!(error.message, "the column `qx` holds \"\"; accepted: a finite number");
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
                "poses.csv:1: no column `qz`; found \"time,x,y,z,qw,qx,qy\"; accepted: time,x,y,z,qw,qx,qy,qz or \
                 time,x,y,z,rx,ry,rz",
            ),
            ("time;x;y;z;rx;ry;rz\n".into(), "rx,ry,rz, separated by commas"),
            ("time,x,y,z,rx,ry,rz,qw\n".into(), "found columns of quaternions and of rotation vectors"),
            ("time,x,y,z,z,rx,ry,rz\n".into(), "the column `z` comes twice"),
            (HEAD.into(), "poses.csv: the table has no rows; accepted: a row for each pose"),
            (
                HEAD.replace("x,y", "x [furlong],y") + good,
                "poses.csv:1: the column \"x [furlong]\": unknown unit \"furlong\"",
            ),
            (
                HEAD.replace("time", "time [mm]") + good,
                "poses.csv:1: the column \"time\" is in mm, a length (m); accepted: a time, as in s",
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
            (format!("{HEAD}{good}1,0,0,0,1\n"), "poses.csv:3: the row has 5 values, but the header has 8 columns"),
        ] {
            let found = read(&text).unwrap_err();
            assert!(found.contains(message), "{text}: {found}");
        }
    }
}
