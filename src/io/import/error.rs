//! The reasons why a robot cannot be imported.

use std::path::PathBuf;

/// The reasons why a robot cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be read.
    #[error("cannot read the robot {}: {}", path.display(), crate::io::cause::cause(source))]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Something in the file is wrong.
    #[error("{place}: {message}")]
    Invalid {
        /// File, line and element.
        place: String,
        /// What was found, and what would be accepted.
        message: String,
    },
    /// What was made of it cannot be written as TOML.
    #[error("cannot write the scenario as TOML: {0}")]
    Write(String),
}
