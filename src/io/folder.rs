//! The folder that receives the results of one run.

mod error;
mod lock;

use std::fs;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use self::error::FolderError;
use serde::Deserialize;

use self::lock::Lock;
use super::disk::Disk;
use super::manifest::{RunManifest, copies, json_text, plain, read_json};
use super::scenario::{MEASUREMENTS, PLAN, SCENARIO};
use super::table::{Format, beside};

pub(crate) const MANIFEST: &str = "manifest.json";

/// Chunks that are computed and not in the tables yet.
const JOURNAL: &str = ".gyrosweep-journal";

/// Every file a run may leave in its folder. The manifest comes first, so that it is
/// also removed first and never describes tables that are gone.
const RESULT_FILES: [&str; 29] = [
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
    "blocks.parquet",
    "blocks.csv",
    "poses.parquet",
    "poses.csv",
    "design.parquet",
    "design.csv",
    "path.parquet",
    "path.csv",
    "periodic.parquet",
    "periodic.csv",
    "convergence.csv",
    "convergence.svg",
    "convergence.png",
    "work_precision.svg",
    "work_precision.png",
    SCENARIO,
    PLAN,
    MEASUREMENTS,
];

/// The report of results, by default.
pub(crate) const REPORT: &str = "report.html";

/// What tells such a report from other files, near its beginning.
pub(crate) const REPORT_MARK: &str = "<meta name=\"generator\" content=\"gyrosweep\">";

/// Returns the folder that the results of a scenario file go to where none is named.
pub fn default_folder(scenario: &Path) -> PathBuf {
    let scenario = if scenario == Path::new("-") { Path::new("stdin") } else { scenario };
    let stem = scenario.file_stem().map_or_else(|| "scenario".into(), |s| s.to_os_string());
    PathBuf::from("results").join(stem)
}

/// What is done with results that are in a folder already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// The results stand in the way.
    Refuse,
    /// The results are removed.
    Replace,
    /// The run that left the results goes on.
    Resume,
}

/// A folder that exists, can be written to and holds no results but those that are gone on with. It is locked: no
/// other run writes to it.
#[derive(Debug, Clone)]
pub struct ResultsFolder {
    path: PathBuf,
    disk: Disk,
    lock: Arc<Lock>,
}

/// What tells the manifest of a run, or of a comparison of methods, from other files.
#[derive(Deserialize)]
struct Owned {
    program: String,
    /// The tables that it names; all that a run may leave, where it names none.
    tables: Option<Vec<OwnedTable>>,
    /// The copies of what the run reads.
    #[serde(default, deserialize_with = "copies")]
    inputs: Vec<String>,
}

#[derive(Deserialize)]
struct OwnedTable {
    #[serde(deserialize_with = "plain")]
    file: String,
}

impl ResultsFolder {
    /// Makes the folder `path` ready for a run that reads the files `reads`, creating it and its parents if need be.
    ///
    /// Of what is there only result files that a manifest names are ever removed.
    ///
    /// # Errors
    ///
    /// [`FolderError`] if the path is not a folder, cannot be created or written to, is used by another run, or
    /// holds what must stay.
    pub fn create(path: &Path, existing: Existing, reads: &[PathBuf]) -> Result<Self, FolderError> {
        Self::create_on(Disk::default(), path, existing, reads)
    }

    pub(crate) fn create_on(
        disk: Disk,
        path: &Path,
        existing: Existing,
        reads: &[PathBuf],
    ) -> Result<Self, FolderError> {
        ensure(path)?;
        let lock = match Lock::take(path) {
            Ok(Some(lock)) => Arc::new(lock),
            Ok(None) => return Err(FolderError::InUse { path: path.to_path_buf() }),
            Err(source) => return Err(FolderError::NotWritable { path: path.to_path_buf(), source }),
        };
        let folder = Self { path: path.to_path_buf(), disk, lock };
        folder.check_reads(reads, existing)?;
        let former = folder.former_results()?;
        match existing {
            Existing::Refuse if !former.is_empty() => {
                let earlier = RunManifest::read(&folder.manifest());
                let resumable = earlier.is_ok_and(|manifest| !manifest.complete);
                return Err(FolderError::Occupied { path: folder.path, files: former, resumable });
            }
            Existing::Refuse | Existing::Replace => folder.remove(&former)?,
            Existing::Resume => {
                folder.check_named(&former)?;
                folder.remove_parts()?;
            }
        }
        Ok(folder)
    }

    /// Fails where a file that is read has the name of a result in this folder; a run that goes on may read its own copies.
    fn check_reads(&self, reads: &[PathBuf], existing: Existing) -> Result<(), FolderError> {
        let reads: Vec<PathBuf> = reads.iter().filter_map(|file| file.canonicalize().ok()).collect();
        let stays = |name: &str| existing == Existing::Resume && [SCENARIO, PLAN, MEASUREMENTS].contains(&name);
        let files = RESULT_FILES.iter().copied().chain([JOURNAL]).filter(|name| !stays(name));
        let files = files.map(|name| self.path.join(name));
        for file in files.flat_map(|file| [beside(&file), file]) {
            if file.canonicalize().is_ok_and(|path| reads.contains(&path)) {
                return Err(FolderError::ReadByRun { file });
            }
        }
        Ok(())
    }

    /// Fails where one of these files is not named by the manifest that is there.
    fn check_named(&self, files: &[&str]) -> Result<(), FolderError> {
        let manifest = self.manifest();
        let owned = read_json::<Owned>(&manifest, "a manifest").ok();
        let owned = owned.filter(|owned| owned.program == env!("CARGO_PKG_NAME"));
        let named = |file: &str| match &owned {
            None => false,
            Some(Owned { tables: None, .. }) => true,
            Some(Owned { tables: Some(tables), inputs, .. }) => {
                let named = tables.iter().map(|table| &table.file).chain(inputs);
                file == MANIFEST || named.into_iter().any(|name| name == file)
            }
        };
        match files.iter().find(|file| !named(file)) {
            Some(file) => Err(FolderError::Foreign { file: self.path.join(file), manifest }),
            None => Ok(()),
        }
    }

    /// Removes the results of a former run. Until the last of them is gone the manifest names them, and says so.
    fn remove(&self, files: &[&str]) -> Result<(), FolderError> {
        self.check_named(files)?;
        let failed = |file: PathBuf| move |source| FolderError::Replace { path: file, source };
        if let Ok(manifest) = RunManifest::read(&self.manifest()) {
            self.write_json(&self.manifest(), &manifest.removed(), false).map_err(failed(self.manifest()))?;
        }
        for name in [JOURNAL].iter().chain(files.iter().filter(|name| **name != MANIFEST)) {
            let file = self.path.join(name);
            self.disk.remove(&file).map_err(failed(file))?;
        }
        self.remove_parts()?;
        self.remove_report()?;
        self.disk.remove(&self.manifest()).map_err(failed(self.manifest()))
    }

    /// Removes the report of the results, which would be taken for one of those that come; a file of somebody else stays.
    fn remove_report(&self) -> Result<(), FolderError> {
        let file = self.path.join(REPORT);
        let mut head = Vec::new();
        let read = fs::File::open(&file).and_then(|file| file.take(1024).read_to_end(&mut head));
        if read.is_err() || !String::from_utf8_lossy(&head).contains(REPORT_MARK) {
            return Ok(());
        }
        self.disk.remove(&file).map_err(|source| FolderError::Replace { path: file, source })
    }

    /// Removes files that a run was writing when it was killed.
    fn remove_parts(&self) -> Result<(), FolderError> {
        for name in RESULT_FILES {
            let file = beside(&self.path.join(name));
            self.disk.remove(&file).map_err(|source| FolderError::Replace { path: file, source })?;
        }
        Ok(())
    }

    /// Writes a JSON file whole, in the place of a former one. `save` says whether the system is asked to save it.
    pub(crate) fn write_json(&self, path: &Path, content: &impl serde::Serialize, save: bool) -> io::Result<()> {
        self.write_whole(path, &json_text(content)?, save)
    }

    /// Writes a file whole, as [`ResultsFolder::write_json`].
    pub(crate) fn write_whole(&self, path: &Path, text: &[u8], save: bool) -> io::Result<()> {
        let part = beside(path);
        let write = || {
            let mut file = self.disk.create(&part)?;
            self.disk.write(&mut file, text)?;
            if save {
                self.disk.save(&file)?;
            }
            self.disk.rename(&part, path)
        };
        write().inspect_err(|_| {
            // the first error is the one to report
            let _ = self.disk.remove(&part);
        })
    }

    /// Returns the disk that the files of the folder are written through.
    pub(crate) fn disk(&self) -> &Disk {
        &self.disk
    }

    /// Removes the file of the lock where the process is about to end; the lock ends with it.
    pub(crate) fn leave(&self) {
        self.lock.remove();
    }

    /// Returns the path of the file of the chunks that are not in the tables yet.
    pub(crate) fn journal(&self) -> PathBuf {
        self.path.join(JOURNAL)
    }

    /// Returns the path of the folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of the table with one row for each member of the ensemble.
    pub fn members(&self, format: Format) -> PathBuf {
        self.path.join(format!("members.{}", format.extension()))
    }

    /// Returns the path of the table with the sampled time series.
    pub fn samples(&self, format: Format) -> PathBuf {
        self.path.join(format!("samples.{}", format.extension()))
    }

    /// Returns the path of the table of the events that members met.
    pub fn events(&self, format: Format) -> PathBuf {
        self.path.join(format!("events.{}", format.extension()))
    }

    /// Returns the path of the table with one row of statistics for each output component.
    pub fn statistics(&self, format: Format) -> PathBuf {
        self.path.join(format!("statistics.{}", format.extension()))
    }

    /// Returns the path of the table with the classes of the histogram of each output component.
    pub fn histogram(&self, format: Format) -> PathBuf {
        self.path.join(format!("histogram.{}", format.extension()))
    }

    /// Returns the path of the table with the mean of each rotation and pose.
    pub fn poses(&self, format: Format) -> PathBuf {
        self.path.join(format!("poses.{}", format.extension()))
    }

    /// Returns the path of the table of the blocks of a shard whose members are not kept.
    pub fn blocks(&self, format: Format) -> PathBuf {
        self.path.join(format!("blocks.{}", format.extension()))
    }

    /// Returns the path of the description of the run.
    pub fn manifest(&self) -> PathBuf {
        self.path.join(MANIFEST)
    }

    /// Returns the names of the result files that exist, in the order of [`RESULT_FILES`].
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
}

fn ensure(path: &Path) -> Result<(), FolderError> {
    let path = path.to_path_buf();
    match fs::metadata(&path) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(FolderError::NotAFolder { path }),
        Err(_) => fs::create_dir_all(&path).map_err(|source| FolderError::Create { path, source }),
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
