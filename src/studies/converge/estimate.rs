//! How long a comparison will take.

use super::{Candidate, Machine, Resolution, Target};
use crate::ensemble::BackendError;
use std::time::Instant;

/// A run this long, s, says what a step takes.
const PILOT: f64 = 0.05;

/// Runs that fail are tried for so long, s.
const LONGEST: f64 = 2.0;

/// Estimates how long all candidates take, s, from the place of one of them whose run is measured. `None` where that run
/// fails, or the number of adaptive steps is not known.
///
/// # Errors
/// Where the backend fails.
pub fn estimate(
    target: &Target,
    candidates: &[Candidate],
    pilot: usize,
    machine: &Machine<'_>,
) -> Result<Option<f64>, BackendError> {
    let mut resolutions = candidates[pilot].resolutions.iter();
    let Some(first @ Resolution::Step(_)) = resolutions.next() else {
        return Ok(None);
    };
    let start = Instant::now();
    let mut study = candidates[pilot].study(target, *first).map_err(|e| BackendError::new(e.to_string()))?;
    let backend = (machine.backend)(&study)?;
    backend.prepare(&study);
    let prepared = start.elapsed().as_secs_f64();
    let runs = if machine.repeats == 0 { 1 } else { machine.batch };
    let begin = Instant::now();
    let mut measured = None;
    loop {
        let start = Instant::now();
        let run = target.run(&study, backend.as_ref(), runs)?;
        let spent = start.elapsed().as_secs_f64();
        if run.solution.is_some() {
            measured = Some((f64::from(run.steps.max(1)), spent));
        }
        // so that what a run takes beside its steps hardly counts
        let enough = if measured.is_some() { spent >= PILOT } else { begin.elapsed().as_secs_f64() >= LONGEST };
        let Some(next) = resolutions.next().filter(|_| !enough) else { break };
        study = candidates[pilot].study(target, *next).map_err(|e| BackendError::new(e.to_string()))?;
    }
    let Some((steps, spent)) = measured else { return Ok(None) };
    let stages = |c: &Candidate| c.integrator.stage_count() as f64;
    let per_evaluation = spent / (steps * stages(&candidates[pilot]));
    let mut seconds = 0.0;
    for candidate in candidates {
        seconds += prepared;
        for resolution in &candidate.resolutions {
            let Resolution::Step(step) = resolution else { return Ok(None) };
            let once = target.duration() / step * stages(candidate) * per_evaluation;
            seconds += machine.seconds_of_repeats(once);
        }
    }
    Ok(Some(seconds))
}
