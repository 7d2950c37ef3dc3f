//! `--verify`: the reported differences are those of a run with finer steps, they tell the true error, what differs much
//! is warned of, and nothing else changes.

use crate::common::place::gyrosweep;
use crate::common::*;
use gyrosweep::ensemble::cpu::{CpuBackend, LaneWidth};
use gyrosweep::ensemble::{BackendPool, Outcome, Verification, chosen_members, verify};
use gyrosweep::io::manifest::{RelativeTo, RunManifest, VerificationRecord};
use gyrosweep::io::scenario::Scenario;
use std::collections::BTreeMap;
use std::path::Path;

/// A decay x' = -k x over 1 s for 40 rates, with these lines as the method's.
fn decay(method: &str) -> String {
    format!(
        r#"
[parameters]
k = {{ default = 1.0 }}
[[variable]]
name = "x"
initial = 1
rate = "-k*x"
[[output]]
name = "left"
quantity = "variable"
variable = "x"
[[output]]
name = "mean"
quantity = "variable"
variable = "x"
over = "mean"
[[event]]
name = "half"
expression = "left - 0.5"
direction = "falling"
[[output]]
name = "half_life"
quantity = "time_of"
event = "half"
[method]
{method}
duration = 1
[plan]
kind = "grid"
[plan.vary]
k = {{ min = 0.5, max = 2.0, count = 40 }}
"#
    )
}

fn verified(s: &Scenario, members: u64) -> Verification {
    let cpu = CpuBackend::new(Some(1), LaneWidth::best()).expect("a thread");
    let total = s.study.plan().members();
    let chosen = chosen_members(total, members, s.seed);
    verify(&s.study, &s.finer_study().expect("a finer study"), &BackendPool::new(vec![&cpu]), &cpu, &chosen)
        .unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn the_differences_tell_the_true_error() {
    for method in [
        "integrator = \"rkmk4\"\nstep = 0.05",
        "integrator = \"rkmk4\"\nstep = 0.03",
        "integrator = \"dopri5\"\nstep = 0.1",
        "integrator = \"tsit5\"\ntolerance = 1e-6",
        "integrator = \"dop853\"\ntolerance = 1e-7",
    ] {
        let s = parse(&decay(method));
        let cpu = CpuBackend::new(Some(1), LaneWidth::best()).expect("a thread");
        let chunk = run_on(&cpu, &s);
        let mut errors: Vec<f64> = (0..40)
            .map(|i| (chunk.outputs_of(i).expect("outputs")[0] - (-chunk.members.row(i)[0]).exp()).abs())
            .collect();
        let found = verified(&s, 40).components[column(&s, "left")];
        errors.sort_by(f64::total_cmp);
        for (what, error, found) in [("largest", errors[39], found.largest), ("median", errors[20], found.median)] {
            let ratio = found / error;
            assert!((0.5..2.0).contains(&ratio), "{method}, {what}: the error is {error:e}, found {found:e}");
        }
        assert_eq!(found.count, 40);
        let half_life = verified(&s, 40).components[column(&s, "half_life")];
        assert_eq!((half_life.count, half_life.missing_in_one), (34, 0), "{method}");
    }
}

#[test]
fn members_that_end_otherwise_are_counted() {
    // 10 to 490 rad/s: half a revolution in a step of 0.01 s from 314 rad/s on, in half of it from 628 rad/s on
    let method = "integrator = \"rkmk4\"\nstep = 0.01";
    let plan = "[plan]\nkind = \"grid\"\n[plan.vary]\nspin = { min = 10.0, max = 490.0, count = 25 }\n";
    let s = heavy_top("0", method, 0.1, plan);
    let found = verified(&s, 25);
    assert_eq!(found.members, 25);
    let [change] = found.outcomes[..] else { panic!("{:?}", found.outcomes) };
    assert_eq!((change.here, change.finer), (Outcome::IncrementTooLarge, Outcome::Completed));
    assert_eq!((change.members, change.first), (9, 16));
    assert!(found.components.iter().all(|component| component.count == 16));
}

#[test]
fn nothing_is_said_of_members_that_have_no_outputs() {
    let method = "integrator = \"tsit5\"\ntolerance = 1e-9\nstep_limit = 4";
    let folder = tempfile::tempdir().expect("folder");
    std::fs::write(folder.path().join("scenario.toml"), decay(method)).expect("scenario");
    let output = gyrosweep(folder.path(), &["run", "scenario.toml", "--backend", "cpu", "--out", "out", "--verify"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let manifest = RunManifest::read(&folder.path().join("out/manifest.json")).unwrap_or_else(|e| panic!("{e}"));
    let record = record(&manifest);
    assert!(record.outcome_changes.is_empty() && record.outputs.iter().all(|output| output.largest.is_none()));
    assert_eq!(record.warnings.len(), 1);
    assert!(record.warnings[0].contains("nothing is known of the error"), "{:?}", record.warnings);
}

/// Runs a scenario and returns its manifest, what is printed and what is noted.
fn run(folder: &Path, text: &str, out: &str, options: &[&str]) -> (RunManifest, String, String) {
    std::fs::write(folder.join("scenario.toml"), text).expect("scenario");
    let common = ["run", "scenario.toml", "--backend", "cpu", "--format", "csv", "--force", "--out", out];
    let output = gyrosweep(folder, &[&common[..], options].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let manifest = RunManifest::read(&folder.join(out).join("manifest.json")).unwrap_or_else(|e| panic!("{e}"));
    (manifest, text(&output.stdout), text(&output.stderr))
}

/// The column of a table of members, by member.
fn members(folder: &Path, column: &str) -> BTreeMap<u64, f64> {
    let text = std::fs::read_to_string(folder.join("members.csv")).expect("members");
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let at = lines.next().expect("a head").iter().position(|name| *name == column).expect("the column");
    lines.filter_map(|row| Some((row[0].parse().expect("a number"), row[at].parse().ok()?))).collect()
}

fn record(manifest: &RunManifest) -> &VerificationRecord {
    manifest.verification.as_ref().expect("a verification")
}

#[test]
fn what_is_reported_is_the_difference_to_a_run_with_half_the_step() {
    let folder = tempfile::tempdir().expect("folder");
    let at = folder.path();
    let text = decay("integrator = \"rkmk4\"\nstep = 0.05");
    let (plain, ..) = run(at, &text, "plain", &[]);
    let (manifest, said, noted) = run(at, &text, "verified", &["--verify", "0.5"]);
    run(at, &decay("integrator = \"rkmk4\"\nstep = 0.025"), "finer", &[]);
    for table in ["members.csv", "events.csv"] {
        let read = |out: &str| std::fs::read(at.join(out).join(table)).expect("a table");
        assert_eq!(read("plain"), read("verified"), "{table}");
    }
    assert_eq!((plain.verification, &plain.outputs), (None, &manifest.outputs));
    let record = record(&manifest);
    assert_eq!((record.members, record.finer.as_str()), (20, "half the step"));
    assert!(record.outcome_changes.is_empty() && record.warnings.is_empty(), "{record:?}");
    assert!(noted.is_empty(), "{noted}");
    assert!(said.contains("difference to half the step, 20 of 40 members"), "{said}");
    for output in &record.outputs {
        let [here, finer] = ["plain", "finer"].map(|out| members(&at.join(out), &output.name));
        let member = output.member.expect("a member");
        assert_eq!(output.largest, Some((here[&member] - finer[&member]).abs()), "{}", output.name);
        assert_eq!(output.relative_to, RelativeTo::Spread);
        assert!(output.median <= output.largest && output.relative.expect("a share") < 5e-3, "{output:?}");
    }
    let (manifest, ..) = run(at, &text, "figures", &["--statistics", "--verify=0.5"]);
    assert_eq!(manifest.verification.as_ref().map(|v| &v.outputs[0].largest), Some(&record.outputs[0].largest));
    let (manifest, ..) = run(at, &text, "default", &["--verify"]);
    assert_eq!(self::record(&manifest).members, 16);
    for (option, reason) in [("0", "accepted: above 0, at most 1"), ("scenario.toml", "the scenario stands before")] {
        let output = gyrosweep(at, &["run", "scenario.toml", "--verify", option]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(reason), "{output:?}");
    }
}

/// A spring of 4000 rad/s with steps of 4 us and of 1 ms, the longer of which is far beyond what the method can do.
#[test]
fn a_step_that_is_too_long_is_warned_of() {
    let spring = |step: &str| {
        let drift = "[[output]]\nname = \"E_drift\"\nquantity = \"energy\"\nover = \"drift\"\n";
        let method = format!("[method]\nintegrator = \"rkmk4\"\nstep = {step}\nduration = 0.004\n");
        system("oscillator") + drift + &method
    };
    let folder = tempfile::tempdir().expect("folder");
    let (manifest, said, noted) = run(folder.path(), &spring("1e-3"), "long", &["--verify"]);
    for name in ["q", "E"] {
        assert!(noted.contains(&format!("{name}: half the step changes it by up to")), "{said}{noted}");
    }
    assert_eq!(record(&manifest).warnings.len(), 2, "{:?}", record(&manifest).warnings);
    assert_eq!(record(&manifest).outputs[0].relative_to, RelativeTo::Value);

    let (manifest, _, noted) = run(folder.path(), &spring("4e-6"), "short", &["--verify"]);
    assert!(noted.is_empty() && record(&manifest).warnings.is_empty(), "{noted}");
    // x = cos(16) mm at the end
    let q = members(&folder.path().join("short"), "q")[&0];
    let error = (q - 1e-3 * 16f64.cos()).abs();
    let ratio = record(&manifest).outputs[0].largest.expect("a difference") / error;
    assert!((0.5..2.0).contains(&ratio), "{ratio}");
}

/// A pendulum that swings in a plane: what is across is rounding, with its derivatives.
#[test]
fn what_is_nothing_but_rounding_is_seen_against_the_rest_of_the_output() {
    let text = r#"
[parameters]
mass = { default = 2.0 }
arm = { default = 0.7 }
[gravity]
acceleration = [0, 0, -9.81]
[[body]]
name = "bob"
mass = "mass"
inertia = [0.1, 0.1, 0.1]
initial = { position = ["0.8*arm", "0.6*arm", 0] }
[[joint]]
name = "pivot"
kind = "spherical"
between = ["ground", "bob"]
at = [0, 0, 0]
[[output]]
name = "place"
quantity = "position"
body = "bob"
[[output]]
name = "spin"
quantity = "angular_velocity"
body = "bob"
[sensitivity]
parameters = "all"
[method]
integrator = "rkmk4"
step = 2e-3
duration = 0.5
[plan]
kind = "grid"
[plan.vary]
mass = { min = 1.5, max = 2.5, count = 5 }
"#;
    let folder = tempfile::tempdir().expect("folder");
    let (manifest, said, noted) = run(folder.path(), text, "plane", &["--verify"]);
    let record = record(&manifest);
    let of = |name: &str| record.outputs.iter().find(|o| o.name == name).unwrap_or_else(|| panic!("{name}: {said}"));
    for output in &record.outputs {
        let (relative, largest) = (output.relative.unwrap_or(0.0), output.largest.unwrap_or(f64::NAN));
        assert!(relative < 1e-4, "{}: {relative} of {largest}", output.name);
    }
    assert_eq!(of("d(spin.z)/d(mass)").relative_to, RelativeTo::Output, "{said}");
    assert_eq!(of("d(place.z)/d(mass)").relative_to, RelativeTo::Spread, "{said}");
    assert!(noted.is_empty(), "{noted}");
    assert!(said.contains("relative to the output: to its largest component"), "{said}");
}
