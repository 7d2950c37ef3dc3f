//! Variables that events set, where implicit methods begin anew; and which methods set them.

use super::error::MOST_EVENTS;
use super::{Study, StudyError};
use crate::ensemble::program::{Shape, behind_events, is_marked, marked, sides_that_set};
use crate::ensemble::time_loop::event;
use crate::formulation::System;
use crate::num::{Dual, Real};
use crate::problem::along;

impl Study {
    /// Checks that there are not too many events, that steps end where they set variables, and that what these are set to is known there.
    pub(super) fn check_events(&self) -> Result<(), StudyError> {
        if self.mechanism.events.len() > MOST_EVENTS {
            return Err(StudyError::TooManyEvents(self.mechanism.events.len()));
        }
        let Some((event, of)) = self.mechanism.events.iter().enumerate().find(|(_, event)| event.sets) else {
            return Ok(());
        };
        let wrong = |problem| Err(StudyError::Unset { event, name: of.name.clone(), problem });
        if self.held_sides() == 0 {
            return wrong(
                "steps do not end at it with this method; accepted: an explicit integrator that does not split, or an implicit one of order 2 \
                 from a given start, with [sensitivity] method = \"direct\" and without `second`; and events = \"all\"",
            );
        }
        if self.is_implicit() && self.mechanism.resets_read(&self.has_unknown_rates()) {
            return wrong(
                "an event that sets variables, or what it sets them to, is made of accelerations or reactions, which implicit integrators do not \
                 know within steps; accepted: positions, velocities and variables, or an explicit integrator",
            );
        }
        Ok(())
    }

    /// Sets what events set where sides have changed at a time, s, which moves so with the directions of the study: `before` is the state with the
    /// sides before, and the other one has those behind it, with values and derivatives from before, which become those behind it. Returns the
    /// events that have passed, also because of what others have set; none where that has no end.
    pub(super) fn set_at_events(
        &self,
        (parameters, time): (&[f64], f64),
        before: &[f64],
        moved: &[f64],
        state: &mut [f64],
    ) -> Option<Vec<usize>> {
        let shape = Shape::new(self);
        let v = shape.coordinates..shape.coordinates + shape.velocities;
        let rates = self.rates_at((parameters, time), before);
        let own = &before[..v.start];
        let mut there = state[v.clone()].to_vec();
        for (place, direction) in sides_that_set(self, shape.velocities) {
            there[place] = marked(direction, [before[v.start + place], there[place]]);
        }
        let system = self.formulated().system(&self.mechanism, parameters);
        let mut passed = self.marked_events(|place| there[place]);
        let after = self.in_turn((&system, |x| *x), time, (own, there.clone()), &mut passed)?;
        state[v.clone()].copy_from_slice(&after);
        let behind = self.rates_at((parameters, time), state);
        let (moving_q, moving_v) = along(self.layout(), own, &before[v.clone()], &rates);
        for (k, slope) in moved.iter().enumerate().take(shape.carried()) {
            let parameters = Dual::by_one(parameters, self.directions()[k].parameter());
            let system = self.formulated().system(&self.mechanism, &parameters);
            let slopes = &state[shape.derivatives(k)];
            let at_event = |moving: &[Dual<f64, 1>], slopes: &[f64]| -> Vec<Dual<f64, 1>> {
                let numbers = moving.iter().zip(slopes);
                numbers.map(|(x, own)| Dual { re: x.re, eps: [own + x.eps[0] * slope] }).collect()
            };
            let (q, mut moving) = (at_event(&moving_q, slopes), at_event(&moving_v, &slopes[v.start..]));
            let sides = shape.sides(self);
            for place in sides.start - v.start..sides.end - v.start {
                moving[place] = Dual::resting(there[place]);
            }
            let t = Dual { re: time, eps: [*slope] };
            let after = self.in_turn((&system, |x: &Dual<f64, 1>| x.re), t, (&q, moving), &mut Vec::new())?;
            let slopes = state[shape.derivatives(k)][v.clone()].iter_mut();
            slopes.zip(after.iter().zip(&behind)).for_each(|(own, (x, rate))| *own = x.eps[0] - rate * slope);
        }
        Some(passed)
    }

    /// Sets what marked sides say at a time `t` (s), then what those that this marks do, as long as there are any; notes these.
    fn in_turn<R: Real>(
        &self,
        (system, number): (&System<R>, impl Fn(&R) -> f64),
        t: R,
        (q, mut v): (&[R], Vec<R>),
        passed: &mut Vec<usize>,
    ) -> Option<Vec<R>> {
        for _ in 0..event::MOST_STANDING as usize {
            v = behind_events((self, system), t, (q, &v));
            let marked = self.marked_events(|place| number(&v[place]));
            if marked.is_empty() {
                return Some(v);
            }
            passed.extend(marked);
        }
        None
    }

    /// Returns the events whose sides are marked, of which a number is given by its place among velocities.
    pub(in crate::ensemble) fn marked_events(&self, side: impl Fn(usize) -> f64) -> Vec<usize> {
        let events = self.mechanism.events.iter().enumerate().filter(|(_, event)| event.sets);
        let sides = sides_that_set(self, self.layout().velocity_count());
        let is_due = |(_, (place, _)): &(_, (usize, _))| is_marked(side(*place));
        events.zip(sides).filter(is_due).map(|((k, _), _)| k).collect()
    }
}
