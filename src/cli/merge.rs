//! `gyrosweep merge`: the shards of a plan as the results of one run.

use super::Failure;
use super::arguments::PrintArguments;
use super::arguments::existing;
use super::console::Console;
use super::exit::code;
use clap::Args;
use gyrosweep::io::folder::default_folder;
use gyrosweep::io::merge::merge as merge_shards;
use gyrosweep::report::counted;
use gyrosweep::studies::AnalysisKind;
use gyrosweep::studies::member_analysis::AllMembers;
use gyrosweep::studies::run::{outputs, summary};
use std::path::{Path, PathBuf};

const EXAMPLE: &str = "Example, on two machines or in two jobs (`gyrosweep run --help` has an array of Slurm):
  gyrosweep run sweep.toml --shard 1/2 --out parts/1
  gyrosweep run sweep.toml --shard 2/2 --out parts/2
  gyrosweep merge parts/1 parts/2 --out results/sweep

The tables are those of one run, bit for bit.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct MergeArguments {
    /// The results of `gyrosweep run --shard`, all shards of one run, in any order
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,
    /// Where the results go [default: results/ and the name of the scenario]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the results that the manifest in the folder names
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    print: PrintArguments,
}

pub(crate) fn merge(console: &Console, arguments: &MergeArguments) -> Result<u8, Failure> {
    let existing = existing(arguments.force);
    let selection = arguments.print.selection(console);
    let mut last = None;
    let read = |verb: &str, path: &Path| {
        let (scenario, of_all) = AnalysisKind::read_with_last(verb, path).map_err(|error| error.to_string())?;
        last = Some(of_all);
        selection.check_of(&scenario.study).map(|()| scenario)
    };
    let merged = merge_shards(&arguments.folders, arguments.out.as_deref(), default_folder, existing, read)
        .map_err(|error| if error.is_input() { Failure::input(error) } else { Failure::other(error) })?;
    let progress = &merged.progress;
    console.heading(&merged.scenario.title);
    console.line(&format!(
        "{} of {}",
        counted(progress.members, "member"),
        counted(arguments.folders.len() as u64, "shard")
    ));
    let study = &merged.scenario.study;
    let table = outputs(study, &merged.outputs, progress, &selection);
    console.page(&summary(study, progress, None, table, &merged.probabilities));
    let all = AllMembers { study, progress, manifest: &merged.manifest, folder: Some(&merged.folder) };
    if let Some(page) = last.and_then(|last| last(&all)) {
        console.page(&page);
    }
    merged.tables.iter().for_each(|table| console.line(&format!("written: {}", table.display())));
    Ok(code(progress.failures() == 0))
}
