//! Finds the scenarios that the benchmarks measure.

use std::path::{Path, PathBuf};

/// Returns the path of a scenario of the project.
pub fn scenario(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios").join(format!("{name}.toml"))
}
