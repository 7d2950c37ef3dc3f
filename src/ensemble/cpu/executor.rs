//! How attempts of steps are made on lanes of members: see here from tapes.

use super::arithmetic::Arithmetic;
use super::attempt::Attempt;
use super::pivoting::solve_diverged;
use super::recorded::Turns;
use crate::ensemble::iteration::CHECKED;
use crate::ensemble::program::{Function, NewtonInput};
use crate::ensemble::recording::record_function;
use crate::ensemble::{Study, initial_state_tape};
use crate::num::{LaneReal, Precision};
use crate::trace::{Graph, Memory, Schedule, Tape};

/// Makes attempts for one member per lane, and evaluates outputs.
pub(in crate::ensemble) trait Executor<R> {
    /// Returns the inputs of an attempt, at the indices that [`Attempt`] says.
    fn inputs(&mut self) -> &mut [R];
    /// Notes that parameters among the inputs have been set; to be called after that.
    fn parameters_changed(&mut self);
    /// Makes an attempt, or several of them, up to `most`, while nothing but routine attempts is to be done.
    fn attempts(&mut self, attempt: &Attempt, most: u32);
    /// Returns a result of the last attempt, at the index that [`Attempt`] says.
    fn result(&mut self, place: usize) -> &mut R;
    /// Returns the inputs of the function of outputs.
    fn output_inputs(&mut self) -> &mut [R];
    /// Evaluates the outputs.
    fn run_outputs(&mut self);
    /// Returns output component `i` of a lane.
    fn output(&self, i: usize, lane: usize) -> f64;
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
    pub(in crate::ensemble) fn new(study: &Study, arithmetic: Arithmetic) -> Self {
        Self { initial_state: initial_state_tape(study), ..Self::of_steps(study, Precision::Double, arithmetic) }
    }

    /// Records the functions of a study but for its initial states, in a precision.
    pub(super) fn of_steps(study: &Study, precision: Precision, arithmetic: Arithmetic) -> Self {
        let tape = |function| of_graph(&arithmetic.of(record_function(study, function, precision)));
        let attempt = Attempt::new(study);
        Self {
            step: of_graph(&attempt.record_step(study, precision, arithmetic, Turns::Largest)),
            iteration: study.is_implicit().then(|| {
                let (graph, _) = attempt.record_iteration(study, precision, arithmetic);
                Tape::new(&graph, &Schedule::in_two_parts(&graph, CHECKED))
            }),
            outputs: tape(Function::Outputs),
            watched: tape(Function::Watched),
            initial_state: None,
        }
    }

    /// Returns the tape of a function.
    ///
    /// # Panics
    /// For initial states, which may have none: see [`Tapes::initial_state`].
    pub(super) fn of(&self, function: Function) -> &Tape {
        match function {
            Function::Step => &self.step,
            Function::Outputs => &self.outputs,
            Function::Watched => &self.watched,
            Function::InitialState => panic!("initial states need not have a tape"),
        }
    }

    /// Returns the tape of one of Newton's iterations.
    pub(super) fn iteration(&self) -> Option<&Tape> {
        self.iteration.as_ref()
    }

    /// Returns the tape of initial states, if they have one.
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
    fn output(&self, i: usize, lane: usize) -> f64 {
        self.tapes.outputs.output(&self.outputs, i).lane(lane)
    }
}
