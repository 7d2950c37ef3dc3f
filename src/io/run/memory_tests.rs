//! Runs whose results stay in memory.

#![allow(clippy::unwrap_used)]

use super::tests::{eventful, run_on};
use super::*;
use crate::ensemble::BackendPool;
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::io::folder::{Existing, Inputs, ResultsFolder};
use crate::io::results::{MemoryResults, ResultData};
use crate::io::table::{Column, Format};

/// What tells apart results that are the same: times of numbers are compared by their bits.
fn bits(data: &ResultData) -> Vec<(String, Option<String>, Vec<String>)> {
    let tables = [&data.members, &data.samples, &data.events].into_iter().flatten();
    let columns = tables.flat_map(|table| table.fields().iter().zip(table.columns()));
    let values = |column: &Column| match column {
        Column::Integer(values) => values.iter().map(ToString::to_string).collect(),
        Column::Real(values) if values.iter().any(|x| x.is_infinite()) => panic!("absent values are NaN"),
        Column::Real(values) => values.iter().map(|x| x.to_bits().to_string()).collect(),
        Column::Text(values) => values.iter().map(ToString::to_string).collect(),
    };
    columns.map(|(field, column)| (field.name.clone(), field.unit.clone(), values(column))).collect()
}

#[test]
fn memory_holds_the_rows_of_files() {
    let scenario = eventful();
    let cpu = CpuBackend::new(Some(1), LaneWidth::best()).unwrap();
    let pool = BackendPool::new(vec![&cpu]).with_chunk(500);
    let results = MemoryResults::default();
    let folder = tempfile::tempdir().unwrap();
    let target = ResultsFolder::create(folder.path(), Existing::Refuse, &Inputs::default()).unwrap();
    let mut run = run_on(&scenario, &pool, target, Format::Csv);
    run.destination = Destination::Memory(results.clone());
    let finished = run.members(|_| ()).unwrap();
    assert!(!finished.stopped && finished.manifest.complete);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
    let held = results.lock().clone();
    for (format, name) in [(Format::Csv, "csv"), (Format::Parquet, "parquet")] {
        let folder = folder.path().join(name);
        let target = ResultsFolder::create(&folder, Existing::Refuse, &Inputs::default()).unwrap();
        run_on(&scenario, &pool, target, format).members(|_| ()).unwrap();
        let read = ResultData::read(&folder).unwrap();
        assert!(bits(&read) == bits(&held), "{name}");
        let [written, kept] = [read.manifest.unwrap(), held.manifest.clone().unwrap()];
        assert_eq!((written.outputs, written.outcomes), (kept.outputs, kept.outcomes));
    }
}

#[test]
fn a_run_that_is_stopped_leaves_whole_chunks_in_memory() {
    let scenario = eventful();
    let cpu = CpuBackend::new(Some(1), LaneWidth::best()).unwrap();
    let pool = BackendPool::new(vec![&cpu]).with_chunk(500);
    let (results, interrupt) = (MemoryResults::default(), Interrupt::default());
    let folder = tempfile::tempdir().unwrap();
    let target = ResultsFolder::create(folder.path(), Existing::Refuse, &Inputs::default()).unwrap();
    let run = run_on(&scenario, &pool, target, Format::Csv);
    let run = Run { destination: Destination::Memory(results.clone()), interrupt: &interrupt, ..run };
    let finished = run.members(|progress| {
        if progress.members == 1000 {
            interrupt.ask();
            let is_stopped = || results.lock().manifest.as_ref().is_some_and(|about| about.state == RunState::Stopped);
            while !is_stopped() {
                std::thread::yield_now();
            }
        }
    });
    assert!(finished.unwrap().stopped);
    let held = results.lock().clone();
    assert_eq!(held.manifest.unwrap().members_written, 1000);
    assert_eq!(held.members.unwrap().rows(), 1000);
}
