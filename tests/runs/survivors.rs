//! Figures say of how many members they are, and what helps against the commonest failure: printed, in the manifest, in
//! tables and in pictures.

use crate::common::place::gyrosweep;
use serde_json::Value;
use std::path::Path;

/// A friction that jumps where k > 0, along which the motion slides there: 3 of 8 members; the event is met by 2 of the others.
const SCENARIO: &str = r#"
[parameters]
k = { default = -1.0 }
[[variable]]
name = "v"
initial = 1
rate = "-where(k, 10*sign(v), v)"
[[output]]
name = "speed"
quantity = "variable"
variable = "v"
[[output]]
name = "when"
quantity = "time_of"
event = "slow"
[[event]]
name = "slow"
expression = "where(-k - 6.5, speed - 0.5, 1)"
direction = "falling"
[method]
integrator = "tsit5"
tolerance = 1e-6
step_limit = 300
duration = 1
[plan]
kind = "table"
file = "members.csv"
[sampling]
every = 0.5
"#;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("manifest")).expect("JSON")
}

#[test]
fn figures_say_of_how_many_members_they_are() {
    let folder = tempfile::tempdir().expect("folder");
    let at = folder.path();
    std::fs::write(at.join("friction.toml"), SCENARIO).expect("scenario");
    std::fs::write(at.join("members.csv"), "k\n1\n2\n3\n-1\n-2\n-3\n-7\n-8\n").expect("table");
    let run = |options: &[&str]| {
        let output =
            gyrosweep(at, &[&["run", "friction.toml", "--backend", "cpu", "--format", "csv"], options].concat());
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        text(&output.stdout)
    };
    for options in [&["--out", "rows"][..], &["--out", "figures", "--statistics"]] {
        let out = run(options);
        assert!(out.contains("5 of 8 members have outputs (3 event_limit)"), "{out}");
        let row = |name: &str| out.lines().find(|line| line.starts_with(name)).expect("a row").to_string();
        assert!(row("speed").contains("5 of 8") && row("when").contains("2 of 8"), "{out}");
        assert!(out.contains("3 members event_limit: more events than `event_limit` allows"), "{out}");
        assert!(out.contains("a law without a jump, as tanh(v/0.01)"), "{out}");
        let manifest = json(&at.join(options[1]).join("manifest.json"));
        assert_eq!((&manifest["members"], &manifest["members_with_outputs"]), (&8.into(), &5.into()));
        assert_eq!(manifest["commonest_failure"]["outcome"], "event_limit");
        assert_eq!(manifest["commonest_failure"]["members"], 3);
        assert!(manifest["commonest_failure"]["cure"].as_str().expect("words").contains("tanh(v/0.01)"));
        let counts: Vec<&Value> =
            manifest["outputs"].as_array().expect("outputs").iter().map(|o| &o["count"]).collect();
        assert_eq!(counts, [5, 2]);
    }
    let statistics = std::fs::read_to_string(at.join("figures/statistics.csv")).expect("statistics");
    let mut lines = statistics.lines();
    assert!(lines.next().expect("a head").ends_with(",max,members"), "{statistics}");
    let row = lines.next().expect("a row");
    assert!(row.starts_with("speed,1,5,") && row.ends_with(",8"), "{statistics}");

    for options in [&["--x", "k", "--y", "speed"][..], &["--samples", "--y", "speed"]] {
        let output = gyrosweep(at, &[&["plot", "rows", "--out", "picture.svg", "--force"], options].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let picture = std::fs::read_to_string(at.join("picture.svg")).expect("picture");
        assert!(picture.contains("5 of 8 members have outputs (3 event_limit)"), "{options:?}");
    }
}

#[test]
fn all_members_are_said_to_be_all() {
    let folder = tempfile::tempdir().expect("folder");
    let at = folder.path();
    std::fs::write(at.join("friction.toml"), SCENARIO).expect("scenario");
    std::fs::write(at.join("members.csv"), "k\n-1\n-2\n").expect("table");
    let output = gyrosweep(at, &["run", "friction.toml", "--backend", "cpu", "--out", "rows"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(text(&output.stdout).contains("2 of 2 members have outputs"), "{output:?}");
    let manifest = json(&at.join("rows/manifest.json"));
    assert_eq!((&manifest["members_with_outputs"], &manifest["commonest_failure"]), (&2.into(), &Value::Null));
    // nobody met the event: there is no mean, and it says of how many
    let row = text(&output.stdout).lines().find(|line| line.starts_with("when")).expect("a row").to_string();
    assert!(row.contains("0 of 2") && row.matches(" -").count() == 7, "{row}");
}

#[test]
fn derivatives_that_are_missing_are_counted() {
    let folder = tempfile::tempdir().expect("folder");
    let at = folder.path();
    let scenario = r#"
[parameters]
k = { default = 1.0 }
rate = { default = 1.0 }
[[variable]]
name = "v"
initial = 1
rate = "-rate*v"
[[output]]
name = "speed"
quantity = "variable"
variable = "v"
[[output]]
name = "edge"
quantity = "expression"
expression = "sqrt(abs(k - 2))*speed"
[sensitivity]
parameters = "all"
[method]
integrator = "rkmk4"
step = 0.01
duration = 0.1
[plan]
kind = "grid"
[plan.vary]
k = [1, 2, 3, 2, 4]
"#;
    std::fs::write(at.join("edge.toml"), scenario).expect("scenario");
    for options in [&["--out", "rows"][..], &["--out", "figures", "--statistics"]] {
        let output = gyrosweep(at, &[&["run", "edge.toml", "--backend", "cpu", "--format", "csv"], options].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let said = text(&[output.stdout, output.stderr].concat());
        let note = said.lines().find(|line| line.contains("derivatives are missing")).expect("a note");
        assert!(
            note.contains("d(edge)/d(k) in 2 of 5 members that have edge; there is none where the output"),
            "{note}"
        );
        assert!(!note.contains("d(speed)") && !note.contains("d(rate)") && !note.contains("extreme"), "{note}");
    }
}
