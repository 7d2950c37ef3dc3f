//! What a folder of results holds so that the run can be repeated from it alone.

use super::edit::Edits;
use super::plan::Overrides;
use std::path::PathBuf;
use toml::de::DeTable;

/// The scenario as it was run.
pub const SCENARIO: &str = "scenario.toml";
/// The table of the plan.
pub const PLAN: &str = "plan.csv";
/// The measurements of a design.
pub const MEASUREMENTS: &str = "measurements.csv";

/// A copy of what a run reads.
#[derive(Clone, Debug)]
pub enum Content {
    /// A text.
    Text(String),
    /// The content of a file.
    File(PathBuf),
}

/// Returns the text of a scenario with what the command line replaces, naming the copies of the files that it reads.
pub(super) fn as_run(text: &str, root: &DeTable<'_>, overrides: &Overrides, files: [Option<&PathBuf>; 2]) -> String {
    let mut edits = Edits::new(text, root);
    for (key, value) in [("members", overrides.members), ("seed", overrides.seed)] {
        if let Some(value) = value {
            edits.put(&["plan", key], value.to_string(), Some("kind"));
        }
    }
    for (path, name, file) in [(["plan", "file"], PLAN, files[0]), (["design", "fit"], MEASUREMENTS, files[1])] {
        if file.is_some() {
            edits.put(&path, format!("{name:?}"), None);
        }
    }
    edits.text()
}
