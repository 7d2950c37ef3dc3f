//! `gyrosweep run`: a scenario from file to results.

mod backend;
mod precision;
mod ranges;

use super::console::Console;
use super::progress::ProgressDisplay;
use super::{Failure, SOME_FAILED, ScenarioArguments, default_folder};
use crate::ensemble::{Crew, Progress};
use crate::gpu::Form;
use crate::io::folder::ResultsFolder;
use crate::io::run::Run;
use crate::io::scenario::Scenario;
use crate::io::space;
use crate::io::table::Format;
use crate::report::{count, outcomes, output_table, statistics_table, throughput};
use backend::Team;
use clap::{Args, ValueEnum};
use precision::AskedPrecision;
use std::path::PathBuf;

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
    let mut scenario = arguments.scenario.read()?;
    let format = arguments.format.format();
    let out = arguments.out.clone().unwrap_or_else(|| default_folder(&scenario.path));
    let ranges = if arguments.statistics {
        let ranges = ranges::ranges(&scenario.study, &arguments.histogram)?;
        // samples change no step, and would be the only thing that grows with the members
        if scenario.study.sampling.take().is_some() {
            console.warning("--statistics keeps no members, so [sampling] is left out");
        }
        Some(ranges)
    } else {
        space::check(&scenario.study, format, &out, space::free).map_err(Failure::input)?;
        None
    };
    let study = &scenario.study;
    let team = Team::new(console, arguments, study)?;
    let rescue = team.rescue();
    let crew = if arguments.statistics { team.block_crew(&rescue) } else { team.crew(&rescue) };
    let run = Run {
        scenario: &scenario,
        crew: &crew,
        folder: ResultsFolder::create(&out, arguments.force).map_err(Failure::input)?,
        format,
        decision: team.decision(),
        precision: team.precision(),
    };
    announce(console, &scenario, &crew);
    let mut display = ProgressDisplay::new(study.plan().members());
    let watch = |progress: &Progress| display.update(progress);
    let finished = match &ranges {
        None => run.members(watch).map(|done| (done.progress, done.wall, output_table(&done.outputs))),
        Some(ranges) => run.statistics(ranges, watch).map(|done| {
            let table = statistics_table(&study.mechanism.columns(), &done.outputs);
            (done.progress, done.wall, table)
        }),
    };
    display.finish();
    crew.faults().iter().for_each(|fault| console.warning(&fault.to_string()));
    let (progress, wall, table) = finished.map_err(Failure::other)?;

    console.line(&format!("\n{}", outcomes(&progress)));
    console.line("");
    console.print(&table);
    console.line("");
    console.line(&throughput(progress.body_steps(study), wall));
    say_files(console, &run, &progress, ranges.is_none());
    Ok(if progress.failures() == 0 { 0 } else { SOME_FAILED })
}

/// Says which tables were written.
fn say_files(console: &Console, run: &Run<'_>, progress: &Progress, kept: bool) {
    let (study, folder, format) = (&run.scenario.study, &run.folder, run.format);
    let say = |what: &str, table: PathBuf| console.line(&format!("{what} in {}", table.display()));
    if !kept {
        say("statistics", folder.statistics(format));
        return say("histograms", folder.histogram(format));
    }
    say("results", folder.members(format));
    if study.sampling.is_some() {
        say("samples", folder.samples(format));
    }
    if !study.mechanism.events.is_empty() {
        say(&format!("{} events", count(progress.events)), folder.events(format));
    }
}
