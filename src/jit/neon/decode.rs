//! Instructions in assembly language.

use super::encoding::{ADD_HIGH, LDR, STR, text};
use super::operations::{ADDRESS, CONSTANTS, LOCALS, SLOTS, SPILLS};
use crate::jit::operand::{Area, Line};

/// Decodes the instructions of a code.
pub(in crate::jit) fn lines(code: &[u8]) -> Vec<Line> {
    // the area of the address that was computed last, and how far it is from its beginning
    let mut computed = None;
    let mut lines = Vec::new();
    for (number, bytes) in code.as_chunks().0.iter().enumerate() {
        let (at, word) = (4 * number, u32::from_le_bytes(*bytes));
        let immediate = i64::from(word >> 10 & 0xfff);
        let base = match i64::from(word >> 5 & 0x1f) {
            SLOTS => Some((Area::Slots, 0)),
            SPILLS => Some((Area::Spills, 0)),
            CONSTANTS => Some((Area::Constants, 0)),
            LOCALS => Some((Area::Locals, 0)),
            ADDRESS => computed,
            _ => None,
        };
        let beyond = |distance| base.map(|(area, from)| (area, from + distance));
        let mut memory = None;
        if ADD_HIGH.is_form_of(word) {
            computed = beyond(immediate << 12);
        } else if [LDR, STR].iter().any(|form| form.is_form_of(word)) {
            memory = beyond(16 * immediate);
        }
        lines.push(Line { at, text: text(word, at).unwrap_or_else(|| "(bad)".into()), memory });
    }
    lines
}
