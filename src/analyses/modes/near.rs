//! Linear equations of motion near the starts of members.

use super::Modes;
use crate::analyses::linearised::{Linearisation, Moving};
use crate::analyses::statics::{Equilibria, Statics};
use crate::analyses::{study_of_findings, without_run};
use crate::ensemble::{StartError, Study, StudyError};
use crate::integrator::Index;
use crate::linalg::Complex;
use crate::model::output::Output;
use crate::model::variable::Variable;
use crate::model::{Expr, Mechanism};

/// No derivative.
const NOTHING: Complex<f64> = Complex::new(f64::NAN, f64::NAN);

/// A state is no steady motion where accelerations are a larger part, m or rad, of those of the fastest mode with the amplitude 1, or its
/// linear equations change by a larger part.
const UNSTEADY: f64 = 1e-6;

/// Linear equations of motion near the starts of the members of a study.
#[derive(Debug)]
pub struct NearStarts {
    /// What is asked.
    pub asked: Modes,
    /// The study whose equations of motion these are.
    pub study: Study,
    /// What finds the equilibria that loads lead to.
    equilibria: Equilibria,
}

/// Returns the study whose outputs are those of modes of a study in so many places: in absolute coordinates, without what is of a run alone.
///
/// # Errors
/// Why members have no start in these coordinates.
pub fn study_of_modes(of: &Study, asked: &Modes, places: usize) -> Result<Study, StudyError> {
    let (mut mechanism, mut method) = without_run(of, asked.base_rotation.as_ref());
    mechanism.outputs.clear();
    // whose rates may be made of other outputs, as equations of motion are in [`NearStarts`] alone
    mechanism.variables.iter_mut().for_each(Variable::hold);
    method.conditions.equilibrium = false;
    study_of_findings(of, (mechanism, method), findings(places))
}

/// Returns what is found of so many modes: frequency and damping of each, then what tells of the state that they are about.
fn findings(count: usize) -> Vec<Output<Expr>> {
    let of_mode = |k: usize| {
        [("frequency", "rad/s"), ("damping", "1")]
            .map(|(name, unit)| Output::finding(format!("{name}_{k}"), unit, true))
    };
    let of_state = [("unbalanced", "m/s^2"), ("unsteady", "1"), ("growth", "1/s"), ("rigid_motions", "1")];
    let of_state = of_state.map(|(name, unit)| Output::finding(name, unit, false));
    (1..=count).flat_map(of_mode).chain(of_state).collect()
}

impl NearStarts {
    /// Prepares the equations of motion near the starts of a study.
    ///
    /// # Errors
    /// Why members have no start in absolute coordinates.
    pub fn new(of: &Study, asked: Modes) -> Result<Self, StudyError> {
        let (mut mechanism, mut method) = without_run(of, asked.base_rotation.as_ref());
        if !mechanism.variables.iter().any(|variable| variable.uses_outputs) {
            mechanism.outputs.clear();
        }
        // statics finds the equilibrium of beams and of bodies that turn
        method.conditions.equilibrium |= asked.about_equilibrium && !is_balanced_by_loads(&of.mechanism, &asked);
        method.conditions.keeps_coordinates &= !asked.about_equilibrium;
        method.implicit.index = Index::Two;
        let study = Study::new(mechanism, method, None, of.plan().clone())?;
        Ok(Self { asked, study, equilibria: Equilibria::new(Statics::default()) })
    }

    /// Returns the linear equations of the motion near the start of a member with these values of all parameters, or near its equilibrium, seen
    /// from a base that turns if it is to.
    ///
    /// # Errors
    /// Why there are none.
    pub fn linearised(&self, parameters: &[f64]) -> Result<Linearisation, StartError> {
        let linearised = |at| self.study.starts().linearised(self.study.recorded_starts(), (parameters, at));
        if !self.is_about_loads() {
            return linearised(None);
        }
        match self.equilibria.balanced(&self.study, parameters) {
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
        (parameters, found, by): (&[f64], &Linearisation, &[usize]),
        exponents: (&[Complex<f64>], &[Complex<f64>]),
    ) -> Vec<Vec<Complex<f64>>> {
        let starts = self.study.starts();
        let fastest = exponents.1.iter().fold(0.0f64, |most, s| most.max(s.norm()));
        let left = found.rates.iter().fold(0.0f64, |most, rate| most.max(rate.abs()));
        let is_steady = left <= UNSTEADY * fastest * fastest && found.unsteady <= UNSTEADY;
        let [q, v] = &found.state;
        let recorded = self.study.recorded_starts().filter(|_| is_steady);
        let regular = recorded.and_then(|recorded| recorded.regular_at(&starts, parameters, [q, v]));
        let Some(recorded) = regular.as_deref() else {
            return vec![vec![NOTHING; exponents.0.len()]; by.len()];
        };
        let moving: Vec<Option<Moving>> = if self.is_about_loads() {
            let multipliers = starts.multipliers(recorded, parameters, [q, v]);
            let all = multipliers.and_then(|multipliers| {
                self.equilibria.moving(&self.study, parameters, ([q.clone(), multipliers], by))
            });
            all.map_or_else(|| vec![None; by.len()], |all| all.into_iter().map(Some).collect())
        } else {
            let state = [&q[..], v].concat();
            by.iter().map(|by| starts.moving(recorded, (parameters, &state), *by)).collect()
        };
        starts.exponent_slopes(recorded, exponents, moving.into_iter())
    }

    /// Tells whether modes are about an equilibrium that is looked for along growing loads where it is not near the start.
    fn is_about_loads(&self) -> bool {
        self.asked.about_equilibrium && is_balanced_by_loads(&self.study.mechanism, &self.asked)
    }
}

/// Tells whether an equilibrium that is not found near the start is looked for along growing loads.
fn is_balanced_by_loads(mechanism: &Mechanism, asked: &Modes) -> bool {
    !mechanism.beams.is_empty() || asked.base_rotation.is_some()
}
