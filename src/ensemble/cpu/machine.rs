//! Attempts of steps by machine code.

use super::arithmetic::Arithmetic;
use super::attempt::Attempt;
use super::executor::Executor;
use super::pivoting::solve_diverged;
use super::recorded::PLAIN_ENDS;
use crate::ensemble::Study;
use crate::ensemble::iteration::CHECKED;
use crate::ensemble::program::StudyFunction;
use crate::ensemble::recording::{initial_state_graph, record_function};
use crate::jit::{self, MachineCode, Pages, Program, Slots, Target};
use crate::num::{LaneReal, Precision};
use crate::trace::{Graph, Schedule};
use std::io;

/// The functions of a study as machine code.
#[derive(Debug)]
pub(in crate::ensemble) struct Programs {
    attempt: Program,
    outputs: Program,
    initial_state: Option<Program>,
}

fn code(graph: &Graph, target: Target) -> MachineCode {
    MachineCode::new(graph, &Schedule::new(graph), None, target)
}

/// The functions of an attempt: the attempt itself; of an implicit method Newton's iteration before it; of an explicit
/// method plain steps, where these have code of their own.
const ATTEMPT: usize = 0;
const ITERATION: usize = 1;
const PLAIN: usize = 1;

/// Compiles the machine code of a study for a target: of attempts of steps, and of the outputs.
pub fn codes(study: &Study, target: Target, arithmetic: Arithmetic) -> [MachineCode; 2] {
    let attempt = Attempt::new(study);
    let (graph, attempts) = attempt.record(study, arithmetic);
    let outputs = arithmetic.of(record_function(study, StudyFunction::Outputs, Precision::Double));
    let schedule = Schedule::new(&graph);
    let mut functions =
        vec![jit::CodeUnit { name: "attempt", graph: &graph, schedule: &schedule, attempts: &attempts }];
    let plain = attempt.has_plain_steps().then(|| attempt.record_plain(study, arithmetic));
    let plain = plain.map(|(graph, attempts)| (Schedule::in_two_parts(&graph, PLAIN_ENDS), graph, attempts));
    if let Some((schedule, graph, attempts)) = &plain {
        functions.push(jit::CodeUnit { name: "plain steps", graph, schedule, attempts });
    }
    let iteration = study.is_implicit().then(|| attempt.record_iteration(study, Precision::Double, arithmetic));
    let iteration = iteration.map(|(graph, attempts)| (Schedule::in_two_parts(&graph, CHECKED), graph, attempts));
    if let Some((schedule, graph, attempts)) = &iteration {
        functions.push(jit::CodeUnit { name: "Newton's iteration", graph, schedule, attempts });
    }
    [MachineCode::with_functions(&functions, target), code(&outputs, target)]
}

impl Programs {
    /// Records and compiles the functions of a study.
    ///
    /// # Errors
    /// Where machine code is not allowed.
    pub(in crate::ensemble) fn new(
        study: &Study,
        target: Target,
        arithmetic: Arithmetic,
        pages: Pages,
    ) -> io::Result<Self> {
        let [attempt, outputs] = codes(study, target, arithmetic);
        let program = |code| Program::new(code, pages);
        let initial_state = initial_state_graph(study).map(|graph| program(code(&graph, target))).transpose()?;
        Ok(Self { attempt: program(attempt)?, outputs: program(outputs)?, initial_state })
    }

    /// Returns the code of initial states, if they have some.
    pub(super) fn initial_state(&self) -> Option<&Program> {
        self.initial_state.as_ref()
    }
}

/// Runs machine code.
pub(in crate::ensemble) struct MachineExecutor<'a, R> {
    study: &'a Study,
    programs: &'a Programs,
    attempt: Slots<R>,
    outputs: Slots<R>,
    /// What depends on parameters only has to be computed again: of attempts, of outputs.
    stale: [bool; 2],
}

impl<'a, R: LaneReal> MachineExecutor<'a, R> {
    pub(in crate::ensemble) fn new(study: &'a Study, programs: &'a Programs) -> Self {
        let Programs { attempt, outputs, .. } = programs;
        Self { study, programs, attempt: attempt.slots(), outputs: outputs.slots(), stale: [true; 2] }
    }
}

impl<R: LaneReal> Executor<R> for MachineExecutor<'_, R> {
    #[inline(always)]
    fn inputs(&mut self) -> &mut [R] {
        self.programs.attempt.inputs(&mut self.attempt)
    }
    fn parameters_changed(&mut self) {
        self.stale = [true; 2];
    }
    #[inline(always)]
    fn attempts(&mut self, attempt: &Attempt, most: u32) {
        let program = &self.programs.attempt;
        if std::mem::take(&mut self.stale[0]) {
            program.run_member(&mut self.attempt);
        }
        if attempt.shape.unknowns == 0 {
            let mut most = most;
            if most > 1 && attempt.has_plain_steps() && attempt.are_mostly_plain(program.inputs(&mut self.attempt)) {
                // an attempt ends plain steps
                program.run(PLAIN, &mut self.attempt, most - 1);
                most = 1;
            }
            return program.run(ATTEMPT, &mut self.attempt, most);
        }
        attempt.begin_newton(program.inputs(&mut self.attempt));
        program.run(ITERATION, &mut self.attempt, u32::MAX);
        solve_diverged(self.study, attempt, program.inputs(&mut self.attempt));
        program.run(ATTEMPT, &mut self.attempt, 1);
    }
    #[inline(always)]
    fn result(&mut self, place: usize) -> &mut R {
        self.programs.attempt.output_mut(ATTEMPT, &mut self.attempt, place)
    }
    #[inline(always)]
    fn output_inputs(&mut self) -> &mut [R] {
        self.programs.outputs.inputs(&mut self.outputs)
    }
    fn run_outputs(&mut self) {
        if std::mem::take(&mut self.stale[1]) {
            self.programs.outputs.run_member(&mut self.outputs);
        }
        self.programs.outputs.run(0, &mut self.outputs, 1);
    }
    #[inline(always)]
    fn output(&self, i: usize, lane: usize) -> f64 {
        self.programs.outputs.output(0, &self.outputs, i).lane(lane)
    }
}
