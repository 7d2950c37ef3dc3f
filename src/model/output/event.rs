//! When and how often events happen.

use super::event_quantity::{EventQuantity, EventValue};
use super::kind::{Columns, Component, Description, Measures, component};
use super::snapshot::Snapshot;
use crate::model::Kind;
use crate::model::expression::Expr;
use crate::model::section::{Invalid, Section};
use crate::model::unit::Factor;
use crate::num::Real;
use std::marker::PhantomData;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "time_of",
        summary: "the time at which an event happens, s; empty where it does not",
        keys: "event, which = first | last (default first)",
        example: r#"[[event]]
name = "passage"
expression = "way_at_passage - 0.02" # m
direction = "rising"
[[output]]
name = "way_at_passage"
quantity = "joint_position"
joint = "rail"
[[output]]
name = "time_of_passage"
quantity = "time_of"
event = "passage"
which = "first"
"#,
    },
    Kind {
        name: "count_of",
        summary: "how often an event happens",
        keys: "event",
        example: r#"[[event]]
name = "turn"
expression = "sine_of_turn"
direction = "both"
[[output]]
name = "sine_of_turn"
quantity = "expression"
expression = "sin(200*t + 1)"
[[output]]
name = "turns"
quantity = "count_of"
event = "turn"
"#,
    },
];

/// An output of the times or the number of events, one of the [`KINDS`].
#[derive(Clone, Debug)]
pub struct OfEvent<N> {
    what: EventQuantity,
    numbers: PhantomData<N>,
}

impl Description for OfEvent<Expr> {
    type At<R: Real> = OfEvent<R>;

    fn read(kind: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        let names = section.names();
        let names: Vec<&str> = names.events.iter().map(String::as_str).collect();
        let event = section.named("event", "event", &names)?;
        let value = match kind {
            0 if section.choice("which", &["first", "last"])? == "last" => EventValue::Last,
            0 => EventValue::First,
            _ => EventValue::Count,
        };
        Ok(Self { what: EventQuantity { event, value, unit: Factor::ONE }, numbers: PhantomData })
    }
    fn evaluate<R: Real>(&self, _: &[R]) -> OfEvent<R> {
        OfEvent { what: self.what, numbers: PhantomData }
    }
}

impl<N> Columns for OfEvent<N> {
    fn components(&self) -> Vec<Component> {
        vec![component("", if self.what.value == EventValue::Count { "1" } else { "s" })]
    }
    fn of_event(&self) -> Option<EventQuantity> {
        Some(self.what)
    }
}

impl<R: Real> Measures<R> for OfEvent<R> {
    fn write(&self, _: &Snapshot<'_, R>, out: &mut Vec<R>) {
        out.push(R::zero());
    }
}
