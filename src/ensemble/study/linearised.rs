//! Linear equations of motion near the starts of members.

use super::{Study, StudyError};
use crate::ensemble::start::{Linearisation, StartError};
use crate::ensemble::{Adaptive, Extrapolation, Steps};
use crate::formulation;
use crate::integrator::{self, Index};
use crate::model::Expr;
use crate::model::base::BaseMotion;
use crate::model::expression::{Expr3, evaluate3};
use crate::model::output::Output;
use crate::num::Vec3;

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
        let mut mechanism = self.mechanism.clone().differentiated_by(&[]);
        mechanism.outputs = Output::modes(modes.count);
        mechanism.events.clear();
        if let Some(spin) = &modes.base_rotation {
            mechanism.base = Some(BaseMotion { spin: Some(spin.clone()), ..BaseMotion::default() });
        }
        let mut method = self.method.clone();
        if !(method.integrator.is_implicit() && method.formulation.has_constraints) {
            method.formulation = formulation::find("absolute").unwrap_or(method.formulation);
            method.integrator = integrator::find("generalized_alpha").unwrap_or(method.integrator);
        }
        // that of beams, or of what turns, is found by the loads that lead to it
        method.conditions.equilibrium |= modes.about_equilibrium && !self.is_balanced_by_loads(modes);
        // steps of any length, none of which is made
        (method.steps, method.duration) =
            (Steps::Adaptive(Box::new(Adaptive::new(1e-6, 1e-6, 2))), Expr::Constant(1.0));
        method.implicit.index = Index::Two;
        method.extrapolation = Extrapolation::None;
        Self::new(mechanism, method, None, self.plan.clone())
    }

    /// Returns the linear equations of the motion near the start of a member with these values of all parameters, or near its equilibrium, seen
    /// from a base that turns if it is to.
    ///
    /// # Errors
    /// Why there are none.
    pub fn linearised(&self, modes: &Modes, parameters: &[f64]) -> Result<Linearisation, StartError> {
        let spin = modes.base_rotation.as_ref();
        let turning = spin.map_or_else(Vec3::zero, |spin| evaluate3(spin, parameters));
        let is_balanced = modes.about_equilibrium && self.is_balanced_by_loads(modes);
        let at = if is_balanced { Some(self.balanced(spin, parameters)?) } else { None };
        self.starts().linearised(self.recorded_starts(), (parameters, at), turning)
    }

    /// Tells whether an equilibrium is looked for along growing loads.
    fn is_balanced_by_loads(&self, modes: &Modes) -> bool {
        !self.mechanism.beams.is_empty() || modes.base_rotation.is_some()
    }
}
