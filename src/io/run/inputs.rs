//! Copies of what a run reads, beside its results.

use super::definition::Run;
use super::error::RecordError;
use crate::io::scenario::Content;

impl Run<'_> {
    /// Keeps what the run reads, so that it can be repeated from its folder alone. What is there already stays.
    pub(super) fn keep_inputs(&self) -> Result<(), RecordError> {
        for (name, content) in self.scenario.copies() {
            let path = self.folder.path().join(name);
            let bytes = match content {
                Content::Text(text) => text.into_bytes(),
                Content::File(from) => {
                    std::fs::read(&from).map_err(|source| RecordError::Input { path: from, source })?
                }
            };
            if !std::fs::read(&path).is_ok_and(|there| there == bytes) {
                let kept = self.folder.write_whole(&path, &bytes, true);
                kept.map_err(|source| RecordError::Input { path, source })?;
            }
        }
        Ok(())
    }
}
