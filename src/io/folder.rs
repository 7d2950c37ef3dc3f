//! The folder that receives the results of one run.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::cause::{cause, remedy};
use super::table::Format;

const MANIFEST: &str = "manifest.json";

/// Every file a run may leave in its folder. The manifest comes first, so that it is
/// also removed first and never describes tables that are gone.
const RESULT_FILES: [&str; 16] = [
    MANIFEST,
    "members.parquet",
    "members.csv",
    "samples.parquet",
    "samples.csv",
    "events.parquet",
    "events.csv",
    "statistics.parquet",
    "statistics.csv",
    "histogram.parquet",
    "histogram.csv",
    "convergence.csv",
    "convergence.svg",
    "convergence.png",
    "work_precision.svg",
    "work_precision.png",
];

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
        "the folder {} already holds results ({}); --force replaces them, \
         --out picks another folder",
        path.display(), files.join(", ")
    )]
    Occupied {
        /// The folder.
        path: PathBuf,
        /// The names of the result files found in it.
        files: Vec<&'static str>,
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

/// A folder that exists, can be written to and holds no results of a former run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultsFolder {
    path: PathBuf,
}

impl ResultsFolder {
    /// Makes the folder `path` ready for a run, creating it and its parents if need be.
    ///
    /// With `force`, the result files of a former run are removed; any other file in
    /// the folder stays.
    ///
    /// # Errors
    ///
    /// [`FolderError`] if the path is not a folder, cannot be created or written to, or
    /// holds results while `force` is false.
    pub fn create(path: &Path, force: bool) -> Result<Self, FolderError> {
        let folder = Self { path: path.to_path_buf() };
        folder.ensure()?;
        let former = folder.former_results()?;
        if !former.is_empty() && !force {
            return Err(FolderError::Occupied { path: folder.path, files: former });
        }
        folder.probe()?;
        for name in former {
            let file = folder.path.join(name);
            fs::remove_file(&file).map_err(|source| FolderError::Replace { path: file, source })?;
        }
        Ok(folder)
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The table with one row for each member of the ensemble.
    pub fn members(&self, format: Format) -> PathBuf {
        self.path.join(format!("members.{}", format.extension()))
    }

    /// The table with the sampled time series.
    pub fn samples(&self, format: Format) -> PathBuf {
        self.path.join(format!("samples.{}", format.extension()))
    }

    /// The table of the events that members met.
    pub fn events(&self, format: Format) -> PathBuf {
        self.path.join(format!("events.{}", format.extension()))
    }

    /// The table with one row of statistics for each output component.
    pub fn statistics(&self, format: Format) -> PathBuf {
        self.path.join(format!("statistics.{}", format.extension()))
    }

    /// The table with the classes of the histogram of each output component.
    pub fn histogram(&self, format: Format) -> PathBuf {
        self.path.join(format!("histogram.{}", format.extension()))
    }

    /// The description of the run.
    pub fn manifest(&self) -> PathBuf {
        self.path.join(MANIFEST)
    }

    fn ensure(&self) -> Result<(), FolderError> {
        let path = self.path.clone();
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => Ok(()),
            Ok(_) => Err(FolderError::NotAFolder { path }),
            Err(_) => fs::create_dir_all(&path).map_err(|source| FolderError::Create { path, source }),
        }
    }

    /// The names of the result files that exist, in the order of [`RESULT_FILES`].
    fn former_results(&self) -> Result<Vec<&'static str>, FolderError> {
        let mut found = Vec::new();
        for name in RESULT_FILES {
            let path = self.path.join(name);
            match fs::symlink_metadata(&path) {
                Ok(_) => found.push(name),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(source) => return Err(FolderError::Replace { path, source }),
            }
        }
        Ok(found)
    }

    /// Creates and removes a file, since permission bits alone do not tell whether the
    /// folder can be written to.
    fn probe(&self) -> Result<(), FolderError> {
        let file = self.path.join(format!(".gyrosweep-{}.probe", std::process::id()));
        OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .open(&file)
            .and_then(|_| fs::remove_file(&file))
            .map_err(|source| FolderError::NotWritable { path: self.path.clone(), source })
    }
}

/// Finds the table of a name in a folder of results, and its format, if it is there.
///
/// # Errors
///
/// [`FolderError::Read`] if the folder cannot be looked at.
pub fn find_table(folder: &Path, name: &str) -> Result<Option<(PathBuf, Format)>, FolderError> {
    for format in [Format::Parquet, Format::Csv] {
        let path = folder.join(format!("{name}.{}", format.extension()));
        match path.try_exists() {
            Ok(true) => return Ok(Some((path, format))),
            Ok(false) => {}
            Err(source) => return Err(FolderError::Read { path, source }),
        }
    }
    Ok(None)
}

#[cfg(test)]
#[path = "folder_tests.rs"]
mod tests;
