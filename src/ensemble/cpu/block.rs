//! A block of members, one per lane, from their parameters to their results. A lane whose member has ended takes
//! the next one, so that members of different length do not wait for each other.
//!
//! Every attempt of a step is made in all lanes. Lanes for which it is routine are advanced together by vector
//! instructions; the others make full attempts one by one: rejected steps, events to locate, samples within a step,
//! ends. `shaders/steps.wgsl` has the same transitions between modes for one thread; the arithmetic of both is
//! [`crate::ensemble::time_loop`].

mod anew;
mod full_attempt;
mod outputs;
mod part;
mod passed;
mod slopes;
mod slow_member;
mod within_step;

pub(super) use part::{FinalState, Part};

use super::attempt::{Attempt, LaneControl};
use super::executor::Executor;
use super::sample_log::SampleLog;
use super::slot::Slot;
use crate::ensemble::next_step::NextStep;
use crate::ensemble::program::{NewtonInput, Shape, StepResult};
use crate::ensemble::time_loop::Mode;
use crate::ensemble::{
    Chunk, EventRecord, InitialState, InitialStates, MemberWatch, Members, Outcome, StepBounds, Stopwatch, Study,
};
use crate::integrator::newton::{Refresh, Solution};
use crate::model::TimeReduction;
use crate::num::{LaneReal, Precision};
use std::marker::PhantomData;
use std::ops::Range;

/// Attempts that lanes make at most on their own, so that a member that takes long is noticed.
const ATTEMPTS: u32 = 1024;

/// Integrates the members at some indices of a chunk.
#[inline(always)]
pub(in crate::ensemble) fn run<R: LaneReal, E: Executor<R>>(
    study: &Study,
    members: (&Members, Range<usize>),
    attempt: Attempt,
    executor: E,
    initial_states: InitialStates<'_>,
    watch: Option<&MemberWatch>,
) -> Chunk {
    run_part(study, Part::whole(members), attempt, executor, initial_states, watch).0
}

/// Integrates members as [`run`] does, and returns the states at the ends, too, where they are kept.
#[inline(always)]
pub(super) fn run_part<R: LaneReal, E: Executor<R>>(
    study: &Study,
    part: Part<'_>,
    attempt: Attempt,
    executor: E,
    initial_states: InitialStates<'_>,
    watch: Option<&MemberWatch>,
) -> (Chunk, Vec<Option<FinalState>>) {
    let Part { members, places, starts, keeps_ends } = part;
    let count = places.len();
    let mut block = Block::new(study, (members, places), attempt, executor, initial_states.given(starts), watch);
    block.final_states = keeps_ends.then(|| vec![None; count]);
    block.run();
    let states = block.final_states.take().unwrap_or_default();
    (block.into_chunk(), states)
}

struct Block<'a, R, E> {
    lanes: PhantomData<R>,
    study: &'a Study,
    members: &'a Members,
    executor: E,
    initial_states: InitialStates<'a>,
    attempt: Attempt,
    shape: Shape,
    adaptive: bool,
    reductions: Vec<TimeReduction>,
    bounds: StepBounds,
    first_place: usize,
    /// Members that have not begun.
    waiting: Range<usize>,
    slots: Vec<Slot>,
    /// The results of the members at their indices but for samples, and these in the order in which lanes come to them.
    chunk: Chunk,
    samples: SampleLog,
    /// The states of the members at their ends, where they are kept.
    final_states: Option<Vec<Option<FinalState>>>,
    /// True where a lane wants its outputs.
    wanted: bool,
    /// Number of output components, and which of them are sampled.
    channels: usize,
    sampled: Vec<usize>,
    /// The output components that were evaluated last: of a member that ends with outputs, those at its end.
    outputs: Vec<f64>,
    /// Who watches members while they are computed.
    watch: Option<&'a MemberWatch>,
    stopwatch: Stopwatch<'a>,
    /// The indices of the members that lanes had when a slow member was last looked for.
    seen: Vec<Option<usize>>,
}

impl<'a, R: LaneReal, E: Executor<R>> Block<'a, R, E> {
    fn new(
        study: &'a Study,
        (members, places): (&'a Members, Range<usize>),
        attempt: Attempt,
        executor: E,
        mut initial_states: InitialStates<'a>,
        watch: Option<&'a MemberWatch>,
    ) -> Self {
        let first = initial_states.of(members, places.clone());
        let mut block = Self {
            lanes: PhantomData,
            study,
            members,
            executor,
            initial_states,
            shape: attempt.shape,
            adaptive: attempt.adaptive,
            attempt,
            reductions: study.mechanism.reductions(),
            bounds: study.method.steps.bounds(),
            first_place: places.start,
            slots: vec![Slot::idle(&first); R::COUNT],
            chunk: Chunk::new(members.part(places.clone()), study.channel_count()),
            samples: SampleLog::default(),
            waiting: places,
            final_states: None,
            wanted: false,
            channels: study.channel_count(),
            sampled: study.sampled_channels(),
            outputs: Vec::new(),
            watch,
            stopwatch: Stopwatch::new(watch),
            seen: Vec::new(),
        };
        // lanes without a member compute the first one's start again and again
        for lane in 0..R::COUNT {
            block.load(lane, block.first_place, &first);
            *block.control(LaneControl::Busy, lane) = 0.0;
        }
        block.executor.parameters_changed();
        block
    }

    #[inline(always)]
    fn run(&mut self) {
        while self.refill() && !self.watch.is_some_and(MemberWatch::is_stopped) {
            self.attempt();
            if let Some(watch) = self.stopwatch.is_due() {
                self.tell_of_slow_member(watch);
            }
        }
    }

    fn input(&mut self, place: usize, lane: usize) -> &mut f64 {
        &mut self.executor.inputs()[place].lanes_mut()[lane]
    }

    fn control(&mut self, control: LaneControl, lane: usize) -> &mut f64 {
        let place = self.attempt.control(control);
        self.input(place, lane)
    }

    fn newton(&mut self, input: NewtonInput, lane: usize) -> &mut f64 {
        let place = self.shape.newton(input);
        self.input(place, lane)
    }

    fn result(&mut self, place: usize, lane: usize) -> &mut f64 {
        &mut self.executor.result(place).lanes_mut()[lane]
    }

    fn step_result(&mut self, result: StepResult, lane: usize) -> f64 {
        let place = self.attempt.step_result(result);
        *self.result(place, lane)
    }

    /// Returns component `i` of the state after the attempt; after the last of them, the time.
    fn candidate(&mut self, i: usize, lane: usize) -> &mut f64 {
        let place = self.attempt.candidate(i);
        self.result(place, lane)
    }

    /// Returns number `i` of what is monitored after the attempt.
    fn after(&mut self, i: usize, lane: usize) -> f64 {
        let place = self.attempt.after(i);
        *self.result(place, lane)
    }

    /// Returns number `i` of what is monitored at the beginning of the part of the step that is looked at.
    fn before(&mut self, i: usize, lane: usize) -> &mut f64 {
        let place = self.attempt.before(i);
        self.input(place, lane)
    }

    /// Returns the value at the start and the result so far of an output whose extremes matter.
    fn kept(&mut self, extreme: usize, lane: usize) -> [f64; 2] {
        self.attempt.kept(extreme).map(|place| *self.input(place, lane))
    }

    /// Sets parameters and state of a lane.
    fn load(&mut self, lane: usize, place: usize, start: &InitialState) {
        let members = self.members;
        for (input, column) in self.executor.inputs().iter_mut().zip(members.columns()) {
            input.lanes_mut()[lane] = column[place];
        }
        for (input, column) in self.executor.output_inputs().iter_mut().zip(members.columns()) {
            input.lanes_mut()[lane] = column[place];
        }
        let (state, time, errors) = (self.shape.parameters, self.shape.time(), self.shape.errors());
        for (i, value) in start.state.iter().enumerate() {
            *self.input(state + i, lane) = *value;
        }
        for place in [time, time + 1, errors, errors + 1] {
            *self.input(place, lane) = if place >= errors { 1.0 } else { 0.0 };
        }
        *self.input(time, lane) = start.time();
        let sequence = &start.sequence;
        for (control, value) in [
            (LaneControl::Count, 0.0),
            (LaneControl::Left, 0.0),
            (LaneControl::Cap, self.bounds.growth),
            (LaneControl::Pitch, sequence.step()),
            (LaneControl::Begin, start.time()),
            (LaneControl::Largest, sequence.largest()),
            (LaneControl::Smallest, sequence.smallest()),
            (LaneControl::Busy, 1.0),
            (LaneControl::Solves, 0.0),
            (LaneControl::Factorisations, 0.0),
            (LaneControl::Locates, 0.0),
        ] {
            *self.control(control, lane) = value;
        }
        if self.shape.unknowns > 0 {
            // a look at the start is one at the beginning of a step that is solved
            for place in self.shape.unknowns() {
                *self.input(place, lane) = 0.0;
            }
            for (input, value) in [
                (NewtonInput::Compared, 0.0),
                (NewtonInput::Rounding, 0.0),
                (NewtonInput::Before, 0.0),
                (NewtonInput::Solves, 0.0),
                (NewtonInput::Status, Solution::Found.code()),
                (NewtonInput::Length, start.sequence.first_look(start.first_step)),
            ] {
                *self.newton(input, lane) = value;
            }
        }
    }

    /// Gives waiting members to idle lanes; false where nothing is left to do.
    fn refill(&mut self) -> bool {
        let mut changed = false;
        let mut busy = false;
        for lane in 0..R::COUNT {
            while self.slots[lane].mode == Mode::Idle {
                let Some(place) = self.waiting.next() else { break };
                let start = self.initial_states.of(self.members, place..self.waiting.end);
                self.watch.iter().filter(|_| start.resumed.is_none()).for_each(|watch| watch.begun());
                self.slots[lane] = Slot::new(place, &start, self.study.sampling.as_ref());
                if start.outcome != Outcome::Completed {
                    self.finish(lane, start.outcome, start.time());
                    continue;
                }
                self.load(lane, place, &start);
                changed = true;
                self.look_for_first_corner(lane, start.time());
                if !self.study.looks_at_the_start() {
                    self.slots[lane].mode = Mode::Step;
                    self.propose(lane, 0, start.time(), start.first_step);
                }
                self.initial_states.take_back(start);
            }
            busy |= self.slots[lane].mode != Mode::Idle;
        }
        if changed {
            self.executor.parameters_changed();
        }
        busy
    }

    /// Finds the first corner that steps of a lane end at, which begin at a time, s.
    fn look_for_first_corner(&mut self, lane: usize, begin: f64) {
        if self.study.corners().is_empty() {
            return;
        }
        let (parameters, study) = (self.parameters(lane), self.study);
        let slot = &mut self.slots[lane];
        slot.corner = study.first_corner(&parameters, &slot.sequence, Precision::Double);
        if begin > 0.0 {
            self.look_for_corner(lane, begin);
        }
    }

    /// Finds the next corner after a time, s, that steps of a lane end at.
    fn look_for_corner(&mut self, lane: usize, t: f64) {
        if self.study.corners().is_empty() {
            return;
        }
        let parameters = self.parameters(lane);
        let gap = self.slots[lane].corner.gap;
        self.slots[lane].corner.time = self.study.next_corner(&parameters, t, gap);
    }

    /// Prepares the next step of a lane after `steps` of them.
    fn propose(&mut self, lane: usize, steps: u32, t: f64, proposal: f64) {
        let slot = &mut self.slots[lane];
        let NextStep { length, last, at_corner } = slot.corner.next_step(&slot.sequence, steps, t, proposal);
        (slot.last, slot.length, slot.at_corner) = (last, length, at_corner);
        let left = if self.adaptive {
            if last || at_corner.is_some() || slot.corner.lag > 0.0 {
                0.0
            } else {
                f64::from(self.bounds.attempts) - f64::from(steps) - f64::from(slot.result.rejected) - 1.0
            }
        } else {
            slot.routine_steps(steps, t)
        };
        let (until, end) = (slot.routine_until(), slot.end());
        *self.control(LaneControl::Left, lane) = left;
        *self.control(LaneControl::Until, lane) = until;
        *self.control(LaneControl::End, lane) = end;
        let at = self.shape.length();
        *self.input(at, lane) = length;
        if self.shape.unknowns > 0 {
            *self.newton(NewtonInput::Status, lane) = Solution::Sought.code();
        }
    }

    /// Makes one attempt in all lanes, or several where all are routine, and does what follows from it.
    #[inline(always)]
    fn attempt(&mut self) {
        self.executor.attempts(&self.attempt, ATTEMPTS);
        let stop = *self.executor.result(self.attempt.stop());
        for lane in 0..R::COUNT {
            if stop.lanes()[lane] != 0.0 && self.slots[lane].mode != Mode::Idle {
                self.take_full_attempt(lane);
            }
        }
        if std::mem::take(&mut self.wanted) {
            self.observe();
        }
    }

    /// Ends the member of a lane.
    fn finish(&mut self, lane: usize, outcome: Outcome, time: f64) {
        let counts =
            [LaneControl::Solves, LaneControl::Factorisations].map(|c| std::mem::take(self.control(c, lane)) as u32);
        let always = self.study.method.implicit.newton.refresh == Refresh::Always;
        let slot = &mut self.slots[lane];
        slot.mode = Mode::Idle;
        slot.wants = 0;
        let at = slot.place - self.first_place;
        let goes_on = self.final_states.as_ref().and_then(|all| all[at].as_ref()).is_some_and(|end| end.rest.is_some());
        self.watch.iter().filter(|_| !goes_on).for_each(|watch| watch.ended());
        let result = &mut slot.result;
        (result.outcome, result.time) = (outcome, time);
        (result.newton.iterations, result.newton.factorisations) = (counts[0], counts[usize::from(!always)]);
        let kept = |record: &EventRecord| record.time <= time;
        result.events.retain(kept);
        result.events.sort_by(|a, b| a.time.total_cmp(&b.time));
        result.events.truncate(self.study.method.event_limit);
        let chunk = &mut self.chunk;
        let outputs = &mut self.outputs;
        chunk.outcomes[at] =
            self.study.complete((outcome, time), || self.members.row(slot.place), &result.events, outputs);
        if chunk.outcomes[at].has_outputs() {
            chunk.outputs.set_row(at, outputs.iter().copied());
        }
        chunk.times[at] = time;
        (chunk.steps[at], chunk.rejected[at], chunk.newton[at]) = (result.steps, result.rejected, result.newton);
        chunk.events.extend(result.events.drain(..).map(|record| (at, record)));
        *self.control(LaneControl::Left, lane) = 0.0;
        *self.control(LaneControl::Busy, lane) = 0.0;
        let length_at = self.shape.length();
        *self.input(length_at, lane) = 0.0;
        if self.shape.unknowns > 0 {
            *self.newton(NewtonInput::Status, lane) = Solution::Found.code();
        }
    }

    /// Returns the results of all members.
    fn into_chunk(mut self) -> Chunk {
        let chunk = &mut self.chunk;
        // members of different length end in another order
        chunk.events.sort_by_key(|(place, _)| *place);
        chunk.samples = self.samples.into_samples();
        self.chunk
    }
}
