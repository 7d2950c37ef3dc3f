//! The files in a folder of results that its manifest names.

use crate::io::manifest::{copies, plain, read_json};
use serde::Deserialize;
use std::path::Path;

/// What tells the manifest of a verb from other files.
#[derive(Deserialize)]
pub(super) struct Owned {
    program: String,
    #[serde(default)]
    verb: String,
    /// The tables that it names; those that its verb writes, where it names none.
    tables: Option<Vec<OwnedFile>>,
    /// What it names beside tables.
    #[serde(default)]
    files: Vec<OwnedFile>,
    /// The copies of what the run reads.
    #[serde(default, deserialize_with = "copies")]
    inputs: Vec<String>,
}

#[derive(Deserialize)]
struct OwnedFile {
    #[serde(deserialize_with = "plain")]
    file: String,
}

impl Owned {
    /// Reads what a manifest names, if it is one of this program.
    pub(super) fn read(manifest: &Path) -> Option<Self> {
        let owned = read_json::<Self>(manifest, "a manifest").ok()?;
        (owned.program == env!("CARGO_PKG_NAME")).then_some(owned)
    }

    /// Returns the names of the files beside the manifest that are the program's own.
    pub(super) fn names(&self) -> Vec<String> {
        let named = self.tables.iter().flatten().chain(&self.files).map(|file| file.file.clone());
        // what the manifest does not name: the first ones of some verbs named no tables
        let of_verb: &[&str] = match (&self.tables, self.verb.as_str()) {
            (None, "converge") => &COMPARISON,
            (None, "optimise") => &["design.parquet", "design.csv"],
            (_, "run") => &FINDINGS,
            _ => &[],
        };
        let of_verb = of_verb.iter().map(ToString::to_string);
        named.chain(of_verb).chain(self.inputs.iter().cloned()).collect()
    }
}

/// The files of a comparison of methods.
const COMPARISON: [&str; 5] =
    ["convergence.csv", "convergence.svg", "convergence.png", "work_precision.svg", "work_precision.png"];

/// What `gyrosweep sensitivity` writes beside the members of a run.
pub(super) const FINDINGS: [&str; 2] = ["indices.parquet", "indices.csv"];
