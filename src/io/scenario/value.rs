//! What a value of a scenario is: as a number, and in words.

use crate::model::text::shortened;
use toml::de::DeValue;

/// Returns the number that a value is, if it is one.
pub(super) fn plain_number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Float(f) => f.as_str().parse().ok(),
        DeValue::Integer(i) if i.radix() == 10 => i.as_str().parse().ok(),
        DeValue::Integer(i) => i64::from_str_radix(i.as_str(), i.radix()).ok().map(|n| n as f64),
        _ => None,
    }
}

/// Describes a value for a message.
pub(super) fn describe(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(s) => format!("the text {:?}", shortened(s)),
        DeValue::Integer(i) => format!("the number {}", i.as_str()),
        DeValue::Float(f) => format!("the number {}", f.as_str()),
        DeValue::Boolean(b) => format!("the truth value {b}"),
        DeValue::Datetime(d) => format!("the date {d}"),
        DeValue::Array(a) => format!("an array of {}", a.len()),
        DeValue::Table(_) => "a table".into(),
    }
}
