//! A manifest that is damaged is refused in words, or the run that goes on from it comes to the same results.

#![allow(clippy::unwrap_used)]

use super::tests::{compute, eventful, files, run_on};
use crate::ensemble::BackendPool;
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::io::disk::Disk;
use crate::io::folder::{Existing, Inputs, ResultsFolder};
use crate::io::manifest::{RunManifest, RunState, write_json};
use crate::io::table::Format;
use std::collections::BTreeMap;
use std::path::Path;

/// The files of a run that was killed after some members were written.
fn killed(kept: bool) -> BTreeMap<String, Vec<u8>> {
    let scenario = eventful();
    for operations in 0.. {
        let folder = tempfile::tempdir().unwrap();
        let _ = compute(&scenario, folder.path(), Disk::stopping_after(operations), Format::Csv, kept);
        let manifest = RunManifest::read(&folder.path().join("manifest.json"));
        if manifest.is_ok_and(|m| m.members_written > 0 && m.state == RunState::Running) {
            return std::fs::read_dir(folder.path())
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .map(|path| (path.file_name().unwrap().to_str().unwrap().into(), std::fs::read(&path).unwrap()))
                .collect();
        }
    }
    unreachable!()
}

/// Goes on with what is in a folder, or says why not.
fn go_on(folder: &Path, kept: bool) -> Result<(), String> {
    let scenario = eventful();
    let cpu = CpuBackend::new(Some(1), LaneWidth::best()).unwrap();
    let pool = BackendPool::new(vec![&cpu]);
    let target = ResultsFolder::create(folder, Existing::Resume, &Inputs::default()).map_err(|e| e.to_string())?;
    run_on(&scenario, &pool, target, Format::Csv).resume(kept, &[], false).map_err(|e| e.to_string())?;
    compute(&scenario, folder, Disk::default(), Format::Csv, kept)
}

#[test]
fn a_damaged_manifest_is_refused_or_changes_nothing() {
    for kept in [false, true] {
        let reference = tempfile::tempdir().unwrap();
        compute(&eventful(), reference.path(), Disk::default(), Format::Csv, kept).unwrap();
        let (expected, left) = (files(reference.path()), killed(kept));
        let whole = &left["manifest.json"];
        let (mut seed, mut refused) = (7u64, 0);
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        for trial in 0..400 {
            let mut manifest = whole.clone();
            let at = random(manifest.len());
            // a flipped bit, a byte lost, a byte in its place that may stand there: a digit
            match trial % 3 {
                0 => manifest[at] ^= 1 << random(8),
                1 => drop(manifest.remove(at)),
                _ => manifest[at] = b'0' + random(10) as u8,
            }
            let folder = tempfile::tempdir().unwrap();
            for (name, content) in &left {
                let content = if name == "manifest.json" { &manifest } else { content };
                std::fs::write(folder.path().join(name), content).unwrap();
            }
            match go_on(folder.path(), kept) {
                Err(words) => {
                    assert!(words.len() > 20, "{words}");
                    refused += 1;
                }
                Ok(()) => {
                    let found = files(folder.path());
                    let same = found.iter().all(|(name, content)| expected.get(name) == Some(content));
                    assert!(same, "trial {trial}, byte {at}: {}", String::from_utf8_lossy(&manifest));
                }
            }
        }
        // blanks do not matter, and some bytes are replaced by themselves
        assert!(refused > 200, "{refused} of 400");
    }
}

/// Sums that do not agree are refused also where the checksum is theirs.
#[test]
fn sums_of_a_manifest_agree() {
    let left = killed(false);
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in &left {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let path = folder.path().join("manifest.json");
    let whole = RunManifest::read(&path).unwrap();
    let refused = |change: &dyn Fn(&mut RunManifest), part: &str| {
        let mut manifest = whole.clone();
        change(&mut manifest);
        write_json(&path, &manifest.with_checksum()).unwrap();
        let words = go_on(folder.path(), false).unwrap_err();
        assert!(words.contains(part), "{part:?} in {words}");
    };
    refused(&|m| m.outputs[0].count += 1000, "members have \"x\", and");
    refused(&|m| m.outputs[0].count -= 1, "the classes of \"x\" do not hold its");
    refused(&|m| m.members_written += 1, "the outcomes are not those of");
    refused(&|m| m.members_with_outputs += 2000, "have outputs");
    refused(&|m| m.members = 3, "of 3 members are written");
    refused(&|m| m.complete = true, "where complete is true");
    refused(
        &|m| {
            let figures = m.outputs[0].histogram.as_mut().unwrap();
            figures.histogram.edges[3] = figures.histogram.edges[4];
        },
        "the histogram of \"x\" has other classes",
    );
    refused(&|m| m.outputs[0].histogram.as_mut().unwrap().histogram.counts.truncate(3), "other classes");
    write_json(&path, &RunManifest { checksum: String::new(), ..whole.clone() }).unwrap();
    assert!(go_on(folder.path(), false).unwrap_err().contains("it has no checksum"));
    write_json(&path, &whole).unwrap();
    go_on(folder.path(), false).unwrap();
}
