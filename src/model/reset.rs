//! Values that variables take at events.

use super::event::Direction;
use super::expression::{Expr, Formula};
use crate::num::Real;

/// Holds what a variable becomes at an event, which is that a side changes.
#[derive(Clone, Debug)]
pub struct Reset<N> {
    /// The number of the side.
    pub side: usize,
    /// Which changes of the side count.
    pub direction: Direction,
    /// The value, over the time, the variables and the columns of outputs, all of them right before the event.
    pub value: Formula<N>,
}

/// Lists what `set` of an `[[event]]` may hold, for its keys.
pub const KEYS: &str = "set = { u = \"..\" } (variables that have other values behind the event: numbers, or expressions over parameters, t (s), all variables and \
                        columns of outputs that have a value at every instant, all of them as they are right before it; steps end there)";

impl Reset<Expr> {
    /// Returns what is set in numbers for values of the parameters.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Reset<R> {
        Reset { side: self.side, direction: self.direction, value: self.value.evaluate(parameters) }
    }
}
