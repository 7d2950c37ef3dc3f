//! An expression over parameters and variables whose parameters have their values.

use super::kinks::Kink;
use super::tree::Expr;
use crate::num::Real;

/// Holds a function of some variables, such as the time: an expression (`Formula<Expr>`), or one whose parameters have
/// their values (`Formula<R>`).
#[derive(Clone, Debug)]
pub struct Formula<N> {
    expression: Expr,
    parameters: Vec<N>,
}

impl Formula<Expr> {
    /// Makes a function of an expression over a [`super::Scope`].
    pub fn new(expression: Expr) -> Self {
        Self { expression, parameters: Vec::new() }
    }
    /// Says whether the formula contains a variable for whose index `predicate` holds; the expression is over that many
    /// parameters.
    pub fn depends_on(&self, parameters: usize, predicate: impl Fn(usize) -> bool) -> bool {
        self.expression.depends_on(&|at| at >= parameters && predicate(at - parameters))
    }
    /// Returns the kinks that parameters alone decide, of which there are so many.
    pub fn kinks(&self, parameters: usize) -> Vec<Kink> {
        Kink::of(&self.expression, parameters)
    }
    /// Gives the parameters their values.
    pub fn evaluate<R: Real>(&self, parameters: &[R]) -> Formula<R> {
        Formula { expression: self.expression.clone(), parameters: parameters.to_vec() }
    }
}

impl<R: Real> Formula<R> {
    /// Returns the formula in other numbers.
    pub fn map<S: Real>(&self, f: impl Fn(R) -> S) -> Formula<S> {
        Formula { expression: self.expression.clone(), parameters: self.parameters.iter().map(|p| f(*p)).collect() }
    }

    /// Evaluates the function for the variables, in the order of the scope.
    pub fn value(&self, variables: &[R]) -> R {
        let all: Vec<R> = self.parameters.iter().chain(variables).copied().collect();
        self.expression.evaluate(&all)
    }

    /// Returns the value, the first and the second derivative with respect to the only variable, by nested dual numbers.
    pub fn derivatives(&self, variable: R) -> [R; 3] {
        use crate::num::Dual;
        type Second<R> = Dual<Dual<R, 1>, 1>;
        let mut all: Vec<Second<R>> = self.parameters.iter().map(|p| Second::<R>::resting(Dual::resting(*p))).collect();
        all.push(Dual { re: Dual::variable(variable, 0), eps: [Dual::resting(R::one())] });
        let value = self.expression.evaluate(&all);
        [value.re.re, value.re.eps[0], value.eps[0].eps[0]]
    }
}
