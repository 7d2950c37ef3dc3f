//! `gyrosweep run`: a scenario from file to results.

mod backend;
mod manifest;
mod precision;
mod statistics;

use super::console::Console;
use super::progress::ProgressDisplay;
use super::{Failure, SOME_FAILED, ScenarioArguments, default_folder};
use crate::ensemble::{Crew, Progress, RunError, run_crew};
use crate::gpu::Form;
use crate::io::folder::{FolderError, ResultsFolder};
use crate::io::manifest::write_json;
use crate::io::results::ResultTables;
use crate::io::scenario::Scenario;
use crate::io::space;
use crate::io::table::{Format, TableError};
use crate::report::{Report, count};
use backend::Team;
use clap::{Args, ValueEnum};
use manifest::Account;
use precision::AskedPrecision;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// Where the results go [default: results/ and the name of the scenario]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// What computes: auto is the CPU or a real GPU, whichever is predicted to be done first; all is the CPU and every
    /// real GPU together; cpu,gpu the CPU and one GPU
    #[arg(long, value_enum, default_value = "auto", value_delimiter = ',', num_args = 1)]
    backend: Vec<BackendChoice>,
    /// The GPU: a part of its name, or its number in `devices` [default: the first real one]
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Precision [default: f64]
    #[arg(long, value_enum)]
    precision: Option<AskedPrecision>,
    /// How a GPU's kernel is written: as text, as a table of instructions, or as is expected to be faster
    #[arg(long, value_enum, default_value_t = KernelChoice::Auto)]
    kernel: KernelChoice,
    /// Format of the tables
    #[arg(long, value_enum, default_value_t = FormatChoice::Parquet)]
    format: FormatChoice,
    /// Number of CPU threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
    /// Members computed and written at a time; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    chunk: Option<u32>,
    /// How long a dispatch on a GPU is to take, ms [default: 50]; the shorter, the smoother a desktop
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    dispatch_ms: Option<u32>,
    /// Replace results that are there already
    #[arg(long)]
    force: bool,
    /// Write statistics and histograms of the outputs instead of a row per member: memory, disk and what a GPU
    /// sends back do not grow with the members
    #[arg(long)]
    statistics: bool,
    /// Bounds of the histogram of an output component, in its unit [default: from the first 1024 members]
    #[arg(long, value_name = "OUTPUT=MIN:MAX", requires = "statistics")]
    histogram: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KernelChoice {
    Auto,
    Straight,
    Tables,
}

impl KernelChoice {
    fn form(self) -> Option<Form> {
        match self {
            KernelChoice::Auto => None,
            KernelChoice::Straight => Some(Form::Straight),
            KernelChoice::Tables => Some(Form::Tables),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BackendChoice {
    Auto,
    Cpu,
    Gpu,
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatChoice {
    Parquet,
    Csv,
}

impl FormatChoice {
    fn format(self) -> Format {
        match self {
            FormatChoice::Parquet => Format::Parquet,
            FormatChoice::Csv => Format::Csv,
        }
    }
}

/// What a run leaves in its manifest if it is stopped.
const RUNNING: &str = "the run has not ended, or was stopped";

/// Says what is about to run.
fn announce(console: &Console, scenario: &Scenario, crew: &Crew<'_>) {
    let plan = scenario.study.plan();
    console.heading(&scenario.title);
    console.line(&format!("{} members on {}", count(plan.members()), crew.description()));
    if let Some(advice) = plan.advice() {
        console.warning(&advice);
    }
}

pub(crate) fn run(console: &Console, arguments: &RunArguments) -> Result<u8, Failure> {
    let scenario = arguments.scenario.read()?;
    if arguments.statistics {
        return statistics::run(console, arguments, scenario);
    }
    let study = &scenario.study;
    let format = arguments.format.format();
    let out = arguments.out.clone().unwrap_or_else(|| default_folder(&scenario.path));
    space::check(study, format, &out, space::free).map_err(Failure::input)?;
    let team = Team::new(console, arguments, study)?;
    let rescue = team.rescue();
    let crew = team.crew(&rescue);
    let account = Account { scenario: &scenario, crew: &crew, decision: team.decision(), precision: team.precision() };
    let folder = ResultsFolder::create(&out, arguments.force).map_err(folder_failure)?;
    let mut tables = ResultTables::create(&folder, study, format).map_err(Failure::other)?;
    let mut report = Report::new(study);
    // a run that is stopped, or that fills the disk, leaves this one
    let started = account.manifest(&Progress::default(), &report, Duration::ZERO, Some(RUNNING.to_string()));
    write_json(&folder.manifest(), &started).map_err(Failure::other)?;

    announce(console, &scenario, &crew);

    let mut display = ProgressDisplay::new(study.plan().members());
    let start = Instant::now();
    let mut reached = Progress::default();
    let result = run_crew(study, &crew, |chunk, progress| {
        tables.write(&chunk)?;
        report.add(&chunk);
        reached = progress.clone();
        display.update(progress);
        Ok::<(), TableError>(())
    });
    let wall = start.elapsed();
    display.finish();
    crew.faults().iter().for_each(|fault| console.warning(&fault.to_string()));

    let progress = match result {
        Ok(progress) => progress,
        Err(error) => {
            // what was written stays; the manifest says how far the run came
            let manifest = account.manifest(&reached, &report, wall, Some(error.to_string()));
            let _ = write_json(&folder.manifest(), &manifest);
            return Err(match error {
                RunError::Sink(error) => Failure::other(error),
                RunError::Backend { .. } => Failure::other(error),
            });
        }
    };
    tables.finish().map_err(Failure::other)?;
    let manifest = account.manifest(&progress, &report, wall, None);
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
