//! Frequencies over a parameter, a rotation rate as a rule: a Campbell diagram.

use super::arguments::{Direction, PlotArguments};
use super::columns::{quantity, table};
use super::manifest::Manifest;
use crate::cli::Failure;
use gyrosweep::analyses::modes::{MULTIPLES, critical_rates, rotation_rate};
use gyrosweep::ensemble::Outcome;
use gyrosweep::io::table::{Numbers, Selection, read};
use gyrosweep::plot::{Dimension, Lines, Picture, Scale, Series, lines};
use gyrosweep::report::{count, counted, short};
use std::path::PathBuf;

/// Begins the names of columns of frequencies.
const FREQUENCY: &str = "frequency_";

pub(super) fn lines_of(arguments: &PlotArguments) -> Result<Picture, Failure> {
    let about = Manifest::read(&arguments.folder)?;
    let Modes { path, x, frequencies, order, members } = Modes::read(arguments, &about)?;
    // of a pair that stays one there is no second exponent
    let is_there = |column: &&Numbers| order.iter().any(|i| column.values[*i].is_finite());
    let series: Vec<Series> = frequencies
        .iter()
        .filter(is_there)
        .map(|column| Series {
            name: column.name.replace(FREQUENCY, "mode "),
            points: order.iter().map(|i| (x.values[*i], column.values[*i])).collect(),
        })
        .collect();
    let mut notes = vec![format!(
        "{} of {}, followed by their shapes",
        counted(series.len() as u64, "mode"),
        counted(order.len() as u64, "member")
    )];
    if order.len() < members {
        notes.push(format!("Not drawn: {} without modes", count((members - order.len()) as u64)));
    }
    notes.extend(about.note());
    let dimension = |column: Numbers, direction: Direction| {
        arguments.dimension(direction, quantity(column, &about, arguments.scale(direction)).dimension)
    };
    let first = frequencies.into_iter().next().expect("a mode");
    let unit = first.unit.or_else(|| about.unit(&first.name));
    let y = dimension(Numbers { name: "frequency".into(), unit, values: first.values }, Direction::Y)?;
    let x = dimension(x, Direction::X)?;
    let rays = rays(arguments, &x)?;
    let rings: Vec<(f64, f64)> = rays.iter().flat_map(|(times, _)| critical(&series, *times)).collect();
    if !rings.is_empty() {
        let rates = counted(rings.len() as u64, "critical rate");
        notes.push(format!("rings: {rates}, between members by interpolation"));
    }
    let content = Lines {
        title: arguments.titled(about.title(&arguments.folder)),
        rays,
        rings,
        x,
        y,
        series,
        notes,
        style: arguments.page_style(),
        ..Lines::default()
    };
    let nothing = || Failure::input(format!("nothing to draw: no member of {} has modes", path.display()));
    lines(&content).ok_or_else(nothing)
}

/// Returns where one of the frequencies is so many times the rate.
fn critical(series: &[Series], times: f64) -> Vec<(f64, f64)> {
    let of = |series: &Series| {
        let (rates, frequencies): (Vec<f64>, Vec<f64>) = series.points.iter().copied().unzip();
        critical_rates(&rates, &frequencies, times)
    };
    series.iter().flat_map(of).collect()
}

/// The frequencies of members, and what they are drawn over.
struct Modes {
    path: PathBuf,
    x: Numbers,
    frequencies: Vec<Numbers>,
    /// The rows of members that have modes, ascending along x.
    order: Vec<usize>,
    members: usize,
}

impl Modes {
    fn read(arguments: &PlotArguments, about: &Manifest) -> Result<Self, Failure> {
        let (path, format) = table(&arguments.folder, about)?;
        let is_frequency = |name: &&str| name.strip_prefix(FREQUENCY).is_some_and(|k| k.parse::<u32>().is_ok());
        let modes: Vec<&str> = about.outputs().filter(is_frequency).collect();
        if modes.is_empty() {
            return Err(Failure::input(format!(
                "--campbell draws frequency_1, frequency_2, .. of `gyrosweep modes`; {} has none of these",
                path.display()
            )));
        }
        let x = match (arguments.x.as_deref(), &about.varied()[..]) {
            (Some(x), _) => x,
            (None, [x]) => *x,
            (None, varied) => {
                let found = if varied.is_empty() { "nothing".to_string() } else { varied.join(", ") };
                return Err(Failure::input(format!(
                    "--campbell draws frequencies over what the plan varies, which is {found}; accepted: --x COLUMN"
                )));
            }
        };
        let names: Vec<&str> = std::iter::once(x).chain(modes).collect();
        let Selection { mut numbers, words } = read(&path, format, &names, "outcome").map_err(Failure::input)?;
        let frequencies = numbers.split_off(1);
        let x = numbers.pop().expect("a column that was asked for");
        let has_outputs = |word: &String| Outcome::ALL.iter().any(|o| o.has_outputs() && word == o.name());
        let is_drawn = |i: &usize| has_outputs(&words[*i]) && x.values[*i].is_finite();
        let mut order: Vec<usize> = (0..words.len()).filter(is_drawn).collect();
        order.sort_by(|a, b| x.values[*a].total_cmp(&x.values[*b]));
        if let Some(pair) = order.windows(2).find(|pair| x.values[pair[0]] == x.values[pair[1]]) {
            let (name, value) = (&x.name, x.values[pair[0]]);
            return Err(Failure::input(format!(
                "--campbell draws a line for each mode, but more than one member has {name} = {value}; accepted: a plan that varies nothing \
                 else, or dots by --x {name} --y frequency_1"
            )));
        }
        Ok(Self { path, x, frequencies, order, members: words.len() })
    }
}

/// Returns the multiples of what is to the right that are drawn: how much of it a frequency is, rad/s per unit, and their names.
fn rays(arguments: &PlotArguments, x: &Dimension) -> Result<Vec<(f64, String)>, Failure> {
    let size = rotation_rate(x.unit.as_deref());
    let multiples = match &arguments.multiples[..] {
        [] if size.is_some() => &MULTIPLES,
        given => given,
    };
    if let Some(wrong) = multiples.iter().find(|n| !(n.is_finite() && **n > 0.0)) {
        return Err(Failure::input(format!("--multiples has {wrong}; accepted: positive numbers")));
    }
    if !arguments.multiples.is_empty()
        && [Direction::X, Direction::Y].iter().any(|d| arguments.scale(*d) != Scale::Linear)
    {
        return Err(Failure::input("--multiples are straight lines over linear axes; accepted: without --log"));
    }
    let size = size.unwrap_or(1.0);
    Ok(multiples.iter().map(|n| (n * size, format!("{} x {}", short(*n, 6), x.name))).collect())
}
