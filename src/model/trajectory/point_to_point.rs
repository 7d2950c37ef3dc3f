//! From one position to another with a trapezoidal velocity.

use super::kind::{Description, Shape, Wrong, positive};
use super::piecewise::Piecewise;
use super::point::TrajectoryPoint;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;

pub(super) const KIND: Kind = Kind {
    name: "point_to_point",
    summary: "from one position to another at rest: constant acceleration, constant speed, constant deceleration; where \
              the way is short the speed is not reached",
    keys: "from (m or rad, default 0), to (m or rad), speed (m/s or rad/s), acceleration (m/s^2 or rad/s^2), start (s, \
           default 0: it rests before), hold = true | false",
    example: r#"[[force]]
name = "stroke"
kind = "joint_control"
joint = "rail"
trajectory = { kind = "point_to_point", from = 0.01, to = "mass/20", speed = 3, acceleration = 400, start = 0.01, hold = true }
proportional = 40 # N/m
derivative = 4 # N s/m
"#,
};

/// A trajectory of the kind `point_to_point`, see [`KIND`].
#[derive(Clone, Debug)]
pub(super) struct PointToPoint<N> {
    pub(super) from: N,
    pub(super) to: N,
    pub(super) speed: N,
    pub(super) acceleration: N,
    pub(super) start: N,
}

impl Description for PointToPoint<Expr> {
    type At<R: Real> = PointToPoint<R>;

    fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        Ok(Self {
            from: section.number_or("from", 0.0)?,
            to: section.number("to")?,
            speed: section.number("speed")?,
            acceleration: section.number("acceleration")?,
            start: section.number_or("start", 0.0)?,
        })
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> PointToPoint<R> {
        PointToPoint {
            from: self.from.evaluate(p),
            to: self.to.evaluate(p),
            speed: self.speed.evaluate(p),
            acceleration: self.acceleration.evaluate(p),
            start: self.start.evaluate(p),
        }
    }
    fn checked(&self) -> Vec<&Expr> {
        vec![&self.speed, &self.acceleration, &self.start]
    }
    fn check(&self, p: &[f64]) -> Result<(), Wrong> {
        positive("trajectory.speed", &self.speed, p)?;
        positive("trajectory.acceleration", &self.acceleration, p)?;
        match self.start.evaluate::<f64>(p) {
            start if start < 0.0 => {
                Err(("trajectory.start", format!("found {start:?}; accepted: 0 s, where a run begins, or later")))
            }
            _ => Ok(()),
        }
    }
}

impl<R: Real> PointToPoint<R> {
    /// Returns how long the trajectory accelerates and how long its speed is constant, s.
    fn durations(&self) -> (R, R) {
        let way = (self.to - self.from).abs();
        let rise = (self.speed / self.acceleration).min((way / self.acceleration).sqrt());
        let speed = self.acceleration * rise;
        let moves = R::zero().less(speed);
        let cruise = way / R::select(moves, speed, R::one()) - rise;
        // where the speed is not reached, nothing but rounding is left
        (rise, cruise.max(R::zero()))
    }
    fn times(&self) -> [R; 5] {
        let (rise, cruise) = self.durations();
        let (top, fall) = (self.start + rise, self.start + rise + cruise);
        [R::zero(), self.start, top, fall, fall + rise]
    }
}

impl<R: Real> Shape<R> for PointToPoint<R> {
    fn at(&self, time: R) -> TrajectoryPoint<R> {
        let backward = self.to.less(self.from);
        let a = R::select(backward, -self.acceleration, self.acceleration);
        let accelerations = [R::zero(), a, R::zero(), -a];
        Piecewise::of_accelerations(&self.times(), &accelerations, self.from, R::zero()).at(time)
    }
    fn end(&self) -> Option<R> {
        Some(self.times()[4])
    }
    fn corners(&self) -> Vec<R> {
        self.times().to_vec()
    }
}
