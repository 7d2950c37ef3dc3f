//! What the manifest beside the results says of them.

use crate::cli::Failure;
use serde_json::Value;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// What `manifest.json` says; null where there is none, as after a run that was killed.
pub(super) struct Manifest {
    content: Value,
}

impl Manifest {
    pub(super) fn read(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join("manifest.json");
        let text = match fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Self { content: Value::Null }),
            Err(error) => return Err(Failure::other(format!("cannot read {}: {error}", path.display()))),
        };
        let content = serde_json::from_slice(&text)
            .map_err(|error| Failure::input(format!("{} is not JSON: {error}", path.display())))?;
        Ok(Self { content })
    }

    /// The title, or else the name of the folder.
    pub(super) fn title(&self, folder: &Path) -> String {
        match self.content.get("title").and_then(Value::as_str) {
            Some(title) => title.to_string(),
            None => folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned(),
        }
    }

    /// The unit of an output, which a CSV table does not state.
    pub(super) fn unit(&self, name: &str) -> Option<String> {
        let outputs = self.content.get("outputs")?.as_array()?;
        let output = outputs.iter().find(|o| o.get("name").and_then(Value::as_str) == Some(name))?;
        Some(output.get("unit")?.as_str()?.to_string())
    }

    pub(super) fn note(&self) -> Option<String> {
        match self.content.get("complete") {
            Some(Value::Bool(true)) => None,
            Some(_) => Some("The run ended early: these are its first members".into()),
            None => Some("The run left no complete manifest: members may be missing".into()),
        }
    }
}
