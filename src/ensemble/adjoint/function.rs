//! Recorded functions of the reverse sweep as code, in lanes of members.

use crate::jit::{self, Attempts, Function, MachineCode, Pages, Program, Target};
use crate::num::LaneReal;
use crate::trace::{self, Graph, Input, Rate, Schedule, Tape};
use std::io;

/// The code of a recorded function.
#[derive(Debug)]
pub(super) enum Code {
    /// A tape.
    Tape(Tape),
    /// Machine code.
    Machine(Program),
}

impl Code {
    /// Compiles a function for a target, if there is one; a further input, the last, is 0 in lanes without work.
    ///
    /// # Errors
    /// Where machine code is not allowed.
    pub(super) fn new(mut graph: Graph, target: Option<Target>) -> io::Result<Self> {
        graph.inputs.push(Input { name: "busy".into(), rate: Rate::Step });
        let schedule = Schedule::new(&graph);
        let Some(target) = target else { return Ok(Self::Tape(Tape::new(&graph, &schedule))) };
        let attempts = Attempts { busy: Some(graph.inputs.len() - 1), ..Attempts::default() };
        let function = Function { name: "", graph: &graph, schedule: &schedule, attempts: &attempts };
        let code = MachineCode::with_functions(&[function], target);
        Ok(Self::Machine(Program::new(code, Pages::System)?))
    }
}

/// The code of a function with its memory.
pub(super) struct Running<'a, R> {
    memory: Memory<'a, R>,
    /// What depends on parameters only has to be computed.
    stale: bool,
}

enum Memory<'a, R> {
    Tape(&'a Tape, trace::Memory<R>),
    Machine(&'a Program, jit::Memory<R>),
}

impl<'a, R: LaneReal> Running<'a, R> {
    pub(super) fn new(code: &'a Code) -> Self {
        let memory = match code {
            Code::Tape(tape) => Memory::Tape(tape, tape.memory()),
            Code::Machine(program) => Memory::Machine(program, program.memory()),
        };
        Self { memory, stale: true }
    }

    /// Returns the inputs of the function, the last of which says which lanes have work.
    pub(super) fn inputs(&mut self) -> &mut [R] {
        match &mut self.memory {
            Memory::Tape(tape, memory) => memory.inputs(tape),
            Memory::Machine(program, memory) => program.inputs(memory),
        }
    }

    /// Computes the outputs; the parameters are always the same.
    pub(super) fn run(&mut self) {
        let stale = std::mem::take(&mut self.stale);
        match &mut self.memory {
            Memory::Tape(tape, memory) => {
                if stale {
                    tape.run_member(memory);
                }
                tape.run_step(memory);
            }
            Memory::Machine(program, memory) => {
                if stale {
                    program.run_member(memory);
                }
                program.run(0, memory, 1);
            }
        }
    }

    /// Counts the outputs.
    pub(super) fn output_count(&self) -> usize {
        match &self.memory {
            Memory::Tape(tape, _) => tape.output_count(),
            Memory::Machine(program, _) => program.output_count(0),
        }
    }

    /// Returns output `i` of the last run.
    pub(super) fn output(&self, i: usize) -> R {
        match &self.memory {
            Memory::Tape(tape, memory) => tape.output(memory, i),
            Memory::Machine(program, memory) => *program.output(0, memory, i),
        }
    }
}
