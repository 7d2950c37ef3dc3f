//! Initial states of members, computed on the host whoever integrates them.

use super::program::{Equations, Function, Shape};
use super::{Members, Outcome, Pace, StepSchedule, Study};
use crate::num::{LaneReal, Lanes};
use crate::trace::{Memory, Tape};
use rayon::prelude::*;
use std::ops::Range;

/// The initial state of one member.
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

/// Computes initial states.
#[derive(Debug)]
pub struct Starter<'a> {
    study: &'a Study,
    source: Source<'a>,
    parameters: Vec<f64>,
    values: Vec<f64>,
}

/// How the functions of an initial state are evaluated.
#[derive(Debug)]
enum Source<'a> {
    /// The equations as they are written.
    Native,
    /// A tape, for members in lanes.
    Tape(Batch<'a>),
}

/// Members of a task of [`Start::all`].
const TASK: usize = 512;

/// Members whose initial states a tape computes at once: it fetches an instruction once for all of them.
const BATCH: usize = 64;

/// The initial states of some members that follow each other.
#[derive(Debug)]
struct Batch<'a> {
    tape: &'a Tape,
    memory: Memory<Lanes<BATCH>>,
    /// The places of the members in their chunk.
    places: Range<usize>,
}

impl Batch<'_> {
    /// Computes the initial states of the members from a place on.
    fn fill(&mut self, members: &Members, places: Range<usize>) {
        self.places = places.start..places.end.min(places.start + BATCH);
        let last = self.places.end - 1;
        for lane in 0..BATCH {
            let row = members.row((self.places.start + lane).min(last));
            for (input, value) in self.memory.inputs(self.tape).iter_mut().zip(row) {
                input.lanes_mut()[lane] = *value;
            }
        }
        self.tape.run_member(&mut self.memory);
        self.tape.run_step(&mut self.memory);
    }
}

impl<'a> Starter<'a> {
    /// Evaluates a tape of [`Function::Start`].
    pub fn recorded(study: &'a Study, tape: &'a Tape) -> Self {
        Self::new(study, Source::Tape(Batch { tape, memory: tape.memory(), places: 0..0 }))
    }

    /// Evaluates the equations as they are written: the reference, and the quickest for a few members.
    pub fn native(study: &'a Study) -> Self {
        Self::new(study, Source::Native)
    }

    fn new(study: &'a Study, source: Source<'a>) -> Self {
        Self { study, source, parameters: Vec::new(), values: Vec::new() }
    }

    /// Returns the initial state of the member at the first of some places; those of the others will be wanted next.
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
            Source::Tape(batch) => {
                let place = places.start;
                if !batch.places.contains(&place) {
                    batch.fill(members, places);
                }
                let (lane, tape) = (place - batch.places.start, batch.tape);
                self.values.clear();
                self.values.extend((0..tape.output_count()).map(|i| tape.output(&batch.memory, i).lane(lane)));
            }
        }
    }
}

impl Start {
    /// Returns what stands for a member that has no initial state.
    fn idle(study: &Study, outcome: Outcome) -> Self {
        let state = vec![0.0; Shape::new(study).state()];
        Self { pace: Pace::Fixed(StepSchedule::idle()), first_step: 0.0, outcome, state }
    }

    /// Returns the initial states of some members, in order, computed on all threads of the current pool.
    pub fn all(study: &Study, tape: &Tape, members: &Members) -> Vec<Self> {
        let count = members.count;
        let batch = |from: usize| {
            let (mut starter, end) = (Starter::recorded(study, tape), (from + TASK).min(count));
            (from..end).map(|i| starter.start(members, i..end)).collect::<Vec<_>>()
        };
        (0..count.div_ceil(TASK)).into_par_iter().flat_map_iter(|task| batch(task * TASK)).collect()
    }
}
