//! The perturbed members of a study as a study of their own, and what came of them.

use super::perturbation::Perturbations;
use crate::ensemble::{
    Adaptive, BackendPool, InitialStates, Members, Method, Outcome, RunError, Steps, Study, StudyError, run_pool,
};
use crate::integrator::Implicit;
use crate::integrator::newton::Newton;
use crate::model::Expr;
use crate::num::Precision;
use crate::sampling::plan::{Plan, Table};
use std::convert::Infallible;

/// The factor by which the steps of an implicit method are solved more exactly than a scenario asks for: what Newton's
/// method leaves depends on the parameters in another way than the solution does.
const TIGHTER: f64 = 1e-4;

/// All perturbed members of some parameters, and the unperturbed one, as one study.
#[derive(Debug)]
pub struct DifferenceStudy {
    /// The study: its first member is the unperturbed one.
    pub study: Study,
    /// What the members of the study are.
    pub perturbations: Perturbations,
    /// The precision that the members of the study are computed in.
    pub(super) precision: Precision,
}

/// The reason why there is no such study.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ValidationError {
    /// The plan has no such member.
    #[error("there is no member {member}; accepted: 0 to {last}")]
    NoMember {
        /// The member asked for.
        member: u64,
        /// The last member of the plan.
        last: u64,
    },
    /// The scenario has no parameter.
    #[error("the scenario has no parameters, so there is nothing to differentiate by; add [parameters]")]
    NoParameter,
    /// The study cannot be made.
    #[error(transparent)]
    Study(#[from] StudyError),
}

/// What came of the members, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct Runs {
    /// How each ended, and when, s.
    pub outcomes: Vec<(Outcome, f64)>,
    /// How many steps each made, and how many attempts of one were rejected.
    pub steps: Vec<(u32, u32)>,
    /// True where steps are adaptive.
    is_adaptive: bool,
    /// The output components of each.
    pub outputs: Vec<Vec<f64>>,
}

impl Runs {
    /// Tells whether a run ended like the first one, but in steps that are not as many: its values tell another
    /// function.
    pub(super) fn has_other_steps(&self, i: usize) -> bool {
        let (here, first) = (self.steps[i], self.steps[0]);
        // equal steps up to an event are of one length, however many there are
        let others =
            if self.is_adaptive { here != first } else { here.0 != first.0 && self.outcomes[i].0 != Outcome::Event };
        self.ended_like_first(i) && others
    }

    fn ended_like_first(&self, i: usize) -> bool {
        self.outcomes[i].0 == self.outcomes[0].0
    }

    /// Tells whether the values of a run may be compared with those of the first: it ended likewise, in as many steps.
    pub(super) fn is_like_first(&self, i: usize) -> bool {
        self.ended_like_first(i) && !self.has_other_steps(i)
    }
}

/// Returns the values of a member of a study's plan, or of the defaults, by the numbers of the parameters.
pub fn parameters_of(study: &Study, member: Option<u64>) -> Result<Vec<f64>, ValidationError> {
    let Some(member) = member else { return Ok(study.mechanism.defaults()) };
    if member >= study.plan().members() {
        return Err(ValidationError::NoMember { member, last: study.plan().members() - 1 });
    }
    let (drawn, mut all) = (Members::draw(study, member, 1), Vec::new());
    study.parameters(&drawn.row(0), &mut all);
    Ok(all)
}

impl DifferenceStudy {
    /// Makes the study of a member, or of the default values, by some parameters (their numbers), which a precision
    /// tells apart. With `tight`, the steps of an implicit method are solved more exactly.
    ///
    /// # Errors
    /// Where there is no such member, no parameter, or the study cannot be made.
    pub fn new(
        study: &Study,
        parameters: &[usize],
        member: Option<u64>,
        (precision, tight): (Precision, bool),
    ) -> Result<Self, ValidationError> {
        if parameters.is_empty() {
            return Err(ValidationError::NoParameter);
        }
        let values = parameters_of(study, member)?;
        // the member's own values stay as they are
        let of_member = member.map_or(&[][..], |_| study.varied());
        let others = of_member.iter().filter(|at| !parameters.contains(at));
        let columns: Vec<usize> = parameters.iter().chain(others).copied().collect();
        let base: Vec<f64> = columns.iter().map(|at| values[*at]).collect();
        let places: Vec<usize> = (0..parameters.len()).collect();
        let mut perturbations = Perturbations::new(base, &places, precision);
        if study.constraints().is_some() {
            perturbations = perturbations.of_assembled();
        }
        let names = columns.iter().map(|at| study.mechanism.parameters[*at].name.clone()).collect();
        let plan = Plan::table(Table::of_rows(names, perturbations.rows()));
        let method = study.method.clone();
        let method = if tight { tightened(method) } else { method };
        let mechanism = study.mechanism.clone().differentiated_by(&[]);
        let made = |method: Method| Study::new(mechanism.clone(), method, None, plan.clone());
        let mut perturbed = made(method.clone())?;
        if let Steps::Adaptive(adaptive) = &method.steps {
            // members whose first steps are the same make the same steps, but where a factor between two is rounded otherwise
            let first = InitialStates::native(&perturbed).of(&Members::draw(&perturbed, 0, 1), 0..1).first_step;
            if first > 0.0 && first.is_finite() {
                let steps = Adaptive { first: Some(Expr::Constant(first)), ..(**adaptive).clone() };
                perturbed = made(Method { steps: Steps::Adaptive(Box::new(steps)), ..method })?;
            }
        }
        Ok(Self { study: perturbed, perturbations, precision })
    }

    /// Returns the study of other perturbations with steps that are so many times as long.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub(super) fn with_steps_times(&self, length: f64, perturbations: Perturbations) -> Result<Self, ValidationError> {
        let plan = Plan::table(Table::of_rows(self.study.plan().columns().to_vec(), perturbations.rows()));
        // errors of steps of methods of order 4 fall so with their length
        let steps = self.study.method.steps.times(length, length.powi(5));
        let method = Method { steps, ..self.study.method.clone() };
        let study = Study::new(self.study.mechanism.clone(), method, None, plan)?;
        Ok(Self { study, perturbations, precision: self.precision })
    }

    /// Runs all members as one ensemble.
    ///
    /// # Errors
    /// Where no backend of the pool can compute them.
    pub fn run(&self, pool: &BackendPool<'_>) -> Result<Runs, RunError<Infallible>> {
        let mut runs = Runs {
            outcomes: Vec::new(),
            steps: Vec::new(),
            is_adaptive: self.study.is_adaptive(),
            outputs: Vec::new(),
        };
        run_pool(&self.study, pool, |chunk, _| {
            runs.outcomes.extend(chunk.outcomes.iter().copied().zip(chunk.times.iter().copied()));
            runs.steps.extend(chunk.steps.iter().copied().zip(chunk.rejected.iter().copied()));
            runs.outputs.extend(chunk.outputs.each_row());
            Ok(())
        })?;
        Ok(runs)
    }
}

/// Returns the method with steps of an implicit method that are solved more exactly.
pub(super) fn tightened(method: Method) -> Method {
    let Newton { relative, absolute, .. } = method.implicit.newton;
    let newton = Newton { relative: TIGHTER * relative, absolute: TIGHTER * absolute, ..method.implicit.newton };
    Method { implicit: Implicit { newton, ..method.implicit }, ..method }
}
