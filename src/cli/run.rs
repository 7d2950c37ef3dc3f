//! `gyrosweep run`: a scenario from file to results.

mod arguments;
mod part;
mod ranges;
mod replay;
mod shard;
mod signals;
mod verify;

use super::console::Console;
use super::failure::{FAILED, STOPPED};
use super::progress::{ProgressDisplay, SlowMemberDisplay};
use super::{Failure, SOME_FAILED, default_folder};
use crate::backends::{OpenBackends, check_columns};
use crate::ensemble::cpu::Arithmetic;
use crate::ensemble::{BackendPool, Progress, Survivors, chosen_members};
use crate::io::folder::ResultsFolder;
use crate::io::manifest::RunManifest;
use crate::io::run::Run;
use crate::io::scenario::Scenario;
use crate::io::space;
use crate::report::{
    count, counted, cure, missing_derivatives, not_started, outcomes, output_table, probability_table,
    statistics_table, survivors, throughput, verification_table,
};
pub(crate) use arguments::RunArguments;
use std::path::{Path, PathBuf};

/// Says what is about to run.
fn announce(console: &Console, scenario: &Scenario, pool: &BackendPool<'_>) {
    let plan = scenario.study.plan();
    console.heading(&scenario.title);
    console.line(&format!("{} on {}", counted(plan.members(), "member"), pool.description()));
    scenario.advice().iter().for_each(|advice| console.warning(advice));
}

pub(crate) fn run(console: &Console, arguments: &RunArguments) -> Result<u8, Failure> {
    let mut scenario = arguments.scenario.read()?;
    if let Some(member) = arguments.replay {
        return replay::replay(console, &scenario, member);
    }
    let format = arguments.format.format();
    let part = part::keep(console, &mut scenario, arguments)?;
    let whole = || part::folder(default_folder(&scenario.path), arguments);
    let out = arguments.out.clone().unwrap_or_else(whole);
    let ranges = if arguments.statistics {
        let ranges = ranges::ranges(&scenario.study, &arguments.histogram)?;
        // samples change no step, and would be the only thing that grows with the members
        if scenario.study.sampling.take().is_some() {
            console.warning("--statistics keeps no members, so [sampling] is left out");
        }
        Some(ranges)
    } else {
        check_columns(&scenario.study).map_err(Failure::input)?;
        space::check(&scenario.study, format, &out, space::free).map_err(Failure::input)?;
        None
    };
    let slow = SlowMemberDisplay::default();
    let members = slow.watch(scenario.study.plan().first());
    let counts = members.counts();
    scenario.study.watch = Some(members);
    let study = &scenario.study;
    let selection = arguments.print.selection_of(console, study)?;
    if arguments.verify.is_some() {
        study.refined().map_err(|e| Failure::input(format!("--verify: finer steps make no study: {e}")))?;
    }
    let mut options = arguments.backends()?;
    if arguments.resume {
        options.arithmetic = options.arithmetic.or_else(|| arithmetic_of(&out));
    }
    let mut display = ProgressDisplay::new(counts);
    let backends = OpenBackends::open(study, &options, &mut |note| console.note(note))?;
    let fallback = backends.fallback();
    let pool = if arguments.statistics { backends.block_pool(&fallback) } else { backends.pool(&fallback) };
    let interrupt = signals::watch(console);
    let leave = |kept: &Progress| leave(console, &out, kept, study.plan().members());
    let mut run = Run {
        scenario: &scenario,
        pool: &pool,
        folder: ResultsFolder::create(&out, arguments.existing(), &scenario.files()).map_err(Failure::input)?,
        format,
        names: arguments.names.names(),
        options: arguments.options(),
        part,
        decision: backends.decision().map(Into::into),
        precision: backends.precision_choice().map(Into::into),
        earlier: None,
        interrupt: &interrupt,
        leave: &leave,
    };
    if arguments.resume {
        run.resume(ranges.is_none(), ranges.as_deref().unwrap_or_default()).map_err(Failure::input)?;
    }
    announce(console, &scenario, &pool);
    let begun = run.earlier.as_ref().map_or(0, |earlier| earlier.members_written);
    if begun > 0 {
        let are = if begun == 1 { "is" } else { "are" };
        console.line(&format!("{} {are} there already", counted(begun, "member")));
    }
    display.begin(begun..study.plan().members());
    slow.beside(Some(&display));
    let watch = |progress: &Progress| display.update(progress);
    let sample = study.plan().sample();
    let finished = match &ranges {
        None => run.members(watch).map(|done| {
            let table = match arguments.member {
                Some(_) => part::values(&scenario, &done.outputs, &selection),
                None => output_table(study, &done.outputs, done.progress.members, &selection),
            };
            let counts: Vec<u64> = done.outputs.iter().map(|(_, _, summary)| summary.count()).collect();
            (done.progress, done.wall, table, counts, done.probabilities)
        }),
        Some(ranges) => run.statistics(ranges, watch).map(|done| {
            let table = statistics_table(study, &done.outputs, &selection);
            let counts = done.outputs.components.iter().map(|c| c.count()).collect();
            (done.progress, done.wall, table, counts, done.probabilities)
        }),
    };
    slow.beside(None);
    display.finish();
    pool.faults().iter().for_each(|fault| console.warning(&fault.to_string()));
    for (name, members) in pool.passed_on() {
        console.warning(&format!(
            "{} left to {name}: their equations need elimination with pivoting, or they met too many events",
            if members == 1 { "1 member was".into() } else { format!("{} members were", count(members)) }
        ));
    }
    let (progress, wall, table, counts, probabilities) = match finished {
        Ok(finished) => finished,
        Err(error) => {
            console.error(&error.to_string());
            if error.leaves_results() {
                say_kept(console, &run);
            }
            return Ok(FAILED);
        }
    };

    console.line(&format!("\n{}", outcomes(&progress)));
    let survived = Survivors::from(&progress);
    console.line(&survivors(&survived));
    cure(&survived).into_iter().for_each(|cure| console.line(&cure));
    if let Some(cause) = not_started(&scenario, &progress) {
        console.line(&cause);
    }
    console.line("");
    console.print(&table);
    console.line("");
    if let Some(table) = probability_table(&probabilities, sample) {
        console.print(&table);
        console.line("");
    }
    missing_derivatives(study, &counts).iter().for_each(|note| console.warning(note));
    console.line(&throughput(progress.body_steps(study), wall));
    if let Some(share) = arguments.verify {
        let count = verify::member_count(share, study.plan().members());
        let members = chosen_members(study.plan().members(), count, scenario.seed);
        let cpu = fallback().map_err(Failure::other)?;
        let record = run.verify(cpu.as_ref(), &members).map_err(Failure::other)?;
        console.line("");
        console.print(&verification_table(&record, study.plan().members()));
        console.line("");
        record.warnings.iter().for_each(|warning| console.warning(warning));
    }
    say_files(console, &run, &progress, ranges.is_none());
    Ok(if progress.failures() == 0 { 0 } else { SOME_FAILED })
}

/// The arithmetic of the results in a folder, if there are some that the CPU may have computed.
fn arithmetic_of(folder: &Path) -> Option<Arithmetic> {
    let manifest = RunManifest::read(&folder.join("manifest.json")).ok()?;
    Arithmetic::ALL.into_iter().find(|arithmetic| arithmetic.words() == manifest.arithmetic)
}

/// Says what is kept of a run that was stopped, and ends the process: what is being computed is dropped.
fn leave(console: &Console, out: &Path, kept: &Progress, members: u64) {
    let (kept, members) = (count(kept.members), counted(members, "member"));
    console.warning(&format!(
        "stopped; the results of {kept} of {members} are kept in {}; --resume goes on after them",
        out.display()
    ));
    std::process::exit(STOPPED.into());
}

/// Says how to go on with a run that has failed, where it has kept something.
fn say_kept(console: &Console, run: &Run<'_>) {
    let kept = RunManifest::read(&run.folder.manifest()).map_or(0, |manifest| manifest.members_written);
    if kept > 0 {
        console.line(&format!("the results of {} are kept; --resume goes on after them", counted(kept, "member")));
    }
}

/// Says which tables were written.
fn say_files(console: &Console, run: &Run<'_>, progress: &Progress, kept: bool) {
    let (study, folder, format) = (&run.scenario.study, &run.folder, run.format);
    let say = |what: &str, table: PathBuf| console.line(&format!("{what} in {}", table.display()));
    if !kept {
        say("statistics", folder.statistics(format));
        say("histograms", folder.histogram(format));
        if run.part.is_some() {
            say("sums of blocks, for gyrosweep merge,", folder.blocks(format));
        }
        return;
    }
    say("results", folder.members(format));
    if study.sampling.is_some() {
        say("samples", folder.samples(format));
    }
    if !study.mechanism.events.is_empty() {
        say(&counted(progress.events, "event"), folder.events(format));
    }
}
