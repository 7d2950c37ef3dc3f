//! Files beside the manifest that are no tables.

use super::plain;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::Path;

/// A file that is no table, and its content.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRecord {
    /// The file, beside the manifest.
    #[serde(deserialize_with = "plain")]
    pub file: String,
    /// Length of the file, bytes.
    pub bytes: u64,
    /// SHA-256 of the file, in hexadecimal; empty where it is not there yet.
    pub sha256: String,
}

impl FileRecord {
    /// Names a file that is not there yet.
    pub(crate) fn named(file: impl Into<String>) -> Self {
        Self { file: file.into(), ..Self::default() }
    }

    /// Names a file that is to be written here.
    pub(crate) fn at(path: impl AsRef<Path>) -> Self {
        Self::named(path.as_ref().file_name().unwrap_or_default().to_string_lossy())
    }

    /// Describes the file of this name in a folder, if it is there.
    pub(crate) fn read(&self, folder: &Path) -> Option<Self> {
        std::fs::read(folder.join(&self.file)).ok().map(|content| Self::of(&self.file, &content))
    }

    /// Describes a file of this content.
    pub(crate) fn of(file: impl Into<String>, content: &[u8]) -> Self {
        let sha256 = Sha256::digest(content).iter().map(|b| format!("{b:02x}")).collect();
        Self { file: file.into(), bytes: content.len() as u64, sha256 }
    }
}
