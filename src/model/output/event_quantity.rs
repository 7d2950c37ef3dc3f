//! What an output tells of an event.

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventQuantity {
    /// The number of the event.
    pub event: usize,
    /// What is told of it.
    pub value: EventValue,
}

impl EventQuantity {
    /// Returns its value for the events of a run in the order of time, each with its number and its time (s); not a
    /// number for the time of one that did not happen.
    pub fn value(&self, events: impl Iterator<Item = (usize, f64)>) -> f64 {
        let mut times = events.filter(|(event, _)| *event == self.event).map(|(_, time)| time);
        match self.value {
            EventValue::First => times.next().unwrap_or(f64::NAN),
            EventValue::Last => times.last().unwrap_or(f64::NAN),
            EventValue::Count => times.count() as f64,
        }
    }
}
