//! `gyrosweep validate`: right derivatives are right, injected mistakes are found, and what is said of the rest.

mod command;
mod mistakes;
mod own;

use crate::common::place::gyrosweep;
use std::path::Path;
use std::process::Output;

/// The program with these arguments on a scenario, in a folder.
fn validate(folder: &Path, scenario: &str, arguments: &[&str]) -> Output {
    std::fs::write(folder.join("top.toml"), scenario).expect("scenario");
    gyrosweep(folder, &[&["validate", "top.toml", "--threads", "2"], arguments].concat())
}

/// What it prints as JSON, and its exit code.
fn json(folder: &Path, scenario: &str, arguments: &[&str]) -> (serde_json::Value, i32) {
    let output = validate(folder, scenario, &[arguments, &["--json"]].concat());
    let value = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {output:?}"));
    (value, output.status.code().expect("an exit code"))
}

/// Verdict and reason of an output by a parameter.
fn verdict(record: &serde_json::Value, parameter: &str, output: &str) -> (String, String) {
    let all = record["derivatives"].as_array().expect("derivatives");
    let found = all.iter().find(|d| d["parameter"] == parameter && d["output"] == output);
    let found = found.unwrap_or_else(|| panic!("no {output} by {parameter}"));
    (found["verdict"].as_str().expect("a verdict").into(), found["reason"].as_str().expect("a reason").into())
}
