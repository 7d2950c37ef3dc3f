//! Files that a verb writes where its user wants them: never over what the verb reads, over nothing unasked, and whole or not at all.

use super::cause::cause;
use super::disk::Disk;
use super::manifest::json_text;
use serde::Serialize;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file cannot be written where it is wanted.
#[derive(Debug, Error)]
pub enum OutputError {
    /// A file of that name is there already.
    #[error("{} exists already; --force replaces it, {option} picks another file", path.display())]
    Occupied {
        /// The option that names the file.
        option: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// The file is one that the verb reads.
    #[error("{option} {} names a file that is read for it; accepted: another file", path.display())]
    Read {
        /// The option that names the file.
        option: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// Two options name one file.
    #[error("{option} {} names the file of {other} as well; accepted: two files", path.display())]
    Twice {
        /// The second option that names the file.
        option: &'static str,
        /// The first one.
        other: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// The name is that of a folder.
    #[error("{option} {} names a folder; accepted: a file", path.display())]
    Folder {
        /// The option that names the folder.
        option: &'static str,
        /// The folder.
        path: PathBuf,
    },
    /// The file cannot be written.
    #[error("cannot write {}: {}; choose another file with {option}", path.display(), cause(source))]
    Write {
        /// The option that names the file.
        option: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl OutputError {
    /// Says whether another file is to be named; else the system fails.
    pub fn is_input(&self) -> bool {
        !matches!(self, Self::Write { .. })
    }
}

/// The files that a verb reads, and those that its options name to be written: no two are the same.
#[derive(Debug, Default)]
pub struct OutputFiles {
    reads: Vec<PathBuf>,
    named: Vec<(&'static str, PathBuf)>,
    force: bool,
}

impl OutputFiles {
    /// Makes the outputs of a verb that reads these files, of which some may be absent; `force` says whether its outputs may take
    /// the places of other files.
    pub fn new(reads: impl IntoIterator<Item = PathBuf>, force: bool) -> Self {
        Self { reads: reads.into_iter().map(|file| identity(&file)).collect(), named: Vec::new(), force }
    }

    /// Takes the file that an option names.
    ///
    /// # Errors
    /// Where that file is read, is another output as well, is a folder, or is there and may not be replaced.
    pub fn take(&mut self, option: &'static str, path: &Path) -> Result<OutputFile, OutputError> {
        let own = || path.to_path_buf();
        let place = identity(path);
        if self.reads.contains(&place) {
            return Err(OutputError::Read { option, path: own() });
        }
        if let Some((other, _)) = self.named.iter().find(|(_, named)| *named == place) {
            return Err(OutputError::Twice { option, other, path: own() });
        }
        let is_stream = match fs::metadata(&place) {
            Ok(about) if about.is_dir() => return Err(OutputError::Folder { option, path: own() }),
            Ok(about) => !about.is_file(),
            Err(_) => false,
        };
        if !is_stream && !self.force && fs::symlink_metadata(path).is_ok() {
            return Err(OutputError::Occupied { option, path: own() });
        }
        if !is_stream {
            self.named.push((option, place.clone()));
        }
        Ok(OutputFile { option, path: own(), place, replaces: self.force, is_stream })
    }
}

/// A file that an option names.
#[derive(Debug)]
pub struct OutputFile {
    option: &'static str,
    path: PathBuf,
    /// Where it is, behind all links.
    place: PathBuf,
    /// Whether it may take the place of another file.
    replaces: bool,
    /// Whether it is no file but a pipe or a device, which takes what is written.
    is_stream: bool,
}

impl OutputFile {
    /// Returns the file, as it is named.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns where the file is written, behind all links.
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// Returns the option that names the file.
    pub fn option(&self) -> &'static str {
        self.option
    }

    /// Writes the file beside its place, and puts it there in one go; it may be written again.
    ///
    /// # Errors
    /// Where it cannot be written, or has come into being meanwhile and may not be replaced; a former file stays as it is.
    pub fn write(&mut self, content: &[u8]) -> Result<(), OutputError> {
        let written = match (self.is_stream, self.replaces) {
            (true, _) => OpenOptions::new().write(true).open(&self.place).and_then(|mut to| to.write_all(content)),
            (false, true) => Disk::default().write_whole(&self.place, content, true),
            (false, false) => Disk::default().write_new(&self.place, content),
        };
        let (option, path) = (self.option, self.path.clone());
        written.map_err(|source| match source.kind() {
            ErrorKind::AlreadyExists => OutputError::Occupied { option, path },
            _ => OutputError::Write { option, path, source },
        })?;
        self.replaces = true;
        Ok(())
    }

    /// Writes the file as JSON, see [`OutputFile::write`].
    ///
    /// # Errors
    /// See [`OutputFile::write`].
    pub fn write_json(&mut self, content: &impl Serialize) -> Result<(), OutputError> {
        let text = json_text(content);
        let failed = |source| OutputError::Write { option: self.option, path: self.path.clone(), source };
        let text = text.map_err(failed)?;
        self.write(&text)
    }
}

/// Returns what two names of one file have in common, whether it is there or not: where it is, behind all links.
fn identity(path: &Path) -> PathBuf {
    if let Ok(found) = path.canonicalize() {
        return found;
    }
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_path_buf(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn outputs_are_not_inputs_nor_each_other_nor_what_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        fs::write(file("read.csv"), "mine").unwrap();
        fs::write(file("note.json"), "mine").unwrap();
        let again = folder.path().join(".").join("read.csv");
        for force in [false, true] {
            let mut files = OutputFiles::new([file("read.csv"), file("absent")], force);
            assert!(matches!(files.take("--out", &again), Err(OutputError::Read { .. })));
            assert!(matches!(files.take("--out", folder.path()), Err(OutputError::Folder { .. })));
            let taken = files.take("--json", &file("note.json"));
            assert_eq!(taken.is_ok(), force, "{taken:?}");
            files.take("--out", &file("new.csv")).unwrap();
            let twice = files.take("--plot", &folder.path().join(".").join("new.csv"));
            assert!(matches!(twice, Err(OutputError::Twice { other: "--out", .. })), "{twice:?}");
        }
        assert_eq!(fs::read_to_string(file("note.json")).unwrap(), "mine");
    }

    #[test]
    fn a_file_that_comes_into_being_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let mut file = OutputFiles::new([], false).take("--json", &path).unwrap();
        fs::write(&path, "mine").unwrap();
        assert!(matches!(file.write(b"other"), Err(OutputError::Occupied { .. })));
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        fs::remove_file(&path).unwrap();
        file.write(b"first").unwrap();
        file.write(b"second").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_device_is_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "former").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert!(matches!(OutputFiles::new([], false).take("--out", &link), Err(OutputError::Occupied { .. })));
        assert!(matches!(OutputFiles::new([file.clone()], true).take("--out", &link), Err(OutputError::Read { .. })));
        OutputFiles::new([], true).take("--out", &link).unwrap().write(b"next").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "next");
        OutputFiles::new([], false).take("--out", Path::new("/dev/null")).unwrap().write(b"x").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
