//! Attempts of steps by machine code.

use super::attempt::Attempt;
use super::executor::Executor;
use crate::ensemble::Study;
use crate::ensemble::program::{Function, record_function};
use crate::jit::{Attempts, MachineCode, Memory, Pages, Program, Target};
use crate::num::{LaneReal, Precision};
use crate::trace::{Graph, Schedule};
use std::io;

/// The functions of a study as machine code.
#[derive(Debug)]
pub(super) struct Programs {
    attempt: Program,
    outputs: Program,
    initial_state: Program,
}

fn code(graph: &Graph, attempts: Option<&Attempts>, target: Target) -> MachineCode {
    MachineCode::new(graph, &Schedule::new(graph), attempts, target)
}

/// The machine code of a study for a target: of attempts of steps, and of the outputs.
pub fn codes(study: &Study, target: Target) -> [MachineCode; 2] {
    let (graph, attempts) = Attempt::new(study).record(study);
    let outputs = record_function(study, Function::Outputs, Precision::Double);
    [code(&graph, Some(&attempts), target), code(&outputs, None, target)]
}

impl Programs {
    /// Records and compiles the functions of a study.
    ///
    /// # Errors
    /// Where machine code is not allowed.
    pub(super) fn new(study: &Study, target: Target, pages: Pages) -> io::Result<Self> {
        let [attempt, outputs] = codes(study, target);
        let program = |code| Program::new(code, pages);
        let initial_state = record_function(study, Function::InitialState, Precision::Double);
        let initial_state = program(code(&initial_state, None, target))?;
        Ok(Self { attempt: program(attempt)?, outputs: program(outputs)?, initial_state })
    }

    /// The code of initial states.
    pub(super) fn initial_state(&self) -> &Program {
        &self.initial_state
    }
}

/// Runs machine code.
pub(super) struct MachineExecutor<'a, R> {
    programs: &'a Programs,
    attempt: Memory<R>,
    outputs: Memory<R>,
    /// What depends on parameters only has to be computed again: of attempts, of outputs.
    stale: [bool; 2],
}

impl<'a, R: LaneReal> MachineExecutor<'a, R> {
    pub(super) fn new(programs: &'a Programs) -> Self {
        let Programs { attempt, outputs, .. } = programs;
        Self { programs, attempt: attempt.memory(), outputs: outputs.memory(), stale: [true; 2] }
    }
}

fn run<R: LaneReal>(program: &Program, memory: &mut Memory<R>, stale: &mut bool, most: u32) {
    if std::mem::take(stale) {
        program.run_member(memory);
    }
    program.run(0, memory, most);
}

impl<R: LaneReal> Executor<R> for MachineExecutor<'_, R> {
    #[inline(always)]
    fn inputs(&mut self) -> &mut [R] {
        self.programs.attempt.inputs(&mut self.attempt)
    }
    fn parameters_changed(&mut self) {
        self.stale = [true; 2];
    }
    fn attempts(&mut self, _attempt: &Attempt, most: u32) {
        run(&self.programs.attempt, &mut self.attempt, &mut self.stale[0], most);
    }
    #[inline(always)]
    fn result(&mut self, place: usize) -> &mut R {
        self.programs.attempt.output_mut(0, &mut self.attempt, place)
    }
    #[inline(always)]
    fn output_inputs(&mut self) -> &mut [R] {
        self.programs.outputs.inputs(&mut self.outputs)
    }
    fn run_outputs(&mut self) {
        run(&self.programs.outputs, &mut self.outputs, &mut self.stale[1], 1);
    }
    #[inline(always)]
    fn output(&self, i: usize) -> R {
        *self.programs.outputs.output(0, &self.outputs, i)
    }
}
