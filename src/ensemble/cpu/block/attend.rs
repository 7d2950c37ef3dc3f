//! What is to be done for one lane when an attempt is more than a plain step.

use super::Block;
use crate::ensemble::cpu::executor::Executor;
use crate::ensemble::cpu::round::Gauge;
use crate::ensemble::cpu::slot::{Bracket, Mode, wants};
use crate::ensemble::program::StepResult;
use crate::ensemble::{EventRecord, Outcome, StepBounds};
use crate::num::{LaneReal, series};

impl<R: LaneReal, E: Executor<R>> Block<'_, R, E> {
    /// Does for a lane what is more than a plain step.
    #[inline(never)]
    pub(super) fn attend(&mut self, lane: usize) {
        match self.slots[lane].mode {
            Mode::Idle => {}
            Mode::Start => self.start(lane),
            Mode::Step => self.step(lane),
            Mode::Locate => self.locate(lane),
            Mode::Sample => {
                self.want(lane, wants::SAMPLE, self.slots[lane].sample_time);
                self.go_on(lane, false);
            }
            Mode::Commit => self.commit(lane),
        }
    }

    /// What is wrong with the attempt, if anything.
    fn failure(&mut self, lane: usize) -> Option<Outcome> {
        let n = self.shape.state();
        let too_far = |turn: f64| turn > series::HALF_TURN;
        let mut is_finite = (0..n).all(|i| self.candidate(i, lane).abs() < Outcome::STATE_LIMIT);
        is_finite &= (0..self.round.events()).all(|k| self.after(k, lane).abs() < Outcome::STATE_LIMIT);
        if too_far(self.step_result(StepResult::FirstTurn, lane)) {
            Some(Outcome::IncrementTooLarge)
        } else if self.step_result(StepResult::Margin, lane) <= Outcome::SINGULAR_MARGIN {
            Some(Outcome::Singular)
        } else if !is_finite {
            Some(Outcome::NonFinite)
        } else if too_far(self.step_result(StepResult::LargestTurn, lane)) {
            Some(Outcome::IncrementTooLarge)
        } else {
            None
        }
    }

    fn start(&mut self, lane: usize) {
        if let Some(outcome) = self.failure(lane) {
            return self.finish(lane, outcome, 0.0);
        }
        if self.reductions.is_some() {
            self.want(lane, wants::START, 0.0);
        }
        if self.slots[lane].sample_time == 0.0 {
            self.want(lane, wants::SAMPLE, 0.0);
        }
        self.keep_event_values(lane);
        self.slots[lane].mode = Mode::Step;
        self.propose(lane, 0, 0.0, self.slots[lane].first_step);
    }

    /// After an attempt of a step.
    fn step(&mut self, lane: usize) {
        let shape = self.shape;
        let length = *self.input(shape.length(), lane);
        let t = *self.input(shape.time(), lane);
        // what plain steps have done since
        let steps = *self.gauge(Gauge::Count, lane) as u32;
        let slot = &mut self.slots[lane];
        slot.result.steps = steps;
        (slot.length, slot.last) = (length, slot.pace.step_length(steps, t, length).1);
        let failure = self.failure(lane);
        if self.adaptive {
            let error = self.step_result(StepResult::Error, lane);
            let accepted = failure.is_none() && error <= 1.0;
            if !accepted {
                return self.reject(lane, t, failure);
            }
        } else if let Some(outcome) = failure {
            self.slots[lane].result.steps = steps + 1;
            let time = self.slots[lane].end_of_step(steps + 1, t);
            return self.finish(lane, outcome, time);
        }
        self.note_crossings(lane);
        self.go_on(lane, true);
    }

    fn reject(&mut self, lane: usize, t: f64, failure: Option<Outcome>) {
        let StepBounds { attempts, shrink, .. } = self.bounds;
        let factor = self.step_result(StepResult::Factor, lane);
        // written so that a factor that is not a number shrinks as well
        let factor = if failure.is_none() && factor < 1.0 { factor.max(shrink) } else { shrink };
        let slot = &mut self.slots[lane];
        slot.result.rejected += 1;
        let (steps, rejected) = (slot.result.steps, slot.result.rejected);
        let proposal = slot.length * factor;
        if steps.saturating_add(rejected) >= attempts {
            return self.finish(lane, Outcome::StepLimit, t);
        }
        if proposal < self.slots[lane].pace.smallest() {
            let singular = failure == Some(Outcome::Singular);
            return self.finish(lane, if singular { Outcome::Singular } else { Outcome::StepTooSmall }, t);
        }
        *self.gauge(Gauge::Cap, lane) = 1.0;
        self.propose(lane, steps, t, proposal);
    }

    /// Notes which events change their sign within the accepted step.
    fn note_crossings(&mut self, lane: usize) {
        self.slots[lane].end_values.clear();
        self.slots[lane].pending = 0;
        for k in 0..self.directions.len() {
            let (g0, g1) = (*self.before(k, lane), self.after(k, lane));
            let (rising, falling) = (g0 < 0.0 && g1 >= 0.0, g0 > 0.0 && g1 <= 0.0);
            let slot = &mut self.slots[lane];
            slot.pending |= u64::from(self.directions[k].of(rising, falling)) << k;
            slot.end_values.push(g1);
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
            let bracket = Bracket::new(k, *self.before(k, lane), length, end_value);
            let slot = &mut self.slots[lane];
            slot.mode = Mode::Locate;
            let x = bracket.next();
            slot.bracket = Some(bracket);
            *self.input(length_at, lane) = x;
        } else {
            let length = slot.terminal.unwrap_or(slot.length);
            if slot.sample_time < t + length * (1.0 - 1e-9) {
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
        *self.gauge(Gauge::Left, lane) = 0.0;
    }

    /// After an attempt within the bracket of an event.
    fn locate(&mut self, lane: usize) {
        let (length_at, time_at) = (self.shape.length(), self.shape.time());
        let (x, t) = (*self.input(length_at, lane), *self.input(time_at, lane));
        let Some(mut bracket) = self.slots[lane].bracket.take() else {
            // the candidate is the state at the zero
            return self.found(lane, x, t + x);
        };
        bracket.take(x, self.after(bracket.event, lane));
        let width = 2.0 * f64::EPSILON * (t + self.slots[lane].length);
        if let Some(b) = bracket.located(width) {
            self.slots[lane].result.events.push(EventRecord { event: bracket.event, time: t + b, values: Vec::new() });
            *self.input(length_at, lane) = b;
        } else {
            *self.input(length_at, lane) = bracket.next();
            self.slots[lane].bracket = Some(bracket);
        }
    }

    /// At the zero of the last event of the list.
    fn found(&mut self, lane: usize, offset: f64, time: f64) {
        self.want(lane, wants::EVENT, time);
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
        *self.gauge(Gauge::Count, lane) = f64::from(steps);
        self.made.lanes_mut()[lane] = 1.0;
        self.made_length.lanes_mut()[lane] = length;
        if self.slots[lane].sample_time <= time + 1e-9 * length {
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
            let [cap, largest, smallest] = [Gauge::Cap, Gauge::Largest, Gauge::Smallest].map(|g| *self.gauge(g, lane));
            let next = (length * factor.min(cap)).min(largest);
            proposal = next.max(smallest);
            *self.gauge(Gauge::Cap, lane) = self.bounds.growth;
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
