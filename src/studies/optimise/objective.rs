//! Values of what is minimised, and of what that is subject to, with their derivatives.

use super::figure::figure;
use crate::design::{Quantity, Term};
use crate::model::Expr;
use crate::num::Dual;

/// What a member gives: all parameters, then all output components.
#[derive(Clone, Debug, Default)]
pub(super) struct MemberValues {
    pub(super) values: Vec<f64>,
    /// The derivatives of the values by each of the parameters that are sought.
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
    /// Returns the value of the objective at a point, with its derivatives by the parameters that are sought.
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
}

impl Term {
    fn evaluate(&self, members: &[MemberValues]) -> (f64, Vec<f64>) {
        let each: Vec<(f64, Vec<f64>)> = members.iter().map(|member| member.evaluate(&self.of, &[])).collect();
        figure(self.figure, &each)
    }
}
