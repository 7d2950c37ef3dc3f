//! What a run of an implicit method begins with: constraints that are independent, and a consistent state of every member.

mod member;
mod undetermined;
mod words;

pub use words::StartError;

use crate::formulation::Formulated;
use crate::integrator::{self as method, Implicit, MemoryPlaces};
use crate::linalg::{DMatrix, DVector, IndependentRows};
use crate::model::{Inconsistent, Mechanism};
use crate::num::Vec3;
use crate::problem::consistent::{
    Assembly, Equations, Given, Movement, accelerations, assemble, degrees_of_freedom, equilibrium,
    independent_constraints, jerk, neighbours, velocities,
};
use crate::problem::{Factor, Layout};
use member::Member;
use undetermined::undetermined_columns;
use words::Words;

/// What a scenario says of the start of a run of an implicit method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InitialConditions {
    /// How far bodies may move from the given poses to hold all constraints, m and rad.
    pub assembly_limit: Movement,
    /// Whether given velocities that violate constraints give way to the nearest ones that do not.
    pub project_velocities: bool,
    /// Whether bodies begin where all forces balance.
    pub equilibrium: bool,
}

impl Default for InitialConditions {
    fn default() -> Self {
        let assembly_limit = Movement { translation: f64::INFINITY, rotation: 1.0 };
        Self { assembly_limit, project_velocities: false, equilibrium: false }
    }
}

/// The constraints of a mechanism at the start, for the default values of its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstraintReport {
    /// Degrees of freedom that the constraints leave.
    pub degrees_of_freedom: usize,
    /// The constraints in use, and those that follow from them, by joint and what they lock.
    pub independent: Vec<String>,
    /// Those that follow from them.
    pub left_out: Vec<String>,
    /// How far bodies were moved from the given poses to hold all constraints.
    pub movement: Movement,
}

/// The largest residual of a constraint at the start, m or rad.
const CLOSED: f64 = 1e-12;
/// What given velocities may miss constraints by, relative to the largest velocity: data are given with some digits.
const VELOCITY_TOLERANCE: f64 = 1e-6;
/// How far from the start the rank of the constraints is looked at too, m and rad: the start may be a singular position.
const NEIGHBOURHOOD: f64 = 1e-2;
/// What turning by 1 rad costs in the search for near positions, m.
const LENGTH: f64 = 1.0;
/// No limit of how far bodies move.
const ANYWHERE: Movement = Movement { translation: f64::INFINITY, rotation: f64::INFINITY };

/// Moves bodies to positions that hold all constraints, and with these the coordinates of joints that the scenario gives.
fn assembled(
    unreduced: &Formulated,
    (mechanism, parameters): (&Mechanism, &[f64]),
    rough: &[f64],
    limits: Movement,
) -> Result<Vec<f64>, StartError> {
    let member = Member::new(unreduced, mechanism, parameters).holding(rough);
    let words = Words::new(unreduced, mechanism, &member.held_joints());
    let mut equations = Equations::new(&member);
    let weights = Movement::weights(equations.layout(), LENGTH);
    let held = vec![false; equations.velocity_count()];
    let how = Assembly { weights: &weights, held: &held, tolerance: CLOSED, limits: ANYWHERE };
    let assembled = assemble(&mut equations, 0.0, rough, &how).map_err(|e| words.assembly(&e))?;
    match words.too_far(equations.layout(), [rough, &assembled.q], limits) {
        None => Ok(assembled.q),
        Some(error) => Err(error),
    }
}

/// The coordinates of a study, with what is known of its constraints.
pub(super) struct Independent {
    /// The coordinates with independent constraints in use.
    pub(super) formulated: Formulated,
    /// The constraints at the start.
    pub(super) report: ConstraintReport,
    /// The output components that the motion does not determine, or the first part of the scenario that needs more.
    pub(super) undetermined: Result<Vec<usize>, Inconsistent>,
}

/// Returns the coordinates with independent constraints in use: those at the start and near it for the default values of
/// the parameters.
///
/// # Errors
/// Constraints that contradict each other, or poses that are too far from any that hold them.
pub(super) fn with_independent_constraints(
    formulated: &Formulated,
    mechanism: &Mechanism,
    conditions: &InitialConditions,
) -> Result<Independent, StartError> {
    let (names, words) = (formulated.row_names(), Words::new(formulated, mechanism, &[]));
    let defaults = mechanism.defaults();
    let (rough, _) = formulated.initial(mechanism, &defaults);
    let q = assembled(formulated, (mechanism, &defaults), &rough, conditions.assembly_limit)?;
    let mut equations = Equations::new(&Member::new(formulated, mechanism, &defaults));
    let weights = Movement::weights(equations.layout(), LENGTH);
    let held = vec![false; equations.velocity_count()];
    let how = Assembly { weights: &weights, held: &held, tolerance: CLOSED, limits: ANYWHERE };
    let mut positions = neighbours(&mut equations, 0.0, &q, &how, NEIGHBOURHOOD);
    let movement = Movement::between(equations.layout(), &rough, &q);
    positions.insert(0, q);
    let rows = independent_constraints(&mut equations, 0.0, &positions).map_err(|e| words.assembly(&e))?;
    let degrees_of_freedom = degrees_of_freedom(&equations, &rows);
    if degrees_of_freedom == 0 {
        let message = "the constraints leave no degree of freedom; accepted: a mechanism that moves".into();
        return Err(StartError { part: None, message });
    }
    let of = |rows: &[usize]| rows.iter().map(|row| names[*row].clone()).collect();
    Ok(Independent {
        report: ConstraintReport {
            degrees_of_freedom,
            independent: of(&rows.kept),
            left_out: of(&rows.left_out),
            movement,
        },
        undetermined: undetermined_columns(formulated, mechanism, (&positions, &rows)),
        formulated: formulated.clone().with_rows(&rows.kept),
    })
}

/// The first step of a member.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FirstStep {
    /// Its length, s.
    Given(f64),
    /// It is guessed from the error that the method makes in a step.
    Guessed {
        /// What the error may be, m and rad.
        tolerance: f64,
        /// The longest step, s.
        most: f64,
    },
}

/// A mechanism whose members begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Starts<'a> {
    /// The mechanism.
    pub(super) mechanism: &'a Mechanism,
    /// Its coordinates with independent constraints.
    pub(super) formulated: &'a Formulated,
    /// Its coordinates with all constraints.
    pub(super) unreduced: &'a Formulated,
    /// How the method is set.
    pub(super) implicit: &'a Implicit,
    /// Where it remembers what.
    pub(super) places: MemoryPlaces,
    /// What the scenario says of the start.
    pub(super) conditions: &'a InitialConditions,
}

impl Starts<'_> {
    /// Returns the state of a member, coordinates, velocities and what the method remembers, and the length of its first
    /// step, s.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn state(&self, parameters: &[f64], first: FirstStep) -> Result<(Vec<f64>, f64), StartError> {
        let Self { mechanism, formulated, unreduced, implicit, places, conditions } = *self;
        let words = Words::new(unreduced, mechanism, &[]);
        let (mut q, mut v) = formulated.initial(mechanism, parameters);
        let mut equations = Equations::new(&Member::new(formulated, mechanism, parameters));
        let count = equations.constraint_count();
        if count > 0 {
            q = assembled(unreduced, (mechanism, parameters), &q, conditions.assembly_limit)?;
        }
        if count > 0 || conditions.equilibrium {
            let mut all = Equations::new(&Member::new(unreduced, mechanism, parameters));
            if conditions.equilibrium {
                q = equilibrium(&mut all, 0.0, (&q, &v)).map_err(|e| words.equilibrium(&e))?.q;
            }
            let n = all.velocity_count();
            let rows = unreduced.given_velocities(mechanism, parameters, &q);
            let given = Given {
                matrix: DMatrix::from_fn(rows.len(), n, |i, j| rows[i].0[j]),
                values: DVector::from_fn(rows.len(), |i, _| rows[i].1),
            };
            let weights = Movement::weights(all.layout(), LENGTH);
            let how = (VELOCITY_TOLERANCE, conditions.project_velocities);
            v = velocities(&mut all, (0.0, &q, &v), &given, &weights, how).map_err(|e| words.velocity(&e))?.v;
        }
        let rows = IndependentRows::all(count);
        let at = accelerations(&mut equations, &rows, 0.0, (&q, &v)).map_err(|e| words.acceleration(&e))?;
        let coefficients = &implicit.coefficients;
        let mut slopes = [DVector::zeros(at.rate.len()), DVector::zeros(0)];
        let optimal = implicit.start == method::Start::Optimal;
        let mut step = if let FirstStep::Given(step) = first { step } else { 0.0 };
        if optimal || step == 0.0 {
            let (jerk, slope) = jerk(&mut equations, 0.0, (&q, &v), &at).map_err(|e| words.acceleration(&e))?;
            let error = &jerk * coefficients.local_error() - brackets(equations.layout(), &v, &at.rate) / 12.0;
            if let FirstStep::Guessed { tolerance, most } = first {
                let size = error.norm() / tolerance / (error.len().max(1) as f64).sqrt();
                step = if size > 0.0 { size.recip().cbrt().min(most) } else { most };
            }
            if places.halves {
                slopes = [jerk, slope];
            } else if optimal {
                slopes[0] = jerk * coefficients.shift();
            }
            if optimal && !places.halves && count > 0 && !implicit.stabilised {
                let seen = at.normal_part(&error);
                v.iter_mut().zip(&seen).for_each(|(v, seen)| *v -= step * step * seen);
            }
        }
        let mut state = [q, v].concat();
        let [of_rate, of_multipliers] = &slopes;
        state.extend(at.rate.iter().chain(of_rate).chain(&at.multipliers).chain(of_multipliers));
        Ok((state, step))
    }
}

/// The brackets [v, v'] of the algebra: W x W' of rotations on the group, zero elsewhere.
fn brackets(layout: &Layout, v: &[f64], rate: &DVector<f64>) -> DVector<f64> {
    let mut all = DVector::zeros(rate.len());
    for place in layout.places() {
        if let Factor::Rotation(parameterisation) = place.factor
            && parameterisation.is_group()
        {
            let [w, slope] = [&v[place.v..], &rate.as_slice()[place.v..]].map(Vec3::from_slice);
            w.cross(slope).write(&mut all.as_mut_slice()[place.v..]);
        }
    }
    all
}
