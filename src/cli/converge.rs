//! `gyrosweep converge`: which method reaches which error, and what it costs.

mod arguments;

use super::console::Console;
use super::heartbeat::{Heartbeat, bar};
use super::plot::PictureFile;
use super::{Failure, SOME_FAILED};
use crate::ensemble::BackendError;
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::io::folder::{Existing, ResultsFolder};
use crate::io::inputs::keep_inputs;
use crate::io::manifest::write_json;
use crate::plot::Picture;
use crate::report::counted;
use crate::studies::converge::ConvergenceManifest;
use crate::studies::converge::ConvergenceTable;
use crate::studies::converge::{
    Budget, Candidate, LeftOut, Machine, Need, Place, Reference, ReferenceError, Series, Sweep, Target, estimate,
    is_fixed, measure, read_table,
};
use crate::studies::converge::{Comparison, short};
pub(crate) use arguments::ConvergeArguments;
use indicatif::ProgressBar;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Rows that are printed; more are in the file.
const MOST_ROWS: usize = 64;

/// Methods that are named where they are left out; all are in the manifest.
const MOST_NAMES: usize = 4;

pub(crate) fn converge(console: &Console, arguments: &ConvergeArguments) -> Result<u8, Failure> {
    let scenario = arguments.scenario.read()?;
    let target = arguments.target(&scenario)?;
    let sweep = arguments.sweep(&target)?;
    let (mut candidates, left_out) = sweep.candidates(&target).map_err(Failure::input)?;
    let own = Sweep::include_own(&mut candidates, &target);
    let given =
        arguments.reference.as_ref().map(|path| read_table(path, &target).map_err(Failure::input)).transpose()?;
    arguments.say_adapter(console)?;
    let make = arguments.backend()?;
    let description = make(target.study()).map_err(Failure::input)?.description();
    let machine = arguments.machine(make.as_ref());
    let existing = if arguments.force { Existing::Replace } else { Existing::Refuse };
    let reads: Vec<PathBuf> = scenario.files().into_iter().chain(arguments.reference.clone()).collect();
    let folder = ResultsFolder::create(&arguments.folder(), existing, &reads).map_err(Failure::input)?;
    let mut table =
        ConvergenceTable::create(&folder.path().join("convergence.csv"), &target).map_err(Failure::other)?;
    let mut manifest =
        ConvergenceManifest::new(arguments.error, &scenario, &target, &machine, description.clone(), &left_out);
    manifest.seconds = Some(arguments.seconds);
    write_json(&folder.manifest(), &manifest).map_err(Failure::other)?;
    keep_inputs(&folder, &scenario).map_err(Failure::other)?;

    console.heading(&format!("{}: {}", scenario.title, counted(candidates.len() as u64, "method")));
    say_left_out(console, &left_out);
    let (start, budget) = (Instant::now(), Budget::of_seconds(arguments.seconds));
    let work =
        Work { target: &target, candidates: &candidates, machine: &machine, budget, news: News::new(&candidates) };
    let forecast = work.forecast(own, arguments.seconds).map_err(Failure::other)?;
    work.news.beside(|| console.line(&forecast));
    let scalar = CpuBackend::new(Some(1), LaneWidth::One).map_err(Failure::other)?;
    let reference = match given {
        Some(reference) => reference,
        None => work.reference(&scalar, &sweep, arguments.error)?,
    };
    let series = work.series(&reference, &mut table)?;
    let fixed = is_fixed(&target, &scalar, &reference, &series).map_err(Failure::other)?;
    drop(work);
    let rows = table.finish().map_err(Failure::other)?;

    let clock = (machine.repeats > 0).then_some((machine.clock, machine.batch));
    // what the reference hides is not computed, which may be the scenario's own point
    let own = Some(own).filter(|(i, j)| *j < series[*i].points.len());
    let comparison = Comparison {
        title: &scenario.title,
        target: &target,
        reference: &reference,
        series: &series,
        own,
        fixed,
        wanted: arguments.error,
        clock,
    };
    let pictures = [("convergence", comparison.error_picture()), ("work_precision", comparison.work_picture())];
    for (name, picture) in pictures {
        match picture {
            Some(picture) => draw(&folder, name, &picture)?,
            None if fixed => {}
            None => console.warning(&format!("no error is known, so there is no {name}.svg")),
        }
    }
    say_cuts(console, &comparison, arguments.seconds);
    say(console, &comparison, &description);
    console.line(&format!("{} in {}", counted(rows, "row"), folder.path().join("convergence.csv").display()));
    manifest.complete(&reference, &series, comparison.answer(), start.elapsed());
    write_json(&folder.manifest(), &manifest).map_err(Failure::other)?;
    let completed = series.iter().flat_map(|s| &s.points).any(|p| p.outcome.has_outputs());
    Ok(if completed { 0 } else { SOME_FAILED })
}

/// What is compared, and what may be spent on it.
struct Work<'a> {
    target: &'a Target,
    candidates: &'a [Candidate],
    machine: &'a Machine<'a>,
    budget: Budget,
    news: News,
}

/// The part of the time that a reference may take.
const REFERENCE: f64 = 0.5;

impl Work<'_> {
    /// Says how long the methods will take, as far as that is known before they begin.
    fn forecast(&self, own: Place, seconds: f64) -> Result<String, BackendError> {
        self.news.tell("measuring the cost of a step".into());
        let limit = format!("at most {seconds} s are spent, with the reference (--seconds)");
        Ok(match estimate(self.target, self.candidates, own.0, self.machine)? {
            Some(all) => format!("all steps of all methods take about {all:.0} s; {limit}"),
            None => limit,
        })
    }

    fn reference(&self, backend: &CpuBackend, sweep: &Sweep, error: Option<f64>) -> Result<Reference, Failure> {
        let need = Need {
            steps: &sweep.steps,
            tolerance: sweep.tolerances.last().copied(),
            error,
            budget: self.budget.part(REFERENCE),
        };
        let tell = |name: &str, step: f64| self.news.tell(format!("reference: {name}, step {} s", short(step)));
        Reference::compute(self.target, backend, &need, &tell).map_err(|error| match error {
            ReferenceError::Backend(error) => Failure::other(error),
            other => Failure::input(other),
        })
    }

    /// Measures one method after the other: each may take an equal part of the time that is left.
    fn series(&self, reference: &Reference, table: &mut ConvergenceTable) -> Result<Vec<Series>, Failure> {
        let mut all = Vec::new();
        for (i, candidate) in self.candidates.iter().enumerate() {
            self.news.tell(format!("{} ({} of {} methods)", candidate.name(), i + 1, self.candidates.len()));
            let budget = self.budget.part(1.0 / (self.candidates.len() - i) as f64);
            let done = |_: &_| self.news.advance(1);
            let one =
                measure(self.target, reference, candidate, self.machine, &budget, done).map_err(Failure::other)?;
            self.news.advance(candidate.resolutions.len() - one.points.len());
            table.write(&one).map_err(Failure::other)?;
            all.push(one);
        }
        Ok(all)
    }
}

/// Says what is being computed, and how many of all steps and tolerances are.
struct News {
    /// What is computed, and how much has been.
    now: Arc<Mutex<(String, usize)>>,
    bar: Option<ProgressBar>,
    _heartbeat: Heartbeat,
}

impl News {
    fn new(candidates: &[Candidate]) -> Self {
        let all: usize = candidates.iter().map(|c| c.resolutions.len()).sum();
        let bar = bar(all as u64, "{bar:30} {pos}/{len} steps, {msg}");
        let now = Arc::new(Mutex::new((String::new(), 0)));
        let (shown, in_log) = (Arc::clone(&now), bar.is_none());
        let heartbeat = Heartbeat::on(bar.clone(), move |seconds| {
            let now = shown.lock().unwrap_or_else(PoisonError::into_inner);
            let done = if in_log { format!("{} of {all} steps, ", now.1) } else { String::new() };
            format!("{done}{}, after {seconds} s", now.0)
        });
        Self { now, bar, _heartbeat: heartbeat }
    }

    fn tell(&self, text: String) {
        self.now.lock().unwrap_or_else(PoisonError::into_inner).0 = text;
    }

    /// Writes something else, which must not meet the bar.
    fn beside(&self, write: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    fn advance(&self, count: usize) {
        self.now.lock().unwrap_or_else(PoisonError::into_inner).1 += count;
        self.bar.iter().for_each(|bar| bar.inc(count as u64));
    }
}

impl Drop for News {
    fn drop(&mut self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

/// Says what would have taken too long.
fn say_cuts(console: &Console, comparison: &Comparison<'_>, seconds: f64) {
    if comparison.reference.is_cut() {
        console.warning(&format!(
            "a finer reference would have taken more than its part of --seconds {seconds}: give more, or a --reference"
        ));
    }
    let cut = comparison.left_out();
    if !cut.is_empty() {
        console.warning(&format!("steps that would have taken more than --seconds {seconds} are left out: {cut}"));
    }
}

/// Methods that are left out, by reason.
fn say_left_out(console: &Console, left_out: &[LeftOut]) {
    let mut reasons: Vec<&str> = Vec::new();
    for left in left_out {
        if !reasons.contains(&left.reason.as_str()) {
            reasons.push(&left.reason);
        }
    }
    for reason in reasons {
        let methods: Vec<&str> = left_out.iter().filter(|l| l.reason == reason).map(|l| l.method.as_str()).collect();
        let named = methods.iter().take(MOST_NAMES).copied().collect::<Vec<_>>().join("; ");
        let more = match methods.len().saturating_sub(MOST_NAMES) {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        console.warning(&format!("left out: {named}{more}: {reason}"));
    }
}

fn say(console: &Console, comparison: &Comparison<'_>, description: &str) {
    console.line(&comparison.reference());
    if let Some((clock, batch)) = comparison.clock {
        let name = clock.name();
        console.line(&format!(
            "{name}: per member, {batch} or more alike at once on {description}; starting does not count"
        ));
    }
    console.line("");
    if comparison.fixed {
        return console.line(&comparison.answer());
    }
    let rows: usize = comparison.series.iter().map(|s| s.points.len()).sum();
    if rows <= MOST_ROWS {
        console.print(&comparison.points());
        console.line("");
    }
    console.print(&comparison.summary());
    console.print(&comparison.footnotes());
    console.line("");
    console.line(&comparison.answer());
}

fn draw(folder: &ResultsFolder, name: &str, picture: &Picture) -> Result<(), Failure> {
    for ending in ["svg", "png"] {
        PictureFile::new("--out", folder.path().join(format!("{name}.{ending}")), true)?.write(picture)?;
    }
    Ok(())
}
