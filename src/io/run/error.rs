//! The reasons why results could not be kept.

use crate::io::cause::{cause, remedy};
use crate::io::inputs::InputError;
use crate::io::manifest::ManifestError;
use crate::io::table::{ReadError, TableError};
use std::io;
use std::path::PathBuf;

/// Results could not be kept.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// A table could not be made or completed.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A table could not be read back.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The manifest could not be written.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// Chunks that wait for the tables could not be kept.
    #[error("cannot write or read {}: {}; {}", path.display(), cause(source), remedy(source))]
    Journal {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// What the run reads could not be kept beside its results.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The run was stopped from outside.
    #[error("the run was stopped")]
    Interrupted,
}
