//! What the events of a mechanism set.

use super::expression::Expr;
use super::mechanism::Mechanism;
use super::reset::Reset;
use super::variable::{Variable, seen};
use crate::num::Real;

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

    /// Returns the events at which sides change that may rest where they switch, each with its side: of functions, and not of events that set variables.
    pub fn may_rest(&self) -> impl Iterator<Item = (usize, usize)> {
        let hidden = self.events.iter().enumerate().filter(|(_, event)| event.is_hidden());
        let of_sides = hidden.filter_map(|(k, event)| Some((k, event.side()?)));
        let sets = |side: usize| self.events.iter().any(|event| event.sets && event.side() == Some(side));
        of_sides.filter(move |(_, side)| self.sides[*side].may_rest() && !sets(*side))
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
