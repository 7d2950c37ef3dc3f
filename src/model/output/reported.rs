//! Columns that are reported, not measured: times and numbers of events, derivatives, conditions, errors by the steps, findings of analyses.
//!
//! A state does not tell them. Functions of a study keep their places among the columns, and whoever finds the values, a run at its end or
//! an analysis, puts them there.

use super::event_quantity::EventValue;
use super::kind::{Columns, Component, Description, Measures, component, xyz};
use super::report::Report;
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::{Expr, Formula};
use crate::model::section::{Invalid, Section};
use crate::num::Real;
use std::marker::PhantomData;

/// Holds a quantity that is reported, with its unit.
#[derive(Clone, Debug)]
pub struct Reported<N> {
    pub(super) report: Report,
    unit: String,
    /// Whether it has one value per run.
    is_final: bool,
    numbers: PhantomData<N>,
}

impl Reported<Expr> {
    /// Makes what is reported once per run, or at every instant.
    pub(super) fn new(report: Report, unit: impl Into<String>, is_final: bool) -> Self {
        Self { report, unit: unit.into(), is_final, numbers: PhantomData }
    }

    /// Returns the quantity with one value per run.
    pub(super) fn at_end(self) -> Self {
        Self { is_final: true, ..self }
    }
}

/// The kinds that a scenario may ask for by name.
pub(super) const KINDS: &[Kind] = super::event::KINDS;

impl Description for Reported<Expr> {
    type At<R: Real> = Reported<R>;

    fn read(kind: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        let event = super::event::read(kind, section)?;
        let unit = if event.value == EventValue::Count { "1" } else { "s" };
        Ok(Self::new(Report::Event(event), unit, true))
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> Reported<R> {
        let Self { report, unit, is_final, .. } = self.clone();
        Reported { report, unit, is_final, numbers: PhantomData }
    }
    fn formula(&self) -> Option<&Formula<Expr>> {
        if let Report::Condition(condition) = &self.report { Some(&condition.formula) } else { None }
    }
}

impl<N> Columns for Reported<N> {
    fn components(&self) -> Vec<Component> {
        match self.report {
            Report::AngularSensitivity(_) => xyz(&self.unit),
            _ => vec![component("", &self.unit)],
        }
    }
    fn report(&self) -> Option<&Report> {
        Some(&self.report)
    }
    fn is_final(&self) -> bool {
        self.is_final
    }
}

impl<R: Real> Measures<R> for Reported<R> {
    /// Keeps the places of the columns.
    fn write(&self, _: &Snapshot<'_, R>, out: &mut Vec<R>) {
        out.extend(self.components().iter().map(|_| R::zero()));
    }
}
