//! No joint: the body moves on R^3 x SO(3), (15) of Holzinger et al. (2024).
//!
//! Coordinates: centre of mass (world frame, m) and quaternion `world_from_body`. Velocities: of the
//! centre of mass (world frame, m/s) and angular (body frame, rad/s).

use crate::lie::UnitQuaternion;
use crate::model::Kind;
use crate::model::body::{Body, MassProperties};
use crate::model::expression::evaluate3;
use crate::model::state::{BodyRates, BodyState, Wrench};
use crate::num::{Real, Sparse3, SparseSym3, Vec3};

pub(super) const KIND: Kind = Kind {
    name: "free",
    summary: "no constraint: R^3 x SO(3), 6 degrees of freedom; every body without a joint",
    keys: "",
};

/// The equations of motion of a free body, (23): m x'' = F + m g, J W' = tau - W x J W.
#[derive(Clone, Copy, Debug)]
pub struct Free<R> {
    inverse_mass: R,
    inertia: SparseSym3<R>,
    inverse_inertia: SparseSym3<R>,
}

impl<R: Real> Free<R> {
    pub(super) fn new(mass: &MassProperties<R>) -> Self {
        Self { inverse_mass: R::one() / mass.mass, inertia: mass.inertia, inverse_inertia: mass.inertia.inverse() }
    }

    #[inline(always)]
    pub(super) fn acceleration(&self, gravity: &Sparse3<R>, wrench: Option<&Wrench<R>>, v: &[R], rate: &mut [R]) {
        R::note("free body: x'' = F/m + g, W' = J^-1 (tau - W x J W)  (23)");
        let w = Vec3::from_slice(&v[3..]);
        let gyroscopic = self.inertia.apply(w).cross(w); // -(W x J W)
        let (linear, torque) = match wrench {
            None => (gravity.add_to(Vec3::zero()), gyroscopic),
            Some(wrench) => (gravity.add_to(wrench.force * self.inverse_mass), wrench.torque + gyroscopic),
        };
        linear.write(rate);
        self.inverse_inertia.apply(torque).write(&mut rate[3..]);
    }
}

pub(super) fn initial<R: Real>(body: &Body, parameters: &[R], q: &mut [R], v: &mut [R]) {
    evaluate3(&body.position, parameters).write(q);
    body.orientation.evaluate(parameters).write(&mut q[3..]);
    body.velocity.as_ref().map_or_else(Vec3::zero, |e| evaluate3(e, parameters)).write(v);
    evaluate3(&body.angular_velocity, parameters).write(&mut v[3..]);
}

#[inline(always)]
pub(super) fn state<R: Real>(q: &[R], v: &[R]) -> BodyState<R> {
    let orientation = UnitQuaternion::from_slice(&q[3..]);
    BodyState::new(Vec3::from_slice(q), Vec3::from_slice(v), orientation, Vec3::from_slice(&v[3..]))
}

#[inline(always)]
pub(super) fn rates<R: Real>(rate: &[R]) -> BodyRates<R> {
    BodyRates { acceleration: Vec3::from_slice(rate), angular_acceleration: Vec3::from_slice(&rate[3..]) }
}
