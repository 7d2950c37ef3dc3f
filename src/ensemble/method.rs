//! How members are integrated: coordinates, method and steps.

use super::start::InitialConditions;
use super::step_sequence::{AdaptiveLimits, EqualSteps, StepSequence, StepSequenceError};
use crate::formulation::Formulation;
use crate::integrator::Implicit;
use crate::integrator::control::{Controller, ControllerKind};
use crate::integrator::{Integrator, Scheme};
use crate::model::expression::{larger, smaller};
use crate::model::{Expr, Mechanism};
use crate::num::Real;

/// The largest step by default, as a part of the run, where something depends on the time.
const LARGEST_BY_TIME: f64 = 1.0 / 50.0;

/// Says whether members run once, or with steps of two lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extrapolation {
    /// They run once.
    #[default]
    None,
    /// They run with the steps and with half of them, which gives order 4 where the method has order 2.
    Richardson,
    /// Such a run with half the steps.
    Half,
}

/// How a member is integrated.
#[derive(Clone, Debug)]
pub struct Method {
    /// The coordinates that rotations are stored in.
    pub formulation: &'static Formulation,
    /// The integrator.
    pub integrator: &'static Integrator,
    /// The steps of the method.
    pub steps: Steps,
    /// Duration, s.
    pub duration: Expr,
    /// How an implicit integrator is set; explicit ones do not read it.
    pub implicit: Implicit,
    /// How members of an implicit integrator begin; explicit ones do not read it.
    pub conditions: InitialConditions,
    /// Whether members run with steps of two lengths, which are combined.
    pub extrapolation: Extrapolation,
    /// The most events of a member: they are kept in memory until it ends.
    pub event_limit: usize,
    /// Whether steps end where something switches with the time or the state.
    pub ends_at_switches: bool,
    /// Whether members are run in time; equilibria and modes are of their start alone.
    pub makes_steps: bool,
}

impl Method {
    /// [`Method::event_limit`] where none is given.
    pub const EVENT_LIMIT: usize = 100_000;
    /// The largest that is accepted.
    pub const MOST_EVENTS: usize = 1_000_000_000;

    /// Returns the steps of a member with these values of all parameters.
    ///
    /// # Errors
    /// Where step, tolerances and duration do not fit.
    pub(super) fn step_sequence(&self, parameters: &[f64]) -> Result<StepSequence, StepSequenceError> {
        let duration = self.duration.evaluate(parameters);
        match &self.steps {
            Steps::Fixed(step) => {
                let divide = if self.integrator.is_implicit() { EqualSteps::dividing } else { EqualSteps::new };
                let steps = divide(step.evaluate(parameters), duration)?;
                let is_half = self.extrapolation == Extrapolation::Half;
                Ok(StepSequence::Fixed(if is_half { steps.halved() } else { steps }))
            }
            Steps::Adaptive(adaptive) => {
                let value = |e: &Expr| e.evaluate(parameters);
                let limits = AdaptiveLimits {
                    duration,
                    first: adaptive.first.as_ref().map(|first| value(first).min(duration)),
                    smallest: adaptive.smallest.as_ref().map_or(duration * AdaptiveLimits::SMALLEST, value),
                    largest: adaptive.largest.as_ref().map_or(duration, value),
                };
                limits.check(value(&adaptive.absolute), value(&adaptive.relative))?;
                Ok(StepSequence::Adaptive(limits))
            }
        }
    }

    /// Returns what the tolerances of a step are of those of the run, absolute and relative ones; nothing where they are the same. Of an implicit method
    /// whose estimate is of what it goes on with, errors of steps add up to one of an order less: the root of the relative tolerance by the order
    /// of the method. (Measured: generalized_alpha with 1e-7 ends a pendulum's three seconds 1600 times that off where steps have the given
    /// tolerances, and 8 times with those.)
    pub(super) fn part_of_a_step<R: Real>(&self, (absolute, relative): (R, R)) -> Option<R> {
        let order = self.integrator.order;
        if !self.integrator.is_implicit() || self.integrator.error_order() != Some(order) {
            return None;
        }
        let size = R::select(R::zero().less(relative), relative, absolute).min(R::one());
        Some((size.ln() / R::constant(order as f64)).exp())
    }

    /// Says whether the method holds the sides of what switches over steps, which end where one changes. Implicit ones begin anew there: not
    /// where runs are combined, nor from an equilibrium, which is found by functions that decide for themselves.
    pub(super) fn holds_sides(&self, mechanism: &Mechanism) -> bool {
        let begins_anew = self.extrapolation == Extrapolation::None && !self.conditions.equilibrium;
        // splitting methods have no values of first order, as sides are
        let has_values = !matches!(self.integrator.scheme, Scheme::Splitting(_));
        self.ends_at_switches && mechanism.holds_sides && has_values && (begins_anew || !self.integrator.is_implicit())
    }

    /// Limits adaptive steps to a part of the run where something depends on the time and nothing else limits them: what moves little
    /// before is not stepped over.
    pub(crate) fn see_what_depends_on_time(&mut self, mechanism: &Mechanism) {
        if let Steps::Adaptive(adaptive) = &mut self.steps
            && mechanism.depends_on_time
            && adaptive.largest.is_none()
        {
            let part = self.duration.times(LARGEST_BY_TIME);
            adaptive.largest = Some(adaptive.first.as_ref().map_or(part.clone(), |first| larger(first, &part)));
        }
    }

    /// Tells whether the duration or the steps depend on one of the varied parameters.
    pub(super) fn steps_depend_on(&self, varied: &impl Fn(usize) -> bool) -> bool {
        let depends = |e: &Expr| e.depends_on(varied);
        let of_steps = match &self.steps {
            Steps::Fixed(step) => depends(step),
            Steps::Adaptive(adaptive) => {
                let Adaptive { absolute, relative, first, smallest, largest, .. } = &**adaptive;
                [absolute, relative].into_iter().chain(first).chain(smallest).chain(largest).any(depends)
            }
        };
        of_steps || depends(&self.duration)
    }
}

/// How long steps are.
#[derive(Clone, Debug)]
pub enum Steps {
    /// Equal steps, s: the last one is shortened to hit the end, or all of an implicit method are.
    Fixed(Expr),
    /// Steps that keep an estimate of the error below a tolerance.
    Adaptive(Box<Adaptive>),
}

/// What bounds the steps of every member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepBounds {
    /// Attempts, accepted and rejected, after which a member is given up.
    pub attempts: u32,
    /// The smallest factor between two steps.
    pub shrink: f64,
    /// The largest.
    pub growth: f64,
}

impl Steps {
    /// Returns the bounds of the steps; equal steps do not change.
    pub fn bounds(&self) -> StepBounds {
        match self {
            Steps::Fixed(_) => StepBounds { attempts: u32::MAX, shrink: 1.0, growth: 1.0 },
            Steps::Adaptive(a) => {
                StepBounds { attempts: a.limit, shrink: a.controller.shrink, growth: a.controller.growth }
            }
        }
    }

    /// Returns steps whose given lengths are so many times as long, of adaptive ones with so many times the tolerances.
    #[must_use]
    pub fn times(&self, length: f64, tolerance: f64) -> Self {
        match self {
            Steps::Fixed(step) => Steps::Fixed(step.times(length)),
            Steps::Adaptive(adaptive) => Steps::Adaptive(Box::new(Adaptive {
                absolute: adaptive.absolute.times(tolerance),
                relative: adaptive.relative.times(tolerance),
                first: adaptive.first.as_ref().map(|first| first.times(length)),
                smallest: adaptive.smallest.as_ref().map(|smallest| smallest.times(tolerance)),
                largest: adaptive.largest.as_ref().map(|largest| largest.times(length)),
                // methods of first order take so many times more
                limit: adaptive.limit.saturating_mul(10),
                ..(**adaptive).clone()
            })),
        }
    }
}

/// Automatic step-size control, Appendix B of Holzinger et al. (2024).
#[derive(Clone, Debug)]
pub struct Adaptive {
    /// Absolute tolerance a_tol, (B17): m, rad, m/s, rad/s.
    pub absolute: Expr,
    /// Relative tolerance r_tol, (B17).
    pub relative: Expr,
    /// The first step, s; a guess is made where it is absent.
    pub first: Option<Expr>,
    /// The smallest step h_min, s.
    pub smallest: Option<Expr>,
    /// The largest step h_max, (B21), s.
    pub largest: Option<Expr>,
    /// Attempts, accepted and rejected, after which a member is given up.
    pub limit: u32,
    /// The controller that makes the next step of error norms.
    pub controller: Controller,
    /// Whether the errors of derivatives of the state by parameters and values at the start count: each derivative by itself, as the
    /// state does, and the largest error of all decides.
    pub derivatives: bool,
}

impl Adaptive {
    /// Returns the control with tolerances that make steps half as long, of a method of this order, but for what rounding leaves of them.
    #[must_use]
    pub fn halved(&self, order: usize) -> Self {
        self.with_steps(0.5, order)
    }

    /// Returns the control with tolerances that make steps so many times as long, as [`Adaptive::halved`] does.
    #[must_use]
    pub fn with_steps(&self, length: f64, order: usize) -> Self {
        /// Below this tolerances are of rounding.
        const ROUNDING: f64 = 3e-14;
        let part = length.powi(order as i32);
        let finer = |tolerance: &Expr| larger(&tolerance.times(part), &smaller(tolerance, &Expr::Constant(ROUNDING)));
        Self { absolute: finer(&self.absolute), relative: finer(&self.relative), ..self.clone() }
    }

    /// Attempts of a step that a member may take where nobody says how many: hundreds of times what smooth motions take,
    /// and seconds of one core.
    pub const STEP_LIMIT: u32 = 1_000_000;

    /// Returns the control that has these tolerances, for an error estimate of this order, and all else by default.
    pub fn new(absolute: f64, relative: f64, order: usize) -> Self {
        let [absolute, relative] = [absolute, relative].map(Expr::Constant);
        let controller = Controller::new(ControllerKind::Pi, order);
        let limit = Self::STEP_LIMIT;
        Self { absolute, relative, first: None, smallest: None, largest: None, limit, controller, derivatives: false }
    }
}
