//! What a run is asked.

use super::shard::Shard;
use crate::backends::BackendOptions;
use crate::ensemble::Backend;
use crate::io::folder::Existing;
use crate::io::names::ColumnNames;
use crate::io::results::MemoryResults;
use crate::io::run::Maker;
use crate::io::scenario::Scenario;
use crate::io::table::Format;
use crate::report::RowSelection;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Asks for a run.
#[derive(Debug)]
pub struct Request {
    /// What is run.
    pub scenario: Scenario,
    /// Where the results go.
    pub target: Target,
    /// What is done with results that are there already.
    pub existing: Existing,
    /// The format of the tables.
    pub format: Format,
    /// How the columns of the tables are named.
    pub names: ColumnNames,
    /// What computes.
    pub backends: BackendOptions,
    /// What computes instead, where a program brings its own.
    pub own_backend: Option<OwnBackend>,
    /// Which verb asks, and the files that it has beside the tables.
    pub maker: Maker,
    /// The members that are run.
    pub part: Part,
    /// Samples of one member beside that of its start; where it is absent those of the scenario, or 200.
    pub samples: Option<u32>,
    /// Statistics and histograms instead of a row per member, with bounds of histograms as `OUTPUT=MIN:MAX`.
    pub statistics: Option<Vec<String>>,
    /// The share of the members that is run again with finer steps, if some are.
    pub verify: Option<Share>,
    /// What was asked for and decides the results, by option, for the manifest.
    pub options: BTreeMap<String, String>,
    /// Which outputs the page shows.
    pub selection: RowSelection,
}

/// A backend that a program brings.
pub struct OwnBackend(pub Box<dyn Backend>);

impl std::fmt::Debug for OwnBackend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("OwnBackend").field(&self.0.description()).finish()
    }
}

/// Says where results go.
#[derive(Clone, Debug, Default)]
pub enum Target {
    /// To the folder `results/` and the name of the scenario.
    #[default]
    Usual,
    /// To this folder.
    Folder(PathBuf),
    /// To memory, which others may look at while the run goes on: no file is written.
    Memory(MemoryResults),
}

/// Says which members of a plan are run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// All members.
    #[default]
    Whole,
    /// One member, with samples.
    Member(u64),
    /// The members of a shard.
    Shard(Shard),
}

/// Says how many members are run again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Share {
    /// This part of the members.
    Given(f64),
    /// As many members as usual.
    Usual,
}

impl Request {
    /// Asks for all members of a scenario, with a row for each.
    pub fn of(scenario: Scenario) -> Self {
        Self {
            options: scenario.replaced.options(),
            scenario,
            target: Target::Usual,
            existing: Existing::Refuse,
            format: Format::Parquet,
            names: ColumnNames::Usual,
            backends: BackendOptions::default(),
            own_backend: None,
            maker: Maker::default(),
            part: Part::Whole,
            samples: None,
            statistics: None,
            verify: None,
            selection: RowSelection::new(Vec::new(), 30),
        }
    }
}
