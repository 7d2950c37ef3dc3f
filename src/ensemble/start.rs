//! How members begin.

use super::program::{Equations, Function, Shape};
use super::{Members, Outcome, Pace, StepSchedule, Study};
use crate::jit::{self, Program};
use crate::num::{LaneReal, Lanes};
use crate::trace::Memory;
use rayon::prelude::*;
use std::ops::Range;

/// The beginning of one member.
#[derive(Clone, Debug)]
pub struct Start {
    /// Its steps.
    pub pace: Pace,
    /// The length of its first step, s.
    pub first_step: f64,
    /// [`Outcome::Completed`] where nothing is wrong yet.
    pub outcome: Outcome,
    /// Its coordinates and velocities.
    pub state: Vec<f64>,
}

/// Makes beginnings.
#[derive(Debug)]
pub struct Starter<'a> {
    study: &'a Study,
    source: Source<'a>,
    parameters: Vec<f64>,
    values: Vec<f64>,
}

/// Where the values at the start come from.
#[derive(Debug)]
enum Source<'a> {
    /// The equations as they are written.
    Native,
    /// The tape, in this memory.
    Tape(Memory<f64>),
    /// Machine code.
    Machine(Batch<'a>),
}

/// Members whose starts machine code computes at once.
const BATCH: usize = 64;

/// The starts of some members that follow each other.
#[derive(Debug)]
struct Batch<'a> {
    program: &'a Program,
    memory: jit::Memory<Lanes<BATCH>>,
    /// The places of the members in their chunk.
    places: Range<usize>,
}

impl Batch<'_> {
    /// Computes the starts of the members from a place on.
    fn fill(&mut self, members: &Members, places: Range<usize>) {
        self.places = places.start..places.end.min(places.start + BATCH);
        let last = self.places.end - 1;
        for lane in 0..BATCH {
            let row = members.row((self.places.start + lane).min(last));
            for (input, value) in self.program.inputs(&mut self.memory).iter_mut().zip(row) {
                input.lanes_mut()[lane] = *value;
            }
        }
        self.program.run_member(&mut self.memory);
        self.program.run_step(&mut self.memory, 1);
    }
}

impl<'a> Starter<'a> {
    /// From the tape, which is recorded where it is not there yet.
    pub fn recorded(study: &'a Study) -> Self {
        Self::new(study, Source::Tape(study.tapes().start().memory()))
    }

    /// From machine code.
    pub(in crate::ensemble) fn machine(study: &'a Study, program: &'a Program) -> Self {
        Self::new(study, Source::Machine(Batch { program, memory: program.memory(), places: 0..0 }))
    }

    /// From the equations as they are written.
    pub fn native(study: &'a Study) -> Self {
        Self::new(study, Source::Native)
    }

    fn new(study: &'a Study, source: Source<'a>) -> Self {
        Self { study, source, parameters: Vec::new(), values: Vec::new() }
    }

    /// The beginning of the member at the first of some places; those of the others will be wanted next.
    pub fn start(&mut self, members: &Members, places: Range<usize>) -> Start {
        let study = self.study;
        let varied = members.row(places.start);
        study.parameters(varied, &mut self.parameters);
        let pace = match study.member_pace(&self.parameters) {
            Ok(pace) => pace,
            Err(outcome) => return Start::idle(study, outcome),
        };
        self.evaluate(members, places);
        let guess = if study.is_adaptive() { self.values.pop() } else { None };
        let first_step = match &pace {
            Pace::Fixed(schedule) => schedule.length(0),
            // NaN, where the acceleration at the start is not finite, becomes the smallest step
            Pace::Adaptive(limits) => {
                limits.first.or(guess).unwrap_or(limits.largest).max(limits.smallest).min(limits.largest)
            }
        };
        let finite = self.values.iter().all(|x| x.abs() < Outcome::STATE_LIMIT);
        let outcome = if finite { Outcome::Completed } else { Outcome::NonFinite };
        Start { pace, first_step, outcome, state: self.values.clone() }
    }

    fn evaluate(&mut self, members: &Members, places: Range<usize>) {
        let varied = members.row(places.start);
        match &mut self.source {
            Source::Native => Equations::new(self.study, varied).evaluate(Function::Start, varied, &mut self.values),
            Source::Tape(memory) => {
                let tape = self.study.tapes().start();
                memory.inputs(tape).copy_from_slice(varied);
                tape.run_member(memory);
                tape.run_step(memory);
                self.values.clear();
                self.values.extend((0..tape.output_count()).map(|i| tape.output(memory, i)));
            }
            Source::Machine(batch) => {
                let place = places.start;
                if !batch.places.contains(&place) {
                    batch.fill(members, places);
                }
                let (lane, program) = (place - batch.places.start, batch.program);
                self.values.clear();
                let outputs = 0..program.output_count();
                self.values.extend(outputs.map(|i| program.output(&batch.memory, i).lane(lane)));
            }
        }
    }
}

impl Start {
    /// The place of a member that cannot begin.
    fn idle(study: &Study, outcome: Outcome) -> Self {
        let state = vec![0.0; Shape::new(study).state()];
        Self { pace: Pace::Fixed(StepSchedule::idle()), first_step: 0.0, outcome, state }
    }

    /// The beginnings of some members, in order, on all threads of the current pool.
    pub fn all(study: &Study, members: &Members) -> Vec<Self> {
        let start = |starter: &mut Starter<'_>, i: usize| starter.start(members, i..i + 1);
        (0..members.count).into_par_iter().map_init(|| Starter::recorded(study), start).collect()
    }
}
