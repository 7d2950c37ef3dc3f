//! Initial states of members, computed on the host whoever integrates them.

use super::program::{Equations, Shape, StudyFunction};
use super::{EventRecord, Members, Outcome, StepSequence, Study};
use crate::jit::{self, Program};
use crate::num::{LaneReal, Lanes};
use crate::trace::{Slots, Tape};
use rayon::prelude::*;
use std::ops::Range;

/// The initial state of one member.
#[derive(Clone, Debug)]
pub struct InitialState {
    /// The steps of the member.
    pub sequence: StepSequence,
    /// The length of the member's first step, s.
    pub first_step: f64,
    /// [`Outcome::Completed`] where nothing is wrong yet.
    pub outcome: Outcome,
    /// Coordinates, velocities, what the method remembers, and their derivatives.
    pub state: Vec<f64>,
    /// What has been of the run before, where it is a part of one.
    pub resumed: Option<Box<Resumed>>,
}

/// What has been of a run before the part of it that begins.
#[derive(Clone, Debug)]
pub struct Resumed {
    /// The time at which the part begins, s.
    pub time: f64,
    /// The steps of the whole run.
    pub whole: StepSequence,
    /// The number of the next sample; none after the last.
    pub sample: Option<u32>,
    /// Events so far.
    pub events: Vec<EventRecord>,
    /// Of every output whose extremes matter, the value at the start of the run and the result so far.
    pub kept: Vec<[f64; 2]>,
    /// The event that ended the part before, then others that are not to happen again where they are zero: each with a value of the
    /// side that it has gone to.
    pub passed: Vec<(usize, f64)>,
    /// How many parts have ended at the time at which they began.
    pub standing: f64,
}

/// What an initial state is beside its numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head {
    pub(super) sequence: StepSequence,
    pub(super) first_step: f64,
    pub(super) outcome: Outcome,
}

/// Computes initial states.
#[derive(Debug)]
pub struct InitialStates<'a> {
    study: &'a Study,
    /// How many numbers of the state are no derivatives.
    motion: usize,
    source: Source<'a>,
    /// The initial states themselves, where they are given.
    given: Option<&'a [InitialState]>,
    /// The varied parameters of a member, and all.
    varied: Vec<f64>,
    parameters: Vec<f64>,
    values: Vec<f64>,
}

/// How the functions of an initial state are evaluated.
#[derive(Debug)]
enum Source<'a> {
    /// The equations as they are written.
    Native,
    /// A tape, in these slots.
    Tape(&'a Tape, Slots<f64>),
    /// Machine code.
    Machine(Batch<'a>),
}

/// Members whose initial states machine code computes at once.
const BATCH: usize = 64;

/// The initial states of some members that follow each other.
///
/// With adaptive steps an initial state holds a guess of the first one, two evaluations of the accelerations: a tape
/// makes 5e5 of the heavy top's per second, machine code some millions, where `dop853` integrates 3e5 members.
#[derive(Debug)]
struct Batch<'a> {
    program: &'a Program,
    slots: jit::Slots<Lanes<BATCH>>,
    /// The indices of the members in their chunk.
    places: Range<usize>,
}

impl Batch<'_> {
    /// Computes the initial states of the members from an index on.
    fn fill(&mut self, members: &Members, places: Range<usize>) {
        self.places = places.start..places.end.min(places.start + BATCH);
        let last = self.places.end - 1;
        for (input, column) in self.program.inputs(&mut self.slots).iter_mut().zip(members.columns()) {
            let places = (self.places.start..).map(|place| place.min(last));
            input.lanes_mut().iter_mut().zip(places).for_each(|(lane, place)| *lane = column[place]);
        }
        self.program.run_member(&mut self.slots);
        self.program.run(0, &mut self.slots, 1);
    }
}

impl<'a> InitialStates<'a> {
    /// Evaluates a tape of [`StudyFunction::InitialState`]; where there is none see [`super::initial_state_tape`].
    pub fn recorded(study: &'a Study, tape: Option<&'a Tape>) -> Self {
        Self::new(study, tape.map_or(Source::Native, |tape| Source::Tape(tape, tape.slots())))
    }

    /// Runs machine code of [`StudyFunction::InitialState`], if there is any.
    pub(in crate::ensemble) fn machine(study: &'a Study, program: Option<&'a Program>) -> Self {
        let batch = |program: &'a Program| Batch { program, slots: program.slots(), places: 0..0 };
        Self::new(study, program.map_or(Source::Native, |program| Source::Machine(batch(program))))
    }

    /// Evaluates the equations as they are written: the reference. Where an explicit method has derivatives they are those
    /// of the recorded function: see [`InitialStates::recorded`].
    pub fn native(study: &'a Study) -> Self {
        Self::new(study, Source::Native)
    }

    fn new(study: &'a Study, source: Source<'a>) -> Self {
        let motion = Shape::new(study).motion();
        Self { study, motion, source, given: None, varied: Vec::new(), parameters: Vec::new(), values: Vec::new() }
    }

    /// Returns initial states that are given, one per member, if they are.
    pub(in crate::ensemble) fn given(self, given: Option<&'a [InitialState]>) -> Self {
        Self { given, ..self }
    }

    /// Returns the initial state of the member at the first of some indices; those of the others are wanted next.
    pub fn of(&mut self, members: &Members, places: Range<usize>) -> InitialState {
        if let Some(given) = self.given {
            return given[places.start].clone();
        }
        let Head { sequence, first_step, outcome } = self.begin(members, places);
        InitialState { sequence, first_step, outcome, state: std::mem::take(&mut self.values), resumed: None }
    }

    /// Takes the memory of an initial state back, for the next one.
    pub(in crate::ensemble) fn take_back(&mut self, start: InitialState) {
        self.values = start.state;
    }

    /// Returns the numbers of the state that [`InitialStates::begin`] has found.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns what stands for a member that has no initial state.
    fn idle(&mut self, outcome: Outcome) -> Head {
        let InitialState { sequence, first_step, outcome, state, .. } = InitialState::idle(self.study, outcome);
        self.values = state;
        Head { sequence, first_step, outcome }
    }

    /// Finds the initial state of the member at the first of some indices, whose numbers are [`InitialStates::values`]; those of the
    /// others are wanted next.
    pub(super) fn begin(&mut self, members: &Members, places: Range<usize>) -> Head {
        let study = self.study;
        members.values.copy_row(places.start, &mut self.varied);
        if !self.varied.iter().all(|p| p.is_finite()) {
            return self.idle(Outcome::NonFinite);
        }
        study.parameters(&self.varied, &mut self.parameters);
        let sequence = match study.member_step_sequence(&self.parameters) {
            Ok(sequence) => sequence,
            Err(outcome) => return self.idle(outcome),
        };
        let guess;
        if study.is_implicit() {
            match study.consistent_start(&self.parameters, &sequence) {
                Ok((state, step)) => (self.values, guess) = (state, Some(step)),
                Err(outcome) => return self.idle(outcome),
            }
        } else {
            self.evaluate(members, places);
            guess = if study.is_adaptive() { self.values.pop() } else { None };
        }
        let first_step = match &sequence {
            StepSequence::Fixed(equal) => equal.length(0),
            // NaN, where the acceleration at the start is not finite, becomes the smallest step
            StepSequence::Adaptive(limits) => limits.within(limits.first.or(guess).unwrap_or(limits.largest)),
        };
        let finite = self.values[..self.motion].iter().all(|x| x.abs() < Outcome::STATE_LIMIT);
        let outcome = if finite { Outcome::Completed } else { Outcome::NonFinite };
        // no zero is negative, so that a step of nothing changes nothing, whether nothing is added or dropped
        self.values.iter_mut().for_each(|x| *x += 0.0);
        Head { sequence, first_step, outcome }
    }

    fn evaluate(&mut self, members: &Members, places: Range<usize>) {
        let varied = &self.varied;
        match &mut self.source {
            Source::Native => {
                assert!(self.study.directions().is_empty(), "derivatives are those of recorded functions");
                Equations::new(self.study, varied).evaluate(StudyFunction::InitialState, varied, &mut self.values);
            }
            Source::Tape(tape, slots) => {
                slots.inputs(tape).copy_from_slice(varied);
                tape.run_member(slots);
                tape.run_step(slots);
                self.values.clear();
                self.values.extend((0..tape.output_count()).map(|i| tape.output(slots, i)));
            }
            Source::Machine(batch) => {
                let place = places.start;
                if !batch.places.contains(&place) {
                    batch.fill(members, places);
                }
                let (lane, program) = (place - batch.places.start, batch.program);
                self.values.clear();
                let outputs = 0..program.output_count(0);
                self.values.extend(outputs.map(|i| program.output(0, &batch.slots, i).lane(lane)));
            }
        }
    }
}

impl InitialState {
    /// Returns the time at which steps begin, s.
    pub fn time(&self) -> f64 {
        self.resumed.as_ref().map_or(0.0, |resumed| resumed.time)
    }

    /// Returns what stands for a member that has no initial state.
    pub(crate) fn idle(study: &Study, outcome: Outcome) -> Self {
        let state = vec![0.0; Shape::new(study).state()];
        let sequence = StepSequence::idle();
        Self { sequence, first_step: 0.0, outcome, state, resumed: None }
    }

    /// Returns the initial states of some members, in order, computed on all threads of the current pool.
    pub fn all(study: &Study, tape: Option<&Tape>, members: &Members) -> Vec<Self> {
        let of = |initial_states: &mut InitialStates<'_>, i: usize| initial_states.of(members, i..i + 1);
        (0..members.count()).into_par_iter().map_init(|| InitialStates::recorded(study, tape), of).collect()
    }
}
