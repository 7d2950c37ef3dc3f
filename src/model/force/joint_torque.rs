//! A motor in a joint.

use super::formulas::{formula_values, read_formula};
use super::kind::{Description, Exerts};
use crate::model::Kind;
use crate::model::expression::{Expr, Formula};
use crate::model::joint_axis::{JointAxis, axis_keys};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "joint_torque",
    summary: "motor: generalised force on a scalar joint coordinate by an expression of the time t, the coordinate q and \
              its velocity v; no potential is counted",
    keys: concat!(
        axis_keys!(),
        ", torque = \"..\" (N or N m, over parameters and t (s), q (m or rad), v (m/s or rad/s))"
    ),
    example: r#"[[force]]
name = "motor"
kind = "joint_torque"
joint = "rail"
torque = "mass*cos(50*t) - 0.3*v + 10*q" # N
"#,
};

/// See [`KIND`].
#[derive(Clone, Debug)]
pub struct JointTorque<N> {
    axis: JointAxis,
    torque: Formula<N>,
}

impl Description for JointTorque<Expr> {
    type At<R: Real> = JointTorque<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        Ok(Self { axis: JointAxis::read(section)?, torque: read_formula(section, "torque", &["t", "q", "v"])? })
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> JointTorque<R> {
        JointTorque { axis: self.axis, torque: self.torque.evaluate(p) }
    }
    fn axis(&self) -> Option<JointAxis> {
        Some(self.axis)
    }
}

impl<R: Real> Exerts<R> for JointTorque<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("motor in a joint");
        let (q, v) = self.axis.motion(motion);
        let variables = formula_values(&[motion.time, q, v], motion);
        self.axis.add_force(loads, self.torque.value(&variables));
    }
}
