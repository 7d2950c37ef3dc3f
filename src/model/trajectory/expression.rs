//! Any function of the time.

use super::kind::{Description, Shape};
use super::point::TrajectoryPoint;
use crate::model::Kind;
use crate::model::expression::{Expr, Formula};
use crate::model::section::{Invalid, Section};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "expression",
    summary: "the position by an expression of the time t; velocity and acceleration are its exact derivatives",
    keys: "position = \"..\" (m or rad, over parameters and t (s))",
    example: r#"[[force]]
name = "wave"
kind = "joint_control"
joint = "rail"
trajectory = { kind = "expression", position = "0.1*sin(mass*10*t)" }
proportional = 40 # N/m
derivative = 4 # N s/m
"#,
};

/// A trajectory of the kind `expression`, see [`KIND`].
#[derive(Clone, Debug)]
pub(super) struct Expression<N> {
    pub(super) position: Formula<N>,
}

impl Description for Expression<Expr> {
    type At<R: Real> = Expression<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        Ok(Self { position: Formula::new(section.expression("position", &["t".to_string()])?) })
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Expression<R> {
        Expression { position: self.position.evaluate(p) }
    }
}

impl<R: Real> Shape<R> for Expression<R> {
    fn at(&self, time: R) -> TrajectoryPoint<R> {
        let [position, velocity, acceleration] = self.position.derivatives(time);
        TrajectoryPoint { position, velocity, acceleration }
    }
    fn end(&self) -> Option<R> {
        None
    }
}
