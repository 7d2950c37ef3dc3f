//! What a folder of results holds so that the run can be repeated from it alone.

use super::edit::Edits;
use super::plan::Overrides;
use super::signal::sha256;
use std::path::PathBuf;
use toml::de::DeTable;

/// The scenario as it was run.
pub const SCENARIO: &str = "scenario.toml";
/// The table of the plan.
pub const PLAN: &str = "plan.csv";
/// The measurements of a design.
pub const MEASUREMENTS: &str = "measurements.csv";

/// What the names of copies of signals begin and end with.
const SIGNAL: (&str, &str) = ("signal.", ".csv");

/// Returns the name of the copy of a signal's file.
pub(super) fn of_signal(name: &str) -> String {
    format!("{}{name}{}", SIGNAL.0, SIGNAL.1)
}

/// Tells whether a name is that of a copy.
pub fn is_copy(name: &str) -> bool {
    let signal = || name.strip_prefix(SIGNAL.0)?.strip_suffix(SIGNAL.1);
    let is_word = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    [SCENARIO, PLAN, MEASUREMENTS].contains(&name) || signal().is_some_and(is_word)
}

/// The files that a scenario is read from, besides itself.
pub(super) struct Copied<'a> {
    pub(super) plan: Option<&'a PathBuf>,
    pub(super) measurements: Option<&'a PathBuf>,
    /// By the names of signals.
    pub(super) signals: &'a [(String, PathBuf)],
}

/// A copy of what a run reads.
#[derive(Clone, Debug)]
pub enum Content {
    /// A text.
    Text(String),
    /// The content of a file.
    File(PathBuf),
}

/// Returns the text of a scenario with what the command line replaces, naming the copies of the files that it reads, those of signals
/// with what is in them.
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
    for (name, file) in files.signals {
        edits.put(&["signal", name, "file"], format!("{:?}", of_signal(name)), None);
        if let Some(found) = sha256(file) {
            edits.put(&["signal", name, "sha256"], format!("{found:?}"), Some("name"));
        }
    }
    edits.text()
}
