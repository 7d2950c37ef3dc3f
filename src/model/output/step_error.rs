//! Estimates of the errors of columns by runs with two steps.

use super::kind::{Columns, Component, Description, Measures, component};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

/// No section is one of these.
pub(super) const KINDS: &[Kind] = &[];

/// Holds the column whose error is estimated: what two runs are combined by, the second with half the steps of the first.
#[derive(Clone, Debug)]
pub struct StepError<N> {
    column: usize,
    unit: String,
    is_final: bool,
    numbers: PhantomData<N>,
}

impl StepError<Expr> {
    pub(super) fn new(column: usize, unit: &str, is_final: bool) -> Self {
        Self { column, unit: unit.into(), is_final, numbers: PhantomData }
    }
}

impl Description for StepError<Expr> {
    type At<R: Real> = StepError<R>;

    fn read(_: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        Err(section.invalid("quantity", "errors stand in [method], with order = 4".into()))
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> StepError<R> {
        StepError { column: self.column, unit: self.unit.clone(), is_final: self.is_final, numbers: PhantomData }
    }
}

impl<N> Columns for StepError<N> {
    fn components(&self) -> Vec<Component> {
        vec![component("", &self.unit)]
    }
    fn step_error(&self) -> Option<usize> {
        Some(self.column)
    }
    fn is_final(&self) -> bool {
        self.is_final
    }
}

impl<R: Real> Measures<R> for StepError<R> {
    fn write(&self, _: &Snapshot<'_, R>, out: &mut Vec<R>) {
        out.push(R::zero());
    }
}
