//! What a run of an implicit method begins with: constraints that are independent, and a consistent state of every member.

use super::{Outcome, Study};
use crate::formulation::{Formulated, System};
use crate::linalg::IndependentRows;
use crate::model::Mechanism;
use crate::num::Real;
use crate::problem::consistent::{Equations, Family, accelerations, independent_constraints};

/// Why a study has no consistent start.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StartError {
    /// There are no accelerations.
    #[error("{0}")]
    Acceleration(String),
}

/// A mechanism with values of its parameters.
struct Member<'a> {
    formulated: &'a Formulated,
    mechanism: &'a Mechanism,
    parameters: &'a [f64],
}

impl Family for Member<'_> {
    type At<R: Real> = System<R>;
    fn at<R: Real>(&self) -> System<R> {
        let parameters: Vec<R> = self.parameters.iter().map(|p| R::constant(*p)).collect();
        self.formulated.system(self.mechanism, &parameters)
    }
}

/// Returns the coordinates with independent constraints in use: those at the start for the default values of the parameters.
///
/// # Errors
/// Why there is no start.
pub(super) fn with_independent_constraints(
    formulated: Formulated,
    mechanism: &Mechanism,
) -> Result<Formulated, StartError> {
    if formulated.constraint_count() == 0 {
        return Ok(formulated);
    }
    let defaults = mechanism.defaults();
    let (q, _) = formulated.initial(mechanism, &defaults);
    let mut equations = Equations::new(&Member { formulated: &formulated, mechanism, parameters: &defaults });
    let rows = independent_constraints(&mut equations, 0.0, &[q]);
    Ok(formulated.with_rows(&rows.kept))
}

/// Returns the state of a member at the start: coordinates, velocities and what the method remembers.
///
/// # Errors
/// The outcome of a member that has none.
pub(super) fn state(study: &Study, parameters: &[f64]) -> Result<Vec<f64>, Outcome> {
    let (formulated, mechanism) = (study.formulated(), &study.mechanism);
    let (q, v) = formulated.initial(mechanism, parameters);
    let mut equations = Equations::new(&Member { formulated, mechanism, parameters });
    let rows = IndependentRows::all(formulated.constraint_count());
    let at = accelerations(&mut equations, &rows, 0.0, (&q, &v)).map_err(|_| Outcome::Invalid)?;
    let mut state = [q, v].concat();
    state.extend(at.rate.iter());
    state.extend(at.rate.iter().map(|_| 0.0));
    state.extend(at.multipliers.iter());
    Ok(state)
}
