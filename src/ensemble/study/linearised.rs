//! Linear equations of motion near the starts of members.

use super::{Study, StudyError};
use crate::ensemble::start::{Linearisation, Moving, StartError};
use crate::ensemble::statics::Differentiated;
use crate::integrator::Index;
use crate::linalg::Complex;
use crate::model::expression::Expr3;
use crate::model::output::Output;
use crate::model::variable::Variable;

/// No derivative.
const NOTHING: Complex<f64> = Complex::new(f64::NAN, f64::NAN);

/// A state is no steady motion where accelerations are a larger part, m or rad, of those of the fastest mode with the amplitude 1, or its
/// linear equations change by a larger part.
const UNSTEADY: f64 = 1e-6;

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
    /// Returns the study whose outputs are those of modes in so many places: in absolute coordinates, without what is of a run alone.
    ///
    /// # Errors
    /// Why members have no start in these coordinates.
    pub fn of_modes(&self, modes: &Modes, places: usize) -> Result<Self, StudyError> {
        let (mut mechanism, mut method) = self.without_run(modes.base_rotation.as_ref());
        mechanism.outputs = Output::modes(places);
        // whose rates may be made of other outputs, as equations of motion are in [`Study::near_starts`] alone
        mechanism.variables.iter_mut().for_each(Variable::hold);
        let by = self.mechanism.differentiated_by_parameters();
        if !by.is_empty() {
            // found behind the modes
            mechanism = mechanism.differentiated_by(by).with_adjoint();
        }
        method.conditions.equilibrium = false;
        Self::new(mechanism, method, None, self.plan.clone())
    }

    /// Returns the study whose equations of motion those of modes are.
    ///
    /// # Errors
    /// Why members have no start in absolute coordinates.
    pub fn near_starts(&self, modes: &Modes) -> Result<Self, StudyError> {
        let (mut mechanism, mut method) = self.without_run(modes.base_rotation.as_ref());
        if !mechanism.variables.iter().any(|variable| variable.uses_outputs) {
            mechanism.outputs.clear();
        }
        // statics finds the equilibrium of beams and of bodies that turn
        method.conditions.equilibrium |= modes.about_equilibrium && !self.is_balanced_by_loads(modes);
        method.conditions.keeps_coordinates &= !modes.about_equilibrium;
        method.implicit.index = Index::Two;
        Self::new(mechanism, method, None, self.plan.clone())
    }

    /// Returns the linear equations of the motion near the start of a member with these values of all parameters, or near its equilibrium, seen
    /// from a base that turns if it is to.
    ///
    /// # Errors
    /// Why there are none.
    pub fn linearised(&self, modes: &Modes, parameters: &[f64]) -> Result<Linearisation, StartError> {
        let linearised = |at| self.starts().linearised(self.recorded_starts(), (parameters, at));
        if !(modes.about_equilibrium && self.is_balanced_by_loads(modes)) {
            return linearised(None);
        }
        match self.balanced(parameters) {
            Ok(at) => linearised(Some(at)),
            // what nothing holds may rest where it begins
            Err(error) => match linearised(None) {
                Ok(found) if found.is_balanced() && found.unsteady == 0.0 => Ok(found),
                _ => Err(error),
            },
        }
    }

    /// Returns the derivatives of exponents of modes, among all that have been found, of a member with these values of all parameters,
    /// 1/s per unit, a row for each of these parameters, which move the state, too. Not a number where an exponent
    /// has none: of several that are one, which part, and of motions that nothing holds.
    pub fn exponent_slopes(
        &self,
        modes: &Modes,
        (parameters, found, by): (&[f64], &Linearisation, &[usize]),
        exponents: (&[Complex<f64>], &[Complex<f64>]),
    ) -> Vec<Vec<Complex<f64>>> {
        let starts = self.starts();
        let fastest = exponents.1.iter().fold(0.0f64, |most, s| most.max(s.norm()));
        let left = found.rates.iter().fold(0.0f64, |most, rate| most.max(rate.abs()));
        let is_steady = left <= UNSTEADY * fastest * fastest && found.unsteady <= UNSTEADY;
        let [q, v] = &found.state;
        let recorded = self.recorded_starts().filter(|_| is_steady);
        let regular = recorded.and_then(|recorded| recorded.regular_at(&starts, parameters, [q, v]));
        let Some(recorded) = regular.as_deref() else {
            return vec![vec![NOTHING; exponents.0.len()]; by.len()];
        };
        let moving: Vec<Option<Moving>> = if modes.about_equilibrium && self.is_balanced_by_loads(modes) {
            let equations = self.static_equations();
            let differentiated = Differentiated { starts: &starts, equations, parameters };
            let multipliers = starts.multipliers(recorded, parameters, [q, v]);
            let all = multipliers.and_then(|multipliers| differentiated.moving([q.clone(), multipliers], by));
            all.map_or_else(|| vec![None; by.len()], |all| all.into_iter().map(Some).collect())
        } else {
            let state = [&q[..], v].concat();
            by.iter().map(|by| starts.moving(recorded, (parameters, &state), *by)).collect()
        };
        starts.exponent_slopes(recorded, exponents, moving.into_iter())
    }

    /// Tells whether an equilibrium that is not found near the start is looked for along growing loads.
    fn is_balanced_by_loads(&self, modes: &Modes) -> bool {
        !self.mechanism.beams.is_empty() || modes.base_rotation.is_some()
    }
}
