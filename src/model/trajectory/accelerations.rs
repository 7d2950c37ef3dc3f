//! Constant accelerations from time to time.

use super::kind::{Description, Shape, Wrong, increasing};
use super::piecewise::Piecewise;
use super::point::TrajectoryPoint;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "accelerations",
    summary: "constant accelerations between given times, from a position and a velocity",
    keys: "times = [..] (s, from 0), accelerations = [..] (m/s^2 or rad/s^2, one fewer than times), position (m or rad, \
           default 0), velocity (m/s or rad/s, default 0), hold = true | false",
    example: r#"[[force]]
name = "ramp"
kind = "joint_control"
joint = "rail"
trajectory = { kind = "accelerations", times = [0, 0.02, 0.1], accelerations = ["4/mass", -3], position = 0.1, velocity = 1 }
proportional = 40 # N/m
derivative = 4 # N s/m
"#,
};

/// The profiles of Holzinger et al. (2024), Table 9.
#[derive(Clone, Debug)]
pub(super) struct Accelerations<N> {
    pub(super) times: Vec<N>,
    pub(super) accelerations: Vec<N>,
    pub(super) position: N,
    pub(super) velocity: N,
}

impl Description for Accelerations<Expr> {
    type At<R: Real> = Accelerations<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let (times, accelerations) = (section.list("times")?, section.list("accelerations")?);
        if times.len() < 2 || times.len() != accelerations.len() + 1 {
            let message = format!(
                "found {} accelerations for {} times; accepted: at least two times, and one acceleration between each \
                 two",
                accelerations.len(),
                times.len()
            );
            return Err(section.invalid("accelerations", message));
        }
        let (position, velocity) = (section.number_or("position", 0.0)?, section.number_or("velocity", 0.0)?);
        Ok(Self { times, accelerations, position, velocity })
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Accelerations<R> {
        let all = |list: &[Expr]| list.iter().map(|e| e.evaluate(p)).collect();
        Accelerations {
            times: all(&self.times),
            accelerations: all(&self.accelerations),
            position: self.position.evaluate(p),
            velocity: self.velocity.evaluate(p),
        }
    }
    fn checked(&self) -> Vec<&Expr> {
        self.times.iter().collect()
    }
    fn check(&self, p: &[f64]) -> Result<(), Wrong> {
        increasing("trajectory.times", &self.times, p)
    }
}

impl<R: Real> Shape<R> for Accelerations<R> {
    fn at(&self, time: R) -> TrajectoryPoint<R> {
        Piecewise::of_accelerations(&self.times, &self.accelerations, self.position, self.velocity).at(time)
    }
    fn end(&self) -> Option<R> {
        self.times.last().copied()
    }
    fn corners(&self) -> Vec<R> {
        self.times.clone()
    }
}
