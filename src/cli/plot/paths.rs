//! Paths of equilibria and branches of periodic motions as lines.

use super::arguments::{Direction, PlotArguments};
use super::columns::quantity;
use super::curve::through;
use super::manifest::Manifest;
use super::samples::{chosen_of, colours, evenly};
use crate::cli::Failure;
use gyrosweep::io::folder::find_table;
use gyrosweep::io::table::{Format, Numbers, Selection, read};
use gyrosweep::plot::{Lines, Picture, Series, lines};
use gyrosweep::report::{LINE_TABLES, LineTable};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Draws a line for each of some members.
pub(super) fn lines_of(arguments: &PlotArguments) -> Result<Picture, Failure> {
    let folder = &arguments.folder;
    let (table, path, format) = found(folder)?;
    let about = Manifest::read(folder)?;
    about.check(&path)?;
    let Some(y) = arguments.y.as_deref().or(table.upwards) else {
        let message = format!("--path of {} needs --y <COLUMN>: an output, period, max_multiplier, ..", path.display());
        return Err(Failure::input(message));
    };
    let columns = ["member", table.branch, arguments.x.as_deref().unwrap_or_default(), y];
    let Selection { numbers, words } = read(&path, format, &columns, "kind").map_err(Failure::input)?;
    let Ok([members, branches, x, y]) = <[Numbers; 4]>::try_from(numbers) else {
        unreachable!("four columns that were asked for")
    };
    let all: Vec<u64> = members.values.iter().map(|m| *m as u64).collect::<BTreeSet<u64>>().into_iter().collect();
    let chosen = evenly(&all, arguments.most_lines());
    let mut rows: BTreeMap<(u64, u64), Vec<(f64, f64)>> = BTreeMap::new();
    let mut corners: BTreeMap<(u64, u64), Vec<bool>> = BTreeMap::new();
    let mut points = [(); 3].map(|()| Vec::new());
    for (i, member) in members.values.iter().enumerate() {
        let member = *member as u64;
        if chosen.binary_search(&member).is_err() {
            continue;
        }
        let point = (x.values[i], y.values[i]);
        let line = (member, branches.values[i] as u64);
        rows.entry(line).or_default().push(point);
        // another branch may follow one that it crosses
        corners.entry(line).or_default().push(words[i] == table.turns);
        if let Some(kind) = table.marked.iter().position(|(kind, _)| *kind == words[i]) {
            points[kind].push(point);
        }
    }
    let mut notes = vec![chosen_of(chosen.len(), all.len())];
    notes.extend(table.caption(&points));
    notes.extend(about.survivors());
    notes.extend(about.note());
    let of: Vec<u64> = rows.keys().map(|(member, _)| *member).collect();
    let name = |member: u64, branch: u64| {
        let is_another = table.branch != "member" && branch > 1;
        format!("member {member}") + &if is_another { format!(", {branch} {}", table.branch) } else { String::new() }
    };
    let scales = [Direction::X, Direction::Y].map(|direction| arguments.scale(direction));
    let curves = rows.iter().map(|(line, points)| through(points, &corners[line], scales)).collect();
    let series = rows.into_iter().map(|((m, branch), points)| Series { name: name(m, branch), points }).collect();
    let dimension = |column: Numbers, direction: Direction| {
        arguments.dimension(direction, quantity(column, &about, arguments.scale(direction)).dimension)
    };
    let (x, y) = (dimension(x, Direction::X)?, dimension(y, Direction::Y)?);
    let nothing = format!("nothing to draw: {} has no point with values of {}, {}", path.display(), x.name, y.name);
    let colour = colours(arguments, &about, &of)?;
    let picture = lines(&Lines {
        title: arguments.titled(about.title(folder)),
        x,
        y,
        series,
        curves,
        points: points.into(),
        colour,
        notes,
        // points of a path are many, and none is more than another but those that are marked
        outlines: true,
        style: arguments.page_style(),
        ..Lines::default()
    });
    let mut picture = picture.ok_or_else(|| Failure::input(nothing))?;
    (picture.drawn, picture.total) = (chosen.len() as u64, all.len() as u64);
    Ok(picture)
}

/// Returns the table of lines in a folder.
fn found(folder: &Path) -> Result<(&'static LineTable, PathBuf, Format), Failure> {
    for table in &LINE_TABLES {
        if let Some((path, format)) = find_table(folder, table.name).map_err(Failure::other)? {
            return Ok((table, path, format));
        }
    }
    Err(Failure::input(format!(
        "--path finds none in {}: neither path.parquet nor path.csv, neither periodic.parquet nor periodic.csv; `gyrosweep statics FILE` and \
         `gyrosweep periodic FILE` write them",
        folder.display()
    )))
}
