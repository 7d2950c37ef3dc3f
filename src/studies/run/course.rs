//! The course of a run, from a request to results.

use super::found::Found;
use super::page::{self, summary};
use super::part::{self, Chosen, Samples};
use super::ranges::ranges;
use super::request::{Part, Request, Share, Target};
use super::verify::member_count;
use crate::backends::{OpenBackends, check_columns};
use crate::ensemble::cpu::Arithmetic;
use crate::ensemble::{Backend, BackendError, HistogramRange, MemberCounts, Progress, Study, chosen_members};
use crate::io::folder::{Existing, Inputs, ResultsFolder};
use crate::io::manifest::{RUN, RunManifest};
use crate::io::results::MemoryResults;
use crate::io::run::{Destination, Finished, Outputs, Run, RunFolderError};
use crate::io::scenario::Scenario;
use crate::io::space;
use crate::report::{Page, count, not_started};
use crate::studies::common::{folder, opening};
use crate::studies::request::{Results, Verb};
use crate::studies::rounds::{Rounds, check_output};
use crate::studies::telling::Telling;
use crate::studies::{Failure, Listener, Silence, Stopped, Work};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

impl crate::studies::Request for Request {
    const VERB: Verb = Verb { name: "run", summary: "Run a scenario and write its results" };
    type Found = Found;

    fn run(self, listener: &dyn Listener) -> Result<Results<Found>, Failure> {
        // an analysis makes rounds of its own
        if self.own_backend.is_some() {
            if self.maker.verb == RUN && !self.scenario.until.is_empty() {
                let message =
                    "an executor computes all members of a plan; accepted: without executor, or without [[until]]";
                return Err(Failure::input(message));
            }
            return self.once(listener);
        }
        check_output(&self.scenario, &self.scenario.study)?;
        let asked = (&self.target, self.part, self.existing);
        let usual = || folder(None, &self.scenario.path, &part::suffix(self.part));
        let kept = (self.names, self.statistics.is_some());
        let Some(rounds) = Rounds::of(&self.scenario, asked, kept, usual)? else { return self.once(listener) };
        rounds.run(listener, |(scenario, target, existing), listener| {
            let Self { format, names, part, samples, verify, .. } = self;
            let (backends, maker) = (self.backends.clone(), self.maker.clone());
            let options = options_of(&scenario, self.options.clone());
            let selection = self.selection.clone();
            let (own_backend, statistics) = (None, None);
            let round = Self {
                scenario,
                target,
                existing,
                format,
                names,
                backends,
                own_backend,
                maker,
                part,
                samples,
                statistics,
                verify,
                options,
                selection,
            };
            round.once(listener)
        })
    }
}

impl Request {
    /// Runs the members that the plan has.
    fn once(mut self, listener: &dyn Listener) -> Result<Results<Found>, Failure> {
        let mut telling = Telling::new(listener);
        let (out, chosen) = self.prepare(&mut telling)?;
        let (scenario, study) = (&self.scenario, &self.scenario.study);
        let interrupt = listener.interrupt();
        let watch = listener.watch(study.plan().first()).with_stop(interrupt.flag());
        let counts = watch.counts();
        listener.begin(Work::new(|Silence { seconds, .. }| format!("preparing the equations, for {seconds} s now")));
        let opened = match self.own_backend.take() {
            Some(own) => OpenBackends::own(study, &self.backends, own.0)?,
            None => OpenBackends::open(study, &self.backends, &mut |note| listener.note(note))?,
        };
        let backends = opened.watched_by(watch);
        let fallback = backends.fallback();
        let pool = if chosen.ranges.is_some() { backends.block_pool(&fallback) } else { backends.pool(&fallback) };
        let (members, folder) = (study.plan().members(), out.folder());
        let leave = |kept: &Progress| listener.stopped(&Stopped { kept, members, folder });
        let mut run = Run {
            maker: self.maker.clone(),
            scenario,
            pool: &pool,
            destination: match &out {
                Out::Memory(results) => Destination::Memory(results.clone()),
                Out::Folder(path) => {
                    let folder = ResultsFolder::create(path, self.existing, &Inputs::of(scenario));
                    Destination::Folder(folder.map_err(Failure::input)?)
                }
            },
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
        if self.existing.goes_on() {
            let grows = self.existing == Existing::Extend || self.scenario.refinement.is_some();
            run.resume(ranges.is_none(), ranges.unwrap_or_default(), grows).map_err(Failure::input)?;
        }
        let finished = compute(&mut telling, &run, ranges, counts)?;
        let Finished { progress, wall, outputs, mut manifest, stopped } = finished;
        let table = match (self.part, &outputs) {
            (Part::Member(_), Outputs::Members(outputs)) => part::values(scenario, outputs, &self.selection),
            _ => page::outputs(study, &outputs, &progress, &self.selection),
        };
        let cause = not_started(scenario, &progress);
        telling.show(summary(study, &progress, cause, table, &manifest.probabilities));
        if progress.body_steps(study) > 0 {
            telling.show(page::work(study, &outputs, &progress, wall));
        }
        if let Some(share) = self.verify.filter(|_| !stopped) {
            verify(&mut telling, &run, &mut manifest, share, &fallback)?;
        }
        telling.show(page::files(&run, &progress, ranges.is_none()));
        drop(run);
        let (scenario, folder) = (self.scenario, out.folder().map(Path::to_path_buf));
        let found = Found { scenario, progress, wall, outputs, manifest, folder, stopped };
        Ok(telling.finish(!stopped && found.progress.failures() == 0, found))
    }
}

/// Returns options, with what a round replaces in its scenario.
fn options_of(scenario: &Scenario, options: BTreeMap<String, String>) -> BTreeMap<String, String> {
    options.into_iter().chain(scenario.replaced.options()).collect()
}

/// Where results go.
enum Out {
    Folder(PathBuf),
    Memory(MemoryResults),
}

impl Out {
    fn folder(&self) -> Option<&Path> {
        match self {
            Out::Folder(path) => Some(path),
            Out::Memory(_) => None,
        }
    }
}

impl Request {
    /// Leaves the members that are asked for, refuses what cannot be before anything is begun, and returns where results go.
    fn prepare(&mut self, telling: &mut Telling<'_>) -> Result<(Out, Chosen), Failure> {
        let with_statistics = self.statistics.is_some();
        if self.existing == Existing::Extend {
            part::check_extension(&self.scenario, self.part)?;
        }
        let samples = match (&self.own_backend, self.samples) {
            (Some(_), _) => Samples::None,
            (None, Some(count)) => Samples::Given(count),
            (None, None) => Samples::Usual,
        };
        let (study, part) = part::of(telling, self.scenario.study.clone(), (self.part, samples), with_statistics)?;
        self.scenario.study = study;
        let usual = |given| Out::Folder(folder(given, &self.scenario.path, &part::suffix(self.part)));
        let out = match std::mem::take(&mut self.target) {
            Target::Usual => usual(None),
            Target::Folder(path) => usual(Some(path)),
            Target::Memory(results) => Out::Memory(results),
        };
        let study = &self.scenario.study;
        let ranges = match &self.statistics {
            Some(given) => {
                let ranges = ranges(study, given)?;
                if study.plan().arrangement().is_some() {
                    telling.show(Page::of_warning(
                        "--statistics keeps neither replicates nor rows apart, so that there are no intervals and no indices",
                    ));
                }
                // samples change no step, and would be the only thing that grows with the members
                if study.sampling.is_some() {
                    // an analysis has samples that nobody asks for
                    if self.own_backend.is_none() {
                        telling.show(Page::of_warning("--statistics keeps no members, so [sampling] is left out"));
                    }
                    self.scenario.study = study.clone().sampled(None);
                }
                Some(ranges)
            }
            None => {
                check_columns(study).map_err(Failure::input)?;
                if let Some(folder) = out.folder() {
                    space::check(study, self.format, folder, space::free).map_err(Failure::input)?;
                }
                None
            }
        };
        let study = &self.scenario.study;
        self.selection.check_of(study).map_err(Failure::input)?;
        if self.verify.is_some() {
            finer(&self.scenario)?;
        }
        if self.existing.goes_on() {
            self.backends.arithmetic = self.backends.arithmetic.or_else(|| arithmetic_of(out.folder()?));
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
    let manifest = || RunManifest::read(&run.folder()?.manifest()).ok();
    let kept = || manifest().map_or(0, |manifest| manifest.members_written);
    Failure::Unfinished { message: error.to_string(), kept: if error.leaves_results() { kept() } else { 0 } }
}

/// Returns the study that results are compared with.
fn finer(scenario: &Scenario) -> Result<Study, Failure> {
    scenario.finer_study().map_err(|e| Failure::input(format!("--verify: finer steps make no study: {e}")))
}

/// Runs some members again with finer steps, and adds to the manifest what that shows.
fn verify(
    telling: &mut Telling<'_>,
    run: &Run<'_>,
    manifest: &mut RunManifest,
    share: Share,
    fallback: &dyn Fn() -> Result<Box<dyn Backend>, BackendError>,
) -> Result<(), Failure> {
    let members = run.scenario.study.plan().members();
    let chosen = chosen_members(members, member_count(share, members), run.scenario.seed);
    let (cpu, finer) = (fallback().map_err(Failure::other)?, finer(run.scenario)?);
    let record = run.verify(manifest, (cpu.as_ref(), &finer), &chosen).map_err(Failure::other)?;
    telling.show(page::verification(&record, members));
    Ok(())
}
