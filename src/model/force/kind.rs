//! What every kind of force says of itself: how it is read, what it acts on and what it exerts.

use crate::model::joint_axis::JointAxis;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::model::trajectory::TrajectoryPoint;
use crate::num::Real;

/// A kind of force as a scenario describes it.
pub(super) trait Description: Sized {
    /// Holds the numbers for given values of the parameters.
    type At<R: Real>: Exerts<R>;

    /// Reads the keys of its kind.
    fn read(section: &mut dyn Section) -> Result<Self, Invalid>;
    /// Its numbers for values of the parameters.
    fn evaluate<R: Real>(&self, parameters: &[R]) -> Self::At<R>;
    /// The bodies that it acts on.
    fn bodies(&self) -> Vec<usize> {
        Vec::new()
    }
    /// The joint coordinate that it acts on.
    fn axis(&self) -> Option<JointAxis> {
        None
    }
    /// True where it makes that coordinate follow a trajectory.
    fn is_control(&self) -> bool {
        false
    }
    /// The time (s) at which it stops being defined.
    fn end_of_definition(&self, _parameters: &[f64]) -> Option<f64> {
        None
    }
    /// The key whose value makes no force, and why.
    fn check(&self, _parameters: &[f64]) -> Result<(), (&'static str, String)> {
        Ok(())
    }
    /// True where the result of `check` depends on one of the varied parameters.
    fn check_depends_on(&self, _varied: &dyn Fn(usize) -> bool) -> bool {
        false
    }
}

/// A kind of force with its numbers.
pub(super) trait Exerts<R: Real> {
    /// Adds what it exerts.
    fn apply(&self, motion: &Motion<'_, R>, loads: &mut Loads<R>);
    /// Its potential energy, J.
    fn potential_energy(&self, _motion: &Motion<'_, R>) -> R {
        R::zero()
    }
    /// The power of the part that has no potential, W: all of it, unless the kind says otherwise.
    fn power(&self, motion: &Motion<'_, R>) -> R {
        let mut loads = Loads::none(motion);
        self.apply(motion, &mut loads);
        loads.power(motion)
    }
    /// Where the trajectory is at a time, for a force that follows one, and the coordinate that follows.
    fn follows(&self, _time: R) -> Option<(JointAxis, TrajectoryPoint<R>)> {
        None
    }
}
