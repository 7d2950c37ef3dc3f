//! When and how often events happen.

use super::event_quantity::{EventQuantity, EventValue};
use crate::model::Kind;
use crate::model::section::{Invalid, Section};
use crate::model::unit::Factor;

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

/// Reads which event one of the [`KINDS`] is of, and what it tells.
///
/// # Errors
/// Where there is no such event.
pub(super) fn read(kind: usize, section: &mut dyn Section) -> Result<EventQuantity, Invalid> {
    let names = section.names();
    let names: Vec<&str> = names.events.iter().map(String::as_str).collect();
    let event = section.named("event", "event", &names)?;
    let value = match kind {
        0 if section.choice("which", &["first", "last"])? == "last" => EventValue::Last,
        0 => EventValue::First,
        _ => EventValue::Count,
    };
    Ok(EventQuantity { event, value, unit: Factor::ONE })
}
