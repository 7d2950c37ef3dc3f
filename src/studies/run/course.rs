//! The course of a run, from a request to results.

use super::page::{self, summary};
use super::part::{self, Chosen};
use super::ranges::ranges;
use super::request::{Part, Request, Share};
use super::verify::member_count;
use crate::backends::{OpenBackends, check_columns};
use crate::ensemble::cpu::Arithmetic;
use crate::ensemble::{Backend, BackendError, HistogramRange, MemberCounts, Progress, chosen_members};
use crate::io::folder::{Existing, ResultsFolder};
use crate::io::manifest::{ProbabilityRecord, RunManifest, VerificationRecord};
use crate::io::run::{Finished, Outputs, Run, RunFolderError};
use crate::io::scenario::Scenario;
use crate::io::space;
use crate::report::{Page, count, not_started};
use crate::studies::common::{folder, opening};
use crate::studies::request::{Results, Verb};
use crate::studies::telling::Telling;
use crate::studies::{Failure, Listener, Silence, Work};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What a run found.
#[derive(Debug)]
pub struct Found {
    /// What was run.
    pub scenario: Scenario,
    /// What was done.
    pub progress: Progress,
    /// How long the run took.
    pub wall: Duration,
    /// What is known of the outputs.
    pub outputs: Outputs,
    /// What is known of the probabilities that the scenario asks for.
    pub probabilities: Vec<ProbabilityRecord>,
    /// How much some members differ with finer steps, where that was asked for.
    pub verification: Option<VerificationRecord>,
    /// Where the results are.
    pub folder: PathBuf,
}

impl crate::studies::Request for Request {
    const VERB: Verb = Verb { name: "run", summary: "Run a scenario and write its results" };
    type Found = Found;

    fn run(mut self, listener: &dyn Listener) -> Result<Results<Found>, Failure> {
        let mut telling = Telling::new(listener);
        let (out, chosen) = self.prepare(&mut telling)?;
        let (scenario, study) = (&self.scenario, &self.scenario.study);
        let slow_members = listener.slow_members(study.plan().first());
        let counts = slow_members.as_ref().map(|slow_members| slow_members.counts()).unwrap_or_default();
        listener.begin(Work::new(|Silence { seconds, .. }| format!("preparing the equations, for {seconds} s now")));
        let backends = OpenBackends::open(study, &self.backends, &mut |note| listener.note(note))?;
        let backends = slow_members.into_iter().fold(backends, OpenBackends::observing_slow_members);
        let fallback = backends.fallback();
        let pool = if chosen.ranges.is_some() { backends.block_pool(&fallback) } else { backends.pool(&fallback) };
        let interrupt = listener.interrupt();
        let leave = |kept: &Progress| listener.stopped(kept, study.plan().members(), &out);
        let mut run = Run {
            scenario,
            pool: &pool,
            folder: ResultsFolder::create(&out, self.existing, &scenario.files()).map_err(Failure::input)?,
            format: self.format,
            names: self.names,
            options: std::mem::take(&mut self.options),
            part: chosen.part,
            decision: backends.decision().map(Into::into),
            precision: backends.precision_choice().map(Into::into),
            earlier: None,
            interrupt: &interrupt,
            leave: &leave,
        };
        let ranges = chosen.ranges.as_deref();
        if self.existing == Existing::Resume {
            run.resume(ranges.is_none(), ranges.unwrap_or_default()).map_err(Failure::input)?;
        }
        let Finished { progress, wall, outputs, probabilities } = compute(&mut telling, &run, ranges, counts)?;
        let table = match (self.part, &outputs) {
            (Part::Member(_), Outputs::Members(outputs)) => part::values(scenario, outputs, &self.selection),
            _ => page::outputs(study, &outputs, &progress, &self.selection),
        };
        let cause = not_started(scenario, &progress);
        telling.show(summary(study, &progress, cause, table, &probabilities));
        telling.show(page::work(study, &outputs, &progress, wall));
        let verification = self.verify.map(|share| verify(&mut telling, &run, share, &fallback)).transpose()?;
        telling.show(page::files(&run, &progress, ranges.is_none()));
        drop(run);
        let (scenario, folder) = (self.scenario, out);
        let found = Found { scenario, progress, wall, outputs, probabilities, verification, folder };
        Ok(telling.finish(found.progress.failures() == 0, found))
    }
}

impl Request {
    /// Leaves the members that are asked for, refuses what cannot be before anything is begun, and returns the folder.
    fn prepare(&mut self, telling: &mut Telling<'_>) -> Result<(PathBuf, Chosen), Failure> {
        let with_statistics = self.statistics.is_some();
        let (study, part) = part::of(telling, self.scenario.study.clone(), self.part, with_statistics)?;
        self.scenario.study = study;
        let out = folder(self.folder.take(), &self.scenario.path, &part::suffix(self.part));
        let study = &self.scenario.study;
        let ranges = match &self.statistics {
            Some(given) => {
                let ranges = ranges(study, given)?;
                // samples change no step, and would be the only thing that grows with the members
                if study.sampling.is_some() {
                    telling.show(Page::of_warning("--statistics keeps no members, so [sampling] is left out"));
                    self.scenario.study = study.clone().sampled(None);
                }
                Some(ranges)
            }
            None => {
                check_columns(study).map_err(Failure::input)?;
                space::check(study, self.format, &out, space::free).map_err(Failure::input)?;
                None
            }
        };
        let study = &self.scenario.study;
        self.selection.check_of(study).map_err(Failure::input)?;
        if self.verify.is_some() {
            study.refined().map_err(|e| Failure::input(format!("--verify: finer steps make no study: {e}")))?;
        }
        if self.existing == Existing::Resume {
            self.backends.arithmetic = self.backends.arithmetic.or_else(|| arithmetic_of(&out));
        }
        Ok((out, Chosen { part, ranges }))
    }
}

/// Returns the arithmetic of the results in a folder, if there are some that the CPU may have computed.
fn arithmetic_of(folder: &Path) -> Option<Arithmetic> {
    let manifest = RunManifest::read(&folder.join("manifest.json")).ok()?;
    Arithmetic::ALL.into_iter().find(|arithmetic| arithmetic.words() == manifest.arithmetic)
}

/// Computes the members, or those that are not there yet.
fn compute(
    telling: &mut Telling<'_>,
    run: &Run<'_>,
    ranges: Option<&[Option<HistogramRange>]>,
    counts: MemberCounts,
) -> Result<Finished<Outputs>, Failure> {
    let (listener, members) = (telling.listener, run.scenario.study.plan().members());
    telling.show(opening(run.scenario, page::computes(members, run.pool)));
    let begun = run.earlier.as_ref().map_or(0, |earlier| earlier.members_written);
    telling.show(page::begun(begun));
    let all = members - begun;
    let work = Work::new(move |Silence { seconds, .. }| silence(&counts, all, seconds));
    listener.begin(work.of_parts(begun..members, "members"));
    let heard = |progress: &Progress| listener.progress(progress);
    let finished = match ranges {
        None => run.members(heard).map(|done| done.map(Outputs::Members)),
        Some(ranges) => run.statistics(ranges, heard).map(|done| done.map(Outputs::Statistics)),
    };
    listener.rest();
    telling.show(page::faults(run.pool));
    finished.map_err(|error| failure(run, &error))
}

/// Says what a run says of itself while no members come.
fn silence(counts: &MemberCounts, all: u64, seconds: u64) -> String {
    match counts.get() {
        [0, _] => format!("no members yet, after {seconds} s"),
        [begun, ended] => format!(
            "computing members for {seconds} s: {} of {} begun, {} ended",
            count(begun.min(all)),
            count(all),
            count(ended.min(all))
        ),
    }
}

/// Says why a run has failed, and what it keeps.
fn failure(run: &Run<'_>, error: &RunFolderError) -> Failure {
    let kept = || RunManifest::read(&run.folder.manifest()).map_or(0, |manifest| manifest.members_written);
    Failure::Unfinished { message: error.to_string(), kept: if error.leaves_results() { kept() } else { 0 } }
}

/// Runs some members again with finer steps.
fn verify(
    telling: &mut Telling<'_>,
    run: &Run<'_>,
    share: Share,
    fallback: &dyn Fn() -> Result<Box<dyn Backend>, BackendError>,
) -> Result<VerificationRecord, Failure> {
    let members = run.scenario.study.plan().members();
    let chosen = chosen_members(members, member_count(share, members), run.scenario.seed);
    let cpu = fallback().map_err(Failure::other)?;
    let record = run.verify(cpu.as_ref(), &chosen).map_err(Failure::other)?;
    telling.show(page::verification(&record, members));
    Ok(record)
}
