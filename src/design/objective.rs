//! What is minimised and what it is subject to: expressions over outputs, or over figures of outputs over random members.

use super::figure::{Figure, figure};
use crate::model::Expr;
use crate::num::Dual;

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

/// What a member gives: all parameters, then all output components.
#[derive(Clone, Debug, Default)]
pub(super) struct MemberValues {
    pub(super) values: Vec<f64>,
    /// Their derivatives by each of the parameters that are sought.
    pub(super) slopes: Vec<Vec<f64>>,
}

impl MemberValues {
    /// Returns these numbers, followed by others, with their derivatives by a parameter that is sought.
    fn by(&self, k: usize, others: &[(f64, Vec<f64>)]) -> Vec<Dual<f64, 1>> {
        let own = self.values.iter().zip(&self.slopes[k]).map(|(re, slope)| Dual { re: *re, eps: [*slope] });
        own.chain(others.iter().map(|(re, slopes)| Dual { re: *re, eps: [slopes[k]] })).collect()
    }

    /// Returns an expression over these numbers and others, with its derivatives.
    fn evaluate(&self, expression: &Expr, others: &[(f64, Vec<f64>)]) -> (f64, Vec<f64>) {
        let all: Vec<f64> = self.values.iter().copied().chain(others.iter().map(|(value, _)| *value)).collect();
        let slopes = (0..self.slopes.len()).map(|k| expression.evaluate(&self.by(k, others)).eps[0]);
        (expression.evaluate(&all), slopes.collect())
    }
}

impl Quantity {
    /// Returns its value at a point, with its derivatives by the parameters that are sought.
    pub(super) fn evaluate(&self, members: &[MemberValues]) -> (f64, Vec<f64>) {
        let terms: Vec<(f64, Vec<f64>)> = self.terms.iter().map(|term| term.evaluate(members)).collect();
        // those of the first member that are used are those of all
        members[0].evaluate(&self.expression, &terms)
    }

    /// Returns the terms at a point.
    pub(super) fn smooth_terms(&self, members: &[MemberValues]) -> Vec<f64> {
        self.terms.iter().map(|term| term.evaluate(members).0).collect()
    }

    /// Returns the terms at a point, each without what makes it smooth.
    pub(super) fn plain_terms(&self, members: &[MemberValues]) -> Vec<f64> {
        let of = |term: &Term| {
            let values: Vec<f64> = members.iter().map(|member| term.of.evaluate(&member.values)).collect();
            term.figure.plain(&values)
        };
        self.terms.iter().map(of).collect()
    }

    /// Tells whether it is made of an output component, whose place is counted from that of the first one.
    pub fn depends_on(&self, parameters: usize, column: usize) -> bool {
        let is_it = |at: usize| at == parameters + column;
        self.expression.depends_on(&is_it) || self.terms.iter().any(|term| term.of.depends_on(&is_it))
    }
}

impl Term {
    fn evaluate(&self, members: &[MemberValues]) -> (f64, Vec<f64>) {
        let each: Vec<(f64, Vec<f64>)> = members.iter().map(|member| member.evaluate(&self.of, &[])).collect();
        figure(self.figure, &each)
    }
}
