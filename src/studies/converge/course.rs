//! The course of a comparison of methods, from a request to results.

use super::elements;
use super::finish::{Found, finish, table_in};
use super::page::{Comparison, short};
use super::record::ConvergenceManifest;
use super::request::Request;
use super::table::ConvergenceTable;
use super::{
    Budget, Candidate, LeftOut, Machine, Need, Place, Reference, ReferenceError, Series, Sweep, Target, estimate,
    is_fixed, measure, read_table,
};
use crate::ensemble::BackendError;
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::io::folder::{Inputs, ResultsFolder};
use crate::report::{Page, counted};
use crate::studies::common::{folder, keep};
use crate::studies::request::{Results, Verb};
use crate::studies::telling::Telling;
use crate::studies::{AnalysisKind, Failure, Listener, Silence, Work};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

impl crate::studies::Request for Request {
    const VERB: Verb = Verb { name: "converge", summary: "Compare methods: errors over steps, and what they cost" };
    type Found = Found;

    fn run(self, listener: &dyn Listener) -> Result<Results<Found>, Failure> {
        if !self.elements.is_empty() || self.analysis != AnalysisKind::Run {
            return elements::compare(self, listener);
        }
        let (mut telling, scenario) = (Telling::new(listener), &self.scenario);
        let target = self.target()?;
        let sweep = self.sweep(&target)?;
        let (mut candidates, left_out) = sweep.candidates(&target).map_err(Failure::input)?;
        let own = Sweep::include_own(&mut candidates, &target);
        let given =
            self.reference.as_ref().map(|path| read_table(path, &target).map_err(Failure::input)).transpose()?;
        let make = self.backend(listener)?;
        let description = make(target.study()).map_err(Failure::input)?.description();
        let (clock, batch) = self.clock();
        let machine = Machine { backend: make.as_ref(), repeats: self.repeats, batch, clock };
        let inputs = Inputs::of(scenario).with(self.reference.clone());
        let out = folder(self.folder.clone(), &scenario.path, "_convergence");
        let folder = ResultsFolder::create(&out, self.existing, &inputs).map_err(Failure::input)?;
        let mut record =
            ConvergenceManifest::new(self.error, scenario, &target, &machine, description.clone(), &left_out);
        record.seconds = Some(self.seconds);
        keep(&folder, scenario, &record)?;
        // the manifest names the table before it is there
        let mut table = ConvergenceTable::create(&table_in(&folder), &target, false).map_err(Failure::other)?;

        telling.show(opening(&scenario.title, candidates.len(), &left_out));
        let (start, budget) = (Instant::now(), Budget::of_seconds(self.seconds));
        let news = News::begin(listener, &candidates);
        let work = Measuring { target: &target, candidates: &candidates, machine: &machine, budget, news };
        let mut forecast = Page::default();
        forecast.text(work.forecast(own, self.seconds).map_err(Failure::other)?);
        telling.show(forecast);
        let scalar = CpuBackend::new(Some(1), LaneWidth::One).map_err(Failure::other)?;
        let reference = match given {
            Some(reference) => reference,
            None => work.reference(&scalar, &sweep, self.error)?,
        };
        let series = work.series(&reference, &mut table)?;
        let fixed = is_fixed(&target, &scalar, &reference, &series).map_err(Failure::other)?;
        listener.rest();
        let table = table.finish().map_err(Failure::other)?;

        let comparison = Comparison {
            title: &scenario.title,
            target: &target,
            reference: &reference,
            series: &series,
            // what the reference hides is not computed, which may be the scenario's own point
            own: Some(own).filter(|(i, j)| *j < series[*i].points.len()),
            fixed,
            wanted: self.error,
            clock: (machine.repeats > 0).then_some((machine.clock, machine.batch)),
        };
        let succeeded = finish(&mut telling, &comparison, (&folder, &table), &mut record, (&description, start))?;
        Ok(telling.finish(succeeded, Found { reference, series, record }))
    }
}

/// Methods that are named where they are left out; all are in the manifest.
const MOST_NAMES: usize = 4;

/// Returns how the page begins: with the methods that are left out, by reason.
fn opening(title: &str, methods: usize, left_out: &[LeftOut]) -> Page {
    let mut page = Page::of(&format!("{title}: {}", counted(methods as u64, "method")));
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
        page.warning(format!("left out: {named}{more}: {reason}"));
    }
    page
}

/// What is compared, and what may be spent on it.
struct Measuring<'a> {
    target: &'a Target,
    candidates: &'a [Candidate],
    machine: &'a Machine<'a>,
    budget: Budget,
    news: News<'a>,
}

/// The part of the time that a reference may take.
const REFERENCE: f64 = 0.5;

impl Measuring<'_> {
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
struct News<'a> {
    listener: &'a dyn Listener,
    /// What is computed.
    now: Arc<Mutex<String>>,
    done: Arc<AtomicUsize>,
}

impl<'a> News<'a> {
    fn begin(listener: &'a dyn Listener, candidates: &[Candidate]) -> Self {
        let all: usize = candidates.iter().map(|c| c.resolutions.len()).sum();
        let (now, done) = (Arc::<Mutex<String>>::default(), Arc::<AtomicUsize>::default());
        let (shown, shown_done) = (Arc::clone(&now), Arc::clone(&done));
        let text = move |Silence { seconds, in_log }| {
            let done = shown_done.load(Ordering::Relaxed);
            let done = if in_log { format!("{done} of {all} steps, ") } else { String::new() };
            format!("{done}{}, after {seconds} s", shown.lock().unwrap_or_else(PoisonError::into_inner))
        };
        listener.begin(Work::new(text).of_parts(0..all as u64, "steps"));
        Self { listener, now, done }
    }

    fn tell(&self, text: String) {
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    fn advance(&self, count: usize) {
        let done = self.done.fetch_add(count, Ordering::Relaxed) + count;
        self.listener.done(done as u64);
    }
}
