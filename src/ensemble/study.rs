//! What is to be run.

use super::Outcome;
use super::plan::Plan;
use super::schedule::{ScheduleError, StepSchedule};
use crate::integrator::Tableau;
use crate::model::output::Over;
use crate::model::{Expr, Mechanism};

/// How a member is integrated.
#[derive(Clone, Debug)]
pub struct Method {
    /// The method.
    pub tableau: &'static Tableau,
    /// Step, s.
    pub step: Expr,
    /// Duration, s.
    pub duration: Expr,
}

/// A mechanism, how it is integrated, and what is varied: all that decides the results, up to the
/// precision of the backend.
#[derive(Clone, Debug)]
pub struct Study {
    /// The mechanism.
    pub mechanism: Mechanism,
    /// How it is integrated.
    pub method: Method,
    /// Time between samples, s, if there are any.
    pub sampling: Option<f64>,
    plan: Plan,
    /// For every column of the plan, the parameter that it varies.
    varied: Vec<usize>,
    /// True where mass or inertia may differ between members.
    check_members: bool,
}

/// Why a study cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StudyError {
    /// A column of the plan is no parameter.
    #[error("the plan varies {0:?}, which is not a parameter")]
    UnknownParameter(String),
    /// There is nothing to sample.
    #[error("nothing to sample: every output is reduced over time; add an [[output]] without `over`")]
    NothingSampled,
    /// Step, duration or sampling do not fit.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
}

impl Study {
    /// Joins mechanism, method and plan.
    ///
    /// # Errors
    /// Where the plan varies what is no parameter, or step, duration and sampling do not fit each other at
    /// the default values.
    pub fn new(mechanism: Mechanism, method: Method, sampling: Option<f64>, plan: Plan) -> Result<Self, StudyError> {
        let mut varied = Vec::new();
        for column in plan.columns() {
            let at = mechanism.parameters.iter().position(|p| p.name == *column);
            varied.push(at.ok_or_else(|| StudyError::UnknownParameter(column.clone()))?);
        }
        let check_members = mechanism.check_depends_on(&|p| varied.contains(&p));
        let study = Self { mechanism, method, sampling, plan, varied, check_members };
        let defaults = study.mechanism.defaults();
        let schedule = study.schedule(&defaults)?;
        if let Some(every) = sampling {
            schedule.steps_per_sample(every)?;
            if study.sampled_channels().is_empty() {
                return Err(StudyError::NothingSampled);
            }
        }
        Ok(study)
    }

    /// Which members there are.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// For every column of the plan, the number of the parameter that it varies.
    pub fn varied(&self) -> &[usize] {
        &self.varied
    }

    /// True where mass or inertia may differ between members and have to be checked for each.
    pub fn check_members(&self) -> bool {
        self.check_members
    }

    /// The steps of a member with these values of all parameters.
    ///
    /// # Errors
    /// Where step and duration do not fit.
    pub fn schedule(&self, parameters: &[f64]) -> Result<StepSchedule, ScheduleError> {
        StepSchedule::new(self.method.step.evaluate(parameters), self.method.duration.evaluate(parameters))
    }

    /// All parameters of a member: the defaults with the varied ones replaced.
    pub fn parameters(&self, varied: &[f64], all: &mut Vec<f64>) {
        all.clear();
        all.extend(self.mechanism.parameters.iter().map(|p| p.default));
        for (value, at) in varied.iter().zip(&self.varied) {
            all[*at] = *value;
        }
    }

    /// The output components that are sampled: those that are not reduced over time, whose value at an
    /// instant is what their name says.
    pub fn sampled_channels(&self) -> Vec<usize> {
        let over = self.mechanism.over().into_iter().enumerate();
        over.filter(|(_, over)| *over == Over::End).map(|(c, _)| c).collect()
    }

    /// True where an output is reduced over time, so that outputs are evaluated every step.
    pub fn reduces_over_time(&self) -> bool {
        self.mechanism.outputs.iter().any(|o| o.over != Over::End)
    }
}

impl Study {
    /// The steps of a member and the steps between its samples (all of them where nothing is sampled),
    /// or the outcome of a member that cannot start, with a schedule that stands in for its own.
    ///
    /// # Errors
    /// The outcome where a parameter is not finite or makes no mechanism or method.
    pub fn member_start(&self, parameters: &[f64]) -> Result<(StepSchedule, u32), (Outcome, StepSchedule)> {
        let idle = StepSchedule::idle();
        if parameters.iter().any(|p| !p.is_finite()) {
            return Err((Outcome::NonFinite, idle));
        }
        let invalid = |_| (Outcome::Invalid, idle);
        let schedule = self.schedule(parameters).map_err(invalid)?;
        if self.check_members && !self.mechanism.has_finite_masses(parameters) {
            return Err((Outcome::NonFinite, idle));
        }
        if self.check_members && self.mechanism.check(parameters).is_err() {
            return Err((Outcome::Invalid, idle));
        }
        let steps = match self.sampling {
            Some(every) => schedule.steps_per_sample(every).map_err(invalid)?,
            None => u32::MAX,
        };
        Ok((schedule, steps))
    }
}
