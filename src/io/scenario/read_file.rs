//! Files that a scenario is read from, and the names of their copies beside results.

use crate::io::table::{digest, hexadecimal};
use std::path::{Path, PathBuf};

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
    pub(super) key: Vec<String>,
    /// The name of its copy in a folder of results.
    pub(super) copy: String,
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
