//! `gyrosweep run`: a scenario from file to results.

use super::console::Console;
use super::progress::ProgressDisplay;
use super::{Failure, PrecisionChoice, SOME_FAILED, ScenarioArguments, default_folder};
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::ensemble::{Backend, Pace, Progress, RunError, Study, run as run_study};
use crate::gpu::{GpuBackend, GpuError, GpuOptions};
use crate::io::folder::{FolderError, ResultsFolder};
use crate::io::manifest::write_json;
use crate::io::results::ResultTables;
use crate::io::scenario::Scenario;
use crate::io::table::{Format, TableError};
use crate::num::Precision;
use crate::report::{Report, count};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// Where the results go [default: results/ and the name of the scenario]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// What computes; auto takes a real GPU for a large ensemble, else the CPU
    #[arg(long, value_enum, default_value_t = BackendChoice::Auto)]
    backend: BackendChoice,
    /// Precision [default: f64]
    #[arg(long, value_enum)]
    precision: Option<PrecisionChoice>,
    /// Format of the tables
    #[arg(long, value_enum, default_value_t = FormatChoice::Parquet)]
    format: FormatChoice,
    /// Number of CPU threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
    /// Members computed and written at a time; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    chunk: Option<u32>,
    /// Replace results that are there already
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BackendChoice {
    Auto,
    Cpu,
    Gpu,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatChoice {
    Parquet,
    Csv,
}

/// Body-steps below which `auto` does not look for a GPU: about two seconds of one core.
const LARGE: f64 = 1e8;

/// Samples that a chunk holds in memory, at most about this many bytes.
const SAMPLE_MEMORY: f64 = 64e6;

pub(crate) fn run(console: &Console, arguments: &RunArguments) -> Result<u8, Failure> {
    let scenario = arguments.scenario.read()?;
    let study = &scenario.study;
    let backend = choose_backend(console, arguments, &scenario)?;
    let chunk = chunk_size(arguments, &scenario, backend.as_ref());
    let largest = chunk.min(usize::try_from(study.plan().members()).unwrap_or(usize::MAX));
    backend.check_chunk(largest).map_err(Failure::input)?;
    let out = arguments.out.clone().unwrap_or_else(|| default_folder(&scenario.path));
    let folder = ResultsFolder::create(&out, arguments.force).map_err(folder_failure)?;
    let format = match arguments.format {
        FormatChoice::Parquet => Format::Parquet,
        FormatChoice::Csv => Format::Csv,
    };
    let mut tables = ResultTables::create(&folder, study, format).map_err(Failure::other)?;
    let mut report = Report::new(study);
    // a run that is stopped, or that fills the disk, leaves this one
    let running = "the run has not ended, or was stopped".to_string();
    let started = manifest(&scenario, &Progress::default(), backend.as_ref(), &report, Duration::ZERO, Some(running));
    write_json(&folder.manifest(), &started).map_err(Failure::other)?;

    console.heading(&scenario.title);
    console.line(&format!("{} members on {}", count(study.plan().members()), backend.description()));
    if let Some(advice) = study.plan().advice() {
        console.warning(&advice);
    }

    let mut display = ProgressDisplay::new(study.plan().members());
    let start = Instant::now();
    let mut reached = Progress::default();
    let result = run_study(study, backend.as_ref(), chunk, |chunk, progress| {
        tables.write(&chunk)?;
        report.add(&chunk);
        reached = progress.clone();
        display.update(progress);
        Ok::<(), TableError>(())
    });
    let wall = start.elapsed();
    display.finish();

    let progress = match result {
        Ok(progress) => progress,
        Err(error) => {
            // what was written stays; the manifest says how far the run came
            let manifest = manifest(&scenario, &reached, backend.as_ref(), &report, wall, Some(error.to_string()));
            let _ = write_json(&folder.manifest(), &manifest);
            return Err(match error {
                RunError::Sink(error) => Failure::other(error),
                RunError::Backend { .. } => Failure::other(error),
            });
        }
    };
    tables.finish().map_err(Failure::other)?;
    let manifest = manifest(&scenario, &progress, backend.as_ref(), &report, wall, None);
    write_json(&folder.manifest(), &manifest).map_err(Failure::other)?;

    console.line(&format!("\n{}", report.outcomes(&progress)));
    console.line("");
    console.print(&report.output_table());
    console.line("");
    console.line(&report.throughput(&progress, wall));
    console.line(&format!("results in {}", folder.members(format).display()));
    if study.sampling.is_some() {
        console.line(&format!("samples in {}", folder.samples(format).display()));
    }
    if !study.mechanism.events.is_empty() {
        let (n, table) = (count(progress.events), folder.events(format));
        console.line(&format!("{n} events in {}", table.display()));
    }
    Ok(if progress.failures() == 0 { 0 } else { SOME_FAILED })
}

fn folder_failure(error: FolderError) -> Failure {
    Failure::input(error)
}

fn chunk_size(arguments: &RunArguments, scenario: &Scenario, backend: &dyn Backend) -> usize {
    if let Some(chunk) = arguments.chunk {
        return chunk as usize;
    }
    let natural = backend.chunk_size();
    let Some(every) = scenario.study.sampling else { return natural };
    let defaults = scenario.study.mechanism.defaults();
    let duration = scenario.study.method.duration.evaluate(&defaults);
    let bytes = (duration / every + 2.0) * (scenario.study.mechanism.columns().len() + 2) as f64 * 8.0;
    natural.min((SAMPLE_MEMORY / bytes) as usize).max(16)
}

fn choose_backend(
    console: &Console,
    arguments: &RunArguments,
    scenario: &Scenario,
) -> Result<Box<dyn Backend>, Failure> {
    let study = &scenario.study;
    let precision = arguments.precision.map(PrecisionChoice::precision);
    let cpu = || -> Result<Box<dyn Backend>, Failure> {
        let threads = arguments.threads.map(|n| n as usize);
        Ok(Box::new(CpuBackend::new(threads, LaneWidth::for_members(study.plan().members())).map_err(Failure::other)?))
    };
    let gpu = |software: bool| {
        GpuBackend::new(study, &GpuOptions { software, ..GpuOptions::new(precision.unwrap_or(Precision::Double)) })
    };
    match arguments.backend {
        BackendChoice::Cpu if precision == Some(Precision::Single) => Err(Failure::input(
            "--precision f32: the CPU backend computes in f64; choose --precision f64, or --backend gpu",
        )),
        BackendChoice::Cpu => cpu(),
        BackendChoice::Gpu => Ok(Box::new(gpu(true).map_err(Failure::input)?)),
        BackendChoice::Auto if precision == Some(Precision::Single) => {
            let refused = |e| match e {
                GpuError::NoAdapter => Failure::input(
                    "--precision f32: no GPU was found, and the CPU backend computes in f64; choose --precision f64, \
                     or --backend gpu for a software device that stands in for a GPU",
                ),
                other => Failure::input(format!("--precision f32: {other}")),
            };
            Ok(Box::new(gpu(false).map_err(refused)?))
        }
        BackendChoice::Auto => {
            let steps = expected_steps(study);
            let bodies = study.mechanism.bodies.len();
            let body_steps = study.plan().members() as f64 * steps * bodies as f64;
            if body_steps < LARGE {
                return cpu();
            }
            match gpu(false) {
                Ok(backend) => Ok(Box::new(backend)),
                Err(GpuError::NoAdapter | GpuError::NoPrecision { .. }) => cpu(),
                Err(error) => {
                    console.warning(&format!("the GPU is not used: {error}"));
                    cpu()
                }
            }
        }
    }
}

/// About how many steps a member takes: for adaptive steps, those of a thousandth of the duration.
fn expected_steps(study: &Study) -> f64 {
    match study.pace(&study.mechanism.defaults()) {
        Ok(Pace::Fixed(schedule)) => f64::from(schedule.count()),
        _ => 1000.0,
    }
}

fn manifest(
    scenario: &Scenario,
    progress: &Progress,
    backend: &dyn Backend,
    report: &Report,
    wall: Duration,
    error: Option<String>,
) -> serde_json::Value {
    let study = &scenario.study;
    let outcomes: serde_json::Map<String, serde_json::Value> = crate::ensemble::Outcome::ALL
        .iter()
        .zip(&progress.outcomes)
        .map(|(outcome, n)| (outcome.name().to_string(), json!(n)))
        .collect();
    let columns: Vec<_> = report
        .columns()
        .map(|(name, unit, s)| {
            let [q5, q50, q95] = s.quantiles([0.05, 0.5, 0.95]);
            json!({
                "name": name, "unit": unit, "mean": s.mean(), "std": s.std(), "min": s.min(),
                "quantile_05": q5, "quantile_50": q50, "quantile_95": q95, "max": s.max(),
            })
        })
        .collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    json!({
        "program": "gyrosweep",
        "version": env!("CARGO_PKG_VERSION"),
        "scenario": scenario.path.display().to_string(),
        "scenario_sha256": scenario.hash,
        "title": scenario.title,
        "plan": scenario.plan,
        "seed": scenario.seed,
        "members": study.plan().members(),
        "members_written": progress.members,
        "complete": error.is_none() && progress.members == study.plan().members(),
        "error": error,
        "outcomes": outcomes,
        "varied": study.plan().columns(),
        "integrator": study.method.integrator.name,
        "backend": backend.description(),
        "steps": progress.steps,
        "rejected": progress.rejected,
        "events": progress.events,
        "body_steps": report.body_steps(progress),
        "wall_seconds": wall.as_secs_f64(),
        "finished_unix_seconds": now,
        "outputs": columns,
    })
}
