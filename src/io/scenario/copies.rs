//! What a folder of results holds so that the run can be repeated from it alone.

use super::edit::Edits;
use super::plan::Overrides;
use crate::io::table::{digest, hexadecimal};
use std::path::{Path, PathBuf};
use toml::de::DeTable;

/// The scenario as it was run.
pub const SCENARIO: &str = "scenario.toml";
/// The table of the plan.
pub const PLAN: &str = "plan.csv";
/// The measurements of a design.
pub const MEASUREMENTS: &str = "measurements.csv";

/// A file that a key of a scenario names, besides the tables of plans and measurements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFile {
    /// The names of the tables that lead to the key, and the key.
    key: Vec<String>,
    /// The name of its copy in a folder of results.
    copy: String,
    /// Where it is.
    pub path: PathBuf,
}

/// What the names of such copies begin with.
const PREFIX: &str = "input.";
/// What they end with.
const ENDINGS: [&str; 2] = ["csv", "parquet"];

impl ReadFile {
    /// Makes the file of a key, as in `signal[0].file`, of a table with a name.
    pub(super) fn new(key: &str, name: Option<&str>, path: &Path) -> Self {
        let part = |part: &str| match (part.split_once('['), name) {
            (Some((tables, _)), Some(name)) => vec![tables.to_string(), name.to_string()],
            _ => vec![part.to_string()],
        };
        let key: Vec<String> = key.split('.').flat_map(part).collect();
        let word =
            |part: &String| part.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect::<String>();
        let words: Vec<String> = key[..key.len() - 1].iter().map(word).collect();
        let is_parquet = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDINGS[1]));
        let copy = format!("{PREFIX}{}.{}", words.join("."), ENDINGS[usize::from(is_parquet)]);
        Self { key, copy, path: path.into() }
    }

    /// Returns the name of the copy in a folder of results.
    pub fn copy(&self) -> &str {
        &self.copy
    }
}

/// Tells whether a name is that of a copy.
pub fn is_copy(name: &str) -> bool {
    let words = || name.strip_prefix(PREFIX)?.rsplit_once('.').filter(|(_, ending)| ENDINGS.contains(ending));
    let is_word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    [SCENARIO, PLAN, MEASUREMENTS].contains(&name) || words().is_some_and(|(words, _)| words.split('.').all(is_word))
}

/// Returns the SHA-256 of a file, in hexadecimal, if it can be read.
pub(super) fn sha256(file: &Path) -> Option<String> {
    digest(file, None).ok().map(hexadecimal)
}

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
    for ReadFile { key, copy, path } in files.further {
        let (file, table) = key.split_last().map_or(("", &key[..]), |(file, table)| (file.as_str(), table));
        let of = |key: &'static str| table.iter().map(String::as_str).chain([key]).collect::<Vec<_>>();
        let own: Vec<&str> = key.iter().map(String::as_str).collect();
        edits.put(&own, format!("{copy:?}"), None);
        if let Some(found) = sha256(path) {
            edits.put(&of("sha256"), format!("{found:?}"), Some(file));
        }
    }
    edits.text()
}
