//! What was measured on this machine and need not be measured at every start: small JSON files in the user's cache
//! folder. Whatever cannot be read or written there counts as absent; a cache decides how long a start takes, never
//! what comes out.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// One fact, in a file of its own, so that processes that write different facts do not meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cached {
    path: Option<PathBuf>,
    key: Vec<String>,
}

/// A file of the cache.
#[derive(Serialize, Deserialize)]
struct Entry<K, T> {
    /// Version of the program, kind, and what else the fact depends on: another fact's file may have this one's name.
    key: K,
    /// The fact.
    value: T,
}

impl Cached {
    /// Makes the fact of a kind (the first word of the file's name) that depends on all that the key names: adapter,
    /// driver, kernel text, ... The version of the program is always part of it.
    pub(crate) fn new(kind: &str, key: &[&str]) -> Self {
        Self::within(folder().as_deref(), kind, key)
    }

    fn within(folder: Option<&Path>, kind: &str, key: &[&str]) -> Self {
        let key: Vec<String> = [env!("CARGO_PKG_VERSION"), kind].iter().chain(key).map(|s| (*s).to_string()).collect();
        // the length keeps the parts apart
        let parts: Vec<String> = key.iter().map(|part| format!("{} {part}", part.len())).collect();
        let digits = digest(&parts.join("\n"));
        Self { path: folder.map(|f| f.join(format!("{kind}-{digits}.json"))), key }
    }

    /// Reads the fact from its file, if there is one with this key.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Option<T> {
        let text = std::fs::read(self.path.as_ref()?).ok()?;
        let entry: Entry<Vec<String>, T> = serde_json::from_slice(&text).ok()?;
        // two keys may share a name
        (entry.key == self.key).then_some(entry.value)
    }

    /// Keeps a value, replacing the former one whole. True where that succeeded.
    pub(crate) fn write<T: Serialize>(&self, value: &T) -> bool {
        let Some(path) = &self.path else { return false };
        let Some(folder) = path.parent() else { return false };
        let Ok(text) = serde_json::to_string_pretty(&Entry { key: &self.key, value }) else { return false };
        let temporary = path.with_extension(format!("{}-{:?}.tmp", std::process::id(), std::thread::current().id()));
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&temporary, text + "\n"))
            .and_then(|()| std::fs::rename(&temporary, path));
        if written.is_err() {
            let _ = std::fs::remove_file(&temporary);
        }
        written.is_ok()
    }
}

/// Returns the hexadecimal digits that stand for a text in a key.
pub(crate) fn digest(text: &str) -> String {
    Sha256::digest(text).iter().take(12).map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the program's folder among the user's caches: `$XDG_CACHE_HOME`, else what the platform uses.
fn folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = variable("XDG_CACHE_HOME").filter(|path| path.is_absolute()).or_else(|| {
        if cfg!(windows) {
            variable("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            variable("HOME").map(|home| home.join("Library/Caches"))
        } else {
            variable("HOME").map(|home| home.join(".cache"))
        }
    })?;
    Some(base.join("gyrosweep"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |key: &[&str]| Cached::within(Some(folder.path()), "rates", key);
        let one = at(&["adapter", "driver 1"]);
        assert_eq!(one.read::<Value>(), None);
        assert!(one.write(&json!({ "f32": 1.5 })) && one.write(&json!({ "f32": 2.5 })));
        assert_eq!(one.read(), Some(json!({ "f32": 2.5 })));
        assert_eq!(at(&["adapter", "driver 2"]).read::<Value>(), None);
        // parts are kept apart
        assert_eq!(at(&["adapterd", "river 1"]).read::<Value>(), None);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn what_is_broken_or_forbidden_counts_as_absent() {
        let folder = tempfile::tempdir().unwrap();
        let cached = Cached::within(Some(folder.path()), "rates", &["adapter"]);
        assert!(cached.write(&json!(1)));
        assert_eq!((cached.read::<String>(), cached.read::<u32>()), (None, Some(1)), "another type counts as absent");
        std::fs::write(cached.path.as_ref().unwrap(), "{\"key\":").unwrap();
        assert_eq!(cached.read::<Value>(), None);
        std::fs::write(cached.path.as_ref().unwrap(), "{\"key\": [\"another\"], \"value\": 2}").unwrap();
        assert_eq!(cached.read::<Value>(), None);
        // a file where the folder should be, and no folder at all
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let forbidden = Cached::within(Some(&file.join("caches")), "rates", &["adapter"]);
        assert!(!forbidden.write(&json!(1)));
        assert_eq!(forbidden.read::<Value>(), None);
        let nowhere = Cached::within(None, "rates", &["adapter"]);
        assert!(!nowhere.write(&json!(1)));
        assert_eq!(nowhere.read::<Value>(), None);
    }
}
