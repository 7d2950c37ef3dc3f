//! What a run of an implicit method begins with: constraints that are independent, and a consistent state of every member.

use crate::formulation::{Formulated, System};
use crate::integrator::{self as method, Implicit};
use crate::linalg::{DMatrix, DVector, IndependentRows};
use crate::model::Mechanism;
use crate::num::{Real, Vec3};
use crate::problem::consistent::{
    Assembled, Assembly, AssemblyError, Equations, Family, Given, Movement, accelerations, assemble,
    degrees_of_freedom, independent_constraints, jerk, neighbours, normal_part, velocities,
};
use crate::problem::{Factor, Layout};

/// Why a mechanism has no consistent start.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("no consistent start: {0}")]
pub struct StartError(String);

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

/// The largest residual of a constraint at the start, m or rad.
const CLOSED: f64 = 1e-12;
/// What given velocities may miss constraints by, relative to the largest velocity: data are given with some digits.
const VELOCITY_TOLERANCE: f64 = 1e-6;
/// How far from the start the rank of the constraints is looked at too, m and rad: the start may be a singular position.
const NEIGHBOURHOOD: f64 = 1e-2;
/// What turning by 1 rad costs in the search for near positions, m.
const LENGTH: f64 = 1.0;
/// How far bodies may move from the given poses, m and rad.
const FARTHEST: Movement = Movement { translation: f64::INFINITY, rotation: 1.0 };

/// Moves bodies to positions that hold all constraints and, if they are wanted, returns some near these as well.
fn assembled<F: Family>(
    equations: &mut Equations<F>,
    rough: &[f64],
    wants_neighbours: bool,
) -> Result<(Assembled, Vec<Vec<f64>>), AssemblyError> {
    let weights = Movement::weights(equations.layout(), LENGTH);
    let held = vec![false; equations.velocity_count()];
    let how = Assembly { weights: &weights, held: &held, tolerance: CLOSED, limits: FARTHEST };
    let assembled = assemble(equations, 0.0, rough, &how)?;
    let near =
        if wants_neighbours { neighbours(equations, 0.0, &assembled.q, &how, NEIGHBOURHOOD) } else { Vec::new() };
    Ok((assembled, near))
}

/// Returns the coordinates with independent constraints in use: those at the start and near it for the default values of
/// the parameters.
///
/// # Errors
/// Constraints that contradict each other, or poses that are too far from any that hold them.
pub(super) fn with_independent_constraints(
    formulated: &Formulated,
    mechanism: &Mechanism,
) -> Result<(Formulated, ConstraintReport), StartError> {
    let names = formulated.row_names();
    let words = |error: AssemblyError| StartError(named(error.to_string(), &names));
    let defaults = mechanism.defaults();
    let (rough, _) = formulated.initial(mechanism, &defaults);
    let mut equations = Equations::new(&Member { formulated, mechanism, parameters: &defaults });
    let (at, mut positions) = assembled(&mut equations, &rough, true).map_err(words)?;
    positions.insert(0, at.q);
    let rows = independent_constraints(&mut equations, 0.0, &positions).map_err(words)?;
    let degrees_of_freedom = degrees_of_freedom(&equations, &rows);
    if degrees_of_freedom == 0 {
        return Err(StartError("the constraints leave no degree of freedom".into()));
    }
    let of = |rows: &[usize]| rows.iter().map(|row| names[*row].clone()).collect();
    let report = ConstraintReport {
        degrees_of_freedom,
        independent: of(&rows.kept),
        left_out: of(&rows.left_out),
        movement: at.movement,
    };
    Ok((formulated.clone().with_rows(&rows.kept), report))
}

/// A message with the names of constraints in the place of their numbers.
fn named(message: String, names: &[String]) -> String {
    const NUMBERED: &str = "the constraint with number ";
    let Some(at) = message.find(NUMBERED) else { return message };
    let rest = &message[at + NUMBERED.len()..];
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    match rest[..digits].parse::<usize>().ok().and_then(|row| names.get(row)) {
        Some(name) => format!("{}the constraint {name}{}", &message[..at], &rest[digits..]),
        None => message,
    }
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
}

impl Starts<'_> {
    /// Returns the state of a member, coordinates, velocities and what the method remembers, and the length of its first
    /// step, s.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn state(&self, parameters: &[f64], first: FirstStep) -> Result<(Vec<f64>, f64), StartError> {
        let Self { mechanism, formulated, unreduced, implicit } = *self;
        let names = unreduced.row_names();
        let words = |error: &dyn std::fmt::Display| StartError(named(error.to_string(), &names));
        let (mut q, mut v) = formulated.initial(mechanism, parameters);
        let mut equations = Equations::new(&Member { formulated, mechanism, parameters });
        let count = equations.constraint_count();
        if count > 0 {
            let mut all = Equations::new(&Member { formulated: unreduced, mechanism, parameters });
            q = assembled(&mut all, &q, false).map_err(|e| words(&e))?.0.q;
            let n = all.velocity_count();
            let rows = unreduced.given_velocities(mechanism, parameters, &q);
            let given = Given {
                matrix: DMatrix::from_fn(rows.len(), n, |i, j| rows[i].0[j]),
                values: DVector::from_fn(rows.len(), |i, _| rows[i].1),
            };
            let weights = Movement::weights(all.layout(), LENGTH);
            v = velocities(&mut all, (0.0, &q, &v), &given, &weights, (VELOCITY_TOLERANCE, false))
                .map_err(|e| words(&e))?
                .v;
        }
        let rows = IndependentRows::all(count);
        let at = accelerations(&mut equations, &rows, 0.0, (&q, &v)).map_err(|e| words(&e))?;
        let coefficients = &implicit.coefficients;
        let mut slope = DVector::zeros(at.rate.len());
        let optimal = implicit.start == method::Start::Optimal;
        let mut step = if let FirstStep::Given(step) = first { step } else { 0.0 };
        if optimal || step == 0.0 {
            let (jerk, _) = jerk(&mut equations, &rows, 0.0, (&q, &v), &at).map_err(|e| words(&e))?;
            let error = &jerk * coefficients.local_error() - brackets(equations.layout(), &v, &at.rate) / 12.0;
            if let FirstStep::Guessed { tolerance, most } = first {
                let size = error.norm() / tolerance / (error.len().max(1) as f64).sqrt();
                step = if size > 0.0 { size.recip().cbrt().min(most) } else { most };
            }
            if optimal {
                slope = jerk * coefficients.shift();
            }
            if optimal && count > 0 && !implicit.stabilised {
                let seen = normal_part(&mut equations, &rows, 0.0, (&q, &v), &at, &error).map_err(|e| words(&e))?;
                v.iter_mut().zip(&seen).for_each(|(v, seen)| *v -= step * step * seen);
            }
        }
        let mut state = [q, v].concat();
        state.extend(at.rate.iter().chain(&slope).chain(&at.multipliers));
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
