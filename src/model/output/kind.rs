//! What every kind of quantity says of itself: how it is read, of what it consists and how it is measured.

use super::pose_columns::PoseForm;
use super::report::Report;
use super::snapshot::Snapshot;
use crate::model::expression::{Expr, Formula, Sides};
use crate::model::section::{Invalid, Section};
use crate::num::Real;

/// Describes one number of an output: what is added to its name (empty for a scalar), and its unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// `.x`, `.w`, `.xy`, `.1` or nothing.
    pub suffix: String,
    /// SI unit; `1` for a pure number.
    pub unit: String,
}

/// Makes a component.
pub(super) fn component(suffix: &str, unit: &str) -> Component {
    Component { suffix: suffix.to_string(), unit: unit.to_string() }
}

/// Makes the three components of a vector.
pub(super) fn xyz(unit: &str) -> Vec<Component> {
    [".x", ".y", ".z"].map(|suffix| component(suffix, unit)).to_vec()
}

/// Describes a quantity as a scenario does.
pub(super) trait Description: Sized {
    /// Holds the numbers for given values of the parameters.
    type At<R: Real>;

    /// Reads the keys of the kind of that number in its file; `variables` are the names that an expression may
    /// use besides the parameters.
    fn read(kind: usize, section: &mut dyn Section, variables: &[String]) -> Result<Self, Invalid>;
    /// Returns the quantity in numbers for values of the parameters.
    fn evaluate<R: Real>(&self, parameters: &[R]) -> Self::At<R>;
    /// Returns the formula of the quantity, if it is one.
    fn formula(&self) -> Option<&Formula<Expr>> {
        None
    }
}

/// Says what a quantity consists of and is made of.
pub(super) trait Columns {
    /// Returns the components of the quantity.
    fn components(&self) -> Vec<Component>;
    /// Tells whether the quantity is made of accelerations.
    fn needs_rates(&self) -> bool {
        false
    }
    /// Tells whether the quantity is made of the forces in joints.
    fn needs_joint_forces(&self) -> bool {
        false
    }
    /// Tells whether the quantity is made of constraints or their multipliers.
    fn needs_constraints(&self) -> bool {
        false
    }
    /// Tells whether the quantity is made of multipliers of least norm.
    fn needs_least_reactions(&self) -> bool {
        false
    }
    /// Tells whether the quantity is the norm of the residuals of constraints.
    fn is_residual(&self) -> bool {
        false
    }
    /// Tells whether the quantity is made of the columns of other outputs.
    fn is_formula(&self) -> bool {
        false
    }
    /// Returns the variable whose value the quantity is, if it is one.
    fn of_variable(&self) -> Option<usize> {
        None
    }
    /// Returns what is reported, where no state tells the quantity.
    fn report(&self) -> Option<&Report> {
        None
    }
    /// Tells whether the quantity is the quaternion of a body.
    fn is_quaternion(&self) -> bool {
        false
    }
    /// Returns how the columns hold a rotation or a pose, if they do.
    fn pose(&self) -> Option<PoseForm> {
        None
    }
    /// Tells whether the quantity has one value per run by itself.
    fn is_final(&self) -> bool {
        false
    }
}

/// Measures a quantity, from its numbers.
pub(super) trait Measures<R: Real> {
    /// Appends the components of the quantity at an instant. A formula and what is reported append zeros.
    fn write(&self, at: &Snapshot<'_, R>, out: &mut Vec<R>);
    /// Returns the value of a formula for its variables, see [`super::variables`], on the sides that are held.
    fn formula(&self, _variables: &[R], _sides: Sides<'_, R>) -> Option<R> {
        None
    }
}
