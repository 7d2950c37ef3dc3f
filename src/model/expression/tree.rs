//! The tree of an expression.

use super::functions::{Binary, Ternary, Unary, power_continued, whole_power};
use super::harmonics::Harmonics;
use super::switching::{HeldRelation, Sides};
use crate::interpolation::{SampledFamily, SampledFunction};
use crate::model::unit::Factor;
use crate::num::Real;
use crate::num::elementary::{pow, unless_nan};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

/// Whole exponents up to here are multiplied out, by at most 20 products, where they are constants of the expression. A
/// parameter is none, whatever its value: a member's bits do not depend on whether its exponent is varied.
const LARGEST_PRODUCT: f64 = 1024.0;

/// Holds an expression over the names of a [`super::Scope`]: the parameters of a mechanism and, in some keys,
/// variables.
#[derive(Clone, Debug)]
pub enum Expr {
    /// A number.
    Constant(f64),
    /// The parameter of that number; variables are counted on from the parameters.
    Parameter(usize),
    /// A function of one argument.
    Unary(Unary, Arc<Expr>),
    /// A function of two arguments.
    Binary(Binary, Arc<Expr>, Arc<Expr>),
    /// A function of three arguments.
    Ternary(Ternary, Arc<Expr>, Arc<Expr>, Arc<Expr>),
    /// A function of one number, or its derivative of an order, at an expression.
    Signal(Arc<Signal>, usize, Arc<Expr>),
    /// Where the value of an expression is among the corners of a signal: a whole number at every one.
    Position(Arc<Signal>, Arc<Expr>),
    /// What a name stands for, which other expressions may use as well.
    Named(Arc<Named>),
    /// A function that switches, on a side that is held.
    Held(Arc<Held>),
}

/// Holds a function that switches, with its relations.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// The function with its arguments.
    pub(super) function: Expr,
    /// The switching functions of its relations, and how these are held.
    pub(super) relations: Vec<(Expr, HeldRelation)>,
}

impl Held {
    /// Evaluates the function on the sides that are held, with what evaluates its arguments.
    fn value<R: Real>(&self, sides: Sides<'_, R>, parameters: &[R], value: &mut dyn FnMut(&Expr) -> R) -> R {
        for (passing, relation) in &self.relations {
            sides.tell(*relation, || value(passing));
        }
        let mut held = self.relations.iter().map(|(_, relation)| sides.get(relation.side));
        let Some(first) = held.next().flatten() else { return value(&self.function) };
        let all = [first, held.next().flatten().unwrap_or(first)];
        let found = match &self.function {
            Expr::Unary(f, a) => f.apply_on(value(a), all),
            Expr::Binary(f, a, b) => f.apply_on([value(a), value(b)], first),
            Expr::Ternary(f, a, b, c) => f.apply_on([&**a, b, c], all, value),
            Expr::Signal(signal, order, a) => signal.at_on([first, value(a)], *order, parameters),
            function => value(function),
        };
        // no side tells where there is no number
        let undefined = self.relations.iter().filter(|(_, relation)| relation.may_be_undefined);
        undefined.fold(found, |found, (passing, _)| unless_nan(value(passing), found))
    }
}

/// A function of one number that is given by data.
#[derive(Clone, Debug)]
pub enum Signal {
    /// What was measured.
    Samples(SampledFunction),
    /// What was measured for each member: the functions, and the parameter that says which a member has.
    Family(SampledFamily, usize),
    /// A stationary Gaussian process.
    Spectrum(Spectrum),
}

/// A stationary Gaussian process by its spectrum.
#[derive(Clone, Debug)]
pub struct Spectrum {
    /// The frequencies.
    pub harmonics: Harmonics,
    /// The one-sided power spectral density, over the parameters and the frequency (Hz).
    density: Expr,
    /// How many parameters there are.
    parameters: usize,
    /// The parameter that says which phases a member has.
    number: usize,
    /// The names and the parameters that values depend on.
    names: Vec<Arc<Named>>,
    uses: BTreeSet<usize>,
}

impl Spectrum {
    /// Makes the process of a one-sided power spectral density, an expression over so many parameters and the frequency (Hz) behind
    /// them; the parameter of a number says which phases a member has.
    pub fn new(harmonics: Harmonics, density: Expr, parameters: usize, number: usize) -> Self {
        let (mut names, mut uses) = (Vec::new(), BTreeSet::new());
        density.parts(&mut names, &mut uses);
        uses.remove(&parameters);
        uses.insert(number);
        Self { harmonics, density, parameters, number, names, uses }
    }

    /// Returns the number of the parameter that says which phases a member has.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// Returns the density at the frequencies, for values of the parameters and further ones.
    pub fn densities<R: Real>(&self, parameters: &[R]) -> Vec<R> {
        let mut values = parameters[..self.parameters].to_vec();
        values.push(R::zero());
        let density = |frequency: f64| {
            values[self.parameters] = R::constant(frequency);
            self.density.evaluate(&values)
        };
        self.harmonics.frequencies().map(density).collect()
    }
}

impl Signal {
    /// Says whether the signal depends on a parameter for whose number `predicate` holds.
    pub(in crate::model) fn depends_on(&self, predicate: &impl Fn(usize) -> bool) -> bool {
        match self {
            Self::Samples(_) => false,
            Self::Family(_, number) => predicate(*number),
            Self::Spectrum(spectrum) => spectrum.uses.iter().any(|at| predicate(*at)),
        }
    }
}

/// An expression that has a name. It is evaluated once, however often the name is used: names that are made of each other
/// cost as much as their texts are long.
pub struct Named {
    name: String,
    pub(super) expression: Expr,
    /// The names that the expression is made of.
    uses: Vec<Arc<Named>>,
    /// The parameters that the expression depends on, with those of the names.
    parameters: BTreeSet<usize>,
}

/// The values of names that have been evaluated.
type Values<R> = BTreeMap<*const Named, R>;

/// Holds the values of names for the same values of the parameters, while the names live.
#[derive(Clone, Debug, Default)]
pub struct KnownValues(Values<f64>);

impl Default for Expr {
    fn default() -> Self {
        Expr::Constant(0.0)
    }
}

impl Expr {
    /// Applies a function of one argument.
    pub(super) fn unary(f: Unary, a: Expr) -> Self {
        Expr::Unary(f, Arc::new(a))
    }

    /// Applies a function of two arguments.
    pub(super) fn binary(f: Binary, a: Expr, b: Expr) -> Self {
        Expr::Binary(f, Arc::new(a), Arc::new(b))
    }

    /// Evaluates the expression where it does not depend on a name.
    pub(super) fn folded(self) -> Self {
        if !self.depends_on(&|_| true) { Expr::Constant(self.evaluate::<f64>(&[])) } else { self }
    }

    /// Evaluates the expression for the given values of the parameters and, if it has any, of its variables.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> R {
        match self {
            Expr::Constant(value) => R::constant(*value),
            Expr::Parameter(at) => parameters[*at],
            _ => self.evaluate_with(parameters, Sides::none()),
        }
    }

    /// Evaluates the expression on the sides that are held.
    pub fn evaluate_with<R: Real>(&self, parameters: &[R], sides: Sides<'_, R>) -> R {
        R::exactly(|| self.value(parameters, &mut Values::new(), sides))
    }

    /// Evaluates the expression for these values of the parameters, and no name that is known for them already.
    pub fn evaluate_among(&self, parameters: &[f64], known: &mut KnownValues) -> f64 {
        self.value(parameters, &mut known.0, Sides::none())
    }

    fn value<R: Real>(&self, parameters: &[R], names: &mut Values<R>, sides: Sides<'_, R>) -> R {
        let mut value = |e: &Expr| e.value(parameters, names, sides);
        match self {
            Expr::Constant(value) => R::literal(*value),
            Expr::Parameter(at) => parameters[*at],
            Expr::Unary(f, a) if sides.continues() => f.apply_continued(value(a)),
            Expr::Unary(f, a) => f.apply(value(a)),
            Expr::Binary(Binary::Pow, a, b) => match **b {
                Expr::Constant(n) if n.fract() == 0.0 && n.abs() <= LARGEST_PRODUCT => whole_power(value(a), n),
                Expr::Constant(0.5) if sides.continues() => Unary::Sqrt.apply_continued(value(a)),
                Expr::Constant(0.5) => value(a).sqrt(),
                _ => {
                    let (base, exponent) = (value(a), value(b));
                    let power = pow(base, exponent);
                    if sides.continues() { power_continued([base, exponent], power) } else { power }
                }
            },
            // a constant is a number: as the second one it costs no look
            Expr::Binary(f @ (Binary::Min | Binary::Max), a, b) if matches!(**a, Expr::Constant(_)) => {
                let second = value(b);
                f.apply(second, value(a))
            }
            Expr::Binary(f, a, b) => {
                let first = value(a);
                f.apply(first, value(b))
            }
            Expr::Ternary(f, a, b, c) => f.apply([&**a, b, c], &mut value),
            Expr::Signal(signal, order, a) => {
                let place = value(a);
                signal.at(place, *order, parameters)
            }
            Expr::Position(signal, a) => {
                let place = value(a);
                signal.position(place, parameters)
            }
            Expr::Named(named) => named.value(parameters, names),
            Expr::Held(held) => held.value(sides, parameters, &mut value),
        }
    }

    /// Multiplies an expression by a number.
    pub fn times(&self, factor: f64) -> Self {
        Expr::Binary(Binary::Mul, Arc::new(self.clone()), Arc::new(Expr::Constant(factor)))
    }

    /// Returns what a value in a unit of this size is in units of the SI; a number is converted at once.
    pub fn in_unit(self, unit: Factor) -> Self {
        let [numerator, denominator] = unit.terms();
        if let Expr::Constant(value) = self {
            return Expr::Constant(unit.to_si(value));
        }
        let product = if numerator == 1.0 { self } else { self.times(numerator) };
        if denominator == 1.0 { product } else { Expr::binary(Binary::Div, product, Expr::Constant(denominator)) }
    }

    /// Says whether the expression is zero whatever the parameters and variables.
    pub fn is_zero(&self) -> bool {
        matches!(self, Expr::Constant(0.0))
    }

    /// Says whether the expression contains a parameter or variable for whose number `predicate` holds.
    pub fn depends_on(&self, predicate: &impl Fn(usize) -> bool) -> bool {
        match self {
            Expr::Constant(_) => false,
            Expr::Parameter(at) => predicate(*at),
            Expr::Unary(_, a) => a.depends_on(predicate),
            Expr::Binary(_, a, b) => a.depends_on(predicate) || b.depends_on(predicate),
            Expr::Ternary(_, a, b, c) => [a, b, c].iter().any(|e| e.depends_on(predicate)),
            Expr::Signal(signal, _, a) | Expr::Position(signal, a) => {
                a.depends_on(predicate) || signal.depends_on(predicate)
            }
            Expr::Named(named) => named.parameters.iter().any(|at| predicate(*at)),
            Expr::Held(held) => held.function.depends_on(predicate),
        }
    }

    /// Gives an expression over parameters a name; numbers and parameters need none.
    pub(super) fn named(self, name: &str) -> Self {
        if matches!(self, Expr::Constant(_) | Expr::Parameter(_) | Expr::Named(_)) {
            return self;
        }
        let (mut uses, mut parameters) = (Vec::new(), BTreeSet::new());
        self.parts(&mut uses, &mut parameters);
        Expr::Named(Arc::new(Named { name: name.to_string(), expression: self, uses, parameters }))
    }

    /// Lists the names, each once, and the parameters of an expression.
    fn parts(&self, uses: &mut Vec<Arc<Named>>, parameters: &mut BTreeSet<usize>) {
        match self {
            Expr::Constant(_) => {}
            Expr::Parameter(at) => drop(parameters.insert(*at)),
            Expr::Unary(_, a) => a.parts(uses, parameters),
            Expr::Binary(_, a, b) => [a, b].iter().for_each(|e| e.parts(uses, parameters)),
            Expr::Ternary(_, a, b, c) => [a, b, c].iter().for_each(|e| e.parts(uses, parameters)),
            Expr::Signal(signal, _, a) | Expr::Position(signal, a) => {
                match signal.as_ref() {
                    Signal::Samples(_) => {}
                    Signal::Family(_, number) => drop(parameters.insert(*number)),
                    Signal::Spectrum(spectrum) => {
                        parameters.extend(&spectrum.uses);
                        let is_new = |name: &&Arc<Named>| !uses.iter().any(|known| Arc::ptr_eq(known, name));
                        let new: Vec<Arc<Named>> = spectrum.names.iter().filter(is_new).cloned().collect();
                        uses.extend(new);
                    }
                }
                a.parts(uses, parameters);
            }
            Expr::Held(held) => held.function.parts(uses, parameters),
            Expr::Named(named) if uses.iter().any(|known| Arc::ptr_eq(known, named)) => {}
            Expr::Named(named) => {
                parameters.extend(&named.parameters);
                uses.push(Arc::clone(named));
            }
        }
    }

    /// Compares two expressions, and no two names twice.
    fn same(&self, other: &Self, known: &mut HashSet<[*const Named; 2]>) -> bool {
        match (self, other) {
            (Expr::Constant(a), Expr::Constant(b)) => a == b,
            (Expr::Parameter(a), Expr::Parameter(b)) => a == b,
            (Expr::Unary(f, a), Expr::Unary(g, b)) => f == g && a.same(b, known),
            (Expr::Binary(f, a, b), Expr::Binary(g, c, d)) => f == g && a.same(c, known) && b.same(d, known),
            (Expr::Ternary(f, a, b, c), Expr::Ternary(g, d, e, h)) => {
                f == g && a.same(d, known) && b.same(e, known) && c.same(h, known)
            }
            (Expr::Held(a), Expr::Held(b)) => a == b,
            (Expr::Signal(s, n, a), Expr::Signal(t, m, b)) => Arc::ptr_eq(s, t) && n == m && a.same(b, known),
            (Expr::Position(s, a), Expr::Position(t, b)) => Arc::ptr_eq(s, t) && a.same(b, known),
            (Expr::Named(a), Expr::Named(b)) => {
                let pair = [Arc::as_ptr(a), Arc::as_ptr(b)];
                Arc::ptr_eq(a, b) || !known.insert(pair) || a.expression.same(&b.expression, known)
            }
            _ => false,
        }
    }
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.same(other, &mut HashSet::new())
    }
}

impl Named {
    /// Returns the name.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Evaluates the expression, after the names that it is made of: however long a chain of them is, no call is nested
    /// deeper than a text can be.
    fn value<R: Real>(&self, parameters: &[R], names: &mut Values<R>) -> R {
        let mut pending = vec![self];
        while let Some(last) = pending.last().copied() {
            let place = std::ptr::from_ref(last);
            let before = pending.len();
            if !names.contains_key(&place) {
                pending.extend(
                    last.uses.iter().map(AsRef::as_ref).filter(|of| !names.contains_key(&std::ptr::from_ref(*of))),
                );
                if pending.len() == before {
                    let value = last.expression.value(parameters, names, Sides::none());
                    names.insert(place, value);
                }
            }
            if pending.len() == before {
                pending.pop();
            }
        }
        names[&std::ptr::from_ref(self)]
    }
}

impl std::fmt::Debug for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

impl Drop for Named {
    /// Gives up the names that it is made of one by one: a long chain is no deep recursion.
    fn drop(&mut self) {
        let take = |named: &mut Named| {
            named.expression = Expr::default();
            std::mem::take(&mut named.uses)
        };
        let mut pending = take(self);
        while let Some(named) = pending.pop() {
            if let Some(mut last) = Arc::into_inner(named) {
                pending.extend(take(&mut last));
            }
        }
    }
}
