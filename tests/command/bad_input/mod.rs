//! What the program says to input that it cannot use, and what becomes of members that cannot be computed.
//!
//! Every case runs the program in a folder of its own and compares the whole message. An error in a
//! scenario names the file, the line and the key, what was found and what would be accepted. Cases
//! that are a scenario, or arguments, with what is said to them are in the files of `cases`.

mod backends;
mod cases;
mod files;
#[cfg(target_os = "linux")]
mod full_disk;
mod members;
mod texts;

use crate::common::place::Place;
use gyrosweep::gpu::adapters;
use gyrosweep::num::Precision;
use std::process::Command;

/// A scenario without faults: four tops of random mass, ten steps each.
const TOP: &str = include_str!("top.toml");

// ---- running the program ------------------------------------------------------------------------

/// How the program ended and what it wrote to standard error.
#[derive(Debug, PartialEq)]
struct Answer {
    code: i32,
    error: String,
}

impl Place {
    /// [`TOP`] with a part replaced.
    fn with(from: &str, to: &str) -> Self {
        assert_eq!(TOP.matches(from).count(), 1, "{from:?} in the scenario");
        Self::new(&TOP.replace(from, to))
    }
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path().join(name), text).expect("a file");
    }
    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }
    /// The files of a folder with their contents.
    fn files(&self, folder: &str) -> Vec<(String, Vec<u8>)> {
        let entries = std::fs::read_dir(self.path().join(folder)).expect("a folder");
        let mut files: Vec<_> = entries
            .map(|entry| {
                let path = entry.expect("an entry").path();
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                (name, std::fs::read(&path).expect("a file"))
            })
            .collect();
        files.sort();
        files
    }
    fn answer(&self, command: &mut Command) -> Answer {
        let output = command.output().expect("the program starts");
        let code = output.status.code().unwrap_or_else(|| panic!("{:?}", output.status));
        Answer { code, error: String::from_utf8(output.stderr).expect("text") }
    }
    fn run(&self, arguments: &[&str]) -> Answer {
        self.answer(&mut self.command(arguments))
    }
    /// Runs the program, which must refuse with this message and leave nothing behind.
    fn refuses(&self, arguments: &[&str], message: &str) {
        let before = self.names();
        let expected = Answer { code: 2, error: format!("error: {message}\n") };
        assert_eq!(self.run(arguments), expected, "{arguments:?}");
        assert_eq!(self.names(), before, "{arguments:?} leaves nothing behind");
    }
    fn names(&self) -> Vec<std::ffi::OsString> {
        let entries = std::fs::read_dir(self.path()).expect("a folder");
        let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
        names.sort();
        names
    }
}

/// [`TOP`] with a part replaced, and the message that follows.
fn refused(cases: &[(&str, &str, &str)]) {
    for (from, to, message) in cases {
        let place = Place::with(from, to);
        place.refuses(&["check", "top.toml"], message);
        place.refuses(&["run", "top.toml"], message);
    }
}

/// True where there is an adapter of that precision, real or software. Where there is none, the test says
/// so and is left out; where `GYROSWEEP_REQUIRE_GPU` is set, it fails.
fn has_gpu(precision: Precision) -> bool {
    let found = adapters().iter().any(|adapter| adapter.precisions.contains(&precision));
    let precision = precision.name();
    if !found {
        assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU that offers {precision} is required");
        eprintln!("skipped: no GPU adapter that offers {precision}");
    }
    found
}

#[test]
fn the_scenario_without_faults_runs() {
    let place = Place::new(TOP);
    for verb in ["check", "run", "kernel"] {
        assert_eq!(place.run(&[verb, "top.toml"]), Answer { code: 0, error: String::new() });
    }
}
