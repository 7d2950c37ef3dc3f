//! Copies of what a study reads, beside its results.

use super::cause::{cause, remedy};
use super::folder::ResultsFolder;
use super::scenario::{Content, Scenario};
use std::io;
use std::path::PathBuf;

/// A copy of what a study reads could not be kept.
#[derive(Debug, thiserror::Error)]
#[error("cannot keep a copy of what the run reads, {}: {}; {}", path.display(), cause(source), remedy(source))]
pub struct InputError {
    /// The file.
    pub path: PathBuf,
    /// The error of the system.
    pub source: io::Error,
}

/// Keeps what a scenario is read from, so that its study can be repeated from the folder alone. What is there already stays.
///
/// # Errors
/// Where a file cannot be read or written.
pub fn keep_inputs(folder: &ResultsFolder, scenario: &Scenario) -> Result<(), InputError> {
    for (name, content) in scenario.copies() {
        let path = folder.path().join(name);
        let bytes = match content {
            Content::Text(text) => text.into_bytes(),
            Content::File(from) => std::fs::read(&from).map_err(|source| InputError { path: from, source })?,
        };
        if !std::fs::read(&path).is_ok_and(|there| there == bytes) {
            // those of many are in a folder
            let many = path.parent().filter(|parent| *parent != folder.path());
            let kept = many.map_or(Ok(()), std::fs::create_dir_all);
            let kept = kept.and_then(|()| folder.write_whole(&path, &bytes, many.is_none()));
            kept.map_err(|source| InputError { path, source })?;
        }
    }
    Ok(())
}
