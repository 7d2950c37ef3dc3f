//! A spherical joint to ground: the body turns about a fixed point on SO(3).
//!
//! Coordinates: quaternion `world_from_body`. Velocities: angular (body frame, rad/s).

use crate::lie::{Rotation, UnitQuaternion};
use crate::model::Kind;
use crate::model::body::{Body, MassProperties};
use crate::model::expression::{Expr3, evaluate3};
use crate::model::state::{BodyRates, BodyState, Wrench};
use crate::num::{Real, Sparse3, SparseSym3, Vec3};

pub(super) const KIND: Kind = Kind {
    name: "spherical",
    summary: "the body turns about a point of the ground: SO(3), 3 degrees of freedom",
    keys: "at = [x, y, z] (m, world frame, initial configuration; default origin)",
};

/// The equations of motion about the pivot, J_p W' = c x R^T (m g + F) + tau - W x J_p W, where c is the
/// arm from the pivot to the centre of mass and J_p = J + m (|c|^2 I - c c^T): the heavy top without
/// kinematic constraints of Holzinger et al. (2024), Section 4.1.
#[derive(Clone, Copy, Debug)]
pub struct Spherical<R> {
    /// From the pivot to the centre of mass, body frame, m.
    arm: Sparse3<R>,
    weight: Weight<R>,
    /// The pivot, world frame, m.
    pivot: Vec3<R>,
    /// About the pivot, body frame, kg m^2.
    inertia: SparseSym3<R>,
    inverse_inertia: SparseSym3<R>,
}

/// The moment of the weight about the pivot, m c x R^T g.
#[derive(Clone, Copy, Debug)]
enum Weight<R> {
    /// There is none: no gravity, or the pivot is the centre of mass.
    None,
    /// Gravity along one world axis i: g_i m c, whose product with row i of R is the moment.
    Axis(usize, Sparse3<R>),
    /// Gravity in any direction: m c.
    Any(Sparse3<R>),
}

impl<R: Real> Weight<R> {
    fn new(gravity: &Sparse3<R>, first_moment: Sparse3<R>) -> Self {
        let [x, y, z] = gravity.components();
        match (x, y, z) {
            _ if first_moment.is_zero() => Weight::None,
            (None, None, None) => Weight::None,
            (Some(g), None, None) => Weight::Axis(0, first_moment.scaled(g)),
            (None, Some(g), None) => Weight::Axis(1, first_moment.scaled(g)),
            (None, None, Some(g)) => Weight::Axis(2, first_moment.scaled(g)),
            _ => Weight::Any(first_moment),
        }
    }
}

impl<R: Real> Spherical<R> {
    pub(super) fn new(
        body: &Body,
        at: &Expr3,
        mass: &MassProperties<R>,
        gravity: &Sparse3<R>,
        parameters: &[R],
    ) -> Self {
        let pivot = evaluate3(at, parameters);
        let offset = evaluate3(&body.position, parameters) - pivot;
        let arm = if body.orientation.is_identity() {
            Sparse3::new(offset, std::array::from_fn(|i| body.position[i] != at[i]))
        } else {
            Sparse3::dense(body.orientation.evaluate(parameters).rotate_back(offset))
        };
        let inertia = mass.inertia.shifted(mass.mass, &arm);
        let weight = Weight::new(gravity, arm.scaled(mass.mass));
        Self { arm, weight, pivot, inertia, inverse_inertia: inertia.inverse() }
    }

    #[inline(always)]
    pub(super) fn state(&self, q: &[R], v: &[R]) -> BodyState<R> {
        let (orientation, w) = (UnitQuaternion::from_slice(q), Vec3::from_slice(v));
        let state = BodyState::new(self.pivot, Vec3::zero(), orientation, w);
        let (_, position, velocity) = state.point(self.arm.value);
        BodyState { position, velocity, ..state }
    }

    #[inline(always)]
    pub(super) fn acceleration(
        &self,
        gravity: &Sparse3<R>,
        wrench: Option<&Wrench<R>>,
        q: &[R],
        v: &[R],
        rate: &mut [R],
    ) {
        R::note("spherical joint: J_p W' = c x R^T (m g + F) + tau - W x J_p W");
        let (orientation, w) = (UnitQuaternion::from_slice(q), Vec3::from_slice(v));
        let mut torque = self.inertia.apply(w).cross(w); // -(W x J_p W)
        match &self.weight {
            Weight::None => {}
            Weight::Axis(i, moment) => torque = torque + moment.cross(orientation.row(*i)),
            Weight::Any(first_moment) => torque = torque + first_moment.cross(orientation.rotate_back_sparse(gravity)),
        }
        if let Some(wrench) = wrench {
            let force = orientation.matrix().apply_transposed(wrench.force);
            torque = torque + wrench.torque + self.arm.cross(force);
        }
        self.inverse_inertia.apply(torque).write(rate);
    }

    #[inline(always)]
    pub(super) fn rates(&self, state: &BodyState<R>, rate: &[R]) -> BodyRates<R> {
        let (w, angular_acceleration) = (state.angular_velocity, Vec3::from_slice(rate));
        let arm = self.arm.value;
        let local = angular_acceleration.cross(arm) + w.cross(w.cross(arm));
        BodyRates { acceleration: state.rotation.apply(local), angular_acceleration }
    }
}

pub(super) fn initial<R: Real>(body: &Body, parameters: &[R], q: &mut [R], v: &mut [R]) {
    body.orientation.evaluate(parameters).write(q);
    evaluate3(&body.angular_velocity, parameters).write(v);
}
