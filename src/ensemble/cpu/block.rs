//! A block of members, one per lane, from their parameters to their results. A lane whose member has ended takes
//! the next one, so that members of different length do not wait for each other.
//!
//! Every round makes one attempt of a step in all lanes. Lanes for which that is all there is to do are advanced
//! together by vector instructions; the others are attended to one by one: rejected steps, events to locate,
//! samples within a step, ends. `shaders/steps.wgsl` is the same control flow for one thread.

mod attend;

use super::executor::Executor;
use super::reduction::Reductions;
use super::slot::{MemberResult, Mode, Slot, wants};
use crate::ensemble::program::{Function, Shape, StepResult};
use crate::ensemble::{EventRecord, Members, Outcome, Start, Starter, StepBounds, Study};
use crate::model::event::Direction;
use crate::num::{LaneReal, series};
use std::ops::Range;

/// Integrates the members at some places of a chunk.
#[inline(always)]
pub(super) fn run<R: LaneReal, E: Executor<R>>(
    study: &Study,
    members: &Members,
    places: Range<usize>,
    executor: E,
    starter: Starter<'_>,
) -> Vec<MemberResult> {
    let mut block = Block::new(study, members, places, executor, starter);
    while block.refill() {
        block.round();
    }
    block.results.into_iter().flatten().collect()
}

struct Block<'a, R, E> {
    study: &'a Study,
    members: &'a Members,
    executor: E,
    starter: Starter<'a>,
    shape: Shape,
    adaptive: bool,
    directions: Vec<Direction>,
    bounds: StepBounds,
    first_place: usize,
    /// Members that have not begun.
    waiting: Range<usize>,
    slots: Vec<Slot>,
    results: Vec<Option<MemberResult>>,
    // what follows has one value per lane
    /// The state and the time after the attempt.
    candidate: Vec<R>,
    /// 1 where the attempt is a step and nothing else is to be done.
    plain: R,
    /// 1 where this round made a step, and its length.
    made: R,
    made_length: R,
    /// Steps made.
    count: R,
    /// Plain steps that may follow.
    left: R,
    /// The time before which adaptive steps are plain, the end of the run, the largest and the smallest step, s.
    until: R,
    end: R,
    largest: R,
    smallest: R,
    /// The length of equal steps, s.
    pitch: R,
    /// The factor that the next step may grow by: 1 after a rejection.
    cap: R,
    /// Values of the events at the beginning of the step, and after the attempt.
    before: Vec<R>,
    after: Vec<R>,
    reductions: Option<Reductions<R>>,
    /// True where a lane wants its outputs.
    wanted: bool,
    /// Number of output components, and which of them are sampled.
    channels: usize,
    sampled: Vec<usize>,
}

impl<'a, R: LaneReal, E: Executor<R>> Block<'a, R, E> {
    fn new(
        study: &'a Study,
        members: &'a Members,
        places: Range<usize>,
        executor: E,
        mut starter: Starter<'a>,
    ) -> Self {
        let shape = Shape::new(study);
        let zero = R::zero();
        let first = starter.start(members.row(places.start));
        let events = study.mechanism.events.len();
        let mut block = Self {
            study,
            members,
            executor,
            starter,
            shape,
            adaptive: study.is_adaptive(),
            directions: study.mechanism.events.iter().map(|e| e.direction).collect(),
            bounds: study.method.steps.bounds(),
            first_place: places.start,
            slots: vec![Slot::idle(&first); R::COUNT],
            results: vec![None; places.len()],
            waiting: places,
            candidate: vec![zero; shape.state() + 1],
            plain: zero,
            made: zero,
            made_length: zero,
            count: zero,
            left: zero,
            until: zero,
            end: zero,
            largest: zero,
            smallest: zero,
            pitch: zero,
            cap: R::one(),
            before: vec![zero; events],
            after: vec![zero; events],
            reductions: study.reduces_over_time().then(|| Reductions::new(study.mechanism.over())),
            wanted: false,
            channels: study.channel_count(),
            sampled: study.sampled_channels(),
        };
        // lanes without a member compute the first one's start again and again
        for lane in 0..R::COUNT {
            block.load(lane, members.row(block.first_place), &first);
        }
        block.executor.parameters_changed();
        block
    }

    fn input(&mut self, place: usize, lane: usize) -> &mut f64 {
        &mut self.executor.inputs(Function::Step)[place].lanes_mut()[lane]
    }

    fn result_of(&self, result: StepResult, lane: usize) -> f64 {
        self.executor.result(Function::Step, self.shape.result(result)).lane(lane)
    }

    /// Sets parameters and state of a lane.
    fn load(&mut self, lane: usize, varied: &[f64], start: &Start) {
        for function in Function::ON_THE_WAY {
            for (input, value) in self.executor.inputs(function).iter_mut().zip(varied) {
                input.lanes_mut()[lane] = *value;
            }
        }
        let (state, time, errors) = (self.shape.parameters, self.shape.time(), self.shape.errors());
        for (i, value) in start.state.iter().enumerate() {
            *self.input(state + i, lane) = *value;
        }
        for place in [time, time + 1, errors, errors + 1] {
            *self.input(place, lane) = if place >= errors { 1.0 } else { 0.0 };
        }
        let set = |r: &mut R, value: f64| r.lanes_mut()[lane] = value;
        set(&mut self.count, 0.0);
        set(&mut self.left, 0.0);
        set(&mut self.cap, self.bounds.growth);
        set(&mut self.end, start.pace.duration());
        set(&mut self.pitch, start.pace.step());
        set(&mut self.largest, start.pace.largest());
        set(&mut self.smallest, start.pace.smallest());
    }

    /// Gives waiting members to idle lanes; false where nothing is left to do.
    fn refill(&mut self) -> bool {
        let mut changed = false;
        let mut busy = false;
        for lane in 0..R::COUNT {
            while self.slots[lane].mode == Mode::Idle {
                let Some(place) = self.waiting.next() else { break };
                let row = self.members.row(place);
                let start = self.starter.start(row);
                self.slots[lane] = Slot::new(place, &start, self.study.sampling);
                if start.outcome != Outcome::Completed {
                    self.finish(lane, start.outcome, 0.0);
                    continue;
                }
                self.load(lane, row, &start);
                changed = true;
                if !self.study.looks_at_the_start() {
                    self.slots[lane].mode = Mode::Step;
                    self.propose(lane, 0, 0.0, start.first_step);
                }
            }
            busy |= self.slots[lane].mode != Mode::Idle;
        }
        if changed {
            self.executor.parameters_changed();
        }
        busy
    }

    /// Prepares the next step of a lane after `steps` of them.
    fn propose(&mut self, lane: usize, steps: u32, t: f64, proposal: f64) {
        let slot = &mut self.slots[lane];
        let (length, last) = slot.pace.step_length(steps, t, proposal);
        (slot.last, slot.length) = (last, length);
        let left = if self.adaptive {
            if last {
                0.0
            } else {
                f64::from(self.bounds.attempts) - f64::from(steps) - f64::from(slot.result.rejected) - 1.0
            }
        } else {
            slot.plain_steps(steps)
        };
        let until = slot.plain_until();
        self.left.lanes_mut()[lane] = left;
        self.until.lanes_mut()[lane] = until;
        let at = self.shape.length();
        *self.input(at, lane) = length;
    }

    /// One attempt in all lanes, and what follows from it.
    #[inline(always)]
    fn round(&mut self) {
        self.executor.run(Function::Step);
        self.judge();
        if !self.before.is_empty() {
            self.watch();
        }
        self.advance();
        for lane in 0..R::COUNT {
            if self.plain.lanes()[lane] == 0.0 && self.slots[lane].mode != Mode::Idle {
                self.attend(lane);
            }
        }
        if self.wanted || self.reductions.is_some() {
            self.observe();
        }
    }

    /// Adds the increments, and finds the lanes whose attempt is plain.
    #[inline(always)]
    fn judge(&mut self) {
        let (zero, one) = (R::zero(), R::one());
        let shape = self.shape;
        let limit = R::constant(Outcome::STATE_LIMIT);
        let mut plain = R::select(zero.less(self.left), one, zero);
        for i in 0..shape.state() {
            let x =
                self.executor.inputs(Function::Step)[shape.parameters + i] + self.executor.result(Function::Step, i);
            self.candidate[i] = x;
            plain = R::select(x.abs().less(limit), plain, zero);
        }
        let inputs = self.executor.inputs(Function::Step);
        let t = inputs[shape.time()] + inputs[shape.length()];
        self.candidate[shape.state()] = t;
        let turn = self.executor.result(Function::Step, shape.result(StepResult::LargestTurn));
        plain = R::select(turn.less_equal(R::constant(series::HALF_TURN)), plain, zero);
        let margin = self.executor.result(Function::Step, shape.result(StepResult::Margin));
        plain = R::select(R::constant(Outcome::SINGULAR_MARGIN).less(margin), plain, zero);
        if self.adaptive {
            let error = self.executor.result(Function::Step, shape.result(StepResult::Error));
            plain = R::select(error.less_equal(one), plain, zero);
            plain = R::select(t.less(self.until), plain, zero);
        }
        self.plain = plain;
    }

    /// Evaluates the events after the attempt.
    #[inline(always)]
    fn watch(&mut self) {
        let zero = R::zero();
        let from = self.shape.parameters;
        self.executor.inputs(Function::Events)[from..].copy_from_slice(&self.candidate);
        self.executor.run(Function::Events);
        for k in 0..self.before.len() {
            let (g0, g1) = (self.before[k], self.executor.result(Function::Events, k));
            self.after[k] = g1;
            let rising = g0.less(zero) & zero.less_equal(g1);
            let falling = zero.less(g0) & g1.less_equal(zero);
            let crossing = self.directions[k].of(rising, falling);
            self.plain = R::select(crossing, zero, self.plain);
            // what is not finite cannot be watched
            self.plain = R::select(g1.abs().less(R::constant(Outcome::STATE_LIMIT)), self.plain, zero);
        }
    }

    /// Makes the step where it is plain.
    #[inline(always)]
    fn advance(&mut self) {
        let shape = self.shape;
        let (zero, one) = (R::zero(), R::one());
        let mask = zero.less(self.plain);
        let count = self.count + self.plain;
        let t = if self.adaptive { self.candidate[shape.state()] } else { count * self.pitch };
        let (mut error, mut factor) = (zero, one);
        if self.adaptive {
            error = self.executor.result(Function::Step, shape.result(StepResult::Error));
            factor = self.executor.result(Function::Step, shape.result(StepResult::Factor));
        }
        let inputs = self.executor.inputs(Function::Step);
        let h = inputs[shape.length()];
        self.made = self.plain;
        self.made_length = h;
        for i in 0..shape.state() {
            let x = &mut inputs[shape.parameters + i];
            *x = R::select(mask, self.candidate[i], *x);
        }
        inputs[shape.time()] = R::select(mask, t, inputs[shape.time()]);
        self.candidate[shape.state()] = R::select(mask, t, self.candidate[shape.state()]);
        self.count = count;
        self.left = self.left - self.plain;
        if self.adaptive {
            let e = shape.errors();
            inputs[e + 1] = R::select(mask, inputs[e], inputs[e + 1]);
            inputs[e] = R::select(mask, error, inputs[e]);
            let next = (h * factor.min(self.cap)).min(self.largest).max(self.smallest);
            let rest = self.end - t;
            let reaches = rest.less_equal(next * R::constant(1.0 + 1e-6));
            let length = R::select(reaches, rest, next);
            inputs[shape.length()] = R::select(mask, length, h);
            self.cap = R::select(mask, R::constant(self.bounds.growth), self.cap);
            // the last step is never plain
            self.left = R::select(mask & reaches, zero, self.left);
        }
        for k in 0..self.before.len() {
            self.before[k] = R::select(mask, self.after[k], self.before[k]);
        }
    }

    fn want(&mut self, lane: usize, what: u8, time: f64) {
        let slot = &mut self.slots[lane];
        slot.wants |= what;
        slot.wanted_time = time;
        if what == wants::SAMPLE {
            slot.wanted_sample = slot.sample;
            slot.next_sample();
        }
        self.wanted = true;
    }

    /// Evaluates the outputs where a step was made or a lane wants them.
    #[inline(always)]
    fn observe(&mut self) {
        let zero = R::zero();
        let mut fresh = self.made;
        for (lane, slot) in self.slots.iter().enumerate() {
            if slot.wants != 0 {
                fresh.lanes_mut()[lane] = 1.0;
                self.candidate[self.shape.state()].lanes_mut()[lane] = slot.wanted_time;
            }
        }
        let fresh = zero.less(fresh);
        let inputs = self.executor.inputs(Function::Outputs);
        for (input, value) in inputs[self.shape.parameters..].iter_mut().zip(&self.candidate) {
            *input = R::select(fresh, *value, *input);
        }
        self.executor.run(Function::Outputs);
        if let Some(reductions) = &mut self.reductions {
            let made = zero.less(self.made);
            for i in 0..self.channels {
                let y = self.executor.result(Function::Outputs, i);
                reductions.add(i, made, self.made_length, y);
            }
        }
        if std::mem::take(&mut self.wanted) {
            for lane in 0..R::COUNT {
                if self.slots[lane].wants != 0 {
                    self.deliver(lane);
                }
            }
        }
    }

    /// Gives a lane the outputs that it wants.
    #[inline(never)]
    fn deliver(&mut self, lane: usize) {
        let outputs: Vec<f64> =
            (0..self.channels).map(|i| self.executor.result(Function::Outputs, i).lane(lane)).collect();
        let what = std::mem::take(&mut self.slots[lane].wants);
        if what & wants::START != 0
            && let Some(reductions) = &mut self.reductions
        {
            for (i, y) in outputs.iter().enumerate() {
                reductions.start(i, lane, *y);
            }
        }
        let slot = &mut self.slots[lane];
        if what & wants::SAMPLE != 0 {
            slot.result.samples.rows.push((slot.wanted_sample as usize, slot.wanted_time));
            slot.result.samples.values.extend(self.sampled.iter().map(|c| outputs[*c]));
        }
        if what & wants::EVENT != 0
            && let Some(record) = slot.result.events.last_mut()
        {
            record.values = outputs.clone();
        }
        if what & wants::END != 0 {
            let (outcome, time) = (slot.result.outcome, slot.result.time);
            slot.result.outputs = match &self.reductions {
                Some(reductions) => (0..outputs.len()).map(|i| reductions.finish(i, lane, time)).collect(),
                None => outputs,
            };
            self.finish(lane, outcome, time);
        }
    }

    /// Ends the member of a lane.
    fn finish(&mut self, lane: usize, outcome: Outcome, time: f64) {
        let slot = &mut self.slots[lane];
        slot.mode = Mode::Idle;
        slot.wants = 0;
        let result = &mut slot.result;
        (result.outcome, result.time) = (outcome, time);
        let kept = |record: &EventRecord| record.time <= time;
        result.events.retain(kept);
        result.events.sort_by(|a, b| a.time.total_cmp(&b.time));
        result.outcome = self.study.complete(outcome, &result.events, &mut result.outputs);
        let result = result.clone();
        let at = slot.place - self.first_place;
        self.results[at] = Some(result);
        self.left.lanes_mut()[lane] = 0.0;
        let length_at = self.shape.length();
        *self.input(length_at, lane) = 0.0;
    }
}
