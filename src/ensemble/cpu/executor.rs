//! How attempts of steps are made on lanes of members: see here from tapes.

use super::arithmetic::Arithmetic;
use super::attempt::Attempt;
use super::pivoting::solve_diverged;
use crate::ensemble::iteration::CHECKED;
use crate::ensemble::program::{NewtonInput, StudyFunction};
use crate::ensemble::recording::record_function;
use crate::ensemble::{Study, initial_state_tape};
use crate::num::{LaneReal, Precision};
use crate::trace::{Graph, Schedule, Slots, Tape};
use std::sync::OnceLock;

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

/// The functions of a study as tapes, which lanes run: attempts are recorded whole, as they are for machine code.
#[derive(Clone, Debug)]
pub(in crate::ensemble) struct Tapes {
    attempt: Tape,
    /// The results of an attempt that are inputs of the next one, with the indices of these.
    feedback: Vec<(usize, usize)>,
    /// Newton's iteration, of an implicit method.
    iteration: Option<Tape>,
    outputs: Tape,
    initial_state: Option<Tape>,
}

fn of_graph(graph: &Graph) -> Tape {
    Tape::new(graph, &Schedule::new(graph))
}

/// Records Newton's iteration of an implicit method.
fn iteration(study: &Study, precision: Precision, arithmetic: Arithmetic) -> Option<Tape> {
    study.is_implicit().then(|| {
        let (graph, _) = Attempt::new(study).record_iteration(study, precision, arithmetic);
        Tape::new(&graph, &Schedule::in_two_parts(&graph, CHECKED))
    })
}

impl Tapes {
    /// Records the functions of a study.
    pub(in crate::ensemble) fn new(study: &Study, arithmetic: Arithmetic) -> Self {
        let (attempt, attempts) = Attempt::new(study).record(study, arithmetic);
        Self {
            attempt: of_graph(&attempt),
            feedback: attempts.feedback,
            iteration: iteration(study, Precision::Double, arithmetic),
            outputs: of_graph(&arithmetic.of(record_function(study, StudyFunction::Outputs, Precision::Double))),
            initial_state: initial_state_tape(study),
        }
    }

    /// Returns the tape of initial states, if they have one.
    pub(super) fn initial_state(&self) -> Option<&Tape> {
        self.initial_state.as_ref()
    }
}

/// The functions of a study as tapes, each by itself and recorded when it is first asked for: what the scalar code evaluates.
/// The study is always the one that it was made for.
#[derive(Clone, Debug)]
pub(super) struct FunctionTapes {
    precision: Precision,
    step: OnceLock<Tape>,
    iteration: OnceLock<Option<Tape>>,
    outputs: OnceLock<Tape>,
    monitored: OnceLock<Tape>,
    initial_state: OnceLock<Option<Tape>>,
}

impl FunctionTapes {
    /// Makes the tapes of a study in a precision, exactly.
    pub(super) fn new(precision: Precision) -> Self {
        Self {
            precision,
            step: OnceLock::new(),
            iteration: OnceLock::new(),
            outputs: OnceLock::new(),
            monitored: OnceLock::new(),
            initial_state: OnceLock::new(),
        }
    }

    /// Returns the tape of a function.
    ///
    /// # Panics
    /// For initial states, which need not have one.
    pub(super) fn of(&self, study: &Study, function: StudyFunction) -> &Tape {
        let tape = match function {
            StudyFunction::Step => &self.step,
            StudyFunction::Outputs => &self.outputs,
            StudyFunction::Monitored => &self.monitored,
            StudyFunction::InitialState => panic!("initial states need not have a tape"),
        };
        tape.get_or_init(|| of_graph(&record_function(study, function, self.precision)))
    }

    /// Returns the tape of Newton's iteration, of an implicit method.
    pub(super) fn iteration(&self, study: &Study) -> Option<&Tape> {
        self.iteration.get_or_init(|| iteration(study, self.precision, Arithmetic::Exact)).as_ref()
    }

    /// Returns the tape of initial states, if they have one.
    pub(super) fn initial_state(&self, study: &Study) -> Option<&Tape> {
        self.initial_state.get_or_init(|| initial_state_tape(study)).as_ref()
    }
}

/// Runs tapes.
pub(in crate::ensemble) struct TapeExecutor<'a, R> {
    study: &'a Study,
    tapes: &'a Tapes,
    attempt: Slots<R>,
    iteration: Option<Slots<R>>,
    outputs: Slots<R>,
    /// What depends on parameters only has to be computed again: of attempts, outputs, iteration.
    stale: [bool; 3],
    results: Vec<R>,
}

impl<'a, R: LaneReal> TapeExecutor<'a, R> {
    pub(in crate::ensemble) fn new(study: &'a Study, tapes: &'a Tapes, attempt: &Attempt) -> Self {
        Self {
            study,
            tapes,
            attempt: tapes.attempt.slots(),
            iteration: tapes.iteration.as_ref().map(Tape::slots),
            outputs: tapes.outputs.slots(),
            stale: [true; 3],
            results: vec![R::zero(); attempt.result_count()],
        }
    }
}

impl<R: LaneReal> TapeExecutor<'_, R> {
    /// Solves the steps of all lanes.
    fn solve_step(&mut self, attempt: &Attempt) {
        let (Some(tape), Some(slots)) = (&self.tapes.iteration, &mut self.iteration) else { return };
        let inputs = self.attempt.inputs(&self.tapes.attempt);
        attempt.begin_newton(inputs);
        let status = attempt.shape.newton(NewtonInput::Status);
        loop {
            slots.inputs(tape).copy_from_slice(inputs);
            if std::mem::take(&mut self.stale[2]) {
                tape.run_member(slots);
            }
            tape.run_first(slots);
            inputs[status] = tape.output(slots, 0);
            if tape.output(slots, CHECKED - 1).lanes().iter().all(|goes_on| *goes_on == 0.0) {
                break;
            }
            tape.run_rest(slots);
            let results = CHECKED..tape.output_count();
            for (result, place) in results.zip(attempt.shape.iterated().into_iter().skip(1)) {
                inputs[place] = tape.output(slots, result);
            }
        }
        solve_diverged(self.study, attempt, inputs);
    }
}

#[inline(always)]
fn run<R: LaneReal>(tape: &Tape, slots: &mut Slots<R>, stale: &mut bool) {
    if std::mem::take(stale) {
        tape.run_member(slots);
    }
    tape.run_step(slots);
}

impl<R: LaneReal> Executor<R> for TapeExecutor<'_, R> {
    #[inline(always)]
    fn inputs(&mut self) -> &mut [R] {
        self.attempt.inputs(&self.tapes.attempt)
    }
    fn parameters_changed(&mut self) {
        self.stale = [true; 3];
    }
    #[inline(always)]
    fn attempts(&mut self, attempt: &Attempt, _most: u32) {
        let Tapes { attempt: tape, feedback, .. } = self.tapes;
        if attempt.shape.unknowns > 0 {
            self.solve_step(attempt);
        }
        run(tape, &mut self.attempt, &mut self.stale[0]);
        for (i, result) in self.results.iter_mut().enumerate() {
            *result = tape.output(&self.attempt, i);
        }
        for (output, input) in feedback {
            let value = tape.output(&self.attempt, *output);
            self.attempt.inputs(tape)[*input] = value;
        }
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
