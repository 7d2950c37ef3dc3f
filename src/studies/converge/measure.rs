//! The error of a method at every step or tolerance, and what it costs.

use super::slope::{Fit, fit, successive};
use super::{Budget, Candidate, Reference, Resolution, Run, Target};
use crate::ensemble::{Backend, BackendError, Outcome, Study};
use crate::formulation::Formulation;
use crate::integrator::Integrator;
use crate::studies::AnalysisKind;
use cpu_time::ProcessTime;
use std::time::Instant;

/// What a measured time is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// CPU time of the process, which works in one thread.
    Cpu,
    /// Wall time.
    Wall,
}

impl Clock {
    /// Returns the name of the clock, as in `CPU time`.
    pub fn name(self) -> &'static str {
        match self {
            Clock::Cpu => "CPU time",
            Clock::Wall => "wall time",
        }
    }

    /// Returns the seconds that something takes, and its result.
    pub(super) fn time<T>(self, work: impl FnOnce() -> T) -> (f64, T) {
        match self {
            Clock::Cpu => {
                let start = ProcessTime::now();
                let result = work();
                (start.elapsed().as_secs_f64(), result)
            }
            Clock::Wall => {
                let start = Instant::now();
                let result = work();
                (start.elapsed().as_secs_f64(), result)
            }
        }
    }
}

/// Makes the backend for a study.
pub type MakeBackend<'a> = dyn Fn(&Study) -> Result<Box<dyn Backend>, BackendError> + 'a;

/// What computes, and how its time is measured: the same member many times at once, so that starting does not count.
pub struct Machine<'a> {
    /// Makes the backend for a study; one for equal steps must serve all of a method.
    pub backend: &'a MakeBackend<'a>,
    /// How often a time is measured; the smallest counts. None is measured where it is zero.
    pub repeats: u32,
    /// Members that are integrated at once while a time is measured.
    pub batch: usize,
    /// Which time.
    pub clock: Clock,
}

impl Machine<'_> {
    /// Returns the seconds that all repetitions of a measurement take of which one takes so many.
    pub(super) fn seconds_of_repeats(&self, once: f64) -> f64 {
        let more = f64::from(self.repeats.saturating_sub(1));
        once + (more * once).min(ENOUGH)
    }
}

/// No measurement is repeated after so many seconds: it is then as precise as one of a short run.
const ENOUGH: f64 = 1.0;

/// One method at one step or tolerance.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Step or tolerance.
    pub resolution: Resolution,
    /// How the member ended.
    pub outcome: Outcome,
    /// When the member ended, s.
    pub time: f64,
    /// Steps made.
    pub steps: u32,
    /// Attempts that were rejected.
    pub rejected: u32,
    /// Evaluations of the dynamics, rejected attempts with them.
    pub evaluations: u64,
    /// The components at the last time, where the member has outputs.
    pub values: Vec<f64>,
    /// The error of the point, see [`Target::error`].
    pub error: Option<f64>,
    /// True where the error is far enough above that of the reference to be known.
    pub known: bool,
    /// Seconds per member, if measured.
    pub seconds: Option<f64>,
}

impl Point {
    /// Returns the step, or the mean of adaptive ones, s; of elements their length as a part of the beam.
    pub fn mean_step(&self) -> f64 {
        match self.resolution {
            Resolution::Step(step) => step,
            Resolution::Elements(count) => 1.0 / count as f64,
            Resolution::Tolerance(_) => self.time / f64::from(self.steps.max(1)),
        }
    }

    /// Returns step and error, where the error is known and not zero.
    pub fn in_plot(&self) -> Option<(f64, f64)> {
        self.error.filter(|e| self.known && *e > 0.0).map(|e| (self.mean_step(), e))
    }
}

/// One method at all its steps or tolerances.
#[derive(Clone, Debug)]
pub struct Series {
    /// The integrator.
    pub integrator: &'static Integrator,
    /// The formulation.
    pub formulation: &'static Formulation,
    /// True where the steps are adaptive.
    pub adaptive: bool,
    /// What outputs are of: of elements not of runs alone.
    pub analysis: AnalysisKind,
    /// The order that errors fall with.
    pub order: usize,
    /// The coarsest first.
    pub points: Vec<Point>,
    /// The slope from the point before to each point.
    pub slopes: Vec<Option<f64>>,
    /// The measured order.
    pub fit: Option<Fit>,
    /// Further steps or tolerances that would have taken too long.
    pub left_out: usize,
}

/// Returns the evaluations of the dynamics in an attempt of a step.
pub(super) fn evaluations_per_attempt(integrator: &Integrator) -> u64 {
    integrator.stage_count() as u64
}

/// Measures a method, as far as the budget goes: what the next step or tolerance takes follows from the last one. Failures
/// of members are data.
///
/// # Errors
/// Where the backend fails.
pub fn measure(
    target: &Target,
    reference: &Reference,
    candidate: &Candidate,
    machine: &Machine<'_>,
    budget: &Budget,
    mut done: impl FnMut(&Point),
) -> Result<Series, BackendError> {
    let mut points: Vec<Point> = Vec::new();
    let mut kept: Option<Box<dyn Backend>> = None;
    let mut spent = 0.0;
    let mut left_out = 0;
    for (i, resolution) in candidate.resolutions.iter().enumerate() {
        let expected = points.last().map_or(0.0, |last| match last.outcome.has_outputs() {
            true => spent * last.resolution.growth(*resolution),
            false => spent,
        });
        if !budget.allows(expected) {
            left_out = candidate.resolutions.len() - i;
            break;
        }
        let study = candidate.study(target, *resolution).map_err(|e| BackendError::new(e.to_string()))?;
        // tolerances are part of a kernel, equal steps are not
        let backend = match kept.take().filter(|_| !candidate.is_adaptive()) {
            Some(backend) => backend,
            None => {
                let backend = (machine.backend)(&study)?;
                // recording counts neither for times nor for the budget's forecast
                if machine.repeats > 0 {
                    backend.prepare(&study);
                }
                backend
            }
        };
        let start = Instant::now();
        let (run, seconds) = timed(target, &study, backend.as_ref(), machine)?;
        kept = Some(backend);
        let error = run.solution.as_ref().and_then(|s| target.error(s, &reference.solution));
        let attempts = u64::from(run.steps) + u64::from(run.rejected);
        let point = Point {
            resolution: *resolution,
            outcome: run.outcome,
            time: run.time,
            steps: run.steps,
            rejected: run.rejected,
            evaluations: evaluations_per_attempt(candidate.integrator) * attempts,
            values: run.solution.map_or(Vec::new(), |s| s.last().to_vec()),
            error,
            known: error.is_some_and(|e| reference.knows(e)),
            seconds,
        };
        done(&point);
        points.push(point);
        spent = start.elapsed().as_secs_f64();
        let hidden = |p: &Point| p.error.is_some() && !p.known;
        if candidate.thrifty && points.iter().rev().take_while(|p| hidden(p)).count() >= Candidate::HIDDEN {
            break;
        }
    }
    let known: Vec<_> = points.iter().map(Point::in_plot).collect();
    Ok(Series {
        integrator: candidate.integrator,
        formulation: candidate.formulation,
        adaptive: candidate.is_adaptive(),
        analysis: AnalysisKind::Run,
        order: candidate.integrator.order,
        slopes: successive(&known),
        fit: fit(&known),
        points,
        left_out,
    })
}

/// A measurement shorter than this, s, is repeated with more members.
const SHORTEST: f64 = 2e-3;
/// More members than this many batches are not taken.
const MOST_BATCHES: usize = 64;

/// Returns the run of a member, and the seconds per member of many.
fn timed(
    target: &Target,
    study: &Study,
    backend: &dyn Backend,
    machine: &Machine<'_>,
) -> Result<(Run, Option<f64>), BackendError> {
    if machine.repeats == 0 {
        return Ok((target.run(study, backend, 1)?, None));
    }
    let mut count = machine.batch;
    // what a device does at the first run does not count
    if machine.clock == Clock::Wall {
        target.run(study, backend, count)?;
    }
    loop {
        let (mut best, run) = machine.clock.time(|| target.run(study, backend, count));
        let run = run?;
        if run.solution.is_none() {
            return Ok((run, None)); // what fails early costs nothing that is of interest
        }
        if best < SHORTEST && count < MOST_BATCHES * machine.batch {
            count *= 4;
            continue;
        }
        let start = Instant::now();
        for _ in 1..machine.repeats {
            if start.elapsed().as_secs_f64() + best > ENOUGH {
                break;
            }
            let (seconds, again) = machine.clock.time(|| target.run(study, backend, count));
            again?;
            best = best.min(seconds);
        }
        return Ok((run, Some(best / count as f64)));
    }
}
