//! `manifest.json` beside the tables of members, of `gyrosweep run` and of verbs that find results in place of running.

use super::decision::{BackendDecision, PrecisionDecision};
use super::figures::OutputFigures;
use super::files::FileRecord;
use super::poses::PoseFigures;
use super::probability::ProbabilityRecord;
use super::retry::RetryRecord;
use super::study::{
    ColumnRecord, DerivedRecord, MachineRecord, MethodRecord, ParameterRecord, PartRecord, ReductionRecord,
};
use super::until::UntilRecord;
use super::{ManifestError, VerificationRecord, copies, plain, read_json, verb_of};
use crate::ensemble::{FaultRecord, Outcome, Progress, Study, Survivors};
use crate::io::names::ColumnNames;
use crate::io::scenario::Scenario;
use crate::io::table::Published;
use crate::model::output::PoseColumns;
use crate::sampling::plan::SampleKind;
use crate::statistics::PoseSums;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Says what a run is, how far it came and what it found. It is replaced whenever tables are, right after them: at every
/// moment the tables hold the members that it counts, and more only where the run was killed between the two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunManifest {
    /// The program that wrote the file: `gyrosweep`.
    pub program: String,
    /// The version of the program.
    pub version: String,
    /// The commit that the program was built from, where that was known.
    #[serde(default)]
    pub commit: Option<String>,
    /// The verb that wrote the file: `run`, `modes`, `statics` or `periodic`.
    #[serde(default = "run")]
    pub verb: String,
    /// The scenario file, as it was named.
    pub scenario: String,
    /// SHA-256 of its text as it was run, in hexadecimal: of the copy `scenario.toml`.
    pub scenario_sha256: String,
    /// SHA-256 of what that text says, apart from comments, blanks and notations: a run goes on with a scenario, and is analysed
    /// beside one, that says the same.
    #[serde(default)]
    pub scenario_meaning_sha256: String,
    /// The title of the scenario, or else its name.
    pub title: String,
    /// The copies of what the run reads, beside the manifest.
    #[serde(default, deserialize_with = "copies")]
    pub inputs: Vec<String>,
    /// What was asked for on the command line and decides the results, by option.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// All parameters.
    #[serde(default)]
    pub parameters: Vec<ParameterRecord>,
    /// What is derived from the parameters.
    #[serde(default)]
    pub derived: Vec<DerivedRecord>,
    /// How the equations were integrated.
    #[serde(default)]
    pub method: Option<MethodRecord>,
    /// What was made of the outputs over time.
    #[serde(default)]
    pub reductions: Vec<ReductionRecord>,
    /// How columns are named.
    #[serde(default)]
    pub names: ColumnNames,
    /// The columns of the tables of members, samples and events, where these are kept.
    #[serde(default)]
    pub columns: Vec<ColumnRecord>,
    /// Which members of the plan these are; null where they are all.
    #[serde(default)]
    pub part: Option<PartRecord>,
    /// The machine.
    #[serde(default)]
    pub machine: MachineRecord,
    /// The kind of the plan.
    pub plan: String,
    /// Whether its grid is refined: then the column `level` tells which round of members each comes with.
    #[serde(default, skip_serializing_if = "is_false")]
    pub refined: bool,
    /// How the plan chooses members: standard errors and intervals are those of random ones alone.
    #[serde(default)]
    pub sample: SampleKind,
    /// The seed of the plan.
    pub seed: u64,
    /// Members that the run computes: those of the plan, or of a part of it.
    pub members: u64,
    /// SHA-256 of the table of members that the plan reads, if it reads one.
    #[serde(default)]
    pub plan_sha256: Option<String>,
    /// What decides the bits of the results besides the scenario: the precision, and the device where its arithmetic is
    /// not exact.
    #[serde(default)]
    pub arithmetic: String,
    /// Whether the run goes on.
    #[serde(default)]
    pub state: RunState,
    /// The tables as they were when the file was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<Vec<TableRecord>>,
    /// Files beside the tables, as they were when this file was written: `shapes.json` of modes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<FileRecord>,
    /// Members that were computed and whose results are in the tables.
    pub members_written: u64,
    /// False where only statistics are written; the key is left out where every member has a row.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub members_kept: bool,
    /// True where all members were computed and written.
    pub complete: bool,
    /// The reason why the run is not complete.
    pub error: Option<String>,
    /// Members by what became of them; all outcomes are listed.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// What became of members that were run again by `[[retry]]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub retries: Vec<RetryRecord>,
    /// The parameters that the plan varies.
    pub varied: Vec<String>,
    /// The name of the integrator.
    pub integrator: String,
    /// What computes, in words.
    pub backend: String,
    /// What each backend has computed.
    pub shares: Vec<BackendShare>,
    /// The reason why `--backend auto` chose as it did; null where a backend was asked for.
    pub decision: Option<BackendDecision>,
    /// The reason why `--precision auto` chose as it did; null where it did not choose.
    pub precision_choice: Option<PrecisionDecision>,
    /// What went wrong with devices, by member.
    pub faults: Vec<FaultRecord>,
    /// Steps made, of all members.
    pub steps: u64,
    /// Attempts of a step that were rejected, of all members.
    pub rejected: u64,
    /// Events met, by all members.
    pub events: u64,
    /// Steps times bodies; steps where there are only variables.
    pub body_steps: u64,
    /// The time from the first chunk to the last, s; the sum where the run was stopped and resumed.
    pub wall_seconds: f64,
    /// When the file was written, seconds since 1970.
    pub finished_unix_seconds: u64,
    /// Members that have outputs: all figures are over these alone.
    #[serde(default)]
    pub members_with_outputs: u64,
    /// What most of the members without outputs have in common; null where all have outputs.
    #[serde(default)]
    pub commonest_failure: Option<CommonestFailure>,
    /// What `--verify` found; null where it was not asked for, or the run has not come so far.
    #[serde(default)]
    pub verification: Option<VerificationRecord>,
    /// What is asked for by `[[probability]]`.
    #[serde(default)]
    pub probabilities: Vec<ProbabilityRecord>,
    /// What was to be known closely by `[[until]]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub until: Vec<UntilRecord>,
    /// Figures of every output component over the members that have outputs.
    pub outputs: Vec<OutputFigures>,
    /// Figures of every output that is a rotation or a pose, over the members that have it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub poses: Vec<PoseFigures>,
    /// SHA-256 of all other keys, as JSON without blanks whose keys are in alphabetical order: a run goes on from a manifest,
    /// shards are merged by theirs, and pictures and reports show it, only where nobody has changed it.
    #[serde(default)]
    pub checksum: String,
}

/// The verb that integrates members.
pub(crate) const RUN: &str = "run";

/// The verbs whose results are a table of members.
const WITH_MEMBERS: [&str; 4] = [RUN, "modes", "statics", "periodic"];

fn run() -> String {
    RUN.into()
}

fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde calls
fn is_true(value: &bool) -> bool {
    *value
}

#[allow(clippy::trivially_copy_pass_by_ref)] // the signature that serde calls
fn is_false(value: &bool) -> bool {
    !*value
}

impl RunManifest {
    /// Reads the manifest of a run.
    ///
    /// # Errors
    /// Where the file cannot be read or is no such manifest, but perhaps that of a verb whose results are no table of members.
    pub fn read(path: &Path) -> Result<Self, ManifestError> {
        let is_of_other = |verb: &String| !WITH_MEMBERS.contains(&verb.as_str());
        read_json(path, "the manifest of a run").map_err(|error| match (error, verb_of(path).filter(is_of_other)) {
            (ManifestError::Content { path, .. }, Some(verb)) => ManifestError::OtherVerb { path, verb },
            (error, _) => error,
        })
    }

    /// Returns the files in a folder that its manifest names, with it; the manifest alone where it names none.
    pub fn files_in(folder: &Path) -> Vec<PathBuf> {
        let path = folder.join("manifest.json");
        let manifest = Self::read(&path).ok();
        let named = manifest.iter().flat_map(|manifest| {
            let tables = manifest.tables.iter().flatten().map(|table| &table.file);
            tables.chain(manifest.files.iter().map(|file| &file.file)).chain(&manifest.inputs)
        });
        named.map(|name| folder.join(name)).chain([path.clone()]).collect()
    }

    /// Tells whether the scenario that was run says what this one does, of as many members with the same seed.
    pub(crate) fn is_of(&self, scenario: &Scenario) -> bool {
        let members = self.part.as_ref().map_or(self.members, |part| part.of);
        let is_as_many = (members, self.seed) == (scenario.study.plan().whole().members(), scenario.seed);
        self.scenario_sha256 == scenario.hash || is_as_many && self.scenario_meaning_sha256 == scenario.meaning
    }

    /// Returns the version of the program; beside another manifest of that version with the commit that it was built
    /// from, where both know theirs: members may be others than those of a build before.
    pub(crate) fn program_beside(&self, other: &Self) -> String {
        match (&self.commit, &other.commit) {
            (Some(commit), Some(_)) if self.version == other.version => format!("{} of commit {commit}", self.version),
            _ => self.version.clone(),
        }
    }

    /// Returns what is written where a run ends early, with what is in the tables.
    pub(crate) fn stopped(self, error: String) -> Self {
        Self { state: RunState::Stopped, complete: false, error: Some(error), ..self }.with_checksum()
    }

    /// Returns what is written while the results are being removed: that there is nothing of any member, in files of
    /// these names.
    pub(crate) fn removed(mut self) -> Self {
        self.outcomes.values_mut().for_each(|count| *count = 0);
        self.tables.iter_mut().flatten().for_each(|table| table.published = Published::default());
        self.files.iter_mut().for_each(|file| *file = FileRecord::named(std::mem::take(&mut file.file)));
        Self {
            members_written: 0,
            members_with_outputs: 0,
            commonest_failure: None,
            shares: Vec::new(),
            faults: Vec::new(),
            steps: 0,
            rejected: 0,
            events: 0,
            body_steps: 0,
            wall_seconds: 0.0,
            verification: None,
            probabilities: Vec::new(),
            until: Vec::new(),
            outputs: Vec::new(),
            poses: Vec::new(),
            ..self
        }
        .stopped("the results are being replaced".into())
    }

    /// Counts what was done.
    pub(crate) fn of_progress(self, progress: &Progress, study: &Study) -> Self {
        Self {
            outcomes: Outcome::ALL.iter().copied().zip(progress.outcomes).collect(),
            steps: progress.steps,
            rejected: progress.rejected,
            events: progress.events,
            body_steps: progress.body_steps(study),
            retries: RetryRecord::all(study, progress),
            ..self
        }
    }

    /// Returns what was done.
    pub(crate) fn progress(&self) -> Progress {
        let outcomes = Outcome::ALL.iter().map(|outcome| self.outcomes.get(outcome).copied().unwrap_or(0));
        let mut progress = Progress {
            members: self.members_written,
            steps: self.steps,
            rejected: self.rejected,
            events: self.events,
            ..Progress::default()
        };
        progress.outcomes.iter_mut().zip(outcomes).for_each(|(count, n)| *count = n);
        let retried = self.retries.iter().map(|retry| [retry.members, retry.members_with_outputs]);
        retried.enumerate().for_each(|(retry, counts)| progress.add_retried(retry, counts));
        progress
    }

    /// Returns the sums over rotations and poses of a study that the figures were made of; none where some are not there.
    pub(crate) fn pose_sums(&self, study: &Study) -> Option<Vec<(PoseColumns, PoseSums)>> {
        let columns = study.mechanism.poses();
        let all = columns.into_iter().zip(self.poses.iter().map(Some).chain(std::iter::repeat(None)));
        all.map(|(columns, figures)| figures?.sums(&columns).map(|sums| (columns, sums))).collect()
    }

    /// Returns the column of a table that is named so in the scenario.
    pub(crate) fn column<'a>(&'a self, of: &'a str) -> &'a str {
        self.columns.iter().find(|column| column.of == of).map_or(of, |column| &column.name)
    }

    /// Returns the record of a table.
    pub(crate) fn table(&self, path: &Path) -> Option<&Published> {
        let name = path.file_name()?.to_string_lossy();
        self.tables.iter().flatten().find(|table| table.file == name).map(|table| &table.published)
    }
}

/// Whether a run goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    /// The run goes on, or was killed.
    #[default]
    Running,
    /// The run was stopped, or failed; `error` says why.
    Stopped,
    /// All members were computed and written.
    Complete,
}

/// A table and its content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRecord {
    /// The file of the table, beside the manifest.
    #[serde(deserialize_with = "plain")]
    pub file: String,
    /// The keys of [`Published`].
    #[serde(flatten)]
    pub published: Published,
}

impl TableRecord {
    pub(crate) fn new(path: &Path, published: &Published) -> Self {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self { file, published: published.clone() }
    }

    /// Tells whether the table has a name, whatever its format.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        Path::new(&self.file).file_stem().is_some_and(|stem| stem == name)
    }
}

/// What most of the members that failed have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CommonestFailure {
    /// The outcome that the members have in common.
    pub outcome: Outcome,
    /// Members that ended so.
    pub members: u64,
    /// What helps against the failure, in words.
    pub cure: String,
}

impl CommonestFailure {
    /// Returns the commonest failure of some members.
    pub(crate) fn of(survivors: &Survivors) -> Option<Self> {
        let (outcome, members) = survivors.commonest?;
        Some(Self { outcome, members, cure: outcome.cure().unwrap_or_default().into() })
    }
}

/// What a backend has computed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BackendShare {
    /// What the backend calls itself.
    pub backend: String,
    /// Members that it computed.
    pub members: u64,
}
