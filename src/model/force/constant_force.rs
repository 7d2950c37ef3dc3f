//! A constant force at a point of a body.

use super::axes::{Axes, add_force, read_axes};
use super::kind::{Description, Exerts, constant};
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::frame::{FrameRef, bodies};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "force",
    summary: "constant force at a body point, fixed in space or in the body; no potential is counted",
    keys: "body, force = [..] (N), point = [..] (m, body frame from the centre of mass), frame = space | body (default space)",
    example: r#"[[force]]
name = "push"
kind = "force"
body = "plate"
force = [1, 2, 30] # N, in the directions of the world
point = [0.1, 0, 0] # m
[[force]]
name = "thrust"
kind = "force"
body = "plate"
force = [0, 0, "mass*9.81"] # N, turns with the body
point = [0, 0.1, 0.05] # m
frame = "body"
"#,
};

/// A force of the kind `constant_force`, see [`KIND`].
#[derive(Clone, Debug)]
pub struct ConstantForce<N> {
    frame: FrameRef,
    force: Triple<N>,
    point: Triple<N>,
    axes: Axes,
}

impl Description for ConstantForce<Expr> {
    type At<R: Real> = ConstantForce<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("force", "N"), ("point", "m")])?;
        Ok(Self {
            frame: section.frame("body")?,
            force: constant(section, "force", "expression_force")?,
            point: section.vector_or_zero("point")?,
            axes: read_axes(section)?,
        })
    }
    fn is_load(&self) -> bool {
        true
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> ConstantForce<R> {
        ConstantForce {
            frame: self.frame,
            force: numbers(&self.force, p),
            point: numbers(&self.point, p),
            axes: self.axes,
        }
    }
    fn bodies(&self) -> Vec<usize> {
        bodies(&[self.frame])
    }
}

impl<R: Real> Exerts<R> for ConstantForce<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("constant force at a body point");
        add_force(self.axes, (self.frame, motion), (vec3(&self.force), vec3(&self.point)), loads);
    }
}
