//! Linear equations of motion near the starts of members.

use super::{Study, StudyError};
use crate::ensemble::start::{Linearisation, StartError};
use crate::integrator::Index;
use crate::model::expression::Expr3;
use crate::model::output::Output;

/// What is asked of the motions near starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Modes {
    /// How many modes are looked for.
    pub count: usize,
    /// Whether they are about the equilibrium that is near the given start.
    pub about_equilibrium: bool,
    /// The constant angular velocity of the base, about its origin, rad/s: modes are seen from the base.
    pub base_rotation: Option<Expr3>,
}

impl Default for Modes {
    fn default() -> Self {
        Self { count: 8, about_equilibrium: false, base_rotation: None }
    }
}

impl Study {
    /// Returns the study whose outputs are those of modes: in absolute coordinates, without what is of a run alone.
    ///
    /// # Errors
    /// Why members have no start in these coordinates.
    pub fn of_modes(&self, modes: &Modes) -> Result<Self, StudyError> {
        let (mut mechanism, mut method) = self.without_run(modes.base_rotation.as_ref());
        mechanism.outputs = Output::modes(modes.count);
        // that of beams, or of what turns, is found by the loads that lead to it
        method.conditions.equilibrium |= modes.about_equilibrium && !self.is_balanced_by_loads(modes);
        method.implicit.index = Index::Two;
        Self::new(mechanism, method, None, self.plan.clone())
    }

    /// Returns the linear equations of the motion near the start of a member with these values of all parameters, or near its equilibrium, seen
    /// from a base that turns if it is to.
    ///
    /// # Errors
    /// Why there are none.
    pub fn linearised(&self, modes: &Modes, parameters: &[f64]) -> Result<Linearisation, StartError> {
        let is_balanced = modes.about_equilibrium && self.is_balanced_by_loads(modes);
        let at = if is_balanced { Some(self.balanced(parameters)?) } else { None };
        self.starts().linearised(self.recorded_starts(), (parameters, at))
    }

    /// Tells whether an equilibrium is looked for along growing loads.
    fn is_balanced_by_loads(&self, modes: &Modes) -> bool {
        !self.mechanism.beams.is_empty() || modes.base_rotation.is_some()
    }
}
