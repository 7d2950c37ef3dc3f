//! How the files of studies begin.

use super::read_json;
use crate::io::scenario::Scenario;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Says what wrote a file, and from which scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heading {
    /// The program that wrote the file: `gyrosweep`.
    pub program: String,
    /// The version of the program.
    pub version: String,
    /// The verb that wrote the file: `converge`, `validate`, `optimise`.
    pub verb: String,
    /// The scenario file, as it was named.
    pub scenario: String,
    /// SHA-256 of the text of the scenario, in hexadecimal.
    pub scenario_sha256: String,
    /// The title of the scenario, or else its name.
    pub title: String,
}

impl Heading {
    /// Makes the heading of a file of a verb.
    pub(crate) fn new(verb: &str, scenario: &Scenario) -> Self {
        Self {
            program: env!("CARGO_PKG_NAME").into(),
            version: env!("CARGO_PKG_VERSION").into(),
            verb: verb.into(),
            scenario: scenario.path.display().to_string(),
            scenario_sha256: scenario.hash.clone(),
            title: scenario.title.clone(),
        }
    }
}

/// Returns the verb that wrote a manifest, where it says so.
pub(crate) fn verb_of(manifest: &Path) -> Option<String> {
    #[derive(Deserialize)]
    struct Made {
        verb: String,
    }
    read_json::<Made>(manifest, "a manifest").ok().map(|made| made.verb)
}
