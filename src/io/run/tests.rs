//! A manifest names the faults and who computed what, and can be read back.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::ensemble::{Action, Backend, BackendError, BackendPool, Fault, Outcome};
use crate::gpu::{GpuBackend, GpuOptions};
use crate::io::disk::Disk;
use crate::io::folder::{Existing, Inputs, ResultsFolder};
use crate::io::manifest::{OutputFigures, PartRecord, RunManifest};
use crate::io::names::ColumnNames;
use crate::io::scenario::{Overrides, Scenario};
use crate::io::table::Format;
use crate::num::Precision;
use crate::statistics::BLOCK;
use std::collections::BTreeMap;
use std::path::Path;

fn scenario() -> Scenario {
    let text = include_str!("../../../scenarios/heavy_top_sweep.toml").replace("duration = 0.1", "duration = 0.01");
    Scenario::parse(Path::new("top.toml"), &text, Overrides { members: Some(300), ..Overrides::default() }).unwrap()
}

/// The last of two shards, where a scenario has not all members of its plan.
fn shard_of(scenario: &Scenario) -> Option<PartRecord> {
    let (first, of) = (scenario.study.plan().first(), scenario.study.plan().whole().members());
    (first > 0).then_some(PartRecord { first, of, shard: Some([2, 2]) })
}

/// A run that nobody stops.
pub(super) fn run_on<'a>(
    scenario: &'a Scenario,
    pool: &'a BackendPool<'a>,
    folder: ResultsFolder,
    format: Format,
) -> Run<'a> {
    Run {
        maker: Maker::default(),
        scenario,
        pool,
        destination: Destination::Folder(folder),
        format,
        names: ColumnNames::Usual,
        options: BTreeMap::new(),
        part: shard_of(scenario),
        decision: None,
        precision: None,
        earlier: None,
        interrupt: Box::leak(Box::default()),
        leave: &|_| (),
    }
}

fn run<'a>(scenario: &'a Scenario, pool: &'a BackendPool<'a>, folder: &Path) -> Run<'a> {
    let folder = ResultsFolder::create(folder, Existing::Replace, &Inputs::default()).unwrap();
    run_on(scenario, pool, folder, Format::Csv)
}

/// A device that is lost in the middle of a run, for good.
#[test]
fn a_manifest_names_the_faults_and_who_computed_what() {
    let scenario = scenario();
    let gpu = match GpuBackend::new(&scenario.study, &GpuOptions::new(Precision::Double).or_software()) {
        Ok(gpu) => gpu,
        Err(error) => {
            assert!(std::env::var_os("GYROSWEEP_REQUIRE_GPU").is_none(), "a GPU is required: {error}");
            return;
        }
    };
    gpu.inject(Fault::DeviceLost, 1, u32::MAX);
    let fallback =
        || -> Result<Box<dyn Backend>, BackendError> { Ok(Box::new(CpuBackend::new(Some(1), LaneWidth::SixtyFour)?)) };
    let pool = BackendPool::new(vec![&gpu]).with_chunk(100).with_fallback(&fallback);
    let folder = tempfile::tempdir().unwrap();
    let run = run(&scenario, &pool, folder.path());
    run.members(|_| ()).unwrap();
    let manifest = RunManifest::read(&run.folder().unwrap().manifest()).unwrap();
    assert_eq!((manifest.members_written, manifest.complete), (300, true));
    assert!(!manifest.faults.is_empty());
    for fault in &manifest.faults {
        assert_eq!((fault.fault, fault.action), (Fault::DeviceLost, Action::Moved));
        assert_eq!(fault.device, gpu.description());
        let [first, last] = fault.members;
        assert!(first % 100 == 0 && last == first + 99);
        assert!(fault.what.contains("the device was lost"), "{fault}");
    }
    assert!(manifest.faults.iter().any(|fault| fault.retired));
    assert_eq!(manifest.shares.iter().map(|share| share.members).sum::<u64>(), 300);
    assert!(manifest.shares[1].backend.starts_with("CPU"), "{:?}", manifest.shares);
}

#[test]
fn a_run_with_and_without_members_can_be_read_back() {
    let scenario = scenario();
    let cpu = CpuBackend::new(Some(1), LaneWidth::best()).unwrap();
    let pool = BackendPool::new(vec![&cpu]).with_blocks(BLOCK);
    let folder = tempfile::tempdir().unwrap();
    let run = run(&scenario, &pool, folder.path());
    let names = |manifest: &RunManifest| manifest.outputs.iter().map(|o| o.name.clone()).collect::<Vec<_>>();

    let finished = run.members(|_| ()).unwrap();
    let members = RunManifest::read(&run.folder().unwrap().manifest()).unwrap();
    let expected = RunManifest {
        finished_unix_seconds: members.finished_unix_seconds,
        wall_seconds: members.wall_seconds,
        tables: members.tables.clone(),
        columns: members.columns.clone(),
        outputs: OutputFigures::all(&finished.outputs, members.sample),
        ..run.manifest(&finished.progress, finished.wall, RunState::Complete, None)
    };
    assert_eq!(members, expected.with_checksum());
    assert_eq!(members.outcomes[&Outcome::Completed], 300);

    run.statistics(&[], |_| ()).unwrap();
    let statistics = RunManifest::read(&run.folder().unwrap().manifest()).unwrap();
    assert_eq!((members.members_kept, statistics.members_kept), (true, false));
    assert_eq!(names(&members), names(&statistics));
    let figures = statistics.outputs[0].histogram.as_ref().unwrap();
    assert_eq!((statistics.outputs[0].count, figures.histogram.counts.iter().sum::<u64>()), (300, 300));
    assert!(members.outputs[0].histogram.is_none());
}

/// Members with events and samples, some of which fail.
pub(super) fn eventful() -> Scenario {
    let text = r#"
        [parameters]
        a = { default = 1.0 }
        [[variable]]
        name = "x"
        initial = "a"
        rate = "x*x"
        [method]
        integrator = "rkmk4"
        step = 0.05
        duration = 1
        [sampling]
        every = 0.25
        [plan]
        kind = "random"
        members = 2600
        [plan.vary]
        a = { uniform = [0.1, 1.2] }
        [[output]]
        name = "x"
        quantity = "variable"
        variable = "x"
        [[event]]
        name = "one"
        expression = "x - 1"
        direction = "both"
    "#;
    Scenario::parse(Path::new("eventful.toml"), text, Overrides::default()).unwrap()
}

/// Computes a scenario on a disk, with what is in the folder.
pub(super) fn compute(
    scenario: &Scenario,
    folder: &Path,
    disk: Disk,
    format: Format,
    kept: bool,
) -> Result<(), String> {
    let cpu = CpuBackend::new(Some(1), LaneWidth::best()).unwrap();
    let chunk = if kept { 500 } else { BLOCK };
    let pool = BackendPool::new(vec![&cpu]).with_chunk(chunk).with_blocks(if kept { 1 } else { BLOCK });
    let folder =
        ResultsFolder::create_on(disk, folder, Existing::Resume, &Inputs::default()).map_err(|e| e.to_string())?;
    let mut run = run_on(scenario, &pool, folder, format);
    run.resume(kept, &[], false).unwrap_or_else(|e| panic!("{e}"));
    let done = if kept { run.members(|_| ()).map(|_| ()) } else { run.statistics(&[], |_| ()).map(|_| ()) };
    done.map_err(|e| e.to_string())
}

/// The files of a folder; of the manifest, without times.
pub(super) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: BTreeMap<String, Vec<u8>> = entries
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap()))
        .collect();
    let mut manifest = RunManifest::read(&folder.join("manifest.json")).unwrap();
    (manifest.wall_seconds, manifest.finished_unix_seconds, manifest.checksum) = (0.0, 0, String::new());
    manifest.shares.iter_mut().for_each(|share| share.members = 0);
    files.insert("manifest.json".into(), serde_json::to_vec(&manifest).unwrap());
    files
}

/// Fails where a table that is there cannot be read, or holds fewer members than the manifest says, or a part of a
/// chunk.
fn check(folder: &Path, scenario: &Scenario, format: Format, after: i64) {
    let Ok(manifest) = RunManifest::read(&folder.join("manifest.json")) else {
        assert!(!folder.join("manifest.json").exists(), "after {after} operations the manifest is not whole");
        return;
    };
    let extension = format.extension();
    let path = folder.join(format!("members.{extension}"));
    let rows = |name: &str, column: &str| {
        let path = folder.join(format!("{name}.{extension}"));
        let read = crate::io::table::read_numbers(&path, format, &[column]);
        path.exists().then(|| read.unwrap_or_else(|e| panic!("after {after} operations: {e}"))[0].values.clone())
    };
    let members = rows("members", "member").unwrap_or_default();
    let (written, total) = (members.len() as u64, scenario.study.plan().members());
    assert!(written >= manifest.members_written, "{}: {written} rows", path.display());
    assert!(written.is_multiple_of(500) || written == total, "a part of a chunk: {written} rows");
    // every member has a sample of its start
    if let Some(of) = rows("samples", "member") {
        let last = of.iter().copied().fold(-1.0, f64::max);
        assert!(last + 1.0 >= written as f64, "samples to member {last}, {written} members");
    }
    rows("events", "member");
}

/// Kills a run after every operation on files, and fails where it does not go on to the same bits.
pub(super) fn kill_everywhere(scenario: &Scenario, format: Format, kept: bool) {
    let reference = tempfile::tempdir().unwrap();
    compute(scenario, reference.path(), Disk::default(), format, kept).unwrap();
    let expected = files(reference.path());
    let mut kills = 0;
    for operations in 0.. {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::stopping_after(operations);
        let done = compute(scenario, folder.path(), disk.clone(), format, kept);
        if kept {
            check(folder.path(), scenario, format, operations);
        }
        if done.is_ok() {
            assert!(!disk.has_stopped());
            break;
        }
        assert!(disk.has_stopped(), "{done:?}");
        kills += 1;
        compute(scenario, folder.path(), Disk::default(), format, kept).unwrap();
        let found = files(folder.path());
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (name, content) in &expected {
            assert!(found[name] == *content, "{name} after {operations} operations ({format:?})");
        }
    }
    assert!(kills > 20, "{kills} operations");
}

/// After every operation on files a process may be killed: what is there can be read, and gone on with to the same bits.
#[test]
fn a_run_that_is_killed_at_any_instant_goes_on_to_the_same_bits() {
    let (whole, mut shard) = (eventful(), eventful());
    shard.study = shard.study.of_part(BLOCK as u64..2600);
    for (scenario, format, kept) in [
        (&whole, Format::Csv, true),
        (&whole, Format::Parquet, true),
        (&whole, Format::Csv, false),
        (&shard, Format::Csv, false),
    ] {
        kill_everywhere(scenario, format, kept);
    }
}

/// A run that is killed while it replaces former results leaves what can be replaced, and a manifest that is true.
#[test]
fn results_that_are_being_replaced_are_named_until_they_are_gone() {
    let scenario = scenario();
    let cpu = CpuBackend::new(Some(1), LaneWidth::best()).unwrap();
    let pool = BackendPool::new(vec![&cpu]);
    for operations in 0.. {
        let folder = tempfile::tempdir().unwrap();
        compute(&scenario, folder.path(), Disk::default(), Format::Csv, true).unwrap();
        let disk = Disk::stopping_after(operations);
        let replaced = ResultsFolder::create_on(disk.clone(), folder.path(), Existing::Replace, &Inputs::default());
        let done = replaced.map_err(|e| e.to_string()).and_then(|target| {
            let run = run_on(&scenario, &pool, target, Format::Parquet);
            run.members(|_| ()).map(|_| ()).map_err(|e| e.to_string())
        });
        if let Ok(manifest) = RunManifest::read(&folder.path().join("manifest.json")) {
            let table = folder.path().join("members.csv");
            let replaced = manifest.table(&table).is_none();
            assert!(!(replaced && table.exists()), "after {operations} operations nothing names the former table");
        }
        if done.is_ok() {
            assert!(operations > 10 && !disk.has_stopped());
            break;
        }
        let again = ResultsFolder::create(folder.path(), Existing::Replace, &Inputs::default());
        assert!(again.is_ok(), "after {operations} operations: {}", again.unwrap_err());
    }
}

/// A member that fails has outputs in no table, and every row of it says so.
#[test]
fn rows_say_what_became_of_their_member() {
    let scenario = eventful();
    let folder = tempfile::tempdir().unwrap();
    compute(&scenario, folder.path(), Disk::default(), Format::Csv, true).unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let members: Vec<Vec<String>> =
        read("members.csv").lines().skip(1).map(|line| line.split(',').map(str::to_string).collect()).collect();
    let failed = members.iter().filter(|row| row[2] == "non_finite").count();
    assert!((100..2500).contains(&failed), "{failed} of 2600 have a pole within the time");
    assert!(members.iter().all(|row| (row[2] == "completed") != row[5].is_empty()));
    for name in ["samples.csv", "events.csv"] {
        let table = read(name);
        assert!(table.lines().count() > 1000);
        for row in table.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>()) {
            assert_eq!(row[1], members[row[0].parse::<usize>().unwrap()][2], "{name}: {row:?}");
            assert!(row.iter().all(|cell| !cell.contains("inf") && !cell.contains("NaN")));
        }
    }
}

/// What is asked for from another thread ends the run, which can be gone on with.
#[test]
fn a_run_that_is_stopped_says_what_it_kept() {
    let scenario = eventful();
    let reference = tempfile::tempdir().unwrap();
    compute(&scenario, reference.path(), Disk::default(), Format::Csv, true).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let cpu = CpuBackend::new(Some(1), LaneWidth::best()).unwrap();
    let pool = BackendPool::new(vec![&cpu]).with_chunk(500);
    let interrupt = Interrupt::default();
    let kept = Mutex::new(None);
    let leave = |progress: &Progress| *kept.lock().unwrap() = Some(progress.members);
    let target = ResultsFolder::create(folder.path(), Existing::Refuse, &Inputs::default()).unwrap();
    let run = Run { interrupt: &interrupt, leave: &leave, ..run_on(&scenario, &pool, target, Format::Csv) };
    let stopped = run.members(|progress| {
        if progress.members == 1000 {
            interrupt.ask();
            while kept.lock().unwrap().is_none() {
                std::thread::yield_now();
            }
        }
    });
    assert!(stopped.unwrap().stopped);
    let kept = kept.lock().unwrap().unwrap();
    assert_eq!(kept, 1000);
    let manifest = RunManifest::read(&folder.path().join("manifest.json")).unwrap();
    assert_eq!((manifest.members_written, manifest.state, manifest.complete), (1000, RunState::Stopped, false));
    assert_eq!(manifest.error.as_deref(), Some("it was stopped by the user"));
    assert_eq!(std::fs::read_to_string(folder.path().join("members.csv")).unwrap().lines().count(), 1001);
    drop(run);
    compute(&scenario, folder.path(), Disk::default(), Format::Csv, true).unwrap();
    assert!(files(folder.path()) == files(reference.path()));
}

/// A run goes on only from results of its own.
#[test]
fn what_differs_is_named() {
    let scenario = eventful();
    let folder = tempfile::tempdir().unwrap();
    compute(&scenario, folder.path(), Disk::default(), Format::Csv, true).unwrap();
    let cpu = CpuBackend::new(Some(1), LaneWidth::best()).unwrap();
    let pool = BackendPool::new(vec![&cpu]);
    let refused = |scenario: &Scenario, format: Format, kept: bool| {
        let target = ResultsFolder::create(folder.path(), Existing::Resume, &Inputs::default()).unwrap();
        run_on(scenario, &pool, target, format).resume(kept, &[], false).unwrap_err().to_string()
    };
    let with = |change: &dyn Fn(&mut Scenario)| {
        let mut scenario = eventful();
        change(&mut scenario);
        refused(&scenario, Format::Csv, true)
    };
    for (error, part) in [
        (with(&|s| s.seed = 3), "the seed was 0 and is 3"),
        (with(&|s| s.meaning = "other".into()), "what the scenario says has changed since (SHA-256)"),
        (with(&|s| s.plan_hash = Some("other".into())), "the table of the plan has changed since (SHA-256)"),
        (refused(&scenario, Format::Parquet, true), "the format of the tables was csv and is parquet"),
        (refused(&scenario, Format::Csv, false), "it was begun without --statistics, now it is run with it"),
    ] {
        assert!(error.contains(part) && error.contains("--force"), "{error}");
    }
    let path = folder.path().join("manifest.json");
    let manifest = RunManifest::read(&path).unwrap();
    let other =
        RunManifest { version: "0.0.9".into(), arithmetic: "f32".into(), members: 5000, complete: false, ..manifest }
            .with_checksum();
    crate::io::manifest::write_json(&path, &other).unwrap();
    let error = refused(&scenario, Format::Csv, true);
    for part in
        ["the version of the program was 0.0.9 and is", "the arithmetic was f32 and is f64", "was 5000 and is 2600"]
    {
        assert!(error.contains(part), "{error}");
    }
    // a build knows its commit or not, and only two that are known can differ
    let mut now = RunManifest { commit: Some("b2".into()), ..other };
    let earlier = RunManifest { commit: Some("a1".into()), ..now.clone() };
    let words = [earlier.program_beside(&now), now.program_beside(&earlier)];
    assert_eq!(words, ["0.0.9 of commit a1", "0.0.9 of commit b2"]);
    let newer = RunManifest { version: "0.1.0".into(), ..now.clone() };
    assert_eq!([earlier.program_beside(&newer), newer.program_beside(&earlier)], ["0.0.9", "0.1.0"]);
    now.commit = None;
    assert_eq!([earlier.program_beside(&now), now.program_beside(&earlier)], ["0.0.9"; 2]);
}
