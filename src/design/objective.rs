//! What is minimised and what it is subject to: expressions over outputs, or over figures of outputs over random members.

use crate::model::Expr;

/// Says what is to be least, and within which constraints.
#[derive(Clone, Debug, PartialEq)]
pub struct Objective {
    /// What is to be least.
    pub minimise: Quantity,
    /// What is not to be above zero.
    pub constraints: Vec<Quantity>,
    /// The random members of every point; none where it has one member.
    pub random: Option<RandomMembers>,
}

/// Holds the random parameters of the members of every point, the same at all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct RandomMembers {
    /// The names of the parameters.
    pub names: Vec<String>,
    /// Their values, member by member.
    pub values: Vec<f64>,
    /// Those of as many other members, which are not optimised for.
    pub others: Vec<f64>,
}

impl RandomMembers {
    /// Returns how many members there are.
    pub fn count(&self) -> usize {
        self.values.len() / self.names.len().max(1)
    }
}

/// An expression over what the members of a point give.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Its text.
    pub text: String,
    /// Its unit, where it is an output alone.
    pub unit: Option<String>,
    /// The figures over random members that it is made of.
    pub terms: Vec<Term>,
    /// The expression over all parameters, then all output components, then the terms. Where there are random members, it does
    /// not name output components.
    pub expression: Expr,
}

/// A figure over random members.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Its text.
    pub text: String,
    /// What it is.
    pub figure: Figure,
    /// What it is a figure of, over all parameters, then all output components.
    pub of: Expr,
}

/// Names a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Figure {
    /// The mean.
    Mean,
    /// The standard deviation, of n - 1 degrees of freedom.
    Std,
    /// The value that this share of the members is below.
    Quantile(f64),
    /// How many of all members are above zero.
    Probability,
}

impl Quantity {
    /// Tells whether it is made of an output component, whose place is counted from that of the first one.
    pub fn depends_on(&self, parameters: usize, column: usize) -> bool {
        let is_it = |at: usize| at == parameters + column;
        self.expression.depends_on(&is_it) || self.terms.iter().any(|term| term.of.depends_on(&is_it))
    }
}
