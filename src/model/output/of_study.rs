//! What studies of modes and equilibria tell of a member: columns that are found without a run.

use super::kind::{Columns, Component, Description, Measures, component};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

/// Names what is told of periodic motions, each with its unit.
pub const OF_PERIODS: [(&str, &str); 2] = [("period", "s"), ("max_multiplier", "1")];

/// No section is one of these.
pub(super) const KINDS: &[Kind] = &[];

/// Holds the unit of a column that a study finds.
#[derive(Clone, Debug)]
pub struct OfStudy<N> {
    unit: &'static str,
    /// Whether it has derivatives.
    pub(super) has_derivative: bool,
    numbers: PhantomData<N>,
}

impl OfStudy<Expr> {
    pub(super) fn new(unit: &'static str, has_derivative: bool) -> Self {
        Self { unit, has_derivative, numbers: PhantomData }
    }
}

impl Description for OfStudy<Expr> {
    type At<R: Real> = OfStudy<R>;

    fn read(_: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        Err(section.invalid("quantity", "gyrosweep modes and gyrosweep statics find it".into()))
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> OfStudy<R> {
        OfStudy { unit: self.unit, has_derivative: self.has_derivative, numbers: PhantomData }
    }
}

impl<N> Columns for OfStudy<N> {
    fn components(&self) -> Vec<Component> {
        vec![component("", self.unit)]
    }
    fn is_final(&self) -> bool {
        true
    }
}

impl<R: Real> Measures<R> for OfStudy<R> {
    fn write(&self, _: &Snapshot<'_, R>, out: &mut Vec<R>) {
        out.push(R::zero());
    }
}
