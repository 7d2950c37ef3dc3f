//! What is to be done for one lane when an attempt is more than an uneventful step.

use super::Block;
use crate::ensemble::cpu::attempt::LaneControl;
use crate::ensemble::cpu::executor::Executor;
use crate::ensemble::cpu::slot::{Location, wants};
use crate::ensemble::program::StepResult;
use crate::ensemble::time_loop::event::{self, Bracket};
use crate::ensemble::time_loop::{Mode, failure, sampling, step_length};
use crate::ensemble::{EventRecord, Outcome, StepBounds};
use crate::integrator::control;
use crate::num::LaneReal;

impl<R: LaneReal, E: Executor<R>> Block<'_, R, E> {
    /// Does for a lane what is more than an uneventful step.
    #[inline(never)]
    pub(super) fn take_slow_path(&mut self, lane: usize) {
        match self.slots[lane].mode {
            Mode::Idle => {}
            Mode::Start => self.start(lane),
            Mode::Step => self.step(lane),
            Mode::Locate => self.locate(lane),
            Mode::Found => self.found(lane),
            Mode::Sample => {
                self.want(lane, wants::SAMPLE, self.slots[lane].sample_time);
                self.go_on(lane, false);
            }
            Mode::Inside | Mode::Commit => self.commit(lane),
        }
    }

    /// The outcome of the attempt as a step: [`Outcome::Completed`] where nothing is wrong.
    fn failure(&mut self, lane: usize) -> Outcome {
        let mut in_range = (0..self.shape.state()).all(|i| failure::is_in_range(*self.candidate(i, lane)));
        in_range &= (0..self.attempt.events()).all(|k| failure::is_in_range(self.after(k, lane)));
        let [first_turn, largest_turn, margin] = [StepResult::FirstTurn, StepResult::LargestTurn, StepResult::Margin]
            .map(|result| self.step_result(result, lane));
        outcome(failure::outcome(in_range, first_turn, largest_turn, margin))
    }

    fn start(&mut self, lane: usize) {
        let outcome = self.failure(lane);
        if outcome != Outcome::Completed {
            return self.finish(lane, outcome, 0.0);
        }
        if self.reductions.is_some() {
            self.want(lane, wants::START, 0.0);
        }
        if self.slots[lane].sample_time == 0.0 {
            self.want(lane, wants::SAMPLE, 0.0);
        }
        self.keep_event_values(lane);
        // the state that steps begin at: an attempt, even of no length, may have renormalised it
        for i in 0..self.shape.state() {
            *self.candidate(i, lane) = *self.input(self.shape.parameters + i, lane);
        }
        self.slots[lane].mode = Mode::Step;
        self.propose(lane, 0, 0.0, self.slots[lane].first_step);
    }

    /// After an attempt of a step.
    fn step(&mut self, lane: usize) {
        let shape = self.shape;
        let length = *self.input(shape.length(), lane);
        let t = *self.input(shape.time(), lane);
        // what uneventful steps have done since
        let steps = *self.control(LaneControl::Count, lane) as u32;
        let slot = &mut self.slots[lane];
        slot.result.steps = steps;
        (slot.length, slot.last) = (length, slot.sequence.step_length(steps, t, length).1);
        let failure = self.failure(lane);
        if self.adaptive {
            let error = self.step_result(StepResult::Error, lane);
            if failure != Outcome::Completed || !control::accepted(error) {
                return self.reject(lane, t, failure);
            }
        } else if failure != Outcome::Completed {
            self.slots[lane].result.steps = steps + 1;
            let time = self.slots[lane].end_of_step(steps + 1, t);
            return self.finish(lane, failure, time);
        }
        self.note_crossings(lane);
        self.go_on(lane, true);
    }

    fn reject(&mut self, lane: usize, t: f64, failure: Outcome) {
        let StepBounds { attempts, shrink, .. } = self.bounds;
        let factor = self.step_result(StepResult::Factor, lane);
        let slot = &mut self.slots[lane];
        slot.result.rejected += 1;
        let (steps, rejected) = (slot.result.steps, slot.result.rejected);
        let failure = f64::from(failure.code());
        let proposal = step_length::after_rejected(slot.length, factor, shrink, failure);
        if steps.saturating_add(rejected) >= attempts {
            return self.finish(lane, Outcome::StepLimit, t);
        }
        let given_up = outcome(failure::outcome_of_shortening(failure, proposal, self.slots[lane].sequence.smallest()));
        if given_up != Outcome::Completed {
            return self.finish(lane, given_up, t);
        }
        *self.control(LaneControl::Cap, lane) = 1.0;
        self.propose(lane, steps, t, proposal);
    }

    /// Notes which events change their sign within the accepted step.
    fn note_crossings(&mut self, lane: usize) {
        self.slots[lane].end_values.clear();
        self.slots[lane].pending = 0;
        for k in 0..self.directions.len() {
            let (before, after) = (*self.before(k, lane), self.after(k, lane));
            let slot = &mut self.slots[lane];
            slot.pending |= u64::from(event::crosses(self.directions[k], before, after)) << k;
            slot.end_values.push(after);
        }
    }

    /// Goes on within the accepted step: to its next event, to its next sample, to its end. `fresh` where the
    /// candidate is the end of the step.
    fn go_on(&mut self, lane: usize, fresh: bool) {
        let (length_at, time_at) = (self.shape.length(), self.shape.time());
        let t = *self.input(time_at, lane);
        let slot = &mut self.slots[lane];
        if slot.pending != 0 {
            let k = slot.pending.trailing_zeros() as usize;
            slot.pending &= slot.pending - 1;
            let (length, end_value) = (slot.length, slot.end_values[k]);
            let bracket = Bracket::new(*self.before(k, lane), length, end_value);
            let slot = &mut self.slots[lane];
            slot.mode = Mode::Locate;
            slot.location = Some(Location { event: k, bracket });
            *self.input(length_at, lane) = bracket.trial();
        } else {
            let length = slot.terminal.unwrap_or(slot.length);
            if sampling::is_within(slot.sample_time, t, length) {
                slot.mode = Mode::Sample;
                let x = slot.sample_time - t;
                *self.input(length_at, lane) = x;
            } else if fresh {
                self.commit(lane);
                return;
            } else {
                slot.mode = Mode::Commit;
                *self.input(length_at, lane) = length;
            }
        }
        // until the step is made, every attempt is for this lane alone
        *self.control(LaneControl::Left, lane) = 0.0;
    }

    /// After an attempt within the bracket of an event.
    fn locate(&mut self, lane: usize) {
        let (length_at, time_at) = (self.shape.length(), self.shape.time());
        let (x, t) = (*self.input(length_at, lane), *self.input(time_at, lane));
        let Some(Location { event, bracket }) = self.slots[lane].location else { return };
        let bracket = bracket.narrowed(x, self.after(event, lane));
        let slot = &mut self.slots[lane];
        let next = if bracket.is_located(t + slot.length) {
            slot.mode = Mode::Found;
            slot.location = None;
            slot.result.events.push(EventRecord { event, time: t + bracket.high, values: Vec::new() });
            bracket.high
        } else {
            slot.location = Some(Location { event, bracket });
            bracket.trial()
        };
        *self.input(length_at, lane) = next;
    }

    /// At the zero of the last event of the list.
    fn found(&mut self, lane: usize) {
        let (offset, t) = (*self.input(self.shape.length(), lane), *self.input(self.shape.time(), lane));
        self.want(lane, wants::EVENT, t + offset);
        let slot = &mut self.slots[lane];
        if let Some(record) = slot.result.events.last()
            && self.study.mechanism.events[record.event].terminal
        {
            slot.terminal = Some(slot.terminal.map_or(offset, |earlier| earlier.min(offset)));
        }
        self.go_on(lane, false);
    }

    /// Makes the step whose end is the candidate.
    fn commit(&mut self, lane: usize) {
        let shape = self.shape;
        let (length_at, time_at) = (shape.length(), shape.time());
        let (length, t) = (*self.input(length_at, lane), *self.input(time_at, lane));
        for i in 0..shape.state() {
            let x = *self.candidate(i, lane);
            *self.input(shape.parameters + i, lane) = x;
        }
        let slot = &mut self.slots[lane];
        slot.result.steps += 1;
        let steps = slot.result.steps;
        let time = slot.end_of_step(steps, t);
        *self.candidate(shape.state(), lane) = time;
        *self.input(time_at, lane) = time;
        *self.control(LaneControl::Count, lane) = f64::from(steps);
        self.made.lanes_mut()[lane] = 1.0;
        self.made_length.lanes_mut()[lane] = length;
        if sampling::is_at_end(self.slots[lane].sample_time, time, length) {
            self.want(lane, wants::SAMPLE, time);
        }
        let slot = &mut self.slots[lane];
        if slot.terminal.is_some() || slot.last {
            let outcome = if slot.terminal.is_some() { Outcome::Event } else { Outcome::Completed };
            slot.result.outcome = outcome;
            slot.result.time = time;
            return self.want(lane, wants::END, time);
        }
        slot.mode = Mode::Step;
        self.keep_event_values(lane);
        let mut proposal = 0.0;
        if self.adaptive {
            let (error, factor) =
                (self.step_result(StepResult::Error, lane), self.step_result(StepResult::Factor, lane));
            let errors = shape.errors();
            *self.input(errors + 1, lane) = *self.input(errors, lane);
            *self.input(errors, lane) = error;
            let [cap, largest, smallest] =
                [LaneControl::Cap, LaneControl::Largest, LaneControl::Smallest].map(|g| *self.control(g, lane));
            proposal = step_length::after_accepted(length, factor, cap, [smallest, largest]);
            *self.control(LaneControl::Cap, lane) = self.bounds.growth;
            let slot = &self.slots[lane];
            if steps.saturating_add(slot.result.rejected) >= self.bounds.attempts {
                return self.finish(lane, Outcome::StepLimit, time);
            }
        }
        self.propose(lane, steps, time, proposal);
    }

    fn keep_event_values(&mut self, lane: usize) {
        for k in 0..self.directions.len() {
            *self.before(k, lane) = self.after(k, lane);
        }
    }
}

/// The outcome of a code that was computed.
fn outcome(code: f64) -> Outcome {
    Outcome::from_code(code as u32).unwrap_or(Outcome::Invalid)
}
