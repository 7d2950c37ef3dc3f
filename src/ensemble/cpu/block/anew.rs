//! Members that begin anew behind corners: see [`crate::ensemble::Study::begins_anew`].

use super::Block;
use crate::ensemble::cpu::attempt::LaneControl;
use crate::ensemble::cpu::executor::Executor;
use crate::ensemble::program::NewtonInput;
use crate::ensemble::start::FirstStep;
use crate::ensemble::time_loop::Mode;
use crate::ensemble::{Outcome, StepSequence};
use crate::integrator::newton::Solution;
use crate::num::LaneReal;

impl<R: LaneReal, E: Executor<R>> Block<'_, R, E> {
    /// Has the derivatives of a lane take notice of a corner that its step has ended at, at a time, s, and that moves.
    pub(super) fn move_with_jump(&mut self, lane: usize, time: f64) {
        let (parameters, states) = (self.parameters(lane), self.shape.parameters..self.shape.time());
        let mut state: Vec<f64> = states.clone().map(|place| *self.input(place, lane)).collect();
        self.study.move_with_jump(&parameters, (time, self.slots[lane].corner.gap), &mut state);
        states.zip(state).for_each(|(place, x)| *self.input(place, lane) = x);
    }

    /// Begins anew where a step of a lane has ended at a corner, at a time, s.
    pub(super) fn begin_anew(&mut self, lane: usize, time: f64) {
        let (parameters, states) = (self.parameters(lane), self.shape.parameters..self.shape.time());
        let state: Vec<f64> = states.clone().map(|place| *self.input(place, lane)).collect();
        let slot = &self.slots[lane];
        let here = (time, slot.corner.gap);
        let (steps, attempts) = (slot.result.steps, slot.result.steps.saturating_add(slot.result.rejected));
        if self.adaptive && attempts >= self.bounds.attempts {
            return self.finish(lane, Outcome::StepLimit, time);
        }
        let first = match &slot.sequence {
            StepSequence::Fixed(_) => FirstStep::Given(slot.corner.next_step(&slot.sequence, steps, time, 0.0).length),
            StepSequence::Adaptive(_) => self.study.first_step(&parameters, &slot.sequence),
        };
        let (state, step) = match self.study.anew(&parameters, (here, &state), first) {
            Ok(found) => found,
            Err(outcome) => return self.finish(lane, outcome, time),
        };
        if !state[..self.shape.motion()].iter().all(|x| x.abs() < Outcome::STATE_LIMIT) {
            return self.finish(lane, Outcome::NonFinite, time);
        }
        states.zip(state).for_each(|(place, x)| *self.input(place, lane) = x + 0.0);
        let errors = self.shape.errors();
        [errors, errors + 1].into_iter().for_each(|place| *self.input(place, lane) = 1.0);
        *self.control(LaneControl::Cap, lane) = self.bounds.growth;
        let slot = &mut self.slots[lane];
        slot.first_step = match &slot.sequence {
            StepSequence::Fixed(_) => step,
            StepSequence::Adaptive(limits) => limits.within(step),
        };
        slot.uncut = 0.0;
        if !self.study.monitors() {
            return self.propose(lane, steps, time, self.slots[lane].first_step);
        }
        // what is monitored may have jumped: it is looked at by an attempt of no length
        let slot = &mut self.slots[lane];
        slot.mode = Mode::Start;
        slot.begins_anew = true;
        let (length, looked_at) = (self.shape.length(), slot.sequence.first_look(slot.first_step));
        *self.input(length, lane) = 0.0;
        *self.control(LaneControl::Left, lane) = 0.0;
        for place in self.shape.unknowns() {
            *self.input(place, lane) = 0.0;
        }
        *self.newton(NewtonInput::Status, lane) = Solution::Found.code();
        *self.newton(NewtonInput::Length, lane) = looked_at;
    }

    /// Takes what an attempt of no length has seen behind a corner: values of outputs whose extremes matter. Events have the sides that
    /// they had before it.
    pub(super) fn look_behind(&mut self, lane: usize) {
        self.slots[lane].begins_anew = false;
        let (events, count) = (self.attempt.monitored.events.len(), self.attempt.monitored_count());
        let after: Vec<f64> = (0..self.attempt.monitored.numbers()).map(|i| self.after(i, lane)).collect();
        for (i, after) in after.iter().enumerate().take(2 * count).skip(events) {
            *self.before(i, lane) = *after;
        }
        let begin = after[count + events..2 * count].to_vec();
        self.take_end_of_part(lane, &begin, &after, false);
        for i in 0..self.shape.state() {
            *self.candidate(i, lane) = *self.input(self.shape.parameters + i, lane);
        }
        self.slots[lane].mode = Mode::Step;
        let (steps, time) = (self.slots[lane].result.steps, *self.input(self.shape.time(), lane));
        self.propose(lane, steps, time, self.slots[lane].first_step);
    }
}
