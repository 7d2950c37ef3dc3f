//! Tables as comma-separated text.
//!
//! A CSV file after RFC 4180, with `\n` as the line end. Numbers are written with the fewest digits that read back to
//! the same bits; an absent one is an empty field.

use super::{Column, Field};
use crate::model::text::is_formula;
use std::fmt::Write as _;
use std::ops::Range;

/// Returns the line of names.
pub(super) fn header(fields: &[Field]) -> Vec<u8> {
    let mut header = String::new();
    for (place, field) in fields.iter().enumerate() {
        if place > 0 {
            header.push(',');
        }
        push_text(&mut header, &field.name);
    }
    header.push('\n');
    header.into_bytes()
}

/// Returns the lines of some rows.
pub(super) fn encode(columns: &[Column], rows: Range<usize>) -> Vec<u8> {
    let mut text = String::with_capacity(rows.len() * columns.len() * 20);
    let mut number = zmij::Buffer::new();
    for row in rows {
        let line = text.len();
        for (place, column) in columns.iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            push_value(&mut text, &mut number, column, row);
        }
        if text.len() == line {
            // Many readers skip an empty line, which is a row of one absent value.
            text.push_str("\"\"");
        }
        text.push('\n');
    }
    text.into_bytes()
}

fn push_value(text: &mut String, number: &mut zmij::Buffer, column: &Column, row: usize) {
    match column {
        Column::Integer(values) => {
            if let Some(value) = values.get(row) {
                // Writing to a string cannot fail.
                let _ = write!(text, "{value}");
            }
        }
        Column::Real(values) => {
            if let Some(&value) = values.get(row).filter(|value| value.is_finite()) {
                text.push_str(number.format(value));
            }
        }
        Column::Text(values) => {
            match values.get(row) {
                // spreadsheets take what follows an apostrophe as it stands
                Some(value) if is_formula(value) => push_text(text, &format!("'{value}")),
                Some(value) => push_text(text, value),
                None => {}
            }
        }
    }
}

/// Adds `value`, in quotes if it would be read differently without them.
fn push_text(text: &mut String, value: &str) {
    let plain = !value.is_empty() && value.trim() == value && !value.contains([',', '"', '\n', '\r']);
    if plain {
        text.push_str(value);
        return;
    }
    text.push('"');
    text.push_str(&value.replace('"', "\"\""));
    text.push('"');
}
