//! `gyrosweep plot`: a result as a picture.

use super::Failure;
use super::console::Console;
use crate::ensemble::Outcome;
use crate::io::table::{Format, Numbers, Selection, read};
use crate::report::count;
use crate::report::plot::{Cloud, Picture, Quantity, draw};
use clap::Args;
use serde_json::Value;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(crate) struct PlotArguments {
    /// The folder that `gyrosweep run` wrote its results to
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The column to the right, a parameter or an output
    #[arg(long, value_name = "COLUMN")]
    x: String,
    /// The column upwards
    #[arg(long, value_name = "COLUMN")]
    y: String,
    /// The column that colours the members
    #[arg(long, value_name = "COLUMN", visible_alias = "color")]
    colour: Option<String>,
    /// Where the picture goes [default: plot.svg in DIR]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace a picture that is there already
    #[arg(long)]
    force: bool,
}

pub(crate) fn plot(console: &Console, arguments: &PlotArguments) -> Result<u8, Failure> {
    let out = arguments.out.clone().unwrap_or_else(|| arguments.folder.join("plot.svg"));
    if !arguments.force && fs::symlink_metadata(&out).is_ok() {
        return Err(occupied(&out));
    }
    let (path, format) = members(&arguments.folder)?;
    let mut names = vec![arguments.x.as_str(), arguments.y.as_str()];
    names.extend(arguments.colour.as_deref());
    let selection = read(&path, format, &names, "outcome").map_err(Failure::input)?;
    let about = Manifest::read(&arguments.folder)?;
    let cloud = cloud(selection, &about, &arguments.folder);
    let Some(picture) = draw(&cloud) else {
        let what = names.join(", ");
        return Err(Failure::input(format!(
            "nothing to draw: no member of {} completed with finite values of {what}",
            path.display()
        )));
    };
    write(&out, &picture.svg, arguments.force)?;
    console.line(&summary(&picture, &out));
    Ok(0)
}

fn summary(picture: &Picture, out: &Path) -> String {
    let Picture { svg, drawn, members } = picture;
    let of = if drawn == members { String::new() } else { format!(" of {}", count(*members)) };
    let noun = if *members == 1 { "member" } else { "members" };
    format!("{}{of} {noun} drawn in {} ({} KB)", count(*drawn), out.display(), svg.len().div_ceil(1000))
}

/// The table of the members and its format.
fn members(folder: &Path) -> Result<(PathBuf, Format), Failure> {
    let found = [Format::Parquet, Format::Csv]
        .map(|format| (folder.join(format!("members.{}", format.extension())), format))
        .into_iter()
        .find(|(path, _)| path.exists());
    found.ok_or_else(|| {
        let folder = folder.display();
        Failure::input(format!(
            "there are no results in {folder}: neither members.parquet nor members.csv; \
             `gyrosweep run FILE --out {folder}` writes them"
        ))
    })
}

/// The members that completed, and how many did not.
fn cloud(selection: Selection, about: &Manifest, folder: &Path) -> Cloud {
    let completed: Vec<bool> = selection.words.iter().map(|w| w == Outcome::Completed.name()).collect();
    let failed = completed.iter().filter(|c| !**c).count() as u64;
    let mut quantities = selection.numbers.into_iter().map(|Numbers { name, unit, values }| {
        let values = values.into_iter().zip(&completed).filter_map(|(v, c)| c.then_some(v)).collect();
        Quantity { unit: unit.or_else(|| about.unit(&name)), name, values }
    });
    let empty = || Quantity { name: String::new(), unit: None, values: Vec::new() };
    let x = quantities.next().unwrap_or_else(empty);
    let y = quantities.next().unwrap_or_else(empty);
    Cloud { title: about.title(folder), x, y, colour: quantities.next(), failed, note: about.note() }
}

/// What `manifest.json` says; null where there is none, as after a run that was killed.
struct Manifest {
    content: Value,
}

impl Manifest {
    fn read(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join("manifest.json");
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self { content: Value::Null }),
            Err(error) => return Err(Failure::other(format!("cannot read {}: {error}", path.display()))),
        };
        let content = serde_json::from_slice(&text)
            .map_err(|error| Failure::input(format!("{} is not JSON: {error}", path.display())))?;
        Ok(Self { content })
    }

    /// The title, or else the name of the folder.
    fn title(&self, folder: &Path) -> String {
        match self.content.get("title").and_then(Value::as_str) {
            Some(title) => title.to_string(),
            None => folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned(),
        }
    }

    /// The unit of an output, which a CSV table does not state.
    fn unit(&self, name: &str) -> Option<String> {
        let outputs = self.content.get("outputs")?.as_array()?;
        let output = outputs.iter().find(|o| o.get("name").and_then(Value::as_str) == Some(name))?;
        Some(output.get("unit")?.as_str()?.to_string())
    }

    fn note(&self) -> Option<String> {
        match self.content.get("complete") {
            Some(Value::Bool(true)) => None,
            Some(_) => Some("The run ended early: these are its first members".into()),
            None => Some("The run left no complete manifest: members may be missing".into()),
        }
    }
}

/// Writes the picture; a file of that name is replaced only where `force` says so.
fn write(out: &Path, text: &str, force: bool) -> Result<(), Failure> {
    let failure = |error: io::Error| match error.kind() {
        ErrorKind::AlreadyExists => occupied(out),
        _ => Failure::other(format!("cannot write {}: {error}; choose another file with --out", out.display())),
    };
    let file = if force { File::create(out) } else { OpenOptions::new().write(true).create_new(true).open(out) };
    let mut file = file.map_err(failure)?;
    file.write_all(text.as_bytes()).map_err(|error| {
        // half a picture is of no use
        let _ = fs::remove_file(out);
        failure(error)
    })
}

fn occupied(out: &Path) -> Failure {
    let out = out.display();
    Failure::input(format!("{out} exists already; --force replaces it, --out picks another file"))
}
