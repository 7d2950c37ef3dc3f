//! A mechanism with values of its parameters, and the coordinates of joints that its assembly keeps.

use super::residual::{At, Residual};
use crate::formulation::{Formulated, System};
use crate::lie::{LieGroup, UnitQuaternion};
use crate::model::Mechanism;
use crate::model::state::JointState;
use crate::num::{Dual, Real, Vec3};
use crate::problem::consistent::Family;
use crate::problem::{Constrained, Layout, Unknowns};
use std::f64::consts::TAU;

/// A mechanism with values of its parameters.
pub(super) struct Member<'a> {
    formulated: &'a Formulated,
    mechanism: &'a Mechanism,
    parameters: &'a [f64],
    recorded: &'a Residual,
    held: Vec<Held<f64>>,
}

/// A coordinate of a joint that keeps its value.
#[derive(Clone, Debug)]
pub(super) enum Held<R> {
    /// A scalar coordinate, by joint and index, m or rad.
    Scalar(usize, usize, R),
    /// One component of the orientation, the rotation vector's to first order, rad.
    Rotation(usize, usize, UnitQuaternion<R>),
}

impl<R: Real> Held<R> {
    pub(super) fn joint(&self) -> usize {
        match self {
            Held::Scalar(joint, ..) | Held::Rotation(joint, ..) => *joint,
        }
    }
    /// Returns by how much scalar coordinates and an orientation of the joint miss the value, m or rad.
    pub(super) fn missed(&self, coordinates: &[R], orientation: UnitQuaternion<R>) -> R {
        match self {
            Held::Scalar(_, place, value) => coordinates[*place] - *value,
            Held::Rotation(_, place, value) => value.inverse().multiply(orientation).v.to_array()[*place].scale(2.0),
        }
    }
    /// Returns by how much the states of all joints miss the value, m or rad.
    pub(super) fn residual(&self, joints: &[JointState<R>]) -> R {
        let joint = &joints[self.joint()];
        self.missed(&joint.coordinates, joint.orientation())
    }
}

impl Held<f64> {
    /// Returns the coordinate in another number.
    fn to<R: Real>(&self) -> Held<R> {
        match self {
            Held::Scalar(joint, place, value) => Held::Scalar(*joint, *place, R::constant(*value)),
            Held::Rotation(joint, place, value) => {
                let Vec3 { x, y, z } = value.v;
                let [w, x, y, z] = [value.w, x, y, z].map(R::constant);
                Held::Rotation(*joint, *place, UnitQuaternion { w, v: Vec3::new(x, y, z) })
            }
        }
    }
}

/// Returns the coordinates of joints that the scenario gives, with their values; orientations are those of the joints'
/// states at the given poses, and angles are the nearest to these.
pub(super) fn held<R: Real>(mechanism: &Mechanism, parameters: &[R], states: &[JointState<R>]) -> Vec<Held<R>> {
    let mut all = Vec::new();
    for (i, (joint, state)) in mechanism.joints.iter().zip(states).enumerate() {
        if !joint.gives_coordinates {
            continue;
        }
        let units = joint.shape().scalars;
        for (place, (unit, here)) in units.iter().zip(&state.coordinates).enumerate() {
            let off =
                if joint.kind.is_free() { R::zero() } else { joint.coordinates[place].evaluate(parameters) - *here };
            let turns = || (off.scale(1.0 / TAU) + R::constant(0.5)).floor();
            let off = if *unit == "rad" { off - turns().scale(TAU) } else { off };
            all.push(Held::Scalar(i, place, *here + off));
        }
        if let Some((orientation, _)) = state.rotation {
            all.extend((0..3).map(|place| Held::Rotation(i, place, orientation)));
        }
    }
    all
}

impl<'a> Member<'a> {
    /// Makes a member of a mechanism in these coordinates, whose residual is recorded.
    pub(super) fn new(
        (formulated, recorded): (&'a Formulated, &'a Residual),
        mechanism: &'a Mechanism,
        parameters: &'a [f64],
    ) -> Self {
        Self { formulated, mechanism, parameters, recorded, held: Vec::new() }
    }
    /// Returns the member with further constraints, after its own: that joints keep the coordinates that the scenario
    /// gives, from rough positions.
    pub(super) fn holding(mut self, q: &[f64]) -> Self {
        if !self.mechanism.joints.iter().any(|joint| joint.gives_coordinates) {
            return self;
        }
        let still = vec![0.0; self.formulated.layout().velocity_count()];
        let states = self.formulated.system(self.mechanism, self.parameters).joints(0.0, q, &still);
        self.held = held(self.mechanism, self.parameters, &states);
        self
    }
    /// Returns the joints whose coordinates are kept, one per further constraint.
    pub(super) fn held_joints(&self) -> Vec<usize> {
        self.held.iter().map(Held::joint).collect()
    }

    /// Returns the member in a number.
    fn at<R: Real>(&self) -> Holding<R> {
        let parameters: Vec<R> = self.parameters.iter().map(|p| R::constant(*p)).collect();
        Holding {
            system: self.formulated.system(self.mechanism, &parameters),
            held: self.held.iter().map(Held::to).collect(),
        }
    }
}

/// A system, and the coordinates of joints that keep their values.
pub(super) struct Holding<R> {
    system: System<R>,
    held: Vec<Held<R>>,
}

impl Family for Member<'_> {
    type Plain = Holding<f64>;
    type Moving = Holding<Dual<f64, 1>>;
    fn plain(&self) -> Holding<f64> {
        self.at()
    }
    fn moving(&self) -> Holding<Dual<f64, 1>> {
        self.at()
    }
    /// Evaluates the recorded residual, then what holds coordinates.
    fn constraints<R: Real>(&self, t: R, q: &[R], v: &[R]) -> Vec<R> {
        let recorded = self.recorded.of(self.formulated, self.mechanism);
        let parameters: Vec<R> = self.parameters.iter().map(|p| R::constant(*p)).collect();
        let [rate, multipliers] = [self.formulated.layout().quadratures().start, self.formulated.constraint_count()]
            .map(|count| vec![R::zero(); count]);
        let unknowns = Unknowns { rate: &rate, multipliers: &multipliers };
        let at = At { parameters: &parameters, t, scale: R::one(), q, v, unknowns };
        let [results, _] = recorded.at(at, false);
        let mut constraints = recorded.constraints(&results).to_vec();
        constraints.extend(self.held.iter().map(|held| {
            let (coordinates, orientation) = recorded.joint(&results, held.joint());
            held.to().missed(coordinates, orientation)
        }));
        constraints
    }
}

impl<R: Real> Constrained<R> for Holding<R> {
    fn layout(&self) -> &Layout {
        Constrained::layout(&self.system)
    }
    fn multiplier_count(&self) -> usize {
        self.system.multiplier_count() + self.held.len()
    }
    /// Writes what holds coordinates after the constraints; it exerts nothing, since positions alone are looked for with it.
    fn residual(&mut self, t: R, q: &[R], v: &[R], scale: R, at: Unknowns<'_, R>, out: &mut Vec<R>) {
        let multipliers = &at.multipliers[..self.system.multiplier_count()];
        self.system.residual(t, q, v, scale, Unknowns { multipliers, ..at }, out);
        if !self.held.is_empty() {
            let joints = self.system.joints(t, q, v);
            out.extend(self.held.iter().map(|held| held.residual(&joints)));
        }
    }
    fn forces_see_multipliers(&self) -> bool {
        self.system.forces_see_multipliers()
    }
    fn velocity_rows(&self) -> Vec<usize> {
        self.system.velocity_rows()
    }
    fn follow_angles(&self, t: R, q: &[R], angles: &mut [R]) {
        self.system.follow_angles(t, q, angles);
    }
}
