//! How values of columns are distributed, of members or of what a run with `--statistics` kept.

use super::arguments::{Direction, PlotArguments};
use super::columns::{kind, table};
use super::manifest::Manifest;
use super::thresholds::thresholds;
use crate::cli::Failure;
use gyrosweep::ensemble::{Outcome, Survivors};
use gyrosweep::io::manifest::OutputFigures;
use gyrosweep::io::table::{Numbers, Selection, read};
use gyrosweep::model::nearest;
use gyrosweep::plot::{
    Classes, Dimension, Histogram, Lines, Picture, Scale, Series, ValueKind, histogram, lines, share_steps,
    shares_at_edges,
};
use gyrosweep::report::{count, counted, short, shown_unit};
use gyrosweep::studies::run::survivors;

/// What is known of columns, all of one unit.
struct Columns {
    title: String,
    /// The columns with their values that have a place along x.
    columns: Vec<Column>,
    x: Dimension,
    /// The places where conditions of the run divide the columns.
    marked: Vec<(f64, String)>,
    notes: Vec<String>,
}

struct Column {
    name: String,
    known: Known,
}

/// What was kept of a column.
enum Known {
    Values(Vec<f64>),
    /// The classes with the least and the greatest value.
    Classes(Classes, [f64; 2]),
}

pub(super) fn histogram_of(arguments: &PlotArguments) -> Result<Picture, Failure> {
    let names = &arguments.histogram;
    let content = Columns::read("--histogram", names, arguments)?;
    let columns: Vec<&[f64]> = content.columns.iter().map(Column::values).collect();
    let mut values = columns.iter().copied().flatten();
    let first = values.next().copied();
    let only = first.filter(|first| values.all(|value| value == first));
    let bins = arguments.bins.map(|n| n as usize);
    let mut notes = Vec::new();
    let mut series = Vec::new();
    let mut outside = 0;
    if content.columns.iter().any(|column| matches!(column.known, Known::Classes(..))) {
        if bins.is_some() {
            return Err(Failure::input(
                "--bins does not apply: the run kept the classes of its histograms, not the members",
            ));
        }
        if content.x.scale == Scale::Logarithmic {
            return Err(Failure::input("--log x does not apply: the run kept classes of equal width, not the members"));
        }
    }
    let answers = content.x.kind == ValueKind::YesNo && content.x.scale == Scale::Linear && bins.is_none();
    let edges = if answers {
        Some(vec![-0.5, 0.5, 1.5])
    } else {
        Classes::edges(&columns, content.x.scale, content.x.limits, bins)
    };
    for Column { name, known } in content.columns {
        let classes = match (known, &edges) {
            (Known::Classes(classes, _), _) => classes,
            (Known::Values(values), Some(edges)) => Classes::count(edges.clone(), &values),
            (Known::Values(_), None) => Classes::default(),
        };
        if notes.is_empty() && !answers {
            notes.push(widths(&classes, content.x.scale, content.x.unit.as_deref()));
        }
        outside += classes.beyond.iter().sum::<u64>();
        series.push((name, classes));
    }
    if content.x.limits.is_some() && outside > 0 {
        notes.push(format!("Not drawn: {} outside the limits", counted(outside, "member")));
    }
    if let Some(value) = only {
        notes = vec![format!("All values are {}", short(value, 7))];
    }
    if let ([(_, Classes { counts, .. })], true) = (series.as_slice(), answers) {
        let [no, yes] = [0, 1].map(|answer| counts.get(answer).copied().unwrap_or(0));
        notes = vec![format!("Yes: {} of {}", count(yes), counted(no + yes, "member"))];
    }
    notes.extend(content.notes);
    let y = Dimension { name: "members".into(), scale: arguments.scale(Direction::Y), ..Dimension::default() };
    let y = arguments.dimension(Direction::Y, y)?;
    let what = names.join(", ");
    let (x, marked) = (content.x, content.marked);
    histogram(&Histogram { title: content.title, x, y, series, marked, notes, style: arguments.page_style() })
        .ok_or_else(|| nothing(arguments, &what))
}

pub(super) fn cumulative_of(arguments: &PlotArguments) -> Result<Picture, Failure> {
    let names = &arguments.cumulative;
    if arguments.log.contains(&Direction::Y) {
        return Err(Failure::input("--log y does not apply to --cumulative, whose shares begin at zero"));
    }
    let Columns { title, columns, x, marked, notes: more } = Columns::read("--cumulative", names, arguments)?;
    let several = columns.len() > 1;
    let mut notes = vec!["The share of the values up to each value".to_string()];
    let mut drawn = 0;
    let mut series = Vec::new();
    for Column { name, known } in columns {
        let points = match known {
            Known::Values(values) => {
                drawn += values.len() as u64;
                share_steps(&values, x.scale)
            }
            Known::Classes(classes, ends) => {
                drawn += classes.counts.iter().chain(&classes.beyond).sum::<u64>();
                let kept = count(classes.counts.len() as u64);
                notes = vec![format!("The share of the values below each value, known at the edges of {kept} classes")];
                shares_at_edges(&classes, ends)
            }
        };
        // the name of a single line is that of the axis
        series.push(Series { name: if several { name } else { String::new() }, points });
    }
    notes.extend(more);
    let y = Dimension { name: "share of members".into(), limits: Some([0.0, 1.0]), ..Dimension::default() };
    let y = arguments.dimension(Direction::Y, y)?;
    let picture = lines(&Lines {
        title,
        x,
        y,
        series,
        marked,
        notes,
        outlines: true,
        style: arguments.page_style(),
        ..Lines::default()
    });
    let mut picture = picture.filter(|_| drawn > 0).ok_or_else(|| nothing(arguments, &names.join(", ")))?;
    (picture.drawn, picture.total) = (drawn, drawn);
    Ok(picture)
}

fn nothing(arguments: &PlotArguments, names: &str) -> Failure {
    let folder = arguments.folder.display();
    let positive = if arguments.scale(Direction::X) == Scale::Logarithmic { ", as --log x needs" } else { "" };
    let within = if matches!(arguments.limits(Direction::X), Ok(Some(_))) { " within --xlim" } else { "" };
    let kind = if positive.is_empty() { "finite" } else { "positive" };
    Failure::input(format!("nothing to draw: no member in {folder} has a {kind} value of {names}{positive}{within}"))
}

/// Says how many classes there are, and how wide they are.
fn widths(classes: &Classes, scale: Scale, unit: Option<&str>) -> String {
    let n = classes.counts.len();
    let noun = if n == 1 { "class" } else { "classes" };
    match (scale, classes.edges.as_slice()) {
        (Scale::Linear, [first, second, ..]) => {
            let unit = unit.map(shown_unit).filter(|unit| !unit.is_empty());
            let unit = unit.map(|unit| format!(" {unit}")).unwrap_or_default();
            let each = if n == 1 { "" } else { "each " };
            format!("{} {noun}, {each}{}{unit} wide", count(n as u64), short(second - first, 3))
        }
        (Scale::Logarithmic, [first, second, ..]) => {
            format!("{} {noun}, each by a factor of {} wide", count(n as u64), short(second / first, 3))
        }
        _ => format!("{} {noun}", count(n as u64)),
    }
}

impl Column {
    fn values(&self) -> &[f64] {
        match &self.known {
            Known::Values(values) => values,
            Known::Classes(..) => &[],
        }
    }
}

impl Columns {
    fn read(option: &str, names: &[String], arguments: &PlotArguments) -> Result<Self, Failure> {
        let about = Manifest::read(&arguments.folder)?;
        match about.statistics() {
            Some(outputs) => Self::kept(option, names, arguments, &about, outputs),
            None => Self::of_members(option, names, arguments, &about),
        }
        .map(|content| {
            let marked = names.iter().flat_map(|name| thresholds(&about, name)).collect();
            Self { marked, ..content }
        })
    }

    fn of_members(
        option: &str,
        names: &[String],
        arguments: &PlotArguments,
        about: &Manifest,
    ) -> Result<Self, Failure> {
        let (path, format) = table(&arguments.folder, about)?;
        let wanted: Vec<&str> = names.iter().map(String::as_str).collect();
        let Selection { numbers, words } = read(&path, format, &wanted, "outcome").map_err(Failure::input)?;
        let outcome = |word: &String| Outcome::ALL.iter().find(|outcome| word == outcome.name());
        let outcomes: Vec<Option<&Outcome>> = words.iter().map(outcome).collect();
        let units: Vec<Option<String>> =
            numbers.iter().map(|column| column.unit.clone().or_else(|| about.unit(&column.name))).collect();
        let x = dimension(option, names, &units, arguments)?;
        let mut notes = vec![survivors(&Survivors::of(outcomes.iter().flatten().map(|outcome| (**outcome, 1))))];
        let kinds = numbers.iter().zip(&units);
        let kind = common(kinds.map(|(column, unit)| kind(about, &column.name, unit.as_deref(), &column.values)));
        let x = Dimension { kind, ..x };
        let (mut absent, mut failed) = (0, 0);
        for column in &numbers {
            for (value, outcome) in column.values.iter().zip(&outcomes) {
                match (x.scale.shows(*value), outcome.is_some_and(|outcome| outcome.has_outputs())) {
                    (false, _) => absent += 1,
                    (true, false) => failed += 1,
                    (true, true) => {}
                }
            }
        }
        let finite = if x.scale == Scale::Linear { "finite" } else { "positive" };
        if absent > 0 {
            notes.push(format!("Left out: {} without a {finite} value", counted(absent, "member")));
        }
        if failed > 0 {
            notes.push(format!("Drawn with the others: {} that failed", counted(failed, "member")));
        }
        notes.extend(about.note());
        let columns = numbers.into_iter().map(|Numbers { name, mut values, .. }| {
            values.retain(|value| x.scale.shows(*value));
            Column { name, known: Known::Values(values) }
        });
        Ok(Self {
            title: arguments.titled(about.title(&arguments.folder)),
            columns: columns.collect(),
            notes,
            x,
            marked: Vec::new(),
        })
    }

    fn kept(
        option: &str,
        names: &[String],
        arguments: &PlotArguments,
        about: &Manifest,
        outputs: &[OutputFigures],
    ) -> Result<Self, Failure> {
        let find = |name: &String| outputs.iter().find(|output| output.name == *name);
        let found = names.iter().map(|name| find(name).ok_or_else(|| unknown(option, name, arguments, outputs)));
        let found: Vec<&OutputFigures> = found.collect::<Result<_, Failure>>()?;
        let units: Vec<Option<String>> = found.iter().map(|output| Some(output.unit.clone())).collect();
        let x = dimension(option, names, &units, arguments)?;
        let columns = found.iter().map(|output| {
            let histogram = output.histogram.as_ref().map(|figures| &figures.histogram);
            let counts = histogram.map_or(&[][..], |histogram| &histogram.counts);
            let classes = match counts {
                [below, inner @ .., above] => Classes {
                    edges: histogram.map(|histogram| histogram.edges.clone()).unwrap_or_default(),
                    counts: inner.to_vec(),
                    beyond: [*below, *above],
                },
                _ => Classes::default(),
            };
            let ends = [output.min, output.max].map(|end| end.unwrap_or(f64::NAN));
            Column { name: output.name.clone(), known: Known::Classes(classes, ends) }
        });
        let notes = about.survivors().into_iter().chain(about.note()).collect();
        Ok(Self {
            title: arguments.titled(about.title(&arguments.folder)),
            columns: columns.collect(),
            notes,
            x,
            marked: Vec::new(),
        })
    }
}

fn unknown(option: &str, name: &str, arguments: &PlotArguments, outputs: &[OutputFigures]) -> Failure {
    let known: Vec<&str> = outputs.iter().map(|output| output.name.as_str()).collect();
    let near = nearest(name, known.iter().copied()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    Failure::input(format!(
        "{option} names `{name}`, of which the run in {} kept no statistics{near}; it kept those of {}",
        arguments.folder.display(),
        known.join(", ")
    ))
}

/// Says what the values of all columns are.
fn common(kinds: impl Iterator<Item = ValueKind>) -> ValueKind {
    let both = |a: ValueKind, b: ValueKind| match (a, b) {
        (ValueKind::Real, _) | (_, ValueKind::Real) => ValueKind::Real,
        _ if a == b => a,
        _ => ValueKind::Whole,
    };
    kinds.reduce(both).unwrap_or_default()
}

/// Returns what columns have in common along x.
fn dimension(
    option: &str,
    names: &[String],
    units: &[Option<String>],
    arguments: &PlotArguments,
) -> Result<Dimension, Failure> {
    let unit = units.first().cloned().flatten();
    if let Some(other) = units.iter().position(|other| *other != unit) {
        let said = |unit: &Option<String>| unit.clone().unwrap_or_else(|| "no unit".into());
        return Err(Failure::input(format!(
            "{option} draws columns of one unit over each other; `{}` has {}, `{}` has {}",
            names[0],
            said(&unit),
            names[other],
            said(&units[other])
        )));
    }
    let name = if let [name] = names { name.clone() } else { "value".into() };
    let scale = arguments.scale(Direction::X);
    arguments.dimension(Direction::X, Dimension { name, unit, scale, ..Dimension::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_pure_numbers_have_no_unit() {
        let classes = Classes { edges: vec![3.5, 4.5, 5.5], counts: vec![2, 1], beyond: [0, 0] };
        for (unit, expected) in [
            (Some("1"), "2 classes, each 1 wide"),
            (None, "2 classes, each 1 wide"),
            (Some("kg"), "2 classes, each 1 kg wide"),
        ] {
            assert_eq!(widths(&classes, Scale::Linear, unit), expected);
        }
    }
}
