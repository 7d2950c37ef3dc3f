//! What the state of a member is differentiated by.

use crate::num::Real;
use crate::problem::{Layout, along};

/// What the state of a member is differentiated by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// A parameter of the mechanism, by its number.
    Parameter(usize),
    /// An increment of the coordinates at the start, q exp(w), by the number of the velocity that moves them so. Where there
    /// are constraints, the nearest increment that holds them to first order.
    Position(usize),
    /// A velocity at the start, by its number; where there are constraints, as above.
    Velocity(usize),
    /// The time: the length of the last attempt.
    Time,
}

impl Direction {
    /// Returns the directions of all values at the start.
    pub(crate) fn all_of_start(layout: &Layout) -> Vec<Self> {
        let velocities = layout.quadratures().start;
        let positions = (0..velocities).zip(layout.moves()).filter(|(_, moves)| *moves);
        positions.map(|(i, _)| Self::Position(i)).chain((0..velocities).map(Self::Velocity)).collect()
    }
    /// Returns the parameter, if it is one.
    pub fn parameter(self) -> Option<usize> {
        if let Self::Parameter(by) = self { Some(by) } else { None }
    }
    /// Tells whether it is a value at the start.
    pub fn is_of_start(self) -> bool {
        matches!(self, Self::Position(_) | Self::Velocity(_))
    }
    /// Returns the derivatives of coordinates and velocities at the start in a direction of them alone, where nothing
    /// constrains them; `None` in others.
    pub(crate) fn of_start<R: Real>(self, layout: &Layout, q: &[R], v: &[R]) -> Option<Vec<R>> {
        let (mut position, mut velocity) = (vec![R::zero(); v.len()], vec![R::zero(); v.len()]);
        match self {
            Self::Position(i) => position[i] = R::one(),
            Self::Velocity(i) => velocity[i] = R::one(),
            Self::Parameter(_) | Self::Time => return None,
        }
        let (q, _) = along(layout, q, &position, &velocity);
        Some(q.iter().map(|x| x.eps[0]).chain(velocity).collect())
    }
}
