//! What is to be run.

use super::method::{Method, Steps};
use super::plan::Plan;
use super::start::{self, ConstraintReport, FirstStep, StartError, Starts};
use super::step_sequence::{AdaptiveLimits, EqualSteps, StepSequence, StepSequenceError};
use super::time_loop::failure;
use super::{EventRecord, Outcome, Watch};
use crate::formulation::Formulated;
use crate::integrator::{self, MemoryPlaces};
use crate::model::Source;
use crate::model::output::{self, EventQuantity};
use crate::model::{Expr, Inconsistent, Mechanism};
use crate::problem::{Layout, Unknowns};
use std::collections::HashMap;
use std::sync::Arc;

/// A mechanism, how it is integrated, and what is varied: all that decides the results, up to the
/// precision of the backend. Immutable: a study with another method is another study.
#[derive(Clone, Debug)]
pub struct Study {
    /// The mechanism.
    pub mechanism: Mechanism,
    /// How it is integrated.
    pub method: Method,
    /// Time between samples, s, if there are any.
    pub sampling: Option<f64>,
    /// Who hears of members that take long; it decides nothing.
    pub watch: Option<Watch>,
    /// The mechanism in the coordinates of the method.
    formulated: Formulated,
    /// With all constraints, dependent ones with them.
    unreduced: Formulated,
    constraints: Option<ConstraintReport>,
    plan: Plan,
    /// For every column of the plan, the parameter that it varies.
    varied: Vec<usize>,
    /// True where mass or inertia may differ between members.
    check_members: bool,
    /// Number of output components, and which of them tell of events.
    channels: usize,
    of_events: Vec<(usize, EventQuantity)>,
    /// See [`Study::watches`].
    watches: bool,
    /// Stands for the functions that are recorded of the study: shared by studies whose functions are the same.
    functions: Arc<()>,
}

/// Samples that a member may have.
const MOST_SAMPLES: f64 = 1e6;

/// Events that a study may have: each is evaluated at every step.
const MOST_EVENTS: usize = 32;

/// Why a study cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StudyError {
    /// A column of the plan is no parameter.
    #[error("the plan varies {0:?}, which is not a parameter")]
    UnknownParameter(String),
    /// There is nothing to sample.
    #[error("nothing to sample: every output is reduced over time; add an [[output]] without `over`")]
    NothingSampled,
    /// There are too many samples.
    #[error(
        "sampling every {every:?} s makes {count:.3e} samples of {duration:?} s; accepted: at most {MOST_SAMPLES:e}"
    )]
    TooManySamples {
        /// Time between samples, s.
        every: f64,
        /// Duration, s.
        duration: f64,
        /// How many there would be.
        count: f64,
    },
    /// The formulation cannot do the mechanism.
    #[error("{}", .0.message)]
    Formulation(Inconsistent),
    /// The mechanism has no consistent state at its default values.
    #[error("{0}")]
    Start(#[from] StartError),
    /// The integrator cannot integrate the mechanism.
    #[error(transparent)]
    Unsupported(#[from] integrator::Unsupported),
    /// There are more events than that.
    #[error("there are {0} events; accepted: at most {MOST_EVENTS}")]
    TooManyEvents(usize),
    /// Step, tolerances or duration do not fit.
    #[error(transparent)]
    Steps(#[from] StepSequenceError),
}

impl Study {
    /// Joins mechanism, method and plan.
    ///
    /// # Errors
    /// Where the plan varies what is no parameter, or step, duration and sampling do not fit each other at
    /// the default values.
    pub fn new(mechanism: Mechanism, method: Method, sampling: Option<f64>, plan: Plan) -> Result<Self, StudyError> {
        let places: HashMap<&str, usize> =
            mechanism.parameters.iter().enumerate().map(|(at, p)| (p.name.as_str(), at)).collect();
        let place = |column: &String| {
            let at = places.get(column.as_str()).copied();
            at.ok_or_else(|| StudyError::UnknownParameter(column.clone()))
        };
        let varied = plan.columns().iter().map(place).collect::<Result<Vec<usize>, _>>()?;
        let unreduced = method.formulation.of(&mechanism).map_err(StudyError::Formulation)?;
        let (mut formulated, mut constraints) = (unreduced.clone(), None);
        if method.integrator.is_implicit() && unreduced.constraint_count() > 0 {
            let (reduced, report) = start::with_independent_constraints(&unreduced, &mechanism)?;
            (formulated, constraints) = (reduced, Some(report));
        }
        let check_members =
            mechanism.check_depends_on(&|p| varied.contains(&p)) || formulated.check_looks_at_motion(&mechanism);
        let (channels, of_events) = (mechanism.columns().len(), mechanism.event_columns());
        let watches = !mechanism.events.is_empty() || !mechanism.columns_from(Source::Values).is_empty();
        let study = Self {
            watches,
            channels,
            of_events,
            mechanism,
            method,
            sampling,
            watch: None,
            formulated,
            unreduced,
            constraints,
            plan,
            varied,
            check_members,
            functions: Arc::default(),
        };
        let defaults = study.mechanism.defaults();
        let duration = study.step_sequence(&defaults)?.duration();
        if let Some(every) = sampling
            && duration / every > MOST_SAMPLES
        {
            return Err(StudyError::TooManySamples { every, duration, count: duration / every });
        }
        if study.mechanism.events.len() > MOST_EVENTS {
            return Err(StudyError::TooManyEvents(study.mechanism.events.len()));
        }
        let (q, _) = study.formulated.initial(&study.mechanism, &defaults);
        let mut system = study.formulated.system(&study.mechanism, &defaults);
        // explicit methods keep the length of Euler parameters but for their error
        let constraints = study.constraint_count() - study.layout().unit_lengths().count();
        integrator::supports(study.method.integrator, &mut system, constraints, (0.0, &q))?;
        if study.is_implicit() {
            let first = study.first_step(&defaults, &study.step_sequence(&defaults)?);
            study.starts().state(&defaults, first)?;
        }
        if sampling.is_some() && study.sampled_channels().is_empty() {
            return Err(StudyError::NothingSampled);
        }
        Ok(study)
    }

    /// Returns the study with another method.
    ///
    /// # Errors
    /// Where the method cannot integrate the mechanism, or its steps do not fit.
    pub fn with_method(&self, method: Method) -> Result<Self, StudyError> {
        Self::new(self.mechanism.clone(), method, self.sampling, self.plan.clone())
    }

    /// Returns the study for another duration, s, with steps no shorter than `smallest`, s, where they are adaptive.
    /// Unlike a study that is read, it need not suit the default values: a member that it does not suit is invalid.
    pub(crate) fn cut(&self, duration: f64, smallest: f64) -> Self {
        let mut method = Method { duration: Expr::Constant(duration), ..self.method.clone() };
        if let Steps::Adaptive(adaptive) = &mut method.steps {
            adaptive.smallest = Some(Expr::Constant(smallest));
        }
        Self { method, ..self.clone() }
    }

    /// Which members there are.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What should be known before a run, though nothing is wrong: in words.
    pub fn advice(&self) -> Vec<String> {
        let nearly_singular = self.formulated.nearly_singular(&self.mechanism, &self.mechanism.defaults());
        self.plan.advice().into_iter().chain(nearly_singular).collect()
    }

    /// For every column of the plan, the number of the parameter that it varies.
    pub fn varied(&self) -> &[usize] {
        &self.varied
    }

    /// True where mass or inertia may differ between members and have to be checked for each.
    pub fn check_members(&self) -> bool {
        self.check_members
    }

    /// The mechanism in the coordinates of the method.
    pub fn formulated(&self) -> &Formulated {
        &self.formulated
    }

    /// Where coordinates and velocities lie.
    pub fn layout(&self) -> &Layout {
        self.formulated.layout()
    }

    /// How members of an implicit method begin.
    fn starts(&self) -> Starts<'_> {
        let Self { mechanism, formulated, unreduced, method, .. } = self;
        Starts { mechanism, formulated, unreduced, implicit: &method.implicit }
    }

    /// How the first step of a member of an implicit method is chosen.
    fn first_step(&self, parameters: &[f64], sequence: &StepSequence) -> FirstStep {
        match (sequence, &self.method.steps) {
            (StepSequence::Adaptive(limits), Steps::Adaptive(adaptive)) => {
                let [absolute, relative] = [&adaptive.absolute, &adaptive.relative].map(|e| e.evaluate(parameters));
                let guess = FirstStep::Guessed { tolerance: absolute + relative, most: limits.largest };
                limits.first.map_or(guess, FirstStep::Given)
            }
            _ => FirstStep::Given(sequence.step()),
        }
    }

    /// Returns the state at the start of a member of an implicit method, and the length of its first step, s.
    ///
    /// # Errors
    /// The outcome of a member that has none.
    pub fn consistent_start(&self, parameters: &[f64], sequence: &StepSequence) -> Result<(Vec<f64>, f64), Outcome> {
        let first = self.first_step(parameters, sequence);
        self.starts().state(parameters, first).map_err(|_| Outcome::NotAssembled)
    }

    /// What is known of the constraints at the start, if there are any and the method is implicit.
    pub fn constraints(&self) -> Option<&ConstraintReport> {
        self.constraints.as_ref()
    }

    /// Counts the constraints between the velocities.
    pub fn constraint_count(&self) -> usize {
        self.formulated.constraint_count()
    }

    /// True where steps are solved for.
    pub fn is_implicit(&self) -> bool {
        self.method.integrator.is_implicit()
    }

    /// True where the ends of a step that do not say all of what an output does within it are reason to see it in parts. The
    /// rates of an implicit method, from velocities that do not hold the constraints exactly, are not those of the values by
    /// what is of the order of its error: outputs like the energy, which hardly change, would always be seen in parts.
    pub fn sees_hidden_extremes(&self) -> bool {
        !self.is_implicit()
    }

    /// Where an implicit method remembers what.
    pub fn memory_places(&self) -> MemoryPlaces {
        MemoryPlaces::new(self.layout(), self.constraint_count()).stabilised(self.method.implicit.stabilised)
    }

    /// What an implicit method has solved for, in what it remembers; none of an explicit one.
    pub fn known<'a, R>(&self, memory: &'a [R]) -> Option<Unknowns<'a, R>> {
        self.is_implicit().then(|| self.memory_places().known(memory))
    }

    /// The steps of a member with these values of all parameters.
    ///
    /// # Errors
    /// Where step, tolerances and duration do not fit.
    pub fn step_sequence(&self, parameters: &[f64]) -> Result<StepSequence, StepSequenceError> {
        let duration = self.method.duration.evaluate(parameters);
        match &self.method.steps {
            Steps::Fixed(step) => Ok(StepSequence::Fixed(EqualSteps::new(step.evaluate(parameters), duration)?)),
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

    /// All parameters of a member: the defaults with the varied ones replaced.
    pub fn parameters(&self, varied: &[f64], all: &mut Vec<f64>) {
        all.clear();
        all.extend(self.mechanism.parameters.iter().map(|p| p.default));
        for (value, at) in varied.iter().zip(&self.varied) {
            all[*at] = *value;
        }
    }

    /// Number of output components.
    pub fn channel_count(&self) -> usize {
        self.channels
    }

    /// The output components that are sampled: those that have a value at an instant, not a final one.
    pub fn sampled_channels(&self) -> Vec<usize> {
        let columns = self.mechanism.final_columns().into_iter().enumerate();
        columns.filter(|(_, is_final)| !is_final).map(|(c, _)| c).collect()
    }

    /// True where an output is an expression over final values, which the host evaluates.
    pub fn has_final_expressions(&self) -> bool {
        self.mechanism.outputs.iter().any(|o| o.of_final_values)
    }

    /// True where something is watched within steps: an event, or an output whose largest or smallest value matters.
    pub fn watches(&self) -> bool {
        self.watches
    }
}

impl Study {
    /// The steps of a member, or the outcome of one that cannot start.
    ///
    /// # Errors
    /// The outcome where a parameter is not finite or makes no mechanism or method.
    pub fn member_step_sequence(&self, parameters: &[f64]) -> Result<StepSequence, Outcome> {
        if parameters.iter().any(|p| !p.is_finite()) {
            return Err(Outcome::NonFinite);
        }
        let sequence = self.step_sequence(parameters).map_err(|_| Outcome::Invalid)?;
        if self.sampling.is_some_and(|every| sequence.duration() / every > MOST_SAMPLES) {
            return Err(Outcome::Invalid);
        }
        if self.check_members && !self.mechanism.has_finite_masses(parameters) {
            return Err(Outcome::NonFinite);
        }
        if self.check_members {
            let formulated = || self.formulated.check(&self.mechanism, parameters);
            self.mechanism.check(parameters).and_then(|()| formulated()).map_err(|_| Outcome::Invalid)?;
        }
        Ok(sequence)
    }

    /// True where outputs are evaluated at the start of a run, or something is watched from there on.
    pub fn looks_at_the_start(&self) -> bool {
        self.sampling.is_some() || self.watches()
    }

    /// True where steps are adaptive.
    pub fn is_adaptive(&self) -> bool {
        matches!(self.method.steps, Steps::Adaptive(_))
    }

    /// Puts the results of events and the expressions over final values among the outputs of a member that ended so at
    /// that time (s), and returns its outcome: not finite where an output is not, or is beyond the limit of the state.
    /// Outputs of a member that has none are not numbers.
    pub fn complete(
        &self,
        (outcome, time): (Outcome, f64),
        varied: &[f64],
        events: &[EventRecord],
        outputs: &mut Vec<f64>,
    ) -> Outcome {
        let mut outcome = outcome;
        if outcome.has_outputs() {
            let known = |c: usize| self.of_events.iter().any(|(column, _)| *column == c);
            let mut finite = outputs.iter().enumerate().all(|(c, y)| failure::is_in_range(*y) || known(c));
            for (column, quantity) in &self.of_events {
                outputs[*column] = quantity.value(events.iter().map(|e| (e.event, e.time)));
            }
            if finite && self.has_final_expressions() {
                let mut parameters = Vec::new();
                self.parameters(varied, &mut parameters);
                finite = output::write_final(&self.mechanism.outputs, &parameters, time, outputs);
            }
            if !finite {
                outcome = Outcome::NonFinite;
            }
        }
        if !outcome.has_outputs() {
            *outputs = vec![f64::NAN; self.channels];
        }
        outcome
    }

    /// Stands for the functions of [`super::program`]: a backend that has compiled them knows them by it.
    pub(super) fn functions(&self) -> &Arc<()> {
        &self.functions
    }
}
