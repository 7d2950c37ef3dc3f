//! Variables: numbers with a rate of their own, an ordinary differential equation x' = f(t, x) beside the bodies.

use super::expression::{Expr, Formula, Sides, is_reserved};
use super::names::VariableShape;
use super::output::{Output, read_instantaneous};
use super::reset::Reset;
use super::section::{Invalid, Section};
use super::unit::{Factor, Unit};
use crate::num::Real;
use std::collections::HashSet;

/// Lists the keys of a `[[variable]]`.
pub const KEYS: &str = "name, initial (a number, in its unit, or an expression over the parameters), rate = \"..\" (in units of the SI, \
                        per s, over parameters, t (s), all variables and columns of outputs that have a value at every instant), \
                        unit = \"..\" (in which outputs show it; default 1): expressions see it in units of the SI; forces given by expressions may use variables too";

/// Names the time in expressions.
const TIME: &str = "t";

/// Holds a `[[variable]]` of a scenario: expressions (`Variable<Expr>`) or numbers.
#[derive(Clone, Debug)]
pub struct Variable<N> {
    /// The name of the variable in expressions.
    pub name: String,
    /// The unit of the variable.
    pub unit: String,
    /// The value of the variable at the start, in units of the SI.
    pub initial: N,
    /// True where the variable's rate is made of columns of outputs.
    pub uses_outputs: bool,
    rate: Formula<N>,
    /// What the variable becomes at instants, if it is sampled.
    pub update: Option<Update<N>>,
    /// What the variable becomes at events.
    pub resets: Vec<Reset<N>>,
    /// The number of the side that the variable is, held over steps that end where it changes.
    pub side: Option<usize>,
}

/// Says what a sampled variable becomes, and when: at the offset and so often after it.
#[derive(Clone, Debug)]
pub struct Update<N> {
    /// The time between two instants, s.
    pub every: N,
    /// The first instant, s.
    pub offset: N,
    /// The value, over the time, the variables, those of `before` and the columns of outputs.
    pub value: Formula<N>,
    /// Whose values before the instant it may use.
    pub before: Vec<usize>,
}

impl Variable<Expr> {
    /// Takes away the rate, so that the variable stays what it is.
    pub fn hold(&mut self) {
        (self.rate, self.uses_outputs) = (Formula::new(Expr::Constant(0.0)), false);
    }
}

impl Update<Expr> {
    /// Tells whether the instants depend on a parameter for whose number a predicate holds.
    pub fn depends_on(&self, predicate: &impl Fn(usize) -> bool) -> bool {
        [&self.every, &self.offset].into_iter().any(|e| e.depends_on(predicate))
    }
}

impl<R: Real> Update<R> {
    /// Returns the first instant after a time, s.
    pub fn next(&self, time: R) -> R {
        let passed = ((time - self.offset) / self.every).floor() + R::one();
        self.offset + passed.max(R::zero()) * self.every
    }

    /// Holds where a time, but for so much, s, is an instant that a step from another time on has not begun as near: of several short steps one
    /// reaches it.
    pub fn is_reached(&self, [begin, time]: [R; 2], near: R) -> R::Mask {
        let number = ((time - self.offset) / self.every + R::constant(0.5)).floor().max(R::zero());
        let instant = self.offset + number * self.every;
        (time - instant).abs().less_equal(near) & begin.less(instant - near)
    }
}

/// Holds a variable whose rate is not read yet: rates use names of what is read after the variables' names.
#[derive(Clone, Debug)]
pub struct Declared {
    shape: VariableShape,
    initial: Expr,
}

impl Declared {
    /// Reads a `[[variable]]` without the variable's rate. Its name must differ from those of the parameters.
    ///
    /// # Errors
    /// Where a key is missing or of the wrong kind, or the name cannot be one.
    pub fn read(section: &mut dyn Section, parameters: &[String]) -> Result<Self, Invalid> {
        let name = Self::read_name(section, parameters)?;
        if !section.has("initial") {
            let message = "this key is needed and missing: the value at the start, a number or an expression over the \
                           parameters";
            return Err(section.invalid("initial", message.into()));
        }
        let unit = if section.has("unit") { section.unit("unit")? } else { Unit::default() };
        // a variable that states no unit has whatever its value at the start has
        if section.has("unit") {
            section.expect_units(&[("initial", &unit.text)])?;
        }
        // a number is in the unit, and what parameters make is in those of the SI
        let size = if section.is_number("initial") { unit.factor } else { Factor::ONE };
        let initial = section.number("initial")?.in_unit(size);
        Ok(Self { shape: VariableShape { name, unit: unit.text }, initial })
    }

    /// Reads the name of a variable.
    ///
    /// # Errors
    /// Where there is none, or it cannot be one beside these parameters.
    pub fn read_name(section: &mut dyn Section, parameters: &[String]) -> Result<String, Invalid> {
        let name = section.text("name")?;
        let word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let problem = if name == TIME {
            Some(format!("{TIME:?} is the time in expressions; choose another name"))
        } else if is_reserved(&name) {
            Some(format!("{name:?} is a function or constant of expressions; choose another name"))
        } else if parameters.contains(&name) {
            Some(format!("{name:?} is a parameter already; choose another name"))
        } else if !word || name.starts_with(|c: char| c.is_ascii_digit()) {
            Some("a variable's name consists of letters, digits and _, and begins with a letter".into())
        } else {
            None
        };
        if let Some(message) = problem {
            return Err(section.invalid("name", message));
        }
        Ok(name)
    }

    /// Returns what others may refer to.
    pub fn shape(&self) -> &VariableShape {
        &self.shape
    }

    /// Reads the rate, over the parameters and the names of [`scope`], of which the first `own` are the time and the
    /// variables, and the last the columns of these outputs.
    ///
    /// # Errors
    /// Where it is missing or no expression over these.
    pub fn read_rate(
        self,
        section: &mut dyn Section,
        scope: &[String],
        outputs: &[Output<Expr>],
        parameters: usize,
    ) -> Result<Variable<Expr>, Invalid> {
        let rate = read_instantaneous(section, "rate", scope, outputs)?;
        let rate = section.hold("rate", rate, scope);
        let own = parameters + 1 + section.names().variables.len();
        let uses_outputs = rate.depends_on(&|at| at >= own);
        let VariableShape { name, unit } = self.shape;
        Ok(Variable {
            name,
            unit,
            initial: self.initial,
            uses_outputs,
            rate: Formula::new(rate),
            update: None,
            resets: Vec::new(),
            side: None,
        })
    }
}

/// Returns the names that a rate may use besides the parameters: the time, the variables, then the columns of outputs;
/// a column with the name of a variable is that variable.
pub fn scope(variables: &[VariableShape], columns: &[String]) -> Vec<String> {
    let names: HashSet<&str> = variables.iter().map(|v| v.name.as_str()).collect();
    let columns = columns.iter().map(|name| if names.contains(name.as_str()) { String::new() } else { name.clone() });
    let variables = variables.iter().map(|v| v.name.clone());
    std::iter::once(TIME.to_string()).chain(variables).chain(columns).collect()
}

impl Variable<Expr> {
    /// Makes a variable that rests between instants.
    pub fn updated(VariableShape { name, unit }: VariableShape, initial: Expr, update: Update<Expr>) -> Self {
        let rate = Formula::new(Expr::Constant(0.0));
        Self { name, unit, initial, uses_outputs: false, rate, update: Some(update), resets: Vec::new(), side: None }
    }
    /// Makes the variable of a side; it is behind all that expressions see.
    pub fn of_side(side: usize) -> Self {
        let (name, rate) = (format!("side {side}"), Formula::new(Expr::Constant(0.0)));
        let (unit, initial) = (Unit::default().text, Expr::Constant(0.0));
        Self { name, unit, initial, uses_outputs: false, rate, update: None, resets: Vec::new(), side: Some(side) }
    }
    /// Tells whether the rate, which is over so many parameters, the time and so many variables, reads a column of outputs.
    pub fn reads_column(&self, parameters: usize, variables: usize, column: usize) -> bool {
        self.rate.depends_on(parameters, |at| at == 1 + variables + column)
    }
    /// Tells whether a step may change the variable where it ends.
    pub fn changes_at_ends(&self) -> bool {
        self.update.is_some() || self.side.is_some() || !self.resets.is_empty()
    }
    /// Returns the variable in numbers for values of the parameters.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Variable<R> {
        Variable {
            name: self.name.clone(),
            unit: self.unit.clone(),
            initial: self.initial.evaluate(parameters),
            uses_outputs: self.uses_outputs,
            rate: self.rate.evaluate(parameters),
            update: self.update.as_ref().map(|update| Update {
                every: update.every.evaluate(parameters),
                offset: update.offset.evaluate(parameters),
                value: update.value.evaluate(parameters),
                before: update.before.clone(),
            }),
            resets: self.resets.iter().map(|reset| reset.evaluate(parameters)).collect(),
            side: self.side,
        }
    }
}

/// Returns the rates of variables, in units of the SI, at the time `t` (s), for their values, the columns of all outputs, which may be
/// absent where no rate uses one, and the sides that are held.
pub fn rates<R: Real>(variables: &[Variable<R>], t: R, (values, columns): (&[R], &[R]), sides: Sides<'_, R>) -> Vec<R> {
    let seen = values[..seen(variables)].iter().copied();
    let scope: Vec<R> = std::iter::once(t).chain(seen).chain(columns.iter().copied()).collect();
    variables.iter().map(|variable| variable.rate.value_on(&scope, sides)).collect()
}

/// Counts the variables that expressions see, the first ones: sides are behind them.
pub fn seen<N>(variables: &[Variable<N>]) -> usize {
    variables.iter().position(|variable| variable.side.is_some()).unwrap_or(variables.len())
}
