//! What is to be run.

mod anew;
mod begins;
mod begun;
mod constraints;
mod corners;
mod error;
mod implicit;
mod kinks;
mod part;
mod phase;
mod resets;
mod resolved;
mod sensitivity;
mod twice;
mod undetermined;

use super::method::{Method, Steps};
use super::sampling::Sampling;
use super::start::ConstraintReport;
use super::step_sequence::{CommonSteps, StepSequence, StepSequenceError};
use super::time_loop::failure;
use super::{Direction, EventRecord, Outcome, PointTable};
use crate::formulation::Formulated;
use crate::integrator;
use crate::model::Source;
use crate::model::acting::Acting;
use crate::model::output::{self, AngularSensitivity, Differentiated, DifferentiatedTwice, EventQuantity};
use crate::model::{Corner, Mechanism, MemberChecks, SignalCall};
use crate::num::Real;
use crate::problem::Layout;
use crate::sampling::plan::Plan;
use constraints::Constraints;
pub(in crate::ensemble) use constraints::Functions;
use std::collections::HashMap;
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
    /// The mechanism in the coordinates of the method.
    formulated: Formulated,
    /// The mechanism in the coordinates of the method with all constraints, dependent ones with them.
    unreduced: Formulated,
    constraints: Option<ConstraintReport>,
    /// The output components that the motion does not determine.
    undetermined: Vec<usize>,
    plan: Plan,
    /// For every column of the plan, the parameter that it varies.
    varied: Vec<usize>,
    /// What is checked for every member.
    member_checks: MemberChecks,
    /// The steps of every member, where no parameter that the plan varies decides them.
    common_sequence: Option<StepSequence>,
    /// The corners of functions of the time that steps end at.
    corners: Vec<Corner>,
    /// Whether derivatives are by what moves a corner.
    differentiates_corners: bool,
    /// Those at which something jumps that a parameter moves by which derivatives are.
    moving_jumps: Vec<Corner>,
    /// Whether derivatives take notice of jumps where sides change.
    jumps_at_sides: bool,
    /// Whether other joints and constraints act than at the start of a run, so that no member begins with it.
    is_later: bool,
    /// Whether members are given states in the middle of a run.
    begins_within: bool,
    /// Whether samples are those of a run beside the one that outputs are of: see [`Study::sampled_beside`].
    samples_beside: bool,
    /// Number of output components, and which of them tell of events.
    channels: usize,
    of_events: Vec<(usize, EventQuantity)>,
    /// The output components that are derivatives, and of what.
    derivatives: Vec<(usize, Differentiated)>,
    second_derivatives: Vec<(usize, DifferentiatedTwice)>,
    angular_sensitivities: Vec<AngularSensitivity>,
    /// What the state is differentiated by: see [`Study::directions`].
    directions: Vec<Direction>,
    /// Whether something is monitored within steps, see [`Study::monitors`].
    monitors: bool,
    /// The kinks that parameters may be at, where derivatives are by parameters.
    kinks: kinks::Kinks,
    /// Stands for the functions that are recorded of the study: shared by studies whose functions are the same.
    functions: Arc<Functions>,
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
        let places: HashMap<&str, usize> =
            mechanism.parameters.iter().enumerate().map(|(at, p)| (p.name.as_str(), at)).collect();
        let place = |column: &String| {
            let at = places.get(column.as_str()).copied();
            at.ok_or_else(|| StudyError::UnknownParameter(column.clone()))
        };
        let varied = plan.columns().iter().map(place).collect::<Result<Vec<usize>, _>>()?;
        let (derivatives, angular_sensitivities) = (mechanism.derivative_columns(), mechanism.angular_sensitivities());
        let second_derivatives = mechanism.second_derivative_columns();
        let acting = Acting::at_start(&mechanism, &mechanism.defaults());
        let found = Constraints::new((&mechanism, &method), (acting, true), &derivatives, &second_derivatives)?;
        let Constraints { formulated, unreduced, report: constraints, undetermined, functions } = found;
        let member_checks = match formulated.check_looks_at_motion(&mechanism) {
            true => MemberChecks::All,
            false => mechanism.member_checks(&|p| varied.contains(&p)),
        };
        let (channels, of_events) = (mechanism.columns().len(), mechanism.event_columns());
        let monitors = !mechanism.events.is_empty() || !mechanism.columns_from(Source::Values).is_empty();
        let mut study = Self {
            monitors,
            kinks: kinks::of(&mechanism),
            corners: Vec::new(),
            moving_jumps: Vec::new(),
            differentiates_corners: false,
            jumps_at_sides: false,
            is_later: false,
            begins_within: false,
            samples_beside: false,
            channels,
            of_events,
            derivatives,
            second_derivatives,
            angular_sensitivities,
            directions: Vec::new(),
            mechanism,
            method,
            sampling,
            points: None,
            formulated,
            unreduced,
            constraints,
            undetermined,
            plan,
            varied,
            member_checks,
            common_sequence: None,
            functions,
        };
        study.directions = study.directions_of(&[]);
        let sequence = study.check()?;
        let depends = study.method.steps_depend_on(&|p| study.varied.contains(&p));
        study.common_sequence = if depends { None } else { Some(sequence) };
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
        let (q, _) = study.formulated.initial(&study.mechanism, &defaults);
        let mut system = study.formulated.system(&study.mechanism, &defaults);
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
        Self::new(self.mechanism.clone(), method, self.sampling.clone(), self.plan.clone())
    }

    /// Returns the plan: which members there are.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns messages on what should be known before a run, though nothing is wrong.
    pub fn advice(&self) -> Vec<String> {
        let nearly_singular = self.formulated.nearly_singular(&self.mechanism, &self.mechanism.defaults());
        let scalar = if self.is_implicit() { self.method.implicit.advice() } else { None };
        let all = self.plan.advice().into_iter().chain(nearly_singular).chain(scalar);
        let start = self.advice_on_start().into_iter().chain(self.advice_on_overlaps()).chain(self.advice_on_freedom());
        all.chain(self.advice_on_corners()).chain(start).chain(self.advice_on_group()).collect()
    }

    /// Returns, for every column of the plan, the number of the parameter that it varies.
    pub fn varied(&self) -> &[usize] {
        &self.varied
    }

    /// Returns the mechanism in the coordinates of the method.
    pub fn formulated(&self) -> &Formulated {
        &self.formulated
    }

    /// Returns the layout: where coordinates and velocities lie.
    pub fn layout(&self) -> &Layout {
        self.formulated.layout()
    }

    /// Returns the steps of a member with these values of all parameters.
    ///
    /// # Errors
    /// Where step, tolerances and duration do not fit.
    pub fn step_sequence(&self, parameters: &[f64]) -> Result<StepSequence, StepSequenceError> {
        self.method.step_sequence(parameters)
    }

    /// Writes all parameters of a member: the defaults with the varied ones replaced.
    pub fn parameters(&self, varied: &[f64], all: &mut Vec<f64>) {
        all.clear();
        all.extend(self.mechanism.parameters.iter().map(|p| p.default));
        for (value, at) in varied.iter().zip(&self.varied) {
            all[*at] = *value;
        }
    }

    /// Returns all parameters for numbers in place of the varied ones.
    pub fn all_parameters<R: Real>(&self, varied: &[R]) -> Vec<R> {
        let mut all: Vec<R> = self.mechanism.parameters.iter().map(|p| R::constant(p.default)).collect();
        varied.iter().zip(&self.varied).for_each(|(value, at)| all[*at] = *value);
        all
    }

    /// Returns the output components that are derivatives, and of what they are.
    pub fn derivatives(&self) -> &[(usize, Differentiated)] {
        &self.derivatives
    }

    /// Returns the angular sensitivities among the outputs.
    pub fn angular_sensitivities(&self) -> &[AngularSensitivity] {
        &self.angular_sensitivities
    }

    /// Returns the number of output components.
    pub fn channel_count(&self) -> usize {
        self.channels
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
        self.monitors
    }
}

impl Study {
    /// Returns the steps of a member, or the outcome of one that cannot start.
    ///
    /// # Errors
    /// The outcome where a parameter is not finite or makes no mechanism or method.
    pub fn member_step_sequence(&self, parameters: &[f64]) -> Result<StepSequence, Outcome> {
        if parameters.iter().any(|p| !p.is_finite()) {
            return Err(Outcome::NonFinite);
        }
        let sequence = match self.common_sequence {
            Some(common) => common,
            None => self.step_sequence(parameters).map_err(|_| Outcome::Invalid)?,
        };
        if self.sampling.as_ref().is_some_and(|sampling| sampling.has_too_many(sequence.duration())) {
            return Err(Outcome::Invalid);
        }
        let has_signals = SignalCall::all_hold(&self.mechanism.signal_calls, parameters, sequence.duration());
        has_signals.then_some(()).ok_or(Outcome::SignalRange)?;
        if !self.member_checks.pass_by_masses(&self.mechanism, parameters) {
            self.mechanism.has_finite_masses(parameters).then_some(()).ok_or(Outcome::NonFinite)?;
            let formulated = || self.formulated.check(&self.mechanism, parameters);
            self.mechanism.check(parameters).and_then(|()| formulated()).map_err(|_| Outcome::Invalid)?;
        }
        Ok(sequence)
    }

    /// Returns the steps of all members, where these have the same and no state decides the first one.
    pub fn common_steps(&self) -> Option<CommonSteps> {
        let sequence = self.common_sequence?;
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
            let of_event = |c: usize| self.of_events.iter().any(|(column, _)| *column == c);
            // behind all others
            let derivatives = self.derivatives.first().map_or(self.channels, |(place, _)| *place)..self.channels;
            let known = |c: usize| of_event(c) || self.is_undetermined(c) || derivatives.contains(&c);
            let mut finite = outputs.iter().enumerate().all(|(c, y)| failure::is_in_range(*y) || known(c));
            for (column, quantity) in &self.of_events {
                outputs[*column] = quantity.value(events.iter().map(|e| (e.event, e.time)));
            }
            let differentiates = !self.derivatives.is_empty();
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
