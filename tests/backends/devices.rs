//! What is said of adapters: what they reach, and which precisions they compute as they must.

use crate::common::root;
use gyrosweep::gpu::{GpuOptions, adapters, measure_rates};
use gyrosweep::num::Precision;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// What comes out is a rate of a machine of this century; how high it is is for a benchmark.
#[test]
fn a_device_has_rates() {
    match measure_rates(&GpuOptions::new(Precision::Single).or_software()) {
        Ok(rates) => {
            for (precision, rate) in &rates.multiply_add {
                assert!((1e6..1e17).contains(rate), "{precision:?}: {rate:e}");
            }
            assert!((1e6..1e15).contains(&rates.memory), "{rates:?}");
            assert!(rates.of(Precision::Single).is_some());
        }
        Err(error) => {
            assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required: {error}");
            eprintln!("skipped: {error}");
        }
    }
}

/// The names of all adapters. Where there is none, the test says so and is left out; where `GYROSWEEP_REQUIRE_GPU` is set,
/// it fails.
fn names() -> Option<Vec<String>> {
    let names: Vec<String> = adapters().into_iter().map(|a| a.name).collect();
    if names.is_empty() {
        assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required");
        eprintln!("skipped: no GPU");
        return None;
    }
    Some(names)
}

/// The program in a folder of its own, with a cache of its own.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }
    fn path(&self) -> &Path {
        self.0.path()
    }
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gyrosweep"));
        command.args(arguments).current_dir(self.path()).env("XDG_RUNTIME_DIR", "/tmp");
        command.env("XDG_CACHE_HOME", self.path().join("cache"));
        command
    }
    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the program starts")
    }
    fn refuses(&self, arguments: &[&str], message: &str) {
        let output = self.run(arguments);
        assert_eq!(error(&output), format!("error: {message}\n"), "{arguments:?}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&std::fs::read_to_string(self.path().join(name)).expect(name)).expect("JSON")
    }
    /// The facts of a kind in the cache.
    fn cached(&self, kind: &str) -> Vec<PathBuf> {
        let Ok(entries) = std::fs::read_dir(self.path().join("cache/gyrosweep")) else { return Vec::new() };
        let paths = entries.map(|entry| entry.expect("an entry").path());
        paths.filter(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with(kind))).collect()
    }
}

fn error(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn scenario(name: &str) -> String {
    root().join("scenarios").join(name).to_string_lossy().into_owned()
}

#[test]
fn devices_are_described_and_measured() {
    let Some(names) = names() else { return };
    let place = Place::new();
    let output = place.run(&["devices", "--json", "devices.json"]);
    assert!(output.status.success(), "{}", error(&output));
    let said = text(&output);
    for part in ["f64", "op/s per core", "type", "driver", "buffers", "dispatch", "memory", "B/s read and written"] {
        assert!(said.contains(part), "{part:?} in {said}");
    }
    let json = place.json("devices.json");
    assert!(json["cpu"]["multiply_add_per_core"]["f64"].as_f64().expect("a rate") > 1e6);
    let found = json["adapters"].as_array().expect("adapters");
    assert_eq!(found.len(), names.len());
    for (adapter, name) in found.iter().zip(&names) {
        assert_eq!((adapter["name"].as_str(), &adapter["error"]), (Some(name.as_str()), &Value::Null));
        let precisions = adapter["precisions"].as_array().expect("precisions");
        let words: Vec<_> = precisions.iter().map(|p| p["precision"].as_str().expect("a name")).collect();
        assert_eq!(words, ["f32", "df64", "f64"]);
        for precision in precisions.iter().filter(|p| p["passes"] == json!(true)) {
            let rate = &adapter["rates"]["multiply_add"][precision["precision"].as_str().expect("a name")];
            assert!(rate.as_f64().expect("a rate") > 1e6, "{adapter}");
        }
        assert!(adapter["rates"]["memory"].as_f64().expect("a rate") > 1e6);
    }
    // kept for later runs: a result per precision at least, and the rates
    assert!(place.cached("self_test").len() >= 3 && place.cached("rates").len() == names.len());
}

#[test]
fn an_adapter_that_does_not_exist() {
    let Some(names) = names() else { return };
    let (place, top) = (Place::new(), scenario("heavy_top.toml"));
    let list: Vec<String> = names.iter().enumerate().map(|(at, name)| format!("{} {name}", at + 1)).collect();
    let message = format!(
        "--adapter voodoo: there is no such adapter; accepted: a number or a part of a name of {}",
        list.join(", ")
    );
    place.refuses(&["run", &top, "--adapter", "voodoo"], &message);
    place.refuses(&["run", &top, "--adapter", "voodoo", "--backend", "gpu"], &message);
    place.refuses(&["run", &top, "--adapter", "voodoo", "--precision", "auto"], &message);
    place.refuses(&["converge", &top, "--adapter", "voodoo", "--backend", "gpu"], &message);
    place.refuses(&["devices", "--adapter", "voodoo"], &message);
    place.refuses(
        &["run", &top, "--adapter", "1", "--backend", "cpu"],
        "--adapter 1: --backend cpu uses no adapter; choose --backend gpu, or leave it out",
    );
    place.refuses(
        &["converge", &top, "--adapter", "1"],
        "--adapter 1: --backend cpu uses no adapter; choose --backend gpu",
    );
    assert!(!place.path().join("results").exists());
}

#[test]
fn an_adapter_by_its_number() {
    let Some(names) = names() else { return };
    let (place, top) = (Place::new(), scenario("heavy_top.toml"));
    let number = names.len().to_string();
    let output = place.run(&["run", &top, "--backend", "gpu", "--precision", "f32", "--adapter", &number]);
    assert!(output.status.success(), "{}", error(&output));
    assert!(text(&output).contains(&names[names.len() - 1]), "{}", text(&output));
}

/// A result is kept, and a run does what it says.
#[test]
fn a_precision_that_fails_its_self_test_is_refused() {
    let Some(names) = names() else { return };
    let (place, top) = (Place::new(), scenario("heavy_top.toml"));
    let arguments = ["run", &top, "--backend", "gpu", "--precision", "f32", "--force"];
    assert!(place.run(&arguments).status.success());
    let kept = place.cached("self_test");
    assert_eq!(kept.len(), 1, "{kept:?}");
    let mut fact: Value = serde_json::from_slice(&std::fs::read(&kept[0]).expect("a file")).expect("JSON");
    let route = fact["key"][6].as_str().expect("the route").to_string();
    fact["value"] = json!({ "passed": false, "words": "x + y is 3e0 instead of 2e0" });
    std::fs::write(&kept[0], fact.to_string()).expect("a file");
    let output = place.run(&arguments);
    if route.starts_with("exact") {
        // the other route still passes, and the run says which it takes
        assert!(output.status.success() && text(&output).contains("as the driver compiles it"), "{}", text(&output));
        for path in place.cached("self_test") {
            let mut fact: Value = serde_json::from_slice(&std::fs::read(&path).expect("a file")).expect("JSON");
            fact["value"] = json!({ "passed": false, "words": "x + y is 3e0 instead of 2e0" });
            std::fs::write(&path, fact.to_string()).expect("a file");
        }
        place.refuses(
            &arguments,
            &format!(
                "{}: f32 is refused: arithmetic exact (SPIR-V, NoContraction) fails: x + y is 3e0 instead of 2e0; \
                 arithmetic as the driver compiles it fails: x + y is 3e0 instead of 2e0; choose another --precision, or \
                 `--backend cpu`",
                names[0]
            ),
        );
    }
    // what is looked at anew is not believed
    assert!(place.run(&["devices"]).status.success());
    assert!(place.run(&arguments).status.success());
}

#[test]
fn the_precision_is_chosen_and_said() {
    let Some(_) = names() else { return };
    let (place, top) = (Place::new(), scenario("heavy_top.toml"));
    let arguments = ["run", &top, "--backend", "gpu", "--precision", "auto", "--out", "out", "--force"];
    assert!(place.run(&arguments).status.success());
    // the rates of a busy machine are of any order; those of a GPU are not
    for path in place.cached("rates") {
        let mut fact: Value = serde_json::from_slice(&std::fs::read(&path).expect("a file")).expect("JSON");
        fact["value"]["multiply_add"] = json!({ "f32": 1e13, "df64": 5e11, "f64": 2e11 });
        std::fs::write(&path, fact.to_string()).expect("a file");
    }
    let output = place.run(&arguments);
    assert!(output.status.success(), "{}", error(&output));
    let said = text(&output);
    assert!(said.starts_with("precision "), "{said}");
    for part in ["f32 rounds by ", "from halving every step of rkmk4 for 1 member", "at 1.0e13 operations/s"] {
        assert!(said.contains(part), "{part:?} in {said}");
    }
    let choice = &place.json("out/manifest.json")["precision_choice"];
    let chosen = choice["precision"].as_str().expect("a name");
    assert!(["df64", "f64"].contains(&chosen), "{choice}");
    assert!(choice["integration_error"].as_f64().expect("an error") < 1e-7, "{choice}");
    assert!(said.contains(&format!(", {chosen}, arithmetic")), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_gpu_the_precision_is_that_of_the_cpu() {
    let (place, sweep) = (Place::new(), scenario("heavy_top_sweep.toml"));
    let run = |arguments: &[&str]| {
        let mut command = place.command(&[&["run", &sweep, "--precision", "auto", "--force"], arguments].concat());
        command.env("VK_ICD_FILENAMES", "/nonexistent").env("VK_DRIVER_FILES", "/nonexistent");
        let output = command.output().expect("the program starts");
        (text(&output).lines().next().unwrap_or_default().to_string(), output)
    };
    let (said, output) = run(&["--members", "1000"]);
    assert!(output.status.success(), "{}", error(&output));
    assert_eq!(
        said,
        "precision f64: the ensemble is small, and the CPU, which computes in f64, is done before a choice is made"
    );
    let (said, _) = run(&["--members", "8", "--backend", "cpu"]);
    assert_eq!(said, "precision f64: the CPU takes part, which computes in f64");
    let (_, output) = run(&["--members", "8", "--backend", "gpu"]);
    assert_eq!(
        error(&output),
        "error: no GPU was found; `gyrosweep devices` lists what there is, `--backend cpu` runs without one\n"
    );
}
