//! Machine code in assembly language.

use super::operand::{Area, Line, MEMBERS};
use super::program::{FunctionCode, MachineCode};
use super::target::Target;
use super::{neon, x86};
use std::fmt::Write;

/// The column of remarks.
const REMARKS: usize = 64;

impl MachineCode {
    /// Lists the instructions, decoded from their bytes, under the names of the equations that they belong to, with
    /// what lies in the memory that they read and write.
    pub fn listing(&self) -> String {
        let ([slots, spills, constants], lines) = match self.target {
            Target::Avx2 | Target::Avx512 => (["rdi", "rsi", "rdx"], x86::lines(self.instructions(), self.target)),
            Target::Neon => (["x0", "x1", "x2"], neon::lines(self.instructions())),
        };
        let mut out = format!(
            "; {}, {} members at a time, {} bytes, {} values at most that do not fit into registers\n; [{slots}] numbers \
             of all members, [{spills}] what does not fit into registers, [{constants}] constants\n",
            self.target.name(),
            self.target.lanes(),
            self.instructions().len(),
            self.spills(),
        );
        let mut marks = self.marks.iter().peekable();
        for Line { at, text, memory } in lines {
            if let Some((_, name)) = self.called.iter().find(|(begin, _)| *begin == at) {
                let _ = writeln!(out, "\n; ==== {name}, a function that is called");
            }
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
            let _ = match memory {
                None => writeln!(out, "{at:6x}  {text}"),
                Some((area, offset)) => writeln!(out, "{at:6x}  {text:REMARKS$}; {}", self.remark(area, offset)),
            };
        }
        out
    }

    /// Describes what lies in memory, so many bytes from the beginning of an area.
    fn remark(&self, area: Area, offset: i64) -> String {
        match area {
            Area::Slots => self.name_of_slot((offset / (8 * MEMBERS as i64)) as u32),
            Area::Locals => format!("argument or result {}", offset / (8 * self.target.lanes() as i64)),
            Area::Spills => format!("spill {}", offset / (8 * self.target.lanes() as i64)),
            Area::Constants => {
                let at = offset as usize;
                let mut bytes = [0; 8];
                bytes.copy_from_slice(&self.bytes[at..at + 8]);
                let value = f64::from_le_bytes(bytes);
                if value.is_nan() { format!("bits {:x}", value.to_bits()) } else { format!("{value:?}") }
            }
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
