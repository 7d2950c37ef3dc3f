//! A force at a body point that depends on the time and on the motion of the point.

use super::axes::{Axes, add_force, read_axes};
use super::formulas::{formula_values, read_formulas};
use super::kind::{Description, Exerts};
use crate::model::Kind;
use crate::model::expression::{Expr, Formula};
use crate::model::frame::{FrameRef, bodies};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::{Triple, numbers, vec3};
use crate::num::{Real, Vec3};

pub(super) const KIND: Kind = Kind {
    name: "expression_force",
    summary: "force at a body point by expressions of the time t and of the point's position x, y, z and velocity vx, \
              vy, vz (world frame); with frame = \"body\" it follows the body; no potential is counted",
    keys: "body, force = [\"..\", \"..\", \"..\"] (N, over parameters and t, x, y, z (m), vx, vy, vz (m/s)), point = \
           [..] (m, body frame from the centre of mass), frame = space | body (default space)",
    example: r#"[[force]]
name = "drag"
kind = "expression_force"
body = "plate"
force = ["-0.4*vx*sqrt(vx^2 + vy^2 + vz^2)", "-0.4*vy", "mass*sin(40*t) - z"] # N
point = [0, 0.1, 0] # m
"#,
};

/// A force of the kind `expression_force`, see [`KIND`].
#[derive(Clone, Debug)]
pub struct ExpressionForce<N> {
    frame: FrameRef,
    force: Triple<Formula<N>>,
    point: Triple<N>,
    axes: Axes,
}

impl Description for ExpressionForce<Expr> {
    type At<R: Real> = ExpressionForce<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("force", "N"), ("point", "m")])?;
        Ok(Self {
            frame: section.frame("body")?,
            force: read_formulas(section, "force", &["t", "x", "y", "z", "vx", "vy", "vz"], true)?,
            point: section.vector_or_zero("point")?,
            axes: read_axes(section)?,
        })
    }
    fn is_load(&self) -> bool {
        true
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> ExpressionForce<R> {
        ExpressionForce {
            frame: self.frame,
            force: std::array::from_fn(|i| self.force[i].evaluate(p)),
            point: numbers(&self.point, p),
            axes: self.axes,
        }
    }
    fn bodies(&self) -> Vec<usize> {
        bodies(&[self.frame])
    }
}

impl<R: Real> Exerts<R> for ExpressionForce<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("force at a body point by expressions");
        let (state, point) = (motion.frame(self.frame), vec3(&self.point));
        let (_, x, v) = state.point(point);
        let variables = formula_values(&[motion.time, x.x, x.y, x.z, v.x, v.y, v.z], motion);
        let [fx, fy, fz] = [0, 1, 2].map(|i| self.force[i].value_on(&variables, motion.sides));
        add_force(self.axes, (self.frame, motion), (Vec3::new(fx, fy, fz), point), loads);
    }
}
