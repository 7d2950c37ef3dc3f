//! What the outputs should be: a fine solution of our own, or a table.

use super::{Budget, Candidate, Resolution, Solution, Target};
use crate::ensemble::{Backend, BackendError, Outcome, StudyError};
use crate::formulation::{self, Formulation};
use crate::integrator::{self, Integrator};
use std::path::PathBuf;
use std::time::Instant;

/// What errors are taken against.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// The outputs.
    pub solution: Solution,
    /// An estimate of its own error, in the unit of the outputs.
    pub error: f64,
    /// Where the reference comes from.
    pub source: Source,
}

/// Where a reference comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The reference was computed here.
    Own(Own),
    /// A table of the user, whose error is taken to be half a unit of the last digit that it writes.
    Table(PathBuf),
    /// The solution with many elements in each beam.
    Elements {
        /// How many.
        elements: usize,
        /// How far the solution is from that with half as many.
        change: f64,
        /// True where more would have taken too long.
        cut: bool,
    },
}

/// A reference that was computed.
#[derive(Clone, Debug, PartialEq)]
pub struct Own {
    /// Name of the integrator.
    pub integrator: &'static str,
    /// Name of the formulation.
    pub formulation: &'static str,
    /// The step of the reference, s.
    pub step: f64,
    /// True where the reference is extrapolated from solutions with this step and with twice the step.
    pub extrapolated: bool,
    /// How far the solution is from that with twice the step.
    pub change: f64,
    /// The distance of the solution from that of another method, if another gives one.
    pub check: Option<Check>,
    /// True where a shorter step would have taken too long.
    pub cut: bool,
}

/// The solution of another method.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// Name of the integrator.
    pub integrator: &'static str,
    /// The step of the other method, s.
    pub step: f64,
    /// How far the two solutions are apart.
    pub distance: f64,
}

/// The reason why there is no reference.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReferenceError {
    /// No method came to the end with two steps.
    #[error(
        "no reference was found: {integrator} ended as {} at t = {time:?} s with a step of {step:?} s; give smaller \
         --steps, more --seconds, or a table with --reference", outcome.name()
    )]
    NoneCompleted {
        /// The method of the highest order.
        integrator: &'static str,
        /// The smallest step of the method, s.
        step: f64,
        /// How the run with the smallest step ended.
        outcome: Outcome,
        /// When the run with the smallest step ended, s.
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

/// A reference is fine enough whose error is this part of the least error that is asked about: methods of the same order
/// with far smaller errors are then told apart still.
const ENOUGH: f64 = 1e-4;

/// The part of its time that a reference takes before another method checks it.
const FIRST: f64 = 0.6;

/// What a reference must serve for.
#[derive(Clone, Copy, Debug)]
pub struct Need<'a> {
    /// Equal steps of the methods that are compared, s, longest first; there may be none.
    pub steps: &'a [f64],
    /// The smallest tolerance of adaptive steps, where there are no others.
    pub tolerance: Option<f64>,
    /// The error that is asked about, in the unit of the outputs, where one is.
    pub error: Option<f64>,
    /// The time that it may take.
    pub budget: Budget,
}

impl<'a> Need<'a> {
    /// Describes what errors at these steps need, however long that takes.
    pub fn of_steps(steps: &'a [f64]) -> Self {
        Self { steps, tolerance: None, error: None, budget: Budget::UNLIMITED }
    }
}

impl Reference {
    /// Returns the least error that can be known, far enough above that of the reference.
    pub fn least(&self) -> f64 {
        KNOWN * self.error
    }

    /// Tells whether an error is far enough above that of the reference to be known.
    pub fn knows(&self, error: f64) -> bool {
        error > self.least()
    }

    /// Tells whether the reference would be finer if it had been given more time.
    pub fn is_cut(&self) -> bool {
        match &self.source {
            Source::Own(own) => own.cut,
            Source::Elements { cut, .. } => *cut,
            Source::Table(_) => false,
        }
    }

    /// Computes a reference. `tell` is given the name of an integrator and its step, s, before each run.
    ///
    /// The integrator of the highest order halves its step until the solution no longer changes, or is good enough for
    /// what is asked, or the step is an eighth of the smallest one, or the next run would take too long. Successive
    /// solutions are extrapolated to the step zero by the order of the method (Richardson; Hairer, Norsett, Wanner (1993),
    /// Solving Ordinary Differential Equations I, II.4), and what changes less counts. So does the next integrator of
    /// another order. The error is the larger of the change at the last halving and of the distance between the two,
    /// which is on the safe side. Loops leave only implicit methods, and where these are all of one order the change
    /// alone.
    ///
    /// # Errors
    /// Where no integrator comes to the end.
    pub fn compute(
        target: &Target,
        backend: &dyn Backend,
        need: &Need<'_>,
        tell: &dyn Fn(&str, f64),
    ) -> Result<Self, ReferenceError> {
        let mut ranked: Vec<&'static Integrator> = integrator::ALL.to_vec();
        ranked.sort_by_key(|i| std::cmp::Reverse(i.order));
        let mut failure = None;
        for (rank, integrator) in ranked.iter().enumerate() {
            let first = Need { budget: need.budget.part(FIRST), ..*need };
            let rung = match (Ladder { target, backend, integrator, need: first, tell }).climb() {
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
            // a method of order 1 is too far from it to say anything
            let others = ranked[rank + 1..].iter().copied().filter(|i| i.order != integrator.order && i.order > 1);
            let check = |other: &'static Integrator| {
                let rung = Ladder { target, backend, integrator: other, need: *need, tell }.climb().ok()?;
                Some((other.name, rung))
            };
            return Ok(Self::from_rungs(target, integrator.name, rung, others.filter_map(check).next()));
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
        let Rung { step, extrapolated, change, cut, .. } = rung;
        let own = Own { integrator, formulation, step, extrapolated, change, check, cut };
        Self { solution: rung.solution, error, source: Source::Own(own) }
    }
}

/// Returns the formulation that references are computed in, on the group, where there is no singularity: joint
/// coordinates, or absolute ones of mechanisms that are no trees.
pub(super) fn base_formulation(target: &Target) -> &'static Formulation {
    let able = |name| formulation::find(name).filter(|f| f.of(&target.study().mechanism).is_ok());
    able("joint").or_else(|| able("absolute")).unwrap_or(target.study().method.formulation)
}

/// A solution and how far it is from that with twice the step.
struct Rung {
    step: f64,
    extrapolated: bool,
    solution: Solution,
    change: f64,
    cut: bool,
}

/// Halves the step of an integrator.
struct Ladder<'a> {
    target: &'a Target,
    backend: &'a dyn Backend,
    integrator: &'static Integrator,
    need: Need<'a>,
    tell: &'a dyn Fn(&str, f64),
}

/// A change below this part of the solution that no longer falls is rounding.
const SMALL: f64 = 1e-8;

/// Solutions at steps of which each is half of the one before: as they are, or extrapolated.
#[derive(Default)]
struct Sequence {
    last: Option<Solution>,
    change: Option<f64>,
}

impl Sequence {
    /// Adds a solution and returns how far it is from the one before, at least as its method lets it be, and whether that
    /// is rounding.
    fn add(&mut self, target: &Target, solution: Option<&Solution>, power: f64) -> (f64, bool) {
        let former = std::mem::replace(&mut self.last, solution.cloned());
        let change = former.zip(solution).and_then(|(former, solution)| target.error(solution, &former));
        let before = std::mem::replace(&mut self.change, change);
        let size = solution.map_or(0.0, Solution::size);
        let Some(change) = change else { return (f64::INFINITY, false) };
        if before.is_some_and(|before| change > 0.5 * before && before < SMALL * size) {
            return (change, true);
        }
        // a change may be small by chance, but not much smaller than the order lets it be
        let change = change.max(before.map_or(0.0, |before| before / (4.0 * power)));
        (change, change <= 4.0 * f64::EPSILON * size)
    }
}

impl Ladder<'_> {
    /// Returns the solution that changed least.
    fn climb(&self) -> Result<Rung, ReferenceError> {
        let candidate = Candidate {
            integrator: self.integrator,
            formulation: base_formulation(self.target),
            resolutions: Vec::new(),
            thrifty: false,
        };
        let duration = self.target.duration();
        let longest = self.need.steps.first().copied().unwrap_or(duration / 100.0);
        let smallest = self.need.steps.last().map_or(duration / MOST_STEPS, |h| h / FINER);
        let power = 2f64.powi(self.integrator.order as i32);
        let mut best: Option<Rung> = None;
        let [mut plain, mut extrapolated] = [Sequence::default(), Sequence::default()];
        let mut cut = false;
        let mut step = longest;
        let mut last;
        loop {
            let study = candidate.study(self.target, Resolution::Step(step))?;
            (self.tell)(self.integrator.name, step);
            let start = Instant::now();
            let run = self.target.run(&study, self.backend, 1)?;
            let spent = start.elapsed().as_secs_f64();
            last = (run.outcome, run.time, step);
            let finer = run.solution.as_ref();
            let both = plain.last.as_ref().zip(finer).and_then(|(a, b)| b.extrapolated(a, power));
            let (plain_change, plain_done) = plain.add(self.target, finer, power);
            let (change, done) = extrapolated.add(self.target, both.as_ref(), power);
            let found = [(finer, false, plain_change), (both.as_ref(), true, change)];
            for (solution, extrapolated, change) in found {
                let better = change.is_finite() && best.as_ref().is_none_or(|b| change < b.change);
                if let Some(solution) = solution.filter(|_| better) {
                    best = Some(Rung { step, extrapolated, solution: solution.clone(), change, cut });
                }
            }
            let enough = best.as_ref().is_some_and(|b| b.change <= self.enough(&b.solution, plain_change, step, power));
            if plain_done || done || enough {
                break;
            }
            step /= 2.0;
            if step < smallest * (1.0 - 1e-9) {
                break;
            }
            // one solution alone says nothing
            let useful = best.is_some() || plain.last.is_none();
            if useful && !self.need.budget.allows(2.0 * spent) {
                cut = true;
                break;
            }
        }
        let (outcome, time, step) = last;
        let integrator = self.integrator.name;
        let found = best.map(|rung| Rung { cut, ..rung });
        found.ok_or(ReferenceError::NoneCompleted { integrator, step, outcome, time })
    }

    /// Returns the error of a reference that is good enough: a small part of the error that is asked about, or of the
    /// least one that there will be, which is that of the integrator itself at the smallest step, or of the smallest
    /// tolerance.
    fn enough(&self, solution: &Solution, change: f64, step: f64, power: f64) -> f64 {
        let at_smallest = self.need.steps.last().map(|smallest| {
            let ratio = (smallest / step).powi(self.integrator.order as i32);
            if change.is_finite() { change / (power - 1.0) * ratio.min(1.0) } else { 0.0 }
        });
        let of_tolerance = self.need.tolerance.map(|tolerance| tolerance * solution.size());
        ENOUGH * self.need.error.or(at_smallest).or(of_tolerance).unwrap_or(0.0)
    }
}
