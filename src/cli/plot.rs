//! `gyrosweep plot`: a result as a picture.

mod arguments;
mod columns;
mod file;
mod manifest;
mod samples;

use super::Failure;
use super::console::Console;
use crate::ensemble::{Outcome, Survivors};
use crate::io::folder::find_table;
use crate::io::table::{Selection, read};
use crate::plot::{Cloud, Map, Picture, Quantity, Scale, map, scatter};
use crate::report::{count, survivors};
use arguments::Direction;
pub(crate) use arguments::PlotArguments;
use columns::quantity;
pub(crate) use file::PictureFile;
pub(crate) use manifest::Manifest;
use std::path::{Path, PathBuf};

pub(crate) fn plot(console: &Console, arguments: &PlotArguments) -> Result<u8, Failure> {
    let out = arguments.out.clone().unwrap_or_else(|| arguments.folder.join("plot.svg"));
    let out = PictureFile::new("--out", out, arguments.force)?;
    if arguments.colour.is_none() && arguments.log.contains(&Direction::Colour) {
        return Err(Failure::input("--log names colour, but no --colour names its column"));
    }
    let (picture, noun) = match (arguments.samples, arguments.map) {
        (true, _) => (samples::lines_of(arguments)?, "member"),
        (_, true) => (map_of(arguments)?, "cell"),
        _ => (cloud_of(arguments)?, "member"),
    };
    let size = out.write(&picture)?;
    let Picture { drawn, total, .. } = picture;
    let of = if drawn == total { String::new() } else { format!(" of {}", count(total)) };
    let plural = if total == 1 { "" } else { "s" };
    let (file, size) = (out.path().display(), size.div_ceil(1000));
    console.line(&format!("{}{of} {noun}{plural} drawn in {file} ({size} KB)", count(drawn)));
    Ok(0)
}

/// The members that completed, as dots.
fn cloud_of(arguments: &PlotArguments) -> Result<Picture, Failure> {
    let members = Members::read(arguments)?;
    let completed = &members.completed;
    let kept = |quantity: Quantity| {
        let values = quantity.values.into_iter().zip(completed).filter_map(|(v, c)| c.then_some(v)).collect();
        Quantity { values, ..quantity }
    };
    let [x, y, colour] = members.quantities.map(|quantity| quantity.map(kept));
    let failed = completed.iter().filter(|c| !**c).count() as u64;
    let cloud = Cloud {
        title: members.title,
        x: x.unwrap_or_default(),
        y: y.unwrap_or_default(),
        colour,
        noun: "member".to_string(),
        missing: (failed > 0).then(|| format!("{} that did not complete", count(failed))),
        notes: members.notes,
    };
    let what = "completed with finite values";
    scatter(&cloud).ok_or_else(|| nothing(&members.path, what, [Some(&cloud.x), Some(&cloud.y), cloud.colour.as_ref()]))
}

/// All members, as cells; those that did not complete have no outputs.
fn map_of(arguments: &PlotArguments) -> Result<Picture, Failure> {
    let members = Members::read(arguments)?;
    let [x, y, colour] = members.quantities.map(Option::unwrap_or_default);
    let content = Map { title: members.title, x, y, colour, noun: "member".to_string(), notes: members.notes };
    let what = "has finite values";
    map(&content).ok_or_else(|| nothing(&members.path, what, [&content.x, &content.y, &content.colour].map(Some)))
}

fn nothing(path: &Path, what: &str, quantities: [Option<&Quantity>; 3]) -> Failure {
    let name = |quantity: &Quantity| match quantity.dimension.scale {
        Scale::Linear => quantity.dimension.name.clone(),
        Scale::Logarithmic => format!("{} that are positive", quantity.dimension.name),
    };
    let names: Vec<String> = quantities.into_iter().flatten().map(name).collect();
    Failure::input(format!("nothing to draw: no member of {} {what} of {}", path.display(), names.join(", ")))
}

/// The columns of the members that were asked for.
struct Members {
    path: PathBuf,
    title: String,
    notes: Vec<String>,
    /// What is along x, along y and the colour.
    quantities: [Option<Quantity>; 3],
    completed: Vec<bool>,
}

impl Members {
    fn read(arguments: &PlotArguments) -> Result<Self, Failure> {
        let folder = &arguments.folder;
        let (path, format) = find_table(folder, "members").map_err(Failure::other)?.ok_or_else(|| {
            let folder = folder.display();
            Failure::input(format!(
                "there are no results in {folder}: neither members.parquet nor members.csv; \
                 `gyrosweep run FILE --out {folder}` writes them"
            ))
        })?;
        let mut names: Vec<&str> = arguments.x.as_deref().into_iter().collect();
        names.push(&arguments.y);
        names.extend(arguments.colour.as_deref());
        let about = Manifest::read(folder)?;
        about.check(&path)?;
        let Selection { numbers, words } = read(&path, format, &names, "outcome").map_err(Failure::input)?;
        let outcomes = || words.iter().map(|word| Outcome::ALL.iter().find(|outcome| word == outcome.name()));
        let completed = outcomes().map(|outcome| outcome.is_some_and(|outcome| outcome.has_outputs())).collect();
        let mut notes = vec![survivors(&Survivors::of(outcomes().flatten().map(|outcome| (*outcome, 1))))];
        notes.extend(about.note());
        let mut numbers = numbers.into_iter();
        let quantities = [Direction::X, Direction::Y, Direction::Colour]
            .map(|direction| Some(quantity(numbers.next()?, &about, arguments.scale(direction))));
        Ok(Self { path, title: about.title(folder), notes, quantities, completed })
    }
}
