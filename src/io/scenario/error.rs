//! The reasons why a scenario cannot be run.

use crate::model::Invalid;
use std::path::PathBuf;

/// The reasons why a scenario cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// The file cannot be read.
    #[error("cannot read the scenario {}: {}{hint}", path.display(), crate::io::cause::cause(source))]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
        /// What else there is.
        hint: String,
    },
    /// The text is not TOML.
    #[error("{place}: {message}")]
    Syntax {
        /// File and line.
        place: String,
        /// What the parser says.
        message: String,
    },
    /// Something in the scenario is wrong.
    #[error(transparent)]
    Invalid(#[from] Invalid),
}
