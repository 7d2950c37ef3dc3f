//! What the outputs should be: a fine solution of our own, or a table.

use super::{Candidate, Resolution, Solution, Target};
use crate::ensemble::{Backend, BackendError, Outcome, StudyError};
use crate::formulation::{self, Formulation};
use crate::integrator::{self, Integrator};
use std::path::PathBuf;

/// What errors are taken against.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// The outputs.
    pub solution: Solution,
    /// An estimate of its own error, in the unit of the outputs.
    pub error: f64,
    /// Where it comes from.
    pub source: Source,
}

/// Where a reference comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// It was computed here.
    Own(Own),
    /// A table of the user, whose error is taken to be half a unit of the last digit that it writes.
    Table(PathBuf),
}

/// A reference that was computed.
#[derive(Clone, Debug, PartialEq)]
pub struct Own {
    /// Name of the integrator.
    pub integrator: &'static str,
    /// Name of the formulation.
    pub formulation: &'static str,
    /// Its step, s.
    pub step: f64,
    /// How far the solution is from that with twice the step.
    pub change: f64,
    /// How far it is from that of another method, if another gives one.
    pub check: Option<Check>,
}

/// Another method's solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// Name of the integrator.
    pub integrator: &'static str,
    /// Its step, s.
    pub step: f64,
    /// How far the two solutions are apart.
    pub distance: f64,
}

/// Why there is no reference.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReferenceError {
    /// No method came to the end with two steps.
    #[error(
        "no reference was found: {integrator} ended as {} at t = {time:?} s with a step of {step:?} s; give smaller \
         --steps, or a table with --reference", outcome.name()
    )]
    NoneCompleted {
        /// The method of the highest order.
        integrator: &'static str,
        /// Its smallest step, s.
        step: f64,
        /// How it ended there.
        outcome: Outcome,
        /// When, s.
        time: f64,
    },
    /// The scenario allows no fixed steps that it could be computed with.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// The backend failed.
    #[error(transparent)]
    Backend(#[from] BackendError),
}

/// An error is known where it is larger than this many times that of the reference: it is then right to a tenth.
const KNOWN: f64 = 10.0;

/// How many times smaller than the smallest step of a sweep that of the reference may be.
const FINER: f64 = 8.0;

/// The most steps that a reference may take where no steps of a sweep limit it.
const MOST_STEPS: f64 = 2e6;

impl Reference {
    /// The least error that can be known, far enough above that of the reference.
    pub fn least(&self) -> f64 {
        KNOWN * self.error
    }

    /// True where an error is far enough above that of the reference to be known.
    pub fn knows(&self, error: f64) -> bool {
        error > self.least()
    }

    /// Computes a reference for errors at these equal steps (s, longest first; there may be none).
    ///
    /// The integrator of the highest order halves its step until the solution no longer changes, or until the step is
    /// an eighth of the smallest one. So does the next one of another order. The error is the larger of the change at
    /// the last halving and of the distance between the two, which is on the safe side. Loops leave only implicit methods, and
    /// where these are all of one order the change alone.
    ///
    /// # Errors
    /// Where no integrator comes to the end.
    pub fn compute(target: &Target, backend: &dyn Backend, steps: &[f64]) -> Result<Self, ReferenceError> {
        let longest = steps.first().copied().unwrap_or(target.duration() / 100.0);
        let smallest = steps.last().map_or(target.duration() / MOST_STEPS, |h| h / FINER);
        let ladder = |integrator| Ladder { target, backend, integrator, longest, smallest }.climb();
        let mut ranked: Vec<&'static Integrator> = integrator::ALL.to_vec();
        ranked.sort_by_key(|i| std::cmp::Reverse(i.order));
        let mut failure = None;
        for (rank, integrator) in ranked.iter().enumerate() {
            let rung = match ladder(integrator) {
                Ok(rung) => rung,
                Err(error @ ReferenceError::Backend(_)) => return Err(error),
                Err(error) => {
                    // a method that came not to the end says more than one that cannot integrate the mechanism
                    if !matches!(failure, Some(ReferenceError::NoneCompleted { .. })) {
                        failure = Some(error);
                    }
                    continue;
                }
            };
            let others = ranked[rank + 1..].iter().filter(|i| i.order != integrator.order);
            let check = others.filter_map(|other| Some((other.name, ladder(other).ok()?))).next();
            return Ok(Self::from_rungs(target, integrator.name, rung, check));
        }
        // the catalog is not empty, so something has failed
        Err(failure.unwrap_or_else(|| ReferenceError::Backend(BackendError::new("there is no integrator"))))
    }

    fn from_rungs(target: &Target, integrator: &'static str, rung: Rung, check: Option<(&'static str, Rung)>) -> Self {
        let check = check.and_then(|(integrator, other)| {
            let distance = target.error(&other.solution, &rung.solution)?;
            Some(Check { integrator, step: other.step, distance })
        });
        let apart = check.as_ref().map_or(0.0, |c| c.distance);
        // two solutions may agree by chance, but not better than numbers are rounded
        let error = rung.change.max(apart).max(f64::EPSILON * rung.solution.size());
        let formulation = base_formulation(target).kind.name;
        let own = Own { integrator, formulation, step: rung.step, change: rung.change, check };
        Self { solution: rung.solution, error, source: Source::Own(own) }
    }
}

/// The formulation that references are computed in, on the group, where there is no singularity: joint coordinates, or absolute
/// ones of mechanisms that are no trees.
fn base_formulation(target: &Target) -> &'static Formulation {
    let able = |name| formulation::find(name).filter(|f| f.of(&target.study().mechanism).is_ok());
    able("joint").or_else(|| able("absolute")).unwrap_or(target.study().method.formulation)
}

/// A solution and how far it is from that with twice the step.
struct Rung {
    step: f64,
    solution: Solution,
    change: f64,
}

/// Halves the step of an integrator.
struct Ladder<'a> {
    target: &'a Target,
    backend: &'a dyn Backend,
    integrator: &'static Integrator,
    longest: f64,
    smallest: f64,
}

/// A change below this part of the solution that no longer falls is rounding.
const SMALL: f64 = 1e-8;

impl Ladder<'_> {
    /// The solution that changed least.
    fn climb(&self) -> Result<Rung, ReferenceError> {
        let candidate = Candidate {
            integrator: self.integrator,
            formulation: base_formulation(self.target),
            resolutions: Vec::new(),
            thrifty: false,
        };
        let mut best: Option<Rung> = None;
        let mut before: Option<(Solution, f64)> = None;
        let mut step = self.longest;
        let mut last;
        loop {
            let study = candidate.study(self.target, Resolution::Step(step))?;
            let run = self.target.run(&study, self.backend, 1)?;
            last = (run.outcome, run.time, step);
            if let Some(solution) = run.solution {
                let size = solution.size();
                let mut change = f64::INFINITY;
                if let Some((former, former_change)) = &before {
                    change = self.target.error(&solution, former).unwrap_or(f64::INFINITY);
                    if best.as_ref().is_none_or(|b| change < b.change) {
                        best = Some(Rung { step, solution: solution.clone(), change });
                    }
                    let stalled = change > 0.5 * former_change && *former_change < SMALL * size;
                    if stalled || change <= 4.0 * f64::EPSILON * size {
                        break;
                    }
                }
                before = Some((solution, change));
            } else {
                before = None;
            }
            step /= 2.0;
            if step < self.smallest * (1.0 - 1e-9) {
                break;
            }
        }
        let (outcome, time, step) = last;
        let integrator = self.integrator.name;
        best.filter(|rung| rung.change.is_finite()).ok_or(ReferenceError::NoneCompleted {
            integrator,
            step,
            outcome,
            time,
        })
    }
}
