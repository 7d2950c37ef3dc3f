//! What a formulation chooses for a mechanism before its parameters have values.

use super::dynamics::Dynamics;
use crate::lie::RotationParameterisation;
use crate::model::{Inconsistent, Kind, Mechanism, Source};
use crate::num::Real;
use crate::problem::{Factor, Layout};

/// A set of coordinates and velocities, as `[method] formulation` names it.
#[derive(Clone, Copy, Debug)]
pub struct Formulation {
    /// The kind, as `gyrosweep list` shows it.
    pub kind: Kind,
    /// The parameterisation that the formulation stores rotations by.
    pub parameterisation: RotationParameterisation,
    /// True where joints are constraints, so that explicit methods integrate free bodies alone.
    pub has_constraints: bool,
}

impl Formulation {
    /// Names one.
    pub(super) const fn new(
        name: &'static str,
        summary: &'static str,
        parameterisation: RotationParameterisation,
    ) -> Self {
        Self { kind: Kind { name, summary, keys: "", example: "" }, parameterisation, has_constraints: false }
    }
    /// Names one whose joints are constraints.
    pub(super) const fn with_constraints(self) -> Self {
        Self { has_constraints: true, ..self }
    }
}

/// The coordinates of a mechanism in a formulation.
pub trait Coordinates: Sized {
    /// The dynamics that the coordinates become for values of the parameters.
    type Dynamics<R: Real>: Dynamics<R>;

    /// Chooses the coordinates.
    ///
    /// # Errors
    /// What of the mechanism the formulation cannot do.
    fn new(mechanism: &Mechanism, parameterisation: RotationParameterisation) -> Result<Self, Inconsistent>;
    /// Returns the layout of the coordinates and velocities; the variables follow.
    fn layout(&self) -> &Layout;
    /// Counts the constraints between the velocities, unit lengths apart.
    fn constraint_count(&self) -> usize {
        0
    }
    /// Returns coordinates and velocities at the beginning, without the variables.
    fn initial<R: Real>(&self, mechanism: &Mechanism, parameters: &[R]) -> (Vec<R>, Vec<R>);
    /// Returns by how much velocities at the coordinates `q` differ from those that the scenario gives, where constraints
    /// decide the others.
    fn given_velocities<R: Real>(&self, _: &Mechanism, _parameters: &[R], _qv: (&[R], &[R])) -> Vec<R> {
        Vec::new()
    }
    /// Checks that the mechanism can begin and be accelerated, for values of the parameters.
    ///
    /// # Errors
    /// The first reason why not.
    fn check(&self, mechanism: &Mechanism, parameters: &[f64]) -> Result<(), Inconsistent>;
    /// Says which joint makes the mass matrix nearly singular at the start, if one does, for values of the parameters.
    fn nearly_singular(&self, mechanism: &Mechanism, parameters: &[f64]) -> Option<String>;
    /// Says whether the result of `check` may depend on more than masses and inertias.
    fn check_looks_at_motion(&self, mechanism: &Mechanism) -> bool;
    /// Returns the coordinates with the constraints alone that are of parts of the scenario that act, by table and number.
    fn with_acting(self, _acts: &dyn Fn(&str, usize) -> bool) -> Self {
        self
    }
    /// Returns the coordinates with these constraints alone in use, by their numbers among [`Coordinates::row_names`].
    fn with_rows(self, _rows: &[usize]) -> Self {
        self
    }
    /// Returns which constraints but unit lengths are of velocities alone: of those in use, and of the redundant ones.
    fn velocity_rows(&self) -> [&[usize]; 2] {
        [&[]; 2]
    }
    /// Says of every constraint that acts but unit lengths, in use or not, which joint it is of and what it locks.
    fn row_names(&self) -> Vec<String> {
        Vec::new()
    }
    /// Returns of every constraint that acts, in use or not, the table of the scenario that it is of, with its index and key.
    fn row_parts(&self) -> Vec<(&'static str, usize, &'static str)> {
        Vec::new()
    }
    /// Returns the body whose coordinates a factor of the layout is of, where bodies have coordinates of their own.
    fn body_of(&self, _factor: usize) -> Option<usize> {
        None
    }
    /// Says what a velocity is of, where bodies have velocities of their own.
    fn velocity(&self, _velocity: usize) -> Option<BodyVelocity> {
        None
    }
    /// Returns the dynamics for values of the parameters.
    fn dynamics<R: Real>(&self, mechanism: &Mechanism, parameters: &[R]) -> Self::Dynamics<R>;
}

/// What a velocity in absolute coordinates is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BodyVelocity {
    /// The body.
    pub body: usize,
    /// Whether it turns the body, and does not move it.
    pub turns: bool,
    /// The axis, or the Euler parameter whose rate it is.
    pub axis: &'static str,
}

/// Returns the layout of some factors, which the variables of a mechanism and the integrals of its outputs follow; of those whose
/// numbers are `frames` each is the position of a body whose rotation follows it.
pub(super) fn with_variables(mut factors: Vec<Factor>, frames: Vec<usize>, mechanism: &Mechanism) -> Layout {
    if !mechanism.variables.is_empty() {
        factors.push(Factor::FirstOrder(mechanism.variables.len()));
    }
    let integrals = mechanism.columns_from(Source::Integral).len();
    if integrals > 0 {
        factors.push(Factor::Quadrature(integrals));
    }
    Layout::new(factors).with_frames(frames)
}
