//! The tree of an expression.

use super::functions::{Binary, Ternary, Unary, whole_power};
use crate::model::unit::Factor;
use crate::num::Real;
use crate::num::elementary::pow;
use std::sync::Arc;

/// Whole exponents up to here are multiplied out, by at most 20 products, where they are constants of the expression. A
/// parameter is none, whatever its value: a member's bits do not depend on whether its exponent is varied.
const LARGEST_PRODUCT: f64 = 1024.0;

/// Holds an expression over the names of a [`super::Scope`]: the parameters of a mechanism and, in some places, variables.
#[derive(Clone, Debug, PartialEq)]
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
}

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
            _ => R::exactly(|| self.value(parameters)),
        }
    }

    fn value<R: Real>(&self, parameters: &[R]) -> R {
        match self {
            Expr::Constant(value) => R::literal(*value),
            Expr::Parameter(at) => parameters[*at],
            Expr::Unary(f, a) => f.apply(a.value(parameters)),
            Expr::Binary(Binary::Pow, a, b) => match **b {
                Expr::Constant(n) if n.fract() == 0.0 && n.abs() <= LARGEST_PRODUCT => {
                    whole_power(a.value(parameters), n)
                }
                Expr::Constant(0.5) => a.value(parameters).sqrt(),
                _ => pow(a.value(parameters), b.value(parameters)),
            },
            // a constant is a number: as the second one it costs no look
            Expr::Binary(f @ (Binary::Min | Binary::Max), a, b) if matches!(**a, Expr::Constant(_)) => {
                f.apply(b.value(parameters), a.value(parameters))
            }
            Expr::Binary(f, a, b) => f.apply(a.value(parameters), b.value(parameters)),
            Expr::Ternary(f, a, b, c) => f.apply(a.value(parameters), b.value(parameters), c.value(parameters)),
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
        *self == Expr::Constant(0.0)
    }

    /// Says whether the expression contains a parameter or variable for whose number `predicate` holds.
    pub fn depends_on(&self, predicate: &impl Fn(usize) -> bool) -> bool {
        match self {
            Expr::Constant(_) => false,
            Expr::Parameter(at) => predicate(*at),
            Expr::Unary(_, a) => a.depends_on(predicate),
            Expr::Binary(_, a, b) => a.depends_on(predicate) || b.depends_on(predicate),
            Expr::Ternary(_, a, b, c) => [a, b, c].iter().any(|e| e.depends_on(predicate)),
        }
    }
}
