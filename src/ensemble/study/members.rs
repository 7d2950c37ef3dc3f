//! Which members a study has.

use super::error::StudyError;
use crate::ensemble::step_sequence::StepSequence;
use crate::formulation::Formulated;
use crate::model::{Mechanism, MemberChecks};
use crate::sampling::plan::Plan;
use std::collections::HashMap;

/// A plan with what is known of all its members.
#[derive(Clone, Debug)]
pub(super) struct PlannedMembers {
    pub(super) plan: Plan,
    /// For every column of the plan, the parameter that it varies.
    pub(super) varied: Vec<usize>,
    /// What is checked for every member.
    pub(super) checks: MemberChecks,
    /// The steps of every member, where no parameter that the plan varies decides them.
    pub(super) steps: Option<StepSequence>,
}

impl PlannedMembers {
    /// Finds the parameters of a mechanism that a plan varies; steps are not known yet.
    ///
    /// # Errors
    /// Where a column of the plan is no parameter.
    pub(super) fn new(plan: Plan, mechanism: &Mechanism, formulated: &Formulated) -> Result<Self, StudyError> {
        let places: HashMap<&str, usize> =
            mechanism.parameters.iter().enumerate().map(|(at, p)| (p.name.as_str(), at)).collect();
        let place = |column: &String| {
            let at = places.get(column.as_str()).copied();
            at.ok_or_else(|| StudyError::UnknownParameter(column.clone()))
        };
        let varied = plan.columns().iter().map(place).collect::<Result<Vec<usize>, _>>()?;
        let checks = match formulated.check_looks_at_motion(mechanism) {
            true => MemberChecks::All,
            false => mechanism.member_checks(&|p| varied.contains(&p)),
        };
        Ok(Self { plan, varied, checks, steps: None })
    }
}
