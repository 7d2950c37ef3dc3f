//! What a reader sees of a run.

mod intervals;
mod missing;
mod poses;
mod probability;
mod statistics;
mod verification;

use crate::ensemble::{BackendPool, Outcome, OutputSummaries, Progress, Retry, SlowMember, Study, Survivors};
use crate::io::manifest::{OutputFigures, PoseFigures, ProbabilityRecord, VerificationRecord};
use crate::io::run::{Outputs, Run};
use crate::report::{Page, RowSelection, count, counted, rate, share, shown_unit};
use missing::missing_derivatives;
pub use poses::pose_tables;
pub use probability::probability_table;
use statistics::{figures, head, statistics_table, with_left_out, with_means};
use std::path::PathBuf;
use std::time::Duration;
use verification::verification_table;

/// Says what is about to run.
pub(super) fn computes(members: u64, pool: &BackendPool<'_>) -> String {
    format!("{} on {}", counted(members, "member"), pool.description())
}

/// Says how many members are there already, if some are.
pub(super) fn begun(members: u64) -> Page {
    let mut page = Page::default();
    if members > 0 {
        let are = if members == 1 { "is" } else { "are" };
        page.text(format!("{} {are} there already", counted(members, "member")));
    }
    page
}

/// Says what went wrong with devices, and what they have left to others.
pub(super) fn faults(pool: &BackendPool<'_>) -> Page {
    let mut page = Page::default();
    pool.faults().iter().for_each(|fault| page.warning(fault.to_string()));
    for (name, members) in pool.passed_on() {
        page.warning(format!(
            "{} left to {name}: their equations need elimination with pivoting or change within a run, they met too many events, or they are run again after they failed",
            if members == 1 { "1 member was".into() } else { format!("{} members were", count(members)) }
        ));
    }
    page
}

/// Returns what is known of the outputs, as a table.
pub fn outputs(study: &Study, outputs: &Outputs, progress: &Progress, selection: &RowSelection) -> Page {
    match outputs {
        Outputs::Members(outputs) => output_table(study, outputs, progress.members, selection),
        Outputs::Statistics(statistics) => statistics_table(study, statistics, selection),
    }
}

/// Returns what became of the members, with the cause of a failure where one is known, a table of their outputs, and the
/// probabilities.
pub fn summary(
    study: &Study,
    progress: &Progress,
    cause: Option<String>,
    table: Page,
    probabilities: &[ProbabilityRecord],
) -> Page {
    let survived = Survivors::from(progress);
    let mut page = Page::default();
    page.space();
    page.text(outcomes(progress));
    page.text(survivors(&survived));
    retried(study, progress).into_iter().for_each(|line| page.text(line));
    cure(&survived).into_iter().chain(cause).for_each(|line| page.text(line));
    page.space();
    page.append(table);
    page.space();
    if let Some(table) = probability_table(probabilities, study.plan().sample()) {
        page.append(table);
        page.space();
    }
    page
}

/// Returns which derivatives are missing, and how fast the run was.
pub(super) fn work(study: &Study, outputs: &Outputs, progress: &Progress, wall: Duration) -> Page {
    let counts: Vec<u64> = match outputs {
        Outputs::Members(outputs) => outputs.iter().map(|(_, _, summary)| summary.count()).collect(),
        Outputs::Statistics(statistics) => statistics.components.iter().map(|c| c.count()).collect(),
    };
    let mut page = Page::default();
    missing_derivatives(study, &counts).into_iter().for_each(|note| page.warning(note));
    let unit = if study.mechanism.is_function() { "evaluations" } else { "body-steps" };
    page.text(throughput(progress.body_steps(study), unit, wall));
    page
}

/// Returns what a verification found, with its warnings.
pub(super) fn verification(record: &VerificationRecord, members: u64) -> Page {
    let mut page = Page::default();
    page.space();
    page.append(verification_table(record, members));
    page.space();
    record.warnings.iter().for_each(|warning| page.warning(warning));
    page
}

/// Says which tables were written; `kept` says whether every member has a row.
pub(super) fn files(run: &Run<'_>, progress: &Progress, kept: bool) -> Page {
    let (study, format) = (&run.scenario.study, run.format);
    let mut page = Page::default();
    let Some(folder) = run.folder() else { return page };
    let mut say = |what: &str, table: PathBuf| page.text(format!("{what} in {}", table.display()));
    if !kept {
        say("statistics", folder.statistics(format));
        say("histograms", folder.histogram(format));
        if !study.mechanism.poses().is_empty() {
            say("means of rotations and poses", folder.poses(format));
        }
        if run.part.is_some() {
            say("sums of blocks, for gyrosweep merge,", folder.blocks(format));
        }
        return page;
    }
    say("results", folder.members(format));
    if study.sampling.is_some() {
        say("samples", folder.samples(format));
    }
    if !study.mechanism.events.is_empty() {
        say(&counted(progress.events, "event"), folder.events(format));
    }
    page
}

/// Returns the members by outcome, in one line.
fn outcomes(progress: &Progress) -> String {
    let part = |(outcome, n): (&Outcome, &u64)| format!("{} {}", count(*n), outcome.name());
    let present = Outcome::ALL.iter().zip(&progress.outcomes).filter(|(_, n)| **n > 0);
    present.map(part).collect::<Vec<_>>().join(", ")
}

/// Returns how many members have outputs, as `6 of 128 members have outputs (122 step_limit)`.
pub fn survivors(survivors: &Survivors) -> String {
    let Survivors { count: with_outputs, members, commonest } = survivors;
    let share = share(*with_outputs, *members);
    let have = if *members == 1 { "member has" } else { "members have" };
    match commonest {
        None => format!("{share} {have} outputs"),
        Some((outcome, failed)) => {
            let most = if with_outputs + failed < *members { "most failures: " } else { "" };
            format!("{share} {have} outputs ({most}{} {})", count(*failed), outcome.name())
        }
    }
}

/// Says what became of members that were run again, a line for each retry that some have results of.
fn retried(study: &Study, progress: &Progress) -> Vec<String> {
    let counts = study.retries().iter().zip(&progress.retried);
    let line = |(retry, [members, with_outputs]): (&Retry, &[u64; 2])| {
        let again = counted(*members, "member");
        format!("{again} run again with {}: {} of them with outputs", retry.words, count(*with_outputs))
    };
    counts.filter(|(_, [members, _])| *members > 0).map(line).collect()
}

/// Returns the commonest failure with what helps against it, if there is one.
fn cure(survivors: &Survivors) -> Option<String> {
    let (outcome, failed) = survivors.commonest?;
    Some(format!(
        "{} {}: {}; to help, {}",
        counted(failed, "member"),
        outcome.name(),
        outcome.summary(),
        outcome.cure()?
    ))
}

/// Returns a table of the outputs of some members: how many have a value, its mean with its standard error where they are
/// random, standard deviation, minimum, quantiles, maximum. Conditions, rotations and poses have tables of their own.
fn output_table(study: &Study, outputs: &OutputSummaries, members: u64, selection: &RowSelection) -> Page {
    let sample = study.plan().sample();
    let mut rows = vec![head(sample)];
    let all: Vec<_> = with_means(study, outputs.iter().enumerate()).collect();
    let (shown, left_out) = selection.of(all, |(_, (name, ..))| name.to_string(), |_| false);
    let mut of_rows = Vec::new();
    for (at, output @ (name, unit, s)) in shown {
        of_rows.push(OutputFigures::of_members(output, outputs.replicates(at), sample));
        let [q5, q50, q95] = s.quantiles([0.05, 0.5, 0.95]);
        let mut row = vec![name.to_string(), shown_unit(unit).to_string(), share(s.count(), members)];
        row.extend(figures([s.mean(), s.std(), s.min(), q5, q50, q95, s.max()], s.standard_error(), sample));
        rows.push(row);
    }
    with_left_out(study, rows, (left_out, &of_rows), (&PoseFigures::of_members(outputs), members))
}

/// Returns how far a member has come that takes long, rejected steps among its steps, as `member 17: 3.1e6 steps, at t = 0.41 of 3 s`.
pub fn slow_member(slow: &SlowMember) -> String {
    let SlowMember { member, attempts, time, duration } = *slow;
    let attempts = if attempts < 100_000 { count(attempts) } else { format!("{:.1e}", attempts as f64) };
    format!("member {member}: {attempts} steps, at t = {time:.4} of {duration} s")
}

/// Returns one line on the throughput.
fn throughput(work: u64, unit: &str, wall: Duration) -> String {
    let seconds = wall.as_secs_f64().max(1e-9);
    format!("{} {unit} in {seconds:.3} s: {} {unit}/s", count(work), rate(work as f64 / seconds))
}
