//! Conditions: comparisons of what a run tells, whose probabilities a scenario asks for.

use super::kind::{Columns, Component, Description, Measures, component};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::{Expr, Formula};
use crate::model::section::{Invalid, Section};
use crate::num::Real;

/// No section is one of these.
pub(super) const KINDS: &[Kind] = &[];

/// Holds a condition over the final values of a run, which is evaluated as an expression over them is.
#[derive(Clone, Debug)]
pub struct Condition<N> {
    text: String,
    formula: Formula<N>,
}

impl Condition<Expr> {
    pub(super) fn new(text: String, condition: Expr) -> Self {
        Self { text, formula: Formula::new(condition) }
    }
}

impl Description for Condition<Expr> {
    type At<R: Real> = Condition<R>;

    fn read(_: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        Err(section.invalid("quantity", "conditions stand in [[probability]]".into()))
    }
    fn evaluate<R: Real>(&self, p: &[R]) -> Condition<R> {
        Condition { text: self.text.clone(), formula: self.formula.evaluate(p) }
    }
    fn formula(&self) -> Option<&Formula<Expr>> {
        Some(&self.formula)
    }
}

impl<N> Columns for Condition<N> {
    fn components(&self) -> Vec<Component> {
        vec![component("", "1")]
    }
    fn condition(&self) -> Option<&str> {
        Some(&self.text)
    }
}

impl<R: Real> Measures<R> for Condition<R> {
    fn write(&self, _: &Snapshot<'_, R>, out: &mut Vec<R>) {
        out.push(R::zero());
    }
}
