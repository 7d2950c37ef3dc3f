//! The shards of a plan, computed apart, made into the results of one run.

mod statistics;

use super::cause;
use super::folder::{Existing, FolderError, Inputs, ResultsFolder};
use super::inputs::{InputError, keep_inputs};
use super::manifest::{
    CommonestFailure, ManifestError, OutputFigures, PartRecord, PoseFigures, ProbabilityRecord, RunManifest, RunState,
    TableRecord, unix_seconds,
};
use super::results::ResultTables;
use super::run::Outputs;
use super::scenario::{SCENARIO, Scenario};
use super::statistics::{files as statistics_files, write as write_statistics};
use super::table::{AppendError, Format, Published, TableError, digest, hexadecimal};
use crate::ensemble::{OutputSummaries, Progress, Study, Survivors};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

pub use statistics::StatisticsError;

/// Shards could not be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A folder holds no results of a run.
    #[error("{source}; accepted: folders of runs with --shard")]
    Manifest {
        /// What was found.
        source: ManifestError,
    },
    /// A folder holds other results than those of a shard.
    #[error("{} holds no shard but the results of a run without --shard; accepted: folders of runs with --shard", .0.display())]
    NoShard(PathBuf),
    /// The run of a shard has not come to its end.
    #[error("{} is not complete: {written} of {members} members; --resume goes on with its run", folder.display())]
    Incomplete {
        /// The folder.
        folder: PathBuf,
        /// Members that are there.
        written: u64,
        /// Members of the shard.
        members: u64,
    },
    /// Shards are not of one run.
    #[error("these are not shards of one run: {what} is {first} in {} and {second} in {}", first_folder.display(), second_folder.display())]
    Differ {
        /// What differs.
        what: &'static str,
        /// What differs, as it is in the first folder.
        first: String,
        /// The first folder.
        first_folder: PathBuf,
        /// What differs, as it is in the second folder.
        second: String,
        /// The second folder.
        second_folder: PathBuf,
    },
    /// A shard is there more than once.
    #[error("shard {number}/{count} is there twice: in {} and in {}", first.display(), second.display())]
    Twice {
        /// The number of the shard.
        number: u64,
        /// How many shards there are.
        count: u64,
        /// One folder of the shard.
        first: PathBuf,
        /// The other folder of the shard.
        second: PathBuf,
    },
    /// The scenario of the shards cannot be read, or is refused.
    #[error("{0}")]
    Scenario(String),
    /// Some shards are not there.
    #[error("{} missing; their folders are to be named as well", missing(.0))]
    Missing(Vec<[u64; 2]>),
    /// A file of a shard is not what its run left.
    #[error("{} is not as the run wrote it (SHA-256), or not there; run that shard again", .0.display())]
    Changed(PathBuf),
    /// The results cannot be begun.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Rows cannot be read or written.
    #[error(transparent)]
    Rows(#[from] AppendError),
    /// A table cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Statistics cannot be merged.
    #[error(transparent)]
    Statistics(#[from] StatisticsError),
    /// A file that is not a table cannot be written.
    #[error("cannot write {}: {}", path.display(), cause(source))]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl MergeError {
    /// Tells whether what was given is wrong.
    pub fn is_input(&self) -> bool {
        !matches!(self, Self::Rows(_) | Self::Table(_) | Self::Write { .. })
    }
}

fn missing(shards: &[[u64; 2]]) -> String {
    let words: Vec<String> = shards.iter().map(|[number, count]| format!("{number}/{count}")).collect();
    match words.as_slice() {
        [one] => format!("shard {one} is"),
        _ => format!("shards {} are", words.join(", ")),
    }
}

/// The results of a shard.
struct Shard {
    folder: PathBuf,
    manifest: RunManifest,
    number: u64,
    count: u64,
    /// Members of the whole plan.
    of: u64,
}

impl Shard {
    fn read(folder: &Path) -> Result<Self, MergeError> {
        let manifest = RunManifest::read_unchanged(&folder.join("manifest.json"))
            .map_err(|source| MergeError::Manifest { source })?;
        let folder = folder.to_path_buf();
        let Some(PartRecord { shard: Some([number, count]), of, .. }) = manifest.part else {
            return Err(MergeError::NoShard(folder));
        };
        if !manifest.complete {
            let (written, members) = (manifest.members_written, manifest.members);
            return Err(MergeError::Incomplete { folder, written, members });
        }
        Ok(Self { folder, manifest, number, count, of })
    }

    /// Lists what all shards of a run have in common, in words, beside another shard.
    fn common(&self, other: &Self) -> [(&'static str, String); 11] {
        let Self { manifest: m, count, of, .. } = self;
        let kept = if m.members_kept { "of all members" } else { "of statistics" };
        let hash = |hash: Option<&String>| hash.map_or_else(|| "none".into(), |hash| format!("that of SHA-256 {hash}"));
        [
            ("the verb", m.verb.clone()),
            ("the number of shards", count.to_string()),
            ("the number of members of the plan", of.to_string()),
            ("the seed", m.seed.to_string()),
            ("the scenario", hash(Some(&m.scenario_meaning_sha256))),
            ("the table of the plan", hash(m.plan_sha256.as_ref())),
            ("the version of the program", m.program_beside(&other.manifest)),
            ("the arithmetic", m.arithmetic.clone()),
            ("what the tables are of", kept.into()),
            ("the format of the tables", self.format().extension().into()),
            ("the kind of names (--names)", m.names.name().into()),
        ]
    }

    fn format(&self) -> Format {
        let tables = self.manifest.tables.iter().flatten();
        if tables.into_iter().any(|table| table.file.ends_with(".csv")) { Format::Csv } else { Format::Parquet }
    }

    /// Returns the files that are read of a shard.
    fn files(&self) -> impl Iterator<Item = PathBuf> {
        let tables = self.manifest.tables.iter().flatten().map(|table| &table.file);
        tables
            .chain(self.manifest.files.iter().map(|file| &file.file))
            .chain(&self.manifest.inputs)
            .map(|file| self.folder.join(file))
            .chain([self.folder.join("manifest.json")])
    }

    /// Fails where a table is not what its manifest says.
    fn check(&self) -> Result<(), MergeError> {
        for file in &self.manifest.files {
            if file.read(&self.folder).as_ref() != Some(file) {
                return Err(MergeError::Changed(self.folder.join(&file.file)));
            }
        }
        for table in self.manifest.tables.iter().flatten() {
            let path = self.folder.join(&table.file);
            if !digest(&path, None).is_ok_and(|found| hexadecimal(found) == table.published.sha256) {
                return Err(MergeError::Changed(path));
            }
        }
        Ok(())
    }
}

/// Reads the shards of one run, all of them, in their order.
fn shards(folders: &[PathBuf]) -> Result<Vec<Shard>, MergeError> {
    let mut shards = folders.iter().map(|folder| Shard::read(folder)).collect::<Result<Vec<_>, _>>()?;
    for pair in shards.windows(2) {
        let [a, b] = pair else { continue };
        let differs = a.common(b).into_iter().zip(b.common(a)).find(|((_, a), (_, b))| a != b);
        if let Some(((what, first), (_, second))) = differs {
            let (first_folder, second_folder) = (a.folder.clone(), b.folder.clone());
            return Err(MergeError::Differ { what, first, first_folder, second, second_folder });
        }
    }
    shards.sort_by_key(|shard| shard.number);
    if let Some([a, b]) = shards.windows(2).find(|pair| pair[0].number == pair[1].number) {
        let (number, count) = (a.number, a.count);
        return Err(MergeError::Twice { number, count, first: a.folder.clone(), second: b.folder.clone() });
    }
    let count = shards.first().map_or(0, |shard| shard.count);
    let there = |number: &u64| shards.binary_search_by_key(number, |shard| shard.number).is_ok();
    let missing: Vec<[u64; 2]> = (1..=count).filter(|number| !there(number)).map(|number| [number, count]).collect();
    if missing.is_empty() { Ok(shards) } else { Err(MergeError::Missing(missing)) }
}

/// Holds what was merged.
#[derive(Debug)]
pub struct Merged {
    /// The scenario, as it was run.
    pub scenario: Scenario,
    /// What was done.
    pub progress: Progress,
    /// What is known of the outputs.
    pub outputs: Outputs,
    /// What is known of the probabilities that the scenario asks for.
    pub probabilities: Vec<ProbabilityRecord>,
    /// The files of the tables.
    pub tables: Vec<PathBuf>,
    /// What the run is, and what it found.
    pub manifest: RunManifest,
    /// The folder of the results.
    pub folder: PathBuf,
}

/// Makes the results of one run of those of its shards; `default` names the folder where no `out` is given, from the
/// file of the scenario, and `read` reads the scenario of results of a verb from a file, with the study whose outputs they are.
///
/// # Errors
/// Where the folders are not the shards of one run, each once, or results cannot be written.
pub fn merge(
    folders: &[PathBuf],
    out: Option<&Path>,
    default: impl Fn(&Path) -> PathBuf,
    existing: Existing,
    read: impl FnOnce(&str, &Path) -> Result<Scenario, String>,
) -> Result<Merged, MergeError> {
    let shards = shards(folders)?;
    shards.iter().try_for_each(Shard::check)?;
    // there is one shard at least
    let (first, format) = (&shards[0], shards[0].format());
    let path = first.folder.join(SCENARIO);
    let scenario = read(&first.manifest.verb, &path).map_err(MergeError::Scenario)?;
    if scenario.hash != first.manifest.scenario_sha256 {
        return Err(MergeError::Changed(path));
    }
    if let (true, Some(file)) = (scenario.plan_hash != first.manifest.plan_sha256, &scenario.plan_file) {
        return Err(MergeError::Changed(file.clone()));
    }
    let out = out.map_or_else(|| default(Path::new(&first.manifest.scenario)), Path::to_path_buf);
    let inputs = Inputs::of(&scenario).with(shards.iter().flat_map(Shard::files));
    let folder = ResultsFolder::create(&out, existing, &inputs)?;

    let failed = |path: &Path| {
        let path = path.to_path_buf();
        move |source| MergeError::Write { path, source }
    };
    let study = &scenario.study;
    let mut content = match first.manifest.members_kept {
        true => Content::Members(Box::new(ResultTables::begin(&folder, study, format, first.manifest.names)?)),
        false => Content::Statistics,
    };
    let named = content.named(&folder, format, study);
    let manifest = RunManifest { tables: Some(named), ..begun(&shards) }.of_progress(&Progress::default(), study);
    let manifest = manifest.with_checksum();
    folder.write_json(&folder.manifest(), &manifest, false).map_err(failed(&folder.manifest()))?;
    keep_inputs(&folder, &scenario).map_err(|InputError { path, source }| MergeError::Write { path, source })?;
    for file in &first.manifest.files {
        let [from, to] = [&first.folder, &out].map(|folder| folder.join(&file.file));
        let copied = std::fs::read(&from).and_then(|content| folder.write_whole(&to, &content, true));
        copied.map_err(failed(&to))?;
    }
    let progress = progress(&shards);
    let (outputs, figures, records) = content.merged(&shards, (&folder, format), study)?;
    let survivors = Survivors::from(&progress);
    let probabilities = ProbabilityRecord::all(study, &figures, progress.members);
    let manifest = RunManifest {
        state: RunState::Complete,
        complete: true,
        members_written: progress.members,
        members_with_outputs: survivors.count,
        commonest_failure: CommonestFailure::of(&survivors),
        probabilities: probabilities.clone(),
        outputs: OutputFigures::without_means(figures, &study.mechanism.columns_of_rotations()),
        poses: match &outputs {
            Outputs::Members(outputs) => PoseFigures::of_members(outputs),
            Outputs::Statistics(statistics) => PoseFigures::of_statistics(statistics),
        },
        finished_unix_seconds: unix_seconds(),
        ..manifest
    }
    .of_progress(&progress, study);
    let manifest = RunManifest { tables: Some(records.clone()), ..manifest }.with_checksum();
    folder.write_json(&folder.manifest(), &manifest, true).map_err(failed(&folder.manifest()))?;
    let tables = records.iter().map(|table| out.join(&table.file)).collect();
    Ok(Merged { scenario, progress, outputs, probabilities, tables, manifest, folder: out })
}

/// The tables that are made.
enum Content {
    /// A row of every member.
    Members(Box<ResultTables>),
    /// Statistics alone.
    Statistics,
}

impl Content {
    /// Names the tables before there are any.
    fn named(&self, folder: &ResultsFolder, format: Format, study: &Study) -> Vec<TableRecord> {
        match self {
            Self::Members(tables) => tables.records(),
            Self::Statistics => statistics_files(folder, format, study)
                .iter()
                .map(|path| TableRecord::new(path, &Published::default()))
                .collect(),
        }
    }

    /// Makes the tables of those of the shards.
    fn merged(
        &mut self,
        shards: &[Shard],
        (folder, format): (&ResultsFolder, Format),
        study: &Study,
    ) -> Result<(Outputs, Vec<OutputFigures>, Vec<TableRecord>), MergeError> {
        let (sample, columns) = (study.plan().sample(), study.mechanism.columns());
        let Self::Members(tables) = self else {
            let parts: Vec<_> = shards.iter().map(|shard| (&shard.folder, &shard.manifest)).collect();
            let found = statistics::merged(&parts, format, study)?;
            let records = write_statistics(folder, format, (&columns, study), &found, true)?;
            let figures = columns.iter().zip(&found.components);
            let figures =
                figures.map(|((name, unit), s)| OutputFigures::of_statistics((name, unit, s), sample)).collect();
            return Ok((Outputs::Statistics(found), figures, records));
        };
        for shard in shards {
            tables.append_files(&shard.folder)?;
        }
        tables.publish(true)?;
        let mut outputs = OutputSummaries::new(study);
        tables.summarize(progress(shards).members, &mut outputs).map_err(AppendError::from)?;
        let figures = OutputFigures::all(&outputs, sample);
        Ok((Outputs::Members(outputs), figures, tables.records()))
    }
}

fn progress(shards: &[Shard]) -> Progress {
    let mut progress = Progress::default();
    shards.iter().for_each(|shard| progress.merge(&shard.manifest.progress()));
    progress
}

/// Makes the manifest of the results before there are any.
fn begun(shards: &[Shard]) -> RunManifest {
    let all = || shards.iter().map(|shard| &shard.manifest);
    let first = shards[0].manifest.clone();
    let mut shares: Vec<_> = Vec::new();
    let mut members: BTreeMap<&str, u64> = BTreeMap::new();
    for share in all().flat_map(|manifest| &manifest.shares) {
        if !members.contains_key(share.backend.as_str()) {
            shares.push(share.clone());
        }
        *members.entry(&share.backend).or_default() += share.members;
    }
    shares.iter_mut().for_each(|share| share.members = members[share.backend.as_str()]);
    let mut options = first.options.clone();
    options.remove("shard");
    RunManifest {
        options,
        part: None,
        members: shards[0].of,
        members_written: 0,
        state: RunState::Running,
        complete: false,
        shares,
        faults: all().flat_map(|manifest| manifest.faults.clone()).collect(),
        wall_seconds: all().map(|manifest| manifest.wall_seconds).sum(),
        members_with_outputs: 0,
        commonest_failure: None,
        probabilities: Vec::new(),
        until: Vec::new(),
        outputs: Vec::new(),
        poses: Vec::new(),
        ..first
    }
}
