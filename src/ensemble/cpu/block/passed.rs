//! What passes zero by itself where a step ends at a corner: it moves by itself, and not with the corner.

use super::Block;
use crate::ensemble::cpu::executor::Executor;
use crate::ensemble::time_loop::corner;
use crate::num::{LaneReal, Precision};

impl<R: LaneReal, E: Executor<R>> Block<'_, R, E> {
    /// Tells whether an event passes zero by itself at the candidate, beside a corner or the zero of another event.
    pub(super) fn passes_by_itself(&mut self, lane: usize, event: usize) -> bool {
        let [value, rate] = [event, self.attempt.monitored_count() + event].map(|place| self.after(place, lane));
        let gap = self.study.gap_of(Precision::Double, &self.parameters(lane));
        corner::passes_by_itself(value, rate, gap)
    }

    /// Notes an event that sets variables and passes by itself behind a corner, at a time, s, if there is one, and returns it: the method is an explicit
    /// one.
    pub(super) fn note_passed(&mut self, lane: usize, time: f64) -> Option<usize> {
        let event = self.marked_events(lane).into_iter().find(|event| self.passes_by_itself(lane, *event))?;
        let moved = self.moved_at_candidate(lane, event);
        self.note_event(lane, (event, time), moved);
        Some(event)
    }

    /// Changes sides that pass by themselves where a step of an implicit method has ended at a corner, at a time, s, behind that of the event at which it
    /// has ended, if at one: these have been the sides before. Tells whether there are any; nothing where the member does not go on.
    pub(super) fn take_passed_sides(
        &mut self,
        lane: usize,
        (time, ending): (f64, Option<usize>),
        held: &[f64],
    ) -> Option<bool> {
        if ending.is_some_and(|event| !self.move_with_side(lane, (time, event), held)) {
            return None;
        }
        let places = self.places_of_sides();
        let mut any = ending.is_some();
        for (event, side) in self.study.events_of_sides().filter(|(k, _)| Some(*k) != ending) {
            if !self.passes_by_itself(lane, event) {
                continue;
            }
            let [held, behind] = self.sides_behind(lane, time);
            if behind[side] == held[side] {
                continue;
            }
            *self.input(places.start + side, lane) = behind[side];
            any = true;
            if !self.study.mechanism.events[event].is_hidden() {
                let moved = self.moved_at_candidate(lane, event);
                self.note_event(lane, (event, time), moved);
            }
            if !self.move_with_side(lane, (time, event), &held) {
                return None;
            }
        }
        Some(any)
    }
}
