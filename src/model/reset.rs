//! Values that variables take at events.

use super::event::Direction;
use super::expression::{Expr, Formula};
use super::mechanism::Mechanism;
use super::variable::{Variable, seen};
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

/// Returns the values of all variables behind a change of sides at a time `t` (s): those that events set have their new ones. `before` are the
/// values right before it, `changed` the same with the sides behind it, and columns are those of all outputs right before it.
pub fn behind_events<R: Real>(variables: &[Variable<R>], t: R, [before, changed]: [&[R]; 2], columns: &[R]) -> Vec<R> {
    let (first, mut after) = (seen(variables), changed.to_vec());
    let scope: Vec<R> =
        std::iter::once(t).chain(before[..first].iter().copied()).chain(columns.iter().copied()).collect();
    for (variable, after) in variables.iter().zip(&mut after) {
        for reset in &variable.resets {
            let [from, to] = [before, changed].map(|values| values[first + reset.side]);
            let [rises, falls] = [from.less(to), to.less(from)];
            *after = R::select(reset.direction.of(rises, falls), reset.value.value(&scope), *after);
        }
    }
    after
}

impl Mechanism {
    /// Tells whether events set variables.
    pub fn has_resets(&self) -> bool {
        self.variables.iter().any(|variable| !variable.resets.is_empty())
    }

    /// Returns the number of the side that is none: a number whose derivatives are those of the instant of the last event, negative; where events
    /// set variables, the last one.
    pub fn instant(&self) -> Option<usize> {
        self.sides.len().checked_sub(1).filter(|_| self.has_resets())
    }

    /// Returns all that events set.
    fn resets(&self) -> impl Iterator<Item = &Reset<Expr>> {
        self.variables.iter().flat_map(|variable| &variable.resets)
    }

    /// Tells whether the switching function of a side of an event reads one of these columns.
    fn side_reads(&self, side: usize, columns: &[bool]) -> bool {
        let reads = |g: &Expr, at: usize| g.depends_on(&|by| by == self.parameters.len() + 1 + at);
        let passing = self.sides[side].passing.as_ref();
        passing.is_some_and(|g| (0..columns.len()).any(|at| columns[at] && reads(g, at)))
    }

    /// Tells whether an event that sets variables, or what it sets them to, reads one of these columns.
    pub fn resets_read(&self, columns: &[bool]) -> bool {
        let first = 1 + seen(&self.variables);
        let reads =
            |reset: &Reset<Expr>, at: usize| reset.value.depends_on(self.parameters.len(), |by| by == first + at);
        self.resets().any(|reset| {
            let values = (0..columns.len()).any(|at| columns[at] && reads(reset, at));
            values || self.side_reads(reset.side, columns)
        })
    }
}
