//! What the host does for a member: around a device that takes no time, and with the CPU as the device.

use super::measure::{Scratch, cpu, median};
use super::workloads::{HEAVY_TOP, read};
use crate::cli::Failure;
use cpu_time::ProcessTime;
use gyrosweep::ensemble::cpu::InstructionSet;
use gyrosweep::ensemble::{Backend, BackendPool, OutputSummaries, Study, run as run_study, summarize};
use gyrosweep::gpu::GpuBackend;
use gyrosweep::io::manifest::ProcessorFigure;
use gyrosweep::io::results::ResultTables;
use gyrosweep::io::table::Format;
use gyrosweep::num::Precision;
use gyrosweep::statistics::BLOCK;

/// Members of a run: some chunks of a device.
const MEMBERS: u64 = 1 << 20;

/// Returns heavy tops that make one step each.
fn study() -> Result<Study, Failure> {
    let one_step = HEAVY_TOP.replacen("duration = 0.1", "duration = 1e-4", 1);
    assert_ne!(one_step, HEAVY_TOP, "the workload's run lasts 0.1 s");
    read("heavy_top_sweep", &one_step, Some(MEMBERS))
}

/// Returns the CPU time per member of all threads that something takes, us: the median over some repetitions.
fn per_member(repeat: u32, mut work: impl FnMut() -> Result<(), Failure>) -> Result<f64, Failure> {
    let mut once = || {
        let began = ProcessTime::now();
        work()?;
        Ok(began.elapsed().as_secs_f64() * 1e6 / MEMBERS as f64)
    };
    once()?;
    (0..repeat).map(|_| once()).collect::<Result<Vec<f64>, Failure>>().map(median)
}

/// Measures whole runs to a table and to statistics, on both, and the parts of the host's work around the device.
pub(super) fn rows(repeat: u32) -> Result<Vec<ProcessorFigure>, Failure> {
    let study = study()?;
    let device = GpuBackend::without_device(&study, Precision::Double).map_err(Failure::other)?;
    let cpu = cpu(None, InstructionSet::detect())?;
    let mut rows = Vec::new();
    let mut row = |what: String, value: f64, note: &str| {
        rows.push(ProcessorFigure { what, value, unit: "us".into(), note: note.into() });
    };
    let backends: [(&str, &dyn Backend); 2] = [("a device that takes no time", &device), ("CPU, with its step", &cpu)];
    for (name, backend) in backends {
        backend.prepare(&study);
        let table = per_member(repeat, || table(&study, backend))?;
        row(format!("{name}: table"), table, "drawn, begun, collected, summed, encoded, written");
        let ranges = vec![None; study.mechanism.columns().len()];
        let pool = || BackendPool::new(vec![backend]).with_chunk(backend.chunk_size()).with_blocks(BLOCK);
        let statistics =
            per_member(repeat, || summarize(&study, &pool(), &ranges, |_| ()).map(drop).map_err(Failure::other))?;
        row(format!("{name}: statistics"), statistics, "reduced where members are computed");
    }
    let count = device.chunk_size().min(MEMBERS as usize);
    let scale = MEMBERS as f64 / count as f64;
    let mut parts: Vec<(&'static str, Vec<f64>)> = Vec::new();
    for repetition in 0..=repeat {
        let mut began = ProcessTime::now();
        let mut after = |part: &'static str| {
            let took = began.elapsed().as_secs_f64() * 1e6 * scale / MEMBERS as f64;
            match parts.iter_mut().find(|(name, _)| *name == part) {
                Some((_, all)) if repetition > 0 => all.push(took),
                Some(_) => {}
                None => parts.push((part, Vec::new())),
            }
            began = ProcessTime::now();
        };
        let chunk = device.run_by_parts(&study, count, &mut after).map_err(Failure::other)?;
        let mut outputs = OutputSummaries::new(&study);
        outputs.add(&chunk);
        after("sum");
        let folder = Scratch::new()?;
        let mut tables = ResultTables::create(&folder.0, &study, Format::Parquet).map_err(Failure::other)?;
        tables.write(&chunk).map_err(Failure::other)?;
        tables.finish().map_err(Failure::other)?;
        after("encode and write");
    }
    for (part, all) in parts {
        row(format!("one chunk: {part}"), median(all), "");
    }
    Ok(rows)
}

/// Runs all members to a table, as `gyrosweep run` does.
fn table(study: &Study, backend: &dyn Backend) -> Result<(), Failure> {
    let folder = Scratch::new()?;
    let mut tables = ResultTables::create(&folder.0, study, Format::Parquet).map_err(Failure::other)?;
    let mut outputs = OutputSummaries::new(study);
    let progress = run_study(study, backend, backend.chunk_size(), |chunk, _| {
        outputs.add(&chunk);
        tables.write(&chunk)
    });
    progress.map_err(Failure::other)?;
    tables.finish().map(drop).map_err(Failure::other)
}
