//! Two ways to evaluate the functions of a study on lanes of members: natively, for the scalar reference, and
//! from tapes.

use crate::ensemble::Study;
use crate::ensemble::program::{Equations, Function, Shape, record_function};
use crate::num::{LaneReal, Precision};
use crate::trace::{Memory, Schedule, Tape};

/// Evaluates the functions of a study for one member per lane.
pub(super) trait Executor<R> {
    /// The inputs of a function, to be set before it runs.
    fn inputs(&mut self, function: Function) -> &mut [R];
    /// To be called after parameters among the inputs have been set.
    fn parameters_changed(&mut self);
    /// Evaluates a function.
    fn run(&mut self, function: Function);
    /// Result `i` of the last run of a function.
    fn result(&self, function: Function, i: usize) -> R;
}

/// The functions of a study as tapes.
#[derive(Clone, Debug)]
pub struct Tapes {
    tapes: [Tape; 4],
}

impl Tapes {
    /// Records the functions of a study.
    pub(in crate::ensemble) fn new(study: &Study) -> Self {
        let tape = |function| {
            let graph = record_function(study, function, Precision::Double);
            Tape::new(&graph, &Schedule::new(&graph))
        };
        Self { tapes: Function::ALL.map(tape) }
    }

    /// The tape of a function.
    pub fn of(&self, function: Function) -> &Tape {
        &self.tapes[function as usize]
    }
}

/// Runs tapes.
pub(super) struct TapeExecutor<'a, R> {
    tapes: &'a Tapes,
    memories: [Memory<R>; 3],
    /// What depends on parameters only has to be computed again.
    stale: [bool; 3],
}

impl<'a, R: LaneReal> TapeExecutor<'a, R> {
    #[inline(always)]
    pub(super) fn new(tapes: &'a Tapes) -> Self {
        let memory = |function| tapes.of(function).memory();
        let [step, outputs, events] = Function::ON_THE_WAY;
        Self { tapes, memories: [memory(step), memory(outputs), memory(events)], stale: [true; 3] }
    }
}

impl<R: LaneReal> Executor<R> for TapeExecutor<'_, R> {
    #[inline(always)]
    fn inputs(&mut self, function: Function) -> &mut [R] {
        self.memories[function as usize].inputs(self.tapes.of(function))
    }
    fn parameters_changed(&mut self) {
        self.stale = [true; 3];
    }
    #[inline(always)]
    fn run(&mut self, function: Function) {
        let (tape, memory) = (self.tapes.of(function), &mut self.memories[function as usize]);
        if std::mem::take(&mut self.stale[function as usize]) {
            tape.run_member(memory);
        }
        tape.run_step(memory);
    }
    #[inline(always)]
    fn result(&self, function: Function, i: usize) -> R {
        self.tapes.of(function).output(&self.memories[function as usize], i)
    }
}

/// Evaluates the equations as they are written, one member at a time.
pub(super) struct NativeExecutor<'a> {
    study: &'a Study,
    parameters: usize,
    equations: Option<Equations<'a, f64>>,
    inputs: [Vec<f64>; 3],
    results: [Vec<f64>; 3],
}

impl<'a> NativeExecutor<'a> {
    pub(super) fn new(study: &'a Study) -> Self {
        let shape = Shape::new(study);
        let inputs = Function::ON_THE_WAY.map(|function| vec![0.0; shape.input_count(function)]);
        Self { study, parameters: shape.parameters, equations: None, inputs, results: Default::default() }
    }
}

impl Executor<f64> for NativeExecutor<'_> {
    fn inputs(&mut self, function: Function) -> &mut [f64] {
        &mut self.inputs[function as usize]
    }
    fn parameters_changed(&mut self) {
        self.equations = None;
    }
    fn run(&mut self, function: Function) {
        let inputs = &self.inputs[function as usize];
        let equations = self.equations.get_or_insert_with(|| Equations::new(self.study, &inputs[..self.parameters]));
        equations.evaluate(function, inputs, &mut self.results[function as usize]);
    }
    fn result(&self, function: Function, i: usize) -> f64 {
        self.results[function as usize][i]
    }
}
