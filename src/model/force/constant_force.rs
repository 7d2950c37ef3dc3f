//! A constant force at a point of a body.

use super::*;

pub(super) const KIND: Kind = Kind {
    name: "force",
    summary: "constant force at a body point, fixed in space or in the body; no potential is counted",
    keys: "body, force = [..] (N), point = [..] (m, body frame from the centre of mass), frame = space | body",
};

/// See [`KIND`].
#[derive(Clone, Debug)]
pub struct ConstantForce<N> {
    body: usize,
    force: Triple<N>,
    point: Triple<N>,
    frame: Frame,
}

impl ConstantForce<Expr> {
    pub(super) fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        Ok(Self {
            body: section.body("body")?,
            force: section.vector("force")?,
            point: section.vector_or_zero("point")?,
            frame: read_frame(section)?,
        })
    }
    pub(super) fn evaluate<R: Real>(&self, p: &[R]) -> ConstantForce<R> {
        ConstantForce {
            body: self.body,
            force: numbers(&self.force, p),
            point: numbers(&self.point, p),
            frame: self.frame,
        }
    }
    pub(super) fn bodies(&self) -> Vec<usize> {
        vec![self.body]
    }
}

impl<R: Real> ConstantForce<R> {
    #[inline(always)]
    pub(super) fn apply(&self, states: &[BodyState<R>], wrenches: &mut [Wrench<R>]) {
        R::note("constant force at a body point");
        let (force, point) = (vec3(&self.force), vec3(&self.point));
        let wrench = &mut wrenches[self.body];
        match self.frame {
            Frame::Space => wrench.add_force_at(&states[self.body], force, point),
            Frame::Body => {
                wrench.force = wrench.force + states[self.body].rotation.apply(force);
                wrench.torque = wrench.torque + point.cross(force);
            }
        }
    }
    #[inline(always)]
    pub(super) fn potential_energy(&self, _: &[BodyState<R>]) -> R {
        R::zero()
    }
}
