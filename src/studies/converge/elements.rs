//! How the error of a study falls with the elements of its beams.

use super::finish::{Found, finish, table_in};
use super::measure::evaluations_per_attempt;
use super::page::Comparison;
use super::record::ConvergenceManifest;
use super::request::Request;
use super::slope::{fit, successive};
use super::table::ConvergenceTable;
use super::{At, Budget, Clock, Machine, Point, Reference, Resolution, Run, Series, Source, Target, read_table};
use crate::ensemble::cpu::{CpuBackend, LaneWidth};
use crate::ensemble::{Backend, BackendError, Study};
use crate::io::folder::{Inputs, ResultsFolder};
use crate::io::scenario::Scenario;
use crate::model::Elements;
use crate::report::{Page, counted};
use crate::studies::common::{folder, keep};
use crate::studies::request::Results;
use crate::studies::telling::Telling;
use crate::studies::{AnalysisKind, Failure, Listener, Silence, Work};
use std::time::Instant;

/// The part of the time that numbers of elements may take beside the reference.
const POINTS: f64 = 0.5;

/// The error of a reference is at least this part of its change: those of elements of order 2 and more fall faster.
const STEEPEST: f64 = 15.0;

/// Errors below this part of the outputs are rounding.
const ROUNDING: f64 = 1e-12;

/// A study with so many elements, and what computes it.
struct Rung {
    target: Target,
    backend: Box<dyn Backend>,
}

/// Studies that differ in their elements.
struct Ladder<'a> {
    request: &'a Request,
    scenario: &'a Scenario,
}

/// What a run with so many elements came to, and what it took, s.
struct Ran {
    elements: usize,
    run: Run,
    seconds: f64,
    /// With what is done before, s.
    spent: f64,
}

/// Compares numbers of elements.
pub(super) fn compare(request: Request, listener: &dyn Listener) -> Result<Results<Found>, Failure> {
    let (mut telling, scenario) = (Telling::new(listener), &request.scenario);
    let (own, counts) = request.counts()?;
    let ladder = Ladder { request: &request, scenario };
    // what cannot be is refused before anything is written
    let Rung { target, backend } = ladder.rung(counts[0])?;
    ladder.scenario(counts[counts.len() - 1])?;
    let given = request.reference.as_ref().map(|path| read_table(path, &target).map_err(Failure::input)).transpose()?;
    let make = |_: &Study| -> Result<Box<dyn Backend>, BackendError> {
        Err(BackendError::new("numbers of elements have backends of their own"))
    };
    let machine = Machine { backend: &make, repeats: 1, batch: 1, clock: Clock::Wall };
    let inputs = Inputs::of(scenario).with(request.reference.clone());
    let out = folder(request.folder.clone(), &scenario.path, "_convergence");
    let folder = ResultsFolder::create(&out, request.existing, &inputs).map_err(Failure::input)?;
    let description = backend.description();
    let mut record = ConvergenceManifest::new(request.error, scenario, &target, &machine, description.clone(), &[]);
    record.seconds = Some(request.seconds);
    keep(&folder, scenario, &record)?;
    // the manifest names the table before it is there
    let mut table = ConvergenceTable::create(&table_in(&folder), &target, true).map_err(Failure::other)?;
    let mut page = Page::of(&format!("{}: elements of beams", scenario.title));
    scenario.advice().into_iter().for_each(|advice| page.warning(advice));
    telling.show(page);

    let (start, budget) = (Instant::now(), Budget::of_seconds(request.seconds));
    listener.begin(Work::new(|Silence { seconds, .. }| format!("elements of beams, for {seconds} s now")));
    let part = if given.is_some() { budget } else { budget.part(POINTS) };
    let (mut ran, left_out) = ladder.climb(&counts, &part)?;
    let reference = match given {
        Some(reference) => reference,
        None => ladder.reference(&mut ran, &target, &budget)?,
    };
    listener.rest();
    ran.truncate(counts.len() - left_out);
    let series = vec![series(&request, &target, &reference, (ran, left_out))];
    table.write(&series[0]).map_err(Failure::other)?;
    let table = table.finish().map_err(Failure::other)?;
    let errors: Vec<f64> = series[0].points.iter().filter_map(|point| point.error).collect();
    let rounding = ROUNDING * reference.solution.size();
    let place = |own: usize| series[0].points.iter().position(|p| p.resolution == Resolution::Elements(own));
    let comparison = Comparison {
        title: &scenario.title,
        target: &target,
        reference: &reference,
        series: &series,
        own: own.and_then(place).map(|at| (0, at)),
        fixed: !errors.is_empty() && errors.iter().all(|error| *error <= rounding),
        wanted: request.error,
        clock: Some((Clock::Wall, 1)),
    };
    let succeeded = finish(&mut telling, &comparison, (&folder, &table), &mut record, (&description, start))?;
    Ok(telling.finish(succeeded, Found { reference, series, record }))
}

impl Request {
    /// Returns the elements of the scenario's beams, where all have as many, and those that are compared, these among them.
    fn counts(&self) -> Result<(Option<usize>, Vec<usize>), Failure> {
        let beams = &self.scenario.study.mechanism.beams;
        if self.elements.is_empty() {
            let name = self.analysis.name();
            return Err(Failure::input(format!(
                "--of {name}: methods and steps are compared of runs; accepted: --elements beside it, or --of run"
            )));
        }
        let Some(first) = beams.first() else {
            return Err(Failure::input("--elements: the scenario has no beams; accepted: a scenario with a [[beam]]"));
        };
        if self.analysis != AnalysisKind::Run && self.at == At::Max {
            let name = self.analysis.name();
            return Err(Failure::input(format!(
                "--at max: found with --of {name}, which takes no samples; accepted: --at end"
            )));
        }
        let own = Some(first.elements()).filter(|own| beams.iter().all(|beam| beam.elements() == *own));
        let mut counts: Vec<usize> = self.elements.iter().copied().chain(own).collect();
        counts.sort_unstable();
        counts.dedup();
        Ok((own, counts))
    }
}

impl Ladder<'_> {
    fn scenario(&self, elements: usize) -> Result<Scenario, Failure> {
        let scenario = self.scenario.with_elements(Elements::Count(elements));
        scenario.map_err(|e| Failure::input(format!("--elements {elements}: {e}")))
    }

    fn rung(&self, elements: usize) -> Result<Rung, Failure> {
        let scenario = self.scenario(elements)?;
        let analysed = self.request.analysis.of(&scenario)?;
        let target = Target::new(&analysed.study, self.request.member, &self.request.output, self.request.at);
        let backend: Box<dyn Backend> = match analysed.backend {
            Some(backend) => backend,
            // one member alone runs as the scalar reference, which needs no recording
            None => Box::new(CpuBackend::new(Some(1), LaneWidth::One).map_err(Failure::other)?),
        };
        Ok(Rung { target: target.map_err(Failure::input)?, backend })
    }

    fn run(&self, elements: usize) -> Result<Ran, Failure> {
        let start = Instant::now();
        let Rung { target, backend } = self.rung(elements)?;
        let (seconds, run) = Clock::Wall.time(|| target.run(target.study(), backend.as_ref(), 1));
        Ok(Ran { elements, run: run.map_err(Failure::other)?, seconds, spent: start.elapsed().as_secs_f64() })
    }

    /// Runs with as many of these elements as a budget allows, and counts those that are left out.
    fn climb(&self, counts: &[usize], budget: &Budget) -> Result<(Vec<Ran>, usize), Failure> {
        let mut ran: Vec<Ran> = Vec::new();
        for (k, elements) in counts.iter().enumerate() {
            if !ran.is_empty() && !budget.allows(self.expected(&ran, *elements)) {
                return Ok((ran, counts.len() - k));
            }
            ran.push(self.run(*elements)?);
        }
        Ok((ran, 0))
    }

    /// Returns how long a run with so many elements takes, s: modes are of a full matrix, others between a banded and a full one.
    fn expected(&self, ran: &[Ran], elements: usize) -> f64 {
        let power = if self.request.analysis == AnalysisKind::Modes { 3 } else { 2 };
        ran.last().map_or(0.0, |last| last.spent * (elements as f64 / last.elements as f64).powi(power))
    }

    /// Returns the solution with twice, or four times, the most elements, as far as a budget allows; its error follows from its distance
    /// from that with half as many.
    fn reference(&self, ran: &mut Vec<Ran>, target: &Target, budget: &Budget) -> Result<Reference, Failure> {
        let mut cut = false;
        for _ in 0..2 {
            let next = 2 * ran.last().map_or(1, |last| last.elements);
            if ran.len() > 1 && !budget.allows(self.expected(ran, next)) {
                cut = true;
                break;
            }
            match self.run(next) {
                Ok(finer) => ran.push(finer),
                // a beam cannot have more
                Err(_) if ran.len() > 1 => {
                    cut = true;
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        let [.., coarse, fine] = &ran[..] else { return Err(Failure::input("--elements: nothing to compare with")) };
        let (Some(solution), Some(before)) = (&fine.run.solution, &coarse.run.solution) else {
            return Err(Failure::input(format!(
                "--elements: no reference was found: {} ended as {} at t = {:?} s; accepted: other elements, or a table with --reference",
                counted(fine.elements as u64, "element"),
                fine.run.outcome.name(),
                fine.run.time
            )));
        };
        let change = target.error(solution, before).unwrap_or(f64::INFINITY);
        // by so much changes have fallen: what follows is a geometric series, which chance may make look steeper
        let earlier = ran.len().checked_sub(3).and_then(|at| target.error(before, ran[at].run.solution.as_ref()?));
        let fallen = earlier.map_or(1.0, |earlier| earlier / change.max(f64::MIN_POSITIVE));
        let error = (change / (fallen - 1.0).clamp(1.0, STEEPEST)).max(f64::EPSILON * solution.size());
        Ok(Reference {
            solution: solution.clone(),
            error,
            source: Source::Elements { elements: fine.elements, change, cut },
        })
    }
}

/// Returns the errors of runs.
fn series(request: &Request, target: &Target, reference: &Reference, (ran, left_out): (Vec<Ran>, usize)) -> Series {
    let method = &target.study().method;
    let point = |Ran { elements, run, seconds, .. }: Ran| {
        let error = run.solution.as_ref().and_then(|solution| target.error(solution, &reference.solution));
        let attempts = u64::from(run.steps) + u64::from(run.rejected);
        Point {
            resolution: Resolution::Elements(elements),
            outcome: run.outcome,
            time: run.time,
            steps: run.steps,
            rejected: run.rejected,
            evaluations: evaluations_per_attempt(method.integrator) * attempts,
            values: run.solution.map_or(Vec::new(), |solution| solution.last().to_vec()),
            error,
            known: error.is_some_and(|error| reference.knows(error)),
            seconds: Some(seconds),
        }
    };
    let points: Vec<Point> = ran.into_iter().map(point).collect();
    let known: Vec<_> = points.iter().map(Point::in_plot).collect();
    let orders = request.scenario.study.mechanism.beams.iter().map(|beam| 2 * beam.order());
    Series {
        integrator: method.integrator,
        formulation: method.formulation,
        adaptive: false,
        analysis: request.analysis,
        order: orders.min().unwrap_or(0),
        slopes: successive(&known),
        fit: fit(&known),
        points,
        left_out,
    }
}
