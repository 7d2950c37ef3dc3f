//! The folder that receives the results of one run.

mod error;
mod lock;
mod owned;

use std::fs;
use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use self::error::FolderError;

use self::lock::Lock;
use self::owned::{FINDINGS, Owned};
use super::disk::{Disk, beside};
use super::manifest::{RunManifest, json_text};
use super::scenario::{MEASUREMENTS, PLAN, SCENARIO, Scenario, is_copy};
use super::table::Format;

pub(crate) const MANIFEST: &str = "manifest.json";

/// Chunks that are computed and not in the tables yet.
const JOURNAL: &str = ".gyrosweep-journal";

/// Every file that a verb may leave in its folder, but copies of what its scenario reads. The manifest comes first, so that it is
/// also removed first and never describes tables that are gone.
const RESULT_FILES: [&str; 32] = [
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
    "indices.parquet",
    "indices.csv",
    "design.parquet",
    "design.csv",
    "path.parquet",
    "path.csv",
    "periodic.parquet",
    "periodic.csv",
    "shapes.json",
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
    /// The run that left the results goes on, with as many members as it had or more.
    Extend,
}

impl Existing {
    /// Tells whether a run goes on with what is there.
    pub fn goes_on(self) -> bool {
        matches!(self, Self::Resume | Self::Extend)
    }
}

/// A folder that exists, can be written to and holds no results but those that are gone on with. It is locked: no
/// other run writes to it.
#[derive(Debug, Clone)]
pub struct ResultsFolder {
    path: PathBuf,
    disk: Disk,
    lock: Arc<Lock>,
}

/// What a verb reads, and the names that the copies of it have beside its results.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    files: Vec<PathBuf>,
    copies: Vec<String>,
}

impl Inputs {
    /// Returns what is read of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        Self { files: scenario.files(), copies: scenario.copies().into_iter().map(|(name, _)| name).collect() }
    }

    /// Adds files of which no copies are kept.
    #[must_use]
    pub fn with(mut self, files: impl IntoIterator<Item = PathBuf>) -> Self {
        self.files.extend(files);
        self
    }
}

impl ResultsFolder {
    /// Makes the folder `path` ready for a verb that reads `inputs`, creating it and its parents if need be.
    ///
    /// Of what is there only files that a manifest of this program names are ever removed or replaced.
    ///
    /// # Errors
    ///
    /// [`FolderError`] if the path is not a folder, cannot be created or written to, is used by another run, or
    /// holds what must stay.
    pub fn create(path: &Path, existing: Existing, inputs: &Inputs) -> Result<Self, FolderError> {
        Self::create_on(Disk::default(), path, existing, inputs)
    }

    pub(crate) fn create_on(disk: Disk, path: &Path, existing: Existing, inputs: &Inputs) -> Result<Self, FolderError> {
        ensure(path)?;
        let lock = match Lock::take(path) {
            Ok(Some(lock)) => Arc::new(lock),
            Ok(None) => return Err(FolderError::InUse { path: path.to_path_buf() }),
            Err(source) => return Err(FolderError::NotWritable { path: path.to_path_buf(), source }),
        };
        let folder = Self { path: path.to_path_buf(), disk, lock };
        let named = Owned::read(&folder.manifest()).map(|owned| owned.names());
        let owned: Vec<String> = named.map_or_else(Vec::new, |names| [vec![MANIFEST.into()], names].concat());
        folder.check_reads(inputs, &owned, existing)?;
        let former = folder.former_results(inputs, &owned)?;
        match existing {
            Existing::Refuse if !former.is_empty() => {
                let earlier = RunManifest::read(&folder.manifest());
                let resumable = earlier.is_ok_and(|manifest| !manifest.complete);
                return Err(FolderError::Occupied { path: folder.path, files: former, resumable });
            }
            Existing::Refuse => {
                folder.remove_file(JOURNAL)?;
                folder.remove_parts()?;
            }
            Existing::Replace => {
                folder.check_named(&former, &owned)?;
                folder.remove(&former)?;
            }
            Existing::Resume | Existing::Extend => {
                folder.check_named(&former, &owned)?;
                folder.remove_parts()?;
            }
        }
        Ok(folder)
    }

    /// Fails where a file that is read has the name of a result in this folder, or of a copy of another file; a run that goes on may
    /// read its own copies.
    fn check_reads(&self, inputs: &Inputs, owned: &[String], existing: Existing) -> Result<(), FolderError> {
        let reads: Vec<PathBuf> = inputs.files.iter().filter_map(|file| file.canonicalize().ok()).collect();
        let is_own_copy = |name: &str| is_copy(name.split('/').next().unwrap_or(name));
        let names = RESULT_FILES.iter().copied().chain([JOURNAL]).chain(owned.iter().map(String::as_str));
        let names = names.chain(inputs.copies.iter().map(String::as_str));
        let names = names.filter(|name| !existing.goes_on() || !is_own_copy(name));
        let files = names.map(|name| self.path.join(name));
        for file in files.flat_map(|file| [beside(&file), file]) {
            let is_read =
                |path: PathBuf| reads.iter().any(|read| *read == path || read.parent() == Some(path.as_path()));
            if file.canonicalize().is_ok_and(is_read) {
                return Err(FolderError::ReadByRun { file });
            }
        }
        Ok(())
    }

    /// Fails where one of these files is not named by the manifest that is there.
    fn check_named(&self, files: &[String], owned: &[String]) -> Result<(), FolderError> {
        let is_named = |file: &&String| {
            let folder = file.split_once('/').map(|(folder, _)| folder);
            owned.iter().any(|name| name == *file || Some(name.as_str()) == folder)
        };
        match files.iter().find(|file| !is_named(file)) {
            Some(file) => Err(FolderError::Foreign { file: self.path.join(file), manifest: self.manifest() }),
            None => Ok(()),
        }
    }

    /// Removes the results of a former run. Until the last of them is gone the manifest names them, and says so.
    fn remove(&self, files: &[String]) -> Result<(), FolderError> {
        if let Ok(manifest) = RunManifest::read(&self.manifest()) {
            let written = self.write_json(&self.manifest(), &manifest.removed(), false);
            written.map_err(|source| FolderError::Replace { path: self.manifest(), source })?;
        }
        self.remove_file(JOURNAL)?;
        files.iter().filter(|name| *name != MANIFEST).try_for_each(|name| self.remove_file(name))?;
        self.remove_parts()?;
        self.remove_findings()?;
        self.remove_file(MANIFEST)
    }

    /// Removes what was found of all members: it would be taken for what is true of those that come.
    pub(crate) fn remove_findings(&self) -> Result<(), FolderError> {
        FINDINGS.iter().try_for_each(|name| self.remove_file(name))?;
        // a file of somebody else stays
        if is_report(&self.path.join(REPORT)) { self.remove_file(REPORT) } else { Ok(()) }
    }

    /// Removes a file of the folder, or a folder of copies, if it is there.
    fn remove_file(&self, name: &str) -> Result<(), FolderError> {
        let path = self.path.join(name);
        let of_many = is_copy(name) && name.ends_with(".files") && path.is_dir();
        let removed = if of_many { self.disk.remove_copies(&path) } else { self.disk.remove(&path) };
        removed.map_err(|source| FolderError::Replace { path, source })
    }

    /// Removes files that a run was writing when it was killed.
    fn remove_parts(&self) -> Result<(), FolderError> {
        let parts = RESULT_FILES.map(|name| beside(Path::new(name)));
        parts.iter().filter_map(|part| part.to_str()).try_for_each(|part| self.remove_file(part))
    }

    /// Writes a JSON file whole, in the place of a former one. `save` says whether the system is asked to save it.
    pub(crate) fn write_json(&self, path: &Path, content: &impl serde::Serialize, save: bool) -> io::Result<()> {
        self.write_whole(path, &json_text(content)?, save)
    }

    /// Writes a file whole, as [`ResultsFolder::write_json`].
    pub(crate) fn write_whole(&self, path: &Path, text: &[u8], save: bool) -> io::Result<()> {
        self.disk.write_whole(path, text, save)
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
        self.table("members", format)
    }

    /// Returns the path of the table of a name.
    pub(crate) fn table(&self, name: &str, format: Format) -> PathBuf {
        self.path.join(format!("{name}.{}", format.extension()))
    }

    /// Returns the path of the table with the sampled time series.
    pub fn samples(&self, format: Format) -> PathBuf {
        self.table("samples", format)
    }

    /// Returns the path of the table of the events that members met.
    pub fn events(&self, format: Format) -> PathBuf {
        self.table("events", format)
    }

    /// Returns the path of the table with one row of statistics for each output component.
    pub fn statistics(&self, format: Format) -> PathBuf {
        self.table("statistics", format)
    }

    /// Returns the path of the table with the classes of the histogram of each output component.
    pub fn histogram(&self, format: Format) -> PathBuf {
        self.table("histogram", format)
    }

    /// Returns the path of the table with the mean of each rotation and pose.
    pub fn poses(&self, format: Format) -> PathBuf {
        self.table("poses", format)
    }

    /// Returns the path of the table of the blocks of a shard whose members are not kept.
    pub fn blocks(&self, format: Format) -> PathBuf {
        self.table("blocks", format)
    }

    /// Returns the path of the description of the run.
    pub fn manifest(&self) -> PathBuf {
        self.path.join(MANIFEST)
    }

    /// Returns the names of the files that exist and are results, copies of what is read, or named by a manifest, each once.
    fn former_results(&self, inputs: &Inputs, owned: &[String]) -> Result<Vec<String>, FolderError> {
        let mut found: Vec<String> = Vec::new();
        for name in RESULT_FILES.iter().copied().chain(inputs.copies.iter().chain(owned).map(String::as_str)) {
            let path = self.path.join(name);
            match fs::symlink_metadata(&path) {
                Ok(_) if found.iter().any(|other| other == name) => {}
                Ok(_) => found.push(name.to_string()),
                Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
                Err(source) => return Err(FolderError::Replace { path, source }),
            }
        }
        Ok(found)
    }
}

/// Tells whether a file is a report of this program.
pub(crate) fn is_report(file: &Path) -> bool {
    let mut head = Vec::new();
    let read = fs::File::open(file).and_then(|file| file.take(1024).read_to_end(&mut head));
    read.is_ok() && String::from_utf8_lossy(&head).contains(REPORT_MARK)
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
