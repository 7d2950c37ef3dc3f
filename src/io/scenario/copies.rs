//! What a folder of results holds so that the run can be repeated from it alone.

use super::edit::Edits;
use super::plan::Overrides;
use super::read_file::{MEASUREMENTS, PLAN, ReadFile};
use super::until;
use std::path::PathBuf;
use toml::de::DeTable;

/// The files that a scenario is read from, besides itself.
pub(super) struct Copied<'a> {
    pub(super) plan: Option<&'a PathBuf>,
    pub(super) measurements: Option<&'a PathBuf>,
    pub(super) further: &'a [ReadFile],
}

/// A copy of what a run reads.
#[derive(Clone, Debug)]
pub enum Content {
    /// A text.
    Text(String),
    /// The content of a file.
    File(PathBuf),
}

/// Returns the text of a scenario with what the command line replaces, naming the copies of the files that it reads, with
/// what is in them where nothing else says so.
pub(super) fn as_run(text: &str, root: &DeTable<'_>, overrides: &Overrides, files: &Copied<'_>) -> String {
    let mut edits = Edits::new(text, root);
    for (key, value) in [("members", overrides.members), ("seed", overrides.seed)] {
        if let Some(value) = value {
            edits.put(&["plan", key], value.to_string(), Some("kind"));
        }
    }
    for (path, name, file) in
        [(["plan", "file"], PLAN, files.plan), (["design", "fit"], MEASUREMENTS, files.measurements)]
    {
        if file.is_some() {
            edits.put(&path, format!("{name:?}"), None);
        }
    }
    for read in files.further {
        let ReadFile { key, named, .. } = read;
        let (file, table) = key.split_last().map_or(("", &key[..]), |(file, table)| (file.as_str(), table));
        let of = |key: &'static str| table.iter().map(String::as_str).chain([key]).collect::<Vec<_>>();
        let own: Vec<&str> = key.iter().map(String::as_str).collect();
        edits.put(&own, format!("{named:?}"), None);
        if let Some(found) = read.sha256() {
            edits.put(&of("sha256"), format!("{found:?}"), Some(file));
        }
    }
    // a folder has as many members as were enough
    if let Some((key, wanted)) = root.iter().find(|(key, _)| key.get_ref() == until::KEY) {
        edits.remove(&key.span(), wanted);
    }
    edits.text()
}
