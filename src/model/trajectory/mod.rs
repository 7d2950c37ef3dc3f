//! Prescribed motions of a scalar coordinate.
//!
//! A new kind of trajectory is a file here and a line in the catalog below: its type `T<N>` holds expressions
//! (`N = Expr`) or numbers (`N: Real`).

mod accelerations;
mod expression;
mod kind;
mod piecewise;
mod point;
mod point_to_point;
mod polynomial;
mod table;

pub use piecewise::Piecewise;
pub use point::TrajectoryPoint;

use super::Kind;
use super::expression::{Expr, Formula};
use super::section::{Invalid, Section};
use crate::num::{Dual, Real};
use kind::{Description, Shape, Wrong};

/// How far beside a time a trajectory is looked at for a jump, in parts of one second more.
const BESIDE: f64 = 1e-9;

/// A number jumps where both sides of a time differ by this part of its largest value, and of that of its derivative.
const JUMP: f64 = 1e-6;

macro_rules! trajectories {
    ($($variant:ident = $module:ident :: $type:ident),* $(,)?) => {
        /// Lists the kinds of trajectories.
        pub const ALL: &[Kind] = &[$($module::KIND),*];

        #[derive(Clone, Debug)]
        enum Profile<N> {
            $($variant($module::$type<N>)),*
        }

        impl Profile<Expr> {
            fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
                let kind = section.text("kind")?;
                let kind = super::find_kind("trajectory", &kind, ALL).map_err(|m| section.invalid("kind", m))?;
                $(if kind.name == $module::KIND.name {
                    return Ok(Profile::$variant(Description::read(section)?));
                })*
                unreachable!("find_kind returns a kind of the catalog")
            }
            fn evaluate<R: Real>(&self, parameters: &[R]) -> Profile<R> {
                match self {
                    $(Profile::$variant(t) => Profile::$variant(t.evaluate(parameters))),*
                }
            }
            fn checked(&self) -> Vec<&Expr> {
                match self {
                    $(Profile::$variant(t) => t.checked()),*
                }
            }
            fn check(&self, parameters: &[f64]) -> Result<(), Wrong> {
                match self {
                    $(Profile::$variant(t) => t.check(parameters)),*
                }
            }
        }

        impl<R: Real> Profile<R> {
            fn shape(&self) -> &dyn Shape<R> {
                match self {
                    $(Profile::$variant(t) => t),*
                }
            }
        }
    };
}

trajectories! {
    Accelerations = accelerations::Accelerations,
    Polynomial = polynomial::Polynomial,
    PointToPoint = point_to_point::PointToPoint,
    Expression = expression::Expression,
    Table = table::Table,
}

/// Holds a prescribed motion over the time from 0 s: expressions (`Trajectory<Expr>`) or numbers.
#[derive(Clone, Debug)]
pub struct Trajectory<N> {
    profile: Profile<N>,
    /// True where the trajectory stays at its last position after its end.
    hold: bool,
}

impl Trajectory<Expr> {
    /// Reads `{ kind = .., .., hold = true | false }`.
    ///
    /// # Errors
    /// Where a key is missing or of the wrong kind.
    pub fn read(section: &mut dyn Section) -> Result<Self, Invalid> {
        let profile = Profile::read(section)?;
        let hold = section.flag("hold")?;
        if hold && matches!(profile, Profile::Expression(_)) {
            return Err(section.invalid("hold", "a trajectory by an expression has no end at which to hold".into()));
        }
        if hold && matches!(profile, Profile::Table(_)) {
            let message = "what a table is after its last sample, outside says; accepted: outside = \"hold\"";
            return Err(section.invalid("hold", message.into()));
        }
        Ok(Self { profile, hold })
    }
    /// Returns the position as a function of the time, where it is one expression for all times.
    pub fn formula(&self) -> Option<&Formula<Expr>> {
        match &self.profile {
            Profile::Expression(expression) | Profile::Table(table::Table(expression)) => Some(&expression.position),
            _ => None,
        }
    }
    /// Returns the trajectory in numbers for values of the parameters.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Trajectory<R> {
        Trajectory { profile: self.profile.evaluate(parameters), hold: self.hold }
    }
    /// Returns the time (s) at which it stops being defined: its end, unless it holds there or has none.
    pub fn end_of_definition(&self, parameters: &[f64]) -> Option<f64> {
        if self.hold { None } else { self.evaluate(parameters).profile.shape().end() }
    }
    /// Tells whether the position, or a derivative of it up to that order, jumps at a time that a parameter moves, at these values of
    /// the parameters.
    pub fn jumps_where_moved_by(&self, parameters: &[f64], parameter: usize, order: usize) -> bool {
        let moving: Trajectory<Dual<f64, 1>> = self.evaluate(&Dual::by_one(parameters, Some(parameter)));
        let is_moved = |time: &Dual<f64, 1>| time.eps[0] != 0.0;
        let times: Vec<f64> = moving.corners().iter().filter(|time| is_moved(time)).map(|time| time.re).collect();
        // derivatives from the third on are no part of a point; pieces that meet differ in them
        !times.is_empty() && (order > 2 || self.evaluate(parameters).jumps_at(&times, order))
    }
    /// Checks the trajectory for values of the parameters.
    ///
    /// # Errors
    /// The key (as in `trajectory.times`) whose value makes no trajectory, and why.
    pub fn check(&self, parameters: &[f64]) -> Result<(), (&'static str, String)> {
        self.profile.check(parameters)
    }
    /// Tells whether [`Trajectory::check`] depends on one of the varied parameters.
    pub fn check_depends_on(&self, varied: &dyn Fn(usize) -> bool) -> bool {
        self.profile.checked().iter().any(|e| e.depends_on(&varied))
    }
}

impl<R: Real> Trajectory<R> {
    /// Returns the times at which the trajectory or a derivative of it jumps, s.
    pub fn corners(&self) -> Vec<R> {
        self.profile.shape().corners()
    }
    /// Returns where the trajectory is at a time (s). At a break of its pieces it is continuous from the right.
    pub fn at(&self, time: R) -> TrajectoryPoint<R> {
        R::note("prescribed trajectory");
        let shape = self.profile.shape();
        let Some(end) = shape.end().filter(|_| self.hold) else { return shape.at(time) };
        let past = end.less_equal(time);
        let point = shape.at(time.min(end));
        let still = |rate: R| R::select(past, R::zero(), rate);
        TrajectoryPoint {
            position: point.position,
            velocity: still(point.velocity),
            acceleration: still(point.acceleration),
        }
    }
}

impl Trajectory<f64> {
    /// Tells whether the position, or a derivative of it up to that order, at most 2, jumps at one of some times, s.
    fn jumps_at(&self, times: &[f64], order: usize) -> bool {
        let beside = |time: f64, side: f64| {
            let point = self.at(time + side * BESIDE * (1.0 + time.abs()));
            [point.position, point.velocity, point.acceleration]
        };
        let sides: Vec<[[f64; 3]; 2]> = times.iter().map(|time| [-1.0, 1.0].map(|side| beside(*time, side))).collect();
        let largest = |k: usize| sides.iter().flatten().map(|point| point[k].abs()).fold(0.0, f64::max);
        (0..=order.min(2)).any(|k| {
            // between the sides a number changes by its derivative, too
            let smooth = JUMP * largest(k) + if k < 2 { JUMP * largest(k + 1) } else { 0.0 };
            sides.iter().any(|[before, behind]| (before[k] - behind[k]).abs() > smooth)
        })
    }
}

#[cfg(test)]
mod tests;
