//! How attempts of steps are made on lanes of members: natively, for the scalar reference, from tapes, or by machine
//! code.

use super::attempt::{Attempt, LaneControl};
use super::pivoting::solve_diverged;
use super::replay::{AttemptRecord, Iteration};
use crate::ensemble::iteration::CHECKED;
use crate::ensemble::program::{Equations, Function, NewtonInput, Shape};
use crate::ensemble::recording::record_function;
use crate::ensemble::{Study, initial_state_tape};
use crate::integrator::newton::Solution;
use crate::num::{LaneReal, Precision, Real};
use crate::trace::{Graph, Memory, Schedule, Tape};
use std::cell::RefCell;

/// Makes attempts for one member per lane, and evaluates outputs.
pub(in crate::ensemble) trait Executor<R> {
    /// The inputs of an attempt, at the places that [`Attempt`] says.
    fn inputs(&mut self) -> &mut [R];
    /// To be called after parameters among the inputs have been set.
    fn parameters_changed(&mut self);
    /// Makes an attempt, or several of them, up to `most`, while nothing but uneventful steps is to be done.
    fn attempts(&mut self, attempt: &Attempt, most: u32);
    /// A result of the last attempt, at the place that [`Attempt`] says.
    fn result(&mut self, place: usize) -> &mut R;
    /// The inputs of the outputs.
    fn output_inputs(&mut self) -> &mut [R];
    /// Evaluates the outputs.
    fn run_outputs(&mut self);
    /// Output component `i`.
    fn output(&self, i: usize) -> R;
}

/// The functions of a study as tapes.
#[derive(Clone, Debug)]
pub(in crate::ensemble) struct Tapes {
    step: Tape,
    /// Newton's iteration, of an implicit method.
    iteration: Option<Tape>,
    outputs: Tape,
    watched: Tape,
    initial_state: Option<Tape>,
}

impl Tapes {
    /// Records the functions of a study.
    pub(in crate::ensemble) fn new(study: &Study) -> Self {
        let tape = |function| of_graph(&record_function(study, function, Precision::Double));
        let attempt = Attempt::new(study);
        Self {
            step: of_graph(&attempt.record_step(study)),
            iteration: study.is_implicit().then(|| {
                let (graph, _) = attempt.record_iteration(study);
                Tape::new(&graph, &Schedule::in_two_parts(&graph, CHECKED))
            }),
            outputs: tape(Function::Outputs),
            watched: tape(Function::Watched),
            initial_state: initial_state_tape(study),
        }
    }

    /// The tape of initial states, if they have one.
    pub(super) fn initial_state(&self) -> Option<&Tape> {
        self.initial_state.as_ref()
    }
}

fn of_graph(graph: &Graph) -> Tape {
    Tape::new(graph, &Schedule::new(graph))
}

/// Runs tapes.
pub(in crate::ensemble) struct TapeExecutor<'a, R> {
    study: &'a Study,
    tapes: &'a Tapes,
    step: Memory<R>,
    iteration: Option<Memory<R>>,
    outputs: Memory<R>,
    watched: Memory<R>,
    /// What depends on parameters only has to be computed again: of step, outputs, what is watched, iteration.
    stale: [bool; 4],
    increments: Vec<R>,
    results: Vec<R>,
}

impl<'a, R: LaneReal> TapeExecutor<'a, R> {
    pub(in crate::ensemble) fn new(study: &'a Study, tapes: &'a Tapes, attempt: &Attempt) -> Self {
        Self {
            study,
            tapes,
            step: tapes.step.memory(),
            iteration: tapes.iteration.as_ref().map(Tape::memory),
            outputs: tapes.outputs.memory(),
            watched: tapes.watched.memory(),
            stale: [true; 4],
            increments: vec![R::zero(); attempt.shape.state()],
            results: vec![R::zero(); attempt.result_count()],
        }
    }
}

impl<R: LaneReal> TapeExecutor<'_, R> {
    /// Solves the steps of all lanes.
    fn solve_step(&mut self, attempt: &Attempt) {
        let (Some(tape), Some(memory)) = (&self.tapes.iteration, &mut self.iteration) else { return };
        let inputs = self.step.inputs(&self.tapes.step);
        attempt.begin_newton(inputs);
        let status = attempt.shape.newton(NewtonInput::Status);
        loop {
            memory.inputs(tape).copy_from_slice(inputs);
            if std::mem::take(&mut self.stale[3]) {
                tape.run_member(memory);
            }
            tape.run_first(memory);
            inputs[status] = tape.output(memory, 0);
            if tape.output(memory, CHECKED - 1).lanes().iter().all(|goes_on| *goes_on == 0.0) {
                break;
            }
            tape.run_rest(memory);
            let results = CHECKED..tape.output_count();
            for (result, place) in results.zip(attempt.shape.iterated().into_iter().skip(1)) {
                inputs[place] = tape.output(memory, result);
            }
        }
        solve_diverged(self.study, attempt, inputs);
    }
}

#[inline(always)]
fn run<R: LaneReal>(tape: &Tape, memory: &mut Memory<R>, stale: &mut bool) {
    if std::mem::take(stale) {
        tape.run_member(memory);
    }
    tape.run_step(memory);
}

impl<R: LaneReal> Executor<R> for TapeExecutor<'_, R> {
    #[inline(always)]
    fn inputs(&mut self) -> &mut [R] {
        self.step.inputs(&self.tapes.step)
    }
    fn parameters_changed(&mut self) {
        self.stale = [true; 4];
    }
    #[inline(always)]
    fn attempts(&mut self, attempt: &Attempt, _most: u32) {
        let Tapes { step, watched, .. } = self.tapes;
        if attempt.shape.unknowns > 0 {
            self.solve_step(attempt);
        }
        run(step, &mut self.step, &mut self.stale[0]);
        let state = self.increments.len();
        for i in 0..state {
            self.increments[i] = step.output(&self.step, i);
        }
        for i in state..step.output_count() {
            self.results[i - state] = step.output(&self.step, i);
        }
        let mut uneventful = attempt.judge(self.step.inputs(step), &self.increments, &mut self.results);
        if attempt.watched_count() > 0 {
            let parameters = attempt.shape.parameters;
            let inputs = self.watched.inputs(watched);
            inputs[..parameters].copy_from_slice(&self.step.inputs(step)[..parameters]);
            inputs[parameters..].copy_from_slice(&self.results[attempt.candidate(0)..attempt.after(0)]);
            run(watched, &mut self.watched, &mut self.stale[2]);
            for i in 0..attempt.watched.numbers() {
                self.results[attempt.after(i)] = watched.output(&self.watched, i);
            }
            uneventful = attempt.watch(self.step.inputs(step), &self.results, uneventful);
        }
        attempt.advance(self.step.inputs(step), &mut self.results, uneventful);
    }
    #[inline(always)]
    fn result(&mut self, place: usize) -> &mut R {
        &mut self.results[place]
    }
    #[inline(always)]
    fn output_inputs(&mut self) -> &mut [R] {
        self.outputs.inputs(&self.tapes.outputs)
    }
    #[inline(always)]
    fn run_outputs(&mut self) {
        run(&self.tapes.outputs, &mut self.outputs, &mut self.stale[1]);
    }
    #[inline(always)]
    fn output(&self, i: usize) -> R {
        self.tapes.outputs.output(&self.outputs, i)
    }
}

/// Evaluates the equations as they are written, one member at a time, in numbers `T`; the state is kept in double
/// precision.
pub(super) struct NativeExecutor<'a, T> {
    study: &'a Study,
    equations: Option<Equations<'a, T>>,
    inputs: Vec<f64>,
    /// The inputs of what is watched and of outputs.
    there: Vec<f64>,
    results: Vec<f64>,
    increments: Vec<f64>,
    /// Inputs and results in the numbers of the equations.
    rounded: Vec<T>,
    evaluated: Vec<T>,
    /// The attempts so far, where they are kept.
    history: Option<&'a RefCell<Vec<AttemptRecord>>>,
}

impl<'a, T: Real + Into<f64>> NativeExecutor<'a, T> {
    pub(super) fn new(study: &'a Study, attempt: &Attempt) -> Self {
        Self {
            study,
            equations: None,
            inputs: vec![0.0; attempt.input_count()],
            there: vec![0.0; attempt.shape.input_count(Function::Outputs)],
            results: vec![0.0; attempt.result_count()],
            increments: Vec::new(),
            rounded: Vec::new(),
            evaluated: Vec::new(),
            history: None,
        }
    }

    /// Returns the executor that keeps what solving steps took.
    pub(super) fn with_history(self, history: &'a RefCell<Vec<AttemptRecord>>) -> Self {
        Self { history: Some(history), ..self }
    }

    /// The equations, for inputs that are rounded.
    fn equations(&mut self) -> (&mut Equations<'a, T>, &mut [T], &mut Vec<T>) {
        let (study, parameters) = (self.study, Shape::new(self.study).parameters);
        let equations = self.equations.get_or_insert_with(|| Equations::new(study, &self.rounded[..parameters]));
        (equations, &mut self.rounded, &mut self.evaluated)
    }

    /// Evaluates a function, of the inputs of an attempt or of those of outputs.
    fn evaluate(&mut self, function: Function) {
        let inputs = match function {
            Function::Step => &self.inputs,
            _ => &self.there[..Shape::new(self.study).input_count(function)],
        };
        self.rounded.clear();
        self.rounded.extend(inputs.iter().map(|x| T::constant(*x)));
        let (equations, inputs, out) = self.equations();
        equations.evaluate_with_derivatives(function, inputs, out);
    }

    /// Solves the step of an implicit method.
    fn solve_step(&mut self, attempt: &Attempt) {
        attempt.begin_newton(&mut self.inputs);
        self.rounded.clear();
        self.rounded.extend(self.inputs.iter().map(|x| T::constant(*x)));
        let is_sought = self.inputs[attempt.shape.newton(NewtonInput::Status)] == Solution::Sought.code::<f64>();
        let (mut iterations, keeps) = (Vec::new(), self.history.is_some());
        let (equations, inputs, _) = self.equations();
        equations.solve_step_seen(inputs, &mut |residual, factors| {
            if keeps {
                iterations.push(Iteration::new(residual, factors));
            }
        });
        let time = [attempt.shape.time(), attempt.shape.length()].map(|place| self.inputs[place]);
        if let Some(history) = self.history.filter(|_| is_sought) {
            history.borrow_mut().push(AttemptRecord { time: time[0], length: time[1], iterations });
        }
        let (equations, ..) = self.equations();
        let factorisations = equations.take_factorisations();
        self.inputs[attempt.control(LaneControl::Factorisations)] += f64::from(factorisations);
        for place in attempt.shape.iterated() {
            self.inputs[place] = self.rounded[place].into();
        }
        // here pivoting is the rule
        let status = &mut self.inputs[attempt.shape.newton(NewtonInput::Status)];
        if *status == Solution::FoundWithPivoting.code::<f64>() {
            *status = Solution::Found.code();
        }
    }
}

impl<T: Real + Into<f64>> Executor<f64> for NativeExecutor<'_, T> {
    fn inputs(&mut self) -> &mut [f64] {
        &mut self.inputs
    }
    fn parameters_changed(&mut self) {
        self.equations = None;
    }
    fn attempts(&mut self, attempt: &Attempt, _most: u32) {
        let (parameters, state) = (attempt.shape.parameters, attempt.shape.state());
        if attempt.shape.unknowns > 0 {
            self.solve_step(attempt);
        }
        self.evaluate(Function::Step);
        self.increments.clear();
        self.increments.extend(self.evaluated[..state].iter().map(|x| (*x).into()));
        for (result, x) in self.results.iter_mut().zip(&self.evaluated[state..]) {
            *result = (*x).into();
        }
        let mut uneventful = attempt.judge(&self.inputs, &self.increments, &mut self.results);
        if attempt.watched_count() > 0 {
            self.there[..parameters].copy_from_slice(&self.inputs[..parameters]);
            self.there[parameters..attempt.shape.input_count(Function::Watched)]
                .copy_from_slice(&self.results[attempt.candidate(0)..attempt.after(0)]);
            self.evaluate(Function::Watched);
            for (i, x) in self.evaluated.iter().enumerate() {
                self.results[attempt.after(i)] = (*x).into();
            }
            uneventful = attempt.watch(&self.inputs, &self.results, uneventful);
        }
        attempt.advance(&mut self.inputs, &mut self.results, uneventful);
    }
    fn result(&mut self, place: usize) -> &mut f64 {
        &mut self.results[place]
    }
    fn output_inputs(&mut self) -> &mut [f64] {
        &mut self.there
    }
    fn run_outputs(&mut self) {
        self.evaluate(Function::Outputs);
    }
    fn output(&self, i: usize) -> f64 {
        self.evaluated[i].into()
    }
}
