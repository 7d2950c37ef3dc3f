//! What is to be done for one lane when an attempt is more than a routine one.

use super::Block;
use crate::ensemble::cpu::attempt::LaneControl;
use crate::ensemble::cpu::executor::Executor;
use crate::ensemble::cpu::pivoting::evaluate_with_pivoting;
use crate::ensemble::cpu::slot::{EndedSteps, wants};
use crate::ensemble::next_step::{AtCorner, NextCorner};
use crate::ensemble::program::{NewtonInput, StepResult};
use crate::ensemble::time_loop::{Mode, event, failure, sampling, step_length};
use crate::ensemble::{EventRecord, Outcome, StepBounds};
use crate::integrator::control;
use crate::integrator::newton::Solution;
use crate::num::LaneReal;

/// Returns of a member to an event that sets variables, without way between them, of which so many in turn are none that it goes on from.
const MOST_REPEATS: u32 = 2;

impl<R: LaneReal, E: Executor<R>> Block<'_, R, E> {
    /// Does for a lane what is more than a routine attempt.
    #[inline(never)]
    pub(super) fn take_full_attempt(&mut self, lane: usize) {
        if self.has_lost_derivatives(lane) {
            let inputs: Vec<f64> = self.executor.inputs().iter().map(|input| input.lanes()[lane]).collect();
            let results = evaluate_with_pivoting(self.study, &self.attempt, &inputs);
            results.into_iter().enumerate().for_each(|(place, x)| *self.result(place, lane) = x);
        }
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
            Mode::Part => self.inspect(lane),
            Mode::Search | Mode::Inside | Mode::Commit => self.commit(lane),
        }
    }

    /// Says whether the static order of elimination solves the step but has lost its derivatives.
    fn has_lost_derivatives(&mut self, lane: usize) -> bool {
        let shape = self.shape;
        shape.unknowns > 0
            && shape.carried() > 0
            && !failure::is_in_range(*self.candidate(shape.motion(), lane))
            && (0..shape.motion()).all(|i| failure::is_in_range(*self.candidate(i, lane)))
    }

    /// Returns the outcome of the attempt as a step: [`Outcome::Completed`] where nothing is wrong.
    fn failure(&mut self, lane: usize) -> Outcome {
        if self.shape.unknowns > 0 && *self.newton(NewtonInput::Status, lane) == Solution::Diverged.code::<f64>() {
            return Outcome::NewtonDiverged;
        }
        let integrals = self.shape.integrals();
        let mut state = (0..self.shape.motion()).filter(|i| !integrals.contains(i));
        let in_range = state.all(|i| failure::is_in_range(*self.candidate(i, lane)));
        let [first_turn, largest_turn, margin] = [StepResult::FirstTurn, StepResult::LargestTurn, StepResult::Margin]
            .map(|result| self.step_result(result, lane));
        let code = failure::outcome(in_range, first_turn, largest_turn, margin);
        if !self.shape.redundant {
            return outcome(code);
        }
        outcome(failure::outcome_of_drift(code, self.step_result(StepResult::Drift, lane)))
    }

    /// Holds where events, outputs whose extremes matter and integrals are finite after the attempt. A shorter step would
    /// not mend that.
    pub(super) fn outputs_are_in_range(&mut self, lane: usize) -> bool {
        let (events, count) = (self.attempt.monitored.events.len(), self.attempt.monitored_count());
        self.shape.integrals().all(|i| failure::is_in_range(*self.candidate(i, lane)))
            && (0..events).chain(count + events..2 * count).all(|i| failure::is_in_range(self.after(i, lane)))
    }

    fn start(&mut self, lane: usize) {
        let outcome = self.failure(lane);
        let begin = *self.input(self.shape.time(), lane);
        if outcome != Outcome::Completed {
            return self.finish(lane, outcome, begin);
        }
        if !self.outputs_are_in_range(lane) {
            return self.finish(lane, Outcome::NonFinite, begin);
        }
        if self.slots[lane].begins_anew {
            return self.look_behind(lane);
        }
        if self.slots[lane].sample_time <= begin {
            self.want(lane, wants::SAMPLE, begin);
        }
        let (events, count) = (self.attempt.monitored.events.len(), self.attempt.monitored_count());
        for i in 0..2 * count {
            *self.before(i, lane) = self.after(i, lane);
        }
        for k in 0..events {
            let (passages, rate) = (self.attempt.monitored.events[k], self.after(count + k, lane));
            *self.before(k, lane) = passages.at_start(self.after(k, lane), rate);
        }
        for e in 0..self.attempt.monitored.extremes.len() {
            let (reduction, y) = (self.attempt.monitored.extremes[e].1, self.after(count + events + e, lane));
            let [first, result] = self.attempt.kept(e);
            (*self.input(first, lane), *self.input(result, lane)) = (y, reduction.start(y));
            self.start_slopes(lane, e, y);
            if let Some([start, so_far]) = self.slots[lane].kept.get(e).copied() {
                let updated = reduction.update(start, so_far, y);
                (*self.input(first, lane), *self.input(result, lane)) = (start, updated);
            }
        }
        // what has passed before is behind
        for (k, (event, side)) in std::mem::take(&mut self.slots[lane].passed).into_iter().enumerate() {
            let value = self.after(event, lane);
            if self.study.mechanism.events[event].is_looked_for() && (k == 0 || value.abs() <= event::ZERO) {
                *self.before(event, lane) = side;
            }
        }
        // the state that steps begin at: an attempt, even of no length, may have renormalised it
        for i in 0..self.shape.state() {
            *self.candidate(i, lane) = *self.input(self.shape.parameters + i, lane);
        }
        self.slots[lane].mode = Mode::Step;
        self.propose(lane, 0, begin, self.slots[lane].first_step);
    }

    /// Decides what follows an attempt of a step.
    fn step(&mut self, lane: usize) {
        let shape = self.shape;
        let length = *self.input(shape.length(), lane);
        let t = *self.input(shape.time(), lane);
        // what routine attempts have done since
        let steps = *self.control(LaneControl::Count, lane) as u32;
        let slot = &mut self.slots[lane];
        slot.result.steps = steps;
        if self.shape.unknowns > 0 {
            *self.control(LaneControl::Solves, lane) += *self.newton(NewtonInput::Solves, lane);
            let pivoted = *self.newton(NewtonInput::Status, lane) == Solution::FoundWithPivoting.code::<f64>();
            self.slots[lane].result.newton.pivoted += u32::from(pivoted);
        }
        let slot = &mut self.slots[lane];
        let next = slot.corner.next_step(&slot.sequence, steps, t, length);
        (slot.length, slot.last, slot.at_corner) = (length, next.last, next.at_corner);
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
        self.slots[lane].part = [0.0, length];
        self.inspect(lane);
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

    /// Tells whether events end steps of a lane again and again without way between, the last one now, s.
    fn stands(&mut self, lane: usize, (event, time): (usize, f64)) -> bool {
        let EndedSteps { standing, time: before, event: last, repeats } = self.slots[lane].ended_steps;
        let standing = event::standing_after(standing, before, time);
        let repeats = if standing > 0.0 && last == event { repeats + 1 } else { 0 };
        self.slots[lane].ended_steps = EndedSteps { standing, time, event, repeats };
        // what an event sets leads back to it sooner than times tell apart, as a ball does that comes to rest: soon rounding decides where it goes
        let comes_to_rest = self.study.mechanism.events[event].sets && repeats >= MOST_REPEATS;
        standing > event::MOST_STANDING || comes_to_rest
    }

    /// Notes a side that ends the member of a lane, which has no name of its own, by where it stands: outputs are not known there.
    fn name_what_stands(&mut self, lane: usize, (event, time): (usize, f64)) {
        if self.study.mechanism.events[event].is_hidden() {
            let values = vec![f64::NAN; self.channels];
            self.slots[lane].result.events.push(EventRecord { event, time, values, slopes: Vec::new() });
        }
    }

    /// Tells whether the member of a lane has met more events up to a time, s, than it may.
    fn met_too_many(&self, lane: usize, time: f64) -> bool {
        let (events, limit) = (&self.slots[lane].result.events, self.study.method.event_limit);
        events.len() > limit && events.iter().filter(|record| record.time <= time).count() > limit
    }

    /// Makes the step whose end is the candidate.
    pub(super) fn commit(&mut self, lane: usize) {
        let shape = self.shape;
        let (length_at, time_at) = (shape.length(), shape.time());
        let (length, t) = (*self.input(length_at, lane), *self.input(time_at, lane));
        let held = self.sides_before(lane);
        self.rest_at_sides(lane, t, &held);
        for i in 0..shape.state() {
            *self.input(shape.parameters + i, lane) = *self.candidate(i, lane);
        }
        let slot = &mut self.slots[lane];
        slot.result.steps += u32::from(!matches!(slot.at_corner, Some(AtCorner::Part | AtCorner::HalfWay)));
        let steps = slot.result.steps;
        let time = slot.end_of_step(steps, t);
        *self.candidate(shape.state(), lane) = time;
        *self.input(time_at, lane) = time;
        *self.control(LaneControl::Count, lane) = f64::from(steps);
        if sampling::is_at_end(self.slots[lane].sample_time, time, length) {
            self.want(lane, wants::SAMPLE, time);
        }
        let ending = self.slots[lane].ending.take().map(|ending| ending.event);
        if let Some(event) = ending {
            self.go_on_from_sides(lane, Some(event));
            if self.stands(lane, (event, time)) {
                self.name_what_stands(lane, (event, time));
                return self.finish(lane, Outcome::EventLimit, time);
            }
            if !self.study.mechanism.events[event].is_hidden() {
                let moved = self.moved_at_candidate(lane, event);
                self.note_event(lane, (event, time), self.or_before(lane, moved));
            }
        }
        if self.met_too_many(lane, time) {
            return self.finish(lane, Outcome::EventLimit, time);
        }
        let slot = &mut self.slots[lane];
        if slot.terminal.is_some() || slot.last {
            let outcome = if slot.terminal.is_some() { Outcome::Event } else { Outcome::Completed };
            (slot.result.outcome, slot.result.time) = (outcome, time);
            slot.wanted_slopes = slot.terminal_slopes.take();
            return self.want(lane, wants::END, time);
        }
        slot.mode = Mode::Step;
        let has_looked = slot.corner.looks_behind;
        slot.corner.advance(slot.at_corner, (t, length), self.study.looks_behind_corners());
        if NextCorner::is_passed(slot.at_corner) {
            self.look_for_corner(lane, time);
            if self.study.is_implicit() {
                self.move_with_jump(lane, time);
                let Some(has_passed) = self.take_passed_sides(lane, (time, ending), &held) else {
                    return self.finish(lane, Outcome::EventLimit, time);
                };
                if self.take_sides_behind(lane, time) || has_passed || self.study.begins_anew() {
                    return self.begin_anew(lane, time);
                }
                if self.study.watches_kinks() {
                    // the rates before the corner are none of what follows
                    let (events, count) = (self.attempt.monitored.events.len(), self.attempt.monitored_count());
                    (events..count).for_each(|rate| *self.before(rate, lane) = 0.0);
                }
            }
        }
        if let Some(event) = ending.filter(|_| self.study.is_implicit()) {
            if !self.move_with_side(lane, (time, event), &held) {
                return self.finish(lane, Outcome::EventLimit, time);
            }
            let moved = self.moved_at_candidate(lane, event);
            self.slots[lane].moved_anew = self.or_before(lane, moved);
            return self.begin_anew(lane, time);
        }
        let proposal = if self.adaptive { self.proposal(lane, length) } else { 0.0 };
        if self.is_to_be_set(lane) {
            let ending = ending.or_else(|| self.note_passed(lane, time).filter(|_| has_looked));
            return self.set_variables(lane, (t, time), (ending, has_looked), proposal);
        }
        if self.adaptive && steps.saturating_add(self.slots[lane].result.rejected) >= self.bounds.attempts {
            return self.finish(lane, Outcome::StepLimit, time);
        }
        self.go_on_with(lane, (steps, time), proposal);
    }

    /// Returns how long the next adaptive step of a lane is to be, s, after one of that length, s, that is accepted.
    fn proposal(&mut self, lane: usize, length: f64) -> f64 {
        let (error, factor) = (self.step_result(StepResult::Error, lane), self.step_result(StepResult::Factor, lane));
        let errors = self.shape.errors();
        *self.input(errors + 1, lane) = *self.input(errors, lane);
        *self.input(errors, lane) = error;
        let [cap, largest, smallest] =
            [LaneControl::Cap, LaneControl::Largest, LaneControl::Smallest].map(|g| *self.control(g, lane));
        *self.control(LaneControl::Cap, lane) = self.bounds.growth;
        let slot = &mut self.slots[lane];
        let uncut = std::mem::take(&mut slot.uncut);
        let proposal = step_length::after_accepted(length, factor, cap, [smallest, largest]).max(uncut);
        if slot.corner.looks_behind {
            // the next step is short, and the one behind it need not be
            slot.uncut = proposal;
        }
        proposal
    }
}

/// Returns the outcome of a code that was computed.
fn outcome(code: f64) -> Outcome {
    Outcome::from_code(code as u32).unwrap_or(Outcome::Invalid)
}
