//! Machine code in words.

use super::assembler::{Assembler, MEMBERS};
use super::program::{FunctionCode, MachineCode};
use iced_x86::{Decoder, DecoderOptions, Formatter, Instruction, IntelFormatter, Register};
use std::fmt::Write;

/// The column of remarks.
const REMARKS: usize = 64;

impl MachineCode {
    /// The instructions, decoded from their bytes, under the names of the equations that they belong to, with what
    /// lies in the memory that they read and write.
    pub fn listing(&self) -> String {
        let mut out = format!(
            "; {}, {} members at a time, {} bytes, {} values at most that do not fit into registers\n; [rdi] numbers of \
             all members, [rsi] what does not fit into registers, [rdx] constants\n",
            self.target.name(),
            self.target.lanes(),
            self.instructions().len(),
            self.spills(),
        );
        let mut decoder = Decoder::with_ip(64, self.instructions(), 0, DecoderOptions::NONE);
        let mut formatter = IntelFormatter::new();
        let mut marks = self.marks.iter().peekable();
        let mut line = String::new();
        for instruction in &mut decoder {
            let at = instruction.ip() as usize;
            for function in &self.functions {
                let prefix = if function.name.is_empty() { String::new() } else { format!("{}, ", function.name) };
                if at == function.member_at {
                    let _ = writeln!(out, "\n; ==== {prefix}once per member");
                } else if at == function.step_at {
                    let _ = writeln!(out, "\n; ==== {prefix}every step");
                }
            }
            while let Some((_, leaf)) = marks.next_if(|(from, _)| *from <= at) {
                let name = self.notes[*leaf as usize];
                let _ = writeln!(out, "\n; {}", if name.is_empty() { "(no name)" } else { name });
            }
            line.clear();
            formatter.format(&instruction, &mut line);
            let remark = self.remark(&instruction);
            let _ = match remark.is_empty() {
                true => writeln!(out, "{at:6x}  {line}"),
                false => writeln!(out, "{at:6x}  {line:REMARKS$}; {remark}"),
            };
        }
        out
    }

    /// What lies in the memory that an instruction reads or writes.
    fn remark(&self, instruction: &Instruction) -> String {
        let (bias, bias_of_constants) = Assembler::biases(self.target);
        let displacement = instruction.memory_displacement64() as i64;
        match instruction.memory_base() {
            Register::RDI => {
                let slot = (displacement + bias) / (8 * MEMBERS as i64);
                self.name_of_slot(slot as u32)
            }
            Register::RSI => format!("spill {}", (displacement + bias) / (8 * self.target.lanes() as i64)),
            Register::RDX => {
                let at = (displacement + bias_of_constants) as usize;
                let mut bytes = [0; 8];
                bytes.copy_from_slice(&self.bytes[at..at + 8]);
                let value = f64::from_le_bytes(bytes);
                if value.is_nan() { format!("bits {:x}", value.to_bits()) } else { format!("{value:?}") }
            }
            _ => String::new(),
        }
    }

    fn name_of_slot(&self, slot: u32) -> String {
        if let Some(input) = self.inputs.get(slot as usize) {
            return input.name.clone();
        }
        let of_function = |f: &FunctionCode| {
            let output = f.outputs.iter().position(|o| *o == slot)?;
            Some(if f.name.is_empty() { format!("result {output}") } else { format!("result {output}, {}", f.name) })
        };
        let result = self.functions.iter().find_map(of_function);
        result.unwrap_or_else(|| format!("value {slot}, once per member"))
    }
}
