//! `gyrosweep run` with several backends, and what it says of its choice.

use crate::common::place::{Place, command};
use gyrosweep::ensemble::cpu::Arithmetic;
use serde_json::Value;
use std::path::Path;
use std::process::Output;

/// Runs a sweep of heavy tops with these options, its caches in the folder.
fn run(folder: &Path, out: &str, options: &[&str]) -> Output {
    let scenario = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/heavy_top_sweep.toml");
    let run = ["run", scenario.to_str().expect("UTF-8"), "--format", "csv", "--out", out];
    let mut command = command(folder, &[&run[..], options].concat());
    command.env("XDG_CACHE_HOME", folder.join("caches")).output().expect("the program")
}

fn manifest(folder: &Path, out: &str) -> Value {
    let text = std::fs::read_to_string(folder.join(out).join("manifest.json")).expect("a manifest");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn cpu_and_gpu_together_write_the_table_that_the_cpu_writes_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let members = ["--members", "700"];
    let exact = ["--backend", "cpu", "--arithmetic", "exact"];
    let alone = run(folder.path(), "alone", &[&members[..], &exact].concat());
    assert!(alone.status.success(), "{alone:?}");
    let options = ["--backend", "cpu,gpu", "--chunk", "64", "--dispatch-ms", "5"];
    let both = run(folder.path(), "both", &[&members[..], &options].concat());
    let said = String::from_utf8_lossy(&both.stderr).to_string();
    if said.contains("no GPU was found") || said.contains("as it likes") {
        assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required: {said}");
        eprintln!("skipped: {said}");
        return;
    }
    assert!(both.status.success(), "{said}");
    let table = |out: &str| std::fs::read(folder.path().join(out).join("members.csv")).expect("a table");
    assert!(table("both") == table("alone"));
    let manifest = manifest(folder.path(), "both");
    let shares = manifest["shares"].as_array().expect("shares");
    assert_eq!(shares.len(), 2);
    let computed: Vec<u64> = shares.iter().map(|s| s["members"].as_u64().expect("a number")).collect();
    assert!(computed.iter().all(|n| *n > 0) && computed.iter().sum::<u64>() == 700, "{computed:?}");
    assert_eq!(manifest["faults"], Value::Array(Vec::new()));
    assert_eq!(manifest["decision"], Value::Null);
}

#[test]
fn the_cpu_alone_may_fuse_products() {
    let folder = tempfile::tempdir().expect("a folder");
    let arithmetic = |out: &str, options: &[&str]| {
        let answer = run(folder.path(), out, &[&["--members", "64", "--backend", "cpu"], options].concat());
        assert!(answer.status.success(), "{answer:?}");
        manifest(folder.path(), out)["arithmetic"].as_str().expect("a text").to_string()
    };
    assert_eq!(arithmetic("exact", &["--arithmetic", "exact"]), "f64");
    assert_eq!(arithmetic("fused", &["--arithmetic", "fused"]), "f64 with fused products");
    assert_eq!(arithmetic("fast", &[]), Arithmetic::fastest().words());
    // only rounding differs, but that does
    let numbers = |out: &str| -> Vec<f64> {
        let text = std::fs::read_to_string(folder.path().join(out).join("members.csv")).expect("a table");
        let cells = text.lines().skip(1).flat_map(|line| line.split(','));
        cells.filter_map(|cell| cell.parse().ok()).collect()
    };
    let pairs: Vec<(f64, f64)> = numbers("exact").into_iter().zip(numbers("fused")).collect();
    let largest = pairs.iter().map(|(a, b)| (a - b).abs() / a.abs().max(1.0)).fold(0.0, f64::max);
    assert!(pairs.len() > 64 && 0.0 < largest && largest < 1e-12, "{largest:e}");

    // a run goes on in the arithmetic that it was begun in
    for out in ["exact", "fused"] {
        let before = manifest(folder.path(), out)["arithmetic"].clone();
        let resumed = run(folder.path(), out, &["--members", "64", "--backend", "cpu", "--resume"]);
        assert!(resumed.status.success(), "{resumed:?}");
        assert_eq!(manifest(folder.path(), out)["arithmetic"], before);
    }
    let options = ["--members", "64", "--backend", "cpu", "--resume", "--arithmetic", "fused"];
    let refused = run(folder.path(), "exact", &options);
    let said = String::from_utf8_lossy(&refused.stderr).to_string();
    assert!(said.contains("the arithmetic was f64 and is f64 with fused products"), "{said}");
}

#[test]
fn the_adjoint_method_goes_back_over_exact_steps() {
    let text =
        std::fs::read_to_string(crate::common::root().join("scenarios/heavy_top_sweep.toml")).expect("a scenario");
    let place = Place::new(&(text + "\n[sensitivity]\nparameters = [\"mass\"]\nmethod = \"adjoint\"\n"));
    let options = ["run", "top.toml", "--members", "8", "--out", "out"];
    let answer = place.output(&options);
    assert!(answer.status.success(), "{answer:?}");
    assert_eq!(place.manifest("out").arithmetic, "f64");
    let refused = place.output(&[&options[..], &["--force", "--arithmetic", "fused"]].concat());
    let said = String::from_utf8_lossy(&refused.stderr).to_string();
    let message =
        "--arithmetic fused: [sensitivity] method = \"adjoint\" goes back over steps that round every operation";
    assert!(refused.status.code() == Some(2) && said.contains(message), "{said}");
}

#[test]
fn auto_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let small = run(folder.path(), "small", &["--members", "64"]);
    assert!(small.status.success(), "{small:?}");
    let decision = &manifest(folder.path(), "small")["decision"];
    assert_eq!(decision["chosen"], "cpu");
    assert_eq!(decision["why"], "so small a sweep is not worth a look at a GPU");
    assert_eq!(decision["body_steps_expected"], 64_000.0);
}

#[test]
fn lists_of_backends_that_make_no_sense() {
    let folder = tempfile::tempdir().expect("a folder");
    for (options, message) in [
        (
            &["--backend", "cpu,gpu", "--arithmetic", "fused"][..],
            "--arithmetic fused: GPUs round every operation; choose --backend cpu, or --arithmetic exact",
        ),
        (&["--backend", "cpu,auto"][..], "--backend: auto and all stand alone; a list is made of cpu and gpu"),
        (
            &["--backend", "all", "--precision", "f32"],
            "--precision f32: the CPU backend computes in f64; choose --precision f64, or --backend gpu",
        ),
    ] {
        let answer = run(folder.path(), "out", options);
        assert_eq!(answer.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&answer.stderr), format!("error: {message}\n"));
        assert!(!folder.path().join("out").exists());
    }
}
