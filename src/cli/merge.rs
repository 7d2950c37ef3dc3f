//! `gyrosweep merge`: the shards of a plan as the results of one run.

use super::arguments::PrintArguments;
use super::console::Console;
use super::{Failure, SOME_FAILED, default_folder};
use crate::ensemble::Survivors;
use crate::io::folder::Existing;
use crate::io::merge::{MergedOutputs, merge as merge_shards};
use crate::io::scenario::Scenario;
use crate::report::{counted, cure, outcomes, output_table, probability_table, statistics_table, survivors};
use clap::Args;
use std::path::PathBuf;

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
    let existing = if arguments.force { Existing::Replace } else { Existing::Refuse };
    let printed = |scenario: &Scenario| arguments.print.check(&scenario.study);
    let merged = merge_shards(&arguments.folders, arguments.out.as_deref(), default_folder, existing, printed)
        .map_err(|error| if error.is_input() { Failure::input(error) } else { Failure::other(error) })?;
    let progress = &merged.progress;
    console.heading(&merged.scenario.title);
    console.line(&format!(
        "{} of {}",
        counted(progress.members, "member"),
        counted(arguments.folders.len() as u64, "shard")
    ));
    console.line(&format!("\n{}", outcomes(progress)));
    let survived = Survivors::from(progress);
    console.line(&survivors(&survived));
    cure(&survived).into_iter().for_each(|cure| console.line(&cure));
    console.line("");
    let study = &merged.scenario.study;
    let selection = arguments.print.selection(console);
    console.print(&match &merged.outputs {
        MergedOutputs::Members(outputs) => output_table(study, outputs, progress.members, &selection),
        MergedOutputs::Statistics(statistics) => statistics_table(study, statistics, &selection),
    });
    console.line("");
    if let Some(table) = probability_table(&merged.probabilities, study.plan().sample()) {
        console.print(&table);
        console.line("");
    }
    merged.tables.iter().for_each(|table| console.line(&format!("written: {}", table.display())));
    Ok(if progress.failures() == 0 { 0 } else { SOME_FAILED })
}
