//! What a run found.

use crate::ensemble::Progress;
use crate::io::manifest::RunManifest;
use crate::io::run::Outputs;
use crate::io::scenario::Scenario;
use std::path::PathBuf;
use std::time::Duration;

/// What a run found.
#[derive(Debug)]
pub struct Found {
    /// What was run.
    pub scenario: Scenario,
    /// What was done.
    pub progress: Progress,
    /// How long the run took.
    pub wall: Duration,
    /// What is known of the outputs.
    pub outputs: Outputs,
    /// What the run is, how far it came and what it found.
    pub manifest: RunManifest,
    /// Where the results are, if not in memory.
    pub folder: Option<PathBuf>,
    /// True where the run was stopped, and only some members were computed.
    pub stopped: bool,
}
