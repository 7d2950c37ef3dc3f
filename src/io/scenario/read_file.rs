//! Files that a scenario is read from, and the names of their copies beside results.

use crate::io::table::{Format, digest, hexadecimal};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// The scenario as it was run.
pub const SCENARIO: &str = "scenario.toml";
/// The table of the plan.
pub const PLAN: &str = "plan.csv";
/// The measurements of a design.
pub const MEASUREMENTS: &str = "measurements.csv";

/// A file that a key of a scenario names, besides the tables of plans and measurements, or many: one for each value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFile {
    /// The names of the tables that lead to the key, and the key.
    pub(super) key: Vec<String>,
    /// What the key says where the copies are read.
    pub(super) named: String,
    /// The names of the copies in a folder of results, and where the files are.
    files: Vec<(String, PathBuf)>,
}

/// What the names of such copies begin with.
const PREFIX: &str = "input.";
/// What they end with: of a folder of many, with the last.
const ENDINGS: [&str; 3] = ["csv", "parquet", "files"];

impl ReadFile {
    /// Makes the file of a key, as in `signal[0].file`, of a table with a name.
    pub(super) fn new(key: &str, name: Option<&str>, path: &Path) -> Self {
        let (key, stem) = place(key, name);
        let copy = format!("{stem}.{}", Format::of_name(path).unwrap_or(Format::Csv).extension());
        Self { key, named: copy.clone(), files: vec![(copy, path.into())] }
    }

    /// Makes the files of a key, each with the text that it has in the place of `pattern`, a name in braces.
    pub(super) fn of_many(key: &str, name: Option<&str>, pattern: &str, files: Vec<(String, PathBuf)>) -> Self {
        let (key, stem) = place(key, name);
        let copy = |text: &str| format!("{stem}.{}/{text}.{}", ENDINGS[2], ENDINGS[0]);
        Self { key, named: copy(pattern), files: files.into_iter().map(|(text, path)| (copy(&text), path)).collect() }
    }

    /// Returns the names of the copies in a folder of results, and where the files are.
    pub fn copies(&self) -> impl Iterator<Item = (String, PathBuf)> {
        self.files.iter().cloned()
    }

    /// Returns where the files are.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.iter().map(|(_, path)| path)
    }

    /// Returns the SHA-256 of the file, in hexadecimal, if it can be read; of many, that of lines with the hash and the copy's name of
    /// each.
    pub(super) fn sha256(&self) -> Option<String> {
        if let [(copy, path)] = &self.files[..]
            && *copy == self.named
        {
            return sha256(path);
        }
        let line = |(copy, path): &(String, PathBuf)| Some(format!("{}  {copy}\n", sha256(path)?));
        let lines = self.files.iter().map(line).collect::<Option<String>>()?;
        Some(Sha256::digest(lines.as_bytes()).iter().map(|b| format!("{b:02x}")).collect())
    }
}

/// Returns the names that lead to a key of a table with a name, and what the name of its copy begins with.
fn place(key: &str, name: Option<&str>) -> (Vec<String>, String) {
    let part = |part: &str| match (part.split_once('['), name) {
        (Some((tables, _)), Some(name)) => vec![tables.to_string(), name.to_string()],
        _ => vec![part.to_string()],
    };
    let key: Vec<String> = key.split('.').flat_map(part).collect();
    let word = |part: &String| {
        part.trim_end_matches(']').chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect::<String>()
    };
    let words: Vec<String> = key[..key.len() - 1].iter().map(word).collect();
    (key, format!("{PREFIX}{}", words.join(".")))
}

/// Tells whether a name is that of a copy, or of a folder of copies.
pub fn is_copy(name: &str) -> bool {
    let words = || name.strip_prefix(PREFIX)?.rsplit_once('.').filter(|(_, ending)| ENDINGS.contains(ending));
    let is_word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    [SCENARIO, PLAN, MEASUREMENTS].contains(&name) || words().is_some_and(|(words, _)| words.split('.').all(is_word))
}

/// Returns the SHA-256 of a file, in hexadecimal, if it can be read.
fn sha256(file: &Path) -> Option<String> {
    digest(file, None).ok().map(hexadecimal)
}

/// Names the scenarios beside a file that does not exist.
pub(super) fn scenarios_beside(path: &Path) -> String {
    let folder = match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => return String::new(),
    };
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|p| p.extension().is_some_and(|e| e == "toml") && p.file_name().is_some_and(|n| n != "Cargo.toml"))
        .map(|p| p.strip_prefix(".").unwrap_or(&p).display().to_string())
        .collect();
    names.sort();
    names.truncate(12);
    if names.is_empty() { String::new() } else { format!("; found there: {}", names.join(", ")) }
}
