//! What the manifest beside the results says of them.

use crate::cli::Failure;
use crate::ensemble::Survivors;
use crate::io::manifest::{ManifestError, RunManifest};
use crate::report::survivors;
use std::io::ErrorKind;
use std::path::Path;

/// Holds the manifest of the results; none where there is none, as where tables were copied.
pub(super) struct Manifest(Option<RunManifest>);

impl Manifest {
    pub(super) fn read(folder: &Path) -> Result<Self, Failure> {
        match RunManifest::read(&folder.join("manifest.json")) {
            Ok(manifest) => Ok(Self(Some(manifest))),
            Err(ManifestError::Read { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(Self(None)),
            Err(error @ ManifestError::Read { .. }) => Err(Failure::other(error)),
            Err(error) => Err(Failure::input(error)),
        }
    }

    /// The title, or else the name of the folder.
    pub(super) fn title(&self, folder: &Path) -> String {
        match &self.0 {
            Some(manifest) => manifest.title.clone(),
            None => folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned(),
        }
    }

    /// The unit of an output, which a CSV table does not state.
    pub(super) fn unit(&self, name: &str) -> Option<String> {
        let output = self.0.as_ref()?.outputs.iter().find(|output| output.name == name)?;
        Some(output.unit.clone())
    }

    /// How many members have outputs.
    pub(super) fn survivors(&self) -> Option<String> {
        let outcomes = self.0.as_ref()?.outcomes.iter();
        Some(survivors(&Survivors::of(outcomes.map(|(outcome, members)| (*outcome, *members)))))
    }

    pub(super) fn note(&self) -> Option<String> {
        match &self.0 {
            Some(manifest) if manifest.complete => None,
            Some(_) => Some("The run ended early: these are its first members".into()),
            None => Some("The run left no complete manifest: members may be missing".into()),
        }
    }
}
