//! The table of the members, as dots and as a map.

use super::arguments::{Direction, PlotArguments};
use super::columns::{quantity, table};
use super::manifest::Manifest;
use crate::cli::Failure;
use gyrosweep::ensemble::{Outcome, Survivors};
use gyrosweep::io::table::{Selection, read, read_numbers};
use gyrosweep::plot::{Cloud, Map, Picture, Quantity, Scale, map, scatter};
use gyrosweep::report::{count, short};
use gyrosweep::sampling::refinement::Refinement;
use gyrosweep::studies::run::survivors;
use std::path::{Path, PathBuf};

/// Draws the members that completed, as dots.
pub(super) fn cloud_of(arguments: &PlotArguments) -> Result<Picture, Failure> {
    let members = Members::read(arguments, arguments.colour.as_deref())?;
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
        style: arguments.page_style(),
    };
    let what = "completed with finite values";
    scatter(&cloud).ok_or_else(|| nothing(&members.path, what, [Some(&cloud.x), Some(&cloud.y), cloud.colour.as_ref()]))
}

/// Draws all members, as cells; those that did not complete have no outputs.
pub(super) fn map_of(arguments: &PlotArguments) -> Result<Picture, Failure> {
    let members = Members::read(arguments, arguments.colour.as_deref())?;
    let [x, y, colour] = members.quantities.map(Option::unwrap_or_default);
    let about = Manifest::read(&arguments.folder)?;
    if let Some(at) = arguments.boundary.filter(|at| !at.is_finite()) {
        return Err(Failure::input(format!("--boundary: found {at}; accepted: a finite number")));
    }
    if about.is_refined() && arguments.is_limited() {
        let message =
            "--xlim, --ylim: the cells of a grid that is refined are drawn whole; accepted: --map without them";
        return Err(Failure::input(message));
    }
    let levels = if about.is_refined() {
        let (path, format) = table(&arguments.folder, &about)?;
        let columns = read_numbers(&path, format, &[Refinement::LEVEL]).map_err(Failure::input)?;
        columns.into_iter().flat_map(|column| column.values).collect()
    } else {
        Vec::new()
    };
    let boundary = arguments.boundary.map(|at| (at, format!("{} = {}", colour.dimension.name, short(at, 9))));
    let content = Map {
        title: members.title,
        x,
        y,
        colour,
        levels,
        boundary,
        noun: "member".to_string(),
        notes: members.notes,
        style: arguments.page_style(),
    };
    let what = "has finite values";
    map(&content).ok_or_else(|| nothing(&members.path, what, [&content.x, &content.y, &content.colour].map(Some)))
}

fn nothing(path: &Path, what: &str, quantities: [Option<&Quantity>; 3]) -> Failure {
    let name = |quantity: &Quantity| match quantity.dimension.scale {
        Scale::Linear => quantity.dimension.name.clone(),
        Scale::Logarithmic => format!("{} that are positive", quantity.dimension.name),
    };
    let names: Vec<String> = quantities.iter().copied().flatten().map(name).collect();
    let limited = quantities.iter().take(2).flatten().any(|quantity| quantity.dimension.limits.is_some());
    let within = if limited { " within --xlim and --ylim" } else { "" };
    Failure::input(format!("nothing to draw: no member of {} {what} of {}{within}", path.display(), names.join(", ")))
}

/// The columns of the members that were asked for.
pub(super) struct Members {
    pub(super) path: PathBuf,
    pub(super) title: String,
    pub(super) notes: Vec<String>,
    /// What is along x, along y and what tells members apart.
    pub(super) quantities: [Option<Quantity>; 3],
    pub(super) completed: Vec<bool>,
}

impl Members {
    /// Reads the columns along x and y and a third one.
    pub(super) fn read(arguments: &PlotArguments, third: Option<&str>) -> Result<Self, Failure> {
        let folder = &arguments.folder;
        let mut names: Vec<&str> = arguments.x.as_deref().into_iter().collect();
        names.extend(arguments.y.as_deref());
        names.extend(third);
        let about = Manifest::read(folder)?;
        let (path, format) = table(folder, &about)?;
        let Selection { numbers, words } = read(&path, format, &names, "outcome").map_err(Failure::input)?;
        let outcomes = || words.iter().map(|word| Outcome::ALL.iter().find(|outcome| word == outcome.name()));
        let completed = outcomes().map(|outcome| outcome.is_some_and(|outcome| outcome.has_outputs())).collect();
        let mut notes = vec![survivors(&Survivors::of(outcomes().flatten().map(|outcome| (*outcome, 1))))];
        notes.extend(about.note());
        let mut numbers = numbers.into_iter();
        let mut next = |direction: Direction| -> Result<Option<Quantity>, Failure> {
            let Some(column) = numbers.next() else { return Ok(None) };
            let Quantity { dimension, values } = quantity(column, &about, arguments.scale(direction));
            Ok(Some(Quantity { dimension: arguments.dimension(direction, dimension)?, values }))
        };
        let quantities = [next(Direction::X)?, next(Direction::Y)?, next(Direction::Colour)?];
        let title = arguments.titled(about.title(folder));
        Ok(Self { path, title, notes, quantities, completed })
    }
}
