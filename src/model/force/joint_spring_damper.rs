//! A spring and damper in a joint.

use super::kind::{Description, Exerts};
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::joint_axis::{JointAxis, axis_keys};
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "joint_spring_damper",
    summary: "linear spring and damper on a scalar coordinate of a joint",
    keys: concat!(
        axis_keys!(),
        ", stiffness (N/m or N m/rad), damping (N s/m or N m s/rad), rest (m or rad, default 0)"
    ),
    example: r#"[[force]]
name = "return_spring"
kind = "joint_spring_damper"
joint = "rail"
stiffness = "stiffness" # N/m
damping = 0.2 # N s/m
rest = 0.1 # m
"#,
};

/// The generalised force -(k (q - rest) + d v).
#[derive(Clone, Debug)]
pub struct JointSpringDamper<N> {
    axis: JointAxis,
    stiffness: N,
    damping: N,
    rest: N,
}

impl Description for JointSpringDamper<Expr> {
    type At<R: Real> = JointSpringDamper<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let axis = JointAxis::read(section)?;
        let units = axis.units();
        section.expect_units(&[
            ("stiffness", units.stiffness),
            ("damping", units.damping),
            ("rest", units.position),
        ])?;
        Ok(Self {
            axis,
            stiffness: section.number_or("stiffness", 0.0)?,
            damping: section.number_or("damping", 0.0)?,
            rest: section.number_or("rest", 0.0)?,
        })
    }
    fn coefficients(&self) -> Vec<(&'static str, &Expr)> {
        vec![("stiffness", &self.stiffness), ("damping", &self.damping)]
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> JointSpringDamper<R> {
        JointSpringDamper {
            axis: self.axis,
            stiffness: self.stiffness.evaluate(p),
            damping: self.damping.evaluate(p),
            rest: self.rest.evaluate(p),
        }
    }
    fn axis(&self) -> Option<JointAxis> {
        Some(self.axis)
    }
}

impl<R: Real> Exerts<R> for JointSpringDamper<R> {
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>) {
        R::note("spring-damper in a joint: -(k (q - q0) + d v)");
        let (q, v) = self.axis.motion(motion);
        let force = -(self.stiffness * (q - self.rest) + self.damping * v);
        self.axis.add_force(loads, force);
    }
    fn potential_energy(&self, motion: &Motion<'_, R>) -> R {
        (self.stiffness * (self.axis.motion(motion).0 - self.rest).square()).scale(0.5)
    }
    fn power(&self, motion: &Motion<'_, R>) -> R {
        -(self.damping * self.axis.motion(motion).1.square())
    }
}
