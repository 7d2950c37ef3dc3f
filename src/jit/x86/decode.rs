//! Instructions in assembly language.

use super::encoder::{LOCALS, biases};
use crate::jit::operand::{Area, Line};
use crate::jit::target::Target;
use iced_x86::{Decoder, DecoderOptions, Formatter, IntelFormatter, Register};

/// Decodes the instructions of a code.
pub(in crate::jit) fn lines(code: &[u8], target: Target) -> Vec<Line> {
    let (bias, bias_of_constants) = biases(target);
    let mut formatter = IntelFormatter::new();
    let mut lines = Vec::new();
    for instruction in &mut Decoder::with_ip(64, code, 0, DecoderOptions::NONE) {
        let displacement = instruction.memory_displacement64() as i64;
        let memory = match instruction.memory_base() {
            Register::RDI => Some((Area::Slots, displacement + bias)),
            Register::RSI => Some((Area::Spills, displacement + bias)),
            LOCALS => Some((Area::Locals, displacement + bias)),
            Register::RDX => Some((Area::Constants, displacement + bias_of_constants)),
            _ => None,
        };
        let mut text = String::new();
        formatter.format(&instruction, &mut text);
        lines.push(Line { at: instruction.ip() as usize, text, memory });
    }
    lines
}
