//! What an output tells of an event.

use crate::model::unit::Factor;

/// Says what is told of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventValue {
    /// The time of the first one, s.
    First,
    /// The time of the last one, s.
    Last,
    /// How many there are.
    Count,
}

/// Says which event is meant, and what is told of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EventQuantity {
    /// The number of the event.
    pub event: usize,
    /// What is told of the event.
    pub value: EventValue,
    /// The size of the unit that the quantity is shown in.
    pub unit: Factor,
}

impl EventQuantity {
    /// Returns the quantity in a unit of that size.
    #[must_use]
    pub fn in_unit(self, unit: Factor) -> Self {
        Self { unit, ..self }
    }

    /// Returns the value of the quantity, in its unit, for the events of a run in the order of time, each with its
    /// number and its time (s); not a number for the time of one that did not happen.
    pub fn value(&self, events: impl Iterator<Item = (usize, f64)>) -> f64 {
        let mut times = events.filter(|(event, _)| *event == self.event).map(|(_, time)| time);
        let value = match self.value {
            EventValue::First => times.next().unwrap_or(f64::NAN),
            EventValue::Last => times.last().unwrap_or(f64::NAN),
            EventValue::Count => times.count() as f64,
        };
        self.unit.from_si(value)
    }
}
