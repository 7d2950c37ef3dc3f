//! The samples of members as lines.

use super::arguments::{Direction, PlotArguments};
use super::columns::quantity;
use super::manifest::Manifest;
use crate::cli::Failure;
use gyrosweep::ensemble::Outcome;
use gyrosweep::io::folder::find_table;
use gyrosweep::io::scenario::{SCENARIO, rates};
use gyrosweep::io::table::{Format, Numbers, Selection, read, read_numbers};
use gyrosweep::plot::{Bands, Lines, Picture, Quantity, SampledValues, Scale, Series, bands, lines, smooth};
use gyrosweep::report::{count, counted};
use gyrosweep::studies::report::fan;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A time with what is along x and along y then, and their rates, NaN where they are not known.
#[derive(Clone, Copy)]
struct Sample {
    time: f64,
    point: (f64, f64),
    rates: [f64; 2],
}

/// Returns the table of samples in a folder.
fn table_in(folder: &Path) -> Result<(PathBuf, Format), Failure> {
    find_table(folder, "samples").map_err(Failure::other)?.ok_or_else(|| {
        Failure::input(format!(
            "--samples finds none in {}: neither samples.parquet nor samples.csv; \
             a run of a scenario with `[sampling]` writes them",
            folder.display()
        ))
    })
}

/// Draws the bands between which shares of the members lie over time.
pub(super) fn fan_of(arguments: &PlotArguments) -> Result<Picture, Failure> {
    let folder = &arguments.folder;
    let (path, format) = table_in(folder)?;
    let about = Manifest::read(folder)?;
    about.check(&path)?;
    let names = ["member", "time", arguments.y.as_deref().unwrap_or_default()];
    let Selection { numbers: columns, words } = read(&path, format, &names, "outcome").map_err(Failure::input)?;
    let [members, times, y] = <[Numbers; 3]>::try_from(columns).unwrap_or_else(|_| [(); 3].map(|()| empty()));
    let [rates] = rates_of(folder, [&y.name], |name| Some(read_numbers(&path, format, &[name]).ok()?.pop()?.values));
    let (name, unit) = (y.name.clone(), y.unit.clone().unwrap_or_default());
    let of = (&*y.values, rates.as_deref());
    let content = fan((&members.values, &words), &times.values, (&name, &unit), of).ok_or_else(|| {
        Failure::input(format!(
            "--fan: fewer than two members in {} have outputs; accepted: a run of more",
            path.display()
        ))
    })?;
    let mut notes = content.notes.clone();
    notes.extend(about.note());
    let dimension = |column: Numbers, direction: Direction| {
        arguments.dimension(direction, quantity(column, &about, arguments.scale(direction)).dimension)
    };
    let (x, y) = (dimension(times, Direction::X)?, dimension(y, Direction::Y)?);
    let picture = bands(&Bands {
        title: arguments.titled(about.title(folder)),
        x,
        y,
        notes,
        style: arguments.page_style(),
        ..content
    });
    let nothing = || Failure::input(format!("nothing to draw: {} has no sample with values of {name}", path.display()));
    let mut picture = picture.ok_or_else(nothing)?;
    picture.total = picture.drawn;
    Ok(picture)
}

/// Draws a line for each of some members.
pub(super) fn lines_of(arguments: &PlotArguments) -> Result<Picture, Failure> {
    let folder = &arguments.folder;
    let (path, format) = table_in(folder)?;
    let x = arguments.x.as_deref().unwrap_or("time");
    let about = Manifest::read(folder)?;
    about.check(&path)?;
    let names = ["member", "time", x, arguments.y.as_deref().unwrap_or_default()];
    let Selection { numbers: columns, words } = read(&path, format, &names, "outcome").map_err(Failure::input)?;
    let [members, times, x, y] = <[Numbers; 4]>::try_from(columns).unwrap_or_else(|_| [(); 4].map(|()| empty()));
    let all: Vec<u64> = members.values.iter().map(|m| *m as u64).collect::<BTreeSet<u64>>().into_iter().collect();
    let chosen = evenly(&all, arguments.most_lines());

    let known =
        rates_of(folder, [&x.name, &y.name], |name| Some(read_numbers(&path, format, &[name]).ok()?.pop()?.values));
    let mut rows: BTreeMap<u64, Vec<Sample>> = chosen.iter().map(|m| (*m, Vec::new())).collect();
    for (i, member) in members.values.iter().enumerate() {
        if let Some(rows) = rows.get_mut(&(*member as u64)) {
            let rates = known.each_ref().map(|rates| rates.as_ref().map_or(f64::NAN, |rates| rates[i]));
            rows.push(Sample { time: times.values[i], point: (x.values[i], y.values[i]), rates });
        }
    }
    let scales = [Direction::X, Direction::Y].map(|direction| arguments.scale(direction));
    let longest = rows.values().map(Vec::len).max().unwrap_or(0);
    let parts = parts(rows.len(), longest);
    let (mut series, mut curves) = (Vec::new(), Vec::new());
    for (member, mut rows) in rows {
        rows.sort_by(|a, b| a.time.total_cmp(&b.time));
        if parts > 1 {
            curves.push(curve(&rows, scales, parts));
        }
        let points = rows.into_iter().map(|sample| sample.point).collect();
        series.push(Series { name: format!("member {member}"), points });
    }
    let mut notes = vec![chosen_of(chosen.len(), all.len())];
    notes.extend(about.survivors());
    let failed: BTreeSet<u64> =
        members.values.iter().zip(&words).filter(|(_, word)| has_failed(word)).map(|(m, _)| *m as u64).collect();
    let failed = chosen.iter().filter(|member| failed.contains(member)).count() as u64;
    if failed > 0 {
        notes.push(format!("{} of them failed: their lines end before", count(failed)));
    }
    notes.extend(about.note());
    let dimension = |column: Numbers, direction: Direction| {
        arguments.dimension(direction, quantity(column, &about, arguments.scale(direction)).dimension)
    };
    let (x, y) = (dimension(x, Direction::X)?, dimension(y, Direction::Y)?);
    let nothing = format!("nothing to draw: {} has no sample with values of {}, {}", path.display(), x.name, y.name);
    let colour = colours(arguments, &about, &chosen)?;
    let picture = lines(&Lines {
        title: arguments.titled(about.title(folder)),
        x,
        y,
        series,
        curves,
        colour,
        notes,
        style: arguments.page_style(),
        ..Lines::default()
    });
    let mut picture = picture.ok_or_else(|| Failure::input(nothing))?;
    picture.total = all.len() as u64;
    Ok(picture)
}

/// Points of a line, at least, over the width of a picture; and of all lines at most.
const FINE: usize = 1200;
const MOST: usize = 400_000;

/// Returns how many parts stretches between samples of so many lines have, the longest of so many samples.
fn parts(lines: usize, samples: usize) -> usize {
    let of_one = FINE.div_ceil(samples.max(1)).min(24);
    of_one.min(MOST / (lines * samples).max(1)).max(1)
}

/// Returns the points of the smooth line through samples.
fn curve(rows: &[Sample], scales: [Scale; 2], parts: usize) -> Vec<(f64, f64)> {
    let times: Vec<f64> = rows.iter().map(|sample| sample.time).collect();
    let (x, y): (Vec<f64>, Vec<f64>) = rows.iter().map(|sample| sample.point).unzip();
    let (x_rates, y_rates): (Vec<f64>, Vec<f64>) = rows.iter().map(|Sample { rates: [x, y], .. }| (*x, *y)).unzip();
    let x = SampledValues { values: &x, rates: Some(&x_rates), scale: scales[0] };
    let y = SampledValues { values: &y, rates: Some(&y_rates), scale: scales[1] };
    smooth(&times, [x, y], parts)
}

/// Returns the columns that are the rates of these, where the scenario in the folder says of which outputs they
/// are.
fn rates_of<const N: usize>(
    folder: &Path,
    columns: [&str; N],
    read: impl Fn(&str) -> Option<Vec<f64>>,
) -> [Option<Vec<f64>>; N] {
    let text = std::fs::read_to_string(folder.join(SCENARIO)).unwrap_or_default();
    let rates = rates(&text);
    columns.map(|column| {
        let of = |(name, rate): &(String, String)| {
            let suffix = column.strip_prefix(name.as_str())?;
            (suffix.is_empty() || suffix.starts_with('.')).then(|| format!("{rate}{suffix}"))
        };
        read(&rates.iter().find_map(of)?)
    })
}

/// Tells whether a word is the name of an outcome without outputs.
fn has_failed(word: &str) -> bool {
    !Outcome::ALL.iter().any(|outcome| outcome.has_outputs() && word == outcome.name())
}

fn empty() -> Numbers {
    Numbers { name: String::new(), unit: None, values: Vec::new() }
}

/// Says how many members are drawn of all.
pub(super) fn chosen_of(chosen: usize, all: usize) -> String {
    match (chosen, all) {
        (1, 1) => "The only member".into(),
        (n, total) if n == total => format!("All {} members, one line each", count(n as u64)),
        (n, total) => {
            format!("{} of {}, evenly chosen, one line each", count(n as u64), counted(total as u64, "member"))
        }
    }
}

/// Chooses at most `most` things of all, the first and the last among them.
pub(super) fn evenly(all: &[u64], most: usize) -> Vec<u64> {
    let n = most.min(all.len());
    (0..n).map(|k| all[if n > 1 { k * (all.len() - 1) / (n - 1) } else { 0 }]).collect()
}

/// Reads the values of the colour for the chosen members, from the table of the members.
pub(super) fn colours(
    arguments: &PlotArguments,
    about: &Manifest,
    chosen: &[u64],
) -> Result<Option<Quantity>, Failure> {
    let Some(name) = arguments.colour.as_deref() else { return Ok(None) };
    let folder = &arguments.folder;
    let (path, format) = find_table(folder, "members").map_err(Failure::other)?.ok_or_else(|| {
        Failure::input(format!(
            "--colour names a column of the members, but there is neither members.parquet nor members.csv in {}",
            folder.display()
        ))
    })?;
    about.check(&path)?;
    let columns = read_numbers(&path, format, &["member", name]).map_err(Failure::input)?;
    let mut columns = columns.into_iter();
    let (Some(members), Some(column)) = (columns.next(), columns.next()) else { return Ok(None) };
    let of: BTreeMap<u64, f64> = members.values.iter().map(|m| *m as u64).zip(column.values.iter().copied()).collect();
    let values = chosen.iter().map(|member| of.get(member).copied().unwrap_or(f64::NAN)).collect();
    let Quantity { dimension, values } =
        quantity(Numbers { values, ..column }, about, arguments.scale(Direction::Colour));
    Ok(Some(Quantity { dimension: arguments.dimension(Direction::Colour, dimension)?, values }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_chosen_evenly() {
        let all: Vec<u64> = (0..100).collect();
        assert_eq!(evenly(&all, 4), [0, 33, 66, 99]);
        assert_eq!(evenly(&all, 1), [0]);
        assert_eq!(evenly(&all, 1000), all);
        assert_eq!(evenly(&[], 3), [0u64; 0]);
    }
}
