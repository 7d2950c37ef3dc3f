//! Measurements of one case on one backend: whole runs of growing numbers of members, and where their time goes.

use super::workloads::Case;
use crate::cli::Failure;
use gyrosweep::ensemble::cpu::{Arithmetic, CpuBackend, InstructionSet, LaneWidth};
use gyrosweep::ensemble::{Backend, Study, run as run_study};
use gyrosweep::gpu::{GpuBackend, GpuError, GpuOptions, Kernel};
use gyrosweep::io::folder::{Existing, Inputs, ResultsFolder};
use gyrosweep::io::manifest::{RunPhases, SetupTimes, WholeRuns};
use gyrosweep::io::results::ResultTables;
use gyrosweep::io::table::Format;
use gyrosweep::num::Precision;
use std::time::Instant;

/// How long and how often is measured.
#[derive(Clone, Debug)]
pub(super) struct Effort {
    /// Repetitions, of which the median counts.
    pub(super) repeat: u32,
    /// No size is measured of which one run is expected to take longer, s.
    pub(super) longest: f64,
    /// Numbers of members.
    pub(super) sizes: Vec<u64>,
}

/// Returns the median over some repetitions, after one that does not count.
pub(super) fn repeated(repeat: u32, mut measure: impl FnMut() -> Result<f64, Failure>) -> Result<f64, Failure> {
    measure()?;
    (0..repeat).map(|_| measure()).collect::<Result<Vec<_>, _>>().map(median)
}

pub(super) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// What computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// All cores, in double precision.
    Cpu,
    /// The device, in a precision.
    Device(Precision),
}

impl Target {
    pub(super) fn name(self) -> &'static str {
        match self {
            Target::Cpu => "cpu",
            Target::Device(precision) => precision.name(),
        }
    }
}

/// A case on a target.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) case: usize,
    pub(super) target: Target,
    /// What one step advances: bodies, or one system.
    pub(super) units: f64,
    /// Operations of an attempt of a step, as recorded.
    pub(super) operations: usize,
    pub(super) setup: SetupTimes,
    pub(super) phases: RunPhases,
    /// The whole runs, in the order of their members.
    pub(super) sizes: Vec<WholeRuns>,
}

impl Series {
    /// Returns the runs of the largest number of members.
    pub(super) fn largest(&self) -> &WholeRuns {
        &self.sizes[self.sizes.len() - 1]
    }
    /// Steps of bodies per second, from the command to the written table.
    pub(super) fn end_to_end(&self, size: &WholeRuns) -> f64 {
        size.steps * self.units / self.total(size)
    }
    /// Returns the seconds from the command to the written table.
    pub(super) fn total(&self, size: &WholeRuns) -> f64 {
        self.setup.total() + size.run
    }
    /// Steps of bodies per second of the kernel alone: of the runs, or, where these do not tell it, of a chunk.
    pub(super) fn kernel_rate(&self, size: &WholeRuns) -> f64 {
        match size.kernel {
            Some(kernel) => size.steps * self.units / kernel,
            None => size.steps * self.units * self.phases.members as f64 / size.members as f64 / self.phases.kernel,
        }
    }
    /// Returns the operations per second of the kernel alone.
    pub(super) fn operation_rate(&self, size: &WholeRuns) -> f64 {
        self.kernel_rate(size) / self.units * (size.attempts / size.steps) * self.operations as f64
    }
    /// Returns the operations per byte that the kernel reads and writes.
    pub(super) fn intensity(&self, size: &WholeRuns) -> f64 {
        size.attempts * self.operations as f64 / size.bytes
    }
}

/// A backend whose kernel's time is known, or not.
enum Computer {
    Cpu(CpuBackend),
    Gpu(Box<GpuBackend>),
}

impl Computer {
    fn backend(&self) -> &dyn Backend {
        match self {
            Computer::Cpu(backend) => backend,
            Computer::Gpu(backend) => backend.as_ref(),
        }
    }
    /// Returns the seconds in kernels so far, and the members that their dispatches advanced, in all.
    fn work(&self) -> (f64, f64) {
        match self {
            Computer::Cpu(_) => (0.0, 0.0),
            Computer::Gpu(backend) => {
                let work = backend.work();
                (work.busy.as_secs_f64(), work.members as f64)
            }
        }
    }
    /// Returns the bytes that a dispatch reads and writes for a member.
    fn bytes(&self) -> f64 {
        match self {
            Computer::Cpu(_) => 0.0,
            Computer::Gpu(backend) => backend.bytes_per_dispatch() as f64,
        }
    }
}

/// Measures a case; none where the device cannot compute it, with the reason in `refused`.
pub(super) fn series(
    (number, case): (usize, &Case),
    target: Target,
    options: &GpuOptions,
    effort: &Effort,
    refused: &mut Vec<String>,
) -> Result<Option<Series>, Failure> {
    let sizes = case.sizes(&effort.sizes)?;
    let first = case.study(sizes[0])?;
    let (computer, setup) = match open(&first, target, options) {
        Ok(opened) => opened,
        Err(Unopened::Gpu(error)) => {
            refused.push(format!("{}, {}, {}: {error}", case.name, case.stepping.name(), target.name()));
            return Ok(None);
        }
        Err(Unopened::Other(failure)) => return Err(failure),
    };
    let precision = if let Target::Device(precision) = target { precision } else { Precision::Double };
    let operations = operations(&first, precision)?;
    let mut out = Series {
        case: number,
        target,
        units: first.mechanism.unit_count() as f64,
        operations,
        setup,
        phases: RunPhases::default(),
        sizes: Vec::new(),
    };
    for members in sizes {
        let expected = out.sizes.last().map_or(0.0, |last: &WholeRuns| last.run * members as f64 / last.members as f64);
        if expected > effort.longest {
            break;
        }
        let study = case.study(members)?;
        computer.backend().prepare(&study);
        out.sizes.push(whole_runs(&computer, &study, effort.repeat)?);
    }
    let study = case.study(out.largest().members)?;
    computer.backend().prepare(&study);
    out.phases = phases(&computer, &study, effort.repeat)?;
    Ok(Some(out))
}

/// The reason why there is no backend.
enum Unopened {
    Gpu(GpuError),
    Other(Failure),
}

/// Returns the CPU with the arithmetic of runs that it computes alone.
pub(super) fn cpu(threads: Option<usize>, instructions: InstructionSet) -> Result<CpuBackend, Failure> {
    let cpu = CpuBackend::with(threads, LaneWidth::best(), instructions).map_err(Failure::other)?;
    Ok(cpu.with_arithmetic(Arithmetic::fastest()))
}

fn open(study: &Study, target: Target, options: &GpuOptions) -> Result<(Computer, SetupTimes), Unopened> {
    let start = Instant::now();
    match target {
        Target::Cpu => {
            let backend = cpu(None, InstructionSet::detect()).map_err(Unopened::Other)?;
            let start_up = start.elapsed().as_secs_f64();
            let start = Instant::now();
            backend.prepare(study);
            let tracing = start.elapsed().as_secs_f64();
            Ok((Computer::Cpu(backend), SetupTimes { start_up, tracing, pipeline: 0.0 }))
        }
        Target::Device(precision) => {
            Kernel::new(study, precision).map_err(|e| Unopened::Gpu(e.into()))?;
            let tracing = start.elapsed().as_secs_f64();
            let start = Instant::now();
            let options = GpuOptions { precision, ..options.clone() };
            let backend = GpuBackend::new(study, &options).map_err(Unopened::Gpu)?;
            let made = backend.setup_time().as_secs_f64();
            let start_up = (start.elapsed().as_secs_f64() - made).max(0.0);
            let pipeline = (made - tracing).max(0.0);
            Ok((Computer::Gpu(Box::new(backend)), SetupTimes { start_up, tracing, pipeline }))
        }
    }
}

/// Counts the operations of an attempt of a step, with what is evaluated in every step.
fn operations(study: &Study, precision: Precision) -> Result<usize, Failure> {
    let kernel = Kernel::new(study, precision).map_err(Failure::other)?;
    Ok(kernel.step_operations + kernel.monitored_operations)
}

/// Runs of all members, from the plan to a written table.
fn whole_runs(computer: &Computer, study: &Study, repeat: u32) -> Result<WholeRuns, Failure> {
    let backend = computer.backend();
    let (mut runs, mut kernels, mut advanced) = (Vec::new(), Vec::new(), Vec::new());
    let (mut steps, mut attempts) = (0.0, 0.0);
    // the first does not count
    for repetition in 0..=repeat {
        let folder = Scratch::new()?;
        let (busy, members) = computer.work();
        let start = Instant::now();
        let mut tables = ResultTables::create(&folder.0, study, Format::Parquet).map_err(Failure::other)?;
        let progress = run_study(study, backend, backend.chunk_size(), |chunk, _| tables.write(&chunk));
        let progress = progress.map_err(Failure::other)?;
        tables.finish().map_err(Failure::other)?;
        let elapsed = start.elapsed().as_secs_f64();
        let (busy_now, members_now) = computer.work();
        (steps, attempts) = (progress.steps as f64, (progress.steps + progress.rejected) as f64);
        if repetition > 0 {
            runs.push(elapsed);
            kernels.push(busy_now - busy);
            advanced.push(members_now - members);
        }
    }
    let kernel = matches!(computer, Computer::Gpu(_)).then(|| median(kernels));
    let bytes = median(advanced) * computer.bytes();
    Ok(WholeRuns { members: study.plan().members(), steps, attempts, run: median(runs), kernel, bytes })
}

/// Measures one chunk, its parts one after another.
fn phases(computer: &Computer, study: &Study, repeat: u32) -> Result<RunPhases, Failure> {
    let backend = computer.backend();
    let count = study.plan().members().min(backend.chunk_size() as u64);
    let mut all: [Vec<f64>; 4] = Default::default();
    for _ in 0..repeat {
        let start = Instant::now();
        let members = backend.draw(study, 0, count as usize);
        all[0].push(start.elapsed().as_secs_f64());
        let (busy, _) = computer.work();
        let start = Instant::now();
        let chunk = backend.run(study, members).map_err(Failure::other)?;
        let run = start.elapsed().as_secs_f64();
        let kernel = if matches!(computer, Computer::Gpu(_)) { computer.work().0 - busy } else { run };
        all[1].push(kernel);
        all[2].push((run - kernel).max(0.0));
        let folder = Scratch::new()?;
        let start = Instant::now();
        let mut tables = ResultTables::create(&folder.0, study, Format::Parquet).map_err(Failure::other)?;
        tables.write(&chunk).map_err(Failure::other)?;
        tables.finish().map_err(Failure::other)?;
        all[3].push(start.elapsed().as_secs_f64());
    }
    let [planning, kernel, transfer, writing] = all.map(median);
    Ok(RunPhases { members: count, planning, kernel, transfer, writing })
}

/// A folder of results that nobody keeps.
pub(super) struct Scratch(pub(super) ResultsFolder);

impl Scratch {
    pub(super) fn new() -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(format!("gyrosweep-bench-{}", std::process::id()));
        // what a process of the same number has left
        let _ = std::fs::remove_dir_all(&folder);
        ResultsFolder::create(&folder, Existing::Refuse, &Inputs::default()).map(Self).map_err(Failure::other)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0.path());
    }
}
