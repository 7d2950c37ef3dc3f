//! What every kind of constraint says of itself: how it is read, what it keeps constant and how it acts.

use crate::model::expression::Expr;
use crate::model::joint_axis::JointAxis;
use crate::model::section::{Invalid, Section};
use crate::model::state::{Loads, Motion};
use crate::num::Real;

/// Describes a constraint as a scenario does.
pub(super) trait Description: Sized {
    /// Holds the numbers for given values of the parameters.
    type At<R: Real>: Constrains<R>;

    /// Reads the keys of the constraint's kind: what it keeps constant, and the constant; that of the initial poses
    /// where there is none.
    fn read(section: &mut dyn Section) -> Result<(Self, Option<Expr>), Invalid>;
    /// Returns the constraint in numbers for values of the parameters.
    fn evaluate<R: Real>(&self, parameters: &[R]) -> Self::At<R>;
    /// Returns the joint coordinates that the constraint acts on; none where it acts between bodies.
    fn axes(&self) -> Vec<JointAxis> {
        Vec::new()
    }
    /// Returns the unit of what a constraint exerts that acts on no joint coordinate: without joints most pull along a line.
    fn unit(&self) -> &'static str {
        "N"
    }
    /// Tells whether the constraint prescribes a motion, so that it does work.
    fn is_drive(&self) -> bool {
        false
    }
}

/// Keeps a quantity constant, from its numbers.
pub(super) trait Constrains<R: Real> {
    /// Returns the quantity, m or rad.
    fn value(&self, motion: &Motion<'_, R>) -> R;
    /// Returns by how much a value of the quantity misses the constant.
    fn miss(&self, value: R, constant: R) -> R {
        value - constant
    }
    /// Tells whether the quantity is an angle, so that the multiplier is a torque.
    fn is_angle(&self) -> bool;
    /// Adds the multiplier times the derivative of the quantity by the motion of bodies and joints.
    fn act(&self, motion: &Motion<'_, R>, multiplier: R, loads: &mut Loads<R>);
    /// Returns what the constraint exerts for its multiplier, positive along each of the joint coordinates that it acts
    /// on; of a rod the tension.
    fn exerted(&self, multiplier: R) -> Vec<R>;
}
