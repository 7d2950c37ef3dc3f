//! What several studies do in the same way.

use super::failure::Failure;
use crate::io::folder::{ResultsFolder, default_folder};
use crate::io::inputs::keep_inputs;
use crate::io::manifest::write_json;
use crate::io::scenario::Scenario;
use crate::report::Page;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Samples of a member that is run alone, where nobody asks for others.
pub(super) const SAMPLES: u32 = 200;

/// Returns the folder of the results: that which is given, or `results/`, the name of the scenario and a suffix.
pub(super) fn folder(given: Option<PathBuf>, scenario: &Path, suffix: &str) -> PathBuf {
    given.unwrap_or_else(|| {
        let whole = default_folder(scenario);
        let name = whole.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        whole.with_file_name(format!("{name}{suffix}"))
    })
}

/// Returns how a page begins: with the title, what computes what, and advice.
pub(super) fn opening(scenario: &Scenario, computes: String) -> Page {
    let mut page = Page::of(&scenario.title);
    page.text(computes);
    scenario.advice().into_iter().for_each(|advice| page.warning(advice));
    page
}

/// Writes the manifest of a study that begins, and copies of what it reads.
pub(super) fn keep(folder: &ResultsFolder, scenario: &Scenario, manifest: &impl Serialize) -> Result<(), Failure> {
    write_json(&folder.manifest(), manifest).map_err(Failure::other)?;
    keep_inputs(folder, scenario).map_err(Failure::other)
}
