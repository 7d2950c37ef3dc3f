//! A constant torque on a body.

use super::axes::{Axes, add_torque, read_axes};
use super::kind::{Description, Exerts, constant};
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::frame::{FrameRef, bodies};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "torque",
    summary: "constant torque on a body, fixed in space or in the body; no potential is counted",
    keys: "body, torque = [..] (N m), frame = space | body (default space)",
    example: r#"[[force]]
name = "couple"
kind = "torque"
body = "plate"
torque = [0.4, 0.2, 0.3] # N m, in the directions of the world
[[force]]
name = "spin_up"
kind = "torque"
body = "top"
torque = [0, "mass/4", 0.1] # N m, turns with the body
frame = "body"
"#,
};

/// A force of the kind `constant_torque`, see [`KIND`].
#[derive(Clone, Debug)]
pub struct ConstantTorque<N> {
    frame: FrameRef,
    torque: Triple<N>,
    axes: Axes,
}

impl Description for ConstantTorque<Expr> {
    type At<R: Real> = ConstantTorque<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("torque", "N m")])?;
        Ok(Self {
            frame: section.frame("body")?,
            torque: constant(section, "torque", "expression_torque")?,
            axes: read_axes(section)?,
        })
    }
    fn is_load(&self) -> bool {
        true
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> ConstantTorque<R> {
        ConstantTorque { frame: self.frame, torque: numbers(&self.torque, p), axes: self.axes }
    }
    fn bodies(&self) -> Vec<usize> {
        bodies(&[self.frame])
    }
}

impl<R: Real> Exerts<R> for ConstantTorque<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("constant torque");
        add_torque(self.axes, (self.frame, motion), vec3(&self.torque), loads);
    }
}
