//! The reasons why a folder of results cannot be made ready.

use crate::io::cause::{cause, remedy};
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// The results folder could not be made ready.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The path names something that is not a folder.
    #[error("{} is not a folder; choose another folder with --out", path.display())]
    NotAFolder {
        /// The path asked for.
        path: PathBuf,
    },
    /// The folder could not be created.
    #[error(
        "cannot create the results folder {}: {}; {}",
        path.display(), cause(source), remedy(source)
    )]
    Create {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// No file can be written to the folder.
    #[error(
        "cannot write to the results folder {}: {}; {}",
        path.display(), cause(source), remedy(source)
    )]
    NotWritable {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The folder holds results already and replacing them was not asked for.
    #[error(
        "the folder {} already holds results ({}); {}--force replaces them, \
         --out picks another folder",
        path.display(), files.join(", "),
        if *resumable { "--resume goes on where they end, " } else { "" }
    )]
    Occupied {
        /// The folder.
        path: PathBuf,
        /// The names of the result files found in it.
        files: Vec<String>,
        /// True where a run has not come to its end.
        resumable: bool,
    },
    /// The folder holds a file that the run reads and might replace.
    #[error(
        "the run reads {} and would write its results to the same folder, where that name is one of theirs; choose \
         another folder with --out",
        file.display()
    )]
    ReadByRun {
        /// The file.
        file: PathBuf,
    },
    /// The folder holds a file of that name that is no result.
    #[error(
        "{} is not named by the manifest of a run ({}), so it may be yours and is not replaced; move it away, or choose \
         another folder with --out",
        file.display(), manifest.display()
    )]
    Foreign {
        /// The file.
        file: PathBuf,
        /// Where the manifest should be.
        manifest: PathBuf,
    },
    /// The folder is written to by another run.
    #[error("another run is writing its results to {}; wait for its end, or choose another folder with --out", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// A result file could not be looked up.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A former result file could not be looked up or removed.
    #[error(
        "cannot replace the former result {}: {}; remove it yourself \
         or choose another folder with --out",
        path.display(), cause(source)
    )]
    Replace {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}
