//! Runs that are killed or stopped go on to the bits of an uninterrupted run, and what they leave can be read.
//!
//! `GYROSWEEP_KILLS=200 cargo test --release --test command kills:: -- --nocapture` kills that often in each of the cases.

use gyrosweep::io::manifest::RunManifest;
use gyrosweep::io::table::{Format, read_numbers};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Members with samples and events, some of which fail; a run takes about a second. (What diverges must not turn an event with it: a run took 100 s.)
const SCENARIO: &str = r#"
[parameters]
a = { default = 1.0 }
[[variable]]
name = "x"
initial = "a"
rate = "x^2 - x"
[method]
integrator = "rkmk4"
step = 1e-3
duration = 2
[sampling]
every = 0.5
[plan]
kind = "random"
members = 6000
[plan.vary]
a = { uniform = [0.1, 1.2] }
[[output]]
name = "x"
quantity = "variable"
variable = "x"
[[event]]
name = "half"
expression = "sin(9*t + min(x, 2))"
direction = "both"
"#;

/// Masses on springs of which an analysis finds something, each several points. Of a lane of 64 members it takes some milliseconds.
const SPRINGS: &str = r#"
[parameters]
k = { default = 40.0 }
c = { default = 0.6 }
load = { default = 3.0 }
[[body]]
name = "mass"
mass = 1.0
inertia = [1.0, 1.0, 1.0]
[[joint]]
name = "rail"
kind = "prismatic"
between = ["ground", "mass"]
axis = [1, 0, 0]
initial = { coordinate = 0.02 }
[[force]]
name = "spring"
kind = "joint_torque"
joint = "rail"
torque = "load*cos(5*t) - c*v - k*q - 30*q^3"
[method]
integrator = "rkmk4"
step = 5e-3
duration = 1.0
[statics]
[periodic]
period = "2*pi/5"
[plan]
kind = "random"
members = 3000
[plan.vary]
k = { uniform = [30, 50] }
c = { uniform = [0.5, 0.7] }
[[output]]
name = "q"
quantity = "joint_position"
joint = "rail"
"#;

/// Kills in every case.
fn kills() -> usize {
    std::env::var("GYROSWEEP_KILLS").map_or(4, |text| text.parse().expect("GYROSWEEP_KILLS is a number"))
}

/// The beginning of the arguments of a run.
const RUN: [&str; 4] = ["run", "scenario.toml", "--backend", "cpu"];

fn command(folder: &Path, arguments: &[&str]) -> Command {
    command_of(folder, &RUN, arguments)
}

/// The program with arguments that begin like these.
fn command_of(folder: &Path, verb: &[&str], arguments: &[&str]) -> Command {
    let mut command = crate::common::place::command(folder, &[verb, &["--threads", "1"], arguments].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn place() -> tempfile::TempDir {
    place_of(SCENARIO)
}

fn place_of(scenario: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("scenario.toml"), scenario).expect("a scenario");
    folder
}

/// The tables of a folder, and what its manifest says but for times and what computed.
fn results(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("results") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        files.insert(name, std::fs::read(path).expect("a file"));
    }
    let mut manifest = RunManifest::read(&folder.join("manifest.json")).expect("a manifest");
    (manifest.wall_seconds, manifest.finished_unix_seconds, manifest.checksum) = (0.0, 0, String::new());
    files.insert("manifest.json".into(), serde_json::to_vec(&manifest).expect("JSON"));
    files
}

/// Fails where what a killed run left cannot be read, is a part of a chunk, or is less than the manifest says.
fn check(out: &Path, format: Format, chunk: u64) -> u64 {
    let path = out.join("manifest.json");
    let Ok(manifest) = RunManifest::read(&path) else {
        assert!(!path.exists(), "the manifest is not whole");
        return 0;
    };
    for name in ["members", "samples", "events", "path", "periodic", "statistics"] {
        let table = out.join(format!("{name}.{}", format.extension()));
        if !table.exists() {
            continue;
        }
        let column = if name == "statistics" { "count" } else { "member" };
        let rows = read_numbers(&table, format, &[column]).unwrap_or_else(|e| panic!("{e}"));
        if name == "members" {
            let rows = rows[0].values.len() as u64;
            assert!(rows >= manifest.members_written, "{rows} rows, {} in the manifest", manifest.members_written);
            assert!(rows.is_multiple_of(chunk) || rows == manifest.members, "{rows} rows, chunks of {chunk}");
        }
    }
    manifest.members_written
}

/// The end of a run, or none where it was killed after that time.
fn kill_after(mut child: Child, time: Duration) -> Option<Output> {
    let start = Instant::now();
    while start.elapsed() < time {
        if child.try_wait().expect("a state").is_some() {
            return Some(child.wait_with_output().expect("an output"));
        }
        std::thread::sleep(Duration::from_micros(500));
    }
    child.kill().expect("killed");
    child.wait().expect("an end");
    None
}

/// Numbers between 0 and 1 that look random.
fn random(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 11) as f64 / (1u64 << 53) as f64
}

fn killed_runs_go_on(arguments: &[&str], format: Format, chunk: u64) {
    killed_go_on((&place(), &RUN, 3), arguments, format, chunk);
}

/// Asserts that what a verb finds in a place, where it ends with this code, is found whole whenever it is killed.
fn killed_go_on(
    (place, verb, code): (&tempfile::TempDir, &[&str], i32),
    arguments: &[&str],
    format: Format,
    chunk: u64,
) {
    let command = |folder: &Path, arguments: &[&str]| command_of(folder, verb, arguments);
    let start = Instant::now();
    let output = command(place.path(), &[arguments, &["--out", "whole"]].concat()).output().expect("the program");
    let takes = start.elapsed();
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    let expected = results(&place.path().join("whole"));
    let (mut state, mut done, mut begun) = (chunk, 0, 0);
    while done < kills() {
        let out = place.path().join("out");
        let _ = std::fs::remove_dir_all(&out);
        let mut reached = 0;
        loop {
            let child = command(place.path(), &[arguments, &["--out", "out", "--resume"]].concat()).spawn();
            let time = takes.mul_f64(random(&mut state));
            if let Some(output) = kill_after(child.expect("the program"), time) {
                assert_eq!(output.status.code(), Some(code), "{output:?}");
                break;
            }
            done += 1;
            let now = check(&out, format, chunk);
            assert!(now >= reached, "members of the manifest are lost: {reached}, then {now}");
            begun += usize::from(now > 0);
            reached = now;
        }
        let found = results(&out);
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (name, content) in expected.iter().filter(|(name, _)| *name != "manifest.json") {
            assert!(found[name] == *content, "{name} differs");
        }
        let figures = |files: &BTreeMap<String, Vec<u8>>| {
            let manifest: RunManifest = serde_json::from_slice(&files["manifest.json"]).expect("a manifest");
            (manifest.outputs, manifest.outcomes, manifest.steps, manifest.events, manifest.tables, manifest.complete)
        };
        assert_eq!(figures(&found), figures(&expected));
    }
    println!("{verb:?} {arguments:?}: {done} kills, {begun} of them after the first members were written");
}

#[test]
fn killed_runs_with_parquet() {
    killed_runs_go_on(&["--chunk", "100"], Format::Parquet, 100);
}

#[test]
fn killed_runs_with_csv() {
    killed_runs_go_on(&["--chunk", "70", "--format", "csv"], Format::Csv, 70);
}

#[test]
fn killed_runs_with_statistics() {
    killed_runs_go_on(&["--statistics", "--chunk", "1024", "--format", "csv"], Format::Csv, 1024);
}

#[test]
fn killed_analyses_go_on_with_their_points() {
    let place = place_of(SPRINGS);
    for verb in ["modes", "statics", "periodic"] {
        killed_go_on((&place, &[verb, "scenario.toml"], 0), &[], Format::Parquet, 64);
        let whole = results(&place.path().join("whole"));
        let names: Vec<&str> = whole.keys().map(String::as_str).collect();
        let own = match verb {
            "modes" => &["shapes.json"][..],
            "statics" => &["path.parquet"],
            _ => &["periodic.parquet", "samples.parquet"],
        };
        assert!(own.iter().all(|name| names.contains(name)), "{verb}: {names:?}");
        // shards make the same tables
        for (shard, out) in [("1/3", "a"), ("2/3", "b"), ("3/3", "c")] {
            let arguments = ["--shard", shard, "--out", out, "--force"];
            let output = command_of(place.path(), &[verb, "scenario.toml"], &arguments).output().expect("the program");
            assert_eq!(output.status.code(), Some(0), "{output:?}");
        }
        let merge = ["merge", "a", "c", "b", "--out", "merged", "--force"];
        if verb == "modes" {
            // of a file that was changed nothing is merged
            let file = place.path().join("c/shapes.json");
            let text = std::fs::read(&file).expect("shapes");
            std::fs::write(&file, "{}").expect("written");
            let refused = crate::common::place::command(place.path(), &merge).output().expect("the program");
            let said = String::from_utf8_lossy(&refused.stderr);
            assert!(
                refused.status.code() == Some(2) && said.contains("shapes.json is not as the run wrote it"),
                "{said}"
            );
            std::fs::write(&file, text).expect("written");
        }
        let output = crate::common::place::command(place.path(), &merge).output().expect("the program");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let merged = results(&place.path().join("merged"));
        for (name, content) in whole.iter().filter(|(name, _)| *name != "manifest.json") {
            assert!(merged[name] == *content, "{verb}: {name} of shards differs");
        }
        for folder in ["whole", "out", "a", "b", "c", "merged"] {
            std::fs::remove_dir_all(place.path().join(folder)).expect("removed");
        }
    }
}

/// Whoever reads beside a run finds whole tables.
#[test]
fn a_reader_beside_a_run_finds_whole_tables() {
    let place = place();
    let out = place.path().join("out");
    for (format, name) in [(Format::Parquet, "parquet"), (Format::Csv, "csv")] {
        let mut child = command(place.path(), &["--out", "out", "--force", "--chunk", "50", "--format", name]).spawn();
        let child = child.as_mut().expect("the program");
        let (mut reads, mut last) = (0, 0);
        while child.try_wait().expect("a state").is_none() {
            let table = out.join(format!("members.{name}"));
            if !table.exists() {
                continue;
            }
            let members = read_numbers(&table, format, &["member", "x"]).unwrap_or_else(|e| panic!("{e}"));
            let rows = members[0].values.len();
            assert!(rows.is_multiple_of(50) && rows >= last, "{rows} rows, {last} before");
            (reads, last) = (reads + 1, rows);
        }
        assert!(reads > 0);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_says_what_is_kept_and_how_to_go_on() {
    let place = place();
    let whole = command(place.path(), &["--out", "whole", "--chunk", "100"]).output().expect("the program");
    assert_eq!(whole.status.code(), Some(3), "{whole:?}");
    for signal in ["-INT", "-TERM"] {
        let out = place.path().join("out");
        let _ = std::fs::remove_dir_all(&out);
        let child = command(place.path(), &["--out", "out", "--chunk", "100"]).spawn().expect("the program");
        let written = || RunManifest::read(&out.join("manifest.json")).map_or(0, |manifest| manifest.members_written);
        while written() == 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill");
        assert!(sent.success());
        let output = child.wait_with_output().expect("an end");
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        let manifest = RunManifest::read(&out.join("manifest.json")).expect("a manifest");
        let kept = manifest.members_written;
        assert!(kept > 0 && kept < 6000 && !manifest.complete && manifest.error.is_some(), "{manifest:?}");
        let digits: String = said.split(" of 6,000 members").next().unwrap_or("").chars().rev().take(5).collect();
        let digits: String = digits.chars().rev().filter(char::is_ascii_digit).collect();
        assert_eq!(digits, kept.to_string(), "{said}");
        assert!(said.contains("are kept in out; --resume goes on after them"), "{said}");
        let members = read_numbers(&out.join("members.parquet"), Format::Parquet, &["member"]).expect("members");
        assert_eq!(members[0].values.len() as u64, kept);
        let refused = command(place.path(), &["--out", "out"]).output().expect("the program");
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains("--resume goes on where they end"), "{refused:?}");
        let output = command(place.path(), &["--out", "out", "--chunk", "100", "--resume"]).output().expect("the end");
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        for table in ["members.parquet", "samples.parquet", "events.parquet"] {
            let bytes = |folder: &str| std::fs::read(place.path().join(folder).join(table)).expect("a table");
            assert!(bytes("out") == bytes("whole"), "{table}");
        }
        assert_eq!(std::fs::read_dir(&out).expect("results").count(), 5, "nothing else is left");
    }
}

/// A second run into the same folder is refused, and the first one is not disturbed.
#[test]
fn two_runs_do_not_share_a_folder() {
    let place = place();
    let out = place.path().join("out");
    let first = command(place.path(), &["--out", "out", "--chunk", "100"]).spawn().expect("the program");
    while !out.join("manifest.json").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    for option in ["--force", "--resume", "--chunk=100"] {
        let second = command(place.path(), &["--out", "out", option]).output().expect("the program");
        let said = String::from_utf8_lossy(&second.stderr);
        assert_eq!(second.status.code(), Some(2), "{option}: {said}");
        assert!(said.contains("another run is writing its results to out"), "{option}: {said}");
    }
    let output = first.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(RunManifest::read(&out.join("manifest.json")).expect("a manifest").complete);
}
