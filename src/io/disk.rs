//! The file operations of results. After any of them the process may be killed: tests let a disk stop at each.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

#[cfg(test)]
use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

/// Writes, copies, renames and removes files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk {
    /// Operations that succeed before everything fails.
    #[cfg(test)]
    left: Option<Arc<AtomicI64>>,
}

impl Disk {
    /// Makes a disk on which nothing more happens after some operations, as if the process had been killed; a write is
    /// two.
    #[cfg(test)]
    pub(crate) fn stopping_after(operations: i64) -> Self {
        Self { left: Some(Arc::new(AtomicI64::new(operations))) }
    }

    /// Tells whether the disk has stopped.
    #[cfg(test)]
    pub(crate) fn has_stopped(&self) -> bool {
        self.left.as_ref().is_some_and(|left| left.load(Ordering::SeqCst) < 0)
    }

    /// Stands before every operation.
    fn begin(&self) -> io::Result<()> {
        #[cfg(test)]
        if let Some(left) = &self.left
            && left.fetch_sub(1, Ordering::SeqCst) <= 0
        {
            left.store(-1, Ordering::SeqCst);
            return Err(io::Error::other("the disk stopped"));
        }
        Ok(())
    }

    /// Creates an empty file, in the place of one of that name, which nobody else writes to as long as it is open.
    pub(crate) fn create(&self, path: &Path) -> io::Result<File> {
        self.begin()?;
        let file = locked(path)?.ok_or_else(|| io::Error::other("another process is writing the same file"))?;
        file.set_len(0)?;
        Ok(file)
    }

    /// Writes a file beside its place and puts it there in one go: a former file stays whole where that fails. `save` says whether
    /// the system is asked to save it.
    pub(crate) fn write_whole(&self, path: &Path, content: &[u8], save: bool) -> io::Result<()> {
        self.write_beside(path, content, save, |part| self.rename(part, path))
    }

    /// Writes a file as [`Disk::write_whole`], but never in the place of another.
    ///
    /// # Errors
    /// Of the kind [`ErrorKind::AlreadyExists`] where there is a file of that name.
    pub(crate) fn write_new(&self, path: &Path, content: &[u8]) -> io::Result<()> {
        self.write_beside(path, content, true, |part| match fs::hard_link(part, path) {
            Ok(()) => self.remove(part),
            Err(error) if error.kind() == ErrorKind::AlreadyExists || fs::symlink_metadata(path).is_ok() => {
                Err(ErrorKind::AlreadyExists.into())
            }
            // some file systems know no links
            Err(_) => self.rename(part, path),
        })
    }

    fn write_beside(
        &self,
        path: &Path,
        content: &[u8],
        save: bool,
        place: impl FnOnce(&Path) -> io::Result<()>,
    ) -> io::Result<()> {
        let part = beside(path);
        let mut file = self.create(&part)?;
        let mut write = || {
            self.write(&mut file, content)?;
            if save { self.save(&file) } else { Ok(()) }
        };
        // the file is open, and so nobody else's, until it is in its place
        write().and_then(|()| place(&part)).inspect_err(|_| {
            // the first error is the one to report
            let _ = self.remove(&part);
        })
    }

    /// Opens a file to write at its end, with an empty one where there is none.
    pub(crate) fn open_to_append(&self, path: &Path) -> io::Result<File> {
        self.begin()?;
        OpenOptions::new().append(true).create(true).open(path)
    }

    /// Writes bytes to the end of a file. After an error any part of them may have been written.
    pub(crate) fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        #[cfg(test)]
        let bytes = {
            self.begin()?;
            let (first, rest) = bytes.split_at(bytes.len() / 2);
            file.write_all(first)?;
            rest
        };
        self.begin()?;
        file.write_all(bytes)
    }

    /// Appends the first bytes of a file to another.
    pub(crate) fn copy(&self, from: &Path, length: u64, to: &mut File) -> io::Result<()> {
        self.begin()?;
        match io::copy(&mut File::open(from)?.take(length), to)? {
            copied if copied == length => Ok(()),
            _ => Err(ErrorKind::UnexpectedEof.into()),
        }
    }

    /// Cuts a file off.
    pub(crate) fn truncate(&self, file: &File, length: u64) -> io::Result<()> {
        self.begin()?;
        file.set_len(length)
    }

    /// Puts a file in the place of another, in one go.
    pub(crate) fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.begin()?;
        fs::rename(from, to)
    }

    /// Removes a file, if it is there.
    pub(crate) fn remove(&self, path: &Path) -> io::Result<()> {
        self.begin()?;
        match fs::remove_file(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            result => result,
        }
    }

    /// Removes the files of a folder that end in `.csv`, and the folder if nothing else is in it.
    pub(crate) fn remove_copies(&self, folder: &Path) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "csv") {
                self.remove(&path)?;
            }
        }
        // what else is there is somebody else's
        let _ = fs::remove_dir(folder);
        Ok(())
    }

    /// Asks the system to save what was written to a file.
    pub(crate) fn save(&self, file: &File) -> io::Result<()> {
        self.begin()?;
        match file.sync_all() {
            // some file systems know no such request
            Err(error) if matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::InvalidInput) => Ok(()),
            result => result,
        }
    }
}

/// Returns the name under which the next state of a file is written.
pub(crate) fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.part"))
}

/// Times that a lock is tried whose file its former holder moves or removes meanwhile.
const TRIES: u32 = 100;

/// Opens a file, an empty one where there is none, and locks it until it is closed, however the process ends; none where another
/// process, or another run of this one, holds it.
pub(crate) fn locked(path: &Path) -> io::Result<Option<File>> {
    for _ in 0..TRIES {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            // some file systems know no locks
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(error),
        }
        if is_still_there(&file, path) {
            return Ok(Some(file));
        }
    }
    Ok(None)
}

/// Tells whether the file is still there; else the former holder has moved or removed it after it was opened here, and somebody
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
