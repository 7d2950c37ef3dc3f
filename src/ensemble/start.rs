//! What a run of an implicit method begins with: constraints that are independent, and a consistent state of every member.

mod balance;
mod impulse;
mod initial;
mod member;
mod recorded;
mod recorder;
mod residual;
mod resumed;
mod scalar;
mod slopes;
mod tapes;
#[cfg(test)]
mod tests;
mod undetermined;
mod words;

pub(crate) use recorded::RecordedStarts;
pub(crate) use residual::{At, Residual};
pub(super) use resumed::Twice;
pub use scalar::InitialConditions;
pub(crate) use scalar::Starts;
pub(super) use slopes::By;
pub use words::StartError;

use super::recorded_matrix::RecordedMatrix;
use crate::formulation::Formulated;
use crate::integrator::{AtStart, Coefficients, StartSlopes};
use crate::model::{Inconsistent, Mechanism};
use crate::num::{Precision, Real};
use crate::problem::consistent::{
    Assembly, Equations, Movement, degrees_of_freedom, independent_constraints_of, neighbours,
};
use crate::problem::{Constrained, Unknowns, slopes_along_group};
use crate::trace::{Input, Rate, Traced, derivatives, record};
use member::Member;
use scalar::{ANYWHERE, CLOSED, LENGTH, assembled};
use tapes::Number;
use undetermined::undetermined_columns;
use words::Words;

/// The constraints of a mechanism at the start, for the default values of its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstraintReport {
    /// Degrees of freedom that the constraints leave.
    pub degrees_of_freedom: usize,
    /// True where they leave none and do not move by themselves either.
    pub rests: bool,
    /// The constraints in use, by joint and what they lock.
    pub independent: Vec<String>,
    /// The redundant constraints, which follow from the independent ones.
    pub redundant: Vec<String>,
    /// How far bodies were moved from the given poses to hold all constraints.
    pub movement: Movement,
}

/// How far from the start the rank of the constraints is looked at too, m and rad: the start may be a singular position.
const NEIGHBOURHOOD: f64 = 1e-2;

/// Tells whether the constraints change with the time by themselves, so that what they leave no freedom moves with them.
fn are_moved(formulated: &Formulated, mechanism: &Mechanism, q: &[f64]) -> bool {
    let mut moved = false;
    let t = Input { name: "t".into(), rate: Rate::Step };
    record(Precision::Double, vec![t], |inputs| {
        let constants = |values: &[f64]| values.iter().map(|x| Traced::constant(*x)).collect::<Vec<Traced>>();
        let still = vec![Traced::zero(); formulated.layout().velocity_count()];
        let system = formulated.system(mechanism, &constants(&mechanism.defaults()));
        let positions = system.constraints(inputs[0], &constants(q), &still).concat();
        let rates = derivatives(&positions, &[(inputs[0], vec![(0, Traced::one())])]);
        moved = rates.iter().any(|row| !row.is_empty());
        positions
    });
    moved
}

/// Records B, the derivative of all constraints by increments on the group at the time zero, as a function of the coordinates.
fn constraint_matrix(formulated: &Formulated, mechanism: &Mechanism, parameters: &[f64]) -> RecordedMatrix {
    let layout = formulated.layout();
    let input = |i: usize| Input { name: format!("x{i}"), rate: Rate::Step };
    RecordedMatrix::new(Precision::Double, (0..layout.coordinate_count()).map(input).collect(), |q| {
        let parameters: Vec<Traced> = parameters.iter().map(|x| Traced::constant(*x)).collect();
        let mut system = formulated.system(mechanism, &parameters);
        let still = vec![Traced::zero(); layout.velocity_count()];
        let mut positions = Vec::new();
        system.constraint_residuals(Traced::zero(), q, &still, &mut positions);
        let seeds: Vec<_> = q.iter().copied().zip(slopes_along_group(layout, q)).collect();
        derivatives(&positions, &seeds)
    })
}

/// The coordinates of a study, with what is known of its constraints.
pub(super) struct Independent {
    /// The coordinates with independent constraints in use.
    pub(super) formulated: Formulated,
    /// The constraints at the start.
    pub(super) report: ConstraintReport,
    /// The recorded residual with all constraints.
    pub(super) residual: Residual,
    /// The output components that the motion does not determine, or the first part of the scenario that needs more.
    pub(super) undetermined: Result<Vec<usize>, Inconsistent>,
}

/// Returns the coordinates with independent constraints in use: those at the start and near it for the default values of
/// the parameters. Without conditions they are those of constraints that begin to act in a run, somewhere else.
///
/// # Errors
/// Constraints that contradict each other, or poses that are too far from any that hold them.
pub(super) fn with_independent_constraints(
    formulated: &Formulated,
    mechanism: &Mechanism,
    conditions: Option<&InitialConditions>,
) -> Result<Independent, StartError> {
    let (names, words) = (formulated.row_names(), Words::new(formulated, mechanism, &[]));
    let defaults = mechanism.defaults();
    let (rough, _) = formulated.initial(mechanism, &defaults);
    let residual = Residual::default();
    let all = (formulated, &residual);
    let q = match conditions {
        Some(conditions) => assembled(all, (mechanism, &defaults), &rough, conditions.assembly_limit)?,
        // where they begin to act is not known; of what is independent any pose tells that holds them, else the given one
        None => assembled(all, (mechanism, &defaults), &rough, ANYWHERE).unwrap_or_else(|_| rough.clone()),
    };
    let mut equations = Equations::new(Member::new(all, mechanism, &defaults));
    let movement = Movement::between(equations.layout(), &rough, &q);
    let mut positions = vec![q];
    let named = |e| words.assembly(&e);
    let matrix = constraint_matrix(formulated, mechanism, &defaults);
    let mut at = vec![matrix.at(&positions[0])];
    let mut rows = independent_constraints_of(&at, equations.velocity_count()).map_err(named)?;
    if !rows.redundant.is_empty() {
        // the position may be a singular one
        let weights = Movement::weights(equations.layout(), LENGTH);
        let held = vec![false; equations.velocity_count()];
        let how = Assembly { weights: &weights, held: &held, tolerance: CLOSED, limits: ANYWHERE, keeps_given: true };
        let near = neighbours(&mut equations, 0.0, (&positions[0], &at[0]), &how, NEIGHBOURHOOD);
        at.extend(near.iter().map(|q| matrix.at(q)));
        positions.extend(near);
        rows = independent_constraints_of(&at, equations.velocity_count()).map_err(named)?;
    }
    let degrees_of_freedom = degrees_of_freedom(&equations, &rows);
    let of = |rows: &[usize]| rows.iter().map(|row| names[*row].clone()).collect();
    Ok(Independent {
        report: ConstraintReport {
            degrees_of_freedom,
            rests: degrees_of_freedom == 0 && !are_moved(formulated, mechanism, &positions[0]),
            independent: of(&rows.kept),
            redundant: of(&rows.redundant),
            movement,
        },
        undetermined: undetermined_columns(formulated, mechanism, (&positions, &rows)),
        formulated: formulated.clone().with_rows(&rows.kept),
        residual,
    })
}

/// The first step of a member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FirstStep {
    /// A step of given length, s.
    Given(f64),
    /// A step that is guessed from the error that the method makes in it.
    Guessed {
        /// What the error may be, m and rad.
        tolerance: f64,
        /// The longest step, s.
        most: f64,
    },
}

impl Starts<'_> {
    /// Returns the forces at the start that the residual form weighs with those at the end of the first step: of a residual,
    /// (84).
    fn forces<R: Real>(&self, at: &AtStart<R>, residual: impl FnOnce(R, Unknowns<'_, R>) -> Vec<R>) -> Vec<R> {
        let Coefficients { alpha_m, alpha_f, .. } = self.implicit.coefficients;
        let [rate, multipliers] = [(&at.rate, alpha_m), (&at.multipliers, alpha_f)]
            .map(|(values, weight)| values.iter().map(|x| x.scale(weight)).collect::<Vec<R>>());
        residual(R::constant(alpha_f), Unknowns { rate: &rate, multipliers: &multipliers })
    }

    /// Returns the state of a member, coordinates, velocities and what the method remembers, and the length of its first
    /// step, s: from recorded functions, where these can.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn state(
        &self,
        recorded: Option<&RecordedStarts>,
        parameters: &[f64],
        first: FirstStep,
    ) -> Result<(Vec<f64>, f64), StartError> {
        let found = recorded.and_then(|recorded| recorded.of(self, (parameters, None), self.needs_slopes(first)));
        match found {
            Some(found) => Ok(self.state_of(parameters, found, first)),
            None => self.state_at(parameters, self.positions_and_velocities(parameters)?, first),
        }
    }

    /// Returns the state of a member with coordinates and velocities that hold the constraints, and the length of its first
    /// step, s.
    fn state_at(
        &self,
        parameters: &[f64],
        (q, v): (Vec<f64>, Vec<f64>),
        first: FirstStep,
    ) -> Result<(Vec<f64>, f64), StartError> {
        let at = self.at(parameters, (&q, &v), self.needs_slopes(first))?;
        Ok(self.state_of(parameters, ([q, v], at), first))
    }

    /// Returns the state of a member with coordinates, velocities and what the equations give there, and the length of its first
    /// step, s.
    pub(super) fn state_of(
        &self,
        parameters: &[f64],
        found: ([Vec<f64>; 2], AtStart<f64>),
        first: FirstStep,
    ) -> (Vec<f64>, f64) {
        let step = self.length(first, &found.1);
        let state = self.composed(found, step, |(q, v), scale, unknowns| {
            let mut forces = Vec::new();
            let mut system = self.formulated.system(self.mechanism, parameters);
            system.residual(self.time, q, v, scale, unknowns, &mut forces);
            forces.truncate(unknowns.rate.len());
            forces
        });
        (state, step)
    }

    /// Tells whether velocities begin beside those that are given, by the order of step^2, so that multipliers are of order 2.
    pub(in crate::ensemble) fn moves_velocities(&self) -> bool {
        self.sizes.multipliers > 0 && self.sizes.scheme.kind.moves_velocities(self.implicit)
    }

    /// Tells whether the history is made of slopes of the accelerations.
    pub(super) fn begins_with_slopes(&self) -> bool {
        self.sizes.scheme.kind.begins_with_slopes(self.implicit)
    }

    /// Tells whether a state is made of slopes of the accelerations.
    pub(super) fn needs_slopes(&self, first: FirstStep) -> bool {
        self.begins_with_slopes() || matches!(first, FirstStep::Guessed { .. })
    }

    /// Returns the length of the first step, s.
    pub(super) fn length<R: Number>(&self, first: FirstStep, at: &AtStart<R>) -> f64 {
        match (first, &at.slopes) {
            (FirstStep::Given(step), _) => step,
            (FirstStep::Guessed { tolerance, most }, Some(StartSlopes { error, .. })) => {
                let norm = error.iter().map(|x| x.value() * x.value()).sum::<f64>().sqrt();
                let size = norm / tolerance / (error.len().max(1) as f64).sqrt();
                if size > 0.0 { size.recip().cbrt().min(most) } else { most }
            }
            (FirstStep::Guessed { most, .. }, None) => most,
        }
    }

    /// Returns the state of a member whose first step is that long, s; `residual` gives that of the equations of motion for
    /// coordinates and velocities, a scale, rates and multipliers.
    fn composed<R: Real>(
        &self,
        ([q, mut v], at): ([Vec<R>; 2], AtStart<R>),
        step: R,
        residual: impl FnOnce((&[R], &[R]), R, Unknowns<'_, R>) -> Vec<R>,
    ) -> Vec<R> {
        if let (Some(StartSlopes { seen, .. }), true) = (&at.slopes, self.moves_velocities()) {
            v.iter_mut().zip(seen).for_each(|(v, seen)| *v = *v - step * step * *seen);
        }
        let forces = || self.forces(&at, |scale, unknowns| residual((&q, &v), scale, unknowns));
        let history = self.sizes.scheme.kind.history(self.implicit, &at, forces);
        [q, v, history].concat()
    }

    /// Returns the state of a member in numbers with derivatives, from the recorded residual.
    fn composed_along<R: Real>(&self, parameters: &[R], found: ([Vec<R>; 2], AtStart<R>), step: R) -> Vec<R> {
        self.composed(found, step, |(q, v), scale, unknowns| {
            let recorded = self.residuals[0].of(self.formulated, self.mechanism);
            let [_, motion] = recorded.at(At { parameters, t: R::constant(self.time), scale, q, v, unknowns }, true);
            motion
        })
    }
}
