//! What decides a run and its files, and what the manifest says of it.

use super::interrupt::Interrupt;
use crate::ensemble::{BackendPool, FaultRecord, Outcome, Progress, Survivors};
use crate::io::folder::ResultsFolder;
use crate::io::inputs::{InputError, keep_inputs};
use crate::io::manifest::{
    BackendDecision, BackendShare, CommonestFailure, DerivedRecord, FileRecord, MachineRecord, MethodRecord,
    ParameterRecord, PartRecord, PrecisionDecision, RUN, ReductionRecord, RetryRecord, RunManifest, RunState,
    unix_seconds,
};
use crate::io::names::ColumnNames;
use crate::io::results::MemoryResults;
use crate::io::scenario::{PLAN, Scenario};
use crate::io::table::Format;
use std::collections::BTreeMap;
use std::time::Duration;

/// Says where the results of a run go.
#[derive(Debug)]
pub enum Destination {
    /// To files of a folder.
    Folder(ResultsFolder),
    /// To memory: nothing is written.
    Memory(MemoryResults),
}

/// Says which verb makes a run, and which files it adds to the tables: they are written as it begins.
#[derive(Clone, Debug)]
pub struct Maker {
    /// The name of the verb.
    pub verb: &'static str,
    /// The names of its further files, each with its text.
    pub files: Vec<(String, Vec<u8>)>,
}

impl Default for Maker {
    fn default() -> Self {
        Self { verb: RUN, files: Vec::new() }
    }
}

/// Holds all that decides a run and its files.
pub struct Run<'a> {
    /// Who makes the run.
    pub maker: Maker,
    /// What is run.
    pub scenario: &'a Scenario,
    /// What computes; for [`Run::statistics`] in whole blocks, see [`BackendPool::with_blocks`].
    pub pool: &'a BackendPool<'a>,
    /// Where the results go.
    pub destination: Destination,
    /// The format of the tables.
    pub format: Format,
    /// How the columns of the tables are named.
    pub names: ColumnNames,
    /// What was asked for on the command line and decides the results, by option.
    pub options: BTreeMap<String, String>,
    /// Which members of the plan the study has left, where these are not all.
    pub part: Option<PartRecord>,
    /// The reason why the backend was chosen, if it was not asked for.
    pub decision: Option<BackendDecision>,
    /// The reason why the precision was chosen, if it was not asked for.
    pub precision: Option<PrecisionDecision>,
    /// The manifest of the results that the run goes on from, see [`Run::resume`].
    pub earlier: Option<RunManifest>,
    /// What may stop the run.
    pub interrupt: &'a Interrupt,
    /// What is called where the run was stopped, with what was kept. The results are as they stay, so it may end the
    /// process.
    pub leave: &'a (dyn Fn(&Progress) + Sync),
}

impl Run<'_> {
    /// Returns the folder of the results, if they go to one.
    pub fn folder(&self) -> Option<&ResultsFolder> {
        match &self.destination {
            Destination::Folder(folder) => Some(folder),
            Destination::Memory(_) => None,
        }
    }

    /// Keeps what the run reads, and the files of its verb.
    pub(super) fn keep_files(&self, folder: &ResultsFolder) -> Result<(), InputError> {
        keep_inputs(folder, self.scenario)?;
        for (name, text) in &self.maker.files {
            let path = folder.path().join(name);
            folder.write_whole(&path, text, true).map_err(|source| InputError { path, source })?;
        }
        Ok(())
    }

    /// Returns what the backends have computed, and had computed before the run went on.
    pub(super) fn shares(&self) -> Vec<BackendShare> {
        let mut shares = self.earlier.as_ref().map_or_else(Vec::new, |earlier| earlier.shares.clone());
        for (backend, members) in self.pool.shares() {
            match shares.iter_mut().find(|share| share.backend == backend) {
                Some(share) => share.members += members,
                None => shares.push(BackendShare { backend, members }),
            }
        }
        shares
    }

    /// Makes the manifest of a run that has come so far, without tables and outputs; `error` is why it was stopped.
    pub(super) fn manifest(
        &self,
        progress: &Progress,
        wall: Duration,
        state: RunState,
        error: Option<String>,
    ) -> RunManifest {
        let (scenario, study) = (self.scenario, &self.scenario.study);
        let mut faults = self.earlier.as_ref().map_or_else(Vec::new, |earlier| earlier.faults.clone());
        let first = study.plan().first();
        let counted = |fault: FaultRecord| FaultRecord { members: fault.members.map(|member| first + member), ..fault };
        faults.extend(self.pool.faults().into_iter().map(counted));
        let survivors = Survivors::from(progress);
        RunManifest {
            program: env!("CARGO_PKG_NAME").into(),
            version: env!("CARGO_PKG_VERSION").into(),
            commit: crate::commit().map(String::from),
            verb: self.maker.verb.into(),
            inputs: scenario.copy_names(),
            options: self.options.clone(),
            parameters: ParameterRecord::all(study, PLAN),
            derived: DerivedRecord::all(scenario),
            method: Some(MethodRecord::of(study)),
            reductions: ReductionRecord::all(study),
            names: self.names,
            columns: Vec::new(),
            part: self.part.clone(),
            machine: MachineRecord::here(),
            scenario: scenario.path.display().to_string(),
            scenario_sha256: scenario.hash.clone(),
            scenario_meaning_sha256: scenario.meaning.clone(),
            title: scenario.title.clone(),
            plan: scenario.plan.into(),
            refined: scenario.refinement.is_some(),
            sample: study.plan().sample(),
            seed: scenario.seed,
            plan_sha256: scenario.plan_hash.clone(),
            arithmetic: self.pool.arithmetic(),
            state,
            tables: None,
            files: self.maker.files.iter().map(|(name, text)| FileRecord::of(name, text)).collect(),
            members: study.plan().members(),
            members_written: progress.members,
            members_kept: true,
            complete: state == RunState::Complete,
            error,
            outcomes: Outcome::ALL.iter().copied().zip(progress.outcomes).collect(),
            retries: RetryRecord::all(study, progress),
            varied: study.plan().columns().to_vec(),
            integrator: study.method.integrator.name.into(),
            backend: self.pool.description(),
            shares: self.shares(),
            decision: self.decision.clone(),
            precision_choice: self.precision.clone(),
            faults,
            steps: progress.steps,
            rejected: progress.rejected,
            events: progress.events,
            body_steps: progress.body_steps(study),
            wall_seconds: wall.as_secs_f64(),
            finished_unix_seconds: unix_seconds(),
            members_with_outputs: survivors.count,
            commonest_failure: CommonestFailure::of(&survivors),
            verification: None,
            probabilities: Vec::new(),
            until: Vec::new(),
            outputs: Vec::new(),
            poses: Vec::new(),
            checksum: String::new(),
        }
    }
}
