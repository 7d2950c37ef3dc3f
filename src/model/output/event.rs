//! When and how often events happen.

use super::*;
use std::marker::PhantomData;

pub(super) const KINDS: &[Kind] = &[
    Kind {
        name: "time_of",
        summary: "the time at which an event happens, s; empty where it does not",
        keys: "event, which = first | last",
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

/// What is told of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventValue {
    /// The time of the first one, s.
    First,
    /// The time of the last one, s.
    Last,
    /// How many there are.
    Count,
}

/// Which event, and what is told of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventQuantity {
    /// The number of the event.
    pub event: usize,
    /// What is told of it.
    pub value: EventValue,
}

impl EventQuantity {
    /// Its value for the events of a run in the order of time, each with its number and its time (s); not a number
    /// for the time of one that did not happen.
    pub fn value(&self, events: impl Iterator<Item = (usize, f64)>) -> f64 {
        let mut times = events.filter(|(event, _)| *event == self.event).map(|(_, time)| time);
        match self.value {
            EventValue::First => times.next().unwrap_or(f64::NAN),
            EventValue::Last => times.last().unwrap_or(f64::NAN),
            EventValue::Count => times.count() as f64,
        }
    }
}

/// See [`KINDS`].
#[derive(Clone, Debug)]
pub struct OfEvent<N> {
    what: EventQuantity,
    numbers: PhantomData<N>,
}

impl Description for OfEvent<Expr> {
    type At<R: Real> = OfEvent<R>;

    fn read(kind: usize, section: &mut dyn Section, _: &[String]) -> Result<Self, Invalid> {
        let names = section.names().events;
        let event = section.named("event", "event", &names)?;
        let value = match kind {
            0 if section.choice("which", &["first", "last"])? == "last" => EventValue::Last,
            0 => EventValue::First,
            _ => EventValue::Count,
        };
        Ok(Self { what: EventQuantity { event, value }, numbers: PhantomData })
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
