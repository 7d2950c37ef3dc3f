//! What a column reports that no state tells.

use super::differentiated::{AngularSensitivity, Differentiated, DifferentiatedTwice};
use super::event_quantity::EventQuantity;
use crate::model::expression::{Expr, Formula};
use std::sync::Arc;

/// Says what is reported.
#[derive(Clone, Debug)]
pub enum Report {
    /// A time of an event, or how often it happens.
    Event(EventQuantity),
    /// The derivative of a column by a parameter.
    Derivative(Differentiated),
    /// The derivative of a column by two parameters.
    SecondDerivative(DifferentiatedTwice),
    /// The angular sensitivity of a body by a parameter.
    AngularSensitivity(AngularSensitivity),
    /// Whether a condition over final values holds.
    Condition(Arc<Condition>),
    /// The error of a column by the steps: what two runs are combined by, the second with half the steps of the first.
    StepError(usize),
    /// What an analysis finds of a member.
    Finding {
        /// Whether it has derivatives by parameters.
        has_derivative: bool,
    },
}

/// Holds a condition over the final values of a run, which is evaluated as an expression over them is.
#[derive(Debug)]
pub struct Condition {
    /// The condition as a scenario gives it.
    pub text: String,
    /// The condition as a formula over final values.
    pub(super) formula: Formula<Expr>,
}

impl Condition {
    /// Holds a condition.
    pub fn new(text: String, condition: Expr) -> Self {
        Self { text, formula: Formula::new(condition) }
    }
}

impl Report {
    /// Tells whether it is a derivative.
    pub(super) fn is_derivative(&self) -> bool {
        matches!(self, Self::Derivative(_) | Self::SecondDerivative(_) | Self::AngularSensitivity(_))
    }
}
