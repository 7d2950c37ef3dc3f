//! What is to be run.

mod anew;
mod begins;
mod begun;
mod constraints;
mod corners;
mod derivatives;
mod error;
mod implicit;
mod kinks;
mod members;
mod moved_anew;
mod part;
mod phase;
mod resets;
mod resolved;
mod retries;
mod sensitivity;
mod twice;
mod undetermined;

use super::method::{Method, Steps};
use super::sampling::Sampling;
use super::step_sequence::{CommonSteps, StepSequence, StepSequenceError};
use super::time_loop::failure;
use super::{EventRecord, Outcome, PointTable};
use crate::formulation::Formulated;
use crate::integrator;
use crate::model::Source;
use crate::model::acting::Acting;
use crate::model::output::{self, EventQuantity};
use crate::model::{Corner, Mechanism, SignalCall};
use crate::num::Real;
use crate::problem::Layout;
use crate::sampling::plan::Plan;
use constraints::Constraints;
pub(in crate::ensemble) use constraints::Functions;
use derivatives::Derivatives;
use members::PlannedMembers;
use std::sync::Arc;

pub use error::StudyError;
pub(in crate::ensemble) use resolved::{Beside, Instant};

/// A mechanism, how it is integrated, and what is varied: all that decides the results, up to the
/// precision of the backend. Immutable: a study with another method is another study.
#[derive(Clone, Debug)]
pub struct Study {
    /// The mechanism.
    pub mechanism: Mechanism,
    /// The method that integrates the mechanism.
    pub method: Method,
    /// When outputs are sampled, if they are.
    pub sampling: Option<Sampling>,
    /// Which points an analysis finds of every member, where it finds any.
    pub points: Option<Arc<PointTable>>,
    /// The coordinates of the method, with what is known of the constraints.
    constraints: Constraints,
    /// Which members there are.
    members: PlannedMembers,
    /// The components of the outputs.
    outputs: OutputColumns,
    /// What is differentiated, and by what.
    derivatives: Derivatives,
    /// Which part of a run the study is of.
    scope: Scope,
    /// The corners of functions of the time that steps end at.
    corners: Vec<Corner>,
    /// What is done with members that fail, in order.
    retries: Arc<[Retry]>,
}

/// What is done with members that ended so: they are run again with another method.
#[derive(Clone, Debug)]
pub struct Retry {
    /// The outcomes of these members.
    pub outcomes: Vec<Outcome>,
    /// What is other, in words, as `step = 0.25`.
    pub words: String,
    /// The study of the other method.
    pub study: Study,
}

/// What is known of the components of the outputs of a mechanism.
#[derive(Clone, Debug)]
struct OutputColumns {
    count: usize,
    /// Which of them tell of events, and what.
    of_events: Vec<(usize, EventQuantity)>,
    /// Whether something is monitored within steps, see [`Study::monitors`].
    monitored: bool,
}

impl OutputColumns {
    fn new(mechanism: &Mechanism) -> Self {
        let monitored = !mechanism.events.is_empty() || !mechanism.columns_from(Source::Values).is_empty();
        Self { count: mechanism.columns().len(), of_events: mechanism.event_columns(), monitored }
    }
}

/// Which part of a run a study is of: the whole run, unless something else is said.
#[derive(Clone, Debug, Default)]
struct Scope {
    /// Whether other joints and constraints act than at the start of a run, so that no member begins with it.
    is_later: bool,
    /// Whether members are given states in the middle of a run.
    begins_within: bool,
    /// Whether samples are those of a run beside the one that outputs are of: see [`Study::sampled_beside`].
    samples_beside: bool,
}

impl Study {
    /// Joins mechanism, method and plan.
    ///
    /// # Errors
    /// Where the plan varies what is no parameter, or step, duration and sampling do not fit each other at
    /// the default values.
    pub fn new(
        mut mechanism: Mechanism,
        mut method: Method,
        sampling: Option<Sampling>,
        plan: Plan,
    ) -> Result<Self, StudyError> {
        method.implicit.is_driven = mechanism.constraints.iter().any(|constraint| constraint.shape().is_drive);
        method.see_what_depends_on_time(&mechanism);
        if !method.holds_sides(&mechanism) {
            mechanism.release_sides();
        }
        let mut quantities = mechanism.outputs.iter().map(|output| &output.quantity);
        method.implicit.is_end_seen = matches!(method.steps, Steps::Adaptive(_))
            || !mechanism.events.is_empty()
            || quantities.any(|of| of.needs_rates() || of.needs_joint_forces() || of.needs_constraints());
        let derivatives = Derivatives::new(&mechanism);
        let acting = Acting::at_start(&mechanism, &mechanism.defaults());
        let constraints = Constraints::new((&mechanism, &method), (acting, true), &derivatives)?;
        let mut study = Self {
            members: PlannedMembers::new(plan, &mechanism, &constraints.formulated)?,
            outputs: OutputColumns::new(&mechanism),
            scope: Scope::default(),
            corners: Vec::new(),
            retries: Arc::from([]),
            points: None,
            mechanism,
            method,
            sampling,
            constraints,
            derivatives,
        };
        study.derivatives.directions = study.directions_of(&[]);
        let sequence = study.check()?;
        let depends = study.method.steps_depend_on(&|p| study.varied().contains(&p));
        study.members.steps = if depends { None } else { Some(sequence) };
        let by = study.mechanism.differentiated_by_parameters().to_vec();
        study.for_derivatives_by(&by)
    }

    /// Checks that method, steps, start and samples suit the mechanism at the default values; returns the steps there.
    fn check(&self) -> Result<StepSequence, StudyError> {
        let study = self;
        let defaults = study.mechanism.defaults();
        let sequence = study.step_sequence(&defaults)?;
        let duration = sequence.duration();
        study.sampling.as_ref().map_or(Ok(()), |sampling| sampling.check(duration))?;
        if study.is_extrapolated() {
            let has_events = !study.mechanism.events.is_empty();
            let events = has_events.then_some("there are events, or contacts, whose times are not combined");
            let problem = if study.is_adaptive() { Some("steps are adaptive") } else { events };
            problem.map_or(Ok(()), |problem| Err(StudyError::Extrapolation(problem)))?;
        }
        study.check_switches()?;
        study.check_events()?;
        study.check_base(duration)?;
        let (q, _) = study.constraints.formulated.initial(&study.mechanism, &defaults);
        let mut system = study.constraints.formulated.system(&study.mechanism, &defaults);
        // explicit methods keep the length of Euler parameters but for their error
        let constraints = study.constraint_count() - study.layout().unit_lengths().count();
        let has_mass_between = study.mechanism.beams.iter().any(|beam| !beam.has_rigid_nodes());
        if has_mass_between && !study.is_implicit() {
            return Err(integrator::Unsupported::MassBetweenNodes(study.method.integrator.name).into());
        }
        integrator::supports(study.method.integrator, &mut system, constraints, (0.0, &q))?;
        integrator::supports_rows(study.method.integrator, &system)?;
        study.check_mass(&defaults)?;
        study.check_start(&defaults)?;
        study.check_second_derivatives()?;
        if study.sampling.is_some() && study.sampled_channels().is_empty() {
            return Err(StudyError::NothingSampled);
        }
        Ok(sequence)
    }

    /// Returns the study with another method.
    ///
    /// # Errors
    /// Where the method cannot integrate the mechanism, or its steps do not fit.
    pub fn with_method(&self, method: Method) -> Result<Self, StudyError> {
        Self::new(self.mechanism.clone(), method, self.sampling.clone(), self.members.plan.clone())
    }

    /// Returns messages on what should be known before a run, though nothing is wrong.
    pub fn advice(&self) -> Vec<String> {
        let nearly_singular = self.constraints.formulated.nearly_singular(&self.mechanism, &self.mechanism.defaults());
        let scalar = if self.is_implicit() { self.method.implicit.advice() } else { None };
        let all = self.members.plan.advice().into_iter().chain(nearly_singular).chain(scalar);
        let start = self.advice_on_start().into_iter().chain(self.advice_on_overlaps()).chain(self.advice_on_freedom());
        all.chain(self.advice_on_corners()).chain(start).chain(self.advice_on_group()).collect()
    }

    /// Returns the mechanism in the coordinates of the method.
    pub fn formulated(&self) -> &Formulated {
        &self.constraints.formulated
    }

    /// Returns the layout: where coordinates and velocities lie.
    pub fn layout(&self) -> &Layout {
        self.constraints.formulated.layout()
    }

    /// Returns the steps of a member with these values of all parameters.
    ///
    /// # Errors
    /// Where step, tolerances and duration do not fit.
    pub fn step_sequence(&self, parameters: &[f64]) -> Result<StepSequence, StepSequenceError> {
        self.method.step_sequence(parameters)
    }

    /// Returns the number of output components.
    pub fn channel_count(&self) -> usize {
        self.outputs.count
    }

    /// Returns the output components that are sampled: those that have a value at an instant, not a final one.
    pub fn sampled_channels(&self) -> Vec<usize> {
        let columns = self.mechanism.final_columns().into_iter().enumerate();
        columns.filter(|(_, is_final)| !is_final).map(|(c, _)| c).collect()
    }

    /// Says whether an output is an expression over final values, which the host evaluates.
    pub fn has_final_expressions(&self) -> bool {
        self.mechanism.outputs.iter().any(|o| o.of_final_values)
    }

    /// Says whether an event, or an output whose largest or smallest value matters, has a time that may move.
    pub(super) fn tells_of_times(&self) -> bool {
        self.mechanism.events.iter().any(|event| !event.is_hidden())
            || !self.mechanism.columns_from(Source::Values).is_empty()
    }

    /// Says whether something is monitored within steps: an event, or an output whose largest or smallest value matters.
    pub fn monitors(&self) -> bool {
        self.outputs.monitored
    }
}

impl Study {
    /// Returns the plan: which members there are.
    pub fn plan(&self) -> &Plan {
        &self.members.plan
    }

    /// Returns, for every column of the plan, the number of the parameter that it varies.
    pub fn varied(&self) -> &[usize] {
        &self.members.varied
    }

    /// Writes all parameters of a member: the defaults with the varied ones replaced.
    pub fn parameters(&self, varied: &[f64], all: &mut Vec<f64>) {
        all.clear();
        all.extend(self.mechanism.parameters.iter().map(|p| p.default));
        for (value, at) in varied.iter().zip(&self.members.varied) {
            all[*at] = *value;
        }
    }

    /// Returns all parameters for numbers in place of the varied ones.
    pub fn all_parameters<R: Real>(&self, varied: &[R]) -> Vec<R> {
        let mut all: Vec<R> = self.mechanism.parameters.iter().map(|p| R::constant(p.default)).collect();
        varied.iter().zip(&self.members.varied).for_each(|(value, at)| all[*at] = *value);
        all
    }

    /// Returns the steps of a member, or the outcome of one that cannot start.
    ///
    /// # Errors
    /// The outcome where a parameter is not finite or makes no mechanism or method.
    pub fn member_step_sequence(&self, parameters: &[f64]) -> Result<StepSequence, Outcome> {
        if parameters.iter().any(|p| !p.is_finite()) {
            return Err(Outcome::NonFinite);
        }
        let sequence = match self.members.steps {
            Some(common) => common,
            None => self.step_sequence(parameters).map_err(|_| Outcome::Invalid)?,
        };
        if self.sampling.as_ref().is_some_and(|sampling| sampling.has_too_many(sequence.duration())) {
            return Err(Outcome::Invalid);
        }
        let has_signals = SignalCall::all_hold(&self.mechanism.signal_calls, parameters, sequence.duration());
        has_signals.then_some(()).ok_or(Outcome::SignalRange)?;
        if !self.members.checks.pass_by_masses(&self.mechanism, parameters) {
            self.mechanism.has_finite_masses(parameters).then_some(()).ok_or(Outcome::NonFinite)?;
            let formulated = || self.constraints.formulated.check(&self.mechanism, parameters);
            self.mechanism.check(parameters).and_then(|()| formulated()).map_err(|_| Outcome::Invalid)?;
        }
        Ok(sequence)
    }

    /// Returns the steps of all members, where these have the same and no state decides the first one.
    pub fn common_steps(&self) -> Option<CommonSteps> {
        let sequence = self.members.steps?;
        let first_step = match &sequence {
            StepSequence::Fixed(equal) => equal.length(0),
            StepSequence::Adaptive(limits) => limits.within(limits.first?),
        };
        Some(CommonSteps { sequence, first_step })
    }

    /// Says whether outputs are evaluated at the start of a run, or something is monitored from there on.
    pub fn looks_at_the_start(&self) -> bool {
        self.sampling.is_some() || self.monitors()
    }

    /// Says whether steps are adaptive.
    pub fn is_adaptive(&self) -> bool {
        matches!(self.method.steps, Steps::Adaptive(_))
    }

    /// Puts the results of events and the expressions over final values among the outputs of a member that ended so at
    /// that time (s), and returns its outcome: not finite where an output is not, or is beyond the limit of the state. A
    /// derivative may be: there is none where an output has a kink. Outputs of a member that has none are not numbers. The
    /// varied parameters are asked for where they matter.
    pub fn complete(
        &self,
        (outcome, time): (Outcome, f64),
        varied: impl FnOnce() -> Vec<f64>,
        events: &[EventRecord],
        outputs: &mut [f64],
    ) -> Outcome {
        let mut outcome = outcome;
        if outcome.has_outputs() {
            self.empty_undetermined(outputs);
            let of_event = |c: usize| self.outputs.of_events.iter().any(|(column, _)| *column == c);
            // behind all others
            let derivatives =
                self.derivatives.columns.first().map_or(self.outputs.count, |(place, _)| *place)..self.outputs.count;
            let known = |c: usize| of_event(c) || self.is_undetermined(c) || derivatives.contains(&c);
            let mut finite = outputs.iter().enumerate().all(|(c, y)| failure::is_in_range(*y) || known(c));
            for (column, quantity) in &self.outputs.of_events {
                outputs[*column] = quantity.value(events.iter().map(|e| (e.event, e.time)));
            }
            let differentiates = !self.derivatives.columns.is_empty();
            if finite && (self.has_final_expressions() || differentiates) {
                let mut parameters = Vec::new();
                self.parameters(&varied(), &mut parameters);
                finite = output::write_final(&self.mechanism.outputs, &parameters, time, outputs);
                if finite && differentiates {
                    self.complete_derivatives((outcome, time), &parameters, events, outputs);
                    self.empty_at_kinks(&parameters, outputs);
                }
            }
            outputs[derivatives].iter_mut().for_each(|y| *y = failure::finite_or_none(*y));
            if !finite {
                outcome = Outcome::NonFinite;
            }
        }
        if !outcome.has_outputs() {
            outputs.fill(f64::NAN);
        }
        outcome
    }
}
