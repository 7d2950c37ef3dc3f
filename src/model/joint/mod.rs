//! Joints to ground, in joint coordinates: each moves its body on a group of its own.
//!
//! A new joint is a file here, a line in [`ALL`] and a variant of the two enumerations.

mod free;
mod spherical;

pub use free::Free;
pub use spherical::Spherical;

use super::Kind;
use super::body::{Body, MassProperties};
use super::expression::Expr3;
use super::section::{BodyRef, Invalid, Section};
use super::state::{BodyRates, BodyState, Wrench};
use crate::num::{Real, Sparse3};
use crate::problem::Factor;

/// The kinds of joints.
pub const ALL: &[Kind] = &[spherical::KIND, free::KIND];

/// A joint as the scenario describes it.
#[derive(Clone, Debug)]
pub enum JointModel {
    /// No constraint: R^3 x SO(3). Every body without a joint has it.
    Free,
    /// The body turns about a point of the ground: SO(3).
    Spherical {
        /// The point, world frame, m.
        at: Expr3,
    },
}

impl JointModel {
    /// Reads one `[[joint]]`: its name, its body and itself.
    ///
    /// # Errors
    /// Where a key is missing or of the wrong kind.
    pub fn read(section: &mut dyn Section) -> Result<(String, usize, Self), Invalid> {
        let name = section.text("name")?;
        let kind = section.text("kind")?;
        let kind = super::find_kind("joint", &kind, ALL).map_err(|m| section.invalid("kind", m))?;
        let body = match section.between("between")? {
            [BodyRef::Ground, BodyRef::Body(body)] | [BodyRef::Body(body), BodyRef::Ground] => body,
            _ => {
                let message = "a joint connects ground and one body here; joints between two moving bodies are not \
                               available in joint coordinates yet";
                return Err(section.invalid("between", message.into()));
            }
        };
        let joint = if kind.name == spherical::KIND.name {
            JointModel::Spherical { at: section.vector_or_zero("at")? }
        } else {
            JointModel::Free
        };
        Ok((name, body, joint))
    }

    /// The factors of the group that the joint moves its body on.
    pub fn factors(&self) -> &'static [Factor] {
        match self {
            JointModel::Free => &[Factor::Vector(3), Factor::Rotation],
            JointModel::Spherical { .. } => &[Factor::Rotation],
        }
    }

    /// The joint's numbers for values of the parameters.
    pub fn evaluate<R: Real>(
        &self,
        body: &Body,
        mass: &MassProperties<R>,
        gravity: &Sparse3<R>,
        parameters: &[R],
    ) -> Joint<R> {
        match self {
            JointModel::Free => Joint::Free(Free::new(mass)),
            JointModel::Spherical { at } => Joint::Spherical(Spherical::new(body, at, mass, gravity, parameters)),
        }
    }

    /// Writes the initial coordinates and velocities of the joint.
    pub fn initial<R: Real>(&self, body: &Body, parameters: &[R], q: &mut [R], v: &mut [R]) {
        match self {
            JointModel::Free => free::initial(body, parameters, q, v),
            JointModel::Spherical { .. } => spherical::initial(body, parameters, q, v),
        }
    }
}

/// A joint's numbers: the equations of motion of its body in its own coordinates.
#[derive(Clone, Copy, Debug)]
pub enum Joint<R> {
    /// See [`Free`].
    Free(Free<R>),
    /// See [`Spherical`].
    Spherical(Spherical<R>),
}

impl<R: Real> Joint<R> {
    /// The motion of the body for the coordinates `q` and velocities `v` of the joint.
    #[inline(always)]
    pub fn state(&self, q: &[R], v: &[R]) -> BodyState<R> {
        match self {
            Joint::Free(_) => free::state(q, v),
            Joint::Spherical(j) => j.state(q, v),
        }
    }
    /// Writes the joint's accelerations under gravity and, if there are any, the wrench of the forces on
    /// the body.
    #[inline(always)]
    pub fn acceleration(&self, gravity: &Sparse3<R>, wrench: Option<&Wrench<R>>, q: &[R], v: &[R], rate: &mut [R]) {
        match self {
            Joint::Free(j) => j.acceleration(gravity, wrench, v, rate),
            Joint::Spherical(j) => j.acceleration(gravity, wrench, q, v, rate),
        }
    }
    /// The accelerations of the body from those of the joint.
    #[inline(always)]
    pub fn rates(&self, state: &BodyState<R>, rate: &[R]) -> BodyRates<R> {
        match self {
            Joint::Free(_) => free::rates(rate),
            Joint::Spherical(j) => j.rates(state, rate),
        }
    }
}
