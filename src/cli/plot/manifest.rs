//! What the manifest beside the results says of them.

use crate::cli::Failure;
use gyrosweep::ensemble::Survivors;
use gyrosweep::io::manifest::{ManifestError, OutputFigures, RunManifest};
use gyrosweep::studies::run::survivors;
use std::io::ErrorKind;
use std::path::Path;

/// Holds the manifest of the results; none where there is none, as where tables were copied.
pub(crate) struct Manifest(Option<RunManifest>);

impl Manifest {
    pub(crate) fn read(folder: &Path) -> Result<Self, Failure> {
        match RunManifest::read_unchanged(&folder.join("manifest.json")) {
            Ok(manifest) => Ok(Self(Some(manifest))),
            Err(ManifestError::Read { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(Self(None)),
            Err(error @ ManifestError::Read { .. }) => Err(Failure::other(error)),
            Err(error) => Err(Failure::input(error)),
        }
    }

    /// Fails where a table is not the one that the run wrote. While a run goes on, or after it was killed, a table may be
    /// newer than the manifest.
    pub(crate) fn check(&self, table: &Path) -> Result<(), Failure> {
        self.0.as_ref().map_or(Ok(()), |manifest| Ok(manifest.check_table(table)?))
    }

    /// Returns the title, or else the name of the folder.
    pub(super) fn title(&self, folder: &Path) -> String {
        match &self.0 {
            Some(manifest) => manifest.title.clone(),
            None => folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned(),
        }
    }

    /// Returns the unit of an output, which a CSV table does not state.
    pub(super) fn unit(&self, name: &str) -> Option<String> {
        let manifest = self.0.as_ref()?;
        let column = manifest.columns.iter().find(|column| column.name == name).and_then(|column| column.unit.clone());
        column.or_else(|| manifest.outputs.iter().find(|output| output.name == name).map(|output| output.unit.clone()))
    }

    /// Tells whether a column is a condition, whose values are 0 for no and 1 for yes.
    pub(super) fn is_condition(&self, name: &str) -> bool {
        let Some(manifest) = &self.0 else { return false };
        let usual = manifest.columns.iter().find(|column| column.name == name).map(|c| c.of.as_str());
        manifest.probabilities.iter().any(|condition| condition.name == usual.unwrap_or(name))
    }

    /// Returns the conditions whose probabilities the scenario asks for.
    pub(super) fn conditions(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|manifest| manifest.probabilities.iter().map(|condition| condition.of.as_str()))
    }

    /// Returns the parameters that all members have in common, with their values and units.
    pub(super) fn fixed_parameters(&self) -> impl Iterator<Item = (&str, f64, Option<&str>)> {
        let all = self.0.iter().flat_map(|manifest| &manifest.parameters);
        all.filter(|of| of.varied.is_none()).map(|of| (of.name.as_str(), of.default, of.unit.as_deref()))
    }

    /// Returns the names of the outputs.
    pub(super) fn outputs(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|manifest| manifest.outputs.iter().map(|output| output.name.as_str()))
    }

    /// Returns the parameters that members differ in.
    pub(super) fn varied(&self) -> Vec<&str> {
        let all = self.0.iter().flat_map(|manifest| &manifest.parameters);
        all.filter(|of| of.varied.is_some()).map(|of| of.name.as_str()).collect()
    }

    /// Tells whether the members are those of a grid that is refined.
    pub(super) fn is_refined(&self) -> bool {
        self.0.as_ref().is_some_and(|manifest| manifest.refined)
    }

    /// Returns the figures of outputs whose members were not kept.
    pub(super) fn statistics(&self) -> Option<&[OutputFigures]> {
        self.0.as_ref().filter(|manifest| !manifest.members_kept).map(|manifest| manifest.outputs.as_slice())
    }

    /// Says how many members have outputs.
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
