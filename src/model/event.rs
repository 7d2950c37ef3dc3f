//! Events: instants at which an expression over the outputs passes through zero.

use super::expression::{Expr, Formula};
use super::output::{Output, read_instantaneous};
use super::section::{Invalid, Section};
use crate::num::Real;
use std::ops::BitOr;

/// Says which passages through zero count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// A passage from below zero to above.
    Rising,
    /// A passage from above zero to below.
    Falling,
    /// Both.
    Both,
}

impl Direction {
    /// Lists all of them, with the word that a scenario uses.
    pub const ALL: &'static [(&'static str, Direction)] =
        &[("rising", Direction::Rising), ("falling", Direction::Falling), ("both", Direction::Both)];

    /// Returns the word that a scenario uses.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, direction)| *direction == self).map_or("", |(word, _)| word)
    }

    /// Returns what counts of a passage upwards and one downwards, truth values or masks.
    #[inline(always)]
    pub fn of<M: BitOr<Output = M>>(self, rising: M, falling: M) -> M {
        match self {
            Direction::Rising => rising,
            Direction::Falling => falling,
            Direction::Both => rising | falling,
        }
    }
}

/// Lists the keys of an `[[event]]`, and says what counts.
pub const KEYS: &str = "name, expression = \"..\" (over columns of outputs that have a value at every instant, parameters \
                        and t (s)), direction = rising | falling | both, terminal = true | false (true ends the run; \
                        default false). A value of zero at the start has not passed, but where it leaves zero in the \
                        direction of a terminal event the run ends at its start; a touch of zero is no passage, a jump \
                        over it is one, a pole is none. Steps are looked into where value and \
                        rate of the expression at their ends leave open how often it passes; what can still be missed \
                        are passages closer than a thousandth of a step, or of waves much shorter than a step: choose \
                        a smaller `step`, or `largest_step`";

/// Holds an `[[event]]` of a scenario: expressions (`Event<Expr>`) or numbers.
#[derive(Clone, Debug)]
pub struct Event<N> {
    /// The name of the event.
    pub name: String,
    /// Which passages count.
    pub direction: Direction,
    /// True where the first one ends the run.
    pub terminal: bool,
    formula: Formula<N>,
}

impl Event<Expr> {
    /// Reads one `[[event]]`; its expression is over the parameters and these variables, those of
    /// [`super::output::variables`].
    ///
    /// # Errors
    /// Where a key is missing or of the wrong kind.
    pub fn read(section: &mut dyn Section, variables: &[String], outputs: &[Output<Expr>]) -> Result<Self, Invalid> {
        let name = section.text("name")?;
        let formula = Formula::new(read_instantaneous(section, "expression", variables, outputs)?);
        let words: Vec<&'static str> = Direction::ALL.iter().map(|(word, _)| *word).collect();
        if !section.has("direction") {
            let message = format!(
                "this key is needed and missing: it says which passages of the expression through zero count; accepted: \
                 {}",
                words.join(", ")
            );
            return Err(section.invalid("direction", message));
        }
        let word = section.choice("direction", &words)?;
        let direction = Direction::ALL.iter().find(|(w, _)| *w == word).map_or(Direction::Both, |(_, d)| *d);
        Ok(Self { name, direction, terminal: section.flag("terminal")?, formula })
    }
    /// Returns the event in numbers for values of the parameters.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Event<R> {
        Event {
            name: self.name.clone(),
            direction: self.direction,
            terminal: self.terminal,
            formula: self.formula.evaluate(parameters),
        }
    }
}

impl<R: Real> Event<R> {
    /// Returns the value of the event's expression at the time `t` (s), for the columns of all outputs.
    pub fn value(&self, columns: &[R], t: R) -> R {
        let variables: Vec<R> = std::iter::once(t).chain(columns.iter().copied()).collect();
        self.formula.value(&variables)
    }
}
