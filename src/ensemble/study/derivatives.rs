//! What is differentiated, and by what.

use super::kinks::{self, Kinks};
use crate::ensemble::Direction;
use crate::model::output::{AngularSensitivity, Differentiated, DifferentiatedTwice};
use crate::model::{Corner, Mechanism};

/// The derivatives that a study has.
#[derive(Clone, Debug)]
pub(super) struct Derivatives {
    /// The output components that are derivatives, and of what.
    pub(super) columns: Vec<(usize, Differentiated)>,
    /// Those that are second derivatives.
    pub(super) second: Vec<(usize, DifferentiatedTwice)>,
    /// Those that are angular sensitivities.
    pub(super) angular: Vec<AngularSensitivity>,
    /// What the state is differentiated by: see [`Study::directions`].
    pub(super) directions: Vec<Direction>,
    /// The kinks that parameters may be at, where derivatives are by parameters.
    pub(super) kinks: Kinks,
    /// Whether they are by what moves a corner.
    pub(super) moves_corners: bool,
    /// The corners at which something jumps that a parameter moves by which derivatives are.
    pub(super) moving_jumps: Vec<Corner>,
    /// Whether they take notice of jumps where sides change.
    pub(super) jumps_at_sides: bool,
}

impl Derivatives {
    /// Finds which derivatives a mechanism asks for.
    pub(super) fn new(mechanism: &Mechanism) -> Self {
        Self {
            columns: mechanism.derivative_columns(),
            second: mechanism.second_derivative_columns(),
            angular: mechanism.angular_sensitivities(),
            directions: Vec::new(),
            kinks: kinks::of(mechanism),
            moves_corners: false,
            moving_jumps: Vec::new(),
            jumps_at_sides: false,
        }
    }

    /// Returns the output components that are derivatives of some others.
    pub(super) fn of(&self, others: &[usize]) -> impl Iterator<Item = usize> {
        let first = self.columns.iter().filter(|(_, of)| others.contains(&of.column)).map(|(c, _)| *c);
        first.chain(self.second.iter().filter(|(_, of)| others.contains(&of.column)).map(|(c, _)| *c))
    }
}
