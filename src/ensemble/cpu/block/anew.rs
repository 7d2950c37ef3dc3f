//! Members that begin anew behind corners: see [`crate::ensemble::Study::begins_anew`].

use super::Block;
use super::slopes::Moved;
use crate::ensemble::cpu::attempt::LaneControl;
use crate::ensemble::cpu::executor::Executor;
use crate::ensemble::cpu::slot::wants;
use crate::ensemble::program::NewtonInput;
use crate::ensemble::start::FirstStep;
use crate::ensemble::time_loop::{Mode, corner, event, sensitivity};
use crate::ensemble::{Outcome, StepSequence};
use crate::integrator::newton::Solution;
use crate::num::LaneReal;
use std::ops::Range;

impl<R: LaneReal, E: Executor<R>> Block<'_, R, E> {
    /// Has the derivatives of a lane take notice of a corner that its step has ended at, at a time, s, and that moves.
    pub(super) fn move_with_jump(&mut self, lane: usize, time: f64) {
        let (parameters, states) = (self.parameters(lane), self.shape.parameters..self.shape.time());
        let mut state: Vec<f64> = states.clone().map(|place| *self.input(place, lane)).collect();
        self.study.move_with_jump(&parameters, (time, self.slots[lane].corner.gap), &mut state);
        states.zip(state).for_each(|(place, x)| *self.input(place, lane) = x);
    }

    /// Returns the sides that are held in the step of a lane, where an implicit method has to know them behind it.
    pub(super) fn sides_before(&mut self, lane: usize) -> Vec<f64> {
        match self.study.is_implicit() && self.slots[lane].ending.is_some() {
            true => self.places_of_sides().map(|place| *self.input(place, lane)).collect(),
            false => Vec::new(),
        }
    }

    /// Has events go on from the sides that are held behind the end of the step of a lane: hidden ones, and the one that it is at, if at one.
    pub(super) fn go_on_from_sides(&mut self, lane: usize, ending: Option<usize>) {
        let (mechanism, first) = (&self.study.mechanism, self.places_of_sides().start);
        let goes_on = |k: usize| Some(k) == ending || mechanism.events[k].is_hidden();
        for (k, event) in mechanism.events.iter().enumerate().filter(|(k, _)| goes_on(*k)) {
            if let Some(side) = event.side().filter(|_| self.study.held_sides() > 0) {
                let after = [self.after(k, lane), self.after(self.attempt.monitored_count() + k, lane)];
                let held = *self.input(first + side, lane);
                *self.before(k, lane) = event::kept_of_side(after, held, mechanism.sides[side].is_whole);
            }
        }
    }

    /// Has what has come to where it switches at the end of the step of a lane from a time `t` on, s, if it ends at an event, and does not move on, rest
    /// there: the sides before the end of the step of an implicit method are these.
    pub(super) fn rest_at_sides(&mut self, lane: usize, t: f64, held: &[f64]) {
        let Some(time) = self.slots[lane].ending.as_ref().map(|ending| t + ending.offset) else { return };
        let (study, sides) = (self.study, self.shape.sides(self.study));
        if study.is_implicit() {
            let mut state: Vec<f64> = (0..self.shape.motion()).map(|i| *self.candidate(i, lane)).collect();
            study.rest_behind((&self.parameters(lane), time), held, &mut state);
            sides.for_each(|place| *self.candidate(place, lane) = state[place]);
            return;
        }
        let count = self.attempt.monitored_count();
        for (event, side) in study.may_rest() {
            let at = sides.start + side;
            let there = [self.after(event, lane), self.after(count + event, lane)];
            let beside = [*self.input(self.shape.parameters + at, lane), *self.candidate(at, lane)];
            *self.candidate(at, lane) = event::at_rest_behind(beside, there, study.mechanism.sides[side].is_whole);
        }
    }

    /// Returns the places of the sides among the inputs.
    pub(super) fn places_of_sides(&self) -> Range<usize> {
        let Range { start, end } = self.shape.sides(self.study);
        self.shape.parameters + start..self.shape.parameters + end
    }

    /// Has the derivatives of a lane take notice of sides that have changed at the end of its step, at a time, s, with an event; these have
    /// been the sides before. Tells whether the member goes on: not where events set each other's variables without end.
    pub(super) fn move_with_side(&mut self, lane: usize, (time, event): (f64, usize), held: &[f64]) -> bool {
        let (study, places) = (self.study, self.places_of_sides());
        if self.shape.carried() == 0 && !study.mechanism.has_resets() {
            return true;
        }
        let behind: Vec<f64> = places.clone().map(|place| *self.input(place, lane)).collect();
        let all = study.one_by_one((Some(event), held, &behind), |event| self.passes_by_itself(lane, event));
        let mut held = held;
        all.iter().all(|(event, behind)| {
            places.clone().zip(behind).for_each(|(place, side)| *self.input(place, lane) = *side);
            let before = std::mem::replace(&mut held, behind);
            event.is_none_or(|event| self.move_with_changes(lane, (time, event), [before, behind]))
        })
    }

    fn move_with_changes(&mut self, lane: usize, (time, event): (f64, usize), [held, behind]: [&[f64]; 2]) -> bool {
        let mut sides = self.study.mechanism.sides.iter().zip(held.iter().zip(behind));
        if !sides.any(|(side, (before, behind))| before != behind && self.study.bends_at(side)) {
            return true;
        }
        // the time need not be among the directions
        let rate = self.after(self.attempt.monitored_count() + event, lane);
        let slopes: Vec<f64> =
            self.attempt.monitored.event_slopes(event).map(|place| self.after(place, lane)).collect();
        let slopes = slopes.iter().take(self.shape.carried());
        let moved: Vec<f64> = slopes.map(|slope| sensitivity::moved_zero(*slope, rate)).collect();
        let parameters = self.parameters(lane);
        self.move_from_sides(lane, (&parameters, time), (held, Some(event)), &moved)
    }

    /// Has the derivatives of a lane take notice of sides that change at a time, s, which moves so with the directions of the study; these
    /// have been the sides before, and the step has ended at that event, if at one. Tells whether the member goes on.
    fn move_from_sides(
        &mut self,
        lane: usize,
        here: (&[f64], f64),
        (held, ending): (&[f64], Option<usize>),
        moved: &[f64],
    ) -> bool {
        let (states, sides) = (self.shape.parameters..self.shape.time(), self.places_of_sides());
        let mut state: Vec<f64> = states.clone().map(|place| *self.input(place, lane)).collect();
        let mut before = state.clone();
        before[sides.start - states.start..sides.end - states.start].copy_from_slice(held);
        let passed = self.study.move_with_side(here, &before, moved, &mut state);
        states.zip(state).for_each(|(place, x)| *self.input(place, lane) = x);
        let Some(mut passed) = passed else { return false };
        if let Some(own) = passed.iter().position(|event| Some(*event) == ending) {
            passed.remove(own);
        }
        passed.into_iter().for_each(|event| self.note_event(lane, (event, here.1), moved.to_vec()));
        true
    }

    /// Returns the sides that a lane holds, and those that hold from a time, s, on.
    pub(super) fn sides_behind(&mut self, lane: usize, time: f64) -> [Vec<f64>; 2] {
        let motion = self.shape.parameters..self.shape.parameters + self.shape.coordinates + self.shape.velocities;
        let state: Vec<f64> = motion.map(|place| *self.input(place, lane)).collect();
        let held = self.places_of_sides().map(|place| *self.input(place, lane)).collect();
        [held, self.study.sides_at(&self.parameters(lane), time, state.split_at(self.shape.coordinates))]
    }

    /// Takes the sides that hold behind a corner that a step of a lane has ended at, at a time, s; tells whether one has changed.
    pub(super) fn take_sides_behind(&mut self, lane: usize, time: f64) -> bool {
        let places = self.places_of_sides();
        if places.is_empty() {
            return false;
        }
        let parameters = self.parameters(lane);
        let [held, found] = self.sides_behind(lane, time);
        if found == held {
            return false;
        }
        places.zip(&found).for_each(|(place, side)| *self.input(place, lane) = *side);
        if self.shape.carried() > 0 || self.study.mechanism.has_resets() {
            let moved = self.study.moved_with_corner(&parameters, (time, self.slots[lane].corner.gap));
            if !self.move_from_sides(lane, (&parameters, time), (&held, None), &moved) {
                self.finish(lane, Outcome::EventLimit, time);
            }
        }
        true
    }

    /// Goes on with the next step of a lane, after so many at a time (s): anew where equal steps are not as long as the last one and the method
    /// needs that.
    pub(super) fn go_on_with(&mut self, lane: usize, (steps, time): (u32, f64), proposal: f64) {
        let slot = &self.slots[lane];
        let next = slot.corner.next_step(&slot.sequence, steps, time, proposal).length;
        let is_other = (next - slot.length).abs() > corner::SAME_LENGTH * slot.sequence.step();
        if is_other && !self.adaptive && self.study.begins_anew_with_length() {
            return self.begin_anew(lane, time);
        }
        self.propose(lane, steps, time, proposal);
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

    /// Returns the events whose sides are marked in a lane of an explicit method: they set variables where the next step begins.
    pub(super) fn marked_events(&mut self, lane: usize) -> Vec<usize> {
        if self.study.is_implicit() || !self.study.mechanism.has_resets() {
            return Vec::new();
        }
        let first = self.shape.parameters + self.shape.coordinates;
        let inputs = self.executor.inputs();
        self.study.marked_events(|place| inputs[first + place].lanes()[lane])
    }

    /// Tells whether the step of a lane has ended at an event that sets variables where the next step of an explicit method begins.
    pub(super) fn is_to_be_set(&mut self, lane: usize) -> bool {
        !self.marked_events(lane).is_empty()
    }

    /// Notes the events of a lane whose sides are marked at a time, s, but for the one that the step has ended at, if it has.
    fn note_marked(&mut self, lane: usize, time: f64, ending: Option<usize>) {
        for event in self.marked_events(lane).into_iter().filter(|event| Some(*event) != ending) {
            let moved = self.slots[lane].moved_anew.clone();
            self.note_event(lane, (event, time), moved);
        }
    }

    /// Has an attempt of no length set the variables of a lane and look at what there is then, behind a step from one time to another, s, that has
    /// ended at an event, if at one, or looked behind a corner; a step follows that is so long, s, where steps are adaptive.
    pub(super) fn set_variables(
        &mut self,
        lane: usize,
        (begin, time): (f64, f64),
        (ending, has_looked): (Option<usize>, bool),
        proposal: f64,
    ) {
        let gap = self.slots[lane].corner.gap;
        self.slots[lane].moved_anew = match ending {
            Some(event) => {
                let moved = self.moved_at_candidate(lane, event);
                self.or_before(lane, moved)
            }
            // what passes behind a corner moves with it
            None if has_looked => self.study.moved_with_any_corner(&self.parameters(lane), (begin, gap)),
            None => Vec::new(),
        };
        self.note_marked(lane, time, ending);
        let slot = &mut self.slots[lane];
        (slot.mode, slot.begins_anew, slot.first_step) = (Mode::Start, true, proposal);
        slot.turns = 0;
        *self.input(self.shape.length(), lane) = 0.0;
        *self.control(LaneControl::Left, lane) = 0.0;
    }

    /// Turns the sides of events that have passed back where what these have set leads back: the ball has touched the ground, and is above it. The
    /// last attempt has seen these values and rates of events, at a time, s.
    fn turn_back(&mut self, lane: usize, time: f64, after: &[f64]) {
        let (mechanism, first) = (&self.study.mechanism, self.places_of_sides().start);
        let count = self.attempt.monitored_count();
        for (k, event) in mechanism.events.iter().enumerate() {
            let Some(side) = event.side() else { continue };
            let (value, rate, held) = (after[k], after[count + k], *self.input(first + side, lane));
            let mut now = self.slots[lane].result.events.iter().rev().take_while(|record| record.time == time);
            let has_passed = event.sets && now.any(|record| record.event == k);
            if has_passed && is_at_zero([value, rate], time) && held * rate < 0.0 {
                *self.input(first + side, lane) = -held;
            }
            let held = *self.input(first + side, lane);
            *self.before(k, lane) = event::kept_of_side([value, rate], held, mechanism.sides[side].is_whole);
        }
    }

    /// Gives the candidate of a lane its derivatives by the time, which what an implicit method begins anew with has not.
    fn move_with_time(&mut self, lane: usize, time: f64) {
        if !self.study.is_implicit() || self.shape.directions == self.shape.carried() {
            return;
        }
        let parameters = self.parameters(lane);
        let state: Vec<f64> = (0..self.shape.motion()).map(|i| *self.candidate(i, lane)).collect();
        let places = self.shape.derivatives(self.shape.carried());
        let rates = self.study.rates_of((&parameters, time), &state);
        places.zip(rates).for_each(|(place, rate)| *self.candidate(place, lane) = rate);
    }

    /// Takes what an attempt of no length has seen behind a corner: events that have passed by a jump, one after the other by such attempts,
    /// then values of outputs whose extremes matter.
    pub(super) fn look_behind(&mut self, lane: usize) {
        let (events, count) = (self.attempt.monitored.events.len(), self.attempt.monitored_count());
        let after: Vec<f64> = (0..self.attempt.monitored.numbers()).map(|i| self.after(i, lane)).collect();
        let is_set = self.is_to_be_set(lane);
        for i in 0..self.shape.state() {
            match is_set {
                true => *self.input(self.shape.parameters + i, lane) = *self.candidate(i, lane),
                false => *self.candidate(i, lane) = *self.input(self.shape.parameters + i, lane),
            }
        }
        let (steps, time) = (self.slots[lane].result.steps, *self.input(self.shape.time(), lane));
        if is_set && self.is_to_be_set(lane) {
            // what has been set makes other events pass, by another such attempt
            self.slots[lane].turns += 1;
            if f64::from(self.slots[lane].turns) > event::MOST_STANDING {
                return self.finish(lane, Outcome::EventLimit, time);
            }
            return self.note_marked(lane, time, None);
        }
        let moved = self.moved_with_corner(lane, false);
        let all: Vec<f64> = (0..count).map(|i| *self.before(i, lane)).collect();
        let (study, monitored) = (self.study, &self.attempt.monitored);
        let passes = |k: &usize| {
            // those of sides have been noted where these have changed
            !study.mechanism.events[*k].is_of_side() && monitored.events[*k].crosses(all[*k], after[*k])
        };
        if let Some(event) = (0..events).find(passes) {
            let before = self.before(event, lane);
            *before = event::kept_behind(*before, after[event], true);
            let slopes = match &moved {
                Moved::WithJump(slopes, _) => slopes.clone(),
                _ => self.moved(event, &after),
            };
            self.note_event(lane, (event, time), slopes.clone());
            if study.mechanism.events[event].terminal {
                self.move_with_time(lane, time);
                self.take_end_of_part(lane, &after[count + events..2 * count], &after, &moved);
                let slot = &mut self.slots[lane];
                slot.ended_by = Some((event, after[event].signum() * event::SIDE));
                (slot.result.outcome, slot.result.time) = (Outcome::Event, time);
                slot.wanted_slopes = Some(slopes);
                self.want(lane, wants::END, time);
            }
            return;
        }
        for (i, after) in after.iter().enumerate().take(2 * count) {
            *self.before(i, lane) = if i < events { event::kept(all[i], *after) } else { *after };
        }
        match self.study.mechanism.has_resets() {
            true => self.turn_back(lane, time, &after),
            // constraints may have brought what has changed its side to the other one
            false => self.go_on_from_sides(lane, None),
        }
        self.take_end_of_part(lane, &after[count + events..2 * count], &after, &moved);
        let slot = &mut self.slots[lane];
        (slot.begins_anew, slot.moved_anew, slot.mode) = (false, Vec::new(), Mode::Step);
        self.propose(lane, steps, time, self.slots[lane].first_step);
    }
}

/// Tells whether a value that changes at a rate is zero at a time, s, but for rounding.
fn is_at_zero([value, rate]: [f64; 2], time: f64) -> bool {
    let way = (value / rate).abs();
    way.is_finite() && event::standing_after(0.0, time, time + way) > 0.0
}
