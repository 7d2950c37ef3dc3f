//! Arguments that several verbs take.

use super::Failure;
use super::choices;
use super::console::Console;
use gyrosweep::backends::{BackendChoice, BackendOptions};
use gyrosweep::io::folder::Existing;
use gyrosweep::io::scenario::{Overrides, Purpose, Scenario, Setting};
use gyrosweep::report::RowSelection;
use gyrosweep::studies::run::{Part, Shard};
use std::path::PathBuf;

/// Parses a number of members, or a seed.
fn whole(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "accepted: a whole number, not negative and below 2^64".into())
}

/// Parses a share.
pub(crate) fn share(text: &str) -> Result<f64, String> {
    let found = text.parse().ok().filter(|share| (0.0..1.0).contains(share));
    found.ok_or_else(|| "accepted: a share from 0 to below 1, as 0.05".into())
}

/// What computes the members that a search asks for.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ComputingArguments {
    /// What computes the members
    #[arg(long, value_parser = choices::backend(BACKENDS), default_value = "cpu")]
    backend: BackendChoice,
    /// The GPU, with --backend gpu: a part of its name, or its number in `devices` [default: the first real one]
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Number of CPU threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
}

const BACKENDS: [(BackendChoice, &str); 2] = [
    (BackendChoice::Cpu, "The CPU"),
    (BackendChoice::Gpu, "A GPU in f64, or a software device that stands in for one"),
];

impl ComputingArguments {
    /// Returns what the arguments ask of the backends.
    pub(crate) fn options(&self) -> BackendOptions {
        let (threads, adapter) = (self.threads.map(|n| n as usize), self.adapter.clone());
        let options = BackendOptions { backend: self.backend, adapter, threads, ..BackendOptions::default() };
        options.limit_threads();
        options
    }
}

/// The scenario file that every verb takes.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ScenarioArguments {
    /// The scenario (TOML); - reads it from standard input, with files that it names in the current folder
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Replace the number of members of a sampled plan
    #[arg(long, value_name = "N", value_parser = whole)]
    members: Option<u64>,
    /// Replace the seed of a sampled plan
    #[arg(long, value_name = "S", value_parser = whole)]
    seed: Option<u64>,
    /// Replace the default of a parameter that the plan does not vary, or a key of a table, as
    /// plan.vary.mass.normal=[1.5,0.1] or method.step=1e-4; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<Setting>,
}

impl ScenarioArguments {
    pub(crate) fn read(&self) -> Result<Scenario, Failure> {
        self.read_for(Purpose::Run)
    }

    /// Reads the scenario for a verb, which may need less than a run.
    pub(crate) fn read_for(&self, purpose: Purpose) -> Result<Scenario, Failure> {
        let overrides =
            Overrides { members: self.members, seed: self.seed, set: self.set.clone(), purpose, elements: None };
        Scenario::read(&self.file, overrides).map_err(Failure::input)
    }
}

/// Returns what is done with results that are there already, where a verb can go on with them.
pub(crate) fn resumed(resume: bool, force: bool) -> Existing {
    if resume { Existing::Resume } else { existing(force) }
}

/// Returns what is done with results that are there already, where a verb can go on with them or add members to them.
pub(crate) fn extended(extend: bool, resume: bool, force: bool) -> Existing {
    if extend { Existing::Extend } else { resumed(resume, force) }
}

/// Returns which members of a plan are asked for.
pub(crate) fn part(shard: Option<Shard>, member: Option<u64>) -> Part {
    shard.map(Part::Shard).or(member.map(Part::Member)).unwrap_or(Part::Whole)
}

/// Returns what is done with results that are there already.
pub(crate) fn existing(force: bool) -> Existing {
    if force { Existing::Replace } else { Existing::Refuse }
}

/// Which outputs are printed.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct PrintArguments {
    /// The outputs that the printed table shows: names, or patterns as q_*, with commas between; files hold all of them
    /// [default: as many as a screen holds]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    print: Vec<String>,
}

impl PrintArguments {
    /// Returns what is shown of outputs on this console.
    pub(crate) fn selection(&self, console: &Console) -> RowSelection {
        RowSelection::new(self.print.clone(), console.rows())
    }
}
