//! A manifest names the faults and who computed what, and can be read back.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::ensemble::{Action, Backend, BackendError, Fault};
use crate::gpu::{GpuBackend, GpuOptions};
use crate::io::scenario::Overrides;
use crate::num::Precision;
use crate::statistics::BLOCK;
use std::path::Path;

fn scenario() -> Scenario {
    let text = include_str!("../../../scenarios/heavy_top_sweep.toml").replace("duration = 0.1", "duration = 0.01");
    Scenario::parse(Path::new("top.toml"), &text, Overrides { members: Some(300), seed: None }).unwrap()
}

fn run<'a>(scenario: &'a Scenario, pool: &'a BackendPool<'a>, folder: &Path) -> Run<'a> {
    let folder = ResultsFolder::create(folder, true).unwrap();
    Run { scenario, pool, folder, format: Format::Csv, decision: None, precision: None }
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
        || -> Result<Box<dyn Backend>, BackendError> { Ok(Box::new(CpuBackend::new(Some(1), LaneWidth::Eight)?)) };
    let pool = BackendPool::new(vec![&gpu]).with_chunk(100).with_fallback(&fallback);
    let folder = tempfile::tempdir().unwrap();
    let run = run(&scenario, &pool, folder.path());
    run.members(|_| ()).unwrap();
    let manifest = RunManifest::read(&run.folder.manifest()).unwrap();
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
    let members = RunManifest::read(&run.folder.manifest()).unwrap();
    let expected = run.manifest(
        &finished.progress,
        finished.wall,
        None,
        true,
        finished.outputs.iter().map(OutputFigures::of_members).collect(),
    );
    let expected = RunManifest { finished_unix_seconds: members.finished_unix_seconds, ..expected };
    assert_eq!(members, expected);
    assert_eq!(members.outcomes[&Outcome::Completed], 300);

    run.statistics(&[], |_| ()).unwrap();
    let statistics = RunManifest::read(&run.folder.manifest()).unwrap();
    assert_eq!((members.members_kept, statistics.members_kept), (true, false));
    assert_eq!(names(&members), names(&statistics));
    let figures = statistics.outputs[0].histogram.as_ref().unwrap();
    assert_eq!((statistics.outputs[0].count, figures.histogram.counts.iter().sum::<u64>()), (300, 300));
    assert!(members.outputs[0].histogram.is_none());
}
