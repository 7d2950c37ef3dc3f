//! Paths of equilibria as lines.

use super::arguments::{Direction, PlotArguments};
use super::columns::quantity;
use super::manifest::Manifest;
use super::samples::{chosen_of, colours, evenly};
use crate::cli::Failure;
use gyrosweep::ensemble::PointKind;
use gyrosweep::io::folder::find_table;
use gyrosweep::io::table::{Numbers, Selection, read};
use gyrosweep::plot::{Lines, Picture, Series, lines};
use gyrosweep::report::counted;
use std::collections::{BTreeMap, BTreeSet};

/// What is marked on paths, with the words of the caption.
const MARKED: [(PointKind, &str); 2] = [(PointKind::Limit, "limit point"), (PointKind::Bifurcation, "bifurcation")];
/// The markers, in the order of what is marked.
const MARKERS: [&str; 2] = ["squares", "triangles"];

/// Draws a line for each of some members.
pub(super) fn lines_of(arguments: &PlotArguments) -> Result<Picture, Failure> {
    let folder = &arguments.folder;
    let (path, format) = find_table(folder, "path").map_err(Failure::other)?.ok_or_else(|| {
        Failure::input(format!(
            "--path finds none in {}: neither path.parquet nor path.csv; `gyrosweep statics FILE` writes them",
            folder.display()
        ))
    })?;
    let about = Manifest::read(folder)?;
    about.check(&path)?;
    let [x, y] = [arguments.x.as_deref().unwrap_or_default(), arguments.y.as_deref().unwrap_or("load_factor")];
    let Selection { numbers, words } = read(&path, format, &["member", x, y], "kind").map_err(Failure::input)?;
    let Ok([members, x, y]) = <[Numbers; 3]>::try_from(numbers) else {
        unreachable!("three columns that were asked for")
    };
    let all: Vec<u64> = members.values.iter().map(|m| *m as u64).collect::<BTreeSet<u64>>().into_iter().collect();
    let chosen = evenly(&all, arguments.most_lines());
    let mut rows: BTreeMap<u64, Vec<(f64, f64)>> = chosen.iter().map(|m| (*m, Vec::new())).collect();
    let mut points = MARKED.map(|_| Vec::new());
    for (i, member) in members.values.iter().enumerate() {
        let Some(rows) = rows.get_mut(&(*member as u64)) else { continue };
        let point = (x.values[i], y.values[i]);
        rows.push(point);
        if let Some(kind) = MARKED.iter().position(|(kind, _)| kind.name() == words[i]) {
            points[kind].push(point);
        }
    }
    let mut notes = vec![chosen_of(chosen.len(), all.len())];
    let marked = MARKED.iter().zip(MARKERS).zip(&points).filter(|(_, points)| !points.is_empty());
    let marked: Vec<String> = marked
        .map(|(((_, what), marker), points)| format!("{marker}: {}", counted(points.len() as u64, what)))
        .collect();
    if !marked.is_empty() {
        notes.push(marked.join(", "));
    }
    notes.extend(about.survivors());
    notes.extend(about.note());
    let series = rows.into_iter().map(|(member, points)| Series { name: format!("member {member}"), points }).collect();
    let dimension = |column: Numbers, direction: Direction| {
        arguments.dimension(direction, quantity(column, &about, arguments.scale(direction)).dimension)
    };
    let (x, y) = (dimension(x, Direction::X)?, dimension(y, Direction::Y)?);
    let nothing = format!("nothing to draw: {} has no point with values of {}, {}", path.display(), x.name, y.name);
    let colour = colours(arguments, &about, &chosen)?;
    let picture = lines(&Lines {
        title: arguments.titled(about.title(folder)),
        x,
        y,
        series,
        points: points.into(),
        colour,
        notes,
        // points of a path are many, and none is more than another but those that are marked
        outlines: true,
        style: arguments.page_style(),
        ..Lines::default()
    });
    let mut picture = picture.ok_or_else(|| Failure::input(nothing))?;
    picture.total = all.len() as u64;
    Ok(picture)
}
