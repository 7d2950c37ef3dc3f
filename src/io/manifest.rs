//! Writing a JSON file so that it is there whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;
use thiserror::Error;

use super::cause::{cause, remedy};

/// A JSON file could not be written.
#[derive(Debug, Error)]
#[error("cannot write {}: {}; {}", path.display(), cause(source), remedy(source))]
pub struct ManifestError {
    /// The file that was to be written.
    pub path: PathBuf,
    /// The error of the system.
    pub source: io::Error,
}

/// Writes `value` to `path` as indented JSON, replacing a file of that name.
///
/// The text goes to a temporary file in the same folder, which is then renamed,
/// so a reader sees either the former file or the complete new one.
///
/// # Errors
///
/// [`ManifestError`] if the temporary file cannot be written or renamed; a former
/// file at `path` is then unchanged and the temporary file is removed.
pub fn write_json(path: &Path, value: &Value) -> Result<(), ManifestError> {
    let temporary = temporary_path(path);
    write_whole(&temporary, value).and_then(|()| fs::rename(&temporary, path)).map_err(|source| {
        // The temporary file may not exist; the first error is the one to report.
        let _ = fs::remove_file(&temporary);
        ManifestError { path: path.to_path_buf(), source }
    })
}

fn write_whole(path: &Path, value: &Value) -> io::Result<()> {
    let mut text = serde_json::to_vec_pretty(value)?;
    text.push(b'\n');
    let mut file = File::create(path)?;
    file.write_all(&text)?;
    file.sync_all()
}

/// A hidden name next to `path` that no other process uses.
fn temporary_path(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("manifest.json");
        write_json(&path, &json!({"rows": [1, 2, 3]})).unwrap();
        write_json(&path, &json!({"rows": 4})).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.ends_with("}\n"));
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value, json!({"rows": 4}));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_missing_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("absent").join("manifest.json");
        let error = write_json(&path, &json!(1)).unwrap_err();
        assert!(error.to_string().contains(&path.display().to_string()));
    }

    #[test]
    fn a_failed_rename_leaves_no_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("manifest.json");
        fs::create_dir(&path).unwrap();
        assert!(write_json(&path, &json!(1)).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
