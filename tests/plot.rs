//! `gyrosweep plot` from scenario to picture.

mod common;

use common::root;
use std::path::Path;
use std::process::{Command, Output};

const SWEEP: [(&str, &str); 2] = [("members = 16384", "members = 64"), ("duration = 0.1", "duration = 0.01")];

/// The program with these arguments, in a folder.
fn gyrosweep(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gyrosweep"));
    command.current_dir(folder).args(arguments).output().expect("the program")
}

/// Runs a small sweep of the heavy top into `results` and checks its exit code.
fn sweep(folder: &Path, replacements: &[(&str, &str)], format: &str, code: i32) {
    let mut text = std::fs::read_to_string(root().join("scenarios/heavy_top_sweep.toml")).expect("scenario");
    for (from, to) in SWEEP.iter().chain(replacements) {
        assert!(text.contains(from), "the scenario does not contain {from:?}");
        text = text.replace(from, to);
    }
    std::fs::write(folder.join("sweep.toml"), text).expect("scenario");
    let run = ["run", "sweep.toml", "--out", "results", "--backend", "cpu", "--format", format];
    let output = gyrosweep(folder, &run);
    assert_eq!(output.status.code(), Some(code), "{output:?}");
}

/// The arguments of a picture of the sweep, and further ones.
fn plot<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["plot", "results", "--x", "com.x", "--y", "com.z"], more].concat()
}

/// Number of dots, the strokes of no length.
fn dots(svg: &str) -> usize {
    svg.matches("h0").count()
}

#[test]
fn a_sweep_becomes_a_picture() {
    let folder = tempfile::tempdir().expect("folder");
    sweep(folder.path(), &[], "parquet", 0);
    let output = gyrosweep(folder.path(), &plot(&["--colour", "spin", "--out", "cloud.svg"]));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.starts_with("64 members drawn in cloud.svg"), "{said}");
    let svg = std::fs::read_to_string(folder.path().join("cloud.svg")).expect("picture");
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
    assert_eq!(svg.matches("<text ").count(), svg.matches("</text>").count());
    assert_eq!(dots(&svg), 64);
    for label in [
        ">Heavy top, Monte Carlo over mass, arm and spin<",
        "64 members, one dot each",
        ">com.x (m)<",
        ">spin (rad/s)<",
        "linearGradient",
    ] {
        assert!(svg.contains(label), "{label}");
    }
    // the same results give the same picture
    assert_eq!(gyrosweep(folder.path(), &plot(&["--color", "spin"])).status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(folder.path().join("results/plot.svg")).expect("picture"), svg);
}

#[test]
fn failed_members_are_counted_and_not_drawn() {
    let folder = tempfile::tempdir().expect("folder");
    let negative = [("mass = { uniform = [14.0, 16.0] }", "mass = { uniform = [-16.0, 16.0] }")];
    sweep(folder.path(), &negative, "csv", 3);
    let output = gyrosweep(folder.path(), &plot(&[]));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let svg = std::fs::read_to_string(folder.path().join("results/plot.svg")).expect("picture");
    let failed = 64 - dots(&svg);
    assert!((1..64).contains(&failed));
    assert!(svg.contains(&format!("Not drawn: {failed} that did not complete")));
    assert!(svg.contains("com.x"));
    // CSV states no units; those of outputs are in the manifest
    assert!(svg.contains("m)<"));
}

#[test]
fn wrong_input_is_refused_with_a_reason() {
    let folder = tempfile::tempdir().expect("folder");
    let refused = |arguments: &[&str], reason: &str| {
        let output = gyrosweep(folder.path(), arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(reason), "{said}");
    };
    refused(&plot(&[]), "there are no results in results: neither members.parquet nor members.csv");
    sweep(folder.path(), &[], "parquet", 0);
    refused(&plot(&["--colour", "spinn"]), "no column `spinn`; did you mean `spin`?");
    refused(&plot(&["--colour", "spinn"]), "it has member, mass, arm, spin, outcome");
    refused(&plot(&["--colour", "outcome"]), "holds no numbers");
    assert!(!folder.path().join("results/plot.svg").exists());

    let kept = folder.path().join("kept.svg");
    std::fs::write(&kept, "mine").expect("file");
    refused(&plot(&["--out", "kept.svg"]), "kept.svg exists already; --force replaces it");
    assert_eq!(std::fs::read_to_string(&kept).expect("file"), "mine");
    let forced = gyrosweep(folder.path(), &plot(&["--out", "kept.svg", "--force"]));
    assert_eq!(forced.status.code(), Some(0), "{forced:?}");
    assert_eq!(dots(&std::fs::read_to_string(&kept).expect("file")), 64);
    let nowhere = gyrosweep(folder.path(), &plot(&["--out", "absent/plot.svg"]));
    assert_eq!(nowhere.status.code(), Some(1), "{nowhere:?}");
}

#[test]
fn results_without_a_completed_member_are_no_picture() {
    let folder = tempfile::tempdir().expect("folder");
    let negative = [("mass = { uniform = [14.0, 16.0] }", "mass = { uniform = [-16.0, -14.0] }")];
    sweep(folder.path(), &negative, "parquet", 3);
    let output = gyrosweep(folder.path(), &plot(&[]));
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing to draw"));
}
