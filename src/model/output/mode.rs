//! What is told of the modes of a mechanism: columns that are found without a run.

use super::kind::{Columns, Component, Description, Measures, component};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

/// No section is one of these.
pub(super) const KINDS: &[Kind] = &[];

/// Holds the unit of the column.
#[derive(Clone, Debug)]
pub struct Mode<N> {
    unit: &'static str,
    numbers: PhantomData<N>,
}

impl Mode<Expr> {
    pub(super) fn new(unit: &'static str) -> Self {
        Self { unit, numbers: PhantomData }
    }
}

impl Description for Mode<Expr> {
    type At<R: Real> = Mode<R>;

    fn read(_: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        Err(section.invalid("quantity", "modes stand in [modes], and gyrosweep modes finds them".into()))
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> Mode<R> {
        Mode { unit: self.unit, numbers: PhantomData }
    }
}

impl<N> Columns for Mode<N> {
    fn components(&self) -> Vec<Component> {
        vec![component("", self.unit)]
    }
    fn is_final(&self) -> bool {
        true
    }
}

impl<R: Real> Measures<R> for Mode<R> {
    fn write(&self, _: &Snapshot<'_, R>, out: &mut Vec<R>) {
        out.push(R::zero());
    }
}
