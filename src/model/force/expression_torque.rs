//! A torque on a body that depends on the time and on the body's angular velocity.

use super::axes::{Axes, add_torque, read_axes};
use super::formulas::{formula_values, read_formulas};
use super::kind::{Description, Exerts};
use crate::model::Kind;
use crate::model::expression::{Expr, Formula};
use crate::model::frame::{FrameRef, bodies};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::triple::Triple;
use crate::num::{Real, Vec3};

pub(super) const KIND: Kind = Kind {
    name: "expression_torque",
    summary: "torque on a body by expressions of the time t and of the body's angular velocity wx, wy, wz (body frame); \
              with frame = \"body\" it follows the body; no potential is counted",
    keys: "body, torque = [\"..\", \"..\", \"..\"] (N m, over parameters and t (s), wx, wy, wz (rad/s)), frame = space \
           | body (default space)",
    example: r#"[[force]]
name = "shaker"
kind = "expression_torque"
body = "plate"
torque = ["cos(50*t)", "-0.1*wy*abs(wy)", "-0.2*mass*wz"] # N m
frame = "body"
"#,
};

/// A force of the kind `expression_torque`, see [`KIND`].
#[derive(Clone, Debug)]
pub struct ExpressionTorque<N> {
    frame: FrameRef,
    torque: Triple<Formula<N>>,
    axes: Axes,
}

impl Description for ExpressionTorque<Expr> {
    type At<R: Real> = ExpressionTorque<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        section.expect_units(&[("torque", "N m")])?;
        Ok(Self {
            frame: section.frame("body")?,
            torque: read_formulas(section, "torque", &["t", "wx", "wy", "wz"], true)?,
            axes: read_axes(section)?,
        })
    }
    fn is_load(&self) -> bool {
        true
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> ExpressionTorque<R> {
        let torque = std::array::from_fn(|i| self.torque[i].evaluate(p));
        ExpressionTorque { frame: self.frame, torque, axes: self.axes }
    }
    fn bodies(&self) -> Vec<usize> {
        bodies(&[self.frame])
    }
}

impl<R: Real> Exerts<R> for ExpressionTorque<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("torque by expressions");
        let state = motion.frame(self.frame);
        let w = state.angular_velocity;
        let variables = formula_values(&[motion.time, w.x, w.y, w.z], motion);
        let [tx, ty, tz] = [0, 1, 2].map(|i| self.torque[i].value_on(&variables, motion.sides));
        add_torque(self.axes, (self.frame, motion), Vec3::new(tx, ty, tz), loads);
    }
}
