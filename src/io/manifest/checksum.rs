//! Whether the manifest of a run is as it was written: a run goes on from it, and shards are merged by it.

use super::{ManifestError, RunManifest, read_json};
use crate::statistics::{BIN_COUNT, Bins};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::Path;

/// The key of the checksum.
const KEY: &str = "checksum";

/// Returns the checksum of all keys of a manifest but that of the checksum; blanks between them do not matter.
fn checksum(mut manifest: Value) -> String {
    if let Value::Object(keys) = &mut manifest {
        keys.remove(KEY);
    }
    Sha256::digest(manifest.to_string()).iter().map(|b| format!("{b:02x}")).collect()
}

impl RunManifest {
    /// Returns the manifest with its checksum; a change after that is seen by who goes on from it.
    #[must_use]
    pub fn with_checksum(self) -> Self {
        let checksum = serde_json::to_value(&self).map(checksum).unwrap_or_default();
        Self { checksum, ..self }
    }

    /// Reads the manifest of a run that is as it was written, to go on from what it says, or to show it.
    ///
    /// # Errors
    /// Where the file cannot be read, is no such manifest, or not what a run has written.
    pub fn read_unchanged(path: &Path) -> Result<Self, ManifestError> {
        let manifest = Self::read(path)?;
        // a key that the type does not know counts as well
        let whole: Value = read_json(path, "the manifest of a run")?;
        let changed = |what: String| ManifestError::Changed { path: path.to_path_buf(), what };
        match manifest.checksum.as_str() {
            "" => return Err(changed("it has no checksum".into())),
            stated if stated != checksum(whole) => return Err(changed("its content has another checksum".into())),
            _ => {}
        }
        manifest.disagreement().map_or(Ok(manifest), |what| Err(changed(what)))
    }

    /// Returns which of its sums do not agree, in words, if some do not.
    fn disagreement(&self) -> Option<String> {
        let sum = |counts: Vec<u64>| counts.into_iter().try_fold(0u64, u64::checked_add);
        let (written, members) = (self.members_written, self.members);
        if written > members || self.complete && written < members {
            return Some(format!("{written} of {members} members are written where complete is {}", self.complete));
        }
        if sum(self.outcomes.values().copied().collect()) != Some(written) {
            return Some(format!("the outcomes are not those of {written} members"));
        }
        if self.members_with_outputs > written {
            return Some(format!("{} of {written} members have outputs", self.members_with_outputs));
        }
        if let Some(pose) = self.poses.iter().find(|pose| pose.count > self.members_with_outputs) {
            let (name, count, outputs) = (&pose.name, pose.count, self.members_with_outputs);
            return Some(format!("{count} members have {name:?}, and {outputs} any outputs"));
        }
        for output in &self.outputs {
            let (name, count) = (&output.name, output.count);
            if count > self.members_with_outputs {
                return Some(format!("{count} members have {name:?}, and {} any outputs", self.members_with_outputs));
            }
            let Some(figures) = &output.histogram else { continue };
            let (edges, counts) = (&figures.histogram.edges, &figures.histogram.counts);
            let classes = edges.first().zip(edges.last()).map(|(least, most)| Bins::between(*least, *most));
            if counts.len() != BIN_COUNT + 2 || classes.is_none_or(|bins| bins.edges() != edges) {
                return Some(format!("the histogram of {name:?} has other classes than a run makes"));
            }
            if sum(counts.clone()) != Some(count) {
                return Some(format!("the classes of {name:?} do not hold its {count} members"));
            }
        }
        None
    }
}
