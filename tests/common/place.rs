//! The program in a folder of its own.

use gyrosweep::io::manifest::RunManifest;
use std::path::Path;
use std::process::{Command, Output};

/// Runs the program in a folder.
pub(crate) fn gyrosweep(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the program starts")
}

/// The program with these arguments, in a folder.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gyrosweep"));
    // Mesa looks for a display there
    command.args(arguments).current_dir(folder).env("XDG_RUNTIME_DIR", "/tmp");
    command
}

/// A folder with a scenario `top.toml`.
pub(crate) struct Place(tempfile::TempDir);

impl Place {
    pub(crate) fn new(scenario: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("top.toml"), scenario).expect("a scenario");
        Self(folder)
    }
    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        command(self.path(), arguments)
    }
    pub(crate) fn output(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program starts")
    }
    pub(crate) fn manifest(&self, folder: &str) -> RunManifest {
        RunManifest::read(&self.path().join(folder).join("manifest.json")).unwrap_or_else(|e| panic!("{e}"))
    }
}
