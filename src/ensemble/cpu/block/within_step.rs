//! What is looked for within an accepted step of a lane: events, extremes, samples.

use super::Block;
use super::slopes::Moved;
use crate::ensemble::EventRecord;
use crate::ensemble::Outcome;
use crate::ensemble::cpu::attempt::LaneControl;
use crate::ensemble::cpu::executor::Executor;
use crate::ensemble::cpu::slot::{Ending, KinkSides, Location, wants};
use crate::ensemble::next_step::AtCorner;
use crate::ensemble::program::NewtonInput;
use crate::ensemble::study::Beside;
use crate::ensemble::time_loop::event::{self, Bracket};
use crate::ensemble::time_loop::monitored::Part;
use crate::ensemble::time_loop::{Mode, corner, failure, monitored, sampling};
use crate::integrator::newton::Solution;
use crate::num::LaneReal;

impl<R: LaneReal, E: Executor<R>> Block<'_, R, E> {
    /// Decides what follows an attempt that ends where a part of the accepted step ends: notes what happens within it,
    /// or halves it.
    pub(super) fn inspect(&mut self, lane: usize) {
        if !self.outputs_are_in_range(lane) {
            let t = *self.input(self.shape.time(), lane);
            let slot = &mut self.slots[lane];
            slot.result.steps += 1;
            let time = slot.end_of_step(slot.result.steps, t);
            return self.finish(lane, Outcome::NonFinite, time);
        }
        let (events, count) = (self.attempt.monitored.events.len(), self.attempt.monitored_count());
        let slot = &mut self.slots[lane];
        let (mut after, mut pending) = (std::mem::take(&mut slot.end_values), std::mem::take(&mut slot.pending));
        after.clear();
        after.extend((0..self.attempt.monitored.numbers()).map(|i| self.after(i, lane)));
        pending.clear();
        let [from, to] = self.slots[lane].part;
        let (mut hidden, mut returns) = (false, false);
        let (terminal, ending) = (self.slots[lane].terminal.is_some(), self.slots[lane].ending.is_some());
        // a jump hides nothing, and outputs have their extremes on one of its sides
        let slot = &self.slots[lane];
        let is_jump = slot.corner.looks_behind || slot.ending.is_some_and(|ending| ending.before <= from);
        // what comes after a terminal event, or one that ends the step, does not count
        for at in 0..count {
            let k = self.attempt.monitored.search_order[at];
            if k < events && (terminal || ending && self.attempt.monitored.ends_step(k)) || k >= events && is_jump {
                continue;
            }
            // behind a corner sides are taken as they are
            if k < events && self.slots[lane].corner.looks_behind && self.study.mechanism.events[k].is_of_side() {
                continue;
            }
            let part = self.part(k, lane, &after, to - from);
            returns |= k < events && part.returns();
            let (hides, happens) = match self.attempt.monitored.events.get(k) {
                Some(passages) => (part.hides_passages(), passages.crosses(part.begin[0], part.end[0])),
                None => {
                    let (_, reduction) = self.attempt.monitored.extremes[k - events];
                    let kept = self.kept(k - events, lane);
                    let hides = self.attempt.sees_hidden_extremes && part.hides_extremes(reduction, kept);
                    (hides, part.has_extreme(reduction, kept))
                }
            };
            hidden |= hides;
            pending.extend(happens.then_some(k));
        }
        let (length, t) = (self.slots[lane].length, *self.input(self.shape.time(), lane));
        let can_be_halved =
            monitored::can_be_halved(to - from, length) || returns && monitored::shortest(t + length) < to - from;
        if hidden && !is_jump && can_be_halved {
            let slot = &mut self.slots[lane];
            (slot.end_values, slot.pending) = (after, pending);
            return self.look_at(lane, [from, monitored::middle(from, to)]);
        }
        let is_clear = pending.is_empty() && self.short_of_ending(lane).is_none();
        let end_state = self.state_beside(lane);
        let slot = &mut self.slots[lane];
        (slot.end_values, slot.end_state, slot.pending) = (after, end_state, pending);
        if is_clear { self.end_part(lane, true) } else { self.search(lane) }
    }

    /// Returns a part of the accepted step of a lane, of that length, s, as number `k` of what is monitored sees it, with these values at its end.
    pub(super) fn part(&mut self, k: usize, lane: usize, after: &[f64], length: f64) -> Part<f64> {
        let places = self.attempt.value_and_rate(k);
        Part { begin: places.map(|place| *self.before(place, lane)), end: places.map(|place| after[place]), length }
    }

    /// Returns the state at the candidate, where an implicit method may have to tell from it how outputs change beside a jump.
    fn state_beside(&mut self, lane: usize) -> Vec<f64> {
        let slot = &self.slots[lane];
        let may_jump = slot.ending.is_some() || slot.at_corner.is_some();
        if !may_jump || !self.study.is_implicit() || self.shape.carried() == 0 {
            return Vec::new();
        }
        (0..self.shape.motion()).map(|i| *self.candidate(i, lane)).collect()
    }

    /// Makes the end of a part of the accepted step the next thing to see.
    fn look_at(&mut self, lane: usize, part: [f64; 2]) {
        let slot = &mut self.slots[lane];
        (slot.mode, slot.part) = (Mode::Part, part);
        self.attempt_alone(lane, part[1]);
    }

    /// Makes an attempt of that length, s, the next, for this lane alone: until the step is made no other is.
    fn attempt_alone(&mut self, lane: usize, length: f64) {
        *self.input(self.shape.length(), lane) = length;
        *self.control(LaneControl::Left, lane) = 0.0;
        let slot = &self.slots[lane];
        let events = self.attempt.monitored.events.len();
        let is_of_extreme = slot.location.as_ref().is_some_and(|location| location.monitored >= events);
        *self.control(LaneControl::Locates, lane) = f64::from(u8::from(slot.mode == Mode::Locate && is_of_extreme));
        if self.study.solves_to_events() {
            self.solve_to_event(lane, length);
        }
    }

    /// Has the next attempt of a lane solve a step of that length, s, where it may end the step at an event, or reaches beyond what is solved.
    fn solve_to_event(&mut self, lane: usize, length: f64) {
        let slot = &self.slots[lane];
        let is_sought = |location: &Location| self.attempt.monitored.ends_step(location.monitored);
        let ends = match slot.mode {
            Mode::Locate | Mode::Found => slot.location.as_ref().is_some_and(is_sought),
            _ => slot.ending.is_some_and(|ending| ending.offset == length),
        };
        let solved = *self.newton(NewtonInput::Length, lane);
        if ends && length != solved || solved < length {
            *self.newton(NewtonInput::Status, lane) = Solution::Sought.code();
        }
    }

    /// Goes on within a part of which both ends are known: to the next event or extreme, to the end of the part.
    fn search(&mut self, lane: usize) {
        let t = *self.input(self.shape.time(), lane);
        let events = self.attempt.monitored.events.len();
        let slot = &mut self.slots[lane];
        let [from, to] = slot.part;
        let monitored = &self.attempt.monitored;
        // until then it may end still earlier
        let is_decided = |k: &usize| if slot.ending.is_some() { !monitored.ends_step(*k) } else { *k >= events };
        if slot.pending.last().is_none_or(is_decided) {
            if let Some(offset) = slot.cut().filter(|offset| *offset < slot.length) {
                // the step ends there
                let length = std::mem::replace(&mut slot.length, offset);
                // what rounding alone leaves of a step is no step
                let is_part = monitored::shortest(t + length) < length - offset;
                if slot.ending.is_some() && is_part {
                    slot.uncut = slot.uncut.max(length);
                    // multipliers of much shorter steps are rounding over their squares
                    let is_short = self.study.constraint_count() > 0 && slot.at_corner.is_none() && !slot.last;
                    let part = if is_short && length - offset < corner::NEAR * slot.sequence.step() {
                        AtCorner::Short
                    } else {
                        AtCorner::HalfWay
                    };
                    (slot.last, slot.at_corner) = (false, (!self.adaptive).then_some(part));
                }
            }
            // and so does the part, or before it
            let cut = slot.cut();
            if let Some(end) = self.short_of_ending(lane).or(cut).filter(|end| *end < to) {
                return self.look_at(lane, [from, end]);
            }
        }
        let slot = &mut self.slots[lane];
        let Some(monitored) = slot.pending.pop() else { return self.end_part(lane, false) };
        let end_value = slot.end_values[monitored];
        let begin = *self.before(monitored, lane);
        let changes_side = self.attempt.monitored.events.get(monitored).is_some_and(|passages| passages.at_zero);
        let begin = if changes_side { event::left(begin, end_value) } else { begin };
        let bracket = Bracket::new([from, begin], [to, end_value]);
        let slot = &mut self.slots[lane];
        slot.mode = Mode::Locate;
        slot.location = Some(Location::new(monitored, bracket));
        self.attempt_alone(lane, bracket.trial());
    }

    /// Returns the offset right before the event that the step of a lane ends at, s, where it is within the part that is looked at: what jumps there is
    /// seen on both sides.
    fn short_of_ending(&self, lane: usize) -> Option<f64> {
        let slot = &self.slots[lane];
        let [from, to] = slot.part;
        let before = slot.ending.filter(|_| self.attempt.monitored.watches_beside_ends())?.before;
        (from < before && before < to).then_some(before)
    }

    /// Ends a part within which all is found. `fresh` where the candidate is its end.
    fn end_part(&mut self, lane: usize, fresh: bool) {
        let (events, count) = (self.attempt.monitored.events.len(), self.attempt.monitored_count());
        let after = std::mem::take(&mut self.slots[lane].end_values);
        let slot = &self.slots[lane];
        let end = slot.part[1];
        let ending = slot.ending.filter(|ending| end == ending.offset).map(|ending| ending.event);
        let beside = slot.ending.filter(|ending| end == ending.offset || end == ending.before);
        let begin: Vec<f64> = (0..count - events).map(|e| *self.before(count + events + e, lane)).collect();
        for (i, after) in after.iter().enumerate().take(2 * count) {
            let ends_step = i < events && self.attempt.monitored.ends_step(i);
            let before = self.before(i, lane);
            *before = match ending {
                Some(ending) if ends_step => event::kept_behind(*before, *after, i == ending),
                _ if i < events => event::kept(*before, *after),
                _ => *after,
            };
        }
        let slot = &self.slots[lane];
        let ([from, to], length) = (slot.part, slot.length);
        let is_end = to >= length && (slot.last || slot.terminal.is_some());
        let moved = match beside {
            _ if self.attempt.monitored.carried() == 0 => Moved::Not,
            _ if is_end => Moved::WithRun(self.moved_end(lane)),
            Some(Ending { event, offset, .. }) if end == offset => {
                Moved::WithJump(self.or_before(lane, self.moved(event, &after)), Beside::Behind)
            }
            Some(Ending { event, .. }) => {
                let moved = self.moved(event, &after);
                self.slots[lane].moved_before.clone_from(&moved);
                Moved::WithJump(moved, Beside::Before)
            }
            None => self.moved_with_corner(lane, to >= length),
        };
        self.take_end_of_part(lane, &begin, &after, &moved);
        self.slots[lane].end_values = after;
        if to < length {
            return self.look_at(lane, [to, monitored::next_end(from, to, length)]);
        }
        self.go_on(lane, fresh);
    }

    /// Goes on within the accepted step after its parts: to its next sample, to its end. `fresh` where the candidate is
    /// the end of the step.
    pub(super) fn go_on(&mut self, lane: usize, fresh: bool) {
        let t = *self.input(self.shape.time(), lane);
        let slot = &mut self.slots[lane];
        let length = slot.length;
        if sampling::is_within(slot.sample_time, t, length - slot.corner.lag) {
            slot.mode = Mode::Sample;
            let x = slot.sample_time - t;
            self.attempt_alone(lane, x);
        } else if fresh {
            self.commit(lane);
        } else {
            slot.mode = Mode::Commit;
            self.attempt_alone(lane, length);
        }
    }

    /// Decides what follows an attempt within the bracket of a zero.
    pub(super) fn locate(&mut self, lane: usize) {
        let (length_at, time_at) = (self.shape.length(), self.shape.time());
        let (x, t) = (*self.input(length_at, lane), *self.input(time_at, lane));
        let (events, value) = (self.attempt.monitored.events.len(), self.attempt.monitored_count());
        let Some(mut location) = self.slots[lane].location.take() else { return };
        let (monitored, is_seen) = (location.monitored, location.sides == KinkSides::None);
        if is_seen {
            location.bracket = location.bracket.narrowed(x, self.after(monitored, lane));
        }
        let bracket = location.bracket;
        let end = t + self.slots[lane].length;
        let next = if let Some(extreme) = monitored.checked_sub(events) {
            let y = self.after(value + monitored, lane);
            if !failure::is_in_range(y) {
                return self.inspect(lane);
            }
            self.see_extreme(lane, (extreme, y), &mut location, end)
        } else if bracket.is_located(end) {
            let slot = &mut self.slots[lane];
            slot.mode = Mode::Found;
            let ends_step = self.attempt.monitored.ends_step(monitored);
            let standing = if ends_step { slot.ended_steps.standing } else { 0.0 };
            Some(event::beyond_standing(bracket.zero(), standing, [t, slot.length]))
        } else {
            Some(bracket.trial())
        };
        self.slots[lane].location = Some(location);
        match next {
            Some(next) => self.attempt_alone(lane, next),
            None => self.search(lane),
        }
    }

    /// Decides what follows an attempt at the zero of an event.
    pub(super) fn found(&mut self, lane: usize) {
        let (offset, t) = (*self.input(self.shape.length(), lane), *self.input(self.shape.time(), lane));
        let Some(event) = self.slots[lane].location.as_ref().map(|location| location.monitored) else { return };
        let (before, there) = (*self.before(event, lane), self.after(event, lane));
        // a side changes at a pole, too
        let is_of_side = self.study.mechanism.events[event].is_of_side();
        if is_of_side || !event::is_pole(there, before, self.slots[lane].end_values[event]) {
            let is_terminal = self.study.mechanism.events[event].terminal;
            let slot_ending = self.slots[lane].ending;
            let is_before = |by: f64| self.slots[lane].cut().is_none_or(|earlier| offset < earlier - by);
            let (end, is_first) = (t + self.slots[lane].length, is_before(0.0));
            if self.attempt.monitored.ends_step(event) {
                // what switches with another does so because of that
                let apart = if slot_ending.is_some() { monitored::shortest(end) } else { 0.0 };
                if is_before(apart) {
                    let may_rest = self.attempt.monitored.may_rest[event];
                    let short_of = |location: &Location| location.bracket.short_of_zero(end, may_rest);
                    let before = self.slots[lane].location.as_ref().map_or(offset, short_of);
                    let slot = &mut self.slots[lane];
                    slot.ending = Some(Ending { event, before, offset });
                    slot.moved_before.clear();
                }
                return self.search(lane);
            }
            let moved = match self.moved_with_jump(lane, event) {
                Some(moved) => moved,
                None => self.moved_at_candidate(lane, event),
            };
            self.note_event(lane, (event, t + offset), moved.clone());
            // where it passes by the jump that the step ends at, it does there
            let with_ending = slot_ending.is_some_and(|ending| offset <= ending.offset);
            if is_terminal && (is_first || with_ending) {
                let side = self.slots[lane].end_values[event].signum() * event::SIDE;
                let slot = &mut self.slots[lane];
                (slot.terminal, slot.terminal_slopes, slot.ending) = (Some(offset), Some(moved), None);
                slot.ended_by = Some((event, side));
            }
        }
        self.search(lane);
    }

    /// Notes that an event happens at the candidate, at a time, s, whose outputs are wanted, and how that time moves.
    pub(super) fn note_event(&mut self, lane: usize, (event, time): (usize, f64), moved: Vec<f64>) {
        let slopes = self.study.slopes_of_time(&self.parameters(lane), time, &moved);
        self.want(lane, wants::EVENT, time);
        let slot = &mut self.slots[lane];
        slot.result.events.push(EventRecord { event, time, values: Vec::new(), slopes });
        slot.wanted_slopes = Some(moved);
    }
}
