//! Recorded functions of the reverse sweep as code, in lanes of members.

use crate::jit::{self, Attempts, CodeUnit, MachineCode, Pages, Program, Target};
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
        let function = CodeUnit { name: "", graph: &graph, schedule: &schedule, attempts: &attempts };
        let code = MachineCode::with_functions(&[function], target);
        Ok(Self::Machine(Program::new(code, Pages::System)?))
    }
}

/// The code of a function with its slots.
pub(super) struct Running<'a, R> {
    slots: Slots<'a, R>,
    /// What depends on parameters only has to be computed.
    stale: bool,
}

enum Slots<'a, R> {
    Tape(&'a Tape, trace::Slots<R>),
    Machine(&'a Program, jit::Slots<R>),
}

impl<'a, R: LaneReal> Running<'a, R> {
    pub(super) fn new(code: &'a Code) -> Self {
        let slots = match code {
            Code::Tape(tape) => Slots::Tape(tape, tape.slots()),
            Code::Machine(program) => Slots::Machine(program, program.slots()),
        };
        Self { slots, stale: true }
    }

    /// Returns the inputs of the function, the last of which says which lanes have work.
    pub(super) fn inputs(&mut self) -> &mut [R] {
        match &mut self.slots {
            Slots::Tape(tape, slots) => slots.inputs(tape),
            Slots::Machine(program, slots) => program.inputs(slots),
        }
    }

    /// Computes the outputs; the parameters are always the same.
    pub(super) fn run(&mut self) {
        let stale = std::mem::take(&mut self.stale);
        match &mut self.slots {
            Slots::Tape(tape, slots) => {
                if stale {
                    tape.run_member(slots);
                }
                tape.run_step(slots);
            }
            Slots::Machine(program, slots) => {
                if stale {
                    program.run_member(slots);
                }
                program.run(0, slots, 1);
            }
        }
    }

    /// Counts the outputs.
    pub(super) fn output_count(&self) -> usize {
        match &self.slots {
            Slots::Tape(tape, _) => tape.output_count(),
            Slots::Machine(program, _) => program.output_count(0),
        }
    }

    /// Returns output `i` of the last run.
    pub(super) fn output(&self, i: usize) -> R {
        match &self.slots {
            Slots::Tape(tape, slots) => tape.output(slots, i),
            Slots::Machine(program, slots) => *program.output(0, slots, i),
        }
    }
}
