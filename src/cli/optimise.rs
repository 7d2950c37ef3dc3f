//! `gyrosweep optimise`: the parameters that make an output least, or outputs like measurements, from many starts.

use super::arguments::{FormatChoice, existing};
use super::console::Console;
use super::study::study;
use super::{Failure, ScenarioArguments};
use clap::{Args, ValueEnum};
use gyrosweep::backends::{BackendChoice, BackendOptions};
use gyrosweep::studies::optimise::Request;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct OptimiseArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// What computes the points
    #[arg(long, value_enum, default_value_t = BackendName::Cpu)]
    backend: BackendName,
    /// The GPU, with --backend gpu: a part of its name, or its number in `devices` [default: the first real one]
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Number of CPU threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
    /// Where the results go [default: results/, the name of the scenario and _design]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Format of the table
    #[arg(long, value_enum, default_value_t = FormatChoice::Parquet)]
    format: FormatChoice,
    /// Replace results that are there already
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BackendName {
    /// The CPU
    Cpu,
    /// A GPU in f64, or a software device that stands in for one
    Gpu,
}

pub(crate) fn optimise(console: &Console, arguments: &OptimiseArguments) -> Result<u8, Failure> {
    let backend = match arguments.backend {
        BackendName::Cpu => BackendChoice::Cpu,
        BackendName::Gpu => BackendChoice::Gpu,
    };
    let (threads, adapter) = (arguments.threads.map(|n| n as usize), arguments.adapter.clone());
    let backends = BackendOptions { backend, adapter, threads, ..BackendOptions::default() };
    backends.limit_threads();
    let request = Request {
        scenario: arguments.scenario.read()?,
        folder: arguments.out.clone(),
        existing: existing(arguments.force),
        format: arguments.format.format(),
        backends,
    };
    study(console, request)
}
