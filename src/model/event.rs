//! Events: instants at which an expression over the outputs passes through zero.

use super::expression::{Expr, Formula, Sides, Told};
use super::output::{Output, read_instantaneous};
use super::section::{Invalid, Section};
use super::unit::ValueUnit;
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

/// What an event does to a joint or a constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It begins to act.
    Begin,
    /// It ends to act.
    End,
    /// It ends to act if it did, and begins to otherwise.
    Toggle,
}

/// Lists the keys of an `[[event]]`, and says what counts.
pub const KEYS: &str = "name, expression = \"..\" (over columns of outputs that have a value at every instant, parameters \
                        and t (s)), direction = rising | falling | both, terminal = true | false (true ends the run; \
                        default false), ends_step = true | false (true where what the expression tells of makes forces or their slopes jump otherwise than by a function in their \
                        expressions, at which steps end by themselves: a step of an explicit method ends there and another begins, so that it keeps its order; default false), switch = [\"latch\", ..] (joints and constraints: those that act end to, those that don't begin; \
                        implicit integrators). A value of zero at the start has not passed, but where it leaves zero in the \
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
    /// True where steps of explicit methods end.
    pub ends_step: bool,
    /// True where the first one ends a part of the run, which goes on with what acts then.
    pub ends_part: bool,
    /// The switched joints and constraints, by number, that begin or end to act.
    pub switches: Vec<(usize, Action)>,
    /// The force that is the contact that begins or ends to push.
    pub contact: Option<usize>,
    /// True where the event sets variables.
    pub sets: bool,
    value: Value<N>,
}

/// Says what passes through zero.
#[derive(Clone, Debug)]
enum Value<N> {
    /// An expression over columns.
    Formula(Formula<N>),
    /// The side of this number changes.
    Side(usize),
    /// The side of this number, which the sign of an expression over columns is, changes.
    Sign(Formula<N>, usize),
    /// The time since an instant, s.
    Time(N),
    /// Nothing: the event is not looked for.
    Nothing,
}

impl Event<Expr> {
    /// Reads one `[[event]]`; its expression is over the parameters and these variables, those of
    /// [`super::output::variables`].
    ///
    /// # Errors
    /// Where a key is missing or of the wrong kind.
    pub fn read(section: &mut dyn Section, variables: &[String], outputs: &[Output<Expr>]) -> Result<Self, Invalid> {
        let name = section.text("name")?;
        let value = Value::Formula(Formula::new(read_instantaneous(section, "expression", variables, outputs)?));
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
        let [terminal, ends_step] = [section.flag("terminal")?, section.flag("ends_step")?];
        Ok(Self {
            name,
            direction,
            terminal,
            ends_step,
            ends_part: false,
            switches: Vec::new(),
            contact: None,
            sets: false,
            value,
        })
    }
    /// Says which quantities of different units the expression compares or takes from each other, if it does: see
    /// [`Expr::unlike_quantities`].
    pub fn unlike_quantities(&self, names: &[String], units: &[ValueUnit]) -> Option<String> {
        let (Value::Formula(formula) | Value::Sign(formula, _)) = &self.value else { return None };
        formula.unlike_quantities(names, units)
    }
    /// Makes the event that a side changes, by its number: of a contact, the force of this number, that it begins or ends to push, which
    /// has its name. One that is of none is a matter of steps alone.
    pub fn of_side(name: String, side: usize, contact: Option<usize>) -> Self {
        Self {
            name,
            direction: Direction::Both,
            terminal: false,
            ends_step: true,
            ends_part: false,
            switches: Vec::new(),
            contact,
            sets: false,
            value: Value::Side(side),
        }
    }
    /// Tells whether the event is a matter of steps alone: nobody is told of it.
    pub fn is_hidden(&self) -> bool {
        self.is_of_side() && self.contact.is_none() && !self.sets
    }
    /// Makes the event that an instant comes, s, at which joints and constraints are switched.
    pub fn of_time(name: String, time: Expr, switches: Vec<(usize, Action)>) -> Self {
        let value = Value::Time(time);
        let direction = Direction::Rising;
        Self {
            name,
            direction,
            terminal: false,
            ends_step: false,
            ends_part: false,
            switches,
            contact: None,
            sets: false,
            value,
        }
    }
    /// Makes the event one that does not happen.
    pub fn silence(&mut self) {
        self.value = Value::Nothing;
    }
    /// Tells whether the event is one that may happen.
    pub fn is_looked_for(&self) -> bool {
        !matches!(self.value, Value::Nothing)
    }
    /// Tells whether the event is that an instant comes.
    pub fn is_of_time(&self) -> bool {
        matches!(self.value, Value::Time(_))
    }
    /// Returns the instant, s, where the event is that one comes, for values of the parameters.
    pub fn time(&self, parameters: &[f64]) -> Option<f64> {
        if let Value::Time(time) = &self.value { Some(time.evaluate(parameters)) } else { None }
    }
    /// Makes the event, which an expression makes, that the sign of it changes, a side that is held: variables are set there.
    pub fn set_at_sign(&mut self, held: impl FnOnce(&Expr) -> (Expr, usize)) {
        if let Value::Formula(formula) = &self.value {
            let mut side = 0;
            let sign = formula.with(|expression| {
                let (sign, of) = held(expression);
                side = of;
                sign
            });
            (self.value, self.ends_step, self.sets) = (Value::Sign(sign, side), true, true);
        }
    }
    /// Makes the hidden event that the side of one that sets variables changes the other way, where that does not count.
    pub fn opposite(&self) -> Option<Self> {
        let direction = match self.direction {
            Direction::Rising => Direction::Falling,
            Direction::Falling => Direction::Rising,
            Direction::Both => return None,
        };
        let side = self.side().filter(|_| self.sets)?;
        Some(Self { direction, ..Self::of_side(self.name.clone(), side, None) })
    }
    /// Replaces the expression, if there is one, by one with sides that are held.
    pub fn hold(&mut self, held: impl FnOnce(&Expr) -> Expr) {
        if let Value::Formula(formula) = &mut self.value {
            *formula = formula.with(held);
        }
    }
    /// Tells whether the expression, which is over so many parameters, reads a variable by its number, those of
    /// [`super::output::variables`].
    pub fn reads_column(&self, parameters: usize, variable: usize) -> bool {
        matches!(&self.value, Value::Formula(formula) | Value::Sign(formula, _) if formula.depends_on(parameters, |at| at == variable))
    }
    /// Tells whether the event is made of an expression over so many parameters that is the same throughout a run.
    pub fn rests(&self, parameters: usize) -> bool {
        matches!(&self.value, Value::Formula(formula) if !formula.depends_on(parameters, |_| true))
    }
    /// Tells whether an expression makes the event.
    pub fn has_formula(&self) -> bool {
        matches!(self.value, Value::Formula(_))
    }
    /// Returns the event in numbers for values of the parameters.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Event<R> {
        Event {
            name: self.name.clone(),
            direction: self.direction,
            terminal: self.terminal,
            ends_step: self.ends_step,
            ends_part: self.ends_part,
            switches: self.switches.clone(),
            contact: self.contact,
            sets: self.sets,
            value: match &self.value {
                Value::Formula(formula) => Value::Formula(formula.evaluate(parameters)),
                Value::Side(side) => Value::Side(*side),
                Value::Sign(formula, side) => Value::Sign(formula.evaluate(parameters), *side),
                Value::Time(time) => Value::Time(time.evaluate(parameters)),
                Value::Nothing => Value::Nothing,
            },
        }
    }
}

impl<N> Event<N> {
    /// Returns the number of the side where the event is that it changes.
    pub fn side(&self) -> Option<usize> {
        if let Value::Side(side) | Value::Sign(_, side) = self.value { Some(side) } else { None }
    }
    /// Tells whether the event is that a side changes.
    pub fn is_of_side(&self) -> bool {
        self.side().is_some()
    }
    /// Tells whether functions in the expression are held at sides.
    pub fn has_sides(&self) -> bool {
        matches!(&self.value, Value::Formula(formula) | Value::Sign(formula, _) if formula.has_sides())
    }
}

impl<R: Real> Event<R> {
    /// Returns what passes through zero at a time, s, for the columns of all outputs, on the sides that are held; where relations are is
    /// given for all of them, and one of which nothing is known does not change.
    pub fn value(&self, time: R, columns: &[R], held: Sides<'_, R>, told: &[Told<R>]) -> R {
        match &self.value {
            Value::Formula(_) => self.formula(time, columns, held).unwrap_or(R::one()),
            Value::Side(side) | Value::Sign(_, side) => told.get(*side).map_or(R::one(), |told| told.passing),
            Value::Time(instant) => time - *instant,
            Value::Nothing => R::one(),
        }
    }
    /// Returns the value of the expression, if there is one, at a time, s, for the columns of all outputs on the sides that are held.
    pub fn formula(&self, time: R, columns: &[R], sides: Sides<'_, R>) -> Option<R> {
        let (Value::Formula(formula) | Value::Sign(formula, _)) = &self.value else { return None };
        let variables: Vec<R> = std::iter::once(time).chain(columns.iter().copied()).collect();
        Some(formula.value_on(&variables, sides))
    }
}
