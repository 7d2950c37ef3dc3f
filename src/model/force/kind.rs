//! What every kind of force says of itself: how it is read, what it acts on and what it exerts.

use crate::model::expression::{Expr, Expr3};
use crate::model::joint_axis::JointAxis;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::trajectory::TrajectoryPoint;
use crate::model::triple::Triple;
use crate::num::Real;

/// Describes a force as a scenario does.
pub(super) trait Description: Sized {
    /// Holds the numbers for given values of the parameters.
    type At<R: Real>: Exerts<R>;

    /// Reads the keys of the force's kind.
    fn read(section: &mut dyn Section) -> Result<Self, Invalid>;
    /// Returns the force in numbers for values of the parameters.
    fn evaluate<R: Real>(&self, parameters: &[R]) -> Self::At<R>;
    /// Returns the bodies that the force acts on.
    fn bodies(&self) -> Vec<usize> {
        Vec::new()
    }
    /// Returns the joint coordinate that the force acts on.
    fn axis(&self) -> Option<JointAxis> {
        None
    }
    /// Tells whether the force depends on the reaction of the joint that it acts in.
    fn sees_reaction(&self) -> bool {
        false
    }
    /// Returns the stiffness and damping of the force, with their keys: where one is negative, it feeds energy in.
    fn coefficients(&self) -> Vec<(&'static str, &Expr)> {
        Vec::new()
    }
    /// Returns the rotation vector of its frames at which the force is relaxed, rad, if it has one.
    fn rotation_at_rest(&self) -> Option<&Expr3> {
        None
    }
    /// Tells whether the force makes its joint coordinate follow a trajectory.
    fn is_control(&self) -> bool {
        false
    }
    /// Tells whether the force is a load, which a load factor multiplies.
    fn is_load(&self) -> bool {
        false
    }
    /// Tells whether the force is a tension along a line between points.
    fn has_line(&self) -> bool {
        false
    }
    /// Tells whether the force, or a derivative of it up to that order, jumps at a time that a parameter moves.
    fn jumps_where_moved_by(&self, _parameters: &[f64], _parameter: usize, _order: usize) -> bool {
        false
    }
    /// Returns the time (s) at which it stops being defined.
    fn end_of_definition(&self, _parameters: &[f64]) -> Option<f64> {
        None
    }
    /// Fails with the key whose value makes no force, and why.
    fn check(&self, _parameters: &[f64]) -> Result<(), (&'static str, String)> {
        Ok(())
    }
    /// Tells whether the result of `check` depends on one of the varied parameters.
    fn check_depends_on(&self, _varied: &dyn Fn(usize) -> bool) -> bool {
        false
    }
}

/// Exerts a force, from its numbers.
pub(super) trait Exerts<R: Real> {
    /// Adds what the force exerts.
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>);
    /// Returns the potential energy of the force, J.
    fn potential_energy(&self, _motion: &Motion<'_, R>) -> R {
        R::zero()
    }
    /// Returns the power of the part that has no potential, W: all of it, unless the kind says otherwise.
    fn power(&self, motion: &Motion<'_, R>) -> R {
        let mut loads = Loads::none(motion);
        self.apply(motion, &mut loads);
        loads.power(motion)
    }
    /// Returns the times at which what the force follows, or a derivative of it, jumps, s.
    fn corners(&self) -> Vec<R> {
        Vec::new()
    }
    /// Returns the length of the line (m), its rate (m/s) and the tension (N), for a force along a line.
    fn line(&self, _motion: &Motion<'_, R>) -> Option<[R; 3]> {
        None
    }
    /// Returns where the trajectory is at a time, for a force that follows one, and the coordinate that follows.
    fn follows(&self, _time: R) -> Option<(JointAxis, TrajectoryPoint<R>)> {
        None
    }
}

/// Fails where the value of a key is negative.
pub(super) fn not_negative(key: &'static str, e: &Expr, parameters: &[f64]) -> Result<(), (&'static str, String)> {
    match e.evaluate::<f64>(parameters) {
        value if value < 0.0 => Err((key, format!("found {value:?}; accepted: zero or a positive number"))),
        _ => Ok(()),
    }
}

/// Reads a load that is constant; where it names the time, the kind is named that knows it.
pub(super) fn constant(section: &mut dyn Section, key: &str, with_time: &str) -> Result<Triple<Expr>, Invalid> {
    section.vector(key).map_err(|error| {
        let names_time = error.message.contains("unknown name \"t\"");
        let more = if names_time { format!("; one over the time t is of kind = {with_time:?}") } else { String::new() };
        Invalid { message: error.message + &more, ..error }
    })
}

/// Fails where the value of a key is not positive.
pub(super) fn positive(key: &'static str, e: &Expr, parameters: &[f64]) -> Result<(), (&'static str, String)> {
    match e.evaluate::<f64>(parameters) {
        value if value <= 0.0 => Err((key, format!("found {value:?}; accepted: a positive number"))),
        _ => Ok(()),
    }
}
