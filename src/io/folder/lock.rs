//! One run at a time for a folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

const NAME: &str = ".gyrosweep-lock";

/// Times that a lock is tried which its former holder removes meanwhile.
const TRIES: u32 = 100;

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
        for _ in 0..TRIES {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                // some file systems know no locks
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(error),
            }
            if is_still_there(&file, &path) {
                return Ok(Some(Self { _file: file, path }));
            }
        }
        Ok(None)
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

/// Tells whether the file is still there; else the former holder has removed it after it was opened here, and somebody
/// else may have made a new one.
#[cfg(unix)]
fn is_still_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let same = |a: &fs::Metadata, b: &fs::Metadata| a.ino() == b.ino() && a.dev() == b.dev();
    matches!((file.metadata(), fs::metadata(path)), (Ok(a), Ok(b)) if same(&a, &b))
}

#[cfg(not(unix))]
fn is_still_there(_: &File, path: &Path) -> bool {
    path.exists()
}
