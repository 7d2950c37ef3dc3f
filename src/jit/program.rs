//! Recorded functions as machine code, and the slots that they run in.

use super::assembler::Assembler;
use super::code_unit::{Attempts, CodeUnit};
use super::executable::{Executable, Pages};
use super::placement::Placement;
use super::target::Target;
use crate::num::{LaneReal, Table};
use crate::trace::{Graph, Input, Schedule};
use std::io;
use std::sync::Arc;

/// The slots of a program, one number of 64 members each, and what does not fit into registers.
#[derive(Clone, Debug)]
pub struct Slots<R> {
    numbers: Vec<R>,
    spills: Vec<R>,
}

/// The machine code of recorded functions, not yet where it can be run.
#[derive(Debug)]
pub struct MachineCode {
    pub(super) target: Target,
    /// The constants, then the code.
    pub(super) bytes: Vec<u8>,
    /// Where the code begins.
    pub(super) code_at: usize,
    pub(super) functions: Vec<FunctionCode>,
    /// The names of functions that are called, with where they begin.
    pub(super) called: Vec<(usize, &'static str)>,
    /// Which equation begins where in the code, by its entry in the notes.
    pub(super) marks: Vec<(usize, u32)>,
    pub(super) notes: Vec<&'static str>,
    pub(super) inputs: Vec<Input>,
    pub(super) slot_count: usize,
    /// Slots whose value never changes.
    pub(super) preset: Vec<(u32, f64)>,
    spills: usize,
    /// The tables whose numbers the code loads, by their addresses.
    #[cfg_attr(not(test), expect(dead_code, reason = "it keeps what the addresses lead to"))]
    pub(super) tables: Vec<Arc<Table>>,
}

/// Holds what is known of a function's code.
#[derive(Debug)]
pub(super) struct FunctionCode {
    pub(super) name: &'static str,
    /// Where in the code the part begins that is computed once per member, and the part of every step.
    pub(super) member_at: usize,
    pub(super) step_at: usize,
    /// The slots of the outputs.
    pub(super) outputs: Vec<u32>,
}

/// Recorded functions as machine code that can be run.
#[derive(Debug)]
pub struct Program {
    executable: Executable,
    code: MachineCode,
}

impl MachineCode {
    /// Makes the machine code of a graph in the order of a schedule.
    pub fn new(graph: &Graph, schedule: &Schedule, attempts: Option<&Attempts>, target: Target) -> Self {
        let attempts = attempts.cloned().unwrap_or_default();
        Self::with_functions(&[CodeUnit { name: "", graph, schedule, attempts: &attempts }], target)
    }

    /// Makes the machine code of functions of the same inputs, in the same slots.
    pub fn with_functions(functions: &[CodeUnit<'_>], target: Target) -> Self {
        let inputs = &functions[0].graph.inputs;
        let mut assembler = Assembler::new(target);
        let (mut slot_count, mut preset) = (inputs.len() as u32, Vec::new());
        let mut codes = Vec::new();
        for function in functions {
            assert!(function.graph.inputs == *inputs, "the functions of a program have the same inputs");
            assembler.write_called(function.graph);
            assembler.begin_notes(&function.graph.notes);
            let placement = Placement::new(function, &mut slot_count, target.numbers());
            let member_at = assembler.offset();
            placement.member(function, &mut assembler);
            let step_at = assembler.offset();
            placement.step(function, &mut assembler);
            codes.push(FunctionCode { name: function.name, member_at, step_at, outputs: placement.outputs });
            preset.extend(placement.preset);
        }
        let assembled = assembler.finish();

        let copies = if target == Target::Avx512 { 1 } else { target.lanes() };
        let mut bytes: Vec<u8> =
            assembled.constants.iter().flat_map(|bits| bits.to_le_bytes().repeat(copies)).collect();
        bytes.resize(bytes.len().next_multiple_of(64), 0);
        let code_at = bytes.len();
        bytes.extend(&assembled.code);
        Self {
            target,
            bytes,
            code_at,
            functions: codes,
            called: assembled.called,
            marks: assembled.marks,
            notes: assembled.notes,
            inputs: inputs.clone(),
            slot_count: slot_count as usize,
            preset,
            spills: assembled.spills as usize,
            tables: assembled.tables,
        }
    }

    /// Returns the target of the code.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Returns how many values did not fit into registers at the same time.
    pub fn spills(&self) -> usize {
        self.spills
    }

    /// Returns the bytes of the instructions, without the constants.
    pub fn instructions(&self) -> &[u8] {
        &self.bytes[self.code_at..]
    }
}

impl Program {
    /// Puts machine code where it can be run.
    ///
    /// # Errors
    /// Where machine code is not allowed.
    ///
    /// # Panics
    /// Where the processor does not have its instructions.
    pub fn new(code: MachineCode, pages: Pages) -> io::Result<Self> {
        let starts = code.functions.iter().flat_map(|f| [f.member_at, f.step_at]);
        let entries = starts.map(|at| code.code_at + at).collect();
        let executable = Executable::new(pages, code.target, &code.bytes, entries, code.slot_count, code.spills)?;
        Ok(Self { executable, code })
    }

    /// Returns the machine code of the program.
    pub fn code(&self) -> &MachineCode {
        &self.code
    }

    /// Makes the slots to run in.
    pub fn slots<R: LaneReal>(&self) -> Slots<R> {
        let mut slots = vec![R::zero(); self.code.slot_count];
        for (slot, value) in &self.code.preset {
            slots[*slot as usize] = R::constant(*value);
        }
        let spills = (self.code.spills * self.code.target.lanes()).div_ceil(R::COUNT);
        Slots { numbers: slots, spills: vec![R::zero(); spills] }
    }

    /// Computes what depends on inputs of rate [`crate::trace::Rate::Member`] only, for all functions.
    pub fn run_member<R: LaneReal>(&self, slots: &mut Slots<R>) {
        for function in 0..self.code.functions.len() {
            self.executable.call(2 * function, &mut slots.numbers, &mut slots.spills, 1);
        }
    }

    /// Computes the outputs of a function, by its number, from all inputs, after [`Program::run_member`]; up to `attempts`
    /// times, each group of lanes as often as [`Attempts`] say.
    pub fn run<R: LaneReal>(&self, function: usize, slots: &mut Slots<R>, attempts: u32) {
        self.executable.call(2 * function + 1, &mut slots.numbers, &mut slots.spills, attempts);
    }

    /// Returns the inputs among the slots, to be set before a run.
    #[inline(always)]
    pub fn inputs<'m, R>(&self, slots: &'m mut Slots<R>) -> &'m mut [R] {
        &mut slots.numbers[..self.code.inputs.len()]
    }

    /// Returns how many outputs a function has.
    pub fn output_count(&self, function: usize) -> usize {
        self.code.functions[function].outputs.len()
    }

    /// Returns output `i` of the last run of a function.
    #[inline(always)]
    pub fn output<'m, R>(&self, function: usize, slots: &'m Slots<R>, i: usize) -> &'m R {
        &slots.numbers[self.code.functions[function].outputs[i] as usize]
    }

    /// Returns an output, to be changed.
    #[inline(always)]
    pub fn output_mut<'m, R>(&self, function: usize, slots: &'m mut Slots<R>, i: usize) -> &'m mut R {
        &mut slots.numbers[self.code.functions[function].outputs[i] as usize]
    }
}
