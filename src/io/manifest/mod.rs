//! The JSON files beside the tables, as types: their fields, with units and meaning, are the reference of the formats.
//!
//! Each file has a module: [`RunManifest`], [`DevicesFile`], [`BenchFile`]; those of the other studies stand with them, in
//! [`crate::studies`]. Numbers that are infinite or not a number are written as null. Keys are written in alphabetical order.

mod bench;
mod checksum;
mod decision;
#[cfg(feature = "gpu")]
mod devices;
mod figures;
mod file_name;
mod files;
mod heading;
mod interval;
mod poses;
mod probability;
mod retry;
mod run;
mod study;
mod tables;
mod until;
mod verification;

pub use bench::{
    BenchCrossover, BenchDevice, BenchFile, BenchSeries, BenchSize, Comparison, ProcessorFigure, RunPhases, SetupTimes,
    WholeRuns,
};
pub use decision::{BackendDecision, ChosenBackend, Pilot, PrecisionCandidate, PrecisionDecision};
#[cfg(feature = "gpu")]
pub use devices::{AdapterRecord, DevicesFile, PrecisionSupport, Processor};
pub use figures::{FigureIntervals, Histogram, HistogramFigures, OutputFigures, SHARES};
pub(crate) use file_name::{copies, plain};
pub use files::FileRecord;
pub use heading::Heading;
pub(crate) use heading::verb_of;
pub use interval::IntervalRecord;
pub use poses::{PoseFigures, PoseSumsRecord};
pub use probability::{MissingRecord, ProbabilityRecord};
pub use retry::RetryRecord;
pub(crate) use run::RUN;
pub use run::{BackendShare, CommonestFailure, RunManifest, RunState, TableRecord};

pub use study::{
    ColumnRecord, DerivedRecord, MachineRecord, MethodRecord, ParameterRecord, PartRecord, ReductionRecord,
    VariationRecord,
};
pub use tables::TableMismatch;
pub use until::UntilRecord;
pub use verification::{OutcomeChangeRecord, OutputDifference, RelativeTo, VerificationRecord};

use super::cause::{cause, remedy};
use super::disk::Disk;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use thiserror::Error;

/// A JSON file could not be written or read.
#[derive(Debug, Error)]
pub enum ManifestError {
    /// The file cannot be written.
    #[error("cannot write {}: {}; {}", path.display(), cause(source), remedy(source))]
    Write {
        /// The file that was to be written.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file cannot be read.
    #[error("cannot read {}: {}", path.display(), cause(source))]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file is not as a run has written it.
    #[error("{} is not as a run of this version has written it: {what}", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// What shows the change.
        what: String,
    },
    /// The file is the manifest of another verb.
    #[error(
        "{} is that of results of `gyrosweep {verb}`, which have no table of members, as those of run, modes, statics and periodic have",
        path.display()
    )]
    OtherVerb {
        /// The file.
        path: PathBuf,
        /// The verb.
        verb: String,
    },
    /// The text of the file is not JSON.
    #[error("{} is not JSON: {source}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What the parser found, with line and column.
        source: serde_json::Error,
    },
    /// The file is JSON of another content.
    #[error("{} is not {expected}: {}{source}", path.display(), if key == "." { String::new() } else { format!("{key}: ") })]
    Content {
        /// The file.
        path: PathBuf,
        /// What the file should be.
        expected: &'static str,
        /// The key whose value is wrong, as in `outputs[0].mean`; a dot for the whole file.
        key: String,
        /// What was found and what is accepted, with line and column.
        source: serde_json::Error,
    },
}

/// Writes `content` to `path` as indented JSON, replacing a file of that name.
///
/// The text goes to a temporary file in the same folder, which is then renamed,
/// so a reader sees either the former file or the complete new one.
///
/// # Errors
///
/// [`ManifestError::Write`] if the temporary file cannot be written or renamed; a former
/// file at `path` is then unchanged and the temporary file is removed.
pub fn write_json(path: &Path, content: &impl Serialize) -> Result<(), ManifestError> {
    let written = json_text(content).and_then(|text| Disk::default().write_whole(path, &text, true));
    written.map_err(|source| ManifestError::Write { path: path.to_path_buf(), source })
}

/// Returns the text of a JSON file: indented, its keys in alphabetical order.
///
/// # Errors
/// Where the content cannot be serialised.
pub fn json_text(content: &impl Serialize) -> io::Result<Vec<u8>> {
    // a value sorts its keys
    let mut text = serde_json::to_vec_pretty(&serde_json::to_value(content)?)?;
    text.push(b'\n');
    Ok(text)
}

/// Reads a JSON file; `expected` says in words what it should be.
///
/// # Errors
///
/// [`ManifestError`] if the file cannot be read, is not JSON or has another content.
pub fn read_json<T: DeserializeOwned>(path: &Path, expected: &'static str) -> Result<T, ManifestError> {
    let path = path.to_path_buf();
    let text = match fs::read(&path) {
        Ok(text) => text,
        Err(source) => return Err(ManifestError::Read { path, source }),
    };
    let mut parser = serde_json::Deserializer::from_slice(&text);
    let content = serde_path_to_error::deserialize(&mut parser);
    let (key, source) = match content {
        Ok(content) => match parser.end() {
            Ok(()) => return Ok(content),
            Err(error) => (".".to_string(), error),
        },
        // a key that is itself wrong has no name in the path
        Err(error) => (error.path().to_string().trim_end_matches(".?").to_string(), error.into_inner()),
    };
    Err(match source.is_data() {
        true => ManifestError::Content { path, expected, key, source },
        false => ManifestError::Syntax { path, source },
    })
}

/// Returns the seconds since 1970, now.
pub(crate) fn unix_seconds() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs())
}

#[cfg(test)]
mod tests;
