//! A joint that is moved as a function of the time.

use super::kind::{Constrains, Description};
use crate::model::Kind;
use crate::model::expression::{Expr, Formula};
use crate::model::joint_axis::{JointAxis, axis_keys};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "motion",
    summary: "a scalar joint coordinate is an expression of the time t, with its exact derivatives; what the \
              drive exerts is `constraint_force`, what it takes `power`",
    keys: concat!(axis_keys!(), ", position = \"..\" (m or rad, over parameters and t (s))"),
    example: r#"[[body]]
name = "crank"
mass = 0.4 # kg
inertia = [0.003, 0.003, 0.005] # kg m^2
[[joint]]
name = "drive"
kind = "revolute"
between = ["ground", "crank"]
at = [0, 0, 0] # m
axis = [0, 0, 1]
initial = { velocity = 6.0 } # rad/s
[[constraint]]
name = "speed"
kind = "motion"
joint = "drive"
position = "6*t + 0.1*mass*t^3" # rad
"#,
};

/// See [`KIND`].
#[derive(Clone, Debug)]
pub struct PrescribedMotion<N> {
    axis: JointAxis,
    position: Formula<N>,
}

impl Description for PrescribedMotion<Expr> {
    type At<R: Real> = PrescribedMotion<R>;

    fn read(section: &mut dyn Section) -> Result<(Self, Option<Expr>), Invalid> {
        let axis = JointAxis::read(section)?;
        section.expect_units(&[("position", axis.unit)])?;
        let position = Formula::new(section.expression("position", &["t".to_string()])?);
        Ok((Self { axis, position }, Some(Expr::Constant(0.0))))
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> PrescribedMotion<R> {
        PrescribedMotion { axis: self.axis, position: self.position.evaluate(p) }
    }
    fn axes(&self) -> Vec<JointAxis> {
        vec![self.axis]
    }
    fn is_drive(&self) -> bool {
        true
    }
}

impl<R: Real> PrescribedMotion<R> {
    /// Returns it in other numbers.
    pub(super) fn map<S: Real>(&self, f: impl Fn(R) -> S) -> PrescribedMotion<S> {
        PrescribedMotion { axis: self.axis, position: self.position.map(f) }
    }
}

impl<R: Real> Constrains<R> for PrescribedMotion<R> {
    fn value(&self, motion: &Motion<'_, R>) -> R {
        self.axis.motion(motion).0 - self.position.value(&[motion.time])
    }
    fn is_angle(&self) -> bool {
        self.axis.unit == "rad"
    }
    fn act(&self, _: &Motion<'_, R>, multiplier: R, loads: &mut Loads<R>) {
        self.axis.add_force(loads, multiplier);
    }
    fn exerted(&self, multiplier: R) -> Vec<R> {
        vec![-multiplier]
    }
}
