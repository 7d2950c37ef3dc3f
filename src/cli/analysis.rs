//! `gyrosweep modes`, `statics`, `periodic`: what is found of every member in place of running it.

use super::arguments::{PrintArguments, part, resumed};
use super::choices;
use super::console::Console;
use super::study::study;
use super::{Failure, ScenarioArguments};
use clap::Args;
use gyrosweep::backends::BackendOptions;
use gyrosweep::io::scenario::Purpose;
use gyrosweep::io::table::Format;
use gyrosweep::studies::member_analysis::{MemberAnalysis, Request};
use gyrosweep::studies::run::{Shard, Target};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct AnalysisArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// Find the results of one member of the plan alone, as they are among all, and print them
    #[arg(long, value_name = "K", conflicts_with_all = ["shard", "statistics"])]
    member: Option<u64>,
    /// Find those of the K-th of N parts of the plan, to be merged with the others by `gyrosweep merge`; by default into the folder of the
    /// whole with _shard_K_of_N
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Where the results go [default: results/, the name of the scenario and that of the verb]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Format of the tables
    #[arg(long, value_parser = choices::format(), default_value = "parquet")]
    format: Format,
    /// Number of CPU threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
    /// Members computed and written at a time; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    chunk: Option<u32>,
    /// Replace the results that the manifest in the folder names
    #[arg(long)]
    force: bool,
    /// Go on where what was stopped or killed has come to; without results, begin
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Write statistics and histograms of the outputs instead of a row per member, and no points
    #[arg(long)]
    statistics: bool,
    /// Bounds of the histogram of an output component, in its unit [default: from the first 1024 members]
    #[arg(long, value_name = "OUTPUT=MIN:MAX", requires = "statistics")]
    histogram: Vec<String>,
    #[command(flatten)]
    print: PrintArguments,
}

/// Finds what an analysis finds of the members of a scenario.
pub(crate) fn analysis<A: MemberAnalysis>(console: &Console, arguments: &AnalysisArguments) -> Result<u8, Failure> {
    let backends = BackendOptions {
        threads: arguments.threads.map(|n| n as usize),
        chunk: arguments.chunk.map(|n| n as usize),
        ..BackendOptions::default()
    };
    backends.limit_threads();
    let request = Request::<A> {
        target: arguments.out.clone().map_or(Target::Usual, Target::Folder),
        part: part(arguments.shard, arguments.member),
        existing: resumed(arguments.resume, arguments.force),
        format: arguments.format,
        backends,
        statistics: arguments.statistics.then(|| arguments.histogram.clone()),
        selection: arguments.print.selection(console),
        ..Request::of(arguments.scenario.read_for(Purpose::of_verb(A::VERB.name))?)
    };
    study(console, request)
}
