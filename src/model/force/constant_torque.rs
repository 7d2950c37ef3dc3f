//! A constant torque on a body.

use super::*;

pub(super) const KIND: Kind = Kind {
    name: "torque",
    summary: "constant torque on a body, fixed in space or in the body; no potential is counted",
    keys: "body, torque = [..] (N m), frame = space | body",
};

/// See [`KIND`].
#[derive(Clone, Debug)]
pub struct ConstantTorque<N> {
    body: usize,
    torque: Triple<N>,
    frame: Frame,
}

impl ConstantTorque<Expr> {
    pub(super) fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        Ok(Self { body: section.body("body")?, torque: section.vector("torque")?, frame: read_frame(section)? })
    }
    pub(super) fn evaluate<R: Real>(&self, p: &[R]) -> ConstantTorque<R> {
        ConstantTorque { body: self.body, torque: numbers(&self.torque, p), frame: self.frame }
    }
    pub(super) fn bodies(&self) -> Vec<usize> {
        vec![self.body]
    }
}

impl<R: Real> ConstantTorque<R> {
    #[inline(always)]
    pub(super) fn apply(&self, states: &[BodyState<R>], wrenches: &mut [Wrench<R>]) {
        R::note("constant torque");
        let torque = vec3(&self.torque);
        let torque_body = match self.frame {
            Frame::Space => states[self.body].rotation.apply_transposed(torque),
            Frame::Body => torque,
        };
        let wrench = &mut wrenches[self.body];
        wrench.torque = wrench.torque + torque_body;
    }
    #[inline(always)]
    pub(super) fn potential_energy(&self, _: &[BodyState<R>]) -> R {
        R::zero()
    }
}
