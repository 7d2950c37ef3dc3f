//! `gyrosweep reliability`: the probability that members fail.

use super::arguments::existing;
use super::choices;
use super::console::Console;
use super::study::study;
use super::{Failure, ScenarioArguments};
use clap::Args;
use gyrosweep::backends::{BackendChoice, BackendOptions};
use gyrosweep::io::table::Format;
use gyrosweep::studies::reliability::Request;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ReliabilityArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// What computes the members
    #[arg(long, value_parser = choices::backend(BACKENDS), default_value = "cpu")]
    backend: BackendChoice,
    /// The GPU, with --backend gpu: a part of its name, or its number in `devices` [default: the first real one]
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Number of CPU threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
    /// Where the results go [default: results/, the name of the scenario and _reliability]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Format of the table of members
    #[arg(long, value_parser = choices::format(), default_value = "parquet")]
    format: Format,
    /// Replace results that are there already
    #[arg(long)]
    force: bool,
}

const BACKENDS: [(BackendChoice, &str); 2] = [
    (BackendChoice::Cpu, "The CPU"),
    (BackendChoice::Gpu, "A GPU in f64, or a software device that stands in for one"),
];

pub(crate) fn reliability(console: &Console, arguments: &ReliabilityArguments) -> Result<u8, Failure> {
    let (threads, adapter) = (arguments.threads.map(|n| n as usize), arguments.adapter.clone());
    let backends = BackendOptions { backend: arguments.backend, adapter, threads, ..BackendOptions::default() };
    backends.limit_threads();
    let request = Request {
        scenario: arguments.scenario.read()?,
        folder: arguments.out.clone(),
        existing: existing(arguments.force),
        format: arguments.format,
        backends,
    };
    study(console, request)
}
