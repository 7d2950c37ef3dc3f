//! One run at a time for a folder.

use crate::io::disk::locked;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

const NAME: &str = ".gyrosweep-lock";

/// Holds a folder. The system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub(super) struct Lock {
    /// Locked as long as it is open.
    _file: File,
    path: PathBuf,
}

impl Lock {
    /// Takes the lock of a folder; none where another process, or another run of this one, holds it.
    pub(super) fn take(folder: &Path) -> io::Result<Option<Self>> {
        let path = folder.join(NAME);
        Ok(locked(&path)?.map(|file| Self { _file: file, path }))
    }

    /// Removes the file; nobody else can hold it now.
    pub(super) fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.remove();
    }
}
