//! Starts of members in the scalar code, whatever their constraints are like.

use super::member::{Held, Member, held};
use super::residual::Residual;
use super::words::{StartError, Words};
use crate::formulation::{Formulated, System};
use crate::integrator::{AtStart, Implicit, ImplicitLayout, StartSlopes};
use crate::linalg::{DMatrix, DVector, IndependentRows};
use crate::model::Mechanism;
use crate::num::{Dual, Real, Vec3};
use crate::problem::consistent::{
    Assembly, Equations, Given, Movement, accelerations, assemble, equilibrium, jerk, velocities,
};
use crate::problem::{Layout, along};

/// What a scenario says of the start of a run of an implicit method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InitialConditions {
    /// How far bodies may move from the given poses to hold all constraints, m and rad.
    pub assembly_limit: Movement,
    /// Whether given velocities that violate constraints give way to the nearest ones that do not.
    pub project_velocities: bool,
    /// Whether bodies begin where all forces balance.
    pub equilibrium: bool,
    /// Whether the coordinates that joints are given stay on the way to where forces balance; else the way begins with them.
    pub keeps_coordinates: bool,
}

impl Default for InitialConditions {
    fn default() -> Self {
        let assembly_limit = Movement { translation: f64::INFINITY, rotation: 1.0 };
        Self { assembly_limit, project_velocities: false, equilibrium: false, keeps_coordinates: true }
    }
}

/// The largest residual of a constraint at the start, m or rad.
pub(super) const CLOSED: f64 = 1e-12;
/// What given velocities may miss constraints by, relative to the largest velocity: data are given with some digits.
const VELOCITY_TOLERANCE: f64 = 1e-6;
/// What turning by 1 rad costs in the search for near positions, m.
pub(super) const LENGTH: f64 = 1.0;
/// No limit of how far bodies move.
pub(super) const ANYWHERE: Movement = Movement { translation: f64::INFINITY, rotation: f64::INFINITY };

/// A mechanism whose members begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Starts<'a> {
    /// The mechanism.
    pub(crate) mechanism: &'a Mechanism,
    /// The mechanism in coordinates with independent constraints.
    pub(crate) formulated: &'a Formulated,
    /// The mechanism in coordinates with all constraints.
    pub(crate) unreduced: &'a Formulated,
    /// The recorded residuals with independent constraints, and with all.
    pub(crate) residuals: &'a [Residual; 2],
    /// The settings of the method.
    pub(crate) implicit: &'a Implicit,
    /// What it solves for and remembers.
    pub(crate) sizes: ImplicitLayout,
    /// What the scenario says of the start.
    pub(crate) conditions: &'a InitialConditions,
    /// The time of the start, s.
    pub(crate) time: f64,
}

impl Starts<'_> {
    /// Returns coordinates and velocities that hold all constraints.
    ///
    /// # Errors
    /// Why there are none.
    pub(crate) fn positions_and_velocities(&self, parameters: &[f64]) -> Result<(Vec<f64>, Vec<f64>), StartError> {
        let Self { mechanism, formulated, unreduced, conditions, .. } = *self;
        let whole = (unreduced, &self.residuals[1]);
        // only a member that has no start needs a message
        let words = || Words::new(unreduced, mechanism, &[]);
        let (mut q, v) = formulated.initial(mechanism, parameters);
        let count = formulated.constraint_count();
        if count > 0 {
            q = assembled(whole, (mechanism, parameters), &q, conditions.assembly_limit)?;
        }
        if count == 0 && !conditions.equilibrium {
            return Ok((q, v));
        }
        let mut all = Equations::new(Member::new(whole, mechanism, parameters));
        if conditions.equilibrium {
            let member = Member::new(whole, mechanism, parameters);
            let member = if conditions.keeps_coordinates { member.holding(&q) } else { member };
            let words = Words::new(unreduced, mechanism, &member.held_joints());
            let mut held = Equations::new(member);
            q = equilibrium(&mut held, 0.0, (&q, &v)).map_err(|e| words.equilibrium(&e))?.q;
        }
        // what is missed is linear in the velocities
        let missed = |v: &[f64]| DVector::from(unreduced.given_velocities(mechanism, parameters, (&q, v)));
        let mut unit = vec![0.0; v.len()];
        let values = -missed(&unit);
        let mut matrix = DMatrix::zeros(values.len(), if values.is_empty() { 0 } else { all.velocity_count() });
        for (j, mut column) in matrix.column_iter_mut().enumerate() {
            unit[j] = 1.0;
            column.copy_from(&(missed(&unit) + &values));
            unit[j] = 0.0;
        }
        let given = Given { matrix: matrix.resize_horizontally(all.velocity_count(), 0.0), values };
        let how = (VELOCITY_TOLERANCE, conditions.project_velocities);
        let found = velocities(&mut all, (0.0, &q, &v), &given, how).map_err(|e| words().velocity(&e))?;
        Ok((q, found.v))
    }

    /// Returns what the equations give where constraints hold.
    ///
    /// # Errors
    /// What makes them singular.
    pub(crate) fn at(
        &self,
        parameters: &[f64],
        (q, v): (&[f64], &[f64]),
        with_slopes: bool,
    ) -> Result<AtStart<f64>, StartError> {
        let Self { mechanism, formulated, unreduced, .. } = *self;
        let named = |e| Words::new(unreduced, mechanism, &[]).acceleration(&e);
        let mut equations = Equations::new(Member::new((formulated, &self.residuals[0]), mechanism, parameters));
        let rows = IndependentRows::all(equations.constraint_count());
        let at = accelerations(&mut equations, &rows, (self.time, q, v)).map_err(named)?;
        let slopes = if with_slopes {
            let (jerk, multipliers) = jerk(&mut equations, (self.time, q, v), &at).map_err(named)?;
            let error: DVector<f64> = self.error(v, at.rate.as_slice(), jerk.as_slice()).into();
            let seen = at.normal_part(&error);
            let [jerk, multipliers, error, seen] = [jerk, multipliers, error, seen].map(|x| x.data.into());
            Some(StartSlopes { jerk, multipliers, error, seen })
        } else {
            None
        };
        Ok(AtStart { rate: at.rate.data.into(), multipliers: at.multipliers.data.into(), slopes })
    }

    /// Returns the multipliers of coordinates and velocities that hold the constraints.
    pub(crate) fn multipliers_at(&self, parameters: &[f64], state: (&[f64], &[f64])) -> Option<Vec<f64>> {
        Some(self.at(parameters, state, false).ok()?.multipliers)
    }

    /// Returns v' of coordinates and velocities that hold the constraints.
    pub(crate) fn rate(&self, parameters: &[f64], state: (&[f64], &[f64])) -> Option<Vec<f64>> {
        Some(self.at(parameters, state, false).ok()?.rate)
    }

    /// Returns the residuals of all constraints at the time zero, then by how much coordinates that the scenario gives of joints
    /// are missed, m or rad, with the joint of each.
    pub(super) fn open<R: Real>(
        &self,
        system: &System<R>,
        parameters: &[R],
        rough: &[R],
        q: &[R],
    ) -> (Vec<R>, Vec<usize>) {
        let (t, still) = (R::zero(), vec![R::zero(); self.formulated.layout().velocity_count()]);
        let mut open = system.constraints(t, q, &still).concat();
        if !self.mechanism.joints.iter().any(|joint| joint.gives_coordinates) {
            return (open, Vec::new());
        }
        let held: Vec<Held<R>> = held(self.mechanism, parameters, &system.joints(t, rough, &still));
        let joints = system.joints(t, q, &still);
        open.extend(held.iter().map(|held| held.residual(&joints)));
        (open, held.iter().map(Held::joint).collect())
    }

    /// Returns the square of what coordinates as they are given miss constraints by, the square of what velocities miss there, and
    /// the square of the size that the latter is compared with.
    pub(super) fn missed_as_given<R: Real>(&self, parameters: &[R], q: &[R], v: &[R]) -> [R; 3] {
        let Self { mechanism, formulated, .. } = *self;
        let (open, _) = self.open(&formulated.system(mechanism, parameters), parameters, q, q);
        let moving: Vec<Dual<R, 1>> = parameters.iter().map(|x| Dual::resting(*x)).collect();
        let (moving_q, moving_v) = along(formulated.layout(), q, v, &vec![R::zero(); v.len()]);
        let t = Dual { re: R::zero(), eps: [R::one()] };
        let constraints = formulated.system(mechanism, &moving).constraints(t, &moving_q, &moving_v).concat();
        let mut missed: Vec<R> = constraints.iter().map(|x| x.eps[0]).collect();
        missed.extend(formulated.given_velocities(mechanism, parameters, (q, v)));
        [sum_of_squares(&open), sum_of_squares(&missed), R::one() + sum_of_squares(v)]
    }

    /// Returns the first term of the error of a step of the length 1 s.
    pub(super) fn error<R: Real>(&self, v: &[R], rate: &[R], jerk: &[R]) -> Vec<R> {
        let brackets = brackets(self.formulated.layout(), v, rate);
        let factor = self.implicit.coefficients.local_error();
        jerk.iter().zip(brackets).map(|(jerk, bracket)| jerk.scale(factor) - bracket.scale(1.0 / 12.0)).collect()
    }
}

/// Moves bodies to positions that hold all constraints, and with these the coordinates of joints that the scenario gives.
pub(super) fn assembled(
    (unreduced, recorded): (&Formulated, &Residual),
    (mechanism, parameters): (&Mechanism, &[f64]),
    rough: &[f64],
    limits: Movement,
) -> Result<Vec<f64>, StartError> {
    let member = Member::new((unreduced, recorded), mechanism, parameters).holding(rough);
    let words = Words::new(unreduced, mechanism, &member.held_joints());
    let mut equations = Equations::new(member);
    let weights = Movement::weights(equations.layout(), LENGTH);
    let held = vec![false; equations.velocity_count()];
    let how = Assembly { weights: &weights, held: &held, tolerance: CLOSED, limits: ANYWHERE, keeps_given: true };
    let assembled = assemble(&mut equations, 0.0, rough, &how).map_err(|e| words.assembly(&e))?;
    match words.too_far(equations.layout(), [rough, &assembled.q], limits) {
        None => Ok(assembled.q),
        Some(error) => Err(error),
    }
}

/// Returns the square of the norm of some numbers.
pub(super) fn sum_of_squares<R: Real>(values: &[R]) -> R {
    values.iter().fold(R::zero(), |sum, x| sum + *x * *x)
}

/// The brackets [v, v'] of the algebra: W x W' of rotations on the group, zero elsewhere.
fn brackets<R: Real>(layout: &Layout, v: &[R], rate: &[R]) -> Vec<R> {
    let mut all = vec![R::zero(); rate.len()];
    for place in layout.places() {
        if place.factor.group_rotation().is_some() {
            let [w, slope] = [&v[place.v..], &rate[place.v..]].map(Vec3::from_slice);
            w.cross(slope).write(&mut all[place.v..]);
        }
    }
    all
}
